"""The tags of a record, read and understood: which rules, which start, which result."""

from __future__ import annotations

import re
from typing import NamedTuple

from arfa.cards import Card
from arfa.deals import Deal, deck_text, parse_deck
from arfa.engine.game import Game
from arfa.engine.position import Position
from arfa.errors import ArfaError
from arfa.notation.errors import TextError
from arfa.notation.record import FORMAT, MAX_TAGS, TAGS, one_line, parse_result, rule_tags
from arfa.notation.scan import Scanner, unprotect

_SPACE = re.compile(r"\s*")
_NAME = re.compile(r"\[\s*([A-Za-z][A-Za-z0-9_]{0,39})\s*\"")
_END = re.compile(r"\s*\]")
_KNOWN = {name.lower(): name for name in TAGS}


class Head(NamedTuple):
    """What the tags say."""

    game: Game
    start: Position
    tags: dict[str, str]
    """All tags but Result, in their exact form."""
    result: str | None
    """What the tag Result says, in its exact form."""


class _Tag(NamedTuple):
    value: str
    at: int


def read_head(scanner: Scanner, game: Game | None) -> Head:
    """Read the tags at the beginning of a record.  Raises the error of the scanner."""
    return _Reader(scanner, game).head()


class _Reader:
    def __init__(self, scanner: Scanner, game: Game | None) -> None:
        self.scanner = scanner
        self.given = game
        self.found: dict[str, _Tag] = {}

    def head(self) -> Head:
        self._collect()
        game = self._game()
        tags, start = self._start(game)
        result = self._result()
        kept = {k: t.value for k, t in self.found.items() if k not in tags and k != "Result"}
        return Head(game, start, kept | tags | rule_tags(game), result)

    def _collect(self) -> None:
        scanner = self.scanner
        scanner.take(_SPACE)
        while scanner.text[scanner.at : scanner.at + 1] == "[":
            begin = scanner.at
            named = scanner.take(_NAME)
            if named is None:
                raise scanner.error("record-tag")
            end = scanner.closing('"')
            if end < 0:
                raise scanner.error("record-tag-open", begin, tag=named[1])
            value = one_line(unprotect(scanner.text[scanner.at : end], '"'))
            scanner.at = end + 1
            if scanner.take(_END) is None:
                raise scanner.error("record-tag-open", begin, tag=named[1])
            name = _KNOWN.get(named[1].lower(), named[1])
            if name in self.found:
                raise scanner.error("record-tag-twice", begin, text=name)
            if len(self.found) >= MAX_TAGS:
                raise scanner.error("record-tags", begin, limit=MAX_TAGS)
            self.found[name] = _Tag(value, begin)
            scanner.take(_SPACE)

    def _error(self, code: str, tag: str, /, **values: object) -> TextError:
        return self.scanner.error(code, self.found[tag].at, **values)

    def _wrong(self, tag: str, error: ArfaError) -> TextError:
        """What the reader of a deck, a deal, a position or a name says of the value of a tag."""
        return self._error("record-tag-value", tag, tag=tag, why=error.message)

    def _game(self) -> Game:
        said = self.found.get("Format", _Tag(FORMAT, 0))
        if said.value.upper() != FORMAT:
            raise self._error("record-format", "Format", found=said.value[:40], known=FORMAT)
        if self.given is None and "Game" not in self.found:
            raise self.scanner.error("record-no-game")
        try:
            game = self.given or Game.named(self.found["Game"].value)
        except ArfaError as error:
            raise self._wrong("Game", error) from error
        if "Game" in self.found and self.given is not None:
            self._same("record-game", "Game", game.name)
        tags = rule_tags(game)
        self._same("record-rules", "Rules", tags["Rules"])
        self._same("record-version", "RuleVersion", tags["RuleVersion"])
        return game

    def _same(self, code: str, tag: str, current: str) -> None:
        found = self.found.get(tag)
        if found is not None and found.value.lower() != current.lower():
            raise self._error(code, tag, found=found.value[:40], current=current)

    # -- the start ------------------------------------------------------------------------------------------

    def _start(self, game: Game) -> tuple[dict[str, str], Position]:
        """The tags of the start in their exact form, and the position that they give."""
        if "Position" in self.found:
            for other in ("Deal", "Deck"):
                if other in self.found:
                    raise self._error("record-two-starts", other, tag=other)
            start = self._position(game)
            return {"Position": str(start)}, start
        deck = self._deck(game) if "Deck" in self.found else None
        tags: dict[str, str] = {}
        if "Deal" in self.found:
            deal, dealt = self._deal(game)
            if deck is not None and deck != dealt:
                raise self._error("record-deal-deck", "Deal")
            tags["Deal"], deck = str(deal), dealt
        if deck is None:
            raise self.scanner.error("record-no-start")
        return {**tags, "Deck": deck_text(deck)}, game.start(deck)

    def _position(self, game: Game) -> Position:
        try:
            return Position.parse(self.found["Position"].value, game)
        except ArfaError as error:
            raise self._wrong("Position", error) from error

    def _deck(self, game: Game) -> tuple[Card, ...]:
        try:
            return parse_deck(self.found["Deck"].value, game.rules)
        except ArfaError as error:
            raise self._wrong("Deck", error) from error

    def _deal(self, game: Game) -> tuple[Deal, tuple[Card, ...]]:
        try:
            deal = Deal.parse(self.found["Deal"].value, game.spec)
            return deal, deal.deck(game.rules)
        except ArfaError as error:
            raise self._wrong("Deal", error) from error

    def _result(self) -> str | None:
        if "Result" not in self.found:
            return None
        result = parse_result(self.found["Result"].value)
        if result is None:
            found = self.found["Result"].value[:40]
            raise self._error("record-result", "Result", found=found)
        return result
