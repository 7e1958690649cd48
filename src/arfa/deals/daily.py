"""The deal of the day: one for each patience and date, the same for everybody.

A day is a date of UTC, so that it begins for all players at one moment.  Its number follows from the date and the
patience, by the generator of our own numbers, and a patience has the same number with all its variants.  Days that were
chosen beforehand, as deals that can be won, take a later number of the generator; ``days.toml`` says which.
docs/deals.md says how, tests/vectors/daily.json holds numbers that never change.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime
from functools import cache
from importlib.resources import files
from itertools import islice

from arfa.deals.errors import DealError
from arfa.deals.shuffle import Xoshiro256
from arfa.rules.file import GameFile

EASY_NUMBERS = 10**9
"""Deals of the day, like random ones, lie below this, so that people can type them."""
FIRST_DAY = date(2000, 1, 1)
"""Earlier dates have no deal."""
WORD = "daily"
"""How a deal of the day is asked for: ``daily``, ``daily:2026-11-30``."""

FIGURES = "0123456789abcdefghijklmnopqrstuvwxyz"
"""How many numbers of the generator a day of ``days.toml`` passes over, a character a day."""

_DATE = re.compile(r"\d{4}-\d\d-\d\d", re.ASCII)


@dataclass(frozen=True, slots=True)
class ChosenDays:
    """Days whose deals were chosen beforehand: each can be won, and is neither easy nor hard where that is measured."""

    first: date
    passed: Mapping[str, str]
    """Of each patience, by its id, a figure for each day from the first on (:data:`FIGURES`)."""

    def offset(self, game: GameFile, day: date) -> int:
        """How many numbers of the generator are passed over; 0 for a day that was not chosen."""
        place = (day - self.first).days
        figures = self.passed.get(game.id, "")
        return FIGURES.index(figures[place]) if 0 <= place < len(figures) else 0

    def has(self, game: GameFile, day: date) -> bool:
        """Whether the deal of a day was chosen."""
        return 0 <= (day - self.first).days < len(self.passed.get(game.id, ""))


@cache
def chosen_days() -> ChosenDays:
    """The days of ``days.toml``, which ``tools/make_days.py`` makes.

    They are data, so that a better solver, or a worse one, never changes a day.
    """
    found = tomllib.loads(files("arfa.deals").joinpath("days.toml").read_text("utf-8"))
    return ChosenDays(found["first"], found["passed"])


def today() -> date:
    """The date of UTC."""
    return datetime.now(UTC).date()


def candidates(game: GameFile, day: date) -> Iterator[int]:
    """The endless row of numbers that belong to a patience and a date.

    The deal of the day is the first of them, or a later one where the day was chosen (:func:`chosen_days`).
    """
    figures = day.year * 10_000 + day.month * 100 + day.day
    random = Xoshiro256.seeded((game.code << 32) + figures)
    while True:
        yield random.below(EASY_NUMBERS)


def daily_number(game: GameFile, day: date) -> int:
    """The number of the deal of a day.  Raises :class:`DealError` for a date before :data:`FIRST_DAY`."""
    if day < FIRST_DAY:
        raise DealError("daily-early", found=str(day), first=str(FIRST_DAY))
    passed = chosen_days().offset(game, day)
    return next(islice(candidates(game, day), passed, None))


def parse_day(text: str) -> date:
    """A date as ``2026-11-30``; nothing stands for today.  Raises :class:`DealError`."""
    if not text:
        return today()
    try:
        if _DATE.fullmatch(text):
            return date.fromisoformat(text)
    except ValueError:  # the 31st of November
        pass
    raise DealError("daily-date", found=text[:40], example=str(today()))


def day_of(text: str) -> date | None:
    """The date that ``daily`` or ``daily:2026-11-30`` names; None for a text that asks for another deal.

    Raises :class:`DealError` for a date that is none.
    """
    word, sign, rest = text.strip().partition(":")
    if word.strip().lower() != WORD:
        return None
    if sign and not rest.strip():
        raise DealError("daily-date", found=text.strip()[:40], example=str(today()))
    return parse_day(rest.strip())
