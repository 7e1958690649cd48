"""The deck strings of Klondike-Solver and MinimalKlondike, with or without the moves of a solution.

Three digits a card: the rank from 01 to 13, the suit 1 C, 2 D, 3 H, 4 S; first the seven columns row by row (row i
begins at column i), then the stock, whose first card is the first one turned.  Sources: the READMEs of both programs.
"""

from __future__ import annotations

import re

from arfa.cards import Card, card
from arfa.engine.game import Game
from arfa.engine.position import Position
from arfa.errors import Message
from arfa.notation.errors import FormatError
from arfa.notation.importers.base import LIMIT, Imported, Source
from arfa.notation.importers.board import plain_game, recast
from arfa.notation.importers.lines import read_line
from arfa.notation.record import Record
from arfa.notation.scan import Scanner

_DIGITS = re.compile(r"[0-9]")
_BLANK = re.compile(r"(?:\s+|#[^\n]*)+")
_TOKEN = re.compile(r"\S+")
_MORE = re.compile(r"[0-9]*")
_LENGTH = 156
_SUITS = "1234"


def looks(text: str) -> bool:
    """Whether a text begins with many digits."""
    head = re.sub(r"\s|#[^\n]*", "", text[:2000])
    return re.match(r"[0-9]{60}", head) is not None


def read(text: str, game: Game | None) -> Imported:
    """Read a deck, and the moves behind it if there are any.  Raises :class:`FormatError` with line and column."""
    scanner = Scanner(text, FormatError, LIMIT)
    deck = _deck(scanner)
    tokens = []
    while not scanner.done:
        if scanner.take(_BLANK) is None:
            found = scanner.take(_TOKEN)
            assert found is not None
            tokens.append((found[0], found.start()))
    return read_line(
        scanner, "klondike-solver", deck, tokens, game=game, notes=(Message("import-stock-first"),)
    )


def _deck(scanner: Scanner) -> tuple[Card, ...]:
    digits: list[int] = []
    while len(digits) < _LENGTH:
        scanner.take(_BLANK)
        if scanner.take(_DIGITS) is None:
            break
        digits.append(scanner.at - 1)
    more = scanner.take(_MORE)
    n = len(digits) + (len(more[0]) if more else 0)
    if n != _LENGTH:
        raise scanner.error("import-digits", n=n, wanted=_LENGTH)
    seen: dict[Card, int] = {}
    for at, middle, last in zip(digits[::3], digits[1::3], digits[2::3], strict=True):
        word = scanner.text[at] + scanner.text[middle] + scanner.text[last]
        if not (1 <= int(word[:2]) <= 13 and word[2] in _SUITS):
            raise scanner.error("import-digits-card", at, text=word)
        c = card(int(word[:2]), _SUITS.index(word[2]))
        if c in seen:
            raise scanner.error("import-card-again", at, card=c, game=plain_game(52).name)
        seen[c] = at
    return tuple(seen)


def write(game: Game, source: Source) -> str:
    """A deck of any patience that deals the board of Klondike or its mirror image.

    Raises :class:`FormatError` for any other, and for positions in the middle of a game.
    """
    if isinstance(source, Position | Record):
        raise FormatError("export-deals-only", format="klondike-solver")
    deck = recast(source, game, plain_game(52))
    return "".join(f"{c % 13 + 1:02}{c // 13 + 1}" for c in deck) + "\n"
