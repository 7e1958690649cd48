"""What is known of one deal of a study."""

from __future__ import annotations

from typing import Any, NamedTuple, get_type_hints

CRASHED = "crashed"
"""Stands where the limit does that ended a search, for a deal at which the process died again and again."""


class Row(NamedTuple):
    """A line of the table."""

    deal: int
    verdict: str
    """``winnable``, ``unwinnable`` or ``unknown``."""
    proof: str
    """``line``, ``relaxation`` or ``exhausted``; empty for what is unknown."""
    ran_out: str
    """What ended the search: ``states``, ``memory``, ``crashed`` or nothing."""
    tier: int
    states: int
    """States looked at in this tier."""
    generated: int
    memory: int
    """Peak bytes of its tables."""
    seconds: float
    """By the clock on the wall."""
    length: int | None
    """Moves of the line of a win."""
    redeals: int | None
    """Redeals in it."""
    breaches: int | None
    """Mercies in it."""
    version: str
    """Of the solver."""

    @property
    def is_open(self) -> bool:
        """Whether more states might decide it; more memory is not to be had."""
        return is_open(self.verdict, self.ran_out)


OPEN = "(verdict = 'unknown' and ran_out = 'states')"
"""The same as :func:`is_open` in SQL."""
KINDS: dict[str, Any] = get_type_hints(Row)
"""The fields with their types."""
VARIES = ("seconds",)
"""What differs from run to run."""


def is_open(verdict: str, ran_out: str) -> bool:
    """Whether a deal with these in its row goes on to the next tier."""
    return verdict == "unknown" and ran_out == "states"


def crashed(deal: int, tier: int, version: str) -> Row:
    """The row of a deal at which the process died."""
    return Row(deal, "unknown", "", CRASHED, tier, 0, 0, 0, 0.0, None, None, None, version)
