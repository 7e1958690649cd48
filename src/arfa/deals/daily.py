"""The deal of the day: one for each patience and date, the same for everybody.

A day is a date of UTC, so that it begins for all players at one moment.  Its number follows from the date and the
patience alone, by the generator of our own numbers, and a patience has the same number with all its variants.
docs/deals.md says how, tests/vectors/daily.json holds numbers that never change.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, date, datetime

from arfa.deals.errors import DealError
from arfa.deals.shuffle import Xoshiro256
from arfa.rules.file import GameFile

EASY_NUMBERS = 10**9
"""Deals of the day, like random ones, lie below this, so that people can type them."""
FIRST_DAY = date(2000, 1, 1)
"""Earlier dates have no deal."""
WORD = "daily"
"""How a deal of the day is asked for: ``daily``, ``daily:2026-11-30``."""

_DATE = re.compile(r"\d{4}-\d\d-\d\d", re.ASCII)


def today() -> date:
    """The date of UTC."""
    return datetime.now(UTC).date()


def candidates(game: GameFile, day: date) -> Iterator[int]:
    """The endless row of numbers that belong to a patience and a date.

    The deal of the day is the first of them.  A later version that chooses days by how hard they are takes a later one.
    """
    figures = day.year * 10_000 + day.month * 100 + day.day
    random = Xoshiro256.seeded((game.code << 32) + figures)
    while True:
        yield random.below(EASY_NUMBERS)


def daily_number(game: GameFile, day: date) -> int:
    """The number of the deal of a day.  Raises :class:`DealError` for a date before :data:`FIRST_DAY`."""
    if day < FIRST_DAY:
        raise DealError("daily-early", found=str(day), first=str(FIRST_DAY))
    return next(candidates(game, day))


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
