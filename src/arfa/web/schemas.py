"""What goes over the wire, as models: they check what comes in, and make ``/openapi.json``."""

from __future__ import annotations

from datetime import date, datetime
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

Fan = Literal["none", "down", "right", "left", "up"]
Kind = Literal["foundation", "column", "stock", "waste", "open", "row", "cell"]
Status = Literal["playing", "won", "stuck", "no_move"]


class Wire(BaseModel):
    """The base of all models: fields that nobody has declared are refused."""

    model_config = ConfigDict(extra="forbid", frozen=True, use_attribute_docstrings=True)


# -- what comes in -------------------------------------------------------------------------------------------------


class DealText(Wire):
    """What is to be understood."""

    game: Annotated[str, Field(max_length=200)] | None = None
    """The patience with its variants, ``big-harp+draw-3``; null when the deal is a share code, which names it."""
    deal: Annotated[str, Field(max_length=20_000)] | None = None
    """A number, ``pysol:1``, ``daily``, a share code or link, a whole deck, a position or a record in PPN, or a deal in
    the format of another program; null for a deal at random."""
    winnable: Annotated[bool, Field(strict=True)] = False
    """Whether a deal at random should be one that is proved to be winnable; a deal that is named is dealt as it is."""


class NewPlay(DealText):
    """A wish for a play."""

    other: Annotated[bool, Field(strict=True)] = False
    """Whether the deal may name another patience than ``game``, as a code, a position and a record do."""


class ActionWish(Wire):
    """Something to be done in a play."""

    version: Annotated[int, Field(ge=0, lt=2**31, strict=True)]
    """The version that the player sees.  When it is not the present one, nothing is done."""
    action: Literal["move", "undo", "redo", "restart", "goto", "auto", "finish"]
    """``auto``: all that can go to the foundations; ``finish``: win, where ``State.can_finish`` says so."""
    move: Annotated[str, Field(max_length=400)] | None = None
    """The move, ``t7t3.4``, or several with spaces between them that are taken back as one; or one in words,
    ``9H-TS``.  For the action ``move`` alone."""
    node: Annotated[int, Field(ge=0, lt=2**31, strict=True)] | None = None
    """The position to go to, for the action ``goto`` alone; 0 is the deal."""
    auto: Literal["off", "safe", "all"] = "off"
    """Which cards go to the foundations by themselves after a move, as a part of it."""


# -- what goes out -------------------------------------------------------------------------------------------------


class Problem(Wire):
    """Why something was not done."""

    code: str
    """The same in every language."""
    text: str
    """For the player, in the language of the request."""
    rule: bool | None = None
    """True where the rule text of the patience has a sentence that explains it; see the lesson's ``reasons``."""
    line: int | None = None
    """Where in a text that was sent, from 1; absent where there is no place to show."""
    column: int | None = None


class ErrorAnswer(Wire):
    """The answer to a request that was not fulfilled."""

    error: Problem


class DealName(Wire):
    """How a deal can be had again."""

    code: str | None
    """The share code; null for a patience that has none."""
    text: str
    """``12345`` or ``pysol:1``; empty for a play that began with a position."""
    day: date | None
    """The date whose deal of the day it is; null for other deals."""
    link: str | None
    """What to put behind the address of the page, ``#/deal/F05-C0E``, so that others get it; null for a position."""


class PilePlace(Wire):
    """Where a pile lies."""

    id: str
    x: float
    """In card widths."""
    y: float
    """In card heights."""
    fan: Fan
    kind: Kind
    label: str
    """Its name for people."""
    suit: str | None = None
    """``S``: the suit of a foundation."""
    passing: int = 0
    """How many cards of the stock are seen to pass from its bottom to its top before one comes here."""


class Plan(Wire):
    """Where everything lies."""

    width: float
    height: float
    piles: list[PilePlace]


class PileState(Wire):
    """What lies in a pile."""

    kind: Kind
    cards: list[tuple[str, str | None]]
    """Deepest first: the name of the card, which it keeps through the play, and its face, null when it is down."""
    hidden: int | None = None
    """How many cards a stock has, none of which is listed."""


class MoveChoice(Wire):
    """A legal move."""

    text: str
    """How it is asked for: ``t7t3.4``."""
    src: str
    dst: str
    """The pile where the cards land, where there is exactly one."""
    count: int
    label: str
    """For people: "seven of hearts and 2 more to column 5"."""


