"""What is counted of a play while it is played: time, takings back, and the facts of its first win.

All of it follows from the log (``docs/statistics.md``).  It is written in the transaction of the action that it counts,
so that nothing is counted twice or forgotten, whatever happens in between.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from typing import TYPE_CHECKING, Literal, NamedTuple

from arfa.store.course import Action

if TYPE_CHECKING:
    from arfa.store.plays import Play

PAUSE = 120
"""A gap between two actions counts for at most so many seconds: whoever went to put the kettle on was not playing."""

BACK = ("undo", "restart", "goto")
"""The actions that take moves back, or may do so."""


Help = Literal["hints", "xrays"]
"""What may be asked of the analyst that spoils a clean win, by the column that counts it."""


class Reached(NamedTuple):
    """How a play stands after an action."""

    status: str
    moves: int
    """How many moves lead to the position."""
    breaches: int = 0
    """How many of them were moves of mercy."""


def at_play(since: datetime, until: datetime) -> int:
    """How many seconds of a gap between two actions were spent at play.

    Counted in whole seconds of the clock, so that the gaps of a quick player add up to the time that has passed: the
    rounding of one gap is made up for by the next.
    """
    gap = int(until.timestamp() // 1) - int(since.timestamp() // 1)
    return min(max(gap, 0), PAUSE)


def counted(play: Play, action: Action, now: datetime, reached: Reached) -> Play:
    """The play after an action."""
    started = play.started or (now if action.kind == "move" else None)
    after = replace(
        play,
        version=play.version + 1,
        updated=now,
        started=started,
        status=reached.status,
        moves=reached.moves,
        # The time before the first move belongs to nobody: the clock starts with it (field report 52).
        seconds=play.seconds + (at_play(play.updated, now) if play.started else 0),
        undos=play.undos + (action.kind in BACK),
    )
    if reached.status != "won" or play.won is not None:
        return after
    return replace(
        after,
        won=now,
        won_moves=reached.moves,
        won_seconds=after.seconds,
        won_clean=after.clean,
        won_breaches=reached.breaches,
    )
