"""Work of studies at which the process really dies.  It is imported by that process too, so that it is small."""

from __future__ import annotations

import os
import resource
import signal
from pathlib import Path

from arfa.studies.executors import Job
from arfa.studies.row import Row
from arfa.studies.study import Study
from arfa.studies.work import rows

BAD = frozenset({13, 14, 77})
"""Deals at which a process is killed."""


def killed_at_some(study: Study, job: Job, threads: int) -> list[Row]:
    """The kernel does that to a process that takes too much memory."""
    if BAD & set(job.deals):
        os.kill(os.getpid(), signal.SIGKILL)
    return rows(study, job.unit.tier, job.deals, threads=threads)


def killed_once(study: Study, job: Job, threads: int) -> list[Row]:
    """A process dies in every other unit, the first time; the ``about`` of the study is a folder of marks."""
    mark = Path(study.about) / job.unit.name
    if job.unit.path[0] % 2 and not mark.exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return rows(study, job.unit.tier, job.deals, threads=threads)


def short_of_memory(study: Study, job: Job, threads: int) -> list[Row]:
    """What the process has by now, and 20 MiB more, is all that it gets."""
    if resource.getrlimit(resource.RLIMIT_AS)[0] != resource.RLIM_INFINITY:  # it is told once
        return rows(study, job.unit.tier, job.deals, threads=threads)
    used = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_AS, (used + (20 << 20), resource.RLIM_INFINITY))
    return rows(study, job.unit.tier, job.deals, threads=threads)


def out_of_memory(study: Study, job: Job, threads: int) -> list[Row]:
    """Python itself has no memory for some deals."""
    if BAD & set(job.deals):
        raise MemoryError
    return rows(study, job.unit.tier, job.deals, threads=threads)


def wrong(study: Study, job: Job, threads: int) -> list[Row]:
    """A fault of the program, which is no death."""
    raise ZeroDivisionError(job.unit.name)
