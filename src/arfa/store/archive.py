"""All plays of a player as one file.  ``docs/statistics.md`` describes it.

There are no secrets and no addresses in it: a play is known again by what it is (:func:`key_of`).
"""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, datetime, timedelta
from itertools import groupby
from typing import Annotated, Any, Literal, NamedTuple

from pydantic import AwareDatetime, BaseModel, ConfigDict, Field, ValidationError
from sqlalchemy import bindparam, select
from sqlalchemy.engine import Connection

from arfa.errors import Message
from arfa.store.course import Action
from arfa.store.errors import ArchiveError
from arfa.store.models import ACTIONS, BOOKMARKS, PLAYS
from arfa.store.plays import Play, Store

FORMAT: Literal["arfa-plays"] = "arfa-plays"
VERSION = 1
LONGEST = 20_000
"""No play in a file has more actions."""

_EARLIEST = datetime(2000, 1, 1, tzinfo=UTC)


class _Part(BaseModel):
    """The base of the parts of a file: fields that nobody has declared are refused."""

    model_config = ConfigDict(extra="forbid", frozen=True, use_attribute_docstrings=True)


class ArchivedMark(_Part):
    """A bookmark."""

    slot: Annotated[int, Field(ge=1, le=9)]
    node: Annotated[int, Field(ge=0, le=LONGEST)]
    """The number of the action, from 1, that led to the position; 0 is the deal."""
    name: Annotated[str, Field(max_length=80, pattern=r"^[^\x00-\x1f\x7f]*$")]
    at: AwareDatetime


Done = tuple[
    Literal["move", "undo", "redo", "restart", "goto"],
    Annotated[str, Field(max_length=4000)] | Annotated[int, Field(ge=0, le=LONGEST)] | None,
    Annotated[float, Field(ge=0, lt=1e10, allow_inf_nan=False)],
]
"""An action: what it was, its moves or its goal, and how many seconds after the deal it was done."""


class ArchivedPlay(_Part):
    """A play with everything that was done in it."""

    game: Annotated[str, Field(max_length=200)]
    rules: Annotated[str, Field(pattern="^[0-9a-f]{16}$")]
    """The hash of the rules that it is played by."""
    rules_version: Annotated[int, Field(ge=1, lt=2**31)]
    deal: Annotated[str, Field(max_length=500)]
    """What the deck follows from; empty where there is a position to begin from."""
    seal: Annotated[str, Field(pattern="^[0-9a-f]{16}$")]
    """Of the deck (:func:`seal_of`).  Another program, or a later one, knows by it whether it deals the same cards."""
    deck: Annotated[str, Field(max_length=1000)] | None = None
    """Written when the game has come out.  Before that nobody shall read in a file what lies face down."""
    start: Annotated[str, Field(max_length=6000)] | None = None
    """The position that it began from, when that was no deal; veiled (:func:`veil`)."""
    origin: Literal["dealt", "daily", "position", "record"] = "dealt"
    created: AwareDatetime
    hints: Annotated[int, Field(ge=0, lt=2**31)] = 0
    xrays: Annotated[int, Field(ge=0, lt=2**31)] = 0
    proof: Annotated[str, Field(max_length=40_000)] | None = None
    """A win that was known when it was dealt, veiled (:func:`veil`); empty where one was asked for and not found."""
    log: Annotated[list[Done], Field(max_length=LONGEST)]
    bookmarks: Annotated[list[ArchivedMark], Field(max_length=9)] = Field(default_factory=list)

    def actions(self) -> Iterator[tuple[Action, datetime]]:
        """What was done, and when."""
        for kind, what, seconds in self.log:
            move = what if isinstance(what, str) else None
            node = what if isinstance(what, int) else None
            yield Action(kind, move, node), self.created + timedelta(seconds=seconds)

    @property
    def last(self) -> datetime:
        """When something was done last."""
        return self.created + timedelta(seconds=self.log[-1][2] if self.log else 0)


class Archive(_Part):
    """All plays of a player."""

    format: Literal["arfa-plays"]
    version: Literal[1]
    exported: AwareDatetime
    plays: list[ArchivedPlay]


class Key(NamedTuple):
    """What a play is known by, whatever its address is and whosever it is."""

    game: str
    deck: str
    start: str | None
    created: datetime


def seal_of(deck: str) -> str:
    """Sixteen figures that tell decks apart, and tell nothing of them."""
    return hashlib.sha256(deck.encode()).hexdigest()[:16]


def veil(text: str) -> str:
    """A position, or the moves of a win, in base 64.

    It is as good as the position, as a number is as good as a deal; but nobody who looks into a file reads by accident
    what lies face down.
    """
    return base64.b64encode(text.encode()).decode()


def unveil(text: str, field: str) -> str:
    """What was veiled in a field.  Raises :class:`ArchiveError`."""
    try:
        return base64.b64decode(text, validate=True).decode()
    except ValueError as error:
        raise ArchiveError("archive-field", field=field) from error


def key_of(play: Play) -> Key:
    """What a play is known by: a player does not deal the same twice within a millionth of a second."""
    return Key(play.game, play.deck, play.start, play.created.astimezone(UTC))


