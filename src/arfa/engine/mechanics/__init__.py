"""Ways of moving cards, one a file; a patience has the mechanics that its rules ask for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from arfa.engine.moves import Move
from arfa.engine.state import State
from arfa.errors import Message

if TYPE_CHECKING:
    from arfa.engine.game import Game


class Mechanic(Protocol):
    """One way of moving cards.  All methods are pure: a state comes in, a state or an answer goes out."""

    def owns(self, move: Move) -> bool:
        """Whether a move, legal or not, is of this kind."""
        ...

    def moves(self, state: State) -> list[Move]:
        """The legal moves of this kind, in the pinned order."""
        ...

    def refusal(self, state: State, move: Move) -> Message | None:
        """Why an owned move is not legal; None when it is."""
        ...

    def apply(self, state: State, move: Move) -> State:
        """The state after a legal move, before anything turns up."""
        ...


def mechanics_for(game: Game) -> tuple[Mechanic, ...]:
    """The mechanics of a patience in the order in which their moves are listed."""
    from arfa.engine.mechanics.building import Building
    from arfa.engine.mechanics.gaps import Gaps
    from arfa.engine.mechanics.mercy import Mercy

    if game.rules.grid is not None:
        return (Gaps(game),)
    mercy = (Mercy(game),)  # it refuses by name where mercy is off
    return (Building(game), game.stock, *mercy)
