"""Who does the work: one interface for this machine and for a cluster."""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import queue
import signal
import threading
from collections import deque
from collections.abc import Callable, Sequence
from multiprocessing.connection import Connection
from typing import Any, NamedTuple, Protocol

from arfa.studies.errors import StudyError
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


_STARTS = 3
"""So often a process may die before it has begun."""
Work = Callable[[Study, Job, int], list[Row]]
"""Does a job with so many threads."""


def _work(study: Study, job: Job, threads: int) -> list[Row]:
    """The rows of a job."""
    return rows(study, job.unit.tier, job.deals, threads=threads)


class Threads:
    """The threads of this machine, in a process of their own: if it dies, another is started.

    A pool of ``concurrent.futures`` does not say which job was under way when its process died, and Python 3.11 may
    wait for one that was killed for ever.  Here there is a pipe, and its end is the news of a death.
    """

    room = 2  # one is solved while the other waits at hand

    def __init__(self, study: Study, threads: int, work: Work = _work) -> None:
        self.study = study
        self.threads = threads
        self.work = work
        self._running: deque[Job] = deque()
        """What the process has been given; it does them in this order."""
        self._process: multiprocessing.process.BaseProcess | None = None
        self._pipe: Connection

    def put(self, job: Job) -> None:
        """Take a job.  Raises :class:`StudyError` if no process can be started."""
        if self._process is None:
            self._start()
        self._running.append(job)
        with contextlib.suppress(OSError):  # it is dead, which is told when an answer is waited for
            self._pipe.send(job)

    def get(self) -> Done:
        """Wait for a job that is done; what went wrong in it otherwise than by a death is raised."""
        try:
            found = self._pipe.recv()
        except (EOFError, OSError):
            return self._after_a_death()
        job = self._running.popleft()
        if isinstance(found, Exception):
            raise found
        return Done(job, found)

    def close(self) -> None:
        """Stop; jobs that are under way are given up."""
        if self._process is not None:
            self._process.kill()
            self._process.join()
            self._pipe.close()
            self._process = None
        self._running.clear()

    def _start(self) -> None:
        spawned = multiprocessing.get_context("spawn")
        for _ in range(_STARTS):
            self._pipe, there = spawned.Pipe()
            # It is given little: Python waits for ever for one that died before it had read what it was given here.
            given = (there, self.work, self.threads)
            process = spawned.Process(target=_serve, args=given, daemon=True)
            process.start()
            self._process = process
            there.close()
            try:
                self._pipe.recv()
                self._pipe.send(self.study)
            except (EOFError, OSError):
                self.close()
            else:
                return
        raise StudyError("study-process")  # not a deal is to blame for that

    def _after_a_death(self) -> Done:
        """The job that was under way has no rows; those behind it are given to the next process."""
        job, *others = self._running
        self.close()
        for other in others:
            self.put(other)
        return Done(job, None)


def _serve(pipe: Connection, work: Work, threads: int) -> None:
    """The life of the process: the study and its jobs come out of the pipe, and rows go into it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the one who asked for the work
    given: queue.SimpleQueue[Any] = queue.SimpleQueue()

    def listen() -> None:
        # Whoever gives a job need not wait until the one before it is done; and when they die, so does this process.
        try:
            while True:
                given.put(pipe.recv())
        except (EOFError, OSError):
            os._exit(1)

    threading.Thread(target=listen, daemon=True).start()
    pipe.send(None)
    study: Study = given.get()
    while True:
        job: Job = given.get()
        try:
            found: list[Row] | Exception = work(study, job, threads)
        except MemoryError:
            # What a search itself has no memory for is a row; after this nothing is sure any more.
            os._exit(1)
        except Exception as error:  # noqa: BLE001  (it is raised where the job came from)
            found = error
        pipe.send(found)
