"""Fingers: drags on a touch screen, shaky taps, a second finger; and drags with the animations on."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import pytest
from playwright.sync_api import CDPSession, expect

from arfa.engine.moves import Move
from tests.web.hands import Finger, Mouse, play
from tests.web.tables import Sit, Table
from tests.web.wins import Beside, won

pytestmark = pytest.mark.browser

Point = tuple[float, float]


class Screen:
    """A touch screen, by what it sends."""

    def __init__(self, table: Table) -> None:
        self.session: CDPSession = table.page.context.new_cdp_session(table.page)

    def send(self, kind: str, points: Iterable[Point] = ()) -> None:
        """One event with the fingers that are on the screen."""
        touching = [{"x": x, "y": y, "id": n} for n, (x, y) in enumerate(points)]
        self.session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touching})

    def drag(self, start: Point, way: Point, steps: int = 6) -> None:
        """One finger from here to there."""
        self.send("touchStart", [start])
        for point in path(start, way, steps):
            self.send("touchMove", [point])
        self.send("touchEnd")


def path(start: Point, way: Point, steps: int) -> Iterator[Point]:
    """Points on a straight line."""
    for n in range(1, steps + 1):
        yield start[0] + way[0] * n / steps, start[1] + way[1] * n / steps


def dealt(sit: Sit, *, moving: bool = False) -> tuple[Table, Beside]:
    """Small Harp on a phone, and the referee beside it."""
    deck, _ = won("small-harp")
    table = sit("ru", touch=True, moving=moving)
    table.resume("small-harp", deck)
    return table, Beside("small-harp", deck)


def first(beside: Beside) -> Move:
    """A move from column to column."""
    return beside.meant(won("small-harp")[1][0])


@pytest.mark.parametrize("moving", [True, pytest.param(False, marks=pytest.mark.soak)])
def test_a_card_can_be_dragged_with_a_finger(sit: Sit, moving: bool) -> None:
    table, beside = dealt(sit, moving=moving)
    screen = Screen(table)
    for text in won("small-harp")[1][:14]:
        move = beside.meant(text)
        if move.src == "s":
            table.click(*table.spot("s"))
        else:
            screen.drag(
                table.spot(move.src, -move.count), table.way(move.src, -move.count, move.dst)
            )
        assert table.next() == beside.push(move), text
    assert "mouse pointerdown" not in table.ask("inputs")
    assert table.page.evaluate("scrollX + scrollY + document.querySelector('main').scrollTop") == 0


def test_a_shaky_tap_is_a_tap(sit: Sit) -> None:
    """Field report 61: six pixels are not a drag, and no mode has to be chosen."""
    table, beside = dealt(sit)
    move = first(beside)
    x, y = table.spot(move.src, -1)
    screen = Screen(table)
    screen.send("touchStart", [(x, y)])
    screen.send("touchMove", [(x + 4, y + 3)])
    screen.send("touchMove", [(x + 5, y + 3)])
    screen.send("touchEnd")
    if table.ask("lifted(argument)", 1) == "lifted":
        table.click(*table.spot(move.dst, -1))
    assert table.next() == beside.push(move)


def test_a_near_miss_lands(sit: Sit) -> None:
    table, beside = dealt(sit)
    move = first(beside)
    dx, dy = table.way(move.src, -1, move.dst)
    width = table.card(move.src)["width"]
    Screen(table).drag(table.spot(move.src, -1), (dx + 0.35 * width, dy + 40))
    assert table.next() == beside.push(move)


def test_a_card_dropped_where_it_was_or_on_nothing_goes_back(sit: Sit) -> None:
    table, beside = dealt(sit)
    before = table.look()
    at = table.card("t4")
    screen = Screen(table)
    height = table.page.evaluate("document.getElementById('board').clientHeight")
    for way in ((14, 14), (0, height * 0.5)):
        screen.drag(table.spot("t4", -1), (float(way[0]), float(way[1])))
        expect(table.page.locator("#board .held")).to_have_count(0)
        assert table.card("t4") == at
        assert table.quiet() == before
    assert table.version == 0
    assert beside.look() == before


def test_a_drag_that_is_broken_off_changes_nothing(sit: Sit) -> None:
    """The system takes the finger away: a call comes in, a gesture of the browser begins."""
    table, beside = dealt(sit)
    move = first(beside)
    at = table.card(move.src)
    start = table.spot(move.src, -1)
    screen = Screen(table)
    screen.send("touchStart", [start])
    for point in path(start, table.way(move.src, -1, move.dst), 4):
        screen.send("touchMove", [point])
    expect(table.page.locator("#board .held")).to_have_count(1)
    screen.send("touchCancel")
    expect(table.page.locator("#board .held, #board .lifted, #board .mark")).to_have_count(0)
    assert table.card(move.src) == at
    assert table.quiet() == beside.look()
    assert table.version == 0
    play(table, beside, Finger(table, beside), [won("small-harp")[1][0]])


def test_a_second_finger_is_ignored(sit: Sit) -> None:
    table, beside = dealt(sit)
    move = first(beside)
    start = table.spot(move.src, -1)
    other = table.spot("t7", -1)
    screen = Screen(table)
    screen.send("touchStart", [start])
    points = list(path(start, table.way(move.src, -1, move.dst), 6))
    screen.send("touchMove", [points[2]])
    screen.send("touchStart", [points[2], other])
    screen.send("touchMove", [points[4], (other[0] + 30, other[1])])
    screen.send("touchMove", [points[5], (other[0] + 60, other[1])])
    screen.send("touchEnd")
    assert table.next() == beside.push(move)
    assert table.quiet() == beside.look()
    assert table.version == 1


def test_with_animations_a_game_goes_as_fast_as_the_hand(sit: Sit) -> None:
    """Input is never blocked: cards are taken while others, and they themselves, are still on their way."""
    deck, moves = won("small-harp")
    table = sit("en", moving=True)
    table.deal("small-harp", deck)
    beside = Beside("small-harp", deck)
    play(table, beside, Mouse(table, beside), moves[:30])
    for n in range(29, 19, -1):
        table.page.locator("#undo").click()
        # A card that goes back to the stock is seen on its way.
        assert table.next()["piles"] == beside.pop()["piles"], n
    # At rest everything lies where it belongs.
    table.page.evaluate(
        """() => Promise.allSettled(
            document.getElementById("board").getAnimations({ subtree: true }).map((it) => it.finished))"""
    )
    astray = table.page.evaluate(
        """() => [...document.querySelectorAll("#board [data-card]")].filter((card) => {
            const rest = new DOMMatrix(card.style.transform);
            const origin = document.getElementById("board").getBoundingClientRect();
            const { x, y } = card.getBoundingClientRect();
            return Math.hypot(x - origin.x - rest.e, y - origin.y - rest.f) > 1;
        }).length"""
    )
    assert astray == 0
    table.page.reload()
    assert table.quiet() == beside.look()


def test_any_input_ends_the_deal_at_once(sit: Sit) -> None:
    table = sit("en", moving=True)
    table.page.locator("#games input").first.wait_for()
    table.press(table.page.locator("#start-play"))
    flying = "document.getElementById('board').getAnimations({ subtree: true })"
    # Held in the air, the cards cannot have come down by themselves.
    table.page.evaluate(
        f"() => probe.when(() => {flying}.map((card) => card.pause()).length, 'a deal')"
    )
    table.page.keyboard.press("End")
    assert table.page.evaluate(f"{flying}.length") == 0
