"""For everybody: axe finds nothing, the board reads well, keys are told what happens, and the focus stays."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from arfa.cards import card_text
from arfa.texts import card_name
from tests.web.hands import Keyboard
from tests.web.tables import Sit, Table
from tests.web.wins import Beside, won

pytestmark = pytest.mark.browser


def faults(page: Page) -> list[str]:
    """What axe finds, each with the elements concerned."""
    found = Axe().run(page).response["violations"]
    return [f"{f['id']}: {[node['target'] for node in f['nodes']][:5]}" for f in found]


def screens(table: Table) -> Iterator[str]:
    """Go through all screens of the page, each with something on it."""
    deck, moves = won("big-harp")
    state = table.post("plays", {"game": "big-harp", "deal": None})
    table.open()
    table.press(table.page.locator('[data-game="big-harp"] > label'))
    table.press(table.page.locator("#variants summary"))
    yield "chooser"
    table.open(f"#/play/{state['id']}")
    table.resume("big-harp", deck, moves[:60])
    yield "table"
    dialog = table.page.get_by_role("dialog")
    for button in ("#rules", "help", "#settings", "course", "#new-deal", "#more"):
        if button.startswith("#"):
            table.press(table.page.locator(button))
        else:
            table.choose(button)
        expect(dialog).to_be_visible()
        yield button
        table.page.keyboard.press("Escape")
        expect(dialog).to_have_count(0)


@pytest.mark.parametrize(
    ("lang", "dark", "phone"),
    [
        ("ru", False, True),
        ("en", True, False),
        pytest.param("ru", True, False, marks=pytest.mark.soak),
        pytest.param("en", False, True, marks=pytest.mark.soak),
    ],
)
def test_axe_finds_nothing(sit: Sit, lang: str, dark: bool, phone: bool) -> None:
    table = sit(lang, dark=dark, touch=phone)
    for screen in screens(table):
        assert faults(table.page) == [], screen


@pytest.mark.parametrize(
    ("lang", "theme"),
    [
        ("ru", "dark"),
        ("en", "contrast"),
        pytest.param("en", "light", marks=pytest.mark.soak),
    ],
)
def test_axe_finds_nothing_in_any_theme(sit: Sit, lang: str, theme: str) -> None:
    """Also on the pages that the menu leads to, with big cards, and on a phone on its side."""
    table = sit(lang, viewport={"width": 844, "height": 390})
    page = table.page
    settings = {"theme": theme, "big": True, "colours": 4, "mirror": True}
    page.evaluate("it => localStorage.setItem('arfa.settings', it)", json.dumps(settings))
    table.resume("spider-pauk", won("spider-pauk")[0], won("spider-pauk")[1][:79])
    expect(page.locator("html")).to_have_attribute("data-theme", theme)
    assert faults(page) == []
    for entry in ("bookmarks", "settings"):
        table.choose(entry)
        expect(page.get_by_role("dialog")).to_be_visible()
        assert faults(page) == [], entry
        page.keyboard.press("Escape")
    for address in ("#/", "#/statistics"):
        table.open(address)
        page.locator("#games input, #page h2").first.wait_for()
        assert faults(page) == [], address


def test_forced_colours_show_places_lights_and_focus_by_lines(sit: Sit) -> None:
    """Windows' high contrast takes shadows and grounds away."""
    table = sit("en")
    page = table.page
    page.emulate_media(forced_colors="active")
    deck, moves = won("small-harp")
    table.resume("small-harp", deck, moves[:3])
    line = "it => { const style = getComputedStyle(it); return [style.outlineStyle, parseFloat(style.outlineWidth)]; }"
    kind, width = page.locator("#pile-f1 .place").evaluate(line)
    assert kind == "solid"
    assert width >= 1
    movable = next(move for move in table.state["moves"] if move["src"][0] == "t")
    page.evaluate("localStorage.setItem('arfa.settings', JSON.stringify({ oneTap: false }))")
    table.open(f"#/play/{table.state['id']}")
    table.shows(table.state["version"])
    table.click(*table.spot(movable["src"], -movable["count"]))
    mark = page.locator("#board .mark").first
    mark.wait_for()
    assert mark.evaluate(line) == ["solid", 3]
    assert page.locator("#board .lifted").first.evaluate(line) == ["solid", 3]
    page.keyboard.press("ArrowLeft")
    assert page.locator("#board :focus").evaluate(line) == ["solid", 3]
    assert faults(page) == []


