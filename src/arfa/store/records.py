"""Plays that come in whole, with what was done in them: imported records."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from typing import NamedTuple

from sqlalchemy import insert
from sqlalchemy.engine import Connection

from arfa.store.course import Action
from arfa.store.models import ACTIONS, BOOKMARKS, PLAYS
from arfa.store.plays import Play, Store


class Mark(NamedTuple):
    """A bookmark: its slot, the node that it stands at, and its name."""

    slot: int
    node: int
    name: str


@dataclass(frozen=True)
class Whole:
    """A play with its log, to be stored at once."""

    play: Play
    """With the version and the moves that the log leads to."""
    log: Sequence[Action]
    marks: Sequence[Mark] = ()


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
            marks = [{"play_id": play.id, "at": play.updated, **m._asdict()} for m in whole.marks]
            if marks:
                connection.execute(insert(BOOKMARKS), marks)

    await store.database.write(write)
