"""Four ways to make a move: with the mouse, with taps, with keys, in writing."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from typing import Protocol

from arfa.engine.moves import Move
from tests.web.speech import made
from tests.web.tables import Table
from tests.web.wins import Beside


class Hand(Protocol):
    """Makes moves."""

    def make(self, move: Move) -> None:
        """Do what makes this move; whether it is done is seen by the next version."""
        ...


def play(
    table: Table, beside: Beside, hand: Hand, moves: Iterable[str], *, heard: bool = False
) -> None:
    """Play a line, and compare the table with the referee's after every move.

    ``heard``: what is told of each move is compared as well, word for word.
    """
    assert table.look() == beside.look()
    for text in moves:
        move = beside.meant(text)
        hand.make(move)
        seen = table.next()
        words = _follow(table.lang, beside, move, seen)
        assert seen == beside.look(), (text, str(move), table.status())
        if heard:
            table.hears(words)


def _follow(
    lang: str, beside: Beside, move: Move, seen: dict[str, dict[str, list[str | None]]]
) -> str:
    """Make the move beside the page, into the one of several like places that the page has taken; how it is told."""
    if move.dst in seen["piles"] and not beside.position.cards(move.dst):
        taken = [pile for pile in beside.empty_like(move.dst) if seen["piles"][pile]]
        if taken and taken[0] != move.dst and beside.game.kind(move.dst) == "column":
            beside.rename(move.dst, taken[0])
            move = move._replace(dst=taken[0])
    return made(lang, beside, move)


def _source(move: Move) -> tuple[str, int]:
    """The pile and the place in it of the card that is taken hold of."""
    if move.src[0] == "x" and len(move.src) > 1:
        return "x", int(move.src[1:]) - 1
    return move.src, -move.count


class Mouse:
    """Drags every card; presses only what has no card to be dragged."""

    def __init__(self, table: Table, beside: Beside) -> None:
        self.table = table
        self.beside = beside

    def make(self, move: Move) -> None:
        """Do what makes this move."""
        table = self.table
        if self.beside.is_special(move):
            table.page.locator("#offers button").first.click()
        elif move.src == "s":
            table.click(*table.spot("s"), hurried=True)
        else:
            pile, at = _source(move)
            dx, dy = table.way(pile, at, move.dst)
            table.drag(pile, at, dx + 2, dy + 5, steps=1)


class Finger:
    """Taps a card and then its place; a card with one place goes there by the first tap."""

    def __init__(self, table: Table, beside: Beside) -> None:
        self.table = table
        self.beside = beside
        self.last = ""

    def make(self, move: Move) -> None:
        """Do what makes this move."""
        table = self.table
        if self.beside.is_special(move):
            table.press(table.page.locator("#offers button").first)
        elif self.beside.is_stock(move):
            table.click(*table.spot("s"), hurried=True)
        else:
            if move.src == self.last:
                # A card that is tapped again within a second is sent on; nothing but the clock tells that it is not.
                table.page.evaluate("() => new Promise((done) => setTimeout(done, 1050))")
            self.last = move.dst
            table.click(*table.spot(*_source(move)))
            if table.ask("lifted(argument)", table.version + 1) == "lifted":
                table.click(*self._there(move.dst))

    def _there(self, pile: str) -> tuple[float, float]:
        held = self.table.look()["piles"][pile]
        return self.table.spot(pile, -1 if held else None)


class Keyboard:
    """Walks with the arrows, picks up and puts down with Enter.

    ``jumps``: to columns by the keys above the letters.  On a wide screen some columns of Паук lie on their sides,
    which nobody here knows; single cards move there, so the last card of a column is always meant.
    """

    def __init__(self, table: Table, beside: Beside, *, jumps: bool = False) -> None:
        self.table = table
        self.beside = beside
        placings = beside.game.spec.layout.placings.values()
        piles = [pile for placing in placings for pile in placing.piles]
        columns = [pile for pile in piles if beside.game.kind(pile) == "column"]
        self.jumps = dict(zip(columns, "1234567890-=", strict=False)) if jumps else {}

    def press(self, key: str, times: int = 1) -> None:
        """A key, so many times."""
        for _ in range(times):
            self.table.page.keyboard.press(key)

    def make(self, move: Move) -> None:
        """Do what makes this move."""
        if self.beside.is_stock(move):
            self.press("s")
            return
        self.walk(*_source(move))
        if self.beside.game.kind(move.dst) == "foundation":
            self.press("f")
            return
        self.press("Enter")
        if self.table.ask("lifted(argument)", self.table.version + 1) == "gone":
            return
        lit = len(self.table.page.locator("#board .mark").all())
        for _ in range(lit + 1):  # round the places that are lit
            if self.table.ask("focus()")["pile"] == move.dst:
                break
            self.press("n")
        else:  # it changes nothing, so it is not offered; it may be done all the same
            self.walk(move.dst)
        self.press("Enter")

    def walk(self, pile: str, at: int = -1) -> None:
        """Bring the focus to a card, counted from the end of its pile."""
        if pile in self.jumps and at == -1:
            self.press(self.jumps[pile])
            assert self.table.ask("focus()")["pile"] == pile
            return
        here = self.table.ask("focus()")
        boxes = self.table.ask("places()")
        for arrow, there in _path(boxes, here["pile"], pile):
            along = _along(arrow, self.beside.fan(here["pile"]))
            if along:  # to the end of the pile from which the arrow leads out of it
                self.press("End" if along > 0 else "Home")
            self.press(arrow)
            here = self.table.ask("focus()")
            assert here["pile"] == there
        if here["of"]:
            steps = here["of"] + at - here["at"]
            fan = self.beside.fan(pile)
            arrow = next((a for a in ARROWS if _along(a, fan) * steps > 0), "")
            self.press(arrow, abs(steps))


ARROWS = {"ArrowLeft": (-1, 0), "ArrowRight": (1, 0), "ArrowUp": (0, -1), "ArrowDown": (0, 1)}
FANS = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1), "none": (0, 0)}


def _along(arrow: str, fan: str) -> int:
    """Whether an arrow leads to later cards of a fan (1), to earlier ones (-1) or out of it (0)."""
    (ax, ay), (fx, fy) = ARROWS[arrow], FANS[fan]
    return ax * fx + ay * fy


def _path(boxes: dict[str, dict[str, float]], start: str, end: str) -> list[tuple[str, str]]:
    """The shortest way from pile to pile: the arrows, and where each leads."""
    ways: dict[str, list[tuple[str, str]]] = {start: []}
    todo = deque([start])
    while end not in ways:
        pile = todo.popleft()
        for arrow in ARROWS:
            there = _neighbour(boxes, pile, arrow)
            if there is not None and there not in ways:
                ways[there] = [*ways[pile], (arrow, there)]
                todo.append(there)
    return ways[end]


def _neighbour(boxes: dict[str, dict[str, float]], pile: str, arrow: str) -> str | None:
    """The pile that an arrow leads to: the nearest in its direction, what lies aside being farther off."""
    wx, wy = ARROWS[arrow]
    far: dict[str, float] = {}
    for name, box in boxes.items():
        dx, dy = box["x"] - boxes[pile]["x"], box["y"] - boxes[pile]["y"]
        ahead, aside = dx * wx + dy * wy, abs(dx * wy) + abs(dy * wx)
        if name != pile and ahead > 2 and aside <= 2.5 * ahead:
            far[name] = ahead + 2 * aside
    return min(far, key=far.__getitem__, default=None)


class Pen:
    """Types moves."""

    def __init__(self, table: Table) -> None:
        self.table = table

    def make(self, move: Move) -> None:
        """Do what makes this move."""
        field = self.table.page.locator("#typed-move")
        field.fill(str(move))
        field.press("Enter")
