"""The file of a patience: its names, rules, variants, layout and texts."""

from __future__ import annotations

import re
from typing import Any, Literal

from pydantic import Field, field_validator, model_validator

from arfa.rules.spec import Rules, Spec, fault


class Words(Spec):
    """A text for people in both languages."""

    ru: str
    """Russian, as a Russian card player would write it."""
    en: str
    """English."""

    def __getitem__(self, lang: str) -> str:
        return self.ru if lang == "ru" else self.en


class Parameter(Spec):
    """The number of a variant such as ``redeals=2``; it takes the place of every ``"$"`` in its rules."""

    min: int
    """The smallest number allowed."""
    max: int
    """The largest number allowed."""


class Variant(Spec):
    """A named change of the rules."""

    name: Words
    """Its name for people."""
    about: Words
    """What it changes, in a sentence."""
    rules: dict[str, Any]
    """What is laid over the rules of the patience, field by field; a table with a ``kind`` replaces the old one."""
    layout: dict[str, Any] = Field(default_factory=dict)
    """What is laid over the layout."""
    parameter: Parameter | None = None
    """The number that the variant takes, if any."""
    excludes: tuple[str, ...] = ()
    """Variants that it cannot be combined with."""
    requires: tuple[str, ...] = ()
    """Variants without which it has no meaning."""
    small: bool = False
    """A short deck for exhaustive tests; not offered to players."""


class Placing(Spec):
    """Where piles lie on the screen."""

    piles: tuple[str, ...]
    """The names of the piles, in order; ``t1..t7`` stands for t1 to t7.  Piles that a variant has
    not are passed over."""
    x: float
    """The left edge of the first pile, in card widths."""
    y: float
    """The upper edge of the first pile, in card heights."""
    dx: float = 0
    """How far each next pile lies to the right of the one before, in card widths."""
    dy: float = 0
    """How far each next pile lies below the one before, in card heights."""
    fan: Literal["none", "down", "up", "left", "right"] = "none"
    """In which direction the cards of a pile overlap."""
    passing: int = Field(default=0, ge=0)
    """How many cards of the stock pass from its bottom to its top, one by one, before a card comes here: the stock is
    held in the hand, and the table shows them passing."""

    @field_validator("piles", mode="before")
    @classmethod
    def _expand(cls, value: object) -> object:
        if not isinstance(value, list | tuple):
            return value
        names: list[object] = []
        for word in value:
            found = (
                re.fullmatch(r"([a-z])(\d+)\.\.\1(\d+)", word) if isinstance(word, str) else None
            )
            if found is None:
                names.append(word)
            else:
                letter, first, last = found.groups()
                names += [f"{letter}{n}" for n in range(int(first), int(last) + 1)]
        return tuple(names)


class Layout(Spec):
    """The screen layout of a patience."""

    width: float
    """The width of the table in card widths."""
    height: float
    """The height of the table in card heights, without what fans grow to."""
    placings: dict[str, Placing]
    """Where the piles lie, in named groups, so that a variant can change one of them."""


class Example(Spec):
    """A small table on which a sentence can be tried: a position, a move that the sentence allows and one that it
    forbids.  All of it is executed by a test."""

    position: str = ""
    """A position in PPN, without the name of the patience.  It is made up and need not hold the whole deck: cards
    that are not named are out of play.  Only what is named, or touched by the moves, is shown."""
    deal: str = ""
    """Instead of a position: the deal (``7``, ``pysol:1``) that is shown whole, as it lies when play begins."""
    variants: str = ""
    """Variants to be added to the patience, joined by ``+``."""
    legal: str = ""
    """A move that is allowed here."""
    illegal: str = ""
    """A move that is refused here."""
    reason: str = ""
    """The code of the refusal."""
    outcome: Literal["", "playing", "won", "stuck", "no_move"] = ""
    """How the game stands after the legal move, or at once where there is none; empty where it does not matter."""
    ru: str = ""
    """What is to be seen, in Russian."""
    en: str = ""
    """What is to be seen, in English."""

    @model_validator(mode="after")
    def _one_table(self) -> Example:
        if bool(self.position) == bool(self.deal):
            raise fault("fault-example-table")
        if bool(self.illegal) != bool(self.reason):
            raise fault("fault-example-reason")
        return self


class Sentence(Spec):
    """A sentence or two of the rule text."""

    part: Literal[
        "aim",
        "deal",
        "foundations",
        "columns",
        "spaces",
        "stock",
        "redeal",
        "end",
        "mercy",
        "phases",
    ]
    """Under which heading it stands."""
    ref: tuple[str, ...] = ()
    """The numbers of the rulebook that it states."""
    when: str = ""
    """The variant that it belongs to: shown only when that is chosen (``!mercy``: only when it is not); of several
    words all must hold."""
    ru: str
    """Russian."""
    en: str
    """English."""
    quote: str = ""
    """The words of the source on which it rests, as they are printed there (in Russian); only a short passage."""
    examples: tuple[Example, ...] = ()
    """What can be tried: at least one move that is allowed and one that is refused."""
    untried: str = ""
    """Why there is nothing to be tried, or nothing that is allowed or refused."""


class SourceNote(Spec):
    """A place where the source is misprinted, contradicts itself or leaves a choice, and what is played."""

    ref: str
    """Its number in the rulebook."""
    ru: str
    """«В источнике сказано «…»; мы играем …»"""
    en: str
    """The source says "..."; we play ..."""


class GameFile(Spec):
    """A patience, as its TOML file states it."""

    id: str = Field(pattern=r"^[a-z][a-z0-9-]*$")
    """Its name for programs, the same everywhere."""
    code: int = Field(default=0, ge=0, le=1023)
    """Its number in share codes; 0 for a patience that has none."""
    version: int = Field(default=1, ge=1, le=31)
    """Raised whenever a change of the rules changes what a stored game means."""
    name: Words
    """Its name for people."""
    about: Words
    """What it is, in a sentence or two."""
    source: str = ""
    """Where its rules come from: the section of the rulebook."""
    source_title: Words | None = None
    """The book or page that the quotations are taken from."""
    rules: Rules
    """How it is played."""
    variants: dict[str, Variant] = Field(default_factory=dict)
    """Named changes of the rules; the order here is the canonical order of their names.  A variant is never taken
    out and a new one is added at the end, since share codes count them."""
    layout: Layout
    """How it lies on the screen."""
    text: tuple[Sentence, ...] = ()
    """The rule text."""
    notes: tuple[SourceNote, ...] = ()
    """What the source says and what is played, where these differ."""
