"""What goes over the wire of the rule text with its examples."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from arfa.web.schemas import Counts, MoveChoice, PileState, Plan, SourceNoteText, Status, Wire


class SmallTable(Wire):
    """An example of the rule text on the table: as a :class:`State`, but of no play."""

    version: int
    """How many moves were made."""
    game: str
    lang: str
    layout: Plan
    """The piles that matter, moved together."""
    piles: dict[str, PileState]
    moves: list[MoveChoice]
    """The legal moves between these piles."""
    status: Status
    mercy: bool
    breaches: int
    counts: Counts
    said: str
    """What the last move did."""


class Trial(Wire):
    """A move to be tried on a small table."""

    text: str
    label: str
    """For people: "jack of spades to column 1"."""
    src: str
    """The pile that it begins at."""
    dst: str
    """The pile that it ends at, or would end at; empty where it is none of those shown."""
    at: int
    """The place in that pile of the deepest card that it takes, counted from 0; less than 0 where there is none."""
    count: int
    why: str | None = None
    """Why it is refused; absent where it is allowed."""


class ExampleTable(Wire):
    """An example of a sentence."""

    id: str
    """The number of its sentence and its own within that: ``12.0``."""
    caption: str
    """What is to be seen."""
    situation: str
    """The cards in words, for those who do not see them."""
    deal: str | None = None
    """Which deal is shown; absent where the position was made up for the example."""
    table: SmallTable
    trials: list[Trial]
    """What to try: first what is allowed, then what is refused."""


class TaughtSentence(Wire):
    """A sentence or two of the rule text with its examples."""

    id: int
    """Its number in the text of the patience, whatever variants are chosen."""
    text: str
    ref: list[str]
    """The numbers of the rulebook."""
    quote: str | None = None
    """The words of the source, in Russian."""
    reasons: list[str]
    """The codes of the refusals that this sentence explains."""
    examples: list[ExampleTable]


class TaughtPart(Wire):
    """A part of the rule text."""

    title: str
    sentences: list[TaughtSentence]


class Lesson(Wire):
    """The rules of a patience with its variants, and examples of every sentence."""

    game: str
    name: str
    about: str
    source_title: str | None = None
    """Where the quotations are from."""
    parts: list[TaughtPart]
    source_notes: list[SourceNoteText]


class TrialWish(Wire):
    """Moves to be made on a small table, from its beginning."""

    moves: Annotated[list[Annotated[str, Field(max_length=40)]], Field(max_length=60)]