class Counts(Wire):
    """What the player wants to know in figures."""

    moves: int
    redeals_left: int | None = None
    """Null when there is no limit; absent where there is no redeal."""


class State(Wire):
    """A play as its player sees it."""

    id: str
    version: int
    """How many actions were done so far, undos included."""
    game: str
    name: str
    lang: str
    deal: DealName
    layout: Plan
    piles: dict[str, PileState]
    moves: list[MoveChoice]
    """Every legal move that changes something.  Anything else may be asked for, and is refused with its reason."""
    status: Status
    mercy: bool
    """Whether moves of mercy are among the moves."""
    breaches: int
    """How many moves of mercy were made."""
    counts: Counts
    can_undo: bool
    can_redo: bool
    can_finish: bool
    """Whether nothing is left but to carry the cards away."""
    node: int
    """The name of the position in the tree of the play; 0 is the deal."""
    seconds: int
    """How long the play has been played, up to the last action."""
    started: bool
    """Whether the first move was made, with which the clock starts."""
    clean: bool
    """Whether nothing was taken back, and no help was asked for, up to here or up to the first win."""
    proved: bool | None
    """Whether it was proved when it was dealt that it can be won; null where nobody asked for that."""
    said: str
    """What the last action did."""


class StaleAnswer(Wire):
    """The answer to an action that was meant for another version; nothing was done."""

    error: Problem
    state: State


class PlayInfo(Wire):
    """A play in a list."""

    id: str
    game: str
    name: str
    deal: str
    """``12345`` or ``pysol:1``; empty for a play that began with a position."""
    day: date | None
    """The date whose deal of the day it is; null for other deals."""
    moves_made: int
    status: Status
    won: bool
    """Whether it has come out at any time; moves may have been taken back since then."""
    updated: datetime


class Understood(Wire):
    """What a text asks for."""

    kind: Literal["random", "number", "pysol", "exact", "daily", "position", "record"]
    game: str
    """The patience with its variants: the one that was chosen, or the one that the text names."""
    name: str
    deal: DealName | None
    """Null for a random deal and for what begins with a position."""
    said: str
    """All of it in a sentence: "Big Harp, deal 12345"."""
    notes: list[str]
    """What should be known of the reading."""


class RecordsTaken(Wire):
    """What became of the records of a file."""

    plays: list[PlayInfo]
    """In the order of the file."""
    comments_left: int
    """How many comments there was no bookmark for; comments are kept as bookmarks, of which a play has nine."""


class Day(Wire):
    """The deal of a day, as this player has left it."""

    day: date
    status: Literal["new", "begun", "won", "late"]
    """``won`` on its day, or ``late``; a play without a move has not begun."""
    play: str | None
    """The play to go on with; null where none was dealt."""


class Days(Wire):
    """The deals of the day of a month."""

    game: str
    name: str
    today: date
    """The date of UTC: days change for everybody at once."""
    month: date
    """Its first day."""
    first: date
    """The first day that there is."""
    days: list[Day]
    """Up to today."""
    streak: int
    """How many days in a row were won, each on its day; today may still be to come."""
    best: int
    """The longest row that there ever was."""


class Limits(Wire):
    """Which numbers a variant takes."""

    min: int
    max: int


class VariantInfo(Wire):
    """A variant of a patience."""

    id: str
    name: str
    about: str
    excludes: list[str]
    requires: list[str]
    parameter: Limits | None


class SketchPile(Wire):
    """A pile of a sketch, placed as in a plan."""

    x: float
    y: float
    fan: Fan
    cards: str
    """Two letters a card, the deepest first, ``??`` for one that lies face down: ``??7H``; empty for an empty place."""


class Sketch(Wire):
    """What a patience looks like, for a small picture: some deal of it, as it is laid out."""

    width: float
    height: float
    piles: list[SketchPile]


class GameInfo(Wire):
    """A patience in the list."""

    id: str
    name: str
    about: str
    source: str | None
    """Where it is described; null for those that are here to compare with."""
    decks: int
    sketch: Sketch
    variants: list[VariantInfo]
    odds: dict[str, str]
    """How often it comes out, in a sentence, and with which variants: by the full name of each choice that was
    measured, ``klondike+draw-3+worry-back``, its variants in the order of ``variants``."""


class SourceNoteText(Wire):
    """What the source says and what is played."""

    ref: str
    text: str


class Health(Wire):
    """That the service is well."""

    status: Literal["ok"]
