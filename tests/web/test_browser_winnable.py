"""Deals that can be won, chosen in the browser, and what is told of a deal there."""

from __future__ import annotations

import json
import re
from functools import lru_cache
from importlib.resources import files

import pytest
from playwright.sync_api import expect

from arfa.web.odds import odds_of
from tests.web.tables import ENGLISH, RUSSIAN, Sit
from tests.web.test_browser_access import faults
from tests.web.test_browser_ends import WON, words
from tests.web.test_browser_language import SMALL, foreign

pytestmark = pytest.mark.browser

PROVED = {
    "ru": "Доказано, что этот расклад сходится.",
    "en": "It is proved that this deal can be won.",
}
NAMED = {"ru": "никто не проверял", "en": "nobody has checked"}


@lru_cache(maxsize=2)
def about_words(lang: str) -> dict[str, str]:
    """The texts of the dialog."""
    text = files("arfa.web").joinpath("static", "i18n", f"about.{lang}.json").read_text("utf-8")
    catalogue: dict[str, str] = json.loads(text)
    return catalogue


@pytest.mark.parametrize(("lang", "touch"), [("ru", True), ("en", False)])
def test_only_deals_that_can_be_won_are_dealt_at_random(sit: Sit, lang: str, touch: bool) -> None:
    table = sit(lang, touch=touch, viewport=SMALL)
    page = table.page
    page.locator('#games input[value="small-harp"]').wait_for()
    table.press(page.locator('#games [data-game="small-harp"] > label'))
    odds = odds_of("small-harp", lang)
    expect(page.locator('#games [data-game="small-harp"] > label')).to_contain_text(
        odds["small-harp"]
    )
    table.press(page.locator("#variants summary"))
    expect(page.locator("#variants .odds")).to_be_empty()
    mercy = page.locator('#variants input[value="mercy"]')
    table.press(mercy)
    expect(page.locator("#variants .odds")).to_have_text(odds["small-harp+mercy"])
    table.press(mercy)
    expect(page.locator("#variants .odds")).to_be_empty()
    switch = page.get_by_label(words(lang)["winnable"])
    help_text = page.locator("#deal-help")
    expect(switch).not_to_be_checked()
    expect(help_text).to_have_text(words(lang)["deal.help"])
    table.press(switch)
    expect(switch).to_be_checked()
    expect(help_text).to_have_text(words(lang)["deal.help.winnable"])
    assert faults(page) == []
    assert foreign(table.ask("texts()"), lang) == []
    box = page.locator("label", has=page.locator("#winnable")).bounding_box()
    assert box is not None
    assert box["height"] >= 24
    table.press(page.locator("#start-play"))
    table.quiet()
    table.says(re.compile(f"{re.escape(PROVED[lang])}$"))
    [play] = table.get("plays")
    assert table.get(f"plays/{play['id']}")["proved"] is True

    # It is remembered, also for a new deal from the table.
    table.press(page.locator("#new-deal"))
    table.until(f"!location.hash.includes({play['id']!r})")
    table.quiet()
    table.says(re.compile(f"{re.escape(PROVED[lang])}$"))
    page.reload()
    page.goto(table.watch.home)
    expect(page.get_by_label(words(lang)["winnable"])).to_be_checked()


@pytest.mark.parametrize("lang", RUSSIAN)
def test_a_number_is_dealt_as_it_is_and_that_is_said(sit: Sit, lang: str) -> None:
    """Field report 48."""
    table = sit(lang)
    page = table.page
    page.locator('#games input[value="small-harp"]').wait_for()
    page.locator("#winnable").check()
    page.locator("#deal").fill("12345")
    said = page.locator("#deal-said")
    expect(said).to_contain_text(NAMED[lang])
    page.locator("#winnable").uncheck()
    expect(said).not_to_contain_text(NAMED[lang])
    expect(said).to_contain_text("12345")
    page.locator("#winnable").check()
    table.press(page.locator("#start-play"))
    table.quiet()
    expect(page.get_by_role("status")).to_contain_text(NAMED[lang])


@pytest.mark.parametrize("lang", ENGLISH)
def test_after_a_win_the_deal_is_told(sit: Sit, lang: str) -> None:
    table = sit(lang)
    page = table.page
    table.resume("fig288+small-3x2", "42", WON[:-1])
    page.locator("#typed-move").fill(WON[-1])
    page.keyboard.press("Enter")
    table.next()
    page.set_viewport_size({"width": 360, "height": 640})
    page.get_by_role("dialog").get_by_role("button", name=words(lang)["about"]).click()
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_role("heading")).to_have_text(words(lang)["about"])
    first = {"ru": "Этот расклад сходится", "en": "This deal can be won"}[lang]
    expect(dialog).to_contain_text(first)
    rows = dialog.get_by_role("row")
    expect(rows).not_to_have_count(0)
    expect(dialog.get_by_role("table")).to_have_accessible_name(about_words(lang)["about.variants"])
    assert faults(page) == []
    assert foreign(table.ask("texts()"), lang) == []


@pytest.mark.parametrize("lang", RUSSIAN)
def test_before_the_end_it_is_told_to_those_who_want_it_all_the_same(sit: Sit, lang: str) -> None:
    table = sit(lang)
    page = table.page
    table.resume("small-harp", "5")
    play = f"plays/{table.state['id']}"
    for wanted in (False, True):
        page.locator("#menu:visible, #more:visible").first.click()
        page.locator('[data-entry="about"]').click()
        dialog = page.get_by_role("dialog")
        expect(dialog).to_contain_text(about_words(lang)["about.going_on"])
        assert faults(page) == []
        name = about_words(lang)["about.all_the_same"] if wanted else words(lang)["cancel"]
        dialog.get_by_role("button", name=name).click()
        if not wanted:
            expect(dialog).to_have_count(0)
            assert table.get(play)["clean"] is True
    expect(dialog.get_by_role("row")).not_to_have_count(0)
    assert table.get(play)["clean"] is False
