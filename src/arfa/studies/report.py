"""The report of a study: Markdown, a page that stands alone, pictures as SVG, and tables as CSV and Parquet."""

from __future__ import annotations

import html
import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from arfa.studies.summary import Share, Summary, Table

_SHOWN = 20
"""So many deals are named in the text; all of them are in the table."""


def percent(value: float) -> str:
    """A share as it is told."""
    return f"{100 * value:.3f} %"


def interval(ends: tuple[float, float]) -> str:
    """An interval of shares."""
    return f"{100 * ends[0]:.3f} to {100 * ends[1]:.3f} %"


def markdown(summary: Summary, command: str) -> str:
    """The report in words and tables.  ``command`` makes it again."""
    return "\n".join(_lines(summary, command)) + "\n"


def _lines(summary: Summary, command: str) -> Iterable[str]:
    study, share = summary.study, summary.share
    yield f"# {study.game}"
    if study.about:
        yield f"\n{study.about}"
    yield f"\nDeals {study.first:,} to {study.first + study.deals - 1:,} of our own numbers; study `{study.id}`."
    if share.deals < study.deals:
        yield (
            f"\n**{share.deals:,} of {study.deals:,} deals so far.** Whoever looks before the end and stops when the "
            "figure pleases has a wrong interval."
        )
    yield "\n| | deals | share |\n|---|---|---|"
    yield f"| can be won | {share.won:,} | {percent(share.won / share.deals)} |"
    yield f"| cannot be won | {share.lost:,} | {percent(share.lost / share.deals)} |"
    yield f"| not decided | {share.unknown:,} | {percent(share.unknown / share.deals)} |"
    yield "\n| 95 % interval of the share that can be won | |\n|---|---|"
    yield f"| Wilson | {interval(share.wilson)} |"
    yield f"| Clopper and Pearson | {interval(share.exact)} |"
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
    if summary.crashed:
        yield f"\nAt these the process died: {', '.join(map(str, summary.crashed))}."
    if summary.lost:
        yield f"\nCannot be won ({len(summary.lost)}): {', '.join(map(str, summary.lost))}."
    yield f"\nMade by `{command}`."


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


def write(table: Table, folder: Path, command: str) -> Summary:
    """Write the whole report into a folder, and return what it says."""
    folder.mkdir(parents=True, exist_ok=True)
    summary = table.summary()
    text = markdown(summary, command)
    (folder / "report.md").write_text(text, "utf-8")
    (folder / "summary.json").write_text(json.dumps(as_json(summary), indent=1) + "\n", "utf-8")
    place = str(folder).replace("'", "''")
    table.connection.execute(
        f"copy (select * from final order by deal) to '{place}/table.parquet' (format parquet, compression zstd)"
    )
    table.connection.execute(
        "copy (select deal, verdict, proof, ran_out, tier, states, length, redeals, breaches from final order by deal)"
        f" to '{place}/table.csv' (header)"
    )
    pictures = [effort_picture(table), length_picture(table)]
    for name, svg in zip(("effort", "length"), pictures, strict=True):
        (folder / f"{name}.svg").write_text(svg, "utf-8")
    (folder / "report.html").write_text(page(summary.study.game, text, pictures), "utf-8")
    return summary


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
    }


def page(title: str, text: str, pictures: Iterable[str]) -> str:
    """The same as a page of HTML with everything in it."""
    body, rows = [], list[str]()

    def close() -> None:
        if rows:
            body.append(f"<table>{''.join(rows)}</table>")
            rows.clear()

    for line in text.splitlines():
        if line.startswith("|---"):
            continue
        if line.startswith("|"):
            cells = (html.escape(cell.strip()) for cell in line.strip("|").split("|"))
            kind = "td" if rows else "th"
            rows.append("<tr>" + "".join(f"<{kind}>{cell}</{kind}>" for cell in cells) + "</tr>")
            continue
        close()
        level = len(line) - len(line.lstrip("#"))
        if level:
            body.append(f"<h{level}>{html.escape(line[level:].strip())}</h{level}>")
        elif line:
            body.append(f"<p>{html.escape(line).replace('**', '')}</p>")
    close()
    return (
        f'<!doctype html><html lang="en"><meta charset="utf-8"><title>{html.escape(title)}</title>'
        "<style>body{font:16px/1.5 sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}"
        "table{border-collapse:collapse;margin:1rem 0}td,th{border:1px solid #bbb;padding:.2rem .6rem;text-align:right}"
        "</style>" + "".join(body) + "".join(pictures) + "</html>\n"
    )


def effort_picture(table: Table) -> str:
    """What share of the deals was decided within how many states."""
    rows = table.ask(
        "select floor(log2(greatest(states, 1)) * 2) / 2 as at, count(*) from shards "
        "where verdict <> 'unknown' group by 1 order by 1"
    )
    total = max(1, table.ask("select count(*) from shards where tier = 0")[0][0])
    done, points = 0, []
    for at, count in rows:
        done += count
        points.append({"states": 2**at, "decided": 100 * done / total})
    return _drawn(
        points,
        {
            "x": _axis("states", "states", "log"),
            "y": {**_axis("decided", "deals decided, %"), "scale": {"zero": False}},
        },
        {"type": "line", "point": True, "color": "#1f6f54"},
    )


def length_picture(table: Table) -> str:
    """How long the lines of wins are."""
    rows = table.ask(
        "select (length // 5) * 5 as at, count(*) from shards where length is not null group by 1 order by 1"
    )
    points = [{"moves": at, "wins": count} for at, count in rows]
    encoding = {"x": _axis("moves", "moves of the line"), "y": _axis("wins", "wins")}
    return _drawn(points, encoding, {"type": "bar", "color": "#1f6f54"})


def _axis(name: str, title: str, scale: str = "linear") -> dict[str, Any]:
    return {"field": name, "type": "quantitative", "title": title, "scale": {"type": scale}}


def _drawn(points: list[dict[str, Any]], encoding: dict[str, Any], mark: dict[str, Any]) -> str:
    import vl_convert

    spec = {
        "width": 560,
        "height": 240,
        "data": {"values": points},
        "mark": mark,
        "encoding": encoding,
        "config": {"background": "white", "font": "sans-serif"},
    }
    return str(vl_convert.vegalite_to_svg(spec))


def compared(a: Table, b: Table) -> tuple[Share, Share, dict[str, int]]:
    """Two studies on the deals that both have decided: their shares, and how often only one of them can be won."""
    place = {
        row[0]: row[1]
        for row in a.ask("select deal, verdict from final where verdict <> 'unknown'")
    }
    both = {"both": 0, "first": 0, "second": 0, "neither": 0}
    names = {(True, True): "both", (True, False): "first", (False, True): "second"}
    for deal, verdict in b.ask("select deal, verdict from final where verdict <> 'unknown'"):
        if deal in place:
            key = (place[deal] == "winnable", verdict == "winnable")
            both[names.get(key, "neither")] += 1
    first = Share(both["both"] + both["first"], both["second"] + both["neither"], 0)
    second = Share(both["both"] + both["second"], both["first"] + both["neither"], 0)
    return first, second, both
