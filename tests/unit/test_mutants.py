"""tools/mutants.py: each mutant still fits the sources (what they are for, `make mutants` shows)."""

from __future__ import annotations

import pytest

from tools.mutant import Mutant
from tools.mutants import MUTANTS, ROOT


@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda mutant: mutant.name)
def test_a_mutant_fits(mutant: Mutant) -> None:
    for file, old, new in mutant.changes:
        text = (ROOT / file).read_text("utf-8")
        assert text.count(old) == 1
        assert new not in text or not new
    assert bool(mutant.model) != bool(mutant.test)
    test, _, function = mutant.test.partition("::")
    assert not test or f"def {function.partition('[')[0]}(" in (ROOT / test).read_text("utf-8")
