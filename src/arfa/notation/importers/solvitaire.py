"""Deals and positions in the JSON of Solvitaire and of lonelybot.

An object with "tableau piles" from the left, each pile with its deepest card first, and "stock"; in the middle of a
game also "waste" and "foundations" (lonelybot: "foundation").  The last card of the stock is the first one turned.  A
suit in small letters is a card that lies face down.  Sources: Solvitaire's deal presets and its issues 137, 140 and
144; lonelybot's README, section "Print".
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from arfa.cards import ACE, RANKS, SUITS, Card, card, card_text, rank, suit
from arfa.engine.game import Game
from arfa.engine.position import Position
from arfa.errors import Message
from arfa.notation.errors import FormatError
from arfa.notation.importers.base import LIMIT, Imported
from arfa.notation.importers.board import (
    Board,
    check_columns,
    chosen,
    deck_of,
    fitting,
    game_of_columns,
    lengths,
    mirrored,
)
from arfa.notation.importers.cardjson import List, Text, read_object
from arfa.notation.scan import Scanner
from arfa.rules.dealing import full_deck

_CARD = re.compile(r"(1[0-3]|[1-9]|[ATJQK])([CDHS])", re.IGNORECASE | re.ASCII)
_KEYS = ("tableau piles", "stock", "waste", "foundations", "foundation")


class Placed(NamedTuple):
    """A card of the text."""

    card: Card
    down: bool
    """Whether its suit is written in small letters."""
    at: int


class Table(NamedTuple):
    """What the object says."""

    columns: list[list[Placed]]
    stock: list[Placed]
    waste: list[Placed]
    foundations: list[list[Placed]]

    def cards(self) -> Iterator[Placed]:
        """All cards."""
        for pile in (*self.columns, self.stock, self.waste, *self.foundations):
            yield from pile


def read(text: str, game: Game | None, format_name: str = "solvitaire") -> Imported:
    """Read a deal or a position.  Raises :class:`FormatError` with line and column."""
    scanner = Scanner(text, FormatError, LIMIT)
    table = read_table(scanner)
    if scanner.text[scanner.at :].strip():
        raise scanner.error("import-json-more")
    return imported(scanner, table, game, format_name)


def read_table(scanner: Scanner) -> Table:
    """The object that stands here, with its cards understood."""
    found = read_object(scanner)
    for key, value in found.items():
        if key not in _KEYS:
            raise scanner.error("import-key", value.at, text=key[:40])
    if "tableau piles" not in found:
        raise scanner.error("import-no-tableau", 0)
    homes = found.get("foundations", found.get("foundation"))
    return Table(
        _piles(scanner, found["tableau piles"]),
        _pile(scanner, found["stock"]) if "stock" in found else [],
        _pile(scanner, found["waste"]) if "waste" in found else [],
        [] if homes is None else _piles(scanner, homes),
    )


def _piles(scanner: Scanner, value: Text | List) -> list[list[Placed]]:
    if isinstance(value, Text):
        raise scanner.error("import-json-list", value.at)
    return [_pile(scanner, pile) for pile in value.items]


def _pile(scanner: Scanner, value: Text | List) -> list[Placed]:
    if isinstance(value, Text):
        raise scanner.error("import-json-list", value.at)
    return [_card(scanner, item) for item in value.items]


def _card(scanner: Scanner, item: Text | List) -> Placed:
    found = _CARD.fullmatch(item.text) if isinstance(item, Text) else None
    if found is None:
        shown = item.text[:20] if isinstance(item, Text) else "["
        raise scanner.error("import-card", item.at, text=shown)
    value = found[1].upper()
    number = int(value) if value.isdigit() else RANKS.index(value) + 1
    return Placed(card(number, SUITS.index(found[2].upper())), found[2].islower(), item.at)


# -- understanding ------------------------------------------------------------------------------------------


def imported(scanner: Scanner, table: Table, game: Game | None, format_name: str) -> Imported:
    """The deal or the position that a table is, in the patience that was named or one that fits."""
    board = Board(
        tuple(tuple(p.card for p in pile) for pile in table.columns),
        tuple(p.card for p in reversed(table.stock)),
    )
    notes: tuple[Message, ...] = (Message("import-stock-last"),)
    fresh = not table.waste and not any(table.foundations)
    if game is None:
        fits = fitting(board) if fresh else ()
        size = sum(1 for _ in table.cards())
        game = fits[0] if fits else game_of_columns(len(board.columns), size)
        notes += chosen(fits)
    check_columns(game, len(board.columns))
    _check_cards(scanner, table, game)
    _check_faces(scanner, table)
    shape = lengths(game.rules)
    if fresh and board.lengths in (shape, shape[::-1]):
        deck = deck_of(game, board)
        if _lies_as_dealt(table, game, deck):
            return Imported(format_name, game, notes + mirrored(game, board), deck=deck)
    if not any(p.down for pile in table.columns for p in pile):
        notes += (Message("import-all-up"),)
    notes += (Message("import-waste-last"),) if len(table.waste) > 1 else ()
    return Imported(format_name, game, notes, position=_position(scanner, table, game))


def _lies_as_dealt(table: Table, game: Game, deck: Sequence[Card]) -> bool:
    """Whether no card is marked as face down, or just those that the deal lays so."""
    marked = tuple(sum(p.down for p in pile) for pile in table.columns)
    dealt = game.layout(deck).down
    return not any(marked) or marked in (dealt, dealt[::-1])


def _check_cards(scanner: Scanner, table: Table, game: Game) -> None:
    """Every card as often as the patience has it: a repeated one is named where it stands."""
    left = Counter(full_deck(game.rules))
    for placed in table.cards():
        if not left[placed.card]:
            raise scanner.error("import-card-again", placed.at, card=placed.card, game=game.name)
        left[placed.card] -= 1
    missing = sorted(left.elements())
    if missing:
        names = " ".join(map(card_text, missing[:5]))
        raise FormatError("import-missing", game=game.name, n=len(missing), text=names)


def _check_faces(scanner: Scanner, table: Table) -> None:
    for pile in table.columns:
        for below, above in pairwise(pile):
            if above.down and not below.down:
                raise scanner.error("import-face", above.at, card=above.card)


def _position(scanner: Scanner, table: Table, game: Game) -> Position:
    if game.hand_letter != "w" or len(game.slots) != 1:
        raise FormatError("import-no-board", game=game.name)
    letter = next(iter(game.slots))
    fields = [
        game.name,
        f"{letter}: " + " ".join(_top(scanner, pile) for pile in table.foundations),
    ]
    columns = [game.pile_names[i] for i in game.columns]
    for name, pile in zip(columns, table.columns, strict=True):
        fields.append(f"{name}: " + _words(pile))
    hidden = [placed._replace(down=True) for placed in table.stock]
    shown = [placed._replace(down=False) for placed in table.waste]
    fields += ["s: " + _words(hidden), "w: " + _words(shown)]
    return Position.parse(" / ".join(fields), game)


def _words(pile: list[Placed]) -> str:
    return " ".join(card_text(p.card, face_down=p.down) for p in pile) or "--"


def _top(scanner: Scanner, pile: list[Placed]) -> str:
    """The top card of a foundation, known to be built up in suit from the ace."""
    for number, placed in enumerate(pile, ACE):
        if rank(placed.card) != number or suit(placed.card) != suit(pile[0].card):
            raise scanner.error("import-foundation", placed.at, card=placed.card)
    return card_text(pile[-1].card) if pile else "--"
