"""A deal as other programs see it: columns and a stock, apart from the order in which a patience deals them.

Programs agree on how the cards lie and differ in how they list them; patiences differ in which column is the longest.
Through a board a deck goes from one to the other, mirrored where the columns run the other way (rulebook 1.c: column j
of Klondike is column 8 - j of the Small Harp).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from arfa.cards import Card
from arfa.engine.game import Game
from arfa.errors import ArfaError, Message
from arfa.notation.errors import FormatError
from arfa.rules.dealing import check_deck, pack, places
from arfa.rules.load import game_ids, load_game
from arfa.rules.spec import Rules


class Board(NamedTuple):
    """How the cards lie when play begins."""

    columns: tuple[tuple[Card, ...], ...]
    """From the left, each with its deepest card first."""
    stock: tuple[Card, ...]
    """In the order in which it is turned: the first card is turned first."""

    @property
    def lengths(self) -> tuple[int, ...]:
        """How many cards each column has."""
        return tuple(map(len, self.columns))

    def mirrored(self) -> Board:
        """The board seen in a mirror: the last column becomes the first."""
        return Board(self.columns[::-1], self.stock)


def lengths(rules: Rules) -> tuple[int, ...]:
    """How many cards each column is dealt; empty for a patience that is not laid out as columns and a stock."""
    return rules.deal.lengths if rules.deal.kind in ("rows", "columns") else ()


def board_of(game: Game, deck: Sequence[Card]) -> Board:
    """The board that a deck is laid out as.  Raises :class:`FormatError` for a patience without columns and a stock."""
    rules = game.rules
    if not lengths(rules) or rules.tableau is None:
        raise FormatError("import-no-board", game=game.name)
    check_deck(rules, deck)
    piles: dict[str, list[Card]] = {name: [] for name in (*rules.tableau.pile_names, "s")}
    for place, c in zip(places(rules), deck, strict=True):
        piles[place.pile].append(c)
    stock = tuple(piles.pop("s"))
    return Board(tuple(map(tuple, piles.values())), stock)


def deck_of(game: Game, board: Board) -> tuple[Card, ...]:
    """The deck that a patience lays out as a board, or as its mirror image where its columns run the other way.

    Raises :class:`FormatError` with what was found and what the patience has.
    """
    rules = game.rules
    wanted = lengths(rules)
    if not wanted or rules.tableau is None:
        raise FormatError("import-no-board", game=game.name)
    check_columns(game, len(board.columns))
    if board.lengths != wanted and board.lengths == wanted[::-1]:
        board = board.mirrored()
    for name, found, length in zip(rules.tableau.pile_names, board.lengths, wanted, strict=True):
        if found != length:
            raise FormatError("import-column", game=game.name, pile=name, n=found, wanted=length)
    cards = {
        name: iter(pile) for name, pile in zip(rules.tableau.pile_names, board.columns, strict=True)
    }
    cards["s"] = iter(board.stock)
    size, total = sum(board.lengths) + len(board.stock), len(pack(rules))
    if size != total:
        raise FormatError(
            "import-stock", game=game.name, n=len(board.stock), wanted=total - sum(wanted)
        )
    deck = tuple(next(cards[place.pile]) for place in places(rules))
    try:
        check_deck(rules, deck)
    except ArfaError as error:
        raise FormatError(error.message.code, **error.message.values) from error
    return deck


def check_columns(game: Game, n: int) -> None:
    """Raise :class:`FormatError` unless a patience has so many columns."""
    wanted = len(game.columns)
    if n != wanted:
        raise FormatError("import-columns", game=game.name, n=n, wanted=wanted)


def is_mirrored(game: Game, board: Board) -> bool:
    """Whether a patience lays a board out as its mirror image."""
    wanted = lengths(game.rules)
    return board.lengths != wanted and board.lengths == wanted[::-1]


def recast(deck: Sequence[Card], source: Game, target: Game) -> tuple[Card, ...]:
    """The deck by which ``target`` lays out the same board as ``source`` does, mirrored where it must be.

    Raises :class:`FormatError` where the two patiences have not the same shape.
    """
    return deck_of(target, board_of(source, deck))


def fitting(board: Board) -> tuple[Game, ...]:
    """The patiences of the package that deal such a board: those of other programs first.

    Other programs play by the plain rules: a waste that may be turned over for ever, runs and parts of runs moving
    freely, kings only into spaces.  A board that is not mirrored comes before one that is.
    """
    size = sum(board.lengths) + len(board.stock)
    found = []
    for name in game_ids():
        rules = load_game(name).rules
        shape = lengths(rules)
        if len(pack(rules)) == size and shape and board.lengths in (shape, shape[::-1]):
            found.append((board.lengths != shape, not is_plain(rules), name))
    return tuple(Game.named(name) for _, _, name in sorted(found, key=lambda one: one[:2]))


def is_plain(rules: Rules) -> bool:
    """Whether a patience is played by the rules that other programs mean by Klondike and its kin."""
    stock, tableau = rules.stock, rules.tableau
    return (
        stock is not None
        and stock.kind == "waste"
        and stock.redeals == "unlimited"
        and tableau is not None
        and (tableau.groups, tableau.spaces) == ("run", "king")
        and rules.aces != "at-once"
    )


def plain_game(size: int) -> Game:
    """The plainest patience of the package with so many cards: what a board that fits none is compared with."""
    names = [name for name in game_ids() if is_plain(load_game(name).rules)]
    decks = 1 if size <= 52 else 2
    return Game.named(next(name for name in names if load_game(name).rules.deck.decks == decks))


def game_of_columns(columns: int, size: int) -> Game:
    """The plainest patience with so many columns, a waste, and so many cards.

    Raises :class:`FormatError` with both numbers of columns when there is none.
    """
    found = []
    for name in game_ids():
        rules = load_game(name).rules
        waste = rules.stock is not None and rules.stock.kind == "waste"
        if waste and rules.tableau is not None and rules.tableau.columns == columns:
            found.append((len(pack(rules)) != size, not is_plain(rules), name))
    if not found:
        check_columns(plain_game(size), columns)
    return Game.named(min(found, key=lambda one: one[:2])[2])


def chosen(fits: Sequence[Game]) -> tuple[Message, ...]:
    """What should be said where a board fits several patiences and the first was taken."""
    if len(fits) < 2:
        return ()
    others = ", ".join(game.name for game in fits[1:])
    return (Message("import-chosen", game=fits[0].name, others=others),)


def mirrored(game: Game, board: Board) -> tuple[Message, ...]:
    """What should be said where a patience lays a board out as its mirror image."""
    return (Message("import-mirrored", game=game.name),) if is_mirrored(game, board) else ()
