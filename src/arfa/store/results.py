"""What the plays of a player count as: won, lost, open, or nothing.

The plays are read in one query and folded here: that means the same on every database, and a player has thousands of
plays at most.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Literal, NamedTuple

from sqlalchemy import bindparam, select
from sqlalchemy.engine import Connection

from arfa.store.models import PLAYS

Result = Literal["won", "lost", "open", "again", "aside", "looked"]
"""``again``: a deal that was played before; ``aside``: from a position or a record; ``looked``: no move was made."""

DEALT = ("dealt", "daily")
"""The origins of plays that count."""


class Row(NamedTuple):
    """What statistics need of a play; the columns of the same names."""

    id: str
    game: str
    rules_hash: str
    deal: str
    deck: str
    origin: str
    created: datetime
    updated: datetime
    started: datetime | None
    status: str
    moves: int
    seconds: int
    undos: int
    hints: int
    xrays: int
    won: datetime | None
    won_moves: int | None
    won_seconds: int | None
    won_clean: bool | None
    won_breaches: int | None


class Entry(NamedTuple):
    """A play and what it counts as."""

    row: Row
    result: Result

    @property
    def counts(self) -> bool:
        """Whether it is one of the deals that were played."""
        return self.result in ("won", "lost", "open")


_ROWS = select(*(PLAYS.c[name] for name in Row._fields)).where(
    PLAYS.c.player_id == bindparam("player_id")
)


def rows_of(connection: Connection, player_id: str) -> list[Row]:
    """All plays of a player, in no order."""
    return [Row(*row) for row in connection.execute(_ROWS, {"player_id": player_id})]


def entries(rows: Sequence[Row]) -> list[Entry]:
    """What each play counts as, in the order in which they were begun; deals only looked at come first.

    A deal counts once, when it is played for the first time.  It is open until it comes out or a later deal of the same
    patience is begun.
    """
    looked = [Entry(row, "looked") for row in rows if row.started is None]
    looked.sort(key=lambda entry: (entry.row.created, entry.row.id))
    begun = [row for row in rows if row.started is not None]
    begun.sort(key=lambda row: (row.started, row.id))
    latest = {row.game: row.id for row in begun if row.origin in DEALT}
    known: set[tuple[str, str]] = set()
    found = []
    for row in begun:
        deal = row.game, row.deck
        if row.origin not in DEALT:
            found.append(Entry(row, "aside"))
        elif deal in known:
            found.append(Entry(row, "again"))
        elif row.won is not None:
            found.append(Entry(row, "won"))
        else:
            found.append(Entry(row, "open" if latest[row.game] == row.id else "lost"))
        if row.origin in DEALT:
            known.add(deal)
    return looked + found
