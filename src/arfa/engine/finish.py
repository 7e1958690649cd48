"""The end of a patience that plays itself: nothing is left but to carry the cards away."""

from __future__ import annotations

from arfa.engine.auto import all_lifts, safe_lifts
from arfa.engine.mechanics.cycle import Cycle
from arfa.engine.mechanics.gaps import Gaps
from arfa.engine.mechanics.row import Row
from arfa.engine.mechanics.waste import Waste
from arfa.engine.moves import REDEAL, Move
from arfa.engine.position import Position
from arfa.engine.state import State


def finish(position: Position) -> tuple[Move, ...] | None:
    """The moves that win the patience by carrying cards away and drawing alone; None when that does not win it.

    It is tried out, not judged by the looks of it (field report 34): a stock that is turned three cards at a time may
    hold the cards in an order that does not come out.  The position stays as it is.
    """
    game, state = position.game, position.state
    gaps = game.mechanics[0]
    if game.is_won(state) or any(state.down):
        return None
    if isinstance(gaps, Gaps) and not _open_ends(gaps, state):
        return None
    at, line = Position(game, state), list[Move]()
    seen: set[State] = set()  # since the last card went up
    while not at.is_won:
        if isinstance(gaps, Gaps):
            move = _into_place(gaps, at)
        else:
            move = _up(at)
            if move is None:
                move = _draw(at)
                if move is None or at.state in seen:
                    return None
                seen.add(at.state)
            else:
                seen.clear()
        if move is None:
            return None
        at.push_legal(move)
        line.append(move)
    return tuple(line)


def _up(at: Position) -> Move | None:
    """A card to a foundation, a safe one first."""
    safe = next(safe_lifts(at.game, at.state), None)
    return safe or next(all_lifts(at.game, at.state), None)


def _draw(at: Position) -> Move | None:
    """What the stock does next, where it brings cards one after the other and nothing else changes."""
    if not isinstance(at.game.stock, (Waste, Cycle, Row)):
        return None
    return next(iter(at.game.stock.moves(at.state)), None)


def _open_ends(gaps: Gaps, state: State) -> bool:
    """Whether some row has a gap behind its cards that are in place: a cheap look before the moves are listed."""
    return any(len(row) > (n := gaps.sequence(row)) and not row[n] for row in gaps.rows(state))


def _into_place(gaps: Gaps, at: Position) -> Move | None:
    """A card that is not in its place yet into the gap behind those of a row that are."""
    names, width = at.game.pile_names, gaps.grid.places
    ends: set[str] = set()
    placed: set[str] = set()
    for r, row in enumerate(gaps.rows(at.state)):
        n = gaps.sequence(row)
        ends.add(names[r * width + n] if n < width else "")
        placed.update(names[r * width : r * width + n])
    for move in gaps.moves(at.state):
        if move != REDEAL and move.dst in ends and move.src not in placed:
            return move
    return None
