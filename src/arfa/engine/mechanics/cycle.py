"""The cyclic pile of Чёрная арфа (rulebook 3.1): turn, play or pass."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arfa.cards import Card
from arfa.engine.mechanics.stock import Stock
from arfa.engine.moves import Move
from arfa.engine.state import State
from arfa.errors import Message
from arfa.rules.spec import CycleStock

if TYPE_CHECKING:
    from arfa.engine.game import Game


class Cycle(Stock):
    """TURN (``so``) passes cards from the bottom to the top and opens the next; PASS (``os``) puts it on top.

    The pile is listed from its bottom up; the opened card lies apart, in the place ``o``.
    """

    actions = (("s", "o"), ("o", "s"))

    def __init__(self, game: Game, spec: CycleStock) -> None:
        super().__init__(game)
        self.spec = spec
        self.o = game.index["o"]

    @property
    def gated(self) -> bool:
        return self.spec.draw_when_stuck

    def refusal(self, state: State, move: Move) -> Message | None:
        if move.src == "o":  # passing is no turning: the gate does not stand before it
            return self.possible(state, move)
        return super().refusal(state, move)

    def hand(self, state: State) -> tuple[tuple[str, Card], ...]:
        opened = state.piles[self.o]
        return (("o", opened[0]),) if opened else ()

    def take(self, state: State, src: str) -> State:
        return state.with_pile(self.o, ())

    def reach(self, state: State) -> frozenset[Card]:
        """The opened card, and every card that fruitless turns open until the circle is closed (3.2)."""
        opened = state.piles[self.o]
        pile = state.piles[self.s] + opened
        n = len(pile)
        if not n:
            return frozenset()
        skip = self.spec.skip % n
        return frozenset(opened) | {pile[(skip + turn * (skip + 1)) % n] for turn in range(n)}

    def empty_hand(self, state: State, src: str) -> Message:
        return Message("cycle-closed")

    def possible(self, state: State, move: Move) -> Message | None:
        opened = state.piles[self.o]
        if move.src == "s":
            if opened:
                return Message("cycle-open", card=opened[0])
            return None if state.piles[self.s] else Message("stock-empty")
        if not opened:
            return Message("cycle-closed")
        if self.spec.forced_play and self.game.building.playable(state, opened[0]):
            return Message("cycle-forced", card=opened[0])
        return None

    def apply(self, state: State, move: Move) -> State:
        pile = state.piles[self.s]
        if move.src == "s":
            skip = self.passed(state, move)
            return self._open(state, pile[skip:] + pile[:skip])
        return state.with_piles({self.s: pile + state.piles[self.o], self.o: ()})

    def turned(self, before: State, after: State, move: Move) -> tuple[tuple[str, Card], ...]:
        return self.hand(after) if before.piles[self.o] != after.piles[self.o] else ()

    def passed(self, state: State, move: Move) -> int:
        # All of a small pile passed once round lie as before: of two cards none is passed (rulebook 3.1).
        pile = state.piles[self.s]
        return self.spec.skip % len(pile) if move.src == "s" and pile else 0

    def after_play(self, state: State) -> State:
        pile = state.piles[self.s]
        return self._open(state, pile) if self.spec.open_next and pile else state

    def _open(self, state: State, pile: tuple[Card, ...]) -> State:
        return state.with_piles({self.s: pile[1:], self.o: pile[:1]})
