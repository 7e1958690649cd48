"""Perft for patience: how many lines and how many positions a game has, move by move (``docs/perft.md``).

Two programs that play by the same rules count the same; the first depth at which they differ is where to look.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import islice

from arfa.engine.position import Position
from arfa.engine.state import State


def paths(position: Position, depth: int) -> tuple[int, ...]:
    """How many sequences of legal moves there are of each length from 0 to ``depth``.

    Two sequences are different when a move is, even if they lead to the same position.
    """
    game, layer = position.game, Counter([position.state])
    counts = [1]
    for _ in range(depth):
        following: Counter[State] = Counter()
        for state, times in layer.items():
            for move in game.legal_moves(state):
                following[game.apply(state, move)[0]] += times
        layer = following
        counts.append(layer.total())
    return tuple(counts)


def states(position: Position, depth: int) -> tuple[int, ...]:
    """How many canonical positions are reached after d moves and no fewer, for each d from 0 to ``depth``."""
    return tuple(islice(_layers(position), depth + 1))


def space(position: Position, limit: int) -> int | None:
    """How many canonical positions can be reached at all, the first one included; None when more than ``limit``."""
    total = 0
    for size in _layers(position):
        total += size
        if total > limit:
            return None
        if not size:
            break
    return total


def _layers(position: Position) -> Iterator[int]:
    """The sizes of the layers of a breadth-first search, without end (0 when nothing new is left)."""
    at = Position(position.game, position.state)
    seen, layer = {at.key()}, [at.state]
    while True:
        yield len(layer)
        following: list[State] = []
        for state in layer:
            at.state = state
            for move in at.legal_moves():
                at.push_legal(move)
                if at.key() not in seen:
                    seen.add(at.key())
                    following.append(at.state)
                at.pop()
        layer = following
