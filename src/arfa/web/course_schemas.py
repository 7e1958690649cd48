"""The tree of a play and its bookmarks over the wire."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

from pydantic import Field

from arfa.web.schemas import Wire


class BookmarkWish(Wire):
    """A position that is to be found again."""

    node: Annotated[int, Field(ge=0, lt=2**31, strict=True)]
    """Which: the name that ``State.node`` or ``CourseInfo`` has for it."""
    name: Annotated[str, Field(max_length=80)] = ""
    """What its player calls it."""


class BookmarkInfo(Wire):
    """A position that its player wants to find again."""

    slot: int
    node: int
    name: str
    at: datetime


class Bookmarks(Wire):
    """The bookmarks of a play."""

    bookmarks: list[BookmarkInfo]


class CourseNode(Wire):
    """A position of the tree of a play."""

    node: int
    """Its name; 0 is the deal."""
    parent: int
    """The position before."""
    moves: str
    """The moves that lead here from there, in PPN."""
    words: str
    """The same for people."""


class CourseInfo(Wire):
    """Everything that was tried in a play."""

    node: int
    """Where the play is."""
    nodes: list[CourseNode]
    """All positions but the deal, in the order in which they were reached first."""
    bookmarks: list[BookmarkInfo]
