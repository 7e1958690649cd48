"""How hard deals are: what is measured, and that it means something."""

from __future__ import annotations

from collections import Counter

import pytest

from arfa.analysis.difficulty import (
    CROWD,
    SHARES,
    Grade,
    crowd,
    grade,
    has_crowd,
    narrowness,
    scales,
)
from arfa.engine.game import Game
from arfa.engine.position import Position
from arfa.rules.load import load_game
from arfa.solver import Verdict, brute_force, solve
from arfa.solver.blind import Blind, Thought
from arfa.solver.native import Core, Effort
from tests.scale import scale

MEASURED = sorted(one.game for one in scales().values())
ORDER = list(Grade)


def decks_of(game: Game, n: int, first: int = 1) -> list[tuple[int, ...]]:
    """Some decks of our numbers."""
    return [Core.of(game).deck(first + i) for i in range(n)]


def winnable(game: Game, n: int, first: int = 1) -> list[tuple[int, ...]]:
    """Some decks that can be won."""
    decks = decks_of(game, 2 * n, first)
    found = Core.of(game).solve_decks(decks, Effort(states=200_000, line=False))
    won = [d for d, one in zip(decks, found, strict=True) if one.verdict == "winnable"][:n]
    assert len(won) == n
    return won


# ---------------------------------------------------------------------------------------------- the crowd
def test_the_crowd_says_the_same_everywhere() -> None:
    """Were these to change, so would the grades and what they were measured for."""
    for name, wins in CROWDS.items():
        game = Game.named(name)
        assert crowd(game, decks_of(game, len(wins))) == wins


@pytest.mark.parametrize("name", ["small-harp", "black-harp", "klondike+draw-3"])
def test_nobody_wins_what_cannot_be_won(name: str) -> None:
    game = Game.named(name)
    decks = decks_of(game, scale(60, 600))
    found = Core.of(game).solve_decks(decks, Effort(line=False))
    lost = [d for d, one in zip(decks, found, strict=True) if one.verdict == "unwinnable"]
    assert len(lost) >= len(decks) // 20
    assert not any(crowd(game, lost))


def test_what_the_crowd_does_not_play_has_no_measure() -> None:
    game = Game.named("gaps")
    assert not has_crowd(game)
    with pytest.raises(ValueError, match="gaps"):
        crowd(game, [game.pack()])
    assert grade(game, 50) is None


# ---------------------------------------------------------------------------------------------- grades
def test_the_scales_are_of_the_rules_that_are_played() -> None:
    assert MEASURED
    for one in scales().values():
        assert load_game(one.game).rules_hash == one.rules
        assert has_crowd(Game.named(one.game))
        assert CROWD >= one.easy > one.medium > one.hard > 0
        assert one.deals >= 300
        bounds = [one.easy, one.medium, one.hard, 0]
        assert [one.grade(wins) for wins in bounds] == ORDER
        assert [one.grade(wins - 1) for wins in bounds[:3]] == ORDER[1:]


@pytest.mark.parametrize("name", ["small-harp", "klondike"])
def test_other_deals_fall_into_the_same_grades(name: str) -> None:
    """Three standard deviations of a count, and as much again for the scale, which was measured as well."""
    game, n = Game.named(name), scale(80, 1000)
    counts = Counter(grade(game, wins) for wins in crowd(game, winnable(game, n)))
    for one, share in zip(ORDER, SHARES, strict=True):
        spread = (share * (1 - share) * (n + n * n / 1000)) ** 0.5
        assert abs(counts[one] - share * n) < 4 * spread, counts


@pytest.mark.parametrize("name", ["klondike", pytest.param("black-harp", marks=pytest.mark.soak)])
def test_the_harder_the_grade_the_fewer_a_thinking_player_wins(name: str) -> None:
    """Another player than the crowd, who tries out what may come, finds the same deals hard: beyond two errors."""
    game = Game.named(name)
    decks = winnable(game, scale(60, 300))
    wins = crowd(game, decks)
    played = Blind(Core.of(game)).play(decks, Thought(iterations=60, solver_visits=0))
    shares, square = [], 0.0
    for half in (ORDER[:2], ORDER[2:]):
        won = [one.won for one, n in zip(played, wins, strict=True) if grade(game, n) in half]
        share = sum(won) / len(won)
        shares.append(share)
        square += share * (1 - share) / len(won)
    assert shares[0] - shares[1] > 2 * square**0.5


# ---------------------------------------------------------------------------------------------- narrowness
@pytest.mark.parametrize("name", ["klondike+small-4x4", "small-harp+small-4x4", "fig288+small-3x2"])
def test_how_narrow_a_way_is_is_what_exhaustive_search_says(name: str) -> None:
    game = Game.named(name)
    seen = 0
    for number in range(1, 40):
        start = game.start(Core.of(game).deck(number))
        found = solve(start)
        if found.verdict is not Verdict.WINNABLE or len(found.line) < 4:
            continue
        seen += 1
        narrow = narrowness(start, found.line, most=1000, effort=Effort(line=False))
        at, moves, safe, lost, single, decisions = start.copy(), 0, 0, 0, 0, 0
        for move in found.line:
            legal = at.legal_moves()
            if len(legal) > 1:
                verdicts = [_after(at, other) for other in legal if other != move]
                decisions += 1
                moves += len(legal)
                safe += 1 + verdicts.count(Verdict.WINNABLE)
                lost += verdicts.count(Verdict.UNWINNABLE)
                single += Verdict.WINNABLE not in verdicts
            at.push(move)
        assert (narrow.decisions, narrow.moves, narrow.safe, narrow.lost, narrow.single) == (
            decisions,
            moves,
            safe,
            lost,
            single,
        )
        if seen == scale(4, 20):
            return
    pytest.fail("too few of these deals can be won")


def _after(at: Position, move: object) -> Verdict:
    there = Position(at.game, at.state)
    there.push(move)  # type: ignore[arg-type]
    return brute_force(there).verdict


def test_few_decisions_are_looked_at_and_they_are_spread() -> None:
    game = Game.named("big-harp")
    start = game.start(Core.of(game).deck(3))
    line = solve(start).line
    narrow = narrowness(start, line, most=10)
    assert 5 <= narrow.decisions <= 10
    assert narrow.safe + narrow.lost <= narrow.moves
    assert narrow.safe >= narrow.decisions


CROWDS = {
    "small-harp": [98, 69, 75, 78, 71, 79, 58, 90, 94, 85, 100, 49],
    "black-harp": [31, 37, 36, 0, 49, 77, 0, 0, 0, 0, 71, 56],
    "klondike": [26, 36, 0, 65, 3, 38, 68, 65, 92, 0, 7, 0],
    "big-harp": [95, 96, 94, 91],
}
"""How many of the crowd win the first deals."""
