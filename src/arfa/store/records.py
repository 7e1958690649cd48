"""Plays that come in whole, with what was done in them: imported records."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass

from sqlalchemy import bindparam, insert, select
from sqlalchemy.engine import Connection

from arfa.store.bookmarks import Bookmark
from arfa.store.course import Action
from arfa.store.models import ACTIONS, BOOKMARKS, PLAYS
from arfa.store.plays import Play, Store

_RECORDED = (
    select(PLAYS.c.id)
    .where((PLAYS.c.player_id == bindparam("player_id")) & (PLAYS.c.version > 0))
    .order_by(PLAYS.c.created, PLAYS.c.id)
)


@dataclass(frozen=True)
class Whole:
    """A play with its log, to be stored at once."""

    play: Play
    """With the version and the moves that the log leads to."""
    log: Sequence[Action]
    marks: Sequence[Bookmark] = ()


async def recorded(store: Store, player_id: str) -> list[str]:
    """The ids of the plays of a player in which a move was made, the oldest first."""

    def query(connection: Connection) -> list[str]:
        return list(connection.execute(_RECORDED, {"player_id": player_id}).scalars())

    return await store.database.read(query)


async def keep(store: Store, plays: Iterable[Whole]) -> None:
    """Store plays with their logs: all of them or, where that fails, none."""
    plays = list(plays)

    def write(connection: Connection) -> None:
        for whole in plays:
            play = whole.play
            connection.execute(insert(PLAYS), asdict(play))
            log = [
                {"play_id": play.id, "version": version, "at": play.updated, **action._asdict()}
                for version, action in enumerate(whole.log, start=1)
            ]
            if log:
                connection.execute(insert(ACTIONS), log)
            marks = [{"play_id": play.id, **mark._asdict()} for mark in whole.marks]
            if marks:
                connection.execute(insert(BOOKMARKS), marks)

    await store.database.write(write)
    for whole in plays:
        store.observe("play", whole.play.game.partition("+")[0])
