"""What all stocks have in common; alone, it is the stock of a patience that has none."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arfa.cards import Card
from arfa.engine.moves import Move
from arfa.engine.state import State
from arfa.errors import Message

if TYPE_CHECKING:
    from arfa.engine.game import Game


class Stock:
    """The face-down cards left over by the deal, and the hand: the cards of it that can be played now."""

    #: Its actions as (source, destination): draw, redeal, ...
    actions: tuple[tuple[str, str], ...] = ()

    def __init__(self, game: Game) -> None:
        self.game = game
        self.s = game.index.get("s", -1)

    # -- the hand -------------------------------------------------------------------------------------------

    def hand(self, state: State) -> tuple[tuple[str, Card], ...]:
        """The cards that can be played from here: (source, card)."""
        return ()

    def take(self, state: State, src: str) -> State:
        """The state without that card of the hand."""
        raise NotImplementedError

    def empty_hand(self, state: State, src: str) -> Message:
        """Why there is no card to be played at a source of the hand."""
        return Message("source-empty", pile=src)

    def reach(self, state: State) -> frozenset[Card]:
        """All cards that can be had by drawing and redealing without playing any (rulebook 1.2, 3.3)."""
        return frozenset(c for _, c in self.hand(state))

    # -- its actions ----------------------------------------------------------------------------------------

    @property
    def gated(self) -> bool:
        """Whether its cards are turned only when the position is stuck without them."""
        return False

    def owns(self, move: Move) -> bool:
        """Whether the move is one of the actions of this stock."""
        return (move.src, move.dst) in self.actions

    def moves(self, state: State) -> list[Move]:
        """Its legal actions."""
        found = (Move(src, dst) for src, dst in self.actions)
        return [move for move in found if self.refusal(state, move) is None]

    def refusal(self, state: State, move: Move) -> Message | None:
        """Why an action is not legal now."""
        why = self.possible(state, move)
        if why is None and self.gated and not self.game.is_stuck(state, drawing=False):
            return Message("draw-not-stuck")
        return why

    def possible(self, state: State, move: Move) -> Message | None:
        """Why an action is not possible, apart from the gate."""
        return Message("stock-none")

    def apply(self, state: State, move: Move) -> State:
        """The state after an action."""
        raise NotImplementedError

    def turned(self, before: State, after: State, move: Move) -> tuple[tuple[str, Card], ...]:
        """The cards of the stock that a move turned up: (pile, card)."""
        return self.hand(after)[-1:] if move.src == "s" else ()

    def passed(self, state: State, move: Move) -> int:
        """How many cards an action passes unseen from one end of the stock to the other."""
        return 0

    def after_play(self, state: State) -> State:
        """What follows from a card of the hand having been played."""
        return state
