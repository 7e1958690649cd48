"""How long the report of a long study takes, and which part of it how long.

``python -m benchmarks.report [--rows N] [--unit N] [--threads N] [--folder DIR] [--json]``

The shards are made up: as many rows as asked for in five tiers, each with a tenth of the deals of the one before, as a
study of Small Harp leaves them.  Times are by the clock on the wall; the processor time of all threads is beside them.
With ``--folder`` the shards stay there, and are taken from there the next time.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from arfa.solver.native import PROOFS, VERDICTS
from arfa.studies import Study, report
from arfa.studies.shard import Shards, schema
from arfa.studies.summary import Table
from arfa.studies.unit import Unit, children, roots

ROWS = 10_000_000
LIMITS = ("", "states")
_WINS, _LOSSES = 0.81, 0.09
"""Shares of a tier; the rest goes to the next."""


def study(rows: int, unit: int, game: str = "small-harp") -> Study:
    """A study with so many rows in all of its tiers."""
    return Study.of({"game": game, "first": 1, "deals": rows * 9 // 10, "unit": unit})


def shard(
    deals: Sequence[int], tier: int, random: np.random.Generator
) -> tuple[pa.Table, np.ndarray[Any, Any]]:
    """The rows of a unit, and which of them stay open."""
    n = len(deals)
    kind = random.choice(3, n, p=(_WINS, _LOSSES, 1 - _WINS - _LOSSES))
    won, open_ = kind == 0, kind == 2
    states = (10.0 ** (tier + random.uniform(1, 3, n))).astype(np.int64)
    states[open_] = 1_000 * 10**tier

    def words(known: Sequence[str], places: np.ndarray[Any, Any]) -> pa.Array:
        return pa.DictionaryArray.from_arrays(pa.array(places.astype(np.int8)), pa.array(known))

    def of_wins(low: int, high: int) -> pa.Array:
        return pa.array(random.integers(low, high, n), mask=~won)

    columns = {
        "deal": pa.array(deals),
        "verdict": words(VERDICTS, kind),
        "proof": words(PROOFS, np.where(won, 1, np.where(open_, 0, 3))),
        "ran_out": words(LIMITS, open_),
        "tier": pa.array(np.full(n, tier)),
        "states": pa.array(states),
        "generated": pa.array(states * 5 + random.integers(0, 50, n)),
        "memory": pa.array(states * 40 + (1 << 16)),
        "seconds": pa.array(states / 3e6 * random.uniform(0.5, 2, n)),
        "length": of_wins(60, 140),
        "redeals": of_wins(0, 3),
        "breaches": pa.array(np.zeros(n, np.int64), mask=~won),
        "version": words(("0.1.0",), np.zeros(n)),
    }
    arrays = [columns[field.name].cast(field.type) for field in schema()]
    return pa.table(arrays, schema=schema()), np.flatnonzero(open_)


def make(one: Study, folder: Path, seed: int = 1) -> None:
    """Write the shards of a study that never was."""
    shards, random = Shards(folder, one), np.random.default_rng(seed)
    shards.open()

    def write(unit: Unit) -> None:
        table, still_open = shard(unit.deals, unit.tier, random)
        file = shards.file(unit)
        file.parent.mkdir(exist_ok=True)
        pq.write_table(table, file, compression="zstd")
        for child in children(one, unit, [unit.deals[k] for k in still_open]):
            write(child)

    for root in roots(one):
        write(root)


class Clock:
    """What takes how long."""

    def __init__(self) -> None:
        self.parts: dict[str, tuple[float, float]] = {}

    @contextmanager
    def __call__(self, part: str) -> Iterator[None]:
        """Time a part: seconds by the clock on the wall, and of the processor."""
        wall, processor = time.perf_counter(), time.process_time()
        yield
        self.parts[part] = time.perf_counter() - wall, time.process_time() - processor


def measure(one: Study, folder: Path, threads: int | None) -> dict[str, tuple[float, float]]:
    """The parts of a report, each for itself, and the report as a whole."""
    clock = Clock()

    def table() -> Table:
        found = Table(folder, one)
        if threads is not None:
            found.connection.execute(f"set threads = {threads}")
        return found

    with tempfile.TemporaryDirectory() as place:
        out = Path(place)
        with clock("the report, without tables of all deals"):
            report.write(table(), out / "report", ["made-up.toml"], tables=False)
        found = table()
        with clock("of it: the figures"):
            found.summary()
        with clock("of it: the pictures"):
            report.effort_picture(found)
            report.length_picture(found)
        with clock("the tables of all deals"):
            report.write_tables(found, out)
    return clock.parts


def main() -> None:
    """Run."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--rows", type=int, default=ROWS)
    parser.add_argument("--unit", type=int, default=20_000)
    parser.add_argument("--threads", type=int)
    parser.add_argument("--folder", type=Path)
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    one = study(asked.rows, asked.unit)
    with tempfile.TemporaryDirectory() as place:
        folder = asked.folder or Path(place)
        if not (folder / "study.json").exists():
            print("making shards", file=sys.stderr)
            make(one, folder)
        parts = measure(one, folder, asked.threads)
        rows = Table(folder, one).ask("select count(*) from shards")[0][0]
        files = sum(1 for _ in folder.glob("tier-*/*.parquet"))
    if asked.json:
        print(json.dumps({"rows": rows, "files": files, "parts": parts}, indent=1))
        return
    print(f"{rows:,} rows in {files:,} shards")
    for part, (wall, processor) in parts.items():
        print(f"| {part} | {wall:.1f} | {processor:.1f} |")


if __name__ == "__main__":
    main()
