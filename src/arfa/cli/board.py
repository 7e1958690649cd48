"""A position drawn with characters, for every layout that a rule file can describe."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from rich.console import Console
from rich.text import Text

from arfa.cards import SUITS, Card, card_symbol, card_text, is_red
from arfa.engine.game import Game
from arfa.engine.position import Position
from arfa.engine.view import view
from arfa.notation.examples import Stage, moved_together
from arfa.rules.file import Layout, Placing

_RED, _BLACK = "bold #b3202a on #f4f1e8", "bold #1d1d1d on #f4f1e8"
_BACK, _KNOWN = "#9fb4d4 on #2f4f7f", "#dfe7f3 on #2f4f7f"
_LABEL, _PLACE = "dim", "dim"
_CARD = 4
"""How many characters a card takes in a row."""
_STEP = 3
"""How many of them show when the next card lies on it sideways."""
_SUIT_SIGNS = "♣♦♥♠"


class Shown(NamedTuple):
    """A pile as it is drawn."""

    name: str
    kind: str
    cards: tuple[Card | None, ...]
    """Deepest first; None for a face-down card whose face is not shown."""
    down: int
    """How many of the deepest cards lie face down."""


class Spot(NamedTuple):
    """Where a pile lies, in card widths and heights."""

    pile: Shown
    x: float
    y: float
    fan: str


class Stamp(NamedTuple):
    """A short text somewhere on the board."""

    row: int
    column: int
    text: str
    style: str


def print_board(
    out: Console, position: Position, *, faces: bool = False, signs: bool = True
) -> None:
    """Draw a position; ``faces`` shows face-down cards as well, ``signs`` prints suits as signs, not letters."""
    for line in board(position, out.width, faces=faces, signs=signs):
        if not out.is_terminal:  # the blank edge of a card is of no use in a file
            line.rstrip()
        out.print(line, no_wrap=True, overflow="ignore", crop=False)
    if faces and "s" in position.game.index and position.cards("s"):
        words = [card_text(c, face_down=True) for c in position.cards("s")]
        out.print()
        out.print("s: " + " ".join(words), soft_wrap=not out.is_terminal)


def board(position: Position, width: int, *, faces: bool = False, signs: bool = True) -> list[Text]:
    """The lines of a board that is at most ``width`` characters wide where that can be done."""
    shown = {p.name: p for p in (_open(position) if faces else _closed(position))}
    return _lines(position.game, position.game.spec.layout, shown, width, signs)


def small_board(staged: Stage, width: int, *, signs: bool = True) -> list[Text]:
    """The lines of the small table of an example: only the piles that matter, moved together."""
    shown = {p.name: p for p in _closed(staged.position) if p.name in staged.shown}
    game = staged.position.game
    lying = {
        name: (placing, placing.x + n * placing.dx, placing.y + n * placing.dy)
        for placing in game.spec.layout.placings.values()
        for n, name in enumerate(placing.piles)
        if name in shown
    }
    places = moved_together({name: (x, y) for name, (_, x, y) in lying.items()})
    placings = {
        name: Placing(piles=(name,), x=places[name][0], y=places[name][1], fan=placing.fan)
        for name, (placing, _, _) in lying.items()
    }
    layout = game.spec.layout.model_copy(update={"placings": placings})
    return _lines(game, layout, shown, width, signs)


def _lines(
    game: Game, layout: Layout, shown: dict[str, Shown], width: int, signs: bool
) -> list[Text]:
    suits = {game.pile_names[i]: s for i, s in game.suits.items()}
    return _Board(layout, shown, suits, width, signs).lines()


def _closed(position: Position) -> Iterator[Shown]:
    for pile in view(position):
        yield Shown(*pile, position.face_down(pile.name))


def _open(position: Position) -> Iterator[Shown]:
    for name in position.game.pile_names:
        down = position.face_down(name)
        yield Shown(name, position.game.kind(name), position.cards(name), down)


def face(c: Card | None, *, down: bool, signs: bool, width: int = _CARD) -> tuple[str, str]:
    """A card as text and style: `` 9♠ ``, ``10♠ ``; ``▒▒▒▒`` a back; `` 9♠▒`` a face-down card that is shown."""
    back = "▒" if signs else "#"
    if c is None:
        return back * width, _BACK
    text = card_symbol(c) if signs else card_text(c)
    text = text.rjust(3).ljust(width)
    if down:
        return text[: width - 1] + back if width > 3 else text, _KNOWN
    return text, _RED if is_red(c) else _BLACK


class _Board:
    """Places piles in bands of equal height on the screen, and draws band under band."""

    def __init__(
        self,
        layout: Layout,
        shown: dict[str, Shown],
        suits: dict[str, int],
        width: int,
        signs: bool,
    ) -> None:
        self.layout, self.shown, self.suits = layout, shown, suits
        self.width, self.signs = width, signs
        self.spots = list(self._spots())
        self.sideways = any(
            s.fan in ("left", "right") and s.pile.kind == "column" for s in self.spots
        )
        steps = [abs(p.dx) for p in layout.placings.values() if p.dx]
        if not steps:  # every pile has a placing of its own
            xs = sorted({s.x for s in self.spots})
            steps = [right - left for left, right in itertools.pairwise(xs) if right - left >= 1]
        self.step = min(steps, default=1.0)
        self.left = min(s.x for s in self.spots)
        pitches = (8,) if self.sideways else (6, 5, 4)
        room = [
            p for p in pitches if self._column(max(s.x for s in self.spots), p) + _CARD + 3 <= width
        ]
        self.pitch = room[0] if room else pitches[-1]

    def _spots(self) -> Iterator[Spot]:
        for placing in self.layout.placings.values():
            for i, name in enumerate(placing.piles):
                if name in self.shown:
                    x, y = placing.x + i * placing.dx, placing.y + i * placing.dy
                    yield Spot(self.shown[name], x, y, placing.fan)

    def _column(self, x: float, pitch: int | None = None) -> int:
        return round((x - self.left) / self.step * (pitch or self.pitch))

    def _bands(self) -> Iterator[list[Spot]]:
        """Piles at about the same height, the highest first."""
        band: list[Spot] = []
        for spot in sorted(self.spots, key=lambda s: (s.y, s.x)):
            if band and spot.y - band[0].y > 0.6:
                yield band
                band = []
            band.append(spot)
        if band:
            yield band

    def lines(self) -> list[Text]:
        """The whole board."""
        stamps: list[Stamp] = []
        cursor = 0
        for number, band in enumerate(self._bands()):
            inline = any(s.fan in ("left", "right") and s.pile.kind == "column" for s in band)
            drawn = [stamp for spot in band for stamp in self._pile(spot, inline, number == 0)]
            top = min(stamp.row for stamp in drawn)
            gap = 1 if number and top < 0 and not self.sideways else 0  # labels want air above them
            stamps += [s._replace(row=s.row - top + cursor + gap) for s in drawn]
            cursor += max(stamp.row for stamp in drawn) - top + 1 + gap
        left = min(stamp.column for stamp in stamps)
        return _paint([s._replace(column=s.column - left) for s in stamps], cursor)

    def _pile(self, spot: Spot, inline: bool, first: bool) -> Iterator[Stamp]:
        pile, column = spot.pile, self._column(spot.x)
        if pile.kind == "cell":
            yield from self._cell(pile, column, first)
        elif pile.kind == "hand" and spot.fan == "right":
            yield from self._row(pile, column)
        elif spot.fan in ("left", "right"):
            yield from self._sideways(spot, column)
        else:
            yield self._label(pile, 0 if inline else 1 if spot.fan == "up" else -1, column, inline)
            step = {"down": 1, "up": -1}.get(spot.fan, 0)
            cards = pile.cards if step else pile.cards[-1:]
            for i, c in enumerate(cards):
                depth = i if step else len(pile.cards) - 1
                yield Stamp(i * step, column, *self._face(pile, c, depth))
            if not pile.cards:
                yield self._place(pile, column)

    def _label(self, pile: Shown, row: int, column: int, inline: bool) -> Stamp:
        counted = pile.kind in ("stock", "hand") and pile.cards and pile.name in ("s", "w")
        text = f"{pile.name} {len(pile.cards)}" if counted else pile.name
        if inline:
            return Stamp(row, column - len(text) - 1, text, _LABEL)
        return Stamp(row, column, f" {text}", _LABEL)

    def _cell(self, pile: Shown, column: int, first: bool) -> Iterator[Stamp]:
        """A place of a grid: the letter of its row at the side, its number above the first row."""
        number = pile.name[1:]
        if number == "0":
            yield Stamp(0, column - 2, pile.name[0], _LABEL)
        if first:
            yield Stamp(-1, column, number.rjust(3), _LABEL)
        if pile.cards:
            yield Stamp(0, column, *self._face(pile, pile.cards[0], 0))
        else:
            yield Stamp(0, column, "  · " if self.signs else "  . ", _PLACE)

    def _row(self, pile: Shown, column: int) -> Iterator[Stamp]:
        """A row of open cards, each with the name by which it is played."""
        fitting = max(1, (self.width - column) // self.pitch)
        for i, c in enumerate(pile.cards):
            line, at = divmod(i, fitting)
            x = column + at * self.pitch
            yield Stamp(2 * line - 1, x, f" {pile.name}{i + 1}", _LABEL)
            yield Stamp(2 * line, x, *self._face(pile, c, i))
        if not pile.cards:
            yield Stamp(-1, column, f" {pile.name}", _LABEL)
            yield self._place(pile, column)

    def _sideways(self, spot: Spot, column: int) -> Iterator[Stamp]:
        """A column that grows sideways; the card in play is the outermost and has the label beside it.

        A column too long for the screen goes on in a second line.
        """
        pile, left = spot.pile, spot.fan == "left"
        columns = [self._column(s.x) for s in self.spots if s.fan in ("left", "right")]
        body = max(columns) - min(columns) + 2 * _CARD
        fitting = max(2, ((self.width - body) // 2 - 4) // _STEP + 1)
        chunks = [pile.cards[i : i + fitting] for i in range(0, len(pile.cards), fitting)] or [()]
        for line, chunk in enumerate(chunks):
            for i, c in enumerate(chunk):
                last = line == len(chunks) - 1 and i == len(chunk) - 1
                text, style = self._face(pile, c, line * fitting + i, _CARD if last else _STEP)
                if last and left:
                    text = f" {text.strip()} ".rjust(_CARD)[-_CARD:]
                at = i * _STEP + (len(text) - _STEP if left else 0)
                yield Stamp(line, column - at + 1 if left else column + at, text, style)
        if not pile.cards:
            yield self._place(pile, column)
        out = max(0, len(chunks[-1]) - 1) * _STEP
        x = column - out - len(pile.name) - 1 if left else column + out + _CARD + 1
        yield Stamp(len(chunks) - 1, x, pile.name, _LABEL)

    def _face(self, pile: Shown, c: Card | None, depth: int, width: int = _CARD) -> tuple[str, str]:
        return face(c, down=depth < pile.down, signs=self.signs, width=width)

    def _place(self, pile: Shown, column: int) -> Stamp:
        """An empty place; a foundation shows its suit."""
        if pile.name in self.suits:
            sign = (_SUIT_SIGNS if self.signs else SUITS)[self.suits[pile.name]]
            return Stamp(0, column, f"  {sign} ", _PLACE)
        return Stamp(0, column, " ── " if self.signs else " -- ", _PLACE)


def _paint(stamps: Sequence[Stamp], height: int) -> list[Text]:
    """The stamps on paper, later ones over earlier ones."""
    rows: list[dict[int, tuple[str, str]]] = [{} for _ in range(height)]
    for stamp in stamps:
        for i, character in enumerate(stamp.text):
            rows[stamp.row][stamp.column + i] = (character, stamp.style)
    lines = []
    for row in rows:
        along = [row.get(column, (" ", "")) for column in range(max(row, default=-1) + 1)]
        runs = groupby(along, key=lambda cell: cell[1])
        lines.append(
            Text.assemble(*(("".join(c for c, _ in cells), style) for style, cells in runs))
        )
    return lines
