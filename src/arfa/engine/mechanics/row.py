"""The extra open row of Арфа большая (rulebook 2.a V2, B1, B2)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arfa.cards import Card
from arfa.engine.mechanics.stock import Stock
from arfa.engine.moves import Move
from arfa.engine.state import State
from arfa.errors import Message
from arfa.rules.spec import RowStock

if TYPE_CHECKING:
    from arfa.engine.game import Game


class Row(Stock):
    """A row of open cards, all of them playable, dealt only when the position is stuck.

    ``x3`` is the third card of the row; where new rows cover old ones, it is the third pile.
    """

    actions = (("s", "x"),)

    def __init__(self, game: Game, spec: RowStock) -> None:
        super().__init__(game)
        self.spec = spec
        self.piles = tuple(i for i, name in enumerate(game.pile_names) if name[0] == "x")

    @property
    def gated(self) -> bool:
        return True

    def hand(self, state: State) -> tuple[tuple[str, Card], ...]:
        if self.spec.mode == "accumulate":
            row = state.piles[self.piles[0]]
            return tuple((f"x{n}", c) for n, c in enumerate(row, 1))
        tops = ((n, state.piles[i]) for n, i in enumerate(self.piles, 1))
        return tuple((f"x{n}", pile[-1]) for n, pile in tops if pile)

    def take(self, state: State, src: str) -> State:
        n = int(src[1:]) - 1
        if self.spec.mode == "accumulate":
            row = state.piles[self.piles[0]]
            return state.with_pile(self.piles[0], row[:n] + row[n + 1 :])
        return state.with_pile(self.piles[n], state.piles[self.piles[n]][:-1])

    def possible(self, state: State, move: Move) -> Message | None:
        return None if state.piles[self.s] else Message("stock-empty")

    def apply(self, state: State, move: Move) -> State:
        stock = state.piles[self.s]
        n = min(self.spec.size, len(stock))
        dealt, rest = stock[: -n - 1 : -1], stock[:-n]
        changes = {self.s: rest}
        if self.spec.mode == "accumulate":
            changes[self.piles[0]] = state.piles[self.piles[0]] + dealt
        else:
            for i, c in zip(self.piles, dealt, strict=False):
                changes[i] = (*state.piles[i], c)
        return state.with_piles(changes)

    def turned(self, before: State, after: State, move: Move) -> tuple[tuple[str, Card], ...]:
        n = len(before.piles[self.s]) - len(after.piles[self.s])
        hand = self.hand(after)
        return hand[len(hand) - n :] if self.spec.mode == "accumulate" else hand[:n]
