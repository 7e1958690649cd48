"""Make the atlas, ``docs/winnability.md``: how often each patience can be won, and by a player who cannot see.

    python -m tools.make_atlas               write the page and the shares of the app from the results
    python -m tools.make_atlas run [NAME ...] [--deals N] [--shards build/studies]   do the studies first

The studies are ``studies/*.toml``; what came of each is ``studies/results/NAME.json``, small enough to be kept.
``run`` goes on where it was stopped; ``--deals`` looks at the first deals alone.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from arfa.intervals import wilson
from arfa.studies.executors import Threads
from arfa.studies.measure import measured
from arfa.studies.report import as_json
from arfa.studies.study import Study
from arfa.studies.summary import Table
from tools.measure_player import MEASURED

ROOT = Path(__file__).parent.parent
STUDIES = ROOT / "studies"
RESULTS = STUDIES / "results"
PAGE = ROOT / "docs" / "winnability.md"
SHARES = ROOT / "src" / "arfa" / "store" / "winnable.toml"
ORDER = ("small-harp", "big-harp", "black-harp", "harp-9", "spider-pauk", "fig288", "klondike")
_HEAD = """# How often can it be won?

Each patience of this collection was given so many deals, and every one of them was solved with all cards known. *Can be
won* is the share that has a line to the win, with its 95 % interval; deals that were not decided make it wider and are
never dropped. *By a player who cannot see* is how often a strong player wins who knows only what lies open
([analysis.md](analysis.md)). Each figure is made again by `arfa study run studies/NAME.toml` and `arfa study report`
([studies.md](studies.md)); what came of them lies in [`studies/results`](../studies/results), with the hash of the
rules.

| patience | deals | can be won, % | cannot | not decided | a player who cannot see, % | processor |
|---|---|---|---|---|---|---|
"""


def results() -> dict[str, dict[str, Any]]:
    """What came of the studies that were done, by the name of the patience."""
    found = {}
    for file in RESULTS.glob("*.json"):
        result = json.loads(file.read_text("utf-8"))
        found[result["study"]["game"]] = result
    return found


def players() -> dict[str, tuple[int, int]]:
    """Games won and played by the player who cannot see."""
    if not MEASURED.exists():
        return {}
    measured = json.loads(MEASURED.read_text("utf-8"))
    return {
        row["name"]: (row["won"], row["games"])
        for row in measured
        if row["player"] == "tree" and row["knows"] == "spread"
    }


def rank(name: str) -> tuple[int, str]:
    """The patiences of the sources come first, each before its variants."""
    base = name.partition("+")[0]
    return (ORDER.index(base) if base in ORDER else len(ORDER), name)


def lines(found: Mapping[str, Mapping[str, Any]]) -> Iterable[str]:
    """The rows of the table."""
    seen = players()
    for name in sorted(found, key=rank):
        one = found[name]
        deals = one["deals"]
        low, high = one["wilson"]
        share = f"{100 * one['won'] / deals:.2f} ({100 * low:.2f} to {100 * high:.2f})"
        player = ""
        if name in seen:
            won, games = seen[name]
            ends = wilson(won, games)
            player = f"{100 * won / games:.1f} ({100 * ends[0]:.1f} to {100 * ends[1]:.1f})"
        yield (
            f"| `{name}` | {deals:,} | {share} | {one['lost']:,} | {one['unknown']:,} | {player} "
            f"| {_time(one['seconds'])} |"
        )


def _time(seconds: float) -> str:
    return f"{seconds:,.0f} s" if seconds < 600 else f"{seconds / 3600:.1f} h"


def shares(
    old: str, found: Mapping[str, Mapping[str, Any]], seen: Mapping[str, tuple[int, int]]
) -> str:
    """The file from which the app tells how many deals can be won, and by the player who cannot see.

    ``old``: what it says now; a patience of which nothing new was found keeps its figures.
    """
    head = old.partition("[[share]]\n")[0]
    kept: dict[str, dict[str, Any]] = {
        share["game"]: {name: value for name, value in share.items() if "player" not in name}
        for share in tomllib.loads(old)["share"]
    }
    for name, one in found.items():
        counts = {field: one[field] for field in ("deals", "won", "lost", "unknown")}
        kept[name] = {"game": name, "rules": one["study"]["rules"], **counts}
    for name in kept.keys() & seen.keys():
        won, games = seen[name]
        kept[name] |= {"player_games": games, "player_won": won}
    blocks = (
        "".join(f"{field} = {json.dumps(value)}\n" for field, value in share.items())
        for share in kept.values()
    )
    return head + "\n".join(f"[[share]]\n{block}" for block in blocks)


def run(file: Path, folder: Path, deals: int | None) -> None:
    """Do a study, and keep what came of it."""
    study = Study.read(file)
    if deals is not None and deals < study.deals:
        study = replace(study, deals=deals)
    place = folder / file.stem
    for tally in measured(study, place, lambda: Threads(study, os.cpu_count() or 1)):
        print(f"\r{study.game}: {tally.share.deals:,} deals ", end="", file=sys.stderr)
    print(file=sys.stderr)
    told = as_json(Table(place, study).summary())
    RESULTS.mkdir(exist_ok=True)
    (RESULTS / f"{file.stem}.json").write_text(json.dumps(told, indent=1) + "\n", "utf-8")


def main() -> None:
    """Run."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("what", nargs="?", choices=["run"])
    parser.add_argument("names", nargs="*", default=[])
    parser.add_argument("--deals", type=int)
    parser.add_argument("--shards", type=Path, default=ROOT / "build" / "studies")
    asked = parser.parse_args()
    if asked.what == "run":
        for name in asked.names or sorted(file.stem for file in STUDIES.glob("*.toml")):
            run(STUDIES / f"{name}.toml", asked.shards, asked.deals)
    found = results()
    PAGE.write_text(_HEAD + "\n".join(lines(found)) + "\n", "utf-8")
    SHARES.write_text(shares(SHARES.read_text("utf-8"), found, players()), "utf-8")


if __name__ == "__main__":
    main()
