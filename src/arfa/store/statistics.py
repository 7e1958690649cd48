"""A player's plays in figures.  ``docs/statistics.md`` says for people what is counted, and why so."""

from __future__ import annotations

import statistics
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta, tzinfo
from itertools import groupby
from typing import Literal

from arfa.intervals import wilson
from arfa.store.results import Entry, Row, entries
from arfa.store.winnable import Expected, expected

Unit = Literal["day", "week", "month", "year"]

RUNS = 60
"""How many of the latest streaks are told one by one."""
_BINS = 12
"""How many bins a spread has at most, if it does not begin in the middle of one."""
_TIMES = (1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600)
_MOST_PERIODS = 62
_UNITS: dict[Unit, int] = {"day": 1, "week": 7, "month": 31, "year": 366}
"""Units of time, and as many days as lead from the first day of one to some day of the next."""


@dataclass(frozen=True, slots=True)
class Rate:
    """The share of the decided deals that were won, and Wilson's interval for it (95 of 100)."""

    share: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Run:
    """Wins or losses in a row."""

    won: bool
    length: int
    first: datetime
    last: datetime


@dataclass(frozen=True, slots=True)
class Streaks:
    """Wins and losses in a row, in the order in which the deals were begun; open ones are passed over."""

    current: Run | None
    longest_won: int
    longest_lost: int
    latest: tuple[Run, ...]
    """The last ones, oldest first."""


@dataclass(frozen=True, slots=True)
class Bin:
    """How many wins took at least ``low`` and less than ``high``."""

    low: int
    high: int
    wins: int


@dataclass(frozen=True, slots=True)
class Spread:
    """How many moves, or seconds, the wins took."""

    least: int
    least_play: str
    """The play of the least."""
    median: int
    """The middle one; of two middle ones the lesser."""
    most: int
    bins: tuple[Bin, ...]


@dataclass(frozen=True, slots=True)
class Period:
    """A day, week, month or year, and the deals that were begun in it."""

    begin: date
    played: int
    won: int


@dataclass(frozen=True, slots=True)
class Figures:
    """A patience, or all of them, in figures."""

    played: int
    won: int
    lost: int
    open: int
    clean: int
    """Wins without taking back and without help."""
    again: int
    """Plays of deals that had been played before; they are in no other figure."""
    aside: int
    """Plays from a position or a record; they are in no other figure."""
    seconds: int
    """At play, in all deals that were played."""
    mercy: int
    """Wins with at least one breach by mercy."""
    breaches: int
    """All breaches in wins."""
    rate: Rate | None
    """None as long as nothing is decided."""
    streaks: Streaks
    moves: Spread | None
    """None as long as nothing is won; likewise ``times``."""
    times: Spread | None
    expected: Expected
    unit: Unit
    periods: tuple[Period, ...]


@dataclass(frozen=True, slots=True)
class Statistics:
    """All figures of a player."""

    total: Figures
    patiences: dict[str, Figures]
    """By the name of the patience with its variants, the most played first."""


def statistics_of(rows: Sequence[Row], zone: tzinfo = UTC) -> Statistics:
    """The figures of a player's plays; days are those of a clock in this zone."""
    found = [entry for entry in entries(rows) if entry.result != "looked"]
    names = sorted({entry.row.game for entry in found})
    patiences = {
        name: figures([entry for entry in found if entry.row.game == name], zone) for name in names
    }
    by_played = sorted(patiences.items(), key=lambda item: (-item[1].played, item[0]))
    return Statistics(figures(found, zone), dict(by_played))


