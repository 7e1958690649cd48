"""The report of a study: Markdown, a page that stands alone, pictures as SVG, and tables as CSV and Parquet."""

from __future__ import annotations

import json
import shlex
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from arfa.studies.page import call, interval, page, percent, so_far
from arfa.studies.picture import GREEN, axis, drawn
from arfa.studies.summary import Summary, Table

_SHOWN = 20
"""So many deals are shown with what they cost."""
TABLES = 1_000_000
"""For so many deals the tables of all deals are written without being asked for: what a spreadsheet can open."""
_IN_TABLES = "Their numbers are in the tables of all deals (`--tables`)."
_WHY = {
    "states": "After all states that a search may look at",
    "memory": "Out of memory",
    "crashed": "The process died, again and again",
}


def markdown(summary: Summary, words: Sequence[str]) -> str:
    """The report in words and tables.  ``words``, the file of the study and options, make it again."""
    return "\n".join(_lines(summary, words)) + "\n"


def _lines(summary: Summary, words: Sequence[str]) -> Iterable[str]:
    study, share = summary.study, summary.share
    yield f"# {study.game}"
    if study.about:
        yield f"\n{study.about}"
    yield f"\nDeals {study.first:,} to {study.first + study.deals - 1:,} of our own numbers; study `{study.id}`."
    if share.deals < study.deals:
        yield f"\n{so_far(share.deals, study.deals)}"
    yield "\n| | deals | share |\n|---|---|---|"
    yield f"| can be won | {share.won:,} | {percent(share.won / share.deals)} |"
    yield f"| cannot be won | {share.lost:,} | {percent(share.lost / share.deals)} |"
    yield f"| not decided | {share.unknown:,} | {percent(share.unknown / share.deals)} |"
    yield "\n| 95 % interval of the share that can be won | |\n|---|---|"
    yield f"| Wilson | {interval(share.wilson)} |"
    yield f"| Clopper and Pearson | {interval(share.exact)} |"
    yield f"| Robbins: for whoever looks as often as they like | {interval(share.anytime)} |"
    if share.unknown:
        yield (
            f"\nWhat is not decided is kept as a band: {interval(share.band)}; the intervals reach from its low end to "
            "its high end."
        )
    yield "\n## Effort"
    yield "\n| states allowed | deals | won | lost | seconds in all |\n|---|---|---|---|---|"
    for tier in summary.tiers:
        yield f"| {tier.states:,} | {tier.deals:,} | {tier.won:,} | {tier.lost:,} | {tier.seconds:,.1f} |"
    yield from _quantiles("States of the search that decided", summary.effort)
    yield from _quantiles("Moves of the line of a win, as it was found", summary.length)
    yield from _tally("Redeals in the line of a win", summary.redeals)
    yield from _tally("Mercies in the line of a win", summary.breaches)
    yield "\n## The hardest deals"
    yield "\n| deal | verdict | states | seconds |\n|---|---|---|---|"
    for hard in summary.hardest[:_SHOWN]:
        why = f", {hard.ran_out}" if hard.ran_out else ""
        yield f"| {hard.deal} | {hard.verdict}{why} | {hard.states:,} | {hard.seconds:.2f} |"
    yield from _named(summary)
    yield from _made(summary, words)


def _named(summary: Summary) -> Iterable[str]:
    """The deals by number, where they are few."""
    share = summary.share
    if share.unknown:
        yield f"\n## Not decided: {share.unknown:,}"
        reasons = sorted({why for _, why in summary.unresolved})
        for why in reasons:
            deals = [str(deal) for deal, reason in summary.unresolved if reason == why]
            yield f"\n{_WHY.get(why, why)} ({len(deals)}): {', '.join(deals)}."
        if not reasons:
            yield f"\n{_IN_TABLES}"
    if share.lost:
        yield f"\n## Cannot be won: {share.lost:,}"
        yield (
            "\n"
            + (", ".join(map(str, summary.lost)) or "Their numbers are in the table of all deals")
            + "."
        )


def _made(summary: Summary, words: Sequence[str]) -> Iterable[str]:
    """How every figure is made again."""
    study, folder = summary.study, summary.folder
    yield "\n## How to make it again"
    yield (
        f"\nMade by arfa {', '.join(summary.versions)}: `{call('run', *words)}`, then `{call('report', *words)}`, "
        f"where `{words[0]}` says"
    )
    yield f"\n```toml\n{study.text}```"
    deal = summary.hardest[0].deal
    limits = (
        f"--states {study.states[-1]} --memory {study.memory}"
        + f" --seed {study.seed}" * bool(study.seed)
    )
    game = f"./{study.game}" if study.game.partition("+")[0].endswith(".toml") else study.game
    yield f"\nWhat is said of a deal, here of number {deal}: `arfa solve {shlex.quote(game)} {deal} {limits}`."
    yield "\nThe figures, counted by DuckDB from the shards where they lie:"
    yield (
        "\n```sql\nselect tier, verdict, ran_out, count(*), sum(seconds), quantile_cont(states, 0.5), "
        f"quantile_cont(length, 0.5)\nfrom '{folder}/tier-*/*.parquet'"
        f" where deal between {study.first} and {study.first + study.deals - 1}\ngroup by all order by all;\n```"
    )


