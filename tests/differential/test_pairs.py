"""A slice of the comparison of full decks (``make matrix`` runs it at length), and that it would see a fault."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import islice
from pathlib import Path

import pytest

from arfa.solver.native import Core, Effort, NativeOutcome
from tests.differential import pairs
from tests.differential.small_games import full_names
from tests.scale import scale

DEALS = scale(80, 6_000)


def test_no_two_ways_of_searching_full_decks_contradict_each_other() -> None:
    found = pairs.Pairs(5)
    for deal in islice(found.deals(), DEALS):
        found.compare(deal)
    tally = found.tally
    print(tally)
    assert not tally.faults, tally.faults[0]
    assert tally.deals >= len(full_names())
    assert tally.pairs > tally.deals // 2
    assert tally.lost * 50 > tally.pairs
    assert tally.across > tally.pairs // 20
    assert tally.replayed > 0


def test_a_contradiction_is_seen_and_can_be_repeated(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    solve = Core.solve

    def liar(core: Core, state: object, effort: Effort, **more: object) -> NativeOutcome:
        outcome: NativeOutcome = solve(core, state, effort, **more)  # type: ignore[arg-type]
        if effort.states == pairs.FEW or outcome.verdict != "winnable":
            return outcome
        return replace(outcome, verdict="unwinnable", proof="exhausted", line=())

    found = pairs.Pairs(1)
    faults = tmp_path / "faults.jsonl"
    with monkeypatch.context() as patch:
        patch.setattr(Core, "solve", liar)
        for deal in islice(found.deals(), 12):
            found.compare(deal)
        assert found.tally.faults
        faults.write_text("".join(json.dumps(f) + "\n" for f in found.tally.faults), "utf-8")
        assert found.repeat(faults) == len(found.tally.faults)
    assert found.repeat(faults) == 0
