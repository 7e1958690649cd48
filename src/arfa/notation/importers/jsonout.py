"""Deals and positions written for Solvitaire and lonelybot."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from arfa.cards import RANKS, SUITS, Card, rank, suit
from arfa.engine.game import Game
from arfa.engine.position import Position
from arfa.notation.errors import FormatError
from arfa.notation.importers.base import Source
from arfa.notation.importers.board import board_of, plain_game, recast
from arfa.notation.record import Record

#: lonelybot lists its foundations in this order.
_LONELYBOT_SUITS = "HDCS"


def write_solvitaire(game: Game, source: Source) -> str:
    """A deal with all suits in capitals, as Solvitaire's presets have it; a position with small letters face down.

    Raises :class:`FormatError` for a patience without columns and a stock or waste.
    """
    if isinstance(source, Record):
        source = source.start(game)
    if isinstance(source, Position):
        homes = ",".join(_list(_cards(pile)) for pile in _foundations(source))
        end = f'"waste": {_list(_cards(source.cards("w")))},\n"foundations": [{homes}]}}'
        return _object(_columns(source), _cards(source.cards("s")), end)
    board = board_of(game, source)
    return _object(map(_cards, board.columns), _cards(board.stock[::-1]), "")


def write_lonelybot(game: Game, source: Source) -> str:
    """A deal as ``lonecli print`` shows it, for any patience that deals the board of Klondike or its mirror image.

    Raises :class:`FormatError` for any other, and for positions in the middle of a game.
    """
    if isinstance(source, Position | Record):
        raise FormatError("export-deals-only", format="lonelybot")
    klondike = plain_game(52)
    start = klondike.layout(recast(source, game, klondike))
    position = Position(klondike, start)
    homes = ",".join("[]" for _ in _LONELYBOT_SUITS)
    return _object(_columns(position), _cards(position.cards("s")), f'"foundation": [{homes}]}}')


def _columns(position: Position) -> Iterable[list[str]]:
    game = position.game
    for i in game.columns:
        name = game.pile_names[i]
        down = position.face_down(name)
        pile = _cards(position.cards(name))
        yield [text[:-1] + text[-1].lower() if n < down else text for n, text in enumerate(pile)]


def _foundations(position: Position) -> Iterable[Sequence[Card]]:
    game = position.game
    if game.hand_letter != "w" or len(game.slots) != 1:
        raise FormatError("import-no-board", game=game.name)
    return [position.cards(game.pile_names[i]) for i in game.foundations]


def _cards(pile: Iterable[Card]) -> list[str]:
    return [RANKS[rank(c) - 1].replace("T", "10") + SUITS[suit(c)] for c in pile]


def _list(words: Iterable[str]) -> str:
    return "[" + ",".join(f'"{word}"' for word in words) + "]"


def _object(columns: Iterable[list[str]], stock: list[str], end: str) -> str:
    piles = ",\n".join(map(_list, columns))
    rest = f",\n{end}\n" if end else "}\n"
    return f'{{"tableau piles": [\n{piles}\n],"stock": {_list(stock)}{rest}'