def figures(found: Sequence[Entry], zone: tzinfo) -> Figures:
    """Begun plays in figures, given in the order in which they were begun."""
    played = [entry.row for entry in found if entry.counts]
    wins = [entry.row for entry in found if entry.result == "won"]
    decided = [entry for entry in found if entry.result in ("won", "lost")]
    breaches = [row.won_breaches or 0 for row in wins]
    unit, periods = _periods(played, zone)
    return Figures(
        played=len(played),
        won=len(wins),
        lost=len(decided) - len(wins),
        open=len(played) - len(decided),
        clean=sum(row.won_clean is True for row in wins),
        again=sum(entry.result == "again" for entry in found),
        aside=sum(entry.result == "aside" for entry in found),
        seconds=sum(row.seconds for row in played),
        mercy=sum(n > 0 for n in breaches),
        breaches=sum(breaches),
        rate=Rate(len(wins) / len(decided), *wilson(len(wins), len(decided))) if decided else None,
        streaks=_streaks(decided),
        moves=_spread([(row.won_moves, row.id) for row in wins], _step_of_ten),
        times=_spread([(row.won_seconds, row.id) for row in wins], _step_of_time),
        expected=expected((row.game, row.rules_hash, row.won is not None) for row in played),
        unit=unit,
        periods=periods,
    )


def _streaks(decided: Sequence[Entry]) -> Streaks:
    runs = []
    for result, group in groupby(decided, key=lambda entry: entry.result):
        begun = [entry.row.started for entry in group if entry.row.started is not None]
        runs.append(Run(result == "won", len(begun), begun[0], begun[-1]))
    return Streaks(
        current=runs[-1] if runs else None,
        longest_won=max((run.length for run in runs if run.won), default=0),
        longest_lost=max((run.length for run in runs if not run.won), default=0),
        latest=tuple(runs[-RUNS:]),
    )


def _spread(wins: Iterable[tuple[int | None, str]], step: Callable[[int], int]) -> Spread | None:
    """Where the figure of the wins lies; those of which it is not known are left out."""
    known = sorted((value, play) for value, play in wins if value is not None)
    if not known:
        return None
    values = [value for value, _ in known]
    least, most = values[0], values[-1]
    width = step(most - least)
    begin = least // width * width
    bins = [0] * ((most - begin) // width + 1)
    for value in values:
        bins[(value - begin) // width] += 1
    return Spread(
        least=least,
        least_play=known[0][1],
        median=statistics.median_low(values),
        most=most,
        bins=tuple(
            Bin(begin + n * width, begin + (n + 1) * width, wins) for n, wins in enumerate(bins)
        ),
    )


def _step_of_ten(span: int) -> int:
    """A round width for bins of a span of moves: 1, 2, 5, 10, 20, 50..."""
    power = 1
    while True:
        for factor in (1, 2, 5):
            if span // (factor * power) < _BINS:
                return factor * power
        power *= 10


def _step_of_time(span: int) -> int:
    """A round width for bins of a span of seconds: of parts of a minute, of an hour, then of hours."""
    for width in _TIMES:
        if span // width < _BINS:
            return width
    return _step_of_ten(span // 3600) * 3600


def _periods(played: Sequence[Row], zone: tzinfo) -> tuple[Unit, tuple[Period, ...]]:
    """The deals by the day that they were begun on, or by longer spaces of time when there are too many days."""
    # Each by the clock of its own day: where clocks are put forward in spring, a game of the winter keeps its day.
    begun = [(row.started.astimezone(zone), row.won is not None) for row in played if row.started]
    days = [(moment.date(), won) for moment, won in begun]
    if not days:
        return "day", ()
    first, last = days[0][0], days[-1][0]
    unit: Unit = "day"
    for unit in _UNITS:  # the shortest that leads to few enough
        begins = _begins(unit, first, last)
        if len(begins) <= _MOST_PERIODS:
            break
    counts = {begin: [0, 0] for begin in begins}
    for day, won in days:
        count = counts[_begin(unit, day)]
        count[0] += 1
        count[1] += won
    return unit, tuple(Period(begin, *count) for begin, count in counts.items())


def _begins(unit: Unit, first: date, last: date) -> list[date]:
    """The first days of all spaces of time from one day to another."""
    begins = [_begin(unit, first)]
    while (following := _begin(unit, begins[-1] + timedelta(days=_UNITS[unit]))) <= last:
        begins.append(following)
    return begins


def _begin(unit: Unit, day: date) -> date:
    """The first day of the day, week, month or year that a day lies in."""
    match unit:
        case "day":
            return day
        case "week":
            return day - timedelta(days=day.weekday())
        case "month":
            return day.replace(day=1)
        case "year":
            return day.replace(month=1, day=1)
