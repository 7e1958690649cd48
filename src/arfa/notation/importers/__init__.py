"""Formats of other programs, read and written.

``import_text(text)`` finds out what a text is; every reading says in its notes which end of the stock is drawn first.
"""

from __future__ import annotations

import re

from arfa.deals import deck_text, parse_deck
from arfa.engine.game import Game
from arfa.engine.position import Position
from arfa.errors import Message
from arfa.notation.errors import FormatError
from arfa.notation.importers import digits, lonelybot, solvitaire
from arfa.notation.importers.base import Format, Imported, Source
from arfa.notation.importers.board import recast
from arfa.notation.importers.jsonout import write_lonelybot, write_solvitaire
from arfa.notation.reader import read_record
from arfa.notation.record import Record, of_position
from arfa.notation.writer import write_record

_POSITION = re.compile(r"(?:[a-z][a-z0-9+=-]*\s*(?:/|\n)\s*)?[a-z]\d{0,2}\s*:", re.IGNORECASE)
_DECK_WORD = re.compile(r"\s*(?:10|[1-9ATJQK])[CDHS♣♦♥♠]", re.IGNORECASE)
_DECK_KEY = re.compile(r'\s*\{[^{}\[\]]*"deck"\s*:\s*"([^"\\]*)"')


def _read_record(text: str, game: Game | None) -> Imported:
    record = read_record(text, game)
    deck = record.tag("Deck")
    game = game or Game.named(record.game_name)
    own = parse_deck(deck, game.rules) if deck else None
    notes = (Message("import-deck-first" if deck else "import-stock-last"),)
    return Imported("record", game, notes, deck=own, record=record)


def _read_position(text: str, game: Game | None) -> Imported:
    position = Position.parse(text, game)
    return Imported("position", position.game, (Message("import-stock-last"),), position=position)


def _read_deck(text: str, game: Game | None) -> Imported:
    if game is None:
        raise FormatError("import-needs-game")
    keyed = _DECK_KEY.match(text)
    # What stands before the deck is kept as blanks, so that places stay right.
    body = text if keyed is None else _blank(text, keyed)
    notes = (Message("import-deck-first"),)
    return Imported("deck", game, notes, deck=parse_deck(body, game.rules))


def _blank(text: str, keyed: re.Match[str]) -> str:
    return re.sub(r"[^\n]", " ", text[: keyed.start(1)]) + keyed[1]


def _write_record(game: Game, source: Source) -> str:
    if isinstance(source, Record):
        return write_record(source)
    if isinstance(source, Position):
        return write_record(of_position(source))
    return write_record(of_position(game.start(source), deck=source))


def _write_position(game: Game, source: Source) -> str:
    if isinstance(source, Record):
        source = source.position(game)
    return f"{source if isinstance(source, Position) else game.start(source)}\n"


def _write_deck(game: Game, source: Source) -> str:
    if isinstance(source, Record) and source.tag("Deck"):
        return source.tag("Deck") + "\n"
    if isinstance(source, Position | Record):
        raise FormatError("export-deals-only", format="deck")
    return deck_text(source) + "\n"


def _looks_lonelybot(text: str) -> bool:
    return '"tableau piles"' in text and ('"foundation"' in text or not text.rstrip().endswith("}"))


FORMATS: dict[str, Format] = {
    one.name: one
    for one in (
        Format("record", lambda text: text.lstrip().startswith("["), _read_record, _write_record),
        Format(
            "position",
            lambda text: _POSITION.match(text.lstrip()[:500]) is not None,
            _read_position,
            _write_position,
        ),
        Format("klondike-solver", digits.looks, digits.read, digits.write),
        Format("lonelybot", _looks_lonelybot, lonelybot.read, write_lonelybot),
        Format("solvitaire", lambda text: '"tableau' in text, solvitaire.read, write_solvitaire),
        Format(
            "deck",
            lambda text: bool(_DECK_KEY.match(text) or _DECK_WORD.match(text)),
            _read_deck,
            _write_deck,
        ),
    )
}
"""The formats by name, in the order in which a text is compared with them."""


def import_text(text: str, format: str | None = None, game: str | Game | None = None) -> Imported:  # noqa: A002
    """Read a text of any known format.

    ``format`` is a name of :data:`FORMATS`; without it the text decides.  ``game`` is the patience to read it as; the
    columns of a deal are mirrored where it lays them the other way.  Raises :class:`~arfa.errors.ArfaError`, with line
    and column where there is a place to show.
    """
    wanted = Game.named(game) if isinstance(game, str) else game
    if format is not None:
        return _format(format).read(text, wanted)
    for one in FORMATS.values():
        if one.looks(text.removeprefix("\ufeff")):
            return one.read(text, wanted)
    raise FormatError("import-unknown", known=", ".join(FORMATS))


def export(format: str, game: Game, source: Source) -> str:  # noqa: A002
    """Write a deck (in the dealing order of ``game``), a position or a record in a format.

    Raises :class:`~arfa.notation.errors.FormatError` where the format cannot say it.
    """
    return _format(format).write(game, source)


def _format(name: str) -> Format:
    if name not in FORMATS:
        raise FormatError("import-format", found=name[:40], known=", ".join(FORMATS))
    return FORMATS[name]


__all__ = ["FORMATS", "Format", "Imported", "Source", "export", "import_text", "recast"]
