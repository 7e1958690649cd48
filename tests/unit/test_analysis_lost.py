"""Which move lost a deal: before it there is a win that the referee replays, and after it there is none."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from arfa.analysis.hints import hint
from arfa.analysis.knowledge import Knowledge
from arfa.analysis.review import Reviewer, losing_move
from arfa.deals import Deal
from arfa.engine.game import Game
from arfa.engine.identities import Identities
from arfa.engine.position import Position
from arfa.solver import Verdict, solve
from arfa.solver.blind import Thought
from arfa.solver.native import Core
from tests.scale import scale

Player = Callable[[Game, int], tuple[Position, Position]]
"""Plays a deal of ours; returns its beginning and how it ended."""


def careless(game: Game, number: int) -> tuple[Position, Position]:
    """Moves at random, cards to the foundations before all others."""
    rng, start = random.Random(number), game.start(Deal("ours", number).deck(game.rules))
    position = start.copy()
    for _ in range(250):
        legal = position.legal_moves()
        if not legal or position.is_won:
            break
        up = [move for move in legal if move.dst in game.slots]
        position.push(rng.choice(up or legal))
    return start, position


def hinted(game: Game, number: int) -> tuple[Position, Position]:
    """Every second move a hint, which was hardly thought about, and the others at random."""
    deck = Deal("ours", number).deck(game.rules)
    rng, start = random.Random(number), game.start(deck)
    position, knowledge = start.copy(), Knowledge(Identities(game, deck))
    for _ in range(150):
        legal = position.legal_moves()
        if not legal or position.is_won:
            break
        found = None
        if rng.random() < 0.5:
            found = hint(position, knowledge, thought=Thought(20))
        position.push(rng.choice(legal) if found is None else found.move)
    return start, position


# How many games in a sample and in all, and in how many of them at least a move must have lost the deal.
@pytest.mark.parametrize(
    ("name", "player", "games", "least"),
    [
        pytest.param("small-harp", careless, (10, 600), (1, 200), id="small-harp-careless"),
        pytest.param("klondike+draw-3", hinted, (2, 100), (1, 40), id="klondike+draw-3-hinted"),
        *(
            pytest.param(
                name,
                player,
                (0, games),
                (0, least),
                id=f"{name}-{player.__name__}",
                marks=pytest.mark.soak,
            )
            for name, player, games, least in [
                ("black-harp", careless, 600, 250),
                ("klondike+draw-1", careless, 600, 200),
                ("klondike+draw-3", careless, 500, 250),
                ("small-harp", hinted, 100, 1),
                ("black-harp", hinted, 100, 1),
                ("klondike+draw-1", hinted, 100, 1),
                ("big-harp+draw-3", careless, 100, 1),
                ("harp-9+small-4x2", careless, 200, 20),
            ]
        ),
    ],
)
def test_the_move_that_lost_the_deal_is_the_one(
    name: str,
    player: Player,
    games: tuple[int, int],
    least: tuple[int, int],
    record_property: Callable[[str, object], None],
) -> None:
    game = Game.named(name)
    found = 0
    for number in range(scale(*games)):
        at, end = player(game, number)
        moves = end.history
        reviewer = Reviewer(at, moves, Knowledge(Identities.from_position(at)))
        lost = losing_move(reviewer.verdicts())
        if lost is None:
            continue
        found += 1
        assert not end.is_won
        for move in moves[: lost - 1]:
            at.push(move)
        # Asked again, and searched another way.
        before = solve(at, seed=1)
        assert before.verdict is Verdict.WINNABLE
        replayed = at.copy()
        for move in before.line or ():
            replayed.push(move)
        assert replayed.is_won
        at.push(moves[lost - 1])
        assert solve(at, seed=1).verdict is Verdict.UNWINNABLE
    record_property("found", found)
    assert found >= scale(*least)


def test_the_mark_stands_only_where_both_are_proved() -> None:
    assert losing_move(("winnable", "unwinnable", "unwinnable")) == 1
    assert losing_move(("winnable", "winnable", "unwinnable")) == 2
    assert losing_move(("winnable", "unknown", "unwinnable")) is None
    assert losing_move(("unknown", "unwinnable")) is None
    assert losing_move(("unwinnable", "unwinnable")) is None
    assert losing_move(("winnable", "winnable")) is None
    assert losing_move(("winnable",)) is None


def test_what_every_move_is_judged_by_is_the_same_from_either_end() -> None:
    """A verdict of each position alone agrees with that which was found by halving."""
    game = Game.named("small-harp+small-4x4")
    for number in range(scale(12, 200)):
        at, end = careless(game, number)
        verdicts = Reviewer(at, end.history, Knowledge(Identities.from_position(at))).verdicts()
        alone = [Core.of(game).solve(at.state).verdict]
        for move in end.history:
            at.push(move)
            alone.append(Core.of(game).solve(at.state).verdict)
        assert verdicts == tuple(alone)
