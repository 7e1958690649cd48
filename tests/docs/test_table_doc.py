"""docs/table.md: every patience has its pictures, and what it says is held by tests is."""

from __future__ import annotations

import re
from pathlib import Path

from arfa.rules.load import game_ids

DOCS = Path(__file__).parents[2] / "docs"
DOC = (DOCS / "table.md").read_text("utf-8")
PICTURES = set(re.findall(r"\]\(([\w./-]+\.webp)\)", DOC))
ROOM = 2 * 2**20  # bytes of all pictures: who clones the project waits for them


def test_every_patience_has_its_pictures_in_both_languages() -> None:
    shown = {path for path in PICTURES if re.search(r"\.(ru|en)\.webp$", path)}
    wanted = {f"pictures/{game}.{lang}.webp" for game in game_ids() for lang in ("ru", "en")}
    assert shown == wanted


def test_every_picture_is_there_and_shown() -> None:
    there = {str(path.relative_to(DOCS)) for path in DOCS.glob("**/*.webp")}
    assert there == PICTURES
    assert all((DOCS / path).read_bytes()[8:12] == b"WEBP" for path in there)
    assert sum((DOCS / path).stat().st_size for path in there) <= ROOM


def test_the_tests_and_files_that_it_names_exist() -> None:
    root = DOCS.parent
    for name in re.findall(r"`(test_\w+\.py)`", DOC):
        assert list(root.glob(f"tests/**/{name}")), name
    for path in re.findall(r"\]\((\.\./[\w./-]+)\)", DOC):
        assert (DOCS / path).exists(), path