@pytest.mark.parametrize(
    "size", [{"width": 320, "height": 256}, {"width": 640, "height": 360}], ids=["400 %", "200 %"]
)
def test_a_page_that_is_zoomed_far_in_can_be_used(sit: Sit, size: dict[str, int]) -> None:
    """A laptop's window at 400 and at 200 per cent: only the table is scrolled sideways, and a card can be played."""
    table = sit("ru", viewport=size)
    deck, moves = won("big-harp")
    table.resume("big-harp", deck, moves[:40])
    page = table.page
    assert page.evaluate("document.documentElement.scrollWidth") == size["width"]
    card = page.locator("#board .card[data-face]").first.bounding_box()
    assert card is not None
    assert card["width"] >= 24
    page.locator("#board [tabindex='0']").focus()
    page.keyboard.press("s")
    table.next()
    seen = page.evaluate(
        """(({ left, right, top, bottom }) =>
            left >= -1 && top >= -1 && right <= innerWidth + 1 && bottom <= innerHeight + 1)(
            document.activeElement.getBoundingClientRect())"""
    )
    assert seen
    table.open("#/")
    page.locator("#games input").first.wait_for()
    assert page.evaluate("document.documentElement.scrollWidth") == size["width"]
    page.locator("#start-play").click()
    table.quiet()


BOARD = {
    "en": """
- group "Table":
  - group "the stock":
    - 'button "the stock: 6 cards"': "6"
  - group "the waste":
    - 'button "the waste: empty"'
  - group "foundation of clubs":
    - button "ace of clubs, foundation of clubs, card 1 of 1"
  - group "foundation of diamonds":
    - button "ace of diamonds, foundation of diamonds, card 1 of 1"
  - group "foundation of hearts":
    - 'button "foundation of hearts: empty"'
  - group "foundation of spades":
    - button "ace of spades, foundation of spades, card 1 of 1"
  - group "column 1":
    - button "3 face-down cards, column 1"
    - button "two of clubs, column 1, card 4 of 4"
  - group "column 2":
    - button "1 face-down card, column 2"
    - button "two of diamonds, column 2, card 2 of 2"
  - group "column 3":
    - 'button "column 3: empty"'
  - group "column 4":
    - button "four of clubs, column 4, card 1 of 1"
""",
    "ru": """
- group "Стол":
  - group "колода":
    - 'button "колода: 6 карт"': "6"
  - group "сброс":
    - 'button "сброс: пусто"'
  - group "база треф":
    - button "туз треф, база треф, карта 1 из 1"
  - group "база бубен":
    - button "туз бубен, база бубен, карта 1 из 1"
  - group "база червей":
    - 'button "база червей: пусто"'
  - group "база пик":
    - button "туз пик, база пик, карта 1 из 1"
  - group "столбец 1":
    - button "3 закрытые карты, столбец 1"
    - button "двойка треф, столбец 1, карта 4 из 4"
  - group "столбец 2":
    - button "1 закрытая карта, столбец 2"
    - button "двойка бубен, столбец 2, карта 2 из 2"
  - group "столбец 3":
    - 'button "столбец 3: пусто"'
  - group "столбец 4":
    - button "четвёрка треф, столбец 4, карта 1 из 1"
""",
}
"""A short deck, dealt: each card says its rank, suit, pile and place; empty places can be reached; what lies face down
is one thing (field report 67)."""


@pytest.mark.parametrize("lang", ["ru", "en"])
def test_a_small_board_reads_like_this(sit: Sit, lang: str) -> None:
    table = sit(lang)
    table.resume("small-harp+small-4x4", "1")
    assert table.page.locator("#board").aria_snapshot().strip() == BOARD[lang].strip()


