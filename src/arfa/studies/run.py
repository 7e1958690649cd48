"""Runs a study: what is missing is given out, what comes back is kept, what stays open goes to the next tier."""

from __future__ import annotations

import heapq
from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from arfa import __version__
from arfa.studies.executors import Executor, Job
from arfa.studies.row import Row, crashed
from arfa.studies.shard import Shards
from arfa.studies.study import Study
from arfa.studies.unit import Unit, children, roots

TRIES = 3
"""At a deal at which the process died so often, it is written down as crashed."""


class Step(NamedTuple):
    """A unit that is finished."""

    unit: Unit
    rows: list[Row]


class Run:
    """One run of a study, or of a shard of it, until everything is finished."""

    def __init__(self, study: Study, shards: Shards, shard: int = 0, of: int = 1) -> None:
        self.study = study
        self.shards = shards
        self.shard = shard
        self.of = of
        self._begun: defaultdict[tuple[int, ...], dict[int, Row]] = defaultdict(dict)
        """The rows of units whose work is not whole yet, since it was parted when a process died."""
        self._todo: list[tuple[tuple[int, ...], Unit]] = []
        self._again: list[Job] = []

    def missing(self) -> Iterator[Unit]:
        """The units that are not finished, in the order of the plan."""
        ways = [iter(roots(self.study, self.shard, self.of))]
        while ways:
            unit = next(ways[-1], None)
            if unit is None:
                ways.pop()
                continue
            still_open = self.shards.still_open(unit)
            if still_open is None:
                yield unit
            elif still_open:
                ways.append(iter(children(self.study, unit, still_open)))

    def work(self, executor: Executor) -> Iterator[Step]:
        """Do what is missing; each unit is kept before it is told of."""
        for unit in self.missing():
            heapq.heappush(self._todo, (unit.path, unit))
        busy = 0
        while self._todo or self._again or busy:
            while (job := self._next(busy, executor.room)) is not None:
                executor.put(job)
                busy += 1
            done = executor.get()
            busy -= 1
            if done.rows is None:
                self._after_a_death(done.job)
            step = self._keep(done.job, done.rows or ())
            if step is not None:
                yield step

    def _next(self, busy: int, room: int) -> Job | None:
        """The next job.  One at which a process may have died is done when nothing else is, so that it harms nobody."""
        if self._again and (not self._again[-1].tries or not busy):
            if busy < room:
                return self._again.pop()
        elif not self._again and self._todo and busy < room:
            unit = heapq.heappop(self._todo)[1]
            return Job(unit, unit.deals)
        return None

    def _after_a_death(self, job: Job) -> None:
        unit, deals, tries = job
        if len(deals) > 1:
            half = len(deals) // 2
            self._again += [Job(unit, deals[half:]), Job(unit, deals[:half])]
        elif tries + 1 < TRIES:
            self._again.append(Job(unit, deals, tries + 1))
        else:
            self._begun[unit.path][deals[0]] = crashed(deals[0], unit.tier, __version__)

    def _keep(self, job: Job, rows: Sequence[Row]) -> Step | None:
        unit = job.unit
        part = self._begun[unit.path]
        part |= {row.deal: row for row in rows}
        if len(part) < len(unit.deals):
            return None
        del self._begun[unit.path]
        found = [part[deal] for deal in unit.deals]
        self.shards.write(unit, found)
        for child in children(self.study, unit, [row.deal for row in found if row.is_open]):
            heapq.heappush(self._todo, (child.path, child))
        return Step(unit, found)
