"""A SAT solver that knows the rulebook alone says the same about lost deals (and, where it can, about won ones)."""

from __future__ import annotations

from collections import Counter

import pytest

from arfa.cards import parse_card
from arfa.engine.game import Game
from arfa.solver.native import Core, Effort
from tests.scale import scale
from tools import vectors

pytest.importorskip("pysat", reason="python-sat is not installed")

from tests.differential.rup import refutes
from tests.differential.second_prover import prover_of

EXACT = {
    "small-harp+small-4x4": scale(10, 600),
    "small-harp+small-5x4": scale(15, 1000),
    "small-harp+small-6x4": scale(8, 600),
    "small-harp+small-steep": scale(15, 1000),
    "big-harp+small-4x2": scale(15, 600),
    "big-harp+small-3x4": scale(10, 600),
    "big-harp+small-5x2": scale(10, 600),
    "big-harp+small-steep": scale(15, 1000),
    "klondike+small-5x4": scale(10, 600),
}
"""One card at a time, no limit of redeals: the question is the same."""
COUNTED = {
    "big-harp+redeals=0+small-5x2": scale(20, 1500),
    "big-harp+redeals=1+small-5x2": scale(10, 600),
    "big-harp+redeals=0+small-steep": scale(20, 1500),
    "big-harp+redeals=1+small-steep": scale(10, 600),
    "gargantua+small-5x2": scale(10, 600),
}
"""The same with counted redeals."""
SINGLE = {
    "harp-9+redeals=0+small-5x2": scale(30, 2000),
    "harp-9+redeals=1+small-5x2": scale(15, 1000),
    "harp-9+redeals=0+small-3x4": scale(10, 600),
    "harp-9+redeals=2+small-3x4": scale(10, 600),
}
"""Counted redeals where no run moves but under a king: only "no" says something."""
HARDER = {
    "black-harp+small-5x4": scale(10, 600),
    "black-harp+small-6x4": scale(10, 600),
    "klondike+draw-3+small-5x4": scale(10, 600),
    "small-harp+strict-runs+small-5x4": scale(10, 600),
    "small-harp+draw-when-stuck+small-steep": scale(10, 600),
    "big-harp+draw-3+small-steep": scale(10, 600),
}
"""The patience allows less than what is asked: only "no" says something."""
FULL = {
    "small-harp": (scale(15, 1000), 1.0),
    "klondike+draw-3": (scale(14, 400), 0.4),
    "black-harp": (scale(10, 400), 0.6),
}
"""Full decks: the lost ones of so many, and the share of losses that must be proved (more is told by ``-s``)."""


def compare(name: str, deals: int, *, only_lost: bool = False) -> Counter[tuple[str, bool]]:
    """What the solver says of the first deals, and whether the prover thinks that they can be won."""
    game = Game.named(name)
    core = Core.of(game)
    states = [core.start(core.deck(number)) for number in range(1, deals + 1)]
    said: Counter[tuple[str, bool]] = Counter()
    for state, outcome in zip(states, core.solve_states(states, Effort(line=False)), strict=True):
        if only_lost and outcome.verdict != "unwinnable":
            continue
        winnable = prover_of(game, state).winnable()
        assert winnable is not None
        assert (outcome.verdict, winnable) != ("winnable", False), state
        said[outcome.verdict, winnable] += 1
    print(name, dict(said))
    return said


@pytest.mark.parametrize("name", EXACT)
def test_the_same_verdict_where_the_question_is_the_same(name: str) -> None:
    said = compare(name, EXACT[name])
    assert set(said) <= {("winnable", True), ("unwinnable", False)}
    assert said["unwinnable", False] or "4x" in name


@pytest.mark.parametrize("name", COUNTED)
def test_the_same_verdict_where_redeals_are_counted(name: str) -> None:
    assert set(compare(name, COUNTED[name])) == {("winnable", True), ("unwinnable", False)}


@pytest.mark.parametrize("name", SINGLE)
def test_no_win_of_ours_is_lost_for_it_where_only_single_cards_move(name: str) -> None:
    said = compare(name, SINGLE[name])
    lost = said["unwinnable", False] + said["unwinnable", True]
    assert lost > 0
    assert said["unwinnable", False] * 3 > lost


@pytest.mark.parametrize("name", HARDER)
def test_no_win_of_ours_is_lost_for_it(name: str) -> None:
    said = compare(name, HARDER[name])
    lost = said["unwinnable", False] + said["unwinnable", True]
    assert said["unwinnable", False] * 3 > lost


@pytest.mark.parametrize("name", FULL)
def test_losses_of_full_decks(name: str) -> None:
    deals, share = FULL[name]
    said = compare(name, deals, only_lost=True)
    lost = said["unwinnable", False] + said["unwinnable", True]
    assert lost > 0
    assert said["unwinnable", False] >= share * lost


def test_what_the_prover_says_can_be_checked() -> None:
    """Nobody has to believe the SAT solver."""
    game = Game.named("small-harp")
    core = Core.of(game)
    states = [core.start(core.deck(number)) for number in range(1, scale(20, 200))]
    for state, outcome in zip(states, core.solve_states(states, Effort(line=False)), strict=True):
        if outcome.verdict == "unwinnable":
            assert prover_of(game, state).refuted()


def test_the_checker_refuses_what_does_not_follow() -> None:
    all_four = [[1, 2], [-1, 2], [1, -2], [-1, -2]]
    assert refutes(["2 0", "0"], all_four)
    assert refutes(["2 0", "d 1 2 0", "-1 0"], all_four)
    assert not refutes(["0"], all_four)
    assert not refutes([], all_four)
    assert not refutes(["2 0", "0"], all_four[:3])
    assert not refutes(["1 0", "0"], [[1, 2], [-1, 3], [-2, 3]])


@pytest.mark.soak
def test_hard_deals_of_big_harp() -> None:
    """Two decks: losses that searches decide late, or not at all."""
    game = Game.named("big-harp")
    core = Core.of(game)
    lines = (vectors.VECTORS / "hard" / "big-harp.txt").read_text("ascii").splitlines()
    deals = [line.partition(" ") for line in lines if line and not line.startswith("#")]
    for known, _, deck in deals:
        state = core.start([parse_card(c) for c in deck.split()])
        prover = prover_of(game, state)
        assert prover.winnable() if known == "won" else prover.refuted()
        outcome = core.solve(state, Effort(line=False, states=50_000))
        assert outcome.verdict in ("unknown", "winnable" if known == "won" else "unwinnable")
