"""Between plays and records in PPN: all that was tried becomes moves with variations, and these become a play again.

What was tried last stands last among the branches of a position, so that a record that was imported is exported as the
same text.  Bookmarks are comments of the form ``bookmark 3: a name``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import UTC, date, datetime
from typing import NamedTuple

from arfa.cards import Card
from arfa.deals import Deal, parse_deck
from arfa.engine.moves import Move
from arfa.notation import Line, Record, RecordError, grow, of_position
from arfa.notation.record import UNFINISHED, won_with
from arfa.notation.tree import Log
from arfa.store import Action, Course, Play
from arfa.store.bookmarks import SLOTS, Bookmark
from arfa.store.course import Node, way

MEDIA_TYPE = "application/x-ppn; charset=utf-8"
LONGEST_NAME = 80
LONGEST_TIME = 10**8
"""Seconds of play that a record may claim."""

_BOOKMARK = re.compile(r"bookmark ([1-9])(?:: (.*))?")


def decoded(body: bytes) -> str:
    """The text of a file.  Raises :class:`~arfa.notation.errors.RecordError` where it is none, or empty."""
    try:
        text = body.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = body[: error.start].decode("utf-8-sig", "replace")
        line, column = before.count("\n") + 1, len(before) - before.rfind("\n")
        raise RecordError("record-not-utf8", at=(line, column)) from error
    if not text.strip():
        raise RecordError("record-empty")
    return text


# -- out -----------------------------------------------------------------------------------------------------------
def record_of(play: Play, course: Course, marks: Sequence[Bookmark], status: str) -> Record:
    """A play as a record, with everything that was tried; ``status`` as it is told to the player.

    Raises :class:`~arfa.notation.errors.RecordError` for one that is larger than what can be read.
    """
    tags = {"Date": str(play.created.astimezone(UTC).date())}
    if play.seconds:
        tags["Seconds"] = str(play.seconds)
    deal, deck = _deal(play, course)
    line = grow(_log(course, marks))
    record = of_position(course.position, deal=deal, deck=deck, line=line, tags=tags)
    result = {"won": won_with(course.position.breaches), "stuck": "stuck", "no_move": "stuck"}
    return record.with_tags({"Result": result.get(status, UNFINISHED)})


def file_name(play: Play) -> str:
    """What the file of a play is called."""
    game = re.sub(r"[^a-z0-9+-]", "-", play.game)[:60]
    deal = re.sub(r"[^a-z0-9]", "-", play.deal)[:24] or "position"
    return f"arfa-{game}-{deal}.ppn"


def _deal(play: Play, course: Course) -> tuple[Deal | None, tuple[Card, ...] | None]:
    if play.start is not None:
        return None, None
    game = course.game
    return Deal.parse(play.deal, game.spec), parse_deck(play.deck, game.rules)


def _log(course: Course, marks: Sequence[Bookmark]) -> Log:
    """Everything that was tried, branch after branch, and at the end the way to where the play is."""
    named: dict[int, list[str]] = {}
    for mark in sorted(marks):
        named.setdefault(mark.node, []).append(f"bookmark {mark.slot}: {mark.name}".rstrip(": "))
    root = course.nodes[0]
    yield from named.get(0, ())
    todo: list[tuple[Node, Iterator[Node]]] = [(root, iter(_branches(root)))]
    while todo:
        node, rest = todo[-1]
        branch = next(rest, None)
        if branch is None:
            todo.pop()
            yield from (None for _ in node.moves)
        else:
            yield from branch.moves
            yield from named.get(branch.version, ())
            todo.append((branch, iter(_branches(branch))))
    for node in reversed(way(course.at)):
        yield from node.moves


def _branches(node: Node) -> list[Node]:
    """What was tried from a position; what was left last comes last, so that it becomes the line."""
    others = [branch for branch in node.branches if branch is not node.recent]
    return others if node.recent is None else [*others, node.recent]


# -- in ------------------------------------------------------------------------------------------------------------
class Taken(NamedTuple):
    """A record as a play: what was done, its bookmarks, and how many comments there was no room for."""

    log: tuple[Action, ...]
    marks: tuple[Bookmark, ...]
    left: int


def taken(record: Record) -> Taken:
    """The log of a play in which a record was played, its variations first and then what stands."""
    taker = _Taker()
    taker.say(0, record.line.comments)
    taker.line(record.line)
    return Taken(tuple(taker.log), tuple(sorted(taker.marks.values())), taker.left)


def begun_on(record: Record) -> datetime | None:
    """When a record says that it was begun; None where it says nothing that can be true."""
    try:
        day = date.fromisoformat(record.tag("Date"))
    except ValueError:
        return None
    begun = datetime(day.year, day.month, day.day, tzinfo=UTC)
    return begun if begun <= datetime.now(UTC) else None


def seconds_of(record: Record) -> int:
    """How long a record says that it was played; 0 where it does not say."""
    text = record.tag("Seconds")
    if not (text.isascii() and text.isdigit() and len(text) < len(str(LONGEST_TIME))):
        return 0
    return int(text)


class _Taker:
    """Walks through the line of a record and notes what a player would have done."""

    def __init__(self) -> None:
        self.log: list[Action] = []
        self.marks: dict[int, Bookmark] = {}
        self.left = 0
        self.at = 0
        """The node where the play is."""
        self.nodes: dict[tuple[int, Move], int] = {}
        """The nodes by the one before and the move that leads there."""

    def line(self, line: Line) -> None:
        """Play a line from here to its end.  Lines are nested no deeper than a record may be."""
        for node in line.nodes:
            here = self.at
            for variation in node.variations:
                self.line(variation)
                self.go(here)
            if node.move is not None:
                self.log.append(Action("move", str(node.move)))
                self.at = self.nodes.setdefault((here, node.move), len(self.log))
                self.say(self.at, node.comments)

    def go(self, node: int) -> None:
        if self.at != node:
            self.log.append(Action("goto", node=node))
            self.at = node

    def say(self, node: int, comments: Sequence[str]) -> None:
        """Make comments bookmarks, as far as there is room."""
        for text in comments:
            found = _BOOKMARK.fullmatch(text)
            free = (slot for slot in SLOTS if slot not in self.marks)
            slot = int(found[1]) if found is not None else next(free, None)
            if slot is None:
                self.left += 1
                continue
            name = (found[2] or "") if found is not None else text
            mark = Bookmark(slot, node, name[:LONGEST_NAME].strip(), datetime.now(UTC))
            self.marks[slot] = mark


__all__ = [
    "MEDIA_TYPE",
    "RecordError",
    "Taken",
    "begun_on",
    "decoded",
    "file_name",
    "record_of",
    "taken",
]
