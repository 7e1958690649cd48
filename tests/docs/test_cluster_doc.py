"""docs/cluster.md: its scripts run, and its arithmetic is that of the benchmarks."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from arfa.studies import Study
from tests.unit.test_studies import done, table

ROOT = Path(__file__).parents[2]
DOC = (ROOT / "docs" / "cluster.md").read_text("utf-8")
SCRIPTS = re.findall(r"```sh\n(.*?)```", DOC, re.DOTALL)
UNITS = {"min": 60, "h": 3600, "days": 86400}


def cells(text: str, columns: int) -> list[list[str]]:
    """The rows of the tables of a text that have so many columns, without their heads."""
    rows = [[cell.strip() for cell in line.split("|")[1:-1]] for line in text.splitlines()]
    return [row for row in rows if len(row) == columns and row[0].startswith(("`", "small"))]


def seconds_of_deals() -> dict[str, float]:
    """What a deal takes, by the benchmarks."""
    rows = [
        line.split("|") for line in (ROOT / "benchmarks" / "README.md").read_text().splitlines()
    ]
    return {
        row[1].strip(): float(row[6]) / int(row[2])
        for row in rows
        if len(row) == 12 and re.fullmatch(r"\s*[\d.]+\s*", row[6])
    }


def number(text: str) -> float:
    """``61,000``."""
    return float(text.replace(",", ""))


def seconds(text: str) -> float:
    """``14 h``, ``0.16 ms``."""
    number, unit = text.split()
    return float(number) * {"ms": 1e-3, "s": 1, **UNITS}[unit]


def test_times_and_deals_are_those_of_the_benchmarks() -> None:
    measured = seconds_of_deals()
    rows = [row for row in cells(DOC, 5) if "0." in row[2]]
    assert len(rows) == 6
    for name, deal, share, *times in rows:
        took, p = seconds(deal), float(share)
        assert took == pytest.approx(measured[name.strip("`")], rel=0.05)
        for e, said in zip((0.001, 0.0003), times, strict=True):
            assert seconds(said) == pytest.approx(3.84 * p * (1 - p) / e**2 * took, rel=0.1)


def test_a_driver_can_do_what_is_said_of_it() -> None:
    found = re.search(r"takes ([\d.]+) µs of a processor for each row .* and ([\d.]+) ms", DOC)
    assert found is not None
    for_row, for_unit = float(found[1]) * 1e-6, float(found[2]) * 1e-3
    measured = seconds_of_deals()
    rows = [row for row in cells(DOC, 5) if row[3].endswith(" ms")]
    assert len(rows) == 6
    for name, _, deals, driver, processors in rows:
        of_unit = 10 / measured[name.strip("`")]
        took = for_unit + of_unit * for_row
        assert number(deals) == pytest.approx(of_unit, rel=0.05)
        assert seconds(driver) == pytest.approx(took, rel=0.05)
        assert number(processors) == pytest.approx(10 / took, rel=0.05)


def test_the_job_for_kubernetes_is_one() -> None:
    yaml: Any = pytest.importorskip("yaml")
    (text,) = re.findall(r"```yaml\n(.*?)```", DOC, re.DOTALL)
    job = yaml.safe_load(text)
    (container,) = job["spec"]["template"]["spec"]["containers"]
    assert container["command"][-1].endswith(f"/{job['spec']['completions']}")


@pytest.mark.soak
def test_its_scripts_do_a_study(tmp_path: Path) -> None:
    program = tmp_path / "bin" / "arfa"
    program.parent.mkdir()
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m arfa "$@"\n')
    program.chmod(0o755)
    path = {**os.environ, "PATH": f"{program.parent}:{os.environ['PATH']}"}
    slurm, by_hand, apart = SCRIPTS
    tables = []
    for n, script in enumerate((slurm, by_hand, apart)):
        folder = tmp_path / str(n)
        folder.mkdir()
        file = folder / "study.toml"
        file.write_text('game = "small-harp"\ndeals = 400\nunit = 100\nstates = [200, 20_000]\n')
        for task in range(1, 5) if script == slurm else (1,):
            given = {"SLURM_CPUS_PER_TASK": "1", "SLURM_ARRAY_TASK_ID": str(task)}
            subprocess.run(["sh", "-ec", script], cwd=folder, env=path | given, check=True)
        tables.append(table(folder / "study", Study.read(file)))
    whole = done(Study.read(file), tmp_path / "whole")
    assert tables == [whole] * 3
