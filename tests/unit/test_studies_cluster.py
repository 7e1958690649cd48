"""Studies on a Ray cluster: workers and nodes are killed, nodes come later, and the table is the same."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from arfa.studies import Study
from arfa.studies.run import Run
from arfa.studies.shard import Shards
from tests.unit.test_studies import SMALL, done, processes, table

pytest.importorskip("ray", reason="no Ray: pip install 'arfa[cluster]'")
pytestmark = pytest.mark.soak

STUDY = Study.of(SMALL | {"deals": 4_000, "unit": 200, "states": [200, 20_000, 200_000]})
LONG = Study.of(SMALL | {"deals": 150_000, "unit": 1_000, "states": [200, 20_000, 200_000]})
QUICK = {"health_check_period_ms": 500, "health_check_failure_threshold": 4}
"""A node that is lost is noticed soon."""


def test_a_cluster_whose_workers_are_killed_makes_the_same_table(tmp_path: Path) -> None:
    from arfa.studies.cluster import Cluster

    shards = Shards(tmp_path / "cluster", STUDY)
    shards.open()
    executor, killed = Cluster(STUDY, "local", 2), 0
    try:
        for n, _ in enumerate(Run(STUDY, shards).work(executor)):
            if n % 25 == 5:
                for pid in at_work()[:1]:
                    os.kill(pid, signal.SIGKILL)
                    killed += 1
    finally:
        executor.close()
    assert killed > 0
    assert table(tmp_path / "cluster", STUDY) == done(STUDY, tmp_path / "whole")


def at_work(raylet: int | None = None) -> list[int]:
    """The workers that solve something now, of one node or of all."""
    return [
        pid
        for pid, (parent, words) in processes().items()
        if words.startswith("ray::_rows") and raylet in (None, parent)
    ]


@pytest.fixture
def nodes() -> Iterator[Any]:
    """A cluster of two nodes with a processor each, as far as one machine can be two."""
    from ray.cluster_utils import Cluster as Nodes

    cluster: Any = Nodes(
        initialize_head=True, head_node_args={"num_cpus": 1, "_system_config": QUICK}
    )
    cluster.add_node(num_cpus=1)
    yield cluster
    cluster.shutdown()


def raylet(node: Any) -> int:
    """The process that is a node."""
    pid: int = node.all_processes["raylet"][0].process.pid
    return pid


def test_a_node_is_lost_and_another_comes_and_the_table_is_the_same(
    tmp_path: Path, nodes: Any
) -> None:
    from arfa.studies.cluster import Cluster

    (first,) = nodes.worker_nodes
    shards = Shards(tmp_path / "cluster", LONG)
    shards.open()
    executor = Cluster(LONG, nodes.address)
    assert executor.room == 4
    lost = joined = helped = 0
    fewest = most = 4
    try:
        for n, _ in enumerate(Run(LONG, shards).work(executor)):
            if not lost and n >= 10 and at_work(raylet(first)):
                os.kill(raylet(first), signal.SIGKILL)
                lost = n
            if lost and not joined and executor.room < 4:
                fewest = executor.room
                second = nodes.add_node(num_cpus=2)
                joined = n
            if joined and not helped and at_work(raylet(second)):
                helped = n
            most = max(most, executor.room)
    finally:
        executor.close()
    assert 0 < lost < joined <= helped
    assert (fewest, most) == (2, 6)
    assert table(tmp_path / "cluster", LONG) == done(LONG, tmp_path / "whole")
