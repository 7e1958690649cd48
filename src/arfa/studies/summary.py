"""What a study says: counted by DuckDB over its shards, where they lie."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from arfa.intervals import wilson
from arfa.studies.errors import StudyError
from arfa.studies.study import Study

if TYPE_CHECKING:
    import duckdb

_VIEWS = """
create temp view shards as
    select * from read_parquet('{folder}/tier-*/*.parquet') where deal between {first} and {end};
create temp view final as
    select * from shards where not (verdict = 'unknown' and ran_out = 'states') or tier = {last}
    union all
    select * from shards s
    where verdict = 'unknown' and ran_out = 'states' and tier < {last}
      and not exists (select 1 from shards t where t.deal = s.deal and t.tier = s.tier + 1);
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


FEW_LOST = 1000
_HARDEST = 20


class Table:
    """The rows of a study, to be asked in SQL: the views ``shards`` (all tiers) and ``final`` (one row a deal)."""

    def __init__(self, folder: Path, study: Study) -> None:
        import duckdb

        if not any(folder.glob("tier-*/*.parquet")):
            raise StudyError("study-nothing", folder=str(folder))
        self.study = study
        self.connection: duckdb.DuckDBPyConnection = duckdb.connect()
        place = str(folder).replace("'", "''")
        ends = {"first": study.first, "end": study.first + study.deals - 1}
        self.connection.execute(_VIEWS.format(folder=place, last=len(study.states) - 1, **ends))

    def ask(self, query: str) -> list[tuple[Any, ...]]:
        """The answer to a question."""
        return self.connection.execute(query).fetchall()

    def settled(self) -> tuple[int, int, int]:
        """Deals that need no more work: won, lost, and given up in the last tier or for another reason."""
        last = len(self.study.states) - 1
        found = self.ask(
            "select count(*) filter (verdict = 'winnable'), count(*) filter (verdict = 'unwinnable'), "
            f"count(*) filter (verdict = 'unknown' and (ran_out <> 'states' or tier = {last})) from shards"
        )
        won, lost, unknown = found[0]
        return won, lost, unknown

    def summary(self) -> Summary:
        """Everything that a report tells."""
        tiers = self._tiers()
        won, lost = sum(t.won for t in tiers), sum(t.lost for t in tiers)
        return Summary(
            self.study,
            Share(won, lost, tiers[0].deals - won - lost),
            tiers,
            self._quantiles("states", "shards where verdict <> 'unknown'"),
            self._quantiles("length", "shards where length is not null"),
            self._tally("redeals"),
            self._tally("breaches"),
            tuple(
                Hard(*row)
                for row in self.ask(
                    "select deal, verdict, ran_out, states, seconds from shards "
                    f"order by tier desc, states desc, deal limit {_HARDEST}"
                )
            ),
            tuple(
                row[0]
                for row in self.ask(
                    "select deal from shards where ran_out = 'crashed' order by deal"
                )
            ),
            self._lost(lost),
        )

    def _tiers(self) -> tuple[Tier, ...]:
        found = {
            row[0]: row[1:]
            for row in self.ask(
                "select tier, count(*), count(*) filter (verdict = 'winnable'), "
                "count(*) filter (verdict = 'unwinnable'), sum(seconds) from shards group by tier"
            )
        }
        nothing = (0, 0, 0, 0.0)
        return tuple(
            Tier(states, *found.get(number, nothing))
            for number, states in enumerate(self.study.states)
        )

    def _quantiles(self, what: str, where: str) -> dict[float, float]:
        values = self.ask(f"select quantile_cont({what}, {list(QUANTILES)}) from {where}")[0][0]
        return dict(zip(QUANTILES, values or [], strict=False))

    def _tally(self, what: str) -> dict[int, int]:
        return dict(
            self.ask(
                f"select {what}, count(*) from shards where {what} is not null group by 1 order by 1"
            )
        )

    def _lost(self, count: int) -> tuple[int, ...]:
        if count > FEW_LOST:
            return ()
        return tuple(
            row[0]
            for row in self.ask(
                "select deal from shards where verdict = 'unwinnable' order by deal"
            )
        )
