"""What lonelybot prints: a deal (``lonecli print``), and a deal with its solution (``lonecli solve``).

The deal is the JSON of Solvitaire with the key "foundation"; its README says how piles are listed and that the stock
is dealt from the end.  Of a solution the lines in lonelybot's standard notation or in that of MinimalKlondike are read;
its own short notation leaves moves out and is passed over, like the statistics.
"""

from __future__ import annotations

import re

from arfa.engine.game import Game
from arfa.errors import Message
from arfa.notation.errors import FormatError
from arfa.notation.importers.base import LIMIT, Imported
from arfa.notation.importers.board import plain_game
from arfa.notation.importers.lines import Token, read_line
from arfa.notation.importers.solvitaire import imported, read_table
from arfa.notation.scan import Scanner

_STANDARD = re.compile(
    r"^[^\n]*(?:▸|(?:Deck|Pile\(\d\)|Stack\(\d\)) (?:Deck|Pile|Stack))[^\n]*$", re.MULTILINE
)
_MINIMAL = re.compile(r"^(?:@|[A-L]{2}| )+$", re.MULTILINE)
_NEW_WORD = re.compile(r"=|[^\s=,]+")
_OLD_WORD = re.compile(r"(?:Deck|(?:Pile|Stack)\(\d\)) (?:Deck|(?:Pile|Stack)\(\d\)) [^\s,]+")


def read(text: str, game: Game | None) -> Imported:
    """Read a deal, and its solution if it is there.  Raises :class:`FormatError` with line and column."""
    scanner = Scanner(text, FormatError, LIMIT)
    scanner.at = max(scanner.text.find("{"), 0)
    table = read_table(scanner)
    tokens = _solution(scanner)
    if not tokens:
        return imported(scanner, table, game, "lonelybot")
    deal = imported(scanner, table, plain_game(52), "lonelybot")
    if deal.deck is None:
        raise scanner.error("import-line-middle", 0)
    return read_line(
        scanner, "lonelybot", deal.deck, tokens, game=game, notes=(Message("import-stock-last"),)
    )


def _solution(scanner: Scanner) -> list[Token]:
    """The words of the first line that is a solution."""
    found = _STANDARD.search(scanner.text, scanner.at) or _MINIMAL.search(scanner.text, scanner.at)
    if found is None:
        return []
    word = _OLD_WORD if "(" in found[0] else _NEW_WORD
    return [(m[0], m.start()) for m in word.finditer(scanner.text, found.start(), found.end())]
