"""How the table lies: each patience as its source describes it, on every screen and as a player wishes it."""

from __future__ import annotations

import json
from itertools import pairwise
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.web.tables import DESK, PHONE, Sit, Table
from tests.web.wins import won

pytestmark = pytest.mark.browser

SMALL = {"width": 360, "height": 640}
SIDE = {"width": 844, "height": 390}
Box = dict[str, float]


def wish(table: Table, **settings: Any) -> None:
    """Let the player have chosen some settings."""
    text = json.dumps(json.dumps(settings))
    table.page.evaluate(f"localStorage.setItem('arfa.settings', {text})")


def boxes(table: Table) -> dict[str, dict[str, Any]]:
    """The places and the open cards of all piles."""
    piles: dict[str, dict[str, Any]] = table.ask("measure()")["piles"]
    return piles


def test_the_strings_of_a_harp_hang_from_long_to_short(sit: Sit) -> None:
    table = sit("ru")
    for game, strings in (("small-harp", 7), ("big-harp", 10)):
        table.resume(game, "1")
        for viewport in (SMALL, PHONE, SIDE, DESK):
            table.page.set_viewport_size({"width": viewport["width"], "height": viewport["height"]})
            table.ask("drawn()")
            piles = boxes(table)
            ends = [piles[f"t{n}"]["cards"][-1]["box"]["bottom"] for n in range(1, strings + 1)]
            height = piles["t1"]["place"]["height"]
            steps = [one - other for one, other in pairwise(ends)]
            assert min(steps) >= 0.13 * height, (game, viewport, steps)
            lefts = [piles[f"t{n}"]["place"]["left"] for n in range(1, strings + 1)]
            assert lefts == sorted(lefts)


@pytest.mark.parametrize("viewport", [SMALL, SIDE, DESK])
def test_the_columns_of_the_spider_lie_about_its_body(sit: Sit, viewport: dict[str, int]) -> None:
    """Two columns above the body and two below, four on either side, each in the row of its bases."""
    table = sit("en", viewport=viewport)
    deck, moves = won("spider-pauk")
    table.resume("spider-pauk", deck, moves[:6])
    piles = boxes(table)
    place = {name: pile["place"] for name, pile in piles.items()}
    for n in range(1, 5):
        aces, kings = place[f"a{n}"], place[f"k{n}"]
        assert aces["right"] <= kings["left"] + 1
        assert place[f"l{n}"]["right"] <= aces["left"] + 1
        assert place[f"r{n}"]["left"] >= kings["right"] - 1
        for side in "lr":
            assert abs(place[f"{side}{n}"]["top"] - aces["top"]) <= 1
    for n, base in ((1, "a"), (2, "k")):
        assert abs(place[f"u{n}"]["left"] - place[f"{base}1"]["left"]) <= 1
        assert place[f"u{n}"]["bottom"] <= place[f"{base}1"]["top"] + 1
        assert abs(place[f"b{n}"]["left"] - place[f"{base}4"]["left"]) <= 1
        assert place[f"b{n}"]["top"] >= place[f"{base}4"]["bottom"] - 1
    # All cards of the columns are seen, and no fan lies over another pile.
    fans = {
        name: [card["box"] for card in pile["cards"]]
        for name, pile in piles.items()
        if name[0] in "lrub"
    }
    assert any(len(cards) > 1 for cards in fans.values())
    for name, cards in fans.items():
        for card in cards:
            for other, spot in place.items():
                if other != name:
                    assert not overlap(card, spot), (name, other)


def overlap(one: Box, other: Box) -> bool:
    """Whether two boxes have more than an edge in common."""
    return (
        one["left"] < other["right"] - 1.5
        and other["left"] < one["right"] - 1.5
        and one["top"] < other["bottom"] - 1.5
        and other["top"] < one["bottom"] - 1.5
    )


