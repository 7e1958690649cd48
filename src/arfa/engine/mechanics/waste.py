"""The stock that is turned onto a waste (rulebook 1.a.7, 1.a.8, 2.a V1, 4.a.3)."""

from __future__ import annotations

from collections.abc import Container
from typing import TYPE_CHECKING

from arfa.cards import Card
from arfa.engine.mechanics.stock import Stock
from arfa.engine.moves import Move
from arfa.engine.state import State
from arfa.errors import Message
from arfa.rules.spec import WasteStock

if TYPE_CHECKING:
    from arfa.engine.game import Game


class Waste(Stock):
    """Draw some cards face up onto the waste; when the stock is empty, turn the waste over, unshuffled."""

    actions = (("s", "w"), ("w", "s"))

    def __init__(self, game: Game, spec: WasteStock) -> None:
        super().__init__(game)
        self.spec = spec
        self.w = game.index["w"]

    @property
    def gated(self) -> bool:
        return self.spec.draw_when_stuck

    @property
    def one_by_one(self) -> bool:
        """Whether every card can be had whenever it is wanted."""
        spec = self.spec
        return spec.draw == 1 and spec.redeals == "unlimited" and not spec.draw_when_stuck

    def hand(self, state: State) -> tuple[tuple[str, Card], ...]:
        waste = state.piles[self.w]
        return (("w", waste[-1]),) if waste else ()

    def take(self, state: State, src: str) -> State:
        return state.with_pile(self.w, state.piles[self.w][:-1])

    def reach(self, state: State) -> frozenset[Card]:
        """The tops of the waste from here to the end of the stock, and those of a whole pass if a redeal is left."""
        stock, waste = state.piles[self.s], state.piles[self.w]
        cards, drawn, n = waste + stock[::-1], len(waste), self.spec.draw
        stops = {drawn, *range(drawn + n, len(cards), n), len(cards)}
        if self._redeal_left(state):
            stops.update(range(n, len(cards), n))
        return frozenset(cards[stop - 1] for stop in stops if stop)

    def turn_to(self, state: State, wanted: Container[Card]) -> tuple[list[Move], State] | None:
        """One action or more, up to the first that brings a wanted card to the top of the waste; not past the gate.

        None where there is none, within two passes.  Nothing has gone up by itself in the state yet.
        """
        stock, waste = state.piles[self.s], state.piles[self.w]
        cards, at, n = waste + stock[::-1], len(waste), self.spec.draw
        draw, redeal = (Move(src, dst) for src, dst in self.actions)
        moves: list[Move] = []
        used = state.redeals
        unlimited = self.spec.redeals == "unlimited"
        while cards and len(moves) <= 2 * len(cards) + 2:
            if at < len(cards):
                at = min(at + n, len(cards))
                moves.append(draw)
                if cards[at - 1] in wanted:
                    piles = {self.s: cards[at:][::-1], self.w: cards[:at]}
                    return moves, state.with_piles(piles)._replace(redeals=used)
                continue
            if not unlimited:
                if used >= int(self.spec.redeals):
                    break
                used += 1
            at = 0
            moves.append(redeal)
        return None

    def empty_hand(self, state: State, src: str) -> Message:
        return Message("waste-empty")

    def possible(self, state: State, move: Move) -> Message | None:
        stock, waste = state.piles[self.s], state.piles[self.w]
        if move.src == "s":
            if stock:
                return None
            return Message("stock-empty-redeal" if waste else "stock-empty")
        if stock:
            return Message("redeal-stock-left", n=len(stock))
        if not self._redeal_left(state):
            return Message("redeal-none-left", n=self.spec.redeals)
        return None if waste else Message("stock-empty")

    def _redeal_left(self, state: State) -> bool:
        return self.spec.redeals == "unlimited" or state.redeals < self.spec.redeals

    def apply(self, state: State, move: Move) -> State:
        stock, waste = state.piles[self.s], state.piles[self.w]
        if move.src == "s":
            n = min(self.spec.draw, len(stock))
            return state.with_piles({self.s: stock[:-n], self.w: waste + stock[: -n - 1 : -1]})
        # Where redeals are unlimited they do not decide the future, so they are not counted.
        used = 0 if self.spec.redeals == "unlimited" else state.redeals + 1
        return state.with_piles({self.s: waste[::-1], self.w: ()})._replace(redeals=used)
