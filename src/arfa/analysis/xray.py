"""X-ray: whether this very deal can still be won, whatever the player could know.

It looks at hidden cards, so it is off unless it is asked for, and that it was asked for is kept with the play.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Unpack

from arfa.engine.moves import Move
from arfa.engine.position import Position
from arfa.solver.api import Limits, solve
from arfa.solver.native import Cancel
from arfa.solver.verdict import Verdict

LIMITS: Limits = {"states": 2_000_000, "seconds": 10}
"""What it may use unless told otherwise."""


class Light(Enum):
    """What X-ray shows."""

    WINNABLE = "winnable"
    LOST = "lost"
    """Moves remain, but none of them leads to a win: proved."""
    STUCK = "stuck"
    """No move leads on: nothing that is still possible changes anything for good."""
    UNKNOWN = "unknown"
    """Neither was found in time."""


@dataclass(frozen=True, slots=True)
class Xray:
    """What the cards allow."""

    light: Light
    line: tuple[Move, ...] = ()
    """Moves to a win, where there is one."""
    states: int = 0
    """How many states were looked at."""


def xray(
    position: Position,
    *,
    cancel: Cancel | None = None,
    **limits: Unpack[Limits],
) -> Xray:
    """Whether a position can be won with open eyes; proved either way, or unknown."""
    limits = {**LIMITS, **limits}
    game, state = position.game, position.state
    if game.is_won(state):
        return Xray(Light.WINNABLE)
    if not position.legal_moves():
        return Xray(Light.STUCK)
    found = solve(position, stop=cancel, **limits)
    if found.verdict is Verdict.WINNABLE:
        return Xray(Light.WINNABLE, found.line or (), found.states)
    if found.verdict is Verdict.UNWINNABLE:
        stuck = game.is_stuck(state)
        return Xray(Light.STUCK if stuck else Light.LOST, (), found.states)
    return Xray(Light.UNKNOWN, (), found.states)
