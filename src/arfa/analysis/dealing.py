"""Dealing only what can be won: numbers are drawn until one of them is proved."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

from arfa.deals import Deal
from arfa.engine.game import Game
from arfa.engine.moves import Move
from arfa.errors import Message
from arfa.solver.api import solve
from arfa.solver.native import Cancel
from arfa.solver.verdict import Verdict

STATES = 200_000
"""How many states are looked at before a number is given up."""
TRIES = 50
"""How many numbers are drawn at most."""
SECONDS = 5.0
"""No other number is begun after so long."""


@dataclass(frozen=True, slots=True)
class Drawn:
    """A number that was drawn."""

    deal: Deal
    """An ordinary number: whoever types it gets the same cards."""
    line: tuple[Move, ...] | None
    """A win, replayed by the referee; None where no number was proved, and the last one was taken."""
    tried: int
    """How many numbers were drawn."""

    @property
    def proved(self) -> bool:
        """Whether it is known that this deal can be won."""
        return self.line is not None


def draw_winnable(
    game: Game,
    draw: Callable[[], Deal] = Deal.random,
    *,
    tries: int = TRIES,
    states: int = STATES,
    seconds: float = SECONDS,
    stop: Cancel | None = None,
) -> Drawn:
    """Draw numbers until one is proved to be winnable, or until patience is at an end.

    A number that is not proved is put back, though it may be winnable as well: what is dealt is a deal at random of
    those that the solver can win within ``states``.
    """
    begun = time.monotonic()
    for tried in range(1, tries + 1):
        deal = draw()
        left = seconds - (time.monotonic() - begun)
        position = game.start(deal.deck(game.rules))
        found = solve(position, stop=stop, states=states, seconds=max(0.1, left))
        if found.verdict is Verdict.WINNABLE:
            return Drawn(deal, tuple(found.line or ()), tried)
        if left <= 0 or (stop is not None and stop.cancelled):
            break
    return Drawn(deal, None, tried)


def promise(drawn: Drawn) -> Message:
    """What may be said of a deal that was drawn."""
    if drawn.proved:
        return Message("drawn-proved")
    return Message("drawn-unproved", tried=drawn.tried)