def _quantiles(title: str, values: Mapping[float, float]) -> Iterable[str]:
    if values:
        yield f"\n| {title} | " + " | ".join(f"{100 * q:g} %" for q in values) + " |"
        yield "|---|" + "---|" * len(values)
        yield "| | " + " | ".join(f"{value:,.0f}" for value in values.values()) + " |"


def _tally(title: str, counts: Mapping[int, int]) -> Iterable[str]:
    if any(counts):
        total = sum(counts.values())
        yield f"\n| {title} | " + " | ".join(map(str, counts)) + " |"
        yield "|---|" + "---|" * len(counts)
        yield "| | " + " | ".join(f"{100 * n / total:.2f} %" for n in counts.values()) + " |"


def write(
    table: Table, folder: Path, words: Sequence[str], *, tables: bool | None = None
) -> Summary:
    """Write the whole report into a folder, and return what it says.

    ``tables``: whether with the tables of all deals, which for ten million take longer than all the rest and half a
    gigabyte; when not said, with them for a study of at most :data:`TABLES` deals.
    """
    folder.mkdir(parents=True, exist_ok=True)
    summary = table.summary()
    text = markdown(summary, words)
    (folder / "report.md").write_text(text, "utf-8")
    (folder / "summary.json").write_text(json.dumps(as_json(summary), indent=1) + "\n", "utf-8")
    pictures = [effort_picture(table), length_picture(table)]
    for name, svg in zip(("effort", "length"), pictures, strict=True):
        (folder / f"{name}.svg").write_text(svg, "utf-8")
    (folder / "report.html").write_text(page(summary.study.game, text, pictures), "utf-8")
    for name in ("table.parquet", "table.csv"):  # those of an earlier report would belie this one
        (folder / name).unlink(missing_ok=True)
    if summary.share.deals <= TABLES if tables is None else tables:
        write_tables(table, folder)
    return summary


def write_tables(table: Table, folder: Path) -> None:
    """Write a row for each deal, as Parquet and as CSV."""
    place = str(folder).replace("'", "''")
    table.connection.execute(
        f"create or replace temp table sorted as select * from {table.closed} order by deal"
    )
    table.connection.execute(
        f"copy sorted to '{place}/table.parquet' (format parquet, compression zstd)"
    )
    table.connection.execute(
        "copy (select deal, verdict, proof, ran_out, tier, states, length, redeals, breaches from sorted)"
        f" to '{place}/table.csv' (header)"
    )
    table.connection.execute("drop table sorted")


def as_json(summary: Summary) -> dict[str, Any]:
    """The figures for programs; it is small enough to be kept in a repository."""
    share = summary.share
    return {
        "id": summary.study.id,
        "study": summary.study.told(),
        "deals": share.deals,
        "won": share.won,
        "lost": share.lost,
        "unknown": share.unknown,
        "wilson": share.wilson,
        "seconds": round(sum(tier.seconds for tier in summary.tiers), 1),
        "crashed": summary.crashed,
        "lost_deals": summary.lost,
        "unknown_deals": [deal for deal, _ in summary.unresolved],
    }


def effort_picture(table: Table) -> str:
    """What share of the deals was decided within how many states."""
    table.count()
    rows = table.ask(
        "select floor(log2(greatest(states, 1)) * 2) / 2 as at, sum(n)::bigint from efforts group by 1 order by 1"
    )
    total = table.ask("select greatest(sum(n) filter (tier = 0)::bigint, 1) from counts")[0][0]
    done, points = 0, []
    for at, count in rows:
        done += count
        points.append({"states": 2**at, "decided": 100 * done / total})
    encoding = {
        "x": axis("states", "states", "log"),
        "y": {**axis("decided", "deals decided, %"), "scale": {"zero": False}},
    }
    return drawn(points, mark={"type": "line", "point": True, "color": GREEN}, encoding=encoding)


def length_picture(table: Table) -> str:
    """How long the lines of wins are."""
    table.count()
    rows = table.ask(
        "select (length // 5) * 5 as at, sum(n)::bigint from counts where length is not null group by 1 order by 1"
    )
    points = [{"moves": at, "wins": count} for at, count in rows]
    encoding = {"x": axis("moves", "moves of the line"), "y": axis("wins", "wins")}
    return drawn(points, mark={"type": "bar", "color": GREEN}, encoding=encoding)
