"""What belongs to a player as a whole: the plays with what they count as, and their end."""

from __future__ import annotations

from sqlalchemy import bindparam, delete

from arfa.store.errors import PlayUnknown
from arfa.store.models import PLAYERS, PLAYS
from arfa.store.plays import Store
from arfa.store.results import Row, rows_of

_DELETE_PLAY = delete(PLAYS).where(
    (PLAYS.c.id == bindparam("play")) & (PLAYS.c.player_id == bindparam("player"))
)
_DELETE_PLAYER = delete(PLAYERS).where(PLAYERS.c.id == bindparam("player"))


async def all_rows(store: Store, player_id: str) -> list[Row]:
    """All plays of a player, as far as statistics need them."""
    return await store.database.read(lambda connection: rows_of(connection, player_id))


async def delete_play(store: Store, play_id: str, player_id: str) -> None:
    """Delete a play of a player, with its log and its bookmarks.  Raises :class:`PlayUnknown`."""
    which = {"play": play_id, "player": player_id}
    deleted = await store.database.write(
        lambda connection: connection.execute(_DELETE_PLAY, which).rowcount
    )
    if not deleted:
        raise PlayUnknown


async def delete_player(store: Store, player_id: str) -> None:
    """Delete a player with all plays, so that nothing is left of either."""
    which = {"player": player_id}
    await store.database.write(lambda connection: connection.execute(_DELETE_PLAYER, which))
