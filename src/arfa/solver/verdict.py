"""What a search may say about a position, and how much it may claim."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, Literal

from arfa.engine.moves import Move
from arfa.engine.position import Position

Limit = Literal["", "states", "seconds", "memory", "cancelled"]
"""What a search ran out of; empty when it touched no limit."""

Judge = Literal["", "core", "referee"]
"""Who has replayed the line of a win: the plain engine of the core, which is in lockstep with the referee, or the
referee itself."""


class Verdict(Enum):
    """Whether a position can be won when every card is known."""

    WINNABLE = "winnable"
    """There is a line to a win, and it has been replayed."""
    UNWINNABLE = "unwinnable"
    """No win exists, and that is proved: no limit was touched."""
    UNKNOWN = "unknown"
    """A limit was touched before either was certain."""


class Proof(Enum):
    """By what a verdict is proved."""

    NONE = ""
    """Nothing is proved."""
    LINE = "line"
    """A line that wins."""
    RELAXATION = "relaxation"
    """Even easier rules leave no win: some cards wait for each other whatever is played."""
    EXHAUSTED = "exhausted"
    """Every position that can be reached was looked at, up to steps that cannot change the verdict."""


_LOSSES = (Proof.RELAXATION, Proof.EXHAUSTED)


@dataclass(frozen=True, slots=True)
class Result:
    """The answer of a search.

    Raises :class:`ValueError` when it claims more than it may: a win needs a replayed line, a loss a proof, and only
    what touched a limit is unknown.  Equal when all but time and memory
    is equal.
    """

    verdict: Verdict
    states: int
    """How many distinct positions were looked at, the first one included."""
    line: tuple[Move, ...] = ()
    """The moves of a win, first to last; empty otherwise, for a position that is won already, and where only the
    verdict was asked for."""
    ran_out: Limit = ""
    """Which limit was touched."""
    proof: Proof = Proof.NONE
    """What proves the verdict."""
    replayed: Judge = ""
    """Who has replayed the line of a win."""
    generated: int = 0
    """How many positions were made on the way, those met before included."""
    peak_bytes: int = field(default=0, compare=False)
    """How much memory the tables of the search took at most."""
    seconds: float = field(default=0.0, compare=False)
    """How long the search took, by the clock."""

    def __post_init__(self) -> None:
        if (self.verdict is Verdict.UNKNOWN) != bool(self.ran_out):
            raise ValueError("a verdict is unknown exactly when a limit was touched")
        if (self.verdict is Verdict.UNWINNABLE) != (self.proof in _LOSSES):
            raise ValueError("a loss is one exactly when it is proved")
        won = self.verdict is Verdict.WINNABLE
        if won != (self.proof is Proof.LINE) or won != bool(self.replayed):
            raise ValueError("a win is one exactly when its line was replayed")
        if self.line and self.replayed != "referee":
            raise ValueError("only a win has a line, and the referee has replayed it")

    @property
    def breaches(self) -> int:
        """How many moves of the line are mercy moves: "won with k breaches"."""
        return sum(move.mercy for move in self.line)

    def __bool__(self) -> bool:
        raise TypeError("a result is no yes or no: compare its verdict")


def proved_win(position: Position, line: Sequence[Move], states: int, **counts: Any) -> Result:
    """A win, after the referee has judged every move of the line; ``position`` is not changed.

    ``counts`` are further fields of the result.  Raises :class:`~arfa.engine.position.IllegalMove` or
    :class:`RuntimeError` when the search that found the line is wrong: no such line leaves the solver.
    """
    after = Position(position.game, position.state)
    for move in line:
        after.push(move)
    if not after.is_won:
        raise RuntimeError(f"the line does not win: {' '.join(map(str, line))}")
    return Result(
        Verdict.WINNABLE, states, tuple(line), proof=Proof.LINE, replayed="referee", **counts
    )


def lost(states: int, proof: Proof = Proof.EXHAUSTED, **counts: Any) -> Result:
    """A proved loss; ``counts`` are further fields of the result."""
    return Result(Verdict.UNWINNABLE, states, proof=proof, **counts)


def undecided(states: int, ran_out: Limit, **counts: Any) -> Result:
    """A search that touched a limit; ``counts`` are further fields of the result."""
    return Result(Verdict.UNKNOWN, states, ran_out=ran_out, **counts)
