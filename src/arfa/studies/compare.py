"""Patiences compared on the same deals: how often one can be won where another cannot."""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

from arfa.rules.dealing import pack
from arfa.solver.native import VERDICTS
from arfa.studies.errors import StudyError
from arfa.studies.page import call, page, percent, so_far
from arfa.studies.pair import Pair
from arfa.studies.picture import GREEN, axis, drawn
from arfa.studies.summary import Table

_SHOWN = 20
"""So many deals are named in the text; all of them are in ``deals.csv``."""
_WORDS = ("can be won", "cannot be won", "not decided")
_METHOD = (
    "The difference is the share of the other less that of `{base}`, in percentage points, on the deals that both "
    "studies have. The interval is that of Tango for paired shares (Statistics in Medicine 17, 1998, 891-908). p is "
    "the exact test of McNemar: how likely the deals that only one of the two can win would be parted at least so "
    "unevenly if each were as likely to be the one's as the other's. Each interval and each p is for its pair alone: "
    "of twenty such intervals about one misses the truth."
)
_BAND = (
    "Deals that are not decided are not dropped: the difference lies in a band, from the one where all of them speak "
    "for `{base}` to the one where all speak against it. The interval reaches from its lower end for the one to its "
    "upper end for the other, and p is the greatest that they allow."
)


class Comparison:
    """Studies that looked at the same deals; the others are held against the first.

    Raises :class:`StudyError` where they are played with other cards or have no deal in common.
    """

    def __init__(self, tables: Sequence[Table]) -> None:
        import duckdb

        self.tables = tables
        self.names = _names(tables)
        self._asked = duckdb.connect()
        for number, table in enumerate(tables):
            if pack(table.study.spec.rules) != pack(tables[0].study.spec.rules):
                raise StudyError("study-cards", game=self.names[0], other=self.names[number])
            verdicts = table.connection.sql(
                f"select deal, verdict from {table.closed}"
            ).to_arrow_table()
            self._asked.register("verdicts", verdicts)
            self._asked.execute(f"create table s{number} as select deal, verdict from verdicts")
            self._asked.unregister("verdicts")
        self.pairs = [self._pair(number) for number in range(1, len(tables))]

    def _pair(self, number: int) -> Pair:
        both = f"from s0 b join s{number} o using (deal)"
        counts = {
            (base, other): n
            for base, other, n in self._ask(
                f"select b.verdict, o.verdict, count(*) {both} group by all"
            )
        }
        if not counts:
            raise StudyError("study-no-deal", game=self.names[0], other=self.names[number])

        def alone(base: str, other: str) -> tuple[int, ...]:
            where = f"where b.verdict = '{base}' and o.verdict = '{other}'"
            return tuple(
                row[0]
                for row in self._ask(f"select deal {both} {where} order by deal limit {_SHOWN}")
            )

        return Pair(
            self.names[0],
            self.names[number],
            counts,
            alone("winnable", "unwinnable"),
            alone("unwinnable", "winnable"),
        )

    def _ask(self, query: str) -> list[tuple[Any, ...]]:
        return self._asked.execute(query).fetchall()

    def open_ones(self) -> Iterable[tuple[str, int, int]]:
        """The studies that are not finished: name, deals so far, deals."""
        for number, (name, table) in enumerate(zip(self.names, self.tables, strict=True)):
            done = self._ask(f"select count(*) from s{number}")[0][0]
            if done < table.study.deals:
                yield name, done, table.study.deals

    def write_deals(self, file: Path) -> None:
        """A table of the deals at which not all verdicts are the same."""
        columns = ", ".join(
            f's{n}.verdict as "{name.replace(chr(34), chr(34) * 2)}"'
            for n, name in enumerate(self.names)
        )
        joins = " ".join(f"join s{n} using (deal)" for n in range(1, len(self.tables)))
        differ = " or ".join(f"s{n}.verdict <> s0.verdict" for n in range(1, len(self.tables)))
        place = str(file).replace("'", "''")
        self._asked.execute(
            f"copy (select deal, {columns} from s0 {joins} where {differ} order by deal) to '{place}' (header)"
        )


def _names(tables: Sequence[Table]) -> list[str]:
    """What the studies are called: by their patience, and where that is the same by their folder too."""
    games = [table.study.game for table in tables]
    return [
        game if games.count(game) == 1 else f"{game} ({table.folder.name})"
        for game, table in zip(games, tables, strict=True)
    ]


# ---------------------------------------------------------------------------------------------- as text and pictures
def points(value: float) -> str:
    """A difference of shares as it is told."""
    return f"{100 * value:+.3f}"


def chance(p: float) -> str:
    """A p value as it is told."""
    return f"{p:.2g}" if p >= 1e-300 else "below 1e-300"


def _band(ends: tuple[float, float], tell: Callable[[float], str]) -> str:
    return tell(ends[0]) if ends[0] == ends[1] else f"{tell(ends[0])} to {tell(ends[1])}"


def markdown(comparison: Comparison, files: Sequence[str], shards: Path | None = None) -> str:
    """The comparison in words and tables, which the ``files`` of the studies make again.

    ``shards``: the folder of all shards; without it they lie beside the files.
    """
    return "\n".join(_lines(comparison, files, shards)) + "\n"