@pytest.mark.parametrize("lang", ["ru", "en"])
def test_a_move_and_what_comes_of_it_are_told_and_the_focus_stays(sit: Sit, lang: str) -> None:
    deck, moves = won("small-harp")
    table = sit(lang)
    table.resume("small-harp", deck)
    beside = Beside("small-harp", deck)
    line = table.page.get_by_role("status")
    expect(line).to_have_count(1)
    keys = Keyboard(table, beside)
    keys.press("ArrowDown")  # from the page to the board
    for text in moves[:16]:
        move = beside.meant(text)
        card = None if move.src == "s" else beside.position.cards(move.src)[-move.count]
        keys.make(move)
        table.next()
        seen = beside.position.push(move)
        # The moved card, what turned up, what went away by itself: all of it is named.
        for named in [*(one.card for one in seen), *([] if card is None else [card])]:
            expect(line).to_contain_text(re.compile(card_name(named, lang), re.IGNORECASE))
        expect(line).to_have_text(table.told())
        if card is not None:  # the focus has gone along
            focus = table.ask("focus()")
            assert focus["pile"] == move.dst
            assert focus["face"] == card_text(card)
    for key in ("z", "z", "Shift+Z"):
        keys.press(key)
        table.next()
        expect(line).to_have_text(table.told())


def test_picking_up_tells_how_many_places_there_are(sit: Sit) -> None:
    deck, _ = won("small-harp")
    table = sit("en")
    beside = Beside("small-harp", deck)
    table.resume("small-harp", deck)
    keys = Keyboard(table, beside)
    keys.press("ArrowDown")
    keys.walk("t7")
    keys.press("Enter")
    card = card_name(beside.position.cards("t7")[-1], "en")
    places = sum(m.src == "t7" for m in beside.position.legal_moves())
    assert places == 0
    table.says(f"{card[0].upper()}{card[1:]}. It has no move. Choose a place to hear why not.")
    held = table.page.locator("#board [aria-pressed='true']")
    expect(held).to_have_count(1)
    keys.press("Escape")
    expect(held).to_have_count(0)
    table.says("Put back.")


def test_the_board_is_one_stop_of_tab_and_every_card_and_place_can_be_reached(sit: Sit) -> None:
    table = sit("ru")
    table.resume("black-harp", "3", ["so"])
    page = table.page
    expect(page.locator("#board [tabindex='0']")).to_have_count(1)
    keys = Keyboard(table, Beside("black-harp", won("black-harp")[0]))
    keys.press("ArrowDown")
    look = table.look()["piles"]
    assert look["o"]
    for pile, cards in look.items():
        for at in range(-len(cards), 0) or [-1]:
            keys.walk(pile, at)
            focus = table.ask("focus()")
            assert focus["pile"] == pile
            assert focus["at"] == (len(cards) + at if cards else 0)
            # The focus can be seen: its ring is not covered by what lies around.
            ring = page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
            assert ring == "solid"
            assert page.evaluate("probe.spot(document.activeElement) !== null")
    keys.press("Tab")
    assert page.evaluate("!document.activeElement.closest('#board')")
    keys.press("Shift+Tab")
    assert page.evaluate("!!document.activeElement.closest('#board')")


def test_single_letters_work_on_the_board_alone(sit: Sit) -> None:
    """WCAG 2.1.4: a letter typed elsewhere is a letter."""
    table = sit("en")
    table.resume("small-harp", "1")
    field = table.page.locator("#typed-move")
    field.focus()
    table.page.keyboard.type("szf")
    assert field.input_value() == "szf"
    table.page.locator("#more").focus()
    for key in ("s", "z", "f", "m", "."):
        table.page.keyboard.press(key)
    table.page.locator("#board [tabindex='0']").focus()
    table.page.keyboard.press("s")
    table.next()
    assert table.version == 1


def test_a_dialog_takes_the_focus_and_gives_it_back(sit: Sit) -> None:
    table = sit("en")
    table.resume("small-harp", "1")
    page = table.page
    page.locator("#board [tabindex='0']").focus()
    before = table.ask("focus()")
    page.keyboard.press("?")
    dialog = page.get_by_role("dialog", name="Help")
    expect(dialog).to_be_visible()
    assert page.evaluate("!!document.activeElement.closest('dialog')")
    for _ in range(6):
        page.keyboard.press("Tab")
        assert page.evaluate(
            "document.activeElement === document.body || !!document.activeElement.closest('dialog')"
        )
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    assert table.ask("focus()") == before
