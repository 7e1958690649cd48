"""The plan of a study: units of work, each of which is done whole or not at all.

The units of the first tier cut the deals into pieces.  What a unit leaves open is cut into the units of the next tier,
which hang on that unit alone: so nothing waits for a straggler elsewhere, and the plan is the same wherever it is made.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from arfa.studies.study import Study


class Unit(NamedTuple):
    """Deals that are looked at together."""

    path: tuple[int, ...]
    """Its number among the units of the first tier, then, in later tiers, among the children of its parent."""
    deals: tuple[int, ...]
    """The numbers of the deals."""

    @property
    def tier(self) -> int:
        """From 0."""
        return len(self.path) - 1

    @property
    def name(self) -> str:
        """Sorts as the plan does, and is the name of its shard."""
        return "-".join(f"{n:06d}" if k == 0 else f"{n:04d}" for k, n in enumerate(self.path))


def roots(study: Study, shard: int = 0, of: int = 1) -> Iterator[Unit]:
    """The units of the first tier; those of one shard of so many, counted from 0."""
    last = study.first + study.deals
    for number, start in enumerate(range(study.first, last, study.unit)):
        if number % of == shard:
            yield Unit((number,), tuple(range(start, min(start + study.unit, last))))


def children(study: Study, unit: Unit, still_open: Sequence[int]) -> list[Unit]:
    """The units of the next tier for what one has left open; none behind the last tier."""
    tier = unit.tier + 1
    if tier == len(study.states):
        return []
    size = max(1, study.unit // 10**tier)
    return [
        Unit((*unit.path, number), tuple(still_open[start : start + size]))
        for number, start in enumerate(range(0, len(still_open), size))
    ]
