"""Positions of a play that its player wants to find again."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import NamedTuple

from sqlalchemy import bindparam, delete, insert, select
from sqlalchemy.engine import Connection
from sqlalchemy.exc import IntegrityError

from arfa.store.database import Database
from arfa.store.errors import PlayUnknown
from arfa.store.models import BOOKMARKS

SLOTS = range(1, 10)

_OF = (
    select(BOOKMARKS.c.slot, BOOKMARKS.c.node, BOOKMARKS.c.name, BOOKMARKS.c.at)
    .where(BOOKMARKS.c.play_id == bindparam("play"))
    .order_by(BOOKMARKS.c.slot)
)
_GONE = delete(BOOKMARKS).where(
    (BOOKMARKS.c.play_id == bindparam("play")) & (BOOKMARKS.c.slot == bindparam("place"))
)


class Bookmark(NamedTuple):
    """A position with a name."""

    slot: int
    """From 1 to 9."""
    node: int
    """The position, as :class:`~arfa.store.course.Course` names it."""
    name: str
    at: datetime


async def bookmarks_of(database: Database, play_id: str) -> list[Bookmark]:
    """The bookmarks of a play by their slots."""

    def query(connection: Connection) -> list[Bookmark]:
        return [Bookmark(*row) for row in connection.execute(_OF, {"play": play_id})]

    return await database.read(query)


async def set_bookmark(database: Database, play_id: str, slot: int, node: int, name: str) -> None:
    """Put a bookmark into a slot, in place of what was there; when this returns it is on disk.

    Raises :class:`~arfa.store.errors.PlayUnknown` when the play is gone.
    """
    row = {"play_id": play_id, "slot": slot, "node": node, "name": name, "at": datetime.now(UTC)}

    def write(connection: Connection) -> None:
        connection.execute(_GONE, {"play": play_id, "place": slot})
        connection.execute(insert(BOOKMARKS), row)

    try:
        await database.write(write)
    except IntegrityError as error:
        raise PlayUnknown from error


async def drop_bookmark(database: Database, play_id: str, slot: int) -> None:
    """Take a bookmark away, if there is one."""
    gone = {"play": play_id, "place": slot}
    await database.write(lambda connection: connection.execute(_GONE, gone))
