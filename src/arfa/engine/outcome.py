"""How a game stands."""

from __future__ import annotations

from enum import Enum


class Outcome(Enum):
    """The standing of a position (rulebook 1.2)."""

    PLAYING = "playing"
    """Something can still be reached."""
    WON = "won"
    """All cards lie where they belong."""
    STUCK = "stuck"
    """No event can be reached; perhaps mercy is offered."""
    NO_MOVE = "no_move"
    """The special case of stuck in which there is no legal move of any kind."""
