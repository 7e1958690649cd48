"""What a search may say about a position, and how much it may claim."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Literal

from arfa.engine.moves import Move
from arfa.engine.position import Position

Limit = Literal["", "states", "time"]
"""What a search ran out of; empty when it touched no limit."""


class Verdict(Enum):
    """Whether a position can be won when every card is known."""

    WINNABLE = "winnable"
    """There is a line to a win, and the referee has played it."""
    UNWINNABLE = "unwinnable"
    """Every position that can be reached was looked at, no limit was touched, and none is won."""
    UNKNOWN = "unknown"
    """A limit was touched before either was certain."""


@dataclass(frozen=True, slots=True)
class Result:
    """The answer of a search.

    Raises :class:`ValueError` when it claims more than it may: a line belongs to a win alone, and only what touched a
    limit is unknown.
    """

    verdict: Verdict
    states: int
    """How many distinct canonical positions were met, the first one included."""
    line: tuple[Move, ...] = ()
    """The moves of a win, first to last; empty otherwise, and for a position that is won already."""
    ran_out: Limit = ""
    """Which limit was touched."""

    def __post_init__(self) -> None:
        if (self.verdict is Verdict.UNKNOWN) != bool(self.ran_out):
            raise ValueError("a verdict is unknown exactly when a limit was touched")
        if self.line and self.verdict is not Verdict.WINNABLE:
            raise ValueError("only a win has a line")

    @property
    def breaches(self) -> int:
        """How many moves of the line are mercy moves: "won with k breaches"."""
        return sum(move.mercy for move in self.line)


def proved_win(position: Position, line: Sequence[Move], states: int) -> Result:
    """A win, after the referee has judged every move of the line; ``position`` is not changed.

    Raises :class:`~arfa.engine.position.IllegalMove` or :class:`RuntimeError` when the search that found the line is
    wrong: no such line leaves the solver.
    """
    after = position.copy()
    for move in line:
        after.push(move)
    if not after.is_won:
        raise RuntimeError(f"the line does not win: {' '.join(map(str, line))}")
    return Result(Verdict.WINNABLE, states, tuple(line))
