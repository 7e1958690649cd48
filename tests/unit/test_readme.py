"""README.md: its two commands can be found, and what it refers to is there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tools import check_readme

ROOT = Path(__file__).resolve().parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_the_two_commands_are_marked() -> None:
    assert check_readme.commands(README) == {"play": "make play", "test": "make test"}


@pytest.mark.parametrize(
    "readme", ["", "```sh\nmake play\n```", README.replace("make test", "make test\nmake it")]
)
def test_other_readmes_are_refused(readme: str) -> None:
    with pytest.raises(check_readme.CheckError, match="two one-line commands"):
        check_readme.commands(readme)


@pytest.mark.parametrize("link", re.findall(r"\]\(([^)#:]+)\)", README))
def test_what_it_links_to_is_there(link: str) -> None:
    assert (ROOT / link).exists()


def test_every_target_that_it_names_can_be_made() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    named = set(re.findall(r"`make ([a-z]+)`", README.replace("\n", " ")))
    assert named
    assert named <= set(re.findall(r"^([a-z]+):", makefile, re.MULTILINE))
