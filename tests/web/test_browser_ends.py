"""How a game ends: come out, stuck, without a move, with an offer of mercy; and what the watch of these tests sees."""

from __future__ import annotations

import json
from functools import lru_cache
from importlib.resources import files

import pytest
from playwright.sync_api import expect

from tests.web.tables import ENGLISH, Sit

pytestmark = pytest.mark.browser

STUCK = "sw t3t2 sw wt3 t2t1 t1t2 t2t1 sw wf sw t1t2 wt4 sw sw".split()
MERCY = "sw sw sw sw wt4 t1f t1f t1f t1t3 sw wf sw t3f wt4 wt3 wt1 t3f t4t1 t4f".split()
WON = "a3d0 d2a0 a0c0 d3b0 a1a0 c2d2 c1a1 b2c1 c3b2 a2c2 b3a2".split()


@lru_cache(maxsize=2)
def words(lang: str) -> dict[str, str]:
    """The texts of the page."""
    text = files("arfa.web").joinpath("static", "i18n", f"{lang}.json").read_text("utf-8")
    catalogue: dict[str, str] = json.loads(text)
    return catalogue


@pytest.mark.parametrize("lang", ENGLISH)
def test_a_dead_end_is_told_and_can_be_left(sit: Sit, lang: str) -> None:
    table = sit(lang)
    table.resume("small-harp+small-4x4", "21", STUCK[:-1])
    notice = table.page.locator("#notice")
    expect(notice).to_be_hidden()
    table.click(*table.spot("s"))
    table.next()
    told = words(lang)["status.stuck.text"]
    expect(notice).to_have_text(told)
    expect(table.page.get_by_role("status")).to_contain_text(told)  # it is heard, too
    table.page.locator("#undo").click()
    table.next()
    expect(notice).to_be_hidden()
    table.page.locator("#redo").click()
    table.next()
    expect(notice).to_have_text(told)
    table.page.reload()
    table.quiet()
    expect(notice).to_have_text(told)


def test_a_deal_without_a_move_is_told_at_once(sit: Sit) -> None:
    table = sit("ru")
    table.resume("gaps+small-4x4", "39")
    expect(table.page.locator("#notice")).to_have_text(words("ru")["status.no_move.text"])


def test_mercy_is_offered_lit_and_never_done_unasked(sit: Sit) -> None:
    table = sit("en", touch=True)
    table.resume("small-harp+mercy+small-4x4", "365", MERCY)
    expect(table.page.locator("#notice")).to_have_text(words("en")["mercy"])
    lit = table.page.locator("#board .mark.mercy")
    expect(lit).to_have_count(2)  # t1 and t2
    # They stay with their cards when the screen is turned.
    table.page.set_viewport_size({"width": 844, "height": 390})
    table.ask("drawn()")
    lights = lit.evaluate_all("all => all.map((it) => it.getBoundingClientRect().toJSON())")
    for light, pile in zip(sorted(lights, key=lambda it: it["x"]), ("t1", "t2"), strict=True):
        assert table.card(pile) == {key: light[key] for key in ("x", "y", "width", "height")}
    card = table.look()["piles"]["t2"][-1]
    table.click(*table.spot("t2", -1))
    assert table.ask("lifted(argument)", table.version + 1) == "lifted"
    table.click(*table.spot("t4"))
    assert table.next()["piles"]["t4"] == [card]
    assert table.get(f"plays/{table.state['id']}")["breaches"] == 1


def test_a_won_game_can_be_admired_and_another_dealt(sit: Sit) -> None:
    table = sit("ru")
    page = table.page
    table.resume("fig288+small-3x2", "42", WON[:-1])
    dialog = page.get_by_role("dialog")
    field = page.locator("#typed-move")
    field.fill(WON[-1])
    field.press("Enter")
    table.next()
    expect(dialog.get_by_role("heading")).to_have_text(words("ru")["won"])
    expect(dialog).to_contain_text(f"{len(WON)} ходов")
    assert table.get("plays")[0]["status"] == "won"
    dialog.get_by_role("button", name=words("ru")["won.look"]).click()
    expect(dialog).to_have_count(0)
    # Back from the win, and to it once more (field report 35).
    page.locator("#undo").click()
    table.next()
    assert table.get("plays")[0]["status"] == "playing"
    page.locator("#redo").click()
    table.next()
    dialog.get_by_role("button", name=words("ru")["deal_again"]).click()
    expect(page.locator("#moves")).to_have_text("0 ходов")
    table.quiet()
    plays = table.get("plays")
    assert [play["game"] for play in plays] == ["fig288+small-3x2"] * 2
    # One move, so that the new game has been begun.
    fresh = next(play for play in plays if play["status"] == "playing")
    field.fill(table.get(f"plays/{fresh['id']}")["moves"][0]["text"])
    field.press("Enter")
    table.next()
    page.locator("#home").click()
    expect(page.locator("#plays a")).to_have_count(1)  # what has come out is not unfinished
    # A reload of a game that has come out celebrates nothing.
    table.open(f"#/play/{table.state['id']}")
    table.shows(len(WON) + 2)
    assert dialog.count() == 0


def test_the_watch_sees_what_is_wrong_with_a_page(sit: Sit) -> None:
    """All tests of the browser rely on it."""
    table = sit("en")
    page = table.page
    assert table.watch.left() == []
    for wrong, script in (
        ("on purpose", "console.error('on purpose')"),
        ("thrown: ", "setTimeout(() => { throw new Error('at last') })"),
        ("Content Security Policy", "document.body.setAttribute('style', 'color: red')"),
        ("status of 404", "fetch('/no/such/thing').then(() => null)"),
    ):
        with page.context.expect_event("weberror" if "throw" in wrong else "console"):
            page.evaluate(f"() => {{ {script}; }}")
        assert any(wrong in text for text in table.watch.left()), table.watch.complaints
    table.watch.complaints.clear()
