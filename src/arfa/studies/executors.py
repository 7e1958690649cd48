"""Who does the work: one interface for this machine and for a cluster."""

from __future__ import annotations

import multiprocessing
import os
import threading
from collections.abc import Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from typing import NamedTuple, Protocol

from arfa.studies.row import Row
from arfa.studies.study import Study
from arfa.studies.unit import Unit
from arfa.studies.work import rows


class Job(NamedTuple):
    """Some or all deals of a unit."""

    unit: Unit
    deals: tuple[int, ...]
    tries: int = 0
    """How often it has been given up because a process died."""


class Done(NamedTuple):
    """What came of a job; no rows: the process that did it died."""

    job: Job
    rows: Sequence[Row] | None


class Executor(Protocol):
    """Takes jobs, and gives back what came of them in any order."""

    @property
    def room(self) -> int:
        """So many jobs at once keep it busy."""

    def put(self, job: Job) -> None:
        """Take a job."""

    def get(self) -> Done:
        """Wait for a job that is done."""

    def close(self) -> None:
        """Stop; jobs that are under way are given up."""


def _leave_with_parent() -> None:
    """A process whose parent was killed would wait for ever for work."""

    def wait_for_its_end() -> None:
        parent = multiprocessing.parent_process()
        if parent is not None:
            parent.join()
            os._exit(1)

    threading.Thread(target=wait_for_its_end, daemon=True).start()


def _work(study: Study, job: Job, threads: int) -> list[Row]:
    return rows(study, job.unit.tier, job.deals, threads=threads)


class Threads:
    """The threads of this machine, in a process of their own: if it dies, another is started."""

    room = 2  # one is solved while the other waits at hand

    def __init__(self, study: Study, threads: int) -> None:
        self.study = study
        self.threads = threads
        self._running: dict[Future[list[Row]], Job] = {}
        self._pool: ProcessPoolExecutor | None = None
        self._lost: list[Job] = []

    def put(self, job: Job) -> None:
        """Take a job."""
        if self._pool is None:
            spawned = multiprocessing.get_context("spawn")
            self._pool = ProcessPoolExecutor(1, spawned, _leave_with_parent)
        try:
            self._running[self._pool.submit(_work, self.study, job, self.threads)] = job
        except BrokenProcessPool:
            self._lost.append(job)

    def get(self) -> Done:
        """Wait for a job that is done."""
        if not self._lost:
            done, _ = wait(self._running, return_when=FIRST_COMPLETED)
            future = done.pop()
            try:
                return Done(self._running[future], future.result())
            except BrokenProcessPool:  # it takes everything with it that it was given
                self._lost.extend(self._running.values())
                self._running.clear()
                self.close()
            finally:
                self._running.pop(future, None)
        return Done(self._lost.pop(), None)

    def close(self) -> None:
        """Stop; jobs that are under way are given up."""
        if self._pool is not None:
            for process in multiprocessing.active_children():
                process.kill()
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = None
