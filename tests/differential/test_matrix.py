"""A slice of the soundness matrix (``make matrix`` runs it at length), and that it would see a fault."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from arfa.engine.game import Game
from arfa.solver.native import Core, Effort, NativeOutcome
from tests.differential import matrix
from tests.differential.small_games import deals, full_names, shortened
from tests.scale import scale
from tools import vectors

DEALS = {"files": scale(600, 20_000), "made": scale(600, 30_000), "random": scale(200, 6_000)}


@pytest.mark.parametrize("family", matrix.FAMILIES)
def test_no_way_of_searching_contradicts_exhaustive_search(family: str) -> None:
    tally = matrix.Matrix(2).compare_all(deals(Random(2), family, DEALS[family]))
    print(tally)
    assert not tally.faults, tally.faults[0]
    assert tally.lost * 10 > tally.deals
    assert tally.open * 50 < tally.deals
    assert tally.brute > tally.deals // 100
    assert tally.replayed > 0


def test_faults_that_were_found_are_gone() -> None:
    assert matrix.Matrix(0).repeat(vectors.VECTORS / "faults.jsonl") == 0


def test_every_patience_can_be_shortened() -> None:
    random = Random(1)
    for name in full_names():
        rules = shortened(random, Game.named(name).rules)
        assert rules.deck.ranks * rules.deck.decks * len(rules.deck.suits) <= 28


def test_a_wrong_verdict_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """With every verdict of the fast models turned round, every deal that is decided is a fault."""
    solve = Core.solve

    def liar(core: Core, state: object, effort: Effort, **more: object) -> NativeOutcome:
        outcome: NativeOutcome = solve(core, state, effort, **more)  # type: ignore[arg-type]
        if effort.config == "plain" or outcome.verdict != "winnable":
            return outcome
        return replace(outcome, verdict="unwinnable", proof="exhausted", line=())

    monkeypatch.setattr(Core, "solve", liar)
    tally = matrix.Matrix(1).compare_all(deals(Random(1), "made", 40))
    said = {str(fault["said"]) for fault in tally.faults}
    assert "unwinnable" in said
