"""Make the atlas, ``docs/winnability.md``: how often each patience can be won, and by a player who cannot see.

    python -m tools.make_atlas               write the page and the shares of the app from the results
    python -m tools.make_atlas run [NAME ...] [--deals N] [--shards build/studies]   do the studies first

The studies are ``studies/*.toml``; what came of each is ``studies/results/NAME.json``, small enough to be kept.
``run`` goes on where it was stopped; ``--deals`` looks at the first deals alone.  A variant is also held against the
patience that it varies, on the same deals, which are looked at anew where their shards are no more.
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
from arfa.studies.compare import Comparison, chance, picture, points
from arfa.studies.executors import Threads
from arfa.studies.measure import measured
from arfa.studies.pair import Pair
from arfa.studies.report import as_json
from arfa.studies.study import Study
from arfa.studies.summary import Table
from tools.measure_player import MEASURED

ROOT = Path(__file__).parent.parent
STUDIES = ROOT / "studies"
RESULTS = STUDIES / "results"
PAGE = ROOT / "docs" / "winnability.md"
PICTURE = ROOT / "docs" / "pictures" / "variants.svg"
SHARES = ROOT / "src" / "arfa" / "store" / "winnable.toml"
ORDER = ("small-harp", "big-harp", "black-harp", "harp-9", "spider-pauk", "fig288", "klondike")
BASES = {"klondike+draw-3+worry-back": "klondike+draw-1+worry-back"}
"""What a variant is held against, where that is not the patience without any variant."""
PUBLISHED = {
    "small-harp": (90.204, 0.093),  # Klondike by one card, with none taken back
    "klondike+draw-1+worry-back": (90.480, 0.116),
    "klondike+draw-3+worry-back": (81.945, 0.084),
}
"""What others found, in per cent, with half of the 95 % interval."""
_HEAD = """# How often can it be won?

Each patience of this collection was given so many deals, and every one of them was solved with all cards known. *Can be
won* is the share that has a line to the win, with its 95 % interval; deals that were not decided make it wider and are
never dropped. *By a player who cannot see* is how often a strong player wins who knows only what lies open
([analysis.md](analysis.md)). Each figure is made again by `arfa study run studies/NAME.toml` and `arfa study report`
([studies.md](studies.md)); what came of them lies in [`studies/results`](../studies/results), with the hash of the
rules. *Published* are the figures of Blake and Gent (The Winnability of Klondike Solitaire and Many Other Patience
Games, arXiv:1906.12314); Small Harp is Klondike by one card without taking any back. Of the others nothing was known.

| patience | deals | can be won, % | published | cannot | not decided | a player who cannot see, % | processor |
|---|---|---|---|---|---|---|---|
"""
_PAIRS = """
## What a rule does
Each variant against the patience that it varies, **on the same deals**: so many of them only the one can win, or only
the other. The difference is told in percentage points, with Tango's 95 % interval for paired shares and the exact test
of McNemar ([studies.md](studies.md#comparing)); deals that were not decided make it a band and its interval wider.

![How many more deals of a hundred each variant can win than the patience that it varies](pictures/variants.svg)

| variant | against | deals | only the variant | only the other | difference | 95 % interval | p |
|---|---|---|---|---|---|---|---|
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
        value, half = PUBLISHED.get(name, (0.0, 0.0))
        published = f"{value:.3f} ± {half:.3f}" if value else ""
        player = ""
        if name in seen:
            won, games = seen[name]
            ends = wilson(won, games)
            player = f"{100 * won / games:.1f} ({100 * ends[0]:.1f} to {100 * ends[1]:.1f})"
        yield (
            f"| `{name}` | {deals:,} | {share} | {published} | {one['lost']:,} | {one['unknown']:,} | {player} "
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


def base_of(name: str) -> str | None:
    """What a study is held against."""
    base = BASES.get(name, name.partition("+")[0])
    return base if base != name and (STUDIES / f"{base}.toml").exists() else None


def pairs(found: Mapping[str, Mapping[str, Any]]) -> list[Pair]:
    """The variants against what they vary."""
    return [
        Pair(
            found[name]["pair"]["base"],
            name,
            {(base, other): n for base, other, n in found[name]["pair"]["counts"]},
        )
        for name in sorted(found, key=rank)
        if "pair" in found[name]
    ]


def pair_lines(found: Iterable[Pair]) -> Iterable[str]:
    """The rows of the table of pairs."""
    for pair in found:
        base, other = pair.alone
        ends = " to ".join(dict.fromkeys(map(points, pair.difference)))
        low, high = map(points, pair.interval)
        yield (
            f"| `{pair.other}` | `{pair.base}` | {pair.deals:,} | {other:,} | {base:,} | {ends} | {low} to {high} "
            f"| {chance(pair.p)} |"
        )


def done(study: Study, place: Path) -> Table:
    """Do what is missing of a study."""
    for tally in measured(study, place, lambda: Threads(study, os.cpu_count() or 1)):
        print(f"\r{study.game}: {tally.share.deals:,} deals ", end="", file=sys.stderr)
    print(file=sys.stderr)
    return Table(place, study)


def run(file: Path, folder: Path, deals: int | None) -> None:
    """Do a study, and keep what came of it."""
    study = Study.read(file)
    if deals is not None and deals < study.deals:
        study = replace(study, deals=deals)
    table = done(study, folder / file.stem)
    told = as_json(table.summary())
    if base := base_of(file.stem):
        whole = Study.read(STUDIES / f"{base}.toml")
        those = Table(folder / base, whole) if (folder / base).exists() else None
        if those is None or those.summary().share.deals < whole.deals:
            some = min(study.deals, whole.deals)
            those = done(replace(whole, deals=some), folder / f"{base}.first-{some}")
        pair = Comparison([those, table]).pairs[0]
        counts = [[*verdicts, n] for verdicts, n in sorted(pair.counts.items())]
        told["pair"] = {"base": whole.game, "counts": counts}
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
    text = _HEAD + "\n".join(lines(found)) + "\n"
    if varied := pairs(found):
        text += _PAIRS + "\n".join(pair_lines(varied)) + "\n"
        PICTURE.write_text(picture(varied), "utf-8")
    PAGE.write_text(text, "utf-8")
    SHARES.write_text(shares(SHARES.read_text("utf-8"), found, players()), "utf-8")


if __name__ == "__main__":
    main()
