"""How a study stands while it runs: deals that are settled, and the share so far."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from arfa.studies.row import Row
from arfa.studies.summary import Share


@dataclass
class Tally:
    """Counts of deals that need no more work.

    A deal that goes on to the next tier is not counted yet.  The units of later tiers are done right after their
    parent, so the settled deals are in proportion to the work: the time that is left may be told by them.
    """

    last: int
    """The number of the last tier."""
    won: int = 0
    lost: int = 0
    unknown: int = 0

    def add(self, rows: Iterable[Row]) -> None:
        """The rows of a unit that was finished."""
        for row in rows:
            if row.verdict == "winnable":
                self.won += 1
            elif row.verdict == "unwinnable":
                self.lost += 1
            elif not row.is_open or row.tier == self.last:
                self.unknown += 1

    @property
    def share(self) -> Share:
        """What is known so far."""
        return Share(self.won, self.lost, self.unknown)
