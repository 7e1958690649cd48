"""Slow and simple second opinions, written apart from the engine's own."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Hashable
from dataclasses import dataclass, field

from arfa.engine.game import Game
from arfa.engine.moves import REDEAL, Move
from arfa.engine.position import Position
from arfa.engine.state import State

# -- stuck --------------------------------------------------------------------------------------------------


@dataclass
class Closure:
    """What can be reached by moves that can be taken back (rulebook 1.2)."""

    event: str = ""
    """The first event found: something that cannot be taken back; empty when there is none."""
    states: int = 0
    tables: set[Hashable] = field(default_factory=set)
    """The different arrangements of the columns and foundations."""


def closure(game: Game, start: State, *, drawing: bool, limit: int) -> Closure | None:
    """Search the whole closure of a state, drawn cards and all; None when it has more than ``limit`` states.

    Events: a card goes up that was not up at the start; a card turns up; a card leaves the hand or the stock; a row, a
    group or a reshuffle is dealt; a move after which no move leads back.
    """
    was_up, found = _up(game, start), Closure()
    seen, todo = {_key(game, start)}, [start]
    while todo:
        state = todo.pop()
        found.states += 1
        found.tables.add(_table(game, state))
        for move in game.mechanics[0].moves(state):
            after, _ = game.apply(state, move)
            found.event = _event(game, state, after, move, was_up)
            if found.event:
                return found
            _meet(game, after, seen, todo)
        for move in _draws(game, state) if drawing else ():
            after, _ = game.apply(state, move)
            if move.dst not in ("w", "o", "s"):
                found.event = f"{move}: cards are dealt"
                return found
            if _in_hand(game, after) != _in_hand(game, state):
                found.event = f"{move}: an ace leaves at once"
                return found
            _meet(game, after, seen, todo)
        if len(seen) > limit:
            return None
    return found


def _event(game: Game, before: State, after: State, move: Move, was_up: Counter[int]) -> str:
    if move == REDEAL:
        return "a reshuffle"
    if _up(game, after) - was_up:
        return f"{move}: a card goes up"
    if sum(after.down) != sum(before.down):
        return f"{move}: a card turns up"
    if _in_hand(game, after) != _in_hand(game, before):
        return f"{move}: a card leaves the hand"
    back = (game.apply(after, m)[0] for m in game.mechanics[0].moves(after))
    if _key(game, before) not in {_key(game, state) for state in back}:
        return f"{move} cannot be taken back"
    return ""


def _draws(game: Game, state: State) -> list[Move]:
    """The actions of the stock.  A gate does not matter: it is open wherever there is no event without drawing."""
    actions = (Move(src, dst) for src, dst in game.stock.actions)
    return [move for move in actions if game.stock.possible(state, move) is None]


def _meet(game: Game, state: State, seen: set[Hashable], todo: list[State]) -> None:
    key = _key(game, state)
    if key not in seen:
        seen.add(key)
        todo.append(state)


def _up(game: Game, state: State) -> Counter[int]:
    return Counter(c for i in game.foundations for c in state.piles[i])


def _in_hand(game: Game, state: State) -> Counter[int]:
    names = enumerate(game.pile_names)
    return Counter(c for i, n in names if n[0] in "swox" for c in state.piles[i])


def _key(game: Game, state: State) -> Hashable:
    return Position(game, state).key()


def _table(game: Game, state: State) -> Hashable:
    up = sorted((game.suits[i], state.piles[i]) for i in game.foundations)
    return tuple(up), tuple(sorted(state.piles[i] for i in game.columns))


# -- winning ------------------------------------------------------------------------------------------------


@dataclass
class Space:
    """All positions that can be reached, each by a representative, and which of them can be won."""

    states: dict[Hashable, State]
    winnable: set[Hashable]
    """The keys from which a win can be reached without a further mercy move."""


def whole_space(position: Position, limit: int) -> Space | None:
    """Every position that can be reached and whether it can be won; None when there are more than ``limit``."""
    game = position.game
    states: dict[Hashable, State] = {position.key(): position.state}
    parents: dict[Hashable, set[Hashable]] = defaultdict(set)
    todo = [position.key()]
    while todo:
        key = todo.pop()
        for move in game.legal_moves(states[key]):
            after, _ = game.apply(states[key], move)
            reached = _key(game, after)
            if not move.mercy:
                parents[reached].add(key)
            if reached not in states:
                states[reached] = after
                todo.append(reached)
        if len(states) > limit:
            return None
    winnable = {key for key, state in states.items() if game.is_won(state)}
    todo = list(winnable)
    while todo:
        for parent in parents[todo.pop()] - winnable:
            winnable.add(parent)
            todo.append(parent)
    return Space(states, winnable)
