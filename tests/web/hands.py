"""Four ways to make a move: with the mouse, with taps, with keys, in writing."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from arfa.engine.moves import Move
from tests.web.tables import Table
from tests.web.wins import Beside


class Hand(Protocol):
    """Makes moves."""

    def make(self, move: Move) -> None:
        """Do what makes this move; whether it is done is seen by the next version."""
        ...


def play(table: Table, beside: Beside, hand: Hand, moves: Iterable[str]) -> None:
    """Play a line, and compare the table with the referee's after every move."""
    assert table.look() == beside.look()
    for text in moves:
        move = beside.meant(text)
        hand.make(move)
        seen = table.next()
        _follow(beside, move, seen)
        assert seen == beside.look(), (text, str(move), table.status())


def _follow(beside: Beside, move: Move, seen: dict[str, dict[str, list[str | None]]]) -> None:
    """Make the move beside the page, into the one of several like places that the page has taken."""
    if move.dst in seen["piles"] and not beside.position.cards(move.dst):
        taken = [pile for pile in beside.empty_like(move.dst) if seen["piles"][pile]]
        if taken and taken[0] != move.dst and beside.game.kind(move.dst) == "column":
            beside.rename(move.dst, taken[0])
            move = move._replace(dst=taken[0])
    beside.push(move)


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
            table.click(*table.spot("s"))
        else:
            pile, at = _source(move)
            dx, dy = table.way(pile, at, move.dst)
            table.drag(pile, at, dx + 2, dy + 5)


class Finger:
    """Taps a card and then its place; a card with one place goes there by the first tap."""

    def __init__(self, table: Table, beside: Beside) -> None:
        self.table = table
        self.beside = beside

    def make(self, move: Move) -> None:
        """Do what makes this move."""
        table = self.table
        if self.beside.is_special(move):
            table.press(table.page.locator("#offers button").first)
        elif self.beside.is_stock(move):
            table.click(*table.spot("s"))
        else:
            table.click(*table.spot(*_source(move)))
            if table.ask("lifted(argument)", table.version + 1) == "lifted":
                table.click(*self._there(move.dst))

    def _there(self, pile: str) -> tuple[float, float]:
        held = self.table.look()["piles"][pile]
        return self.table.spot(pile, -1 if held else None)


class Keyboard:
    """Walks with the arrows, picks up and puts down with Enter."""

    def __init__(self, table: Table, beside: Beside) -> None:
        self.table = table
        self.beside = beside

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
            self.press("m")
        else:  # it changes nothing, so it is not offered; it may be done all the same
            self.walk(move.dst)
        self.press("Enter")

    def walk(self, pile: str, at: int = -1) -> None:
        """Bring the focus to a card, counted from the end of its pile."""
        here = self.table.ask("focus()")
        for _ in range(40):
            if here["pile"] == pile:
                break
            places = {
                name: self.table.ask("boxes(argument)", name)["place"]
                for name in (here["pile"], pile)
            }
            dx, dy = (places[pile][axis] - places[here["pile"]][axis] for axis in "xy")
            if dy < -5:
                self.press("Home")
                self.press("ArrowUp")
            elif dy > 5:
                self.press("End")
                self.press("ArrowDown")
            else:
                self.press("ArrowLeft" if dx < 0 else "ArrowRight")
            here = self.table.ask("focus()")
        assert here["pile"] == pile, here
        back = here["at"] - (here["of"] + at) if here["of"] else 0
        self.press("ArrowUp" if back > 0 else "ArrowDown", abs(back))


class Pen:
    """Types moves."""

    def __init__(self, table: Table) -> None:
        self.table = table

    def make(self, move: Move) -> None:
        """Do what makes this move."""
        field = self.table.page.locator("#typed-move")
        field.fill(str(move))
        field.press("Enter")
