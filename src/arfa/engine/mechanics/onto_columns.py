"""A stock that deals a card onto every column (rulebook 2.b B3, «Склон»)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arfa.cards import Card
from arfa.engine.mechanics.stock import Stock
from arfa.engine.moves import Move
from arfa.engine.state import State
from arfa.errors import Message
from arfa.rules.spec import ColumnsStock

if TYPE_CHECKING:
    from arfa.engine.game import Game


class OntoColumns(Stock):
    """One card face up onto each column from the left, as far as the stock goes."""

    actions = (("s", "t"),)

    def __init__(self, game: Game, spec: ColumnsStock) -> None:
        super().__init__(game)
        self.spec = spec

    @property
    def gated(self) -> bool:
        return self.spec.draw_when_stuck

    def possible(self, state: State, move: Move) -> Message | None:
        if not state.piles[self.s]:
            return Message("stock-empty")
        if self.spec.spaces == "refused":
            for i in self.game.columns:
                if not state.piles[i]:
                    return Message("deal-space", pile=self.game.pile_names[i])
        return None

    def apply(self, state: State, move: Move) -> State:
        return deal_group(state, self.s, self.game.columns)

    def turned(self, before: State, after: State, move: Move) -> tuple[tuple[str, Card], ...]:
        n = len(before.piles[self.s]) - len(after.piles[self.s])
        return group_of(self.game, after, n)


def deal_group(state: State, stock: int, columns: tuple[int, ...]) -> State:
    """One card from the stock onto each of the columns in turn, as far as it goes."""
    cards = state.piles[stock]
    n = min(len(columns), len(cards))
    changes = {stock: cards[:-n]}
    for i, c in zip(columns, cards[: -n - 1 : -1], strict=False):
        changes[i] = (*state.piles[i], c)
    return state.with_piles(changes)


def group_of(game: Game, after: State, n: int) -> tuple[tuple[str, Card], ...]:
    """The n cards of the group that was dealt last: (column, card)."""
    return tuple((game.pile_names[i], after.piles[i][-1]) for i in game.columns[:n])
