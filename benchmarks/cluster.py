"""What a cluster costs: the same study on the threads of this machine and on a local Ray, in processor time.

``python -m benchmarks.cluster [--deals N] [--unit N] [--processors 2] [--json]``

Each is run in a process of its own.  Counted is the time of the processor of all processes that belong to it, the
driver's and the scheduler's too, read from ``/proc``: other programs on the machine do not disturb that much.  A study
is begun when every worker has already solved something; what it took to come so far is told beside it.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import re
import subprocess
import sys
import tempfile
import time
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple

from arfa.studies.executors import Executor, Job, Threads
from arfa.studies.row import VARIES, Row
from arfa.studies.run import Run
from arfa.studies.shard import Shards
from arfa.studies.study import Study
from arfa.studies.summary import Table
from arfa.studies.unit import roots

_TICK = os.sysconf("SC_CLK_TCK")
_WARM = 2_000
"""Deals of each of the jobs after which all workers are awake."""


class Spent(NamedTuple):
    """Seconds of the processor."""

    all: float
    """Of this process and of everything that it started."""
    driver: float
    """Of this process alone."""


class Memory(NamedTuple):
    """MiB."""

    worker: float
    """The most that a process that solves has had."""
    rest: float
    """What all others have now that were started, such as Ray's own."""


def spent() -> Spent:
    """What was spent up to now."""
    seconds = _family()
    return Spent(sum(seconds.values()), time.process_time())


def memory() -> Memory:
    """Of all that was started by this process."""
    worker = rest = 0.0
    for pid in _family().keys() - {os.getpid()}:
        try:
            words = Path(f"/proc/{pid}/cmdline").read_text()
            status = Path(f"/proc/{pid}/status").read_text()
        except OSError:
            continue
        kib = dict(re.findall(r"^(Vm\w+):\s+(\d+) kB", status, re.MULTILINE))
        if words.startswith(("ray::_rows", "ray::IDLE")) or "spawn_main" in words:
            worker = max(worker, int(kib.get("VmHWM", 0)) / 1024)
        else:
            rest += int(kib.get("VmRSS", 0)) / 1024
    return Memory(worker, rest)


def _family() -> dict[int, float]:
    """This process and all that it has started, each with what it has spent."""
    parents, seconds = {}, {}
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            fields = (folder / "stat").read_text().rpartition(")")[2].split()
        except OSError:  # it has ended; its parent has its time, if it waits for it
            continue
        pid = int(folder.name)
        parents[pid] = int(fields[1])
        seconds[pid] = sum(map(int, fields[11:15])) / _TICK  # with children that have ended
    ours = {os.getpid()}
    while more := {pid for pid, parent in parents.items() if parent in ours} - ours:
        ours |= more
    return {pid: seconds[pid] for pid in ours if pid in seconds}


def executor(kind: str, study: Study, processors: int) -> Executor:
    """Threads or Ray."""
    if kind == "threads":
        return Threads(study, processors)
    from arfa.studies.cluster import Cluster

    return Cluster(study, "local", processors)


def wake(workers: Executor, study: Study, processors: int) -> None:
    """Let every worker solve something."""
    unit = next(roots(study))
    jobs = 2 * processors
    for _ in range(jobs):
        workers.put(Job(unit, unit.deals[:_WARM]))
    for _ in range(jobs):
        assert workers.get().rows is not None


def run(kind: str, study: Study, processors: int) -> dict[str, Any]:
    """Do the study once."""
    with tempfile.TemporaryDirectory() as folder:
        shards = Shards(Path(folder), study)
        shards.open()
        workers = executor(kind, study, processors)
        try:
            wake(workers, study, processors)
            begun, clock = spent(), time.perf_counter()
            steps = [(step.unit.tier, len(step.rows)) for step in Run(study, shards).work(workers)]
            passed, ended, held = time.perf_counter() - clock, spent(), memory()
        finally:
            workers.close()
        names = ", ".join(name for name in Row._fields if name not in VARIES)
        rows = Table(Path(folder), study).ask(f"select {names} from final order by deal")
        size = sum(file.stat().st_size for file in Path(folder).glob("tier-*/*.parquet"))
    return {
        "kind": kind,
        "units": len(steps),
        "rows": sum(n for _, n in steps),
        "seconds": passed,
        "cpu": ended.all - begun.all,
        "driver": ended.driver - begun.driver,
        "start": begun.all,
        "bytes": size,
        "worker": held.worker,
        "rest": held.rest,
        "table": hashlib.sha256(repr(rows).encode()).hexdigest(),
    }


def main() -> int:
    """Run."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--game", default="small-harp")
    parser.add_argument("--deals", type=int, default=400_000)
    parser.add_argument("--unit", type=int, default=50_000)
    parser.add_argument("--processors", type=int, default=2)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--only", choices=["threads", "ray"], help="in this process")
    asked = parser.parse_args()
    if find_spec("ray") is None:
        print("no Ray: pip install 'arfa[cluster]'")
        return 0
    study = Study.of({"game": asked.game, "deals": asked.deals, "unit": asked.unit})
    if asked.only:
        print(json.dumps(run(asked.only, study, asked.processors)))
        return 0
    found = []
    for kind in ("threads", "ray"):
        again = [sys.executable, "-m", "benchmarks.cluster", *sys.argv[1:], "--only", kind]
        lines = subprocess.run(again, check=True, capture_output=True, text=True).stdout
        found.append(json.loads(lines.splitlines()[-1]))
    if asked.json:
        print(json.dumps(found))
    else:
        tell(found)
    return 0 if found[0]["table"] == found[1]["table"] else 1


def tell(found: list[dict[str, Any]]) -> None:
    """Print the table."""
    print("| | CPU s | of it the driver | to start | with start-up | by the clock |")
    print("|---|---:|---:|---:|---:|---:|")
    for one in found:
        print(
            f"| {one['kind']} | {one['cpu']:.1f} | {one['driver']:.1f} | {one['start']:.1f} "
            f"| {one['cpu'] + one['start']:.1f} | {one['seconds']:.1f} |"
        )
    threads, ray = found
    over = ray["cpu"] / threads["cpu"] - 1
    whole = (ray["cpu"] + ray["start"]) / (threads["cpu"] + threads["start"]) - 1
    print(f"\nRay takes {100 * over:.1f} % more, with start-up {100 * whole:.1f} %.")
    print(
        f"{ray['units']} units, {ray['rows']} rows in shards of {ray['bytes'] / ray['rows']:.1f} bytes a row; "
        f"the driver of Ray takes {1e6 * ray['driver'] / ray['rows']:.1f} µs a row.\n"
        f"A worker of Ray has had {ray['worker']:.0f} MiB, and Ray itself {ray['rest']:.0f} MiB."
    )
    same = threads["table"] == ray["table"]
    print("The tables are equal, row for row." if same else "THE TABLES DIFFER.")


if __name__ == "__main__":
    sys.exit(main())
