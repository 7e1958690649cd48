"""The source says: the rules as a book, and every small table of it in the hands of a reader."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from arfa.notation.reasons import sentence_for
from arfa.rules.load import game_ids, load_game
from tests.web.tables import ENGLISH, RUSSIAN, Sit, Table
from tests.web.test_browser_access import faults

pytestmark = pytest.mark.browser

REFUSED = "status of 422"


def book(table: Table, game: str, sentence: int | None = None) -> Page:
    """Open the rules of a patience at their own address."""
    table.watch.allow(REFUSED)
    table.open(f"#/rules/{game}" + ("" if sentence is None else f"/{sentence}"))
    table.page.locator("#rulebook .rules").wait_for()
    return table.page


def figure(page: Page, sentence: int, example: int = 0) -> Locator:
    """An example of a sentence."""
    return page.locator(f"#rule-{sentence} figure").nth(example)


def number(game: str, part: str, reason: str) -> int:
    """The number of the sentence of a part that has an example with this reason."""
    for i, sentence in enumerate(load_game(game).file.text):
        if sentence.part == part and any(e.reason == reason for e in sentence.examples):
            return i
    raise AssertionError(reason)


def faces(where: Locator) -> list[str | None]:
    """The open cards of a live table in the order in which they lie in the page."""
    return [card.get_attribute("data-face") for card in where.locator(".live .card").all()]


@pytest.mark.parametrize("lang", RUSSIAN)
@pytest.mark.parametrize(("dark", "phone"), [(False, True), (True, False)])
def test_a_book_that_can_be_read_by_all(sit: Sit, lang: str, dark: bool, phone: bool) -> None:
    table = sit(lang, dark=dark, touch=phone)
    page = book(table, "small-harp", 14)
    file = load_game("small-harp").file
    told = load_game("small-harp").sentences()
    expect(page.locator(".sentence")).to_have_count(len(told))
    expect(page.locator("#rule-14")).to_be_focused()
    expect(page.locator("#rule-14")).to_be_in_viewport()
    expect(page.locator("figure .felt")).to_have_count(sum(len(s.examples) for s in told))
    expect(page.get_by_role("heading", name=file.name[lang], exact=True)).to_be_visible()
    assert not re.search(r"\{[a-z_.:|]+\}", page.locator("#rulebook").inner_text())
    wide = page.evaluate(
        "document.querySelector('main').scrollWidth - document.querySelector('main').clientWidth"
    )
    assert wide <= 0, "nothing sticks out"
    assert faults(page) == []
    page.locator("#rule-14 .trials button").first.click()
    expect(page.locator("#rule-14 .live")).to_be_visible()
    assert faults(page) == []


@pytest.mark.parametrize("lang", ENGLISH)
def test_every_book_fits_a_small_phone(sit: Sit, lang: str) -> None:
    table = sit(lang, touch=True, viewport={"width": 360, "height": 640})
    for game in game_ids():
        page = book(table, game)
        out = page.evaluate(
            """() => {
                const wide = document.documentElement.clientWidth;
                const all = [...document.querySelectorAll("#rulebook *:not(svg *)")];
                const out = all.filter((e) => e.getBoundingClientRect().right > wide + 0.5);
                return out.map((e) => e.outerHTML.slice(0, 80));
            }"""
        )
        assert out == [], game
        page.locator("figure").last.scroll_into_view_if_needed()
        expect(page.locator("figure").last.locator(".card").first).to_be_visible()
        small = page.evaluate(
            "Math.min(...[...document.querySelectorAll('.felt .card')].map((e) => e.getBoundingClientRect().width))"
        )
        assert small >= 20, f"{game}: a card of {small} px"


@pytest.mark.soak
def test_other_books_are_for_all_as_well(sit: Sit) -> None:
    table = sit("en", dark=True)
    for game in ("spider-pauk", "fig288+redeals=1", "big-harp+extra-row"):
        page = book(table, game)
        page.locator(".trials .yes button").last.click()
        expect(page.locator(".live")).to_be_visible()
        assert faults(page) == [], game


def test_what_no_pile_stands_for_is_a_button(sit: Sit) -> None:
    table = sit("ru")
    i = number("fig288", "redeal", "redeal-none-left")
    page = book(table, "fig288+redeals=1", i)
    where = figure(page, i)
    where.get_by_role("button", name="Попробовать").click()
    before = faces(where)
    where.locator(".offers button").click()
    expect(where.get_by_role("status")).to_contain_text("перетасовать")
    assert sorted(map(str, faces(where))) == sorted(map(str, before))
    expect(where.locator(".offers button")).to_have_count(0)


def test_a_picture_is_told_in_words(sit: Sit) -> None:
    table = sit("ru")
    page = book(table, "small-harp", 14)
    words = figure(page, 14).get_by_role("img").get_attribute("aria-label")
    assert words == "Столбец 1: дама бубен. Столбец 2: валет пик. Столбец 3: десятка пик."


@pytest.mark.parametrize("lang", RUSSIAN)
def test_what_is_allowed_is_done_and_what_is_not_is_explained(sit: Sit, lang: str) -> None:
    table = sit(lang)
    page = book(table, "small-harp", 14)
    where = figure(page, 14)
    heard = where.get_by_role("status")
    why = where.locator(".no .why").inner_text()
    where.locator(".no button").click()
    expect(heard).to_have_text(why)
    assert faces(where) == ["QD", "JS", "TS"]
    jack = where.locator('.live [data-face="JS"]')
    there = jack.get_attribute("aria-labelledby")
    where.locator(".yes button").click()
    expect(jack).not_to_have_attribute("aria-labelledby", str(there))
    expect(heard).not_to_have_text(why)
    page.get_by_role("button", name={"ru": "Назад", "en": "Undo"}[lang]).click()
    expect(jack).to_have_attribute("aria-labelledby", str(there))
    # Another table comes to life, and this one is a picture again.
    figure(page, 14, 1).locator(".yes button").click()
    expect(figure(page, 14, 1).locator(".live")).to_be_visible()
    expect(where.get_by_role("img")).to_be_visible()
    expect(heard).to_be_empty()


def test_drag_tap_and_keys_work_as_on_the_big_table(sit: Sit) -> None:
    table = sit("ru")
    page = book(table, "small-harp", 14)
    where = figure(page, 14)
    where.get_by_role("button", name="Попробовать").click()
    jack, queen = (where.locator(f'.live [data-face="{face}"]') for face in ("JS", "QD"))
    heard = where.get_by_role("status")

    def drag(card: Locator, to: Locator) -> None:
        a, b = card.bounding_box(), to.bounding_box()
        assert a is not None
        assert b is not None
        page.mouse.move(a["x"] + 10, a["y"] + 10)
        page.mouse.down()
        page.mouse.move(b["x"] + 12, b["y"] + 30, steps=5)
        page.mouse.up()

    drag(where.locator('.live [data-face="TS"]'), jack)
    expect(heard).to_contain_text("валет пик — чёрный")
    drag(jack, queen)
    expect(heard).to_contain_text("Валет пик на столбец 1")
    # Taken back and made again by keys.
    where.locator(".live [tabindex='0']").focus()
    page.keyboard.press("z")
    expect(heard).to_contain_text("взят назад")
    jack.focus()
    page.keyboard.press("Enter")
    expect(heard).to_contain_text("Валет пик на столбец 1")
    page.keyboard.press("z")
    jack.click()
    expect(heard).to_contain_text("Валет пик на столбец 1")


def test_the_table_stays_while_the_rules_are_read(sit: Sit) -> None:
    table = sit("ru")
    table.resume("small-harp", "7", ["sw"])
    table.watch.allow(REFUSED)
    before = table.quiet()
    page = table.page
    table.press(page.locator("#rules"))
    dialog = page.get_by_role("dialog")
    expect(dialog.locator(".sentence").first).to_be_visible()
    dialog.locator(".trials .yes button").first.click()
    expect(dialog.locator(".live")).to_be_visible()
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    assert table.quiet() == before
    # And both tables have their own names for what they hold.
    doubled = page.evaluate(
        "[...document.querySelectorAll('[id]')].map((e) => e.id).filter((id, i, all) => all.indexOf(id) !== i)"
    )
    assert doubled == []


@pytest.mark.parametrize("lang", ENGLISH)
def test_a_refusal_leads_to_the_sentence_that_forbids_it(sit: Sit, lang: str) -> None:
    table = sit(lang)
    table.watch.allow(REFUSED)
    table.resume("small-harp", "7")
    page = table.page
    page.locator("#typed-move").fill("t1t2")
    page.locator("#typed-move").press("Enter")
    page.locator("#status button").click()
    dialog = page.get_by_role("dialog")
    spec = load_game("small-harp")
    target = dialog.locator(f"#rule-{sentence_for(spec, 'build-both')}")
    expect(target).to_be_focused()
    expect(target).to_be_in_viewport()
    page.keyboard.press("Escape")
    # A slip of the pen is no question of rules.
    page.locator("#typed-move").fill("t1t9")
    page.locator("#typed-move").press("Enter")
    expect(page.locator("#status")).to_contain_text("t9")
    expect(page.locator("#status button")).to_have_count(0)


def test_the_language_changes_on_the_page(sit: Sit) -> None:
    table = sit("ru")
    page = book(table, "small-harp", 14)
    page.locator('.langs [data-lang="en"]').click()
    expect(page.locator("#rule-14 .words p").first).to_contain_text("alternating colours")
    expect(page.locator("#rule-14 .tools button").first).to_have_text("Try it")


def test_every_sentence_has_an_address(sit: Sit) -> None:
    table = sit("en")
    page = book(table, "harp-9")
    page.locator("#rule-13 .link").focus()
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("#/rules/harp-9/13$"))
    expect(page.locator("#rule-13")).to_be_focused()
    expect(page.locator("#rule-13")).to_be_in_viewport()
    expect(page.locator("#rule-13 .felt .card").first).to_be_visible()
    page.go_back()
    expect(page).to_have_url(re.compile("#/rules/harp-9$"))


def test_pictures_are_drawn_when_they_come_near(sit: Sit) -> None:
    table = sit("ru", touch=True)
    page = book(table, "spider-pauk")
    last = page.locator("figure").last
    expect(page.locator("figure").first.locator(".card").first).to_be_visible()
    expect(last.locator(".felt")).to_have_attribute("aria-label", re.compile("База"))
    assert last.locator(".felt .card").count() == 0
    height = last.locator(".felt").evaluate("(e) => e.clientHeight")
    last.scroll_into_view_if_needed()
    expect(last.locator(".felt .card").first).to_be_visible()
    assert last.locator(".felt").evaluate("(e) => e.clientHeight") == height, "nothing jumps"


def test_escape_puts_back_what_is_held_and_then_closes(sit: Sit) -> None:
    table = sit("en")
    table.resume("small-harp", "7")
    page = table.page
    table.press(page.locator("#rules"))
    dialog = page.get_by_role("dialog")
    where = dialog.locator("#rule-14 figure").first
    where.get_by_role("button", name="Try it").click()
    where.locator('.live [data-face="TS"]').focus()
    page.keyboard.press("Enter")
    expect(where.locator(".live .lifted")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(where.locator(".live .lifted")).to_have_count(0)
    expect(dialog).to_be_visible()
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)


def test_an_address_of_nothing_leads_to_the_choice(sit: Sit) -> None:
    table = sit("en")
    table.watch.allow("status of 404")
    table.open("#/rules/chess")
    expect(table.page.locator("#chooser")).to_be_visible()
    expect(table.page.locator("#status")).to_contain_text("chess")


def test_the_book_is_fetched_when_it_is_opened(sit: Sit) -> None:
    table = sit("en")
    table.resume("small-harp", "7")
    names = {request.url.rsplit("/", 1)[-1] for request in table.watch.requests}
    assert not names & {"rules.js", "rules.css", "small.js", "tryout.js", "lesson"}
    table.press(table.page.locator("#rules"))
    expect(table.page.locator("dialog .felt").first).to_be_visible()
    names = {request.url.rsplit("/", 1)[-1].partition("?")[0] for request in table.watch.requests}
    assert {"rules.js", "rules.css", "small.js", "tryout.js", "lesson"} <= names
