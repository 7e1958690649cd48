"""Deals for which the memory is not enough, and processes that really die: each is an outcome, and none is the end."""

from __future__ import annotations

import multiprocessing.spawn
import os
import signal
import subprocess
import sys
import time
from multiprocessing import resource_tracker
from pathlib import Path
from typing import Any

import pytest

from arfa.studies import Study, StudyError
from arfa.studies.executors import Job, Threads, Work
from arfa.studies.measure import measured
from arfa.studies.row import Row
from arfa.studies.summary import Table
from arfa.studies.unit import Unit
from tests import dying
from tests.unit.test_studies import SMALL, done, processes, table

MIB = 1 << 20


def finished(study: Study, folder: Path, work: Work, threads: int = 2) -> list[tuple[Any, ...]]:
    """Run a study by processes that work like this."""
    for _ in measured(study, folder, lambda: Threads(study, threads, work)):
        pass
    return table(folder, study)


def test_a_search_that_runs_out_of_memory_is_an_outcome_and_gets_no_more_states(
    tmp_path: Path,
) -> None:
    fields = {"game": "small-harp+mercy", "deals": 60, "unit": 20, "memory": MIB}
    study = Study.of(SMALL | fields | {"states": [1_000, 1_000_000, 10_000_000]})
    found = [Row._make((*row[:8], 0.0, *row[8:])) for row in done(study, tmp_path)]
    short = [row for row in found if row.ran_out == "memory"]
    assert short
    for row in short:
        assert (row.verdict, row.proof, row.length) == ("unknown", "", None)
        assert row.tier == 1, "a later tier would run out of memory again"
        assert row.memory > 0
        assert not row.is_open
    tiers = Table(tmp_path, study).ask(
        "select deal, max(tier) from shards group by deal having max(tier) = 2"
    )
    assert not {deal for deal, _ in tiers} & {row.deal for row in short}
    assert Table(tmp_path, study).summary().share.unknown == len(short)


@pytest.mark.parametrize("work", [dying.killed_at_some, dying.out_of_memory])
def test_deals_at_which_the_process_dies_are_written_down(tmp_path: Path, work: Work) -> None:
    study = Study.of(SMALL | {"deals": 100})
    whole = done(study, tmp_path / "whole")
    found = finished(study, tmp_path / "dies", work)
    for before, after in zip(whole, found, strict=True):
        if before[0] in dying.BAD:
            assert after[:4] == (before[0], "unknown", "", "crashed")
        else:
            assert after == before
    assert Table(tmp_path / "dies", study).summary().crashed == tuple(sorted(dying.BAD))


def test_a_process_that_dies_now_and_then_loses_nothing(tmp_path: Path) -> None:
    (tmp_path / "marks").mkdir()
    study = Study.of(SMALL | {"about": str(tmp_path / "marks")})
    found = finished(study, tmp_path / "dies", dying.killed_once)
    assert found == done(study, tmp_path / "whole")
    assert any((tmp_path / "marks").iterdir())


def test_a_process_that_may_have_no_more_memory_says_so_of_the_deals_that_want_it(
    tmp_path: Path,
) -> None:
    """The system refuses it (as `ulimit -v` does) though the study would allow it."""
    fields = {"game": "small-harp+mercy", "deals": 60, "unit": 20}
    study = Study.of(SMALL | fields | {"states": [1_000, 1_000_000]})
    whole = done(study, tmp_path / "whole")
    found = finished(study, tmp_path / "short", dying.short_of_memory, threads=1)
    short = [after for before, after in zip(whole, found, strict=True) if before != after]
    assert short
    for row in short:
        assert row[1] == "unknown"
        assert row[3] in ("memory", "crashed")


def test_a_fault_of_the_program_is_no_death(tmp_path: Path) -> None:
    study = Study.of(SMALL)
    with pytest.raises(ZeroDivisionError, match="000000"):
        finished(study, tmp_path, dying.wrong)


def test_a_process_that_does_not_even_start_is_the_fault_of_no_deal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    resource_tracker.ensure_running()  # Python starts it in the same way, and once for all
    monkeypatch.setattr(multiprocessing.spawn, "_python_exe", b"/bin/false")
    study = Study.of(SMALL)
    with pytest.raises(StudyError, match="does not start"):
        finished(study, tmp_path, dying.wrong)
    assert not list(tmp_path.glob("tier-*"))


def test_a_long_job_given_to_a_process_that_was_killed_is_waited_for_by_nobody() -> None:
    """A job that no pipe has room for: to write it may take for ever if nobody reads."""
    study = Study.of(SMALL)
    executor = Threads(study, 1)
    job = Job(Unit((0,), tuple(range(300_000))), tuple(range(300_000)))
    executor.put(Job(Unit((0,), (1,)), (1,)))
    assert executor.get().rows is not None
    (worker,) = [
        pid
        for pid, (parent, _) in processes().items()
        if parent == os.getpid() and "spawn_main" in _
    ]
    os.kill(worker, signal.SIGKILL)
    executor.put(job)
    assert executor.get() == (job, None)
    executor.put(Job(Unit((0,), (1,)), (1,)))
    assert executor.get().rows is not None
    executor.close()


def test_a_run_whose_processes_are_killed_ends_by_itself_and_with_the_same_table(
    tmp_path: Path,
) -> None:
    file = tmp_path / "study.toml"
    file.write_text(
        # A unit is longer than what a pipe has room for.
        'game = "small-harp"\nfirst = 100_000\ndeals = 30_000\nunit = 15_000\nstates = [200, 20_000]\n'
    )
    study = Study.read(file)
    call = [sys.executable, "-m", "arfa", "study", "run", str(file), "--threads", "2"]
    run = subprocess.Popen([*call, "--out", str(tmp_path / "killed")], stderr=subprocess.DEVNULL)
    killed, seen, deadline = 0, -1, time.monotonic() + 300
    while run.poll() is None:
        assert time.monotonic() < deadline, "it does not end"
        shards = len(list((tmp_path / "killed").glob("tier-*/*.parquet")))
        workers = [
            pid
            for pid, (parent, words) in processes().items()
            if parent == run.pid and "spawn_main" in words
        ]
        if workers and shards > seen and killed < 4:  # also the last one
            os.kill(workers[0], signal.SIGKILL)
            killed, seen = killed + 1, shards
        time.sleep(0.01)
    assert run.returncode == 0
    assert killed >= 2
    assert table(tmp_path / "killed", study) == done(study, tmp_path / "whole")
