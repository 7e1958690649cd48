"""What a player made of the deals of the day."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta

from sqlalchemy import bindparam, select
from sqlalchemy.engine import Connection

from arfa.deals.daily import day_of
from arfa.store.models import PLAYS
from arfa.store.plays import Store

_DAILIES_OF = (
    select(PLAYS.c.id, PLAYS.c.deal, PLAYS.c.status, PLAYS.c.moves, PLAYS.c.won)
    .where(
        (PLAYS.c.player_id == bindparam("player_id"))
        & (PLAYS.c.origin == "daily")
        & (PLAYS.c.game == bindparam("game"))
    )
    .order_by(PLAYS.c.updated)
)


@dataclass(frozen=True)
class PlayedDay:
    """The deal of a day as a player has left it: the play that was touched last, or better, one that was won."""

    day: date
    play: str
    status: str
    moves: int
    won: datetime | None

    @property
    def in_time(self) -> bool:
        """Whether it was won on its day."""
        return self.won is not None and self.won.astimezone(UTC).date() == self.day


@dataclass(frozen=True)
class Streak:
    """How many days in a row were won, each in time."""

    now: int
    """Up to today, or up to yesterday as long as today is not lost."""
    best: int


async def played_days(store: Store, player_id: str, game: str) -> dict[date, PlayedDay]:
    """The days of a patience that a player has dealt."""
    wanted = {"player_id": player_id, "game": game}

    def query(connection: Connection) -> dict[date, PlayedDay]:
        found: dict[date, PlayedDay] = {}
        for row in connection.execute(_DAILIES_OF, wanted):
            day = day_of(row.deal)
            if day is None:
                continue
            play = PlayedDay(day, row.id, row.status, row.moves, row.won)
            known = found.get(day)
            if known is None or _better(play, known):
                found[day] = play
        return found

    return await store.database.read(query)


def _better(play: PlayedDay, known: PlayedDay) -> bool:
    """Whether a play tells more of a day than another one that was touched earlier."""
    return (play.in_time, play.won is not None) >= (known.in_time, known.won is not None)


def streak(days: Iterable[PlayedDay], today: date) -> Streak:
    """The present and the longest row of days that were won in time."""
    won = sorted(day.day for day in days if day.in_time)
    best = length = 0
    before: date | None = None
    for day in won:
        length = length + 1 if before is not None and day - before == timedelta(1) else 1
        best = max(best, length)
        before = day
    alive = before is not None and before >= today - timedelta(1)
    return Streak(length if alive else 0, best)
