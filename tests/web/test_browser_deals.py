"""Deals in the browser: passed on, opened from an address, typed, pasted."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.web.tables import Sit, Table

pytestmark = pytest.mark.browser

PARTS = re.compile(r"#/play/([A-Za-z0-9_-]{22})(?:/(.+))?$")


def address(table: Table) -> str:
    """What the address bar shows behind the address of the page."""
    return table.page.url.removeprefix(table.watch.home)


@pytest.mark.parametrize(
    ("game", "deal"),
    [
        ("small-harp", "12345"),
        ("big-harp+draw-3", "pysol:7"),
        ("gaps", "perm:0"),
        ("klondike+redeals=2", "5"),
    ],
)
def test_the_address_gives_others_the_same_deal(sit: Sit, game: str, deal: str) -> None:
    """One's own play is gone on with; somebody else gets the same cards and a play of their own."""
    mine = sit("ru")
    mine.resume(game, deal)
    here = address(mine)
    found = PARTS.match(here)
    assert found is not None
    assert found[1] == mine.state["id"]
    assert f"#/deal/{found[2]}" == mine.state["deal"]["link"]
    mine.open(here)
    mine.quiet()
    assert address(mine) == here

    other = sit("en")
    other.watch.allow(
        "404"
    )  # the browser tells of an answer by which the page learns whose play it is
    other.open(here)
    look = other.quiet()
    assert look == mine.look()
    theirs = PARTS.match(address(other))
    assert theirs is not None
    assert theirs[1] != found[1]
    assert theirs[2] == found[2]
    assert [play["id"] for play in other.get("plays")] == [theirs[1]]
    assert [play["id"] for play in mine.get("plays")] == [found[1]]


def test_a_short_deck_has_an_address_too(sit: Sit) -> None:
    mine, other = sit("ru"), sit("ru")
    mine.resume("klondike+small-4x4", "7")
    other.open(mine.state["deal"]["link"])
    assert other.quiet() == mine.look()


def test_a_deal_is_shared_by_the_clipboard(sit: Sit) -> None:
    table = sit("en")
    table.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    table.resume("small-harp", "12345")
    table.page.locator("#share").click()
    table.says(re.compile("^The link to deal F.* is copied"))
    copied = table.page.evaluate("navigator.clipboard.readText()")
    assert copied == table.watch.home + table.state["deal"]["link"]
    other = sit("en")
    other.open(copied.removeprefix(table.watch.home))
    assert other.quiet() == table.look()


def test_a_deal_is_shared_by_the_system_of_a_phone(sit: Sit) -> None:
    table = sit("ru", touch=True)
    table.page.add_init_script(
        "navigator.share = async (what) => { globalThis.shared = what; document.body.dataset.shared = ''; }"
    )
    table.resume("klondike", "3")
    table.press(table.page.locator("#share"))
    table.until("document.body.dataset.shared !== undefined")
    shared = table.page.evaluate("globalThis.shared")
    assert shared["url"] == table.watch.home + table.state["deal"]["link"]
    assert shared["title"] == table.state["name"] == "Косынка"


@pytest.mark.parametrize("lang", ["ru", "en"])
def test_a_deal_is_shared_by_hand_where_nothing_else_is_left(sit: Sit, lang: str) -> None:
    table = sit(lang)
    table.page.add_init_script(
        "Object.defineProperty(navigator, 'clipboard', { value: undefined })"
    )
    table.resume("small-harp", "12345")
    table.page.locator("#share").click()
    field = table.page.locator("dialog input")
    expect(field).to_have_value(table.watch.home + table.state["deal"]["link"])
    expect(field).to_be_focused()
    chosen = table.page.evaluate(
        "document.activeElement.selectionEnd - document.activeElement.selectionStart"
    )
    assert chosen == len(field.input_value())


def test_a_play_from_a_position_has_no_deal_to_share(sit: Sit) -> None:
    table = sit("en")
    table.resume("klondike", "klondike / t1: * / s: 2c 7h")
    expect(table.page.locator("#code")).to_have_text("from a position")
    assert address(table) == f"#/play/{table.state['id']}"
    table.page.locator("#share").click()
    table.says(re.compile("no deal to share"))
