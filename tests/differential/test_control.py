"""Every model tells how far it is, and ends when it is told to."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

import pytest

from arfa.engine.game import Game
from arfa.engine.state import State
from arfa.rules.load import game_ids
from arfa.solver import Cancel
from arfa.solver.native import Core, Effort, NativeOutcome
from tests.conformance.random_rules import game_of
from tests.differential.matrix import techniques
from tests.differential.verdicts import with_stock
from tests.scale import scale
from tools import vectors

SECONDS = scale(25, 400) / 100

HARD = {
    "counts, one deck": ("klondike+draw-3", "", 4),
    "counts, two decks": ("big-harp+redeals=0", "", 3),
    "counts, gated": ("small-harp+draw-when-stuck", "", 2),
    "counts, mercy": ("small-harp+mercy-max=3", "", 5),
    "piles": ("harp-9+redeals=0", "", 1),
    "counts, any card into spaces": ("big-harp+grosse-harfe", "", 1),
    "piles, parts of runs": ("small-harp+strict-runs", "", 71),
    "piles, mercy": ("harp-9, mercy", "", 2),
    "spider": ("spider-pauk", "", 6),
    "spider, first deal": ("spider-pauk, first deal", "", 6),
    "grid": ("fig288", "", 7),
    "grid, redeals": ("gaps", "", 5),
    "plain": ("harp-9", "plain", 1),
}
"""Of each way of searching a deal that takes long: by the usual search, or at least without any technique."""


def cored(name: str) -> Core:
    """The core of a patience, or of one with a change that no file offers."""
    name, _, change = name.partition(", ")
    rules = Game.named(name).rules
    if change == "first deal":
        return Core(game_of(with_stock(rules, redeals=0)))
    if change == "mercy":
        return Core(game_of(with_stock(rules, redeals=0).model_copy(update={"mercy": 1})))
    return Core(Game.named(name))


def told_by(core: Core, number: int, effort: Effort) -> tuple[list[int], NativeOutcome]:
    """What a search tells of its progress, and its outcome."""
    told: list[int] = []
    found = core.solve(core.start(core.deck(number)), effort, progress=told.append)
    return told, found


def goes_up(told: list[int], found: NativeOutcome) -> bool:
    """Whether progress never goes back, and no more is told than there was."""
    return all(a <= b for a, b in pairwise([0, *told, found.states]))


def hard() -> Iterator[tuple[str, int, Effort]]:
    """The searches that take long, each with its techniques and without."""
    for name, config, number in HARD.values():
        yield name, number, Effort(config=config)
        core = cored(name)
        without = techniques(core.model(core.start(core.deck(number))))
        yield name, number, Effort(config=config, without=without)


@pytest.mark.parametrize("game", game_ids())
def test_progress_never_goes_back(game: str) -> None:
    for name in vectors.names(game, small=False):
        for number in range(1, scale(3, 20)):
            told, found = told_by(cored(name), number, Effort(seconds=SECONDS))
            assert goes_up(told, found), f"{name} {number}: {told[-20:]}, {found.states}"


@pytest.mark.soak
def test_progress_of_long_searches_never_goes_back() -> None:
    count = 0
    for name, number, effort in hard():
        told, found = told_by(cored(name), number, replace(effort, seconds=4 * SECONDS))
        assert goes_up(told, found), f"{name} {number}: {told[-20:]}, {found.states}"
        count += len(told) > 2
    assert count > len(HARD)


def test_every_model_ends_when_it_is_told_to() -> None:
    """It looks up at most once more after it was told."""
    ended = set()
    for name, number, effort in hard():
        core = cored(name)
        state = core.start(core.deck(number))
        after, ran_out = stopped_at_once(core, state, effort)
        if after:
            assert time.perf_counter() - after[0] < 1
            assert len(after) <= 2
        if ran_out == "cancelled":
            ended.add(effort.config or core.model(state))
    assert ended == {"counts", "piles", "spider", "grid", "plain"}


def stopped_at_once(core: Core, state: State, effort: Effort) -> tuple[list[float], str]:
    """When a search told of its progress, which is when it is stopped, and what it ran out of."""
    stop, after = Cancel(), list[float]()

    def progress(_: int) -> None:
        stop.cancel()
        after.append(time.perf_counter())

    found = core.solve(state, replace(effort, seconds=30), cancel=stop, progress=progress)
    return after, found.ran_out
