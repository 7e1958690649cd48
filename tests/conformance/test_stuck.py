"""Stuck (rulebook 1.2): never said while something can be reached, and always said when nothing can."""

from __future__ import annotations

import pytest

from arfa.deals.shuffle import Xoshiro256
from arfa.engine import stuck
from arfa.engine.game import Game
from arfa.engine.outcome import Outcome
from arfa.engine.position import Position
from tests.conformance import reference
from tests.conformance.checks import check_state
from tests.conformance.walks import position_at_random, positions
from tests.scale import scale
from tools.vectors import all_names, deck_of

CLOSURE = scale(150, 2_000)
"""Larger closures are passed over."""
SPACE = scale(150, 2_000)


@pytest.mark.rule("1.2.stuck", "3.2", "3.3")
@pytest.mark.parametrize("name", all_names())
def test_against_a_search_of_the_whole_closure(name: str) -> None:
    """The referee's answer, a count of places for the Klondike type, is that of a search without any cleverness."""
    game = Game.named(name)
    for position in positions(game, 100, scale(6, 30), 120):
        if position.is_won:
            assert not position.is_stuck()
            continue
        for drawing in (True, False):
            found = reference.closure(game, position.state, drawing=drawing, limit=CLOSURE)
            if found is None:
                continue
            said = game.is_stuck(position.state, drawing=drawing)
            if said or len(found.tables) < stuck.BOUND:
                assert said == (not found.event), (str(position), drawing, found.event)


@pytest.mark.rule("1.2.stuck", "3.2")
@pytest.mark.parametrize("name", [n for n in all_names() if stuck.klondike_type(Game.named(n))])
def test_counting_places_is_searching_arrangements(name: str) -> None:
    """The same for positions at random, of which many more are dead ends or all but."""
    game, random = Game.named(name), Xoshiro256.seeded(4)
    answers = set()
    for _ in range(scale(12, 200)):
        position = position_at_random(game, random)
        if position.is_won:
            continue
        check_state(game, position.state)
        for drawing in (True, False):
            found = reference.closure(game, position.state, drawing=drawing, limit=CLOSURE)
            if found is not None:
                said = game.is_stuck(position.state, drawing=drawing)
                assert said == (not found.event), (str(position), drawing, found.event)
                answers.add(said)
    assert answers


@pytest.mark.rule("1.2.stuck", "1.2.no_move")
@pytest.mark.parametrize("name", all_names(small=True))
def test_no_stuck_position_can_be_won(name: str) -> None:
    """Every position of whole small games (field report 37); mercy, where there is some, is not counted."""
    game = Game.named(name)
    for number in range(scale(3, 12)):
        space = reference.whole_space(game.start(deck_of(name, number)), SPACE)
        if space is None:
            continue
        for key, state in space.states.items():
            outcome = Position(game, state).outcome()
            if outcome in (Outcome.STUCK, Outcome.NO_MOVE):
                assert key not in space.winnable, str(Position(game, state))
            assert (outcome is Outcome.WON) == game.is_won(state)
            if outcome is Outcome.NO_MOVE:
                assert not game.legal_moves(state)
            if not game.legal_moves(state):
                assert outcome in (Outcome.NO_MOVE, Outcome.WON)


@pytest.mark.rule("1.2.stuck")
@pytest.mark.parametrize("name", [n for n in all_names(small=True) if "worry-back" not in n])
def test_stuck_is_left_by_mercy_alone(name: str) -> None:
    """From a stuck position every other move leads to a stuck position: shuttles keep nothing alive."""
    game = Game.named(name)
    for position in positions(game, 200, scale(10, 60)):
        if position.outcome() is Outcome.STUCK:
            for move in position.legal_moves():
                if not move.mercy:
                    assert game.is_stuck(game.apply(position.state, move)[0]), (str(position), move)
