"""The representative of positions that differ only in the order of interchangeable piles."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arfa.engine.mechanics.groups import Groups
from arfa.engine.mechanics.onto_columns import OntoColumns
from arfa.engine.state import State

if TYPE_CHECKING:
    from arfa.engine.game import Game


def canonical_state(game: Game, state: State) -> State:
    """The state with its interchangeable piles sorted.

    Interchangeable are the foundations of one kind and suit, the rows of a grid, the cards of an extra row, and the
    columns, unless their order decides where cards of the stock will fall (Паук until its last redeal is used).
    """
    piles = list(state.piles)
    for same in game.twins:
        ordered = sorted([piles[i] for i in same], reverse=True)
        for i, pile in zip(same, ordered, strict=True):
            piles[i] = pile
    if game.rules.grid is not None:
        width = game.rules.grid.places
        rows = sorted(tuple(piles[r : r + width]) for r in range(0, len(piles), width))
        return state._replace(piles=tuple(place for row in rows for place in row))
    row = game.index.get("x")
    if row is not None:
        piles[row] = tuple(sorted(piles[row]))
    down, merciful = state.down, state.merciful
    if columns_interchange(game, state):
        order = sorted([(piles[i], down[k], merciful >> k & 1) for k, i in enumerate(game.columns)])
        down = tuple([d for _, d, _ in order])
        if merciful:
            merciful = sum(bit << k for k, (_, _, bit) in enumerate(order))
        for i, (pile, _, _) in zip(game.columns, order, strict=True):
            piles[i] = pile
    return State(tuple(piles), down, state.redeals, state.free, merciful, state.breaches)


def columns_interchange(game: Game, state: State) -> bool:
    """Whether the order of the columns is without meaning for the rest of the game."""
    if isinstance(game.stock, OntoColumns):
        return not state.piles[game.stock.s]
    if isinstance(game.stock, Groups):
        return state.free and state.redeals >= game.stock.spec.redeals
    return True
