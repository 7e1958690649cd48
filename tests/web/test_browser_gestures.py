"""Finer gestures: where a drop is meant, what hovering and a long press show, a second tap, the last move."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.web.tables import ENGLISH, PHONE, RUSSIAN, Sit, Table

pytestmark = pytest.mark.browser

KINGS = "big-harp / t1: KS / t2: KD / t3: 2c QS JH / t4: KH / t5: KD / t6: KC / s: *"
LONG = "big-harp / t1: 4c 8s 2h Td 6s Ac 3d 9h 5c KS QH JS TH 9S 8D 7C 6H 5S 4D / t2: KD / s: *"
DEEP = "big-harp / t1: 4c 8s 2h Td 6s Ac 3d 9h 5c KS QH JS TH 9S 8D 7C 6H 5S 4D 3C 2D / t2: KC / t3: 3S / s: *"
SIDE = {"width": 740, "height": 360}


def resume(table: Table, position: str) -> dict[str, Any]:
    """Open a play that begins with a position."""
    table.resume("big-harp", position)
    state = table.state
    assert isinstance(state, dict)
    return state


# ---------------------------------------------------------------------------------------------- drops
@pytest.mark.parametrize("to", ["t2", "t4", "t5"])
def test_a_run_that_is_laid_on_one_of_several_kings_lies_on_that_king(sit: Sit, to: str) -> None:
    table = sit("en")
    resume(table, KINGS)
    table.drag("t3", -2, *table.way("t3", -2, to))
    seen = table.next()
    assert seen["piles"][to][-2:] == ["QS", "JH"]


@pytest.mark.parametrize("to", ["t1", "t6"])
def test_a_run_that_is_laid_where_it_may_not_lie_goes_nowhere(sit: Sit, to: str) -> None:
    """The next column would take it, but that is not where it was laid."""
    table = sit("en")
    table.watch.allow(r"status of 422 .*/actions")
    resume(table, KINGS)
    before = table.look()
    table.drag("t3", -2, *table.way("t3", -2, to))
    table.says(re.compile("colour|king"), "refused")
    assert table.quiet() == before
    assert table.version == 0


def test_between_two_columns_it_goes_where_it_may(sit: Sit) -> None:
    table = sit("en")
    resume(table, KINGS)
    (x1, y), (x2, _) = table.way("t3", -2, "t1"), table.way("t3", -2, "t2")
    table.drag("t3", -2, (x1 + x2) / 2, y)
    assert table.next()["piles"]["t2"][-1] == "JH"


# ---------------------------------------------------------------------------------------------- hover
def test_the_mouse_that_rests_on_a_card_shows_where_it_may_go(sit: Sit) -> None:
    table = sit("en")
    resume(table, KINGS)
    x, y = table.spot("t3", -2)
    table.page.mouse.move(x, y)
    marks = table.page.locator("#board .mark.hint")
    expect(marks).to_have_count(3)
    table.page.mouse.move(5, 300)
    expect(marks).to_have_count(0)
    table.page.mouse.move(x, y)
    expect(marks).to_have_count(3)
    table.page.mouse.down()
    expect(marks).to_have_count(0)
    table.page.mouse.up()
    expect(table.page.locator("#board .mark.legal")).to_have_count(3)


# ---------------------------------------------------------------------------------------------- looking closer
def held_touch(table: Table, pile: str, at: int) -> Any:
    """A finger on a card, for long; it is lifted by calling what this returns."""
    x, y = table.spot(pile, at)
    session = table.page.context.new_cdp_session(table.page)
    point = [{"x": x, "y": y}]
    session.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": point})
    return lambda: session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


@pytest.mark.parametrize("lang", RUSSIAN)
def test_a_crowded_column_is_shown_close_up(sit: Sit, lang: str) -> None:
    """WCAG 2.5.8: cards that a finger cannot tell apart come in a list."""
    table = sit(lang, touch=True, viewport=SIDE)
    resume(table, DEEP)
    step = table.card("t1", -7)["y"] - table.card("t1", -8)["y"]
    assert step < 24
    lift = held_touch(table, "t1", -8)
    expect(table.page.locator("#board .card.looked")).to_have_count(1)
    lift()
    dialog = table.page.get_by_role("dialog")
    expect(
        dialog.get_by_role("button", name=re.compile("валет пик|jack of spades", re.IGNORECASE))
    ).to_be_visible()
    buttons = dialog.locator(".magnified button")
    expect(buttons).to_have_count(12)
    for box in buttons.evaluate_all("all => all.map((it) => it.getBoundingClientRect().height)"):
        assert box >= 44
    # The queen goes on the king of clubs, with all that lies on her.
    dialog.get_by_role(
        "button", name=re.compile("дама червей|queen of hearts", re.IGNORECASE)
    ).tap()
    expect(table.page.locator("#board .card.lifted")).to_have_count(11)
    table.click(*table.spot("t2", -1))
    assert table.next()["piles"]["t2"][:2] == ["KC", "QH"]


# ---------------------------------------------------------------------------------------------- taps
def test_asked_again_soon_a_card_goes_to_the_next_place(sit: Sit) -> None:
    """What soon means is for the clock; here it stands still, and then it has gone on."""
    table = sit("en")
    resume(table, "big-harp / t1: 3c QS / t2: 9h KD / t3: 2c QC KH / t4: KD / s: *")
    page = table.page
    page.evaluate("() => { performance.now = () => 1000; }")
    page.locator("#board [tabindex='0']").focus()
    page.keyboard.press("1")
    been = []
    for _ in range(3):
        page.keyboard.press(".")
        piles = table.next()["piles"]
        been.append(next(name for name in ("t2", "t3", "t4") if piles[name][-1] == "QS"))
    assert sorted(been) == ["t2", "t3", "t4"]
    page.evaluate("() => { performance.now = () => 3000; }")
    page.keyboard.press(".")  # too late to mean the next one: the best one
    assert table.next()["piles"]["t2" if been[-1] != "t2" else "t3"][-1] == "QS"


# ---------------------------------------------------------------------------------------------- what is to be seen
def test_what_was_moved_last_is_marked(sit: Sit) -> None:
    """Field report 65."""
    table = sit("en")
    resume(table, KINGS)
    trace = table.page.locator("#board .trace")
    expect(trace).to_be_hidden()
    table.drag("t3", -2, *table.way("t3", -2, "t4"))
    table.next()
    expect(trace).to_be_visible()
    box, queen, jack = trace.bounding_box(), table.card("t4", -2), table.card("t4", -1)
    assert box is not None
    assert abs(box["x"] - queen["x"]) <= 1
    assert abs(box["y"] - queen["y"]) <= 1
    assert abs(box["y"] + box["height"] - jack["y"] - jack["height"]) <= 1
    table.page.locator("#undo").click()
    table.next()
    back = trace.bounding_box()
    assert back is not None
    assert abs(back["x"] - table.card("t3", -2)["x"]) <= 1


def test_the_stock_lights_up_when_it_is_all_that_is_left(sit: Sit) -> None:
    """Field report 21."""
    table = sit("ru", touch=True)
    state = resume(table, "small-harp / t1: 2s 9S / t2: 3h 9C / s: *".replace("small", "big"))
    only = all(m["src"] == "s" for m in state["moves"])
    expect(table.page.locator("#board .mark.hint")).to_have_count(1 if only else 0)
    assert only


@pytest.mark.parametrize("by", ["tap", "drag"])
@pytest.mark.parametrize("lang", ENGLISH)
def test_a_phone_with_ten_columns_and_nineteen_cards_in_one(sit: Sit, lang: str, by: str) -> None:
    table = sit(lang, touch=True, viewport=PHONE)
    resume(table, LONG.replace("t2: KD", "t2: KC"))
    assert len(table.look()["piles"]["t1"]) == 11  # the closed ones are one
    cards = table.page.locator("#board .card[data-face]")
    for card in cards.evaluate_all("all => all.map((it) => it.getBoundingClientRect().toJSON())"):
        assert card["left"] >= 0
        assert card["right"] <= PHONE["width"]
        assert card["bottom"] <= PHONE["height"]
    step = table.card("t1", -3)["y"] - table.card("t1", -4)["y"]
    assert step >= 24
    if by == "tap":
        table.click(*table.spot("t1", -9))  # the queen: she has one place
    else:
        x, y = table.spot("t1", -9)
        dx, dy = table.way("t1", -9, "t2")
        session = table.page.context.new_cdp_session(table.page)
        for kind, points in (
            ("touchStart", [{"x": x, "y": y}]),
            ("touchMove", [{"x": x + dx / 2, "y": y + dy / 2}]),
            ("touchMove", [{"x": x + dx, "y": y + dy}]),
            ("touchEnd", []),
        ):
            session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    seen = table.next()
    assert seen["piles"]["t2"] == ["KC", "QH", "JS", "TH", "9S", "8D", "7C", "6H", "5S", "4D"]
    told = {
        "ru": "Дама червей и ещё 8 карт на столбец 2.",
        "en": "Queen of hearts and 8 more to column 2.",
    }
    expect(table.page.get_by_role("status")).to_contain_text(told[lang])