def _lines(comparison: Comparison, files: Sequence[str], shards: Path | None) -> Iterable[str]:
    base = comparison.names[0]
    yield f"# {base} compared on the same deals"
    for name, done, deals in comparison.open_ones():
        yield f"\n`{name}`: {so_far(done, deals)}"
    yield f"\n| | deals | `{base}` | the other | difference | 95 % interval | p |\n|---|---|---|---|---|---|---|"
    for pair in comparison.pairs:
        low, high = pair.interval
        yield (
            f"| `{pair.other}` | {pair.deals:,} | {_band(pair.share(0), percent)} | {_band(pair.share(1), percent)} "
            f"| {_band(pair.difference, points)} | {points(low)} to {points(high)} | {chance(pair.p)} |"
        )
    yield "\n" + _METHOD.format(base=base)
    if any(pair.decided < pair.deals for pair in comparison.pairs):
        yield "\n" + _BAND.format(base=base)
    for pair in comparison.pairs:
        yield from _details(pair)
    yield "\n## How to make it again"
    where = ("--shards", shards) if shards else ()
    yield f"\n`{call('compare', *files, *where)}`, after:"
    yield "\n| | deals | study | |\n|---|---|---|---|"
    for name, table, file in zip(comparison.names, comparison.tables, files, strict=True):
        study = table.study
        numbers = f"{study.first:,} to {study.first + study.deals - 1:,}"
        run = call("run", file, *(("--out", table.folder) if shards else ()))
        yield f"| `{name}` | {numbers} | `{study.id}` | `{run}` |"


def _details(pair: Pair) -> Iterable[str]:
    yield f"\n## {pair.other}"
    yield f"\n| `{pair.base}` \\ `{pair.other}` | {' | '.join(_WORDS)} |\n|---|---|---|---|"
    for word, verdict in zip(_WORDS, VERDICTS, strict=True):
        yield f"| {word} | {' | '.join(f'{pair.count(verdict, other):,}' for other in VERDICTS)} |"
    yield f"\nDecided in both: {pair.decided:,} of {pair.deals:,} deals."
    for name, deals, count in zip(
        (pair.base, pair.other), (pair.only_base, pair.only_other), pair.alone, strict=True
    ):
        if count:
            more = f" and {count - len(deals):,} more in `deals.csv`" if count > len(deals) else ""
            yield f"\nOnly `{name}` can win ({count:,}): {', '.join(map(str, deals))}{more}."


_COLUMNS = (
    *("base", "other", "deals", "decided", "both", "only_base", "only_other", "neither"),
    *("difference_low", "difference_high", "interval_low", "interval_high", "p"),
)


def _write_pairs(pairs: Iterable[Pair], file: Path) -> None:
    with file.open("w", encoding="utf-8", newline="") as out:
        rows = csv.writer(out)
        rows.writerow(_COLUMNS)
        for pair in pairs:
            both = pair.count("winnable", "winnable")
            neither = pair.count("unwinnable", "unwinnable")
            counts = (pair.deals, pair.decided, both, *pair.alone, neither)
            rows.writerow(
                (pair.base, pair.other, *counts, *pair.difference, *pair.interval, pair.p)
            )


def picture(pairs: Iterable[Pair]) -> str:
    """The differences as dots with their intervals; what is not decided draws a dot into a bar."""
    found = [
        {
            "other": pair.other,
            **{
                f"from{k}": 100 * ends[0] for k, ends in enumerate((pair.interval, pair.difference))
            },
            **{f"to{k}": 100 * ends[1] for k, ends in enumerate((pair.interval, pair.difference))},
            "middle": 50 * sum(pair.difference),
        }
        for pair in pairs
    ]
    names = {
        "field": "other",
        "type": "nominal",
        "title": None,
        "sort": None,
        "axis": {"labelLimit": 320},
    }
    title = "more deals of a hundred that can be won"
    bars = [
        {
            "mark": {"type": "rule", "strokeWidth": width, "color": GREEN},
            "encoding": {
                "y": names,
                "x": {**axis(f"from{k}", title)},
                "x2": {"field": f"to{k}"},
            },
        }
        for k, width in enumerate((2, 8))
    ]
    dots = {
        "mark": {"type": "point", "filled": True, "size": 90, "color": GREEN},
        "encoding": {"y": names, "x": axis("middle", title)},
    }
    zero = {
        "mark": {"type": "rule", "strokeDash": [4, 4], "color": "#777"},
        "encoding": {"x": {"datum": 0}},
    }
    return drawn(found, 40 * len(found) + 20, layer=[zero, *bars, dots])


def write(
    comparison: Comparison, folder: Path, files: Sequence[str], shards: Path | None = None
) -> str:
    """Write everything into a folder, and return the text."""
    folder.mkdir(parents=True, exist_ok=True)
    text = markdown(comparison, files, shards)
    svg = picture(comparison.pairs)
    (folder / "compare.md").write_text(text, "utf-8")
    (folder / "compare.svg").write_text(svg, "utf-8")
    title = f"{comparison.names[0]} compared"
    (folder / "compare.html").write_text(page(title, text, [svg]), "utf-8")
    _write_pairs(comparison.pairs, folder / "pairs.csv")
    comparison.write_deals(folder / "deals.csv")
    return text
