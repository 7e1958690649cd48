"""Solutions of other Klondike programs, replayed through the referee into records.

Four notations, told apart move by move (their READMEs document them):

* Klondike-Solver: ``DR2`` two draws, ``NEW`` the waste is turned over, ``F3`` a card turns up (by itself, here), ``W4``
  waste to column 4, ``34-3`` three cards from column 3 to 4, ``7C`` column 7 to the clubs;
* MinimalKlondike: ``@`` a draw, two letters a move: A waste, B C D E the foundations of clubs, diamonds, spades and
  hearts, F to L the columns;
* lonelybot: ``=`` a draw, ``8♥:1▸4`` card, from, to: D stock, 1 to 7 columns, a suit its foundation;
* lonelybot before 2024: ``Pile(6) Pile(5) 5♠``, counted from 0, a draw from ``Deck`` to ``Deck``.

The last three do not say what a draw from an empty stock is: first it is taken as turning the waste over and drawing,
and where that does not work out, as turning the waste over alone.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from arfa.cards import SUITS, Card, parse_card, suit
from arfa.engine.game import Game, Seen
from arfa.engine.moves import Move
from arfa.engine.position import IllegalMove
from arfa.errors import Message
from arfa.notation.errors import FormatError
from arfa.notation.importers.base import Imported
from arfa.notation.importers.board import board_of, is_mirrored, mirrored, plain_game, recast
from arfa.notation.record import of_position
from arfa.notation.scan import Scanner

#: By these rules, in this order, a solution is replayed when no patience was named.
PLAYED = ("klondike", "klondike+worry-back", "klondike+draw-3", "klondike+draw-3+worry-back")
MAX_MOVES = 5_000

Token = tuple[str, int]
_DRAW, _OVER = Move("s", "w"), Move("w", "s")
_SOLVER = re.compile(r"(?=.*[1-7W])([1-7WCDHS])([1-7CDHS])(?:-(\d{1,2}))?", re.ASCII)
_MINIMAL = re.compile(r"(?:@|[A-L]{2})+")
_LONELY = re.compile(r"((?:10|[1-9ATJQK])[CDHS♣♦♥♠]):([D1-7♣♦♥♠])[▸>]([D1-7♣♦♥♠])", re.ASCII)
_OLD = re.compile(r"(Deck|(?:Pile|Stack)\(\d\)) (Deck|(?:Pile|Stack)\(\d\)) (\S+)", re.ASCII)
_MINIMAL_SUITS = "CDSH"


class _Replay:
    """One attempt to replay a solution."""

    def __init__(self, game: Game, deck: Sequence[Card], mirrored: bool, implied: bool) -> None:
        self.position = game.start(deck)
        self.risen: list[tuple[str, int]] = []  # (pile, suit) of aces that went up by themselves
        self._rise(game.settle(game.layout(deck))[1])
        self.mirrored = mirrored
        self.implied = implied  # a draw from an empty stock turns the waste over and draws

    def column(self, number: int) -> str:
        columns = self.position.game.columns
        k = len(columns) - number if self.mirrored else number - 1
        if not 0 <= k < len(columns):
            raise ValueError
        return self.position.game.pile_names[columns[k]]

    def foundation(self, letter: str) -> str:
        game = self.position.game
        i = next(i for i in game.foundations if game.suits[i] == SUITS.index(letter))
        return game.pile_names[i]

    def push(self, move: Move) -> None:
        if len(self.position.plies) == MAX_MOVES:
            raise FormatError("import-line-long", limit=MAX_MOVES)
        self._rise(self.position.push(move))

    def _rise(self, seen: tuple[Seen, ...]) -> None:
        self.risen += [(one.pile, suit(one.card)) for one in seen if one.rises]

    def draw(self) -> None:
        if not self.position.cards("s"):
            self.push(_OVER)
            if not self.implied:
                return
        self.push(_DRAW)

    def go(self, src: str, dst: str, count: int = 0, c: Card | None = None) -> None:
        """A move between piles; without a count, the one that the rules allow or that begins with the card."""
        position = self.position
        kind = position.game.kind(src)
        if c is not None and src in position.game.column_number and c in position.cards(src):
            pile = position.cards(src)
            count = len(pile) - pile.index(c)
        move = position.game.normal(Move(src, dst, count or 1))
        if not count and kind == "column" and dst in position.game.column_number:
            fit = [m for m in position.legal_moves() if (m.src, m.dst) == (src, dst)]
            move = fit[0] if len(fit) == 1 else move
        home = position.game.suits.get(position.game.index.get(dst, -1), -1)
        if (src, home) in self.risen:  # an ace that has gone up by itself (rulebook 1.a.3)
            self.risen.remove((src, home))
            return
        self.push(move)


def _steps(token: str) -> Iterator[Callable[[_Replay], None]]:
    """What a word of a solution does, step by step; raises ValueError for a word that says nothing."""
    if re.fullmatch(r"DR\d{1,3}", token, re.ASCII):
        yield from [_Replay.draw] * int(token[2:])
    elif token == "NEW":
        yield lambda replay: replay.push(_OVER)
    elif re.fullmatch(r"F[1-7]", token):
        return
    elif (found := _SOLVER.fullmatch(token)) is not None:
        yield _between(found[1], found[2], int(found[3] or 1))
    elif _MINIMAL.fullmatch(token):
        for word in re.findall("@|[A-L]{2}", token):
            yield _Replay.draw if word == "@" else _between(_plain(word[0]), _plain(word[1]), 0)
    elif set(token) == {"="}:
        yield from [_Replay.draw] * len(token)
    elif (found := _LONELY.fullmatch(token)) is not None:
        yield _lonely(found[2], found[3], parse_card(found[1]))
    elif (found := _OLD.fullmatch(token)) is not None:
        yield _lonely(_old(found[1]), _old(found[2]), parse_card(found[3]))
    else:
        raise ValueError(token)


def _plain(letter: str) -> str:
    """A pile of MinimalKlondike as Klondike-Solver calls it."""
    number = "ABCDEFGHIJKL".index(letter)
    return ("W" + _MINIMAL_SUITS + "1234567")[number]


def _old(name: str) -> str:
    """A pile of the older lonelybot as the newer one calls it; a foundation is any of them, the card says which."""
    return "D" if name == "Deck" else str(int(name[-2]) + 1) if name[0] == "P" else "♣"


def _between(src: str, dst: str, count: int) -> Callable[[_Replay], None]:
    def step(replay: _Replay) -> None:
        begin = "w" if src == "W" else _pile(replay, src)
        replay.go(begin, _pile(replay, dst), count)

    return step


def _lonely(src: str, dst: str, c: Card) -> Callable[[_Replay], None]:
    def step(replay: _Replay) -> None:
        if src == dst == "D":
            replay.draw()
            return
        home = SUITS[suit(c)]
        begin = "w" if src == "D" else _pile(replay, src if src.isdigit() else home)
        replay.go(begin, _pile(replay, dst if dst.isdigit() else home), 0, c)

    return step


def _pile(replay: _Replay, name: str) -> str:
    return replay.column(int(name)) if name.isdigit() else replay.foundation(name)


# -- reading ------------------------------------------------------------------------------------------------


def read_line(
    scanner: Scanner,
    format_name: str,
    deck: Sequence[Card],
    tokens: Sequence[Token],
    *,
    game: Game | None,
    notes: tuple[Message, ...],
) -> Imported:
    """A deck of Klondike, and the record of the moves behind it, if there are any, in the patience that was named.

    Raises :class:`FormatError`: the shape is another, a word is no move, or the line is not legal by any rules tried.
    """
    klondike = plain_game(52)
    board = board_of(klondike, deck)
    games = [game] if game is not None else [Game.named(name) for name in PLAYED]
    notes += mirrored(games[0], board)
    own = recast(deck, klondike, games[0])
    if not tokens:
        return Imported(format_name, games[0], notes, deck=own)
    errors: list[FormatError] = []
    for one in games:
        for implied in (True, False):
            replay = _Replay(one, own, is_mirrored(one, board), implied)
            error = _run(scanner, replay, tokens)
            if error is None:
                played = (Message("import-played", game=one.name),) if game is None else ()
                record = of_position(replay.position, deck=own)
                return Imported(format_name, one, notes + played, deck=own, record=record)
            errors.append(error)
    raise max(
        errors, key=lambda error: (error.line, error.column)
    )  # the attempt that went furthest


def _run(scanner: Scanner, replay: _Replay, tokens: Sequence[Token]) -> FormatError | None:
    """Replay a solution; what is wrong with it, if anything."""
    for token, at in tokens:
        place, shown = scanner.place(at), token[:20]
        try:
            for step in _steps(token):
                step(replay)
        except ValueError:
            return FormatError("import-line-word", at=place, text=shown)
        except IllegalMove as error:
            return FormatError("import-line-move", at=place, text=shown, why=error.message)
    return None
