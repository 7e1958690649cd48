"""Plain exhaustive search over the referee, without any trick: the truth for small decks.

It knows no rule and leaves nothing out, so that it can be believed; every other search is measured against it.
"""

from __future__ import annotations

from collections.abc import Hashable

from arfa.engine.moves import Move
from arfa.engine.position import Position
from arfa.engine.state import State
from arfa.solver.verdict import Result, lost, proved_win, undecided

#: How many positions are met before the search gives up (about half a gigabyte for one short deck).
DEFAULT_STATES = 1_000_000


def brute_force(position: Position, *, states: int = DEFAULT_STATES) -> Result:
    """Whether a position can be won; ``unknown`` when more than ``states`` positions would have to be kept.

    Depth first, the first legal move first, each canonical position once.  What mercy opens waits until everything
    without it is exhausted, so that a line has as few breaches as any.  For a lost position ``Result.states`` is the
    size of its whole space, whatever the order of the search.
    """
    seen: set[Hashable] = {position.key()}
    if position.is_won:
        return proved_win(position, (), 1)
    # Of each position met, its parent and the move.
    came: list[tuple[int, Move | None]] = [(0, None)]
    now = [(position.state, 0)]
    merciful: list[tuple[State, int]] = []  # to be looked at when `now` is exhausted
    at = Position(position.game, position.state)
    while now or merciful:
        if not now:
            now, merciful = merciful, now
        at.state, parent = now.pop()
        for move in reversed(at.legal_moves()):
            at.push_legal(move)
            key = at.key()
            if key not in seen:
                if len(seen) >= states:
                    return undecided(len(seen), "states")
                seen.add(key)
                came.append((parent, move))
                if at.is_won:
                    return proved_win(position, _line(came), len(seen))
                (merciful if move.mercy else now).append((at.state, len(came) - 1))
            at.pop()
    return lost(len(seen))


def _line(came: list[tuple[int, Move | None]]) -> tuple[Move, ...]:
    """The moves from the first position to the last one met."""
    line: list[Move] = []
    node = len(came) - 1
    while node:
        node, move = came[node]
        assert move is not None
        line.append(move)
    return tuple(reversed(line))
