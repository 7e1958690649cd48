"""solver/brute.py: what it may say, what it must not say, and that every win is replayed."""

from __future__ import annotations

import pytest

from arfa.deals import parse_deck
from arfa.engine.game import Game
from arfa.engine.moves import Move
from arfa.engine.position import IllegalMove, Position
from arfa.solver import Result, Verdict, brute_force
from arfa.solver.verdict import Proof, lost, proved_win, undecided
from tools.vectors import deck_of


def start(name: str, number: int) -> Position:
    """The beginning of a numbered deal."""
    return Game.named(name).start(deck_of(name, number))


def test_a_win_is_a_line_that_the_referee_accepts() -> None:
    position = start("klondike+small-4x4", 0)
    before = str(position)
    result = brute_force(position)
    assert result.verdict is Verdict.WINNABLE
    assert str(position) == before
    assert position.history == ()
    for move in result.line:
        position.push(move)
    assert position.is_won


def test_a_position_that_is_won_needs_no_line() -> None:
    position = Position.parse("klondike+small-4x4 / f: 4C 4D 4H 4S")
    assert brute_force(position) == proved_win(position, (), 1)


def test_in_the_middle_of_a_game() -> None:
    """The line begins where the search began, and the history before it is left alone."""
    position = start("klondike+small-4x4", 0)
    position.push(Move("s", "w"))
    result = brute_force(position)
    assert position.history == (Move("s", "w"),)
    for move in result.line:
        position.push(move)
    assert position.is_won


def test_a_dead_end_is_lost_after_its_one_position() -> None:
    # Nothing fits: the two is under the three of its own suit.
    position = Position.parse(
        "gaps+small-4x4 / a: 2C -- 4D -- / b: 2D -- 4C -- / c: 3S 2S 3C 4H / d: 3H 2H 3D 4S"
    )
    result = brute_force(position)
    assert result.verdict in Verdict
    assert result.states >= 1


@pytest.mark.parametrize(
    "name", ["small-harp+small-5x4", "gaps+small-5x4", "spider-pauk+small-4x3"]
)
def test_a_budget_that_is_too_small_is_never_a_verdict(name: str) -> None:
    """For every budget below what is needed: unknown, with what ran out."""
    for number in range(6):
        full = brute_force(start(name, number))
        for states in {1, 2, full.states // 2, full.states - 1} - {0}:
            if states < full.states:
                cut = brute_force(start(name, number), states=states)
                assert cut == undecided(states, "states")
        assert brute_force(start(name, number), states=full.states) == full


def test_a_deep_search_needs_no_recursion() -> None:
    position = start("small-harp", 3)
    result = brute_force(position, states=3_000)
    assert result.states == 3_000 or result.verdict is Verdict.WINNABLE


MERCIFUL = "small-harp+draw-when-stuck+mercy+small-4x4"
BREACHED = "AS 2D 4H AC 4S 3S 3C 2S 4D AH 4C 2H 2C AD 3D 3H"
"""A deck that is won with one breach and not without."""


def test_mercy_comes_last() -> None:
    """A win without a breach is found before one with; a win has as few as any, and some need one."""
    pairs = [(start(MERCIFUL, n), start(MERCIFUL.replace("+mercy", ""), n)) for n in range(20)]
    breaches = set()
    for merciful, strict in pairs:
        with_mercy, without = brute_force(merciful), brute_force(strict)
        if without.verdict is Verdict.WINNABLE:
            assert (with_mercy.verdict, with_mercy.breaches) == (Verdict.WINNABLE, 0)
        breaches.add(with_mercy.breaches)
    assert breaches == {0, 1}
    for name, won, count in ((MERCIFUL, True, 1), (MERCIFUL.replace("+mercy", ""), False, 0)):
        game = Game.named(name)
        result = brute_force(game.start(parse_deck(BREACHED, game.rules)))
        assert (result.verdict is Verdict.WINNABLE, result.breaches) == (won, count)


def test_what_a_result_may_not_claim() -> None:
    line = (Move("s", "w"),)
    with pytest.raises(ValueError, match="exactly when a limit"):
        Result(Verdict.UNKNOWN, 5)
    with pytest.raises(ValueError, match="exactly when a limit"):
        lost(5, ran_out="states")
    with pytest.raises(ValueError, match="exactly when it is proved"):
        Result(Verdict.UNWINNABLE, 5)
    with pytest.raises(ValueError, match="exactly when it is proved"):
        undecided(5, "memory", proof=Proof.EXHAUSTED)
    with pytest.raises(ValueError, match="line was replayed"):
        Result(Verdict.WINNABLE, 5, proof=Proof.LINE)
    with pytest.raises(ValueError, match="line was replayed"):
        Result(Verdict.WINNABLE, 5, line, replayed="referee")
    with pytest.raises(ValueError, match="only a win has a line"):
        lost(5, line=line)
    with pytest.raises(ValueError, match="only a win has a line"):
        Result(Verdict.WINNABLE, 5, line, proof=Proof.LINE, replayed="core")
    with pytest.raises(TypeError, match="compare its verdict"):
        bool(lost(5))


def test_a_wrong_line_does_not_leave_the_solver() -> None:
    position = start("small-harp+small-5x4", 0)
    with pytest.raises(RuntimeError, match="does not win"):
        proved_win(position, [], 1)
    with pytest.raises(IllegalMove):
        proved_win(position, [Move("t1", "t1")], 1)
