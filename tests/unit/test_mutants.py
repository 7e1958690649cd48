"""tools/mutants.py: each mutant still fits the sources (what they are for, `make mutants` shows)."""

from __future__ import annotations

import pytest

from tools.mutants import MUTANTS, ROOT, Mutant


@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda mutant: mutant.name)
def test_a_mutant_fits(mutant: Mutant) -> None:
    text = (ROOT / "native" / "src" / mutant.file).read_text("utf-8")
    assert text.count(mutant.old) == 1
    assert mutant.new not in text or not mutant.new
