"""A Ray cluster as executor: nodes may come and go, and what dies with one is done again elsewhere."""

from __future__ import annotations

import logging
import os
from typing import TYPE_CHECKING, Any

from arfa.studies.executors import Done, Job
from arfa.studies.row import Row
from arfa.studies.study import Study
from arfa.studies.work import rows

if TYPE_CHECKING:
    import ray

RETRIES = 2
"""So often Ray does a unit again by itself when its worker died; then the unit is parted (:mod:`arfa.studies.run`)."""
_AHEAD = 2


def _rows(study: Study, job: Job) -> list[Row]:
    return rows(study, job.unit.tier, job.deals)


class Cluster:
    """All processors of a Ray cluster, each with a unit of its own.

    ``address``: ``ray://HOST:PORT``, ``auto`` for a cluster that this machine belongs to, or ``local`` for one of this
    machine alone, which is started here and ends with it.
    """

    def __init__(self, study: Study, address: str, processors: int | None = None) -> None:
        os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
        import ray

        self._ray: Any = ray
        where: dict[str, Any] = {"num_cpus": processors} if address == "local" else {}
        ray.init(address=address, log_to_driver=False, logging_level=logging.ERROR, **where)
        self._study = ray.put(study)
        work = ray.remote(num_cpus=1, max_retries=RETRIES)(_rows)
        self._work: Any = work
        self._running: dict[ray.ObjectRef[list[Row]], Job] = {}

    @property
    def room(self) -> int:
        """So many jobs at once keep all processors busy that there are now."""
        there: dict[str, float] = self._ray.cluster_resources()
        return max(1, _AHEAD * int(there.get("CPU", 1)))

    def put(self, job: Job) -> None:
        """Take a job."""
        self._running[self._work.remote(self._study, job)] = job

    def get(self) -> Done:
        """Wait for a job that is done."""
        done, _ = self._ray.wait(list(self._running), num_returns=1)
        job = self._running.pop(done[0])
        deaths = (
            self._ray.exceptions.WorkerCrashedError,
            self._ray.exceptions.NodeDiedError,
            self._ray.exceptions.OutOfMemoryError,
            self._ray.exceptions.ObjectLostError,
            MemoryError,
        )
        try:
            return Done(job, self._ray.get(done[0]))
        except deaths:
            return Done(job, None)

    def close(self) -> None:
        """Stop; jobs that are under way are given up."""
        for running in self._running:
            self._ray.cancel(running, force=True)
        self._ray.shutdown()