def test_eight_rows_of_cards_that_can_be_read_on_a_small_phone(sit: Sit) -> None:
    """Fig. 288: where there is no room for wide cards they are slim, and rank and suit fill them."""
    table = sit("ru", touch=True, viewport=SMALL)
    table.resume("fig288", "5")
    piles = boxes(table)
    assert len({round(pile["place"]["top"]) for pile in piles.values()}) == 8
    place = piles["a1"]["place"]
    assert place["width"] >= 24
    assert place["height"] >= 48
    table.page.set_viewport_size({"width": SIDE["width"], "height": SIDE["height"]})
    table.ask("drawn()")
    place = boxes(table)["a1"]["place"]
    assert min(place["width"], place["height"]) >= 36


def test_twins_of_a_suit_share_their_room_on_a_phone(sit: Sit) -> None:
    """Ten slots over nine columns: the columns alone say how wide the cards are."""
    table = sit("ru", touch=True, viewport=SMALL)
    deck, moves = won("harp-9")
    table.resume("harp-9", deck, moves[: len(moves) * 9 // 10])
    piles = boxes(table)
    width = piles["t1"]["place"]["width"]
    assert width >= 37
    for n in range(1, 5):
        one, twin = piles[f"f{n}"], piles[f"f{n + 4}"]
        assert 0.4 * width <= twin["place"]["left"] - one["place"]["left"] <= 0.6 * width
        # Both can be hit, and what lies on the twin covers what lies on the other, never the reverse.
        assert table.spot(f"f{n}", -1 if one["cards"] else None)
        x, _ = table.spot(f"f{n + 4}", -1 if twin["cards"] else None)
        if twin["cards"] and one["cards"]:
            over = table.page.evaluate(
                "([x, y]) => document.elementFromPoint(x, y).closest('[data-card]').dataset.face[1]",
                [one["place"]["right"] - 2, one["place"]["top"] + 4],
            )
            assert over == twin["cards"][-1]["face"][1]
        assert x > one["place"]["left"] + 0.4 * width


@pytest.mark.parametrize("viewport", [SMALL, SIDE, DESK])
def test_for_the_left_hand_the_stock_changes_sides(sit: Sit, viewport: dict[str, int]) -> None:
    table = sit("ru", viewport=viewport)
    for mirror in (False, True):
        wish(table, mirror=mirror)
        for game in ("small-harp", "harp-9", "spider-pauk"):
            table.resume(game, "1")
            piles = boxes(table)
            middle = viewport["width"] / 2
            assert (piles["s"]["place"]["left"] > middle) is mirror, game
            if game != "spider-pauk":
                bases = [pile["place"]["left"] for name, pile in piles.items() if name[0] == "f"]
                columns = [pile["place"]["left"] for name, pile in piles.items() if name[0] == "t"]
                side = sum(bases) / len(bases) - sum(columns) / len(columns)
                assert (side < 0) is mirror, game


def test_big_cards_are_moved_about_by_the_cloth_and_by_keys(sit: Sit) -> None:
    """A mouse without a wheel moves the table too, and so does a keyboard; neither is a move."""
    table = sit("en", viewport={"width": 900, "height": 560})
    table.resume("big-harp", "1")
    wish(table, big=True)
    table.open(f"#/play/{table.state['id']}")
    table.shows(table.state["version"])
    page = table.page
    frame = page.locator("#play")
    offset = "it => [it.scrollLeft, it.scrollTop]"
    assert frame.evaluate("it => it.scrollHeight > it.clientHeight + 50")
    x, y = page.evaluate("""() => {
        const { left, top, right, bottom } = document.getElementById("play").getBoundingClientRect();
        for (let y = bottom - 20; y > top + 150; y -= 10) for (let x = right - 20; x > left; x -= 10)
            if (document.elementFromPoint(x, y)?.id === "board") return [x, y];
    }""")
    before = frame.evaluate(offset)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x, y - 40, steps=3)
    page.mouse.up()
    assert frame.evaluate(offset) == [before[0], before[1] + 40]
    page.keyboard.press("PageUp")
    assert frame.evaluate(offset)[1] == 0
    page.keyboard.press("PageDown")
    assert frame.evaluate(offset)[1] > 40
    assert table.shown() == table.state["version"]


def test_big_cards_are_moved_about_and_dragged_beyond_the_edge(sit: Sit) -> None:
    deck, moves = won("big-harp")
    table = sit("ru", viewport=SMALL)
    table.resume("big-harp", deck, moves[:40])
    before = boxes(table)["t1"]["place"]["width"]
    wish(table, big=True)
    table.open(f"#/play/{table.state['id']}")
    table.shows(table.state["version"])
    frame = table.page.locator("#play")
    assert boxes(table)["t1"]["place"]["width"] >= 1.35 * before
    assert frame.evaluate("it => it.scrollWidth > it.clientWidth + 50")
    # Nothing but the table is wider than the screen.
    assert table.page.evaluate("document.body.scrollWidth") == SMALL["width"]
    # The focus is followed.
    table.page.locator("#board [tabindex='0']").focus()
    for _ in range(12):
        table.page.keyboard.press("ArrowRight")
    focus = table.page.evaluate(
        "(({left, right}) => [left, right])(document.activeElement.getBoundingClientRect())"
    )
    assert focus[0] >= 0
    assert focus[1] <= SMALL["width"]
    assert frame.evaluate("it => it.scrollLeft > 0")
    # What is held at the edge takes the table along.
    frame.evaluate("it => it.scrollTo(0, 0)")
    taken = next(move for move in table.state["moves"] if move["src"][0] == "t")
    page = table.page
    page.evaluate(
        "pile => probe.stops(pile).at(-1).scrollIntoView({block: 'nearest', inline: 'nearest'})",
        taken["src"],
    )
    x, y = table.spot(taken["src"], -taken["count"])
    start = frame.evaluate("it => it.scrollLeft")
    page.mouse.move(x, y)
    page.mouse.down()
    edge = SMALL["width"] - 8 if start == 0 else 8
    page.mouse.move(edge, y + 5, steps=3)
    table.until(f"Math.abs(document.getElementById('play').scrollLeft - {start}) > 20")
    held = page.locator("#board .held").first.bounding_box()
    assert held is not None
    assert held["x"] - 2 <= edge <= held["x"] + held["width"] + 2
    page.keyboard.press("Escape")
    page.mouse.up()


def test_the_pile_in_the_hand_is_seen_to_be_worked(sit: Sit) -> None:
    """Black Harp: two cards go from the bottom to the top, one by one, and the third is opened."""
    count = """() => {
        globalThis.ghosts = 0;
        new MutationObserver((all) => all.forEach(({ addedNodes }) => addedNodes.forEach((node) => {
            globalThis.ghosts += node.classList?.contains("ghost") ? 1 : 0;
        }))).observe(document.getElementById("board"), { childList: true });
    }"""
    for game, moving, seen in (
        ("black-harp", True, 2),
        ("black-harp", False, 0),
        ("small-harp", True, 0),
    ):
        table = sit("ru", moving=moving)
        table.resume(game, "1")
        table.page.evaluate(count)
        table.click(*table.spot("s"))
        table.next()
        assert table.page.evaluate("globalThis.ghosts") == seen
        expect(table.page.locator("#board .ghost")).to_have_count(0)


ENDS = """() => document.getElementById("board").getAnimations({ subtree: true })
    .filter((it) => !(it instanceof CSSTransition)).map((it) => it.effect.getComputedTiming().endTime)"""


def test_a_deal_takes_no_more_than_a_second_and_speeds_are_kept(sit: Sit) -> None:
    """By the plan of its animations, not by the clock; any input ends them all."""
    longest = {}
    for speed in ("slow", "normal", "fast", "off"):
        table = sit("ru", moving=True)
        wish(table, speed=speed)
        table.open()
        table.deal("big-harp", "1")
        # The last card starts last; when asked, some may have come to rest already, but not that one.
        ends: list[float] = table.page.evaluate(ENDS)
        longest[speed] = max(ends, default=0)
        table.page.mouse.move(40, 600)
        table.page.mouse.down()
        table.page.mouse.up()
        assert table.page.evaluate(ENDS) == []
        pace = table.page.evaluate(
            "getComputedStyle(document.querySelector('.card')).transitionDuration"
        )
        assert (float(pace.removesuffix("s")) == 0) is (speed == "off")
    assert longest["off"] == 0
    assert longest["normal"] <= 1100
    assert longest["fast"] <= 600


def test_with_less_motion_nothing_moves(sit: Sit) -> None:
    table = sit("ru")
    table.deal("big-harp", "1")
    assert table.page.evaluate(ENDS) == []
    pace = table.page.evaluate(
        "getComputedStyle(document.querySelector('.card')).transitionDuration"
    )
    assert float(pace.removesuffix("s")) == 0


def test_settings_change_the_table_at_once_and_are_kept(sit: Sit) -> None:
    table = sit("en", dark=True)
    table.resume("small-harp", "1")
    page = table.page
    picture = page.locator("#board .card[data-face] img").first
    back = page.locator("#board .card:not([data-face]) img").first
    before = picture.get_attribute("src"), back.get_attribute("src")
    page.locator("#settings").click()
    dialog = page.get_by_role("dialog", name="Settings")
    for label in ("four colours", "diamonds", "high contrast", "slow"):
        dialog.get_by_text(label, exact=True).click()
    dialog.get_by_text("Big cards").click()
    page.keyboard.press("Escape")
    expect(page.locator("html")).to_have_attribute("data-theme", "contrast")
    assert picture.get_attribute("src") != before[0]
    assert back.get_attribute("src") != before[1]
    table.open(f"#/play/{table.state['id']}")
    table.shows(table.state["version"])
    expect(page.locator("html")).to_have_attribute("data-theme", "contrast")
    kept = page.evaluate("JSON.parse(localStorage.getItem('arfa.settings'))")
    wanted = {"colours": 4, "back": "lattice", "theme": "contrast", "speed": "slow", "big": True}
    assert kept.items() >= wanted.items()


@pytest.mark.parametrize("touch", [False, True])
def test_a_card_under_others_can_be_looked_at(sit: Sit, touch: bool) -> None:
    """A long touch or the right button raises it; nothing is moved, and it sinks back."""
    deck, moves = won("big-harp")
    table = sit("ru", touch=touch)
    table.resume("big-harp", deck, moves[:75])
    pile = max(boxes(table).items(), key=lambda it: len(it[1]["cards"]))[0]
    x, y = table.spot(pile, -5)
    tools = table.page.context.new_cdp_session(table.page)

    def touched(kind: str) -> None:
        points = [] if kind == "touchEnd" else [{"x": x, "y": y}]
        tools.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    if touch:
        touched("touchStart")
    else:
        table.page.mouse.move(x, y)
        table.page.mouse.down(button="right")
    card = table.page.locator("#board .looked")
    card.wait_for()
    whole = card.bounding_box()
    assert whole is not None
    low = [whole["x"] + whole["width"] / 2, whole["y"] + 0.9 * whole["height"]]
    hit = (
        "([x, y]) => document.elementFromPoint(x, y).closest('.card').classList.contains('looked')"
    )
    assert table.page.evaluate(hit, low)
    picture = card.locator("img").bounding_box()
    assert picture is not None
    assert picture["width"] >= max(60, 1.05 * whole["width"])
    if touch:
        # Longer than any tap.
        table.page.evaluate("() => new Promise((done) => setTimeout(done, 1100))")
        touched("touchEnd")
    else:
        table.page.mouse.up(button="right")
    expect(card).to_have_count(0)
    expect(table.page.locator("#board .lifted")).to_have_count(0)
    assert table.shown() == table.state["version"]