# -- out -----------------------------------------------------------------------------------------------------------

_PLAYS = (
    select(PLAYS)
    .where(PLAYS.c.player_id == bindparam("player"))
    .order_by(PLAYS.c.created, PLAYS.c.id)
)
_OF_PLAYER = PLAYS.c.player_id == bindparam("player")
_LOGS = select(ACTIONS).join(PLAYS).where(_OF_PLAYER).order_by(ACTIONS.c.play_id, ACTIONS.c.version)
_MARKS = (
    select(BOOKMARKS).join(PLAYS).where(_OF_PLAYER).order_by(BOOKMARKS.c.play_id, BOOKMARKS.c.slot)
)


async def export(store: Store, player_id: str | None) -> bytes:
    """Everything that is kept of a player's plays, as a file; of nobody, a file without plays."""

    def query(connection: Connection) -> bytes:
        wanted = {"player": player_id}
        plays = [Play(**row._mapping) for row in connection.execute(_PLAYS, wanted)]
        logs = _by_play(connection.execute(_LOGS, wanted))
        marks = _by_play(connection.execute(_MARKS, wanted))
        written = [_written(play, logs.get(play.id, []), marks.get(play.id, [])) for play in plays]
        head = {"format": FORMAT, "version": VERSION, "exported": _time(datetime.now(UTC))}
        return file_of(head, written)

    return await store.database.read(query)


def file_of(head: Mapping[str, Any], plays: Iterable[Mapping[str, Any]]) -> bytes:
    """A file of what stands at its head and of plays, a play a line: people may look into it."""
    fields = "".join(f"{_json(name)}:{_json(value)}," for name, value in head.items())
    lines = ",\n".join(map(_json, plays))
    return f'{{{fields}"plays":[\n{lines}\n]}}\n'.encode()


def _by_play(rows: Any) -> dict[str, list[Any]]:
    return {play: list(group) for play, group in groupby(rows, key=lambda row: row.play_id)}


def _written(play: Play, log: list[Any], marks: list[Any]) -> dict[str, Any]:
    return {
        "game": play.game,
        "rules": play.rules_hash,
        "rules_version": play.rules_version,
        "deal": play.deal,
        "seal": seal_of(play.deck),
        **({} if play.won is None or play.start is not None else {"deck": play.deck}),
        **({} if play.start is None else {"start": veil(play.start)}),
        "origin": play.origin,
        "created": _time(play.created),
        **({} if play.proof is None else {"proof": veil(play.proof)}),
        "hints": play.hints,
        "xrays": play.xrays,
        "log": [
            [
                row.kind,
                row.node if row.move is None else row.move,
                # To a millionth of a second, as times are kept.
                max(0, round((row.at - play.created).total_seconds(), 6)),
            ]
            for row in log
        ],
        "bookmarks": [
            {"slot": row.slot, "node": row.node, "name": row.name, "at": _time(row.at)}
            for row in marks
        ],
    }


def _time(moment: datetime) -> str:
    return moment.astimezone(UTC).isoformat(timespec="microseconds").replace("+00:00", "Z")


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


# -- in ------------------------------------------------------------------------------------------------------------


def read(source: bytes) -> Archive:
    """A file as it was written; what was done in the plays is not checked yet.  Raises :class:`ArchiveError`."""
    try:
        archive = Archive.model_validate_json(source)
    except ValidationError as error:
        fault = error.errors(include_url=False, include_context=False)[0]
        place = fault["loc"]
        if fault["type"] == "json_invalid" or not place:
            raise ArchiveError("archive-not-json") from error
        if place[0] == "version":
            raise ArchiveError("archive-version", known=VERSION) from error
        if place[0] in ("format", "exported"):
            raise ArchiveError("archive-other") from error
        if len(place) < 2:
            raise ArchiveError("archive-field", field=str(place[0])[:40]) from error
        field = Message("archive-field", field=str(place[2 if len(place) > 2 else 0])[:40])
        raise ArchiveError("archive-play", number=int(place[1]) + 1, why=field) from error
    latest = datetime.now(UTC) + timedelta(days=1)
    for number, play in enumerate(archive.plays, start=1):
        field_name = _fault(play, latest)
        if field_name:
            why = Message("archive-field", field=field_name)
            raise ArchiveError("archive-play", number=number, why=why)
    return archive


def _fault(play: ArchivedPlay, latest: datetime) -> str:
    """The field of a play that cannot be right, if there is one."""
    if not _EARLIEST <= play.created <= latest:
        return "created"
    times = [seconds for _, _, seconds in play.log]
    if times != sorted(times) or play.last > latest:
        return "log"
    for kind, what, _ in play.log:
        wanted = {"move": str, "goto": int}.get(kind, type(None))
        if type(what) is not wanted:
            return "log"
    if len({mark.slot for mark in play.bookmarks}) < len(play.bookmarks):
        return "bookmarks"
    if not all(_EARLIEST <= mark.at <= latest for mark in play.bookmarks):
        return "bookmarks"
    return ""
