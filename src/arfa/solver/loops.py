"""Loops of a line: moves between two positions that are the same but for the order of interchangeable piles."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from arfa.engine.canonical import canonical_state, columns_interchange
from arfa.engine.game import Game
from arfa.engine.moves import Move
from arfa.engine.state import State


def without_loops(game: Game, start: State, line: Sequence[Move]) -> tuple[Move, ...]:
    """A legal line without what lies between two positions with one canonical form.

    What follows is played on with the piles that are now in the place of its own, so that it leads on as it did.  No
    two positions of the line are alike afterwards.
    """
    moves, states = list(line), _states(game, start, line)
    keys = [canonical_state(game, state) for state in states]
    last = {key: n for n, key in enumerate(keys)}
    n = 0
    while n < len(moves):
        end = last[keys[n]]
        made = _played_on(game, states[n], states[end:], moves[end:]) if end > n else None
        if made is not None:
            moves[n:], states[n:] = made
            del keys[n:end]
            last = {key: n for n, key in enumerate(keys)}
        n += 1
    return tuple(moves)


def _states(game: Game, state: State, moves: Sequence[Move]) -> list[State]:
    states = [state]
    for move in moves:
        states.append(game.apply(states[-1], move)[0])
    return states


def _played_on(
    game: Game, state: State, others: Sequence[State], moves: Sequence[Move]
) -> tuple[list[Move], list[State]] | None:
    """Moves that were made from the first of some other states, made from one that is like it; and the states.

    None where one of them cannot be made.
    """
    names = _names(game, others[0], state)
    made, states = list[Move](), [state]
    for other, move in zip(others, moves, strict=False):
        renamed = move._replace(
            src=_source(game, other, state, names.get(move.src, move.src), move),
            dst=names.get(move.dst, move.dst),
        )
        if game.refusal(state, renamed) is not None:
            return None
        made.append(renamed)
        state = game.apply(state, renamed)[0]
        states.append(state)
    alike = canonical_state(game, state) == canonical_state(game, others[-1])
    return (made, states) if alike else None


def _names(game: Game, other: State, state: State) -> dict[str, str]:
    """The columns and cells of one state by those of another that is like it."""
    groups: list[list[tuple[Any, list[int]]]] = [[], []]
    for side, now in enumerate((other, state)):
        if game.rules.grid is not None:
            width = game.rules.grid.places
            rows = [list(range(r, r + width)) for r in range(0, len(now.piles), width)]
            groups[side] = [([now.piles[i] for i in row], row) for row in rows]
        elif columns_interchange(game, now):
            groups[side] = [
                ((now.piles[i], now.down[k], now.merciful >> k & 1), [i])
                for k, i in enumerate(game.columns)
            ]
        groups[side].sort()  # alike in both, so that equals come together
    return {
        game.pile_names[a]: game.pile_names[b]
        for (_, those), (_, these) in zip(*groups, strict=True)
        for a, b in zip(those, these, strict=True)
    }


def _source(game: Game, other: State, state: State, name: str, move: Move) -> str:
    """Where the card of a move lies: a card of an extra row, or a foundation, is the one that looks the same."""
    row = game.index.get("x")
    if row is not None and move.src not in game.index and move.src.startswith("x"):
        card = other.piles[row][int(move.src[1:]) - 1]
        return f"x{state.piles[row].index(card) + 1}" if card in state.piles[row] else name
    i = game.index.get(move.src)
    for same in game.twins:
        if i in same:
            return next(
                (game.pile_names[j] for j in same if state.piles[j] == other.piles[i]), name
            )
    return name
