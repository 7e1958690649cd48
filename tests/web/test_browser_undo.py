"""Taking back: through draws, redeals, reshuffles and cards that went up by themselves; starting over; dealing anew."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.web.hands import Mouse
from tests.web.tables import Sit, Table
from tests.web.wins import Beside, numbered, won

pytestmark = pytest.mark.browser


def through_the_stock(game: str, most: int) -> tuple[str, list[str]]:
    """A deck and a line that goes through the stock, deals it again where that is possible, and then plays cards."""
    deck = numbered(game, "3")
    beside = Beside(game, deck)
    line: list[str] = []
    again = False
    while len(line) < most:
        legal = beside.position.legal_moves()
        stock = [move for move in legal if beside.is_stock(move) or beside.is_special(move)]
        cards = [move for move in legal if move not in stock]
        order = cards + stock if again else stock + cards
        if not order:
            break
        move = order[0]
        again = again or move.src not in ("s", "o")
        beside.push(move)
        line.append(str(move))
    return deck, line


def take_back(table: Table, n: int) -> None:
    """Undo, by the button or by the keys in turn."""
    if n % 2:
        table.page.locator("#undo").click()
    else:
        table.page.keyboard.press("ControlOrMeta+z")


def make_again(table: Table, n: int) -> None:
    """Redo, by the button or by the keys in turn."""
    if n % 3 == 0:
        table.page.locator("#redo").click()
    else:
        table.page.keyboard.press("ControlOrMeta+y" if n % 3 == 1 else "ControlOrMeta+Shift+z")


@pytest.mark.parametrize(
    ("game", "most"),
    [
        pytest.param("small-harp", 32, marks=pytest.mark.soak),
        ("klondike+draw-3", 16),
        ("black-harp", 36),
        pytest.param("gaps+redeals=2", 60, marks=pytest.mark.soak),
        pytest.param("big-harp+draw-3", 60, marks=pytest.mark.soak),
        pytest.param("harp-9", 120, marks=pytest.mark.soak),
        pytest.param("spider-pauk", 60, marks=pytest.mark.soak),
        pytest.param("fig288", 60, marks=pytest.mark.soak),
    ],
)
def test_undo_goes_back_to_the_deal_and_redo_all_the_way_again(
    sit: Sit, game: str, most: int
) -> None:
    """Field reports 23, 25 and 29: a move and what came of it are one, and each way looks as the other did."""
    deck, line = through_the_stock(game, most)
    table = sit("ru")
    table.resume(game, deck, line)
    beside = Beside(game, deck)
    looks = [beside.look(), *(beside.push(beside.meant(text)) for text in line)]
    assert table.look() == looks[-1]
    for n in range(len(line) - 1, -1, -1):
        take_back(table, n)
        assert table.next() == looks[n], f"undo to {n}"
    expect(table.page.locator("#undo")).to_have_attribute("aria-disabled", "true")
    expect(table.page.locator("#moves")).to_have_text("0 ходов")
    for n in range(1, len(line) + 1):
        make_again(table, n)
        assert table.next() == looks[n], f"redo to {n}"
    expect(table.page.locator("#redo")).to_have_attribute("aria-disabled", "true")
    table.page.reload()
    assert table.quiet() == looks[-1]


def test_a_reshuffle_comes_back_the_same(sit: Sit) -> None:
    """Field report 19: redeal, undo, redo, reload: the cards lie as they lay after the first shuffle."""
    game = "gaps+redeals=2"
    deck = numbered(game, "3")
    beside = Beside(game, deck)
    line = []
    for _ in range(5):
        move = beside.position.legal_moves()[0]
        beside.push(move)
        line.append(str(move))
    table = sit("en")
    table.resume(game, deck, line)
    before = table.look()
    table.page.locator("#offers button").click()
    after = table.next()
    assert after != before
    table.page.locator("#undo").click()
    assert table.next() == before
    table.page.locator("#redo").click()
    assert table.next() == after
    table.page.reload()
    assert table.quiet() == after


def test_a_game_that_was_taken_back_can_be_played_on(sit: Sit) -> None:
    """Field report 25: undo bricks nothing.  Another move forgets what was to come."""
    deck, moves = won("small-harp")
    table = sit("en")
    table.resume("small-harp", deck, moves[:24])
    beside = Beside("small-harp", deck)
    for text in moves[:10]:
        beside.push(beside.meant(text))
    for _ in range(14):
        table.page.locator("#undo").click()
        table.next()
    assert table.look() == beside.look()
    hand = Mouse(table, beside)
    for move in beside.position.legal_moves():
        if str(move) == moves[10]:
            continue
        hand.make(move)
        assert table.next() == beside.push(move)
        table.page.locator("#redo").click(force=True)
        table.says("There is nothing to redo.")
        table.page.locator("#undo").click()
        assert table.next() == beside.pop()


def test_starting_over_is_asked_for_and_can_be_taken_back(sit: Sit) -> None:
    deck, moves = won("small-harp")
    table = sit("ru")
    table.resume("small-harp", deck, moves[:12])
    beside = Beside("small-harp", deck)
    start = beside.look()
    for text in moves[:12]:
        now = beside.push(beside.meant(text))
    page = table.page
    dialog = page.get_by_role("dialog")
    table.choose("restart")
    expect(dialog.get_by_role("heading")).to_have_text("Начать сначала?")
    dialog.get_by_role("button", name="Отмена").click()
    expect(dialog).to_have_count(0)
    table.choose("restart")
    expect(dialog).to_be_visible()
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    assert table.quiet() == now
    assert table.version == 12
    table.choose("restart")
    dialog.get_by_role("button", name="Сначала").click()
    assert table.next() == start
    expect(page.locator("#moves")).to_have_text("0 ходов")
    for _ in moves[:12]:
        page.locator("#redo").click()
        seen = table.next()
    assert seen == now


def test_starting_over_at_the_start_asks_nothing(sit: Sit) -> None:
    table = sit("en")
    table.watch.allow(r"status of 422 .*/actions")
    before = table.deal("small-harp", "1")
    table.choose("restart")
    table.says(re.compile("[a-z]{3}"), "refused")
    assert table.page.get_by_role("dialog").count() == 0
    assert table.quiet() == before
    assert table.version == 0


def test_a_new_deal_is_confirmed_and_loses_nothing(sit: Sit) -> None:
    deck, moves = won("small-harp")
    table = sit("ru")
    table.resume("small-harp", deck, moves[:5])
    page = table.page
    dialog = page.get_by_role("dialog")
    before = table.look()
    page.locator("#new-deal").click()
    expect(dialog).to_contain_text("останется среди неоконченных")
    dialog.get_by_role("button", name="Отмена").click()
    assert table.quiet() == before
    address = page.url
    page.locator("#new-deal").click()
    dialog.get_by_role("button", name="Раздать снова").click()
    table.until(f"location.href !== '{address}'")
    table.quiet()
    assert table.version == 0
    assert len(table.get("plays")) == 2
    page.go_back()
    assert table.shows(5) == before
    page.locator("#home").click()
    page.locator(f'#plays a[href$="{table.state["id"]}"]').click()
    assert table.shows(5) == before


def test_a_new_deal_before_the_first_move_asks_nothing(sit: Sit) -> None:
    table = sit("en")
    table.deal("fig288")
    address = table.page.url
    table.page.locator("#new-deal").click()
    table.until(f"location.href !== '{address}'")
    table.quiet()
    assert table.page.get_by_role("dialog").count() == 0


def test_help_and_rules_leave_the_game_as_it_is(sit: Sit) -> None:
    """Field report 58: the game is not lost on looking something up."""
    deck, moves = won("small-harp")
    table = sit("en", touch=True)
    table.resume("small-harp", deck, moves[:8])
    before = table.look()
    page = table.page
    dialog = page.get_by_role("dialog")
    for button in ("help", "#rules", "#settings", "#more"):
        if button.startswith("#"):
            page.locator(button).tap()
        else:
            table.choose(button)
        expect(dialog).to_be_visible()
        dialog.get_by_role("button", name="Close").tap()
        expect(dialog).to_have_count(0)
        assert table.quiet() == before
    assert table.version == 8
