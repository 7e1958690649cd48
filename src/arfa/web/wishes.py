"""What a player asks for: a number, a code, a link, a deck, a position, a record, or a text of another program.

There is one reading for looking (``POST /api/deals/check``) and for dealing (``POST /api/plays``), so that what was
shown is what is dealt.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from datetime import date
from typing import Literal
from urllib.parse import unquote

from arfa.cards import Card
from arfa.deals import Deal, decode, parse_deck
from arfa.deals.code import may_be_code
from arfa.deals.daily import WORD, day_of, today
from arfa.deals.errors import DealError
from arfa.engine.game import Game
from arfa.engine.position import Position
from arfa.errors import ArfaError, Message
from arfa.notation.importers import FORMATS, Imported, import_text
from arfa.notation.record import Record
from arfa.rules.load import GameSpec, load_game
from arfa.texts import say

Kind = Literal["random", "number", "pysol", "exact", "daily", "position", "record"]
"""What was asked for."""

_LINK = re.compile(r"\s*\S*#/deal/(\S+)\s*")
_PATH = re.compile(r"\s*([a-z][a-z0-9-]*(?:\+[a-z0-9=-]+)*)/(\S+)\s*", re.IGNORECASE)
_NAMES_GAME = re.compile(r"\A\ufeff?\s*[a-z][a-z0-9-]*(\+[a-z0-9=-]+)*\s*(/|\n)", re.IGNORECASE)
_TAG_GAME = re.compile(r"\[\s*Game\s", re.IGNORECASE)
_LONGEST_LINK = 2000
_OWN_NAME = ("record", "position")
"""The formats in which a text may name its patience."""


@dataclass(frozen=True)
class Wish:
    """What is to be played, as far as it was said."""

    kind: Kind
    game: Game
    deal: Deal | None = None
    """None for a random deal, a position, and a record that began with one."""
    day: date | None = None
    start: Position | None = None
    """Where play begins, if that is no deal."""
    record: Record | None = None
    notes: tuple[Message, ...] = ()
    """What should be known of the reading."""
    winnable: bool = False
    """Whether a deal at random should be proved to be winnable."""
    proof: str | None = None
    """The win that is known of the deal; empty where one was looked for and not found."""

    @property
    def deck(self) -> tuple[Card, ...]:
        """The cards in dealing order; none for a position."""
        return () if self.deal is None else self.deal.deck(self.game.rules)

    @property
    def name(self) -> str:
        """The deal as it is stored: that of a day by its date."""
        if self.day is not None:
            return f"{WORD}:{self.day}"
        return "" if self.deal is None else str(self.deal)

    def begin(self) -> Position:
        """The position before the first move."""
        return self.game.start(self.deck) if self.start is None else self.start.copy()

    @property
    def origin(self) -> str:
        """What the store calls it."""
        return self.kind if self.kind in ("daily", "position", "record") else "dealt"

    def said(self, lang: str) -> str:
        """What was understood, in a sentence."""
        name = self.game.spec.title(lang)
        deal = "" if self.deal is None else str(self.deal)
        day = "" if self.day is None else str(self.day)
        moves = 0 if self.record is None else len(self.record.moves)
        if self.kind == "random" and self.winnable:
            return say(Message("wish-winnable", name=name), lang)
        return say(
            Message(f"wish-{self.kind}", name=name, deal=deal, day=day, n=moves),
            lang,
        )


def understand(
    text: str | None, chosen: str | None, *, bound: bool = False, winnable: bool = False
) -> Wish:
    """Read what a player typed or pasted; ``chosen`` is the patience that lies before them.

    A code, a position or a record may name another patience; with ``bound`` that is an error.  ``winnable`` holds for a
    deal at random alone, and of any other it is noted that it does not.  Raises :class:`~arfa.errors.ArfaError`, with
    line and column where there is a place to show.
    """
    wanted = None if chosen is None else load_game(chosen)
    if text is None:
        if wanted is None:
            raise DealError("deal-needs-game")
        return Wish("random", Game.named(wanted.name), winnable=winnable)
    link = _LINK.fullmatch(text[:_LONGEST_LINK])
    if link is not None:
        text = unquote(link[1])
    wish = _read(text, wanted, bound=bound)
    if bound and wanted is not None and wish.game.name != wanted.name:
        raise DealError("wish-other", found=wish.game.name, wanted=wanted.name)
    return replace(wish, notes=(*wish.notes, Message("drawn-named"))) if winnable else wish


def _read(text: str, spec: GameSpec | None, *, bound: bool) -> Wish:
    plain = text.removeprefix("\ufeff")
    for name, form in FORMATS.items():
        # A deck without braces is read as a deal, which says better what is wrong with it.
        if (name != "deck" or plain.lstrip().startswith("{")) and form.looks(plain):
            return _imported(text, name, spec)
    path = _PATH.fullmatch(text[:_LONGEST_LINK])
    if path is not None:
        return _deal(path[2], load_game(path[1].lower()), bound=True)
    return _deal(text, spec, bound=bound)


def _deal(text: str, spec: GameSpec | None, *, bound: bool) -> Wish:
    """A deal by its name or as a deck."""
    day = day_of(text)
    if day is not None and day > today():
        raise DealError("daily-future", found=str(day), today=str(today()))
    if day is None and ":" not in text and may_be_code(text.strip()) and not (spec and bound):
        spec, deal = decode(text)
    elif spec is None:
        raise DealError("deal-needs-game")
    else:
        deal = Deal.parse(text, spec)
    deal.check(spec.rules)
    kind: Kind = "daily" if day else "number" if deal.scheme == "ours" else deal.scheme
    return Wish(kind, Game.named(spec.name), deal, day)


def _imported(text: str, form: str, spec: GameSpec | None) -> Wish:
    pattern = {"record": _TAG_GAME, "position": _NAMES_GAME}.get(form)
    named = pattern is not None and pattern.search(text)
    game = None if named or spec is None else Game.named(spec.name)
    try:
        return _wish(import_text(text, form, game))
    except ArfaError:
        if game is None or form in _OWN_NAME:
            raise
        try:  # it may be the deal of another patience than the one that lies open
            return _wish(import_text(text, form))
        except ArfaError:
            pass
        raise


def of_record(record: Record, notes: tuple[Message, ...] = ()) -> Wish:
    """What a record asks for: its start, and all that was played from there."""
    game = Game.named(record.game_name)
    if record.tag("Position"):
        return Wish("record", game, start=record.start(game), record=record, notes=notes)
    if record.tag("Deal"):
        deal = Deal.parse(record.tag("Deal"), game.spec)
    else:
        deal = Deal.of_deck(parse_deck(record.tag("Deck"), game.rules), game.rules)
    return Wish("record", game, deal, record=record, notes=notes)


def _wish(read: Imported) -> Wish:
    game, notes = read.game, read.notes
    deal = None if read.deck is None else Deal.of_deck(read.deck, game.rules)
    if read.record is not None:
        return of_record(read.record, notes)
    if deal is not None:
        return Wish("exact", game, deal, notes=notes)
    return Wish("position", game, start=read.start(), notes=notes)
