"""Random games of every patience with every variant: nothing is lost, nothing is forgotten, all can be taken back."""

from __future__ import annotations

import pytest

from arfa.deals.shuffle import Xoshiro256
from arfa.engine.game import Game
from arfa.engine.moves import Move
from arfa.engine.position import IllegalMove, Position
from arfa.engine.state import State
from arfa.rules.load import game_ids
from tests.conformance.checks import (
    candidates,
    check_identity,
    check_moves,
    check_push,
    check_refusals,
    check_state,
    check_text,
    check_view,
)
from tests.conformance.walks import choose, positions
from tests.scale import SOAK, scale
from tools.vectors import all_names, names

NAMES = all_names()
MOVES = scale(2_000, 100_000)
"""How many random moves each patience makes, spread over its variants."""
LONGEST = 200
SHARE = {name: -(-MOVES // len(names(game))) for game in game_ids() for name in names(game)}


@pytest.mark.rule("1.a.3", "1.a.5", "0.7")
@pytest.mark.parametrize("name", NAMES)
def test_random_games(name: str) -> None:
    """The invariants hold after every call, and each game is undone to its start (field report 25) and redone."""
    game = Game.named(name)
    made, number = 0, 0
    while made < SHARE[name]:
        made += max(1, play(game, number, min(LONGEST, SHARE[name] - made)))
        number += 1


def play(game: Game, number: int, length: int) -> int:
    """A checked random game; returns how many moves it had."""
    position = game.start(_deck(game, number))
    random = Xoshiro256.seeded(number)
    start = position.copy()
    trail: list[tuple[State, list[Move]]] = []
    while len(trail) < length:
        moves = check_moves(position)
        if not moves:
            assert position.no_move()
            break
        trail.append((position.state, moves))
        move = choose(moves, game, random)
        if SOAK or len(trail) % 8 == 1:
            check_push(position, move)
        else:
            position.push(move)
            check_state(game, position.state)
        if len(trail) % 16 == 1:
            check_text(position)
            check_view(position)
    check_text(position)
    undo_and_redo(position, start, trail)
    return len(trail)


def undo_and_redo(
    position: Position, start: Position, trail: list[tuple[State, list[Move]]]
) -> None:
    """Take everything back, step by step what it was on the way out, and do it all again."""
    end, line = position.state, position.history
    for state, moves in reversed(trail):
        position.pop()
        assert position.state == state
        assert position.legal_moves() == moves
    assert position == start
    assert position.history == ()
    with pytest.raises(IndexError):
        position.pop()
    assert position == start
    for move in line:
        position.push(move)
    assert position.state == end
    assert position.history == line


def _deck(game: Game, number: int) -> tuple[int, ...]:
    from arfa.deals.shuffle import shuffled

    return shuffled(game.pack(), number)


@pytest.mark.parametrize("name", NAMES)
def test_legal_is_what_nothing_is_said_against(name: str) -> None:
    """Over all moves that could be said: listed exactly when not refused, and every refusal has its words."""
    for position in positions(Game.named(name), 50, scale(2, 10)):
        check_refusals(position)


@pytest.mark.parametrize("name", NAMES)
def test_a_refused_move_changes_nothing(name: str) -> None:
    random = Xoshiro256.seeded(1)
    for position in positions(Game.named(name), 60, 2):
        before, history = position.state, position.history
        said = list(candidates(position))
        for move in (said[random.below(len(said))] for _ in range(40)):
            if position.refusal(move) is None:
                continue
            with pytest.raises(IllegalMove) as caught:
                position.push(move)
            assert caught.value.move == move
            assert caught.value.message == position.refusal(move)
            assert position.state is before
            assert position.history == history


@pytest.mark.parametrize("name", NAMES)
def test_interchangeable_piles_may_change_places(name: str) -> None:
    random = Xoshiro256.seeded(3)
    for position in positions(Game.named(name), 70, scale(4, 30)):
        check_identity(position, random)


@pytest.mark.parametrize("name", NAMES)
def test_keys_are_equal_exactly_when_canonical_texts_are(name: str) -> None:
    game = Game.named(name)
    by_key: dict[object, str] = {}
    by_text: dict[str, object] = {}
    for position in positions(game, 80, scale(6, 30)):
        for move in (None, *position.legal_moves()):
            state = position.state if move is None else game.apply(position.state, move)[0]
            after = Position(game, state)
            text = str(after.canonical())
            assert by_key.setdefault(after.key(), text) == text
            assert by_text.setdefault(text, after.key()) == after.key()
