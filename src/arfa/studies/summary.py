"""What a study says: counted by DuckDB over its shards, where they lie."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import ceil, floor
from pathlib import Path
from typing import TYPE_CHECKING, Any

from arfa.intervals import anytime, wilson
from arfa.studies.errors import StudyError
from arfa.studies.row import CRASHED, OPEN
from arfa.studies.study import Study

if TYPE_CHECKING:
    import duckdb

_VIEWS = """
create temp view shards as
    select * from read_parquet('{folder}/tier-*/*.parquet') where deal between {first} and {end};
create temp view final as
    select * from shards where not {open} or tier = {last}
    union all
    select * from shards s
    where {open} and tier < {last}
      and not exists (select 1 from shards t where t.tier > 0 and t.deal = s.deal and t.tier = s.tier + 1);
"""
# Of millions of rows a few thousand kinds, and how many took so many states: all is counted in one pass, since to open
# thousands of shards is what costs most.
_COUNTS = """
create temp table if not exists counted as
    select grouping(states) = 1 as kinds, tier, verdict, ran_out, length, redeals, breaches, version, states,
        count(*) as n, sum(seconds) as seconds
    from shards
    group by grouping sets ((tier, verdict, ran_out, length, redeals, breaches, version), (verdict, states));
create temp view if not exists counts as select * from counted where kinds;
create temp view if not exists efforts as select states, n from counted where not kinds and verdict <> 'unknown';
"""
QUANTILES = (0.5, 0.9, 0.99, 0.999, 1.0)


@dataclass(frozen=True, slots=True)
class Share:
    """A share in which some deals are not decided, with what is certain of it."""

    won: int
    lost: int
    unknown: int

    @property
    def deals(self) -> int:
        """All of them."""
        return self.won + self.lost + self.unknown

    @property
    def band(self) -> tuple[float, float]:
        """The share if every undecided deal were lost, and if every one were won."""
        return self.won / self.deals, (self.won + self.unknown) / self.deals

    @property
    def wilson(self) -> tuple[float, float]:
        """A 95 % interval: from the lower end for the low end of the band to the upper end for its high end."""
        return wilson(self.won, self.deals)[0], wilson(self.won + self.unknown, self.deals)[1]

    @property
    def exact(self) -> tuple[float, float]:
        """The same by Clopper and Pearson, which is never too narrow."""
        from scipy.stats import binomtest

        low = binomtest(self.won, self.deals).proportion_ci(0.95, "exact").low
        high = binomtest(self.won + self.unknown, self.deals).proportion_ci(0.95, "exact").high
        return float(low), float(high)

    @property
    def anytime(self) -> tuple[float, float]:
        """The same for whoever looks again and again: with 95 % all such intervals of a study hold the share."""
        return anytime(self.won, self.deals)[0], anytime(self.won + self.unknown, self.deals)[1]


@dataclass(frozen=True, slots=True)
class Tier:
    """What one tier did."""

    states: int
    """The most that it allows."""
    deals: int
    won: int
    lost: int
    seconds: float
    """Of all its searches together."""


@dataclass(frozen=True, slots=True)
class Hard:
    """A deal that took long, or that was not decided."""

    deal: int
    verdict: str
    ran_out: str
    states: int
    seconds: float


@dataclass(frozen=True, slots=True)
class Summary:
    """All that is told of a study."""

    study: Study
    folder: Path
    """Where the shards are."""
    share: Share
    tiers: tuple[Tier, ...]
    effort: Mapping[float, float]
    """Quantiles of the states that the search took which decided."""
    length: Mapping[float, float]
    """Quantiles of the moves of won lines."""
    redeals: Mapping[int, int]
    """How many won lines had so many redeals."""
    breaches: Mapping[int, int]
    """How many won lines had so many mercies."""
    hardest: tuple[Hard, ...]
    crashed: tuple[int, ...]
    """Deals at which the process died."""
    lost: tuple[int, ...]
    """The lost deals by number, where they are few."""
    unresolved: tuple[tuple[int, str], ...]
    """The deals that are not decided by number, with what ended their search, where they are few."""
    versions: tuple[str, ...]
    """Of the solvers that made the rows."""


FEW = 1000
"""So many deals are named by their numbers."""
_HARDEST = 20


class Table:
    """The rows of a study, to be asked in SQL: the views ``shards`` (all tiers) and ``final`` (one row a deal)."""

    def __init__(self, folder: Path, study: Study) -> None:
        import duckdb

        if not any(folder.glob("tier-*/*.parquet")):
            raise StudyError("study-nothing", folder=str(folder))
        self.study = study
        self.folder = folder
        self._last = len(study.states) - 1
        self._settled = f"(not {OPEN} or tier = {self._last})"
        self.connection: duckdb.DuckDBPyConnection = duckdb.connect()
        place = str(folder).replace("'", "''")
        ends = {"first": study.first, "end": study.first + study.deals - 1}
        self.connection.execute(_VIEWS.format(folder=place, open=OPEN, last=self._last, **ends))

    def ask(self, query: str) -> list[tuple[Any, ...]]:
        """The answer to a question."""
        return self.connection.execute(query).fetchall()

    def count(self) -> None:
        """Make ``counts``, how many rows are alike, and ``efforts``, how many searches decided after so many states.

        That is done once: everything that is told of them is told of the same moment.
        """
        self.connection.execute(_COUNTS)

    def settled(self) -> tuple[int, int, int]:
        """Deals that need no more work: won, lost, and given up in the last tier or for another reason."""
        found = self.ask(
            "select count(*) filter (verdict = 'winnable'), count(*) filter (verdict = 'unwinnable'), "
            f"count(*) filter (verdict = 'unknown' and {self._settled}) from shards"
        )
        won, lost, unknown = found[0]
        return won, lost, unknown

    def summary(self) -> Summary:
        """Everything that a report tells."""
        self.count()
        tiers = self._tiers()
        won, lost = sum(t.won for t in tiers), sum(t.lost for t in tiers)
        unknown = tiers[0].deals - won - lost
        return Summary(
            self.study,
            self.folder,
            Share(won, lost, unknown),
            tiers,
            self._quantiles("states", "efforts"),
            self._quantiles("length", "counts where length is not null"),
            self._tally("redeals"),
            self._tally("breaches"),
            self._hardest(tiers),
            tuple(deal for deal, _ in self._deals(f"ran_out = '{CRASHED}'")),
            tuple(deal for deal, _ in self._deals("verdict = 'unwinnable'")) if lost <= FEW else (),
            self._unresolved() if unknown <= FEW else (),
            tuple(row[0] for row in self.ask("select distinct version from counts order by 1")),
        )

    def _tiers(self) -> tuple[Tier, ...]:
        of = "coalesce(sum(n) filter (verdict = '{}'), 0)::bigint"
        rows = self.ask(
            f"select tier, sum(n)::bigint, {of.format('winnable')}, {of.format('unwinnable')}, sum(seconds) "
            "from counts group by tier"
        )
        found = {row[0]: row[1:] for row in rows}
        nothing = (0, 0, 0, 0.0)
        return tuple(
            Tier(states, *found.get(number, nothing))
            for number, states in enumerate(self.study.states)
        )

    def _quantiles(self, what: str, counted: str) -> dict[float, float]:
        """Quantiles of values of which there are so many each; those between two places lie between their values."""
        so_far = f"select {what}, sum(sum(n)) over (order by {what}) from {counted} group by 1 order by 1"
        values = self.connection.execute(so_far).fetchnumpy()
        found, up_to = values.values()
        if not len(found):
            return {}
        places = [q * (float(up_to[-1]) - 1) for q in QUANTILES]
        low, high = (
            found[up_to.searchsorted([to_whole(place) for place in places], side="right")]
            for to_whole in (floor, ceil)
        )
        return {
            q: float(a + (b - a) * (place - floor(place)))
            for q, place, a, b in zip(QUANTILES, places, low, high, strict=True)
        }

    def _tally(self, what: str) -> dict[int, int]:
        where = f"where {what} is not null group by 1 order by 1"
        return dict(self.ask(f"select {what}, sum(n)::bigint from counts {where}"))

    def _hardest(self, tiers: Sequence[Tier]) -> tuple[Hard, ...]:
        tier = len(tiers) - 1
        while tier and sum(t.deals for t in tiers[tier:]) < _HARDEST:
            tier -= 1
        rows = self.ask(
            f"select deal, verdict, ran_out, states, seconds from {self._of(range(tier, len(tiers)))} "
            f"order by tier desc, states desc, deal limit {_HARDEST}"
        )
        return tuple(Hard(*row) for row in rows)

    def _deals(self, where: str) -> list[tuple[int, str]]:
        """Deals with what ended their search; only the shards of tiers that have such rows are opened."""
        tiers = [row[0] for row in self.ask(f"select distinct tier from counts where {where}")]
        if not tiers:
            return []
        rows = self.ask(f"select deal, ran_out from {self._of(tiers)} where {where} order by deal")
        return [(deal, limit) for deal, limit in rows]

    def _of(self, tiers: Iterable[int]) -> str:
        """The rows of some tiers that have any."""
        there = [row[0] for row in self.ask("select distinct tier from counts")]
        place = str(self.folder).replace("'", "''")
        files = ", ".join(f"'{place}/tier-{tier}/*.parquet'" for tier in tiers if tier in there)
        first, end = self.study.first, self.study.first + self.study.deals - 1
        return f"(select * from read_parquet([{files}]) where deal between {first} and {end})"

    def _unresolved(self) -> tuple[tuple[int, str], ...]:
        if self.closed != "final":
            return tuple(self._deals(f"verdict = 'unknown' and {self._settled}"))
        rows = self.ask("select deal, ran_out from final where verdict = 'unknown' order by deal")
        return tuple((deal, limit) for deal, limit in rows)

    @property
    def closed(self) -> str:
        """The rows of ``final``; where no deal waits for a tier, without asking of each whether it does."""
        self.count()
        waiting = self.ask(
            f"select coalesce(sum(n) filter ({OPEN} and tier < {self._last}), 0) "
            "- coalesce(sum(n) filter (tier > 0), 0) from counts"
        )
        return "final" if waiting[0][0] else f"(select * from shards where {self._settled})"
