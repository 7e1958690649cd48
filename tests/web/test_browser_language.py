"""Every text of every screen in the language that was chosen, with nothing left to be filled in and nothing cut off."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Route, expect

from tests.scale import SOAK
from tests.web.hands import Pen
from tests.web.tables import RUSSIAN, Sit, Table
from tests.web.wins import Beside, won

pytestmark = pytest.mark.browser

STATIC = Path(__file__).parents[2] / "src" / "arfa" / "web" / "static" / "i18n"
SMALL = {"width": 360, "height": 640}

TEMPLATE = re.compile(r"[{}|]|\b(undefined|null|NaN|object Object)\b")
"""What is left where a text was not filled in."""

NOTATION = re.compile(
    r"\b("
    r"[a-z]\d*[a-z]\d*(\.\d+)?|[a-z]\d*|"  # t7t3.4, t4f, sw, a0
    r"[2-9TJQKA][CDHS](-([2-9TJQKA][CDHS]|[a-z]\d*))?|"  # 9H-TS, AS-f
    r"redeal|draw|pysol:1|"  # words of the notation
    r"A K Q J|[AKQJ]|10|"  # letters on the cards
    r"Enter|Esc|Escape|Shift|Ctrl|Home|End|PgUp|PgDn|[A-Z]"  # keys
    r")\b"
)
"""What is written in Latin letters in every language."""

NAMES = {
    "ru": re.compile(r"\([a-z]+(-[a-z0-9]+)*(=\d+)?\)|Grosse Harfe"),
    "en": re.compile(r"Т К Д В|\((чёрная|червовая)\)|Склон \(“The Slope”\)"),
}
"""What is called by its name: variants as they are typed, a patience in German, words of the Russian sources and the
letters on Russian cards."""


def screens(table: Table) -> Iterator[str]:
    """Go through all screens of the page, with everything on them that can be opened."""
    page = table.page
    dialog = page.get_by_role("dialog")
    deck, moves = won("small-harp")
    table.post("plays", {"game": "small-harp+small-4x4", "deal": "1"})
    table.resume("small-harp", deck, moves[:3])
    table.open()
    page.locator("#games input").first.wait_for()
    for game in page.locator("#games input[type=radio]").evaluate_all(
        "all => all.map(i => i.value)"
    ):
        table.press(page.locator(f'[data-game="{game}"] > label'))
        if page.locator("#variants:not([open]) summary").count():
            table.press(page.locator("#variants summary"))
        page.locator("#variants input").first.wait_for()
        yield f"chooser, {game}"
    six = ("small-harp", "big-harp", "black-harp", "harp-9", "spider-pauk", "fig288")
    for game in six if table.lang == "ru" or SOAK else six[::4]:
        table.resume(game, "5")
        yield f"table, {game}"
        table.press(page.locator("#rules"))
        expect(dialog).to_be_visible()
        yield f"rules, {game}"
    table.resume("gaps+redeals=2", "5")
    yield "table, gaps"
    table.resume("spider-pauk", won("spider-pauk")[0], won("spider-pauk")[1][:79])
    yield "table, with an offer"
    table.resume("small-harp", deck, moves[:-1])
    for button in ("help", "#settings", "course", "restart", "#new-deal", "#more"):
        if button.startswith("#"):
            table.press(page.locator(button))
        else:
            table.choose(button)
        expect(dialog).to_be_visible()
        yield f"dialog, {button}"
        page.keyboard.press("Escape")
        expect(dialog).to_have_count(0)
    table.press(page.locator("#settings"))
    table.press(dialog.get_by_role("button").last.locator("xpath=preceding-sibling::button"))
    expect(page.locator("#typed-move")).to_be_focused()
    yield "typing"
    beside = Beside("small-harp", deck)
    for text in moves[:-1]:
        beside.push(beside.meant(text))
    Pen(table).make(beside.meant(moves[-1]))
    table.next()
    expect(dialog).to_be_visible()
    yield "won"


def foreign(texts: list[str], lang: str) -> list[str]:
    """The texts that have words of the other language in them."""
    letters = {"ru": "[A-Za-z]", "en": "[А-Яа-яЁё]"}[lang]
    left = {text: NAMES[lang].sub("", text) for text in texts}
    if lang == "ru":
        left = {text: NOTATION.sub("", rest) for text, rest in left.items()}
    return [text for text, rest in left.items() if re.search(letters, rest)]


@pytest.mark.parametrize("lang", RUSSIAN)
def test_every_screen_speaks_one_language_and_nothing_is_cut(sit: Sit, lang: str) -> None:
    """Field reports 54 and 68."""
    table = sit(lang, touch=True, viewport=SMALL)
    wrong: list[str] = []
    seen = []
    for screen in screens(table):
        seen.append(screen)
        texts: list[str] = table.ask("texts()")
        wrong += [f"{screen}: {text!r} is foreign" for text in foreign(texts, lang)]
        wrong += [f"{screen}: {text!r} is a template" for text in texts if TEMPLATE.search(text)]
        wrong += [f"{screen}: {fault}" for fault in table.ask("cut()")]
    assert {"chooser, gaps", "dialog, help", "typing", "won"} <= set(seen)
    assert table.page.evaluate("document.documentElement.lang") == lang
    assert not wrong, "\n".join(dict.fromkeys(wrong))


def longer(text: str) -> str:
    """A text of the catalogue a good third longer, as the next language may be: letters are doubled, fields kept."""
    out = []
    due = 0.0
    for part in re.split(r"(\{\w+:?|[|}])", text):
        if not re.search(r"\w", part) or part.startswith("{"):
            out.append(part)
            continue
        for letter in part:
            due += 0.35
            out.append(letter)
            if letter.isalpha() and due >= 1:
                out.append(letter)
                due -= 1
    return "".join(out)


def test_a_longer_text_is_still_a_third_longer() -> None:
    assert longer("{n:move|moves} of {name}, please") != "{n:move|moves} of {name}, please"
    assert re.findall(r"\{\w+", longer("{n:move|moves} of {name}")) == ["{n", "{name"]
    assert len(longer("Geschwindigkeit")) >= 1.3 * len("Geschwindigkeit")


@pytest.mark.soak
def test_texts_a_third_longer_still_have_room(sit: Sit) -> None:
    """What the page itself says, in a language that does not exist yet, on the smallest phone."""
    table = sit("en", touch=True, viewport=SMALL)

    def answer(route: Route) -> None:
        text = (STATIC / route.request.url.partition("/i18n/")[2]).read_text("utf-8")
        words = {key: longer(value) for key, value in json.loads(text).items()}
        route.fulfill(json=words)

    table.page.route("**/i18n/*.json", answer)
    table.open()
    wrong: list[str] = []
    seen = []
    for screen in screens(table):
        seen.append(screen)
        wrong += [f"{screen}: {fault}" for fault in table.ask("cut()")]
    assert {"chooser, gaps", "dialog, help", "typing", "won"} <= set(seen)
    assert not wrong, "\n".join(dict.fromkeys(wrong))


def test_numbers_have_their_plurals(sit: Sit) -> None:
    """Field report 68: 1, 2, 5 and 21 moves."""
    table = sit("ru")
    table.deal("small-harp", "1")
    table.page.locator("#board [tabindex='0']").focus()
    right = {1: "1 ход", 2: "2 хода", 5: "5 ходов", 11: "11 ходов", 21: "21 ход", 22: "22 хода"}
    for n in range(1, 23):
        table.page.keyboard.press("s")
        table.next()
        if n in right:
            expect(table.page.locator("#moves")).to_have_text(right[n])


def test_the_language_can_be_changed_in_the_middle_and_stays(sit: Sit) -> None:
    """Field report 68: a player is not stuck with a language."""
    table = sit("ru")
    deck, moves = won("small-harp")
    table.resume("small-harp", deck, moves[:6])
    page = table.page
    before = table.look()
    page.locator("#settings").click()
    page.get_by_role("dialog").get_by_text("English", exact=True).click()
    expect(page.get_by_role("dialog").get_by_role("heading").first).to_have_text("Settings")
    page.keyboard.press("Escape")
    expect(page.locator("#name")).to_have_text("Small Harp")
    expect(page.locator('[data-pile="s"]')).to_have_attribute("aria-label", "the stock")
    expect(page.locator("#board [aria-label^='seven of']").first).to_be_attached()
    assert page.evaluate("document.documentElement.lang") == "en"
    assert table.quiet() == before
    assert foreign(table.ask("texts()"), "en") == []
    page.reload()
    assert table.quiet() == before
    assert page.evaluate("document.documentElement.lang") == "en"
    # What is done now is told in the new language.
    page.locator("#undo").click()
    table.says(re.compile("^[A-Z][a-z]+ [A-Za-z0-9 :.]+$"))
    page.locator("#home").click()
    page.locator(".langs [lang='ru']").click()
    expect(page.locator("#games b").first).to_have_text("Арфа малая")  # it comes from the service
    expect(page.locator("#chooser h2").first).to_have_text("Выберите пасьянс")
    assert foreign(table.ask("texts()"), "ru") == []
