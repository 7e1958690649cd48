"""What makes playing comfortable, in a real browser: autoplay, the finish, branches, bookmarks, the clock, the end."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Route, expect

from arfa.engine.finish import finish
from tests.web.tables import PHONE, Sit, Table
from tests.web.test_service_course import before_a_lift
from tests.web.wins import Beside, numbered, won

pytestmark = pytest.mark.browser


def set_up(table: Table, **settings: Any) -> None:
    """Settings as the browser keeps them."""
    table.page.evaluate(
        """(wanted) => localStorage.setItem("arfa.settings",
            JSON.stringify({...JSON.parse(localStorage.getItem("arfa.settings") ?? "{}"), ...wanted}))""",
        settings,
    )


def until_finish(name: str) -> tuple[str, tuple[str, ...], int]:
    """A won game, and how many moves lead to where it can be finished."""
    deck, moves = won(name)
    beside = Beside(name, deck)
    for n, text in enumerate(moves):
        line = finish(beside.position)
        if line is not None and len(line) > 1:
            return deck, moves, n
        beside.push(beside.meant(text))
    raise AssertionError("never")


# ---------------------------------------------------------------------------------------------- autoplay
@pytest.mark.parametrize("by", ["button", "key"])
def test_all_that_can_goes_up_on_demand_and_comes_back(sit: Sit, by: str) -> None:
    deck, way, move, _ = before_a_lift("all")
    table = sit("en")
    table.resume("klondike", deck, [*way, move])
    before = table.look()
    if by == "button":
        table.page.locator("#auto").click()
    else:
        table.page.locator("#board [tabindex='0']").focus()
        table.page.keyboard.press("a")
    after = table.next()
    assert after["piles"] != before["piles"]
    expect(table.page.locator("#auto")).to_have_attribute("aria-disabled", "true")
    table.page.locator("#auto").click(force=True)
    table.says("Nothing goes to the foundations now.")
    table.page.locator("#undo").click()
    assert table.next() == before


def test_what_follows_a_move_by_itself_is_taken_back_with_it(sit: Sit) -> None:
    """Field report 29, by the setting."""
    deck, way, move, follows = before_a_lift("safe")
    table = sit("ru")
    page = table.page
    table.press(page.locator("#settings"))
    page.get_by_label("только ненужные на столе").check()
    page.get_by_role("button", name="Готово").click()
    table.resume("klondike", deck, way)
    before = table.look()
    beside = Beside("klondike", deck)
    for text in way:
        beside.push(beside.meant(text))
    page.locator("#typed-move").fill(move)
    page.keyboard.press("Enter")
    seen = table.next()
    for text in (move, *follows):
        wanted = beside.push(beside.meant(text))
    assert seen == wanted
    page.locator("#undo").click()
    assert table.next() == before


# ---------------------------------------------------------------------------------------------- the finish
@pytest.mark.parametrize(("lang", "touch"), [("ru", True), ("en", False)])
def test_the_end_plays_itself(sit: Sit, lang: str, touch: bool) -> None:
    deck, moves, n = until_finish("small-harp")
    table = sit(lang, touch=touch)
    table.resume("small-harp", deck, moves[: n - 1])
    button = table.page.locator("#finish")
    expect(button).to_be_hidden()
    table.go_on(moves[n - 1 : n])
    expect(button).to_be_visible()
    box = button.bounding_box()
    assert box is not None
    assert box["height"] >= 44
    table.press(button)
    table.next()
    dialog = table.page.get_by_role("dialog")
    expect(dialog).to_contain_text({"ru": "Чисто", "en": "Clean"}[lang])
    expect(dialog).to_contain_text(re.compile({"ru": r"\d+ ход", "en": r"\d+ moves"}[lang]))
    table.page.keyboard.press("Escape")
    expect(button).to_be_hidden()
    table.page.locator("#undo").click()
    table.next()
    expect(button).to_be_visible()


def test_the_end_is_animated_card_by_card_and_any_input_ends_it(sit: Sit) -> None:
    deck, moves, n = until_finish("small-harp")
    table = sit("en", moving=True)
    table.resume("small-harp", deck, moves[:n])
    page = table.page
    page.locator("#finish").click()
    table.next()
    flying = (
        "document.getElementById('board').getAnimations({subtree: true})"
        ".filter((it) => !(it instanceof CSSTransition))"
    )
    table.until(f"{flying}.some((it) => it.playState === 'running')")
    # First the cards go away, then the win is celebrated; each press ends what is to be seen.
    dialog = page.get_by_role("dialog")
    for _ in range(4):
        if dialog.count():
            break
        page.keyboard.press("Shift")
        page.wait_for_timeout(400)
    expect(dialog).to_be_visible()
    assert page.evaluate(f"{flying}.filter((it) => it.playState === 'running').length") == 0


def test_a_win_is_celebrated_for_six_seconds_at_most(sit: Sit) -> None:
    """By the plan of the motion, not by the clock of this machine."""
    deck, moves = won("big-harp")
    table = sit("en", moving=True)
    set_up(table, speed="slow")
    table.resume("big-harp", deck, moves[:-1])
    page = table.page
    page.evaluate(
        """() => {
            globalThis.ends = [];
            const animate = Element.prototype.animate;
            Element.prototype.animate = function (frames, timing) {
                const made = animate.call(this, frames, timing);
                if (this.tagName === "IMG") globalThis.ends.push(made.effect.getComputedTiming().endTime);
                return made;
            };
        }"""
    )
    page.locator("#typed-move").fill(moves[-1])
    page.keyboard.press("Enter")
    table.next()
    table.until("globalThis.ends.length >= 104")
    assert page.evaluate("Math.max(...globalThis.ends)") <= 6000
    page.locator("#board").click(position={"x": 5, "y": 5})
    expect(page.get_by_role("dialog")).to_be_visible()


# ---------------------------------------------------------------------------------------------- branches
@pytest.mark.parametrize(("lang", "touch"), [("ru", True), ("en", False)])
def test_what_was_left_is_found_in_the_tree(sit: Sit, lang: str, touch: bool) -> None:
    table = sit(lang, touch=touch)
    table.resume("small-harp", "12345", ["sw", "sw"])
    page = table.page
    left = table.look()
    table.press(page.locator("#undo"))
    table.next()
    state = table.get(f"plays/{table.state['id']}")
    other = next(m["text"] for m in state["moves"] if m["text"] != "sw")
    table.post(
        f"plays/{state['id']}/actions",
        {"version": state["version"], "action": "move", "move": other},
    )
    table.open(f"#/play/{state['id']}")
    here = table.shows(state["version"] + 1)
    table.choose("course")
    dialog = page.get_by_role("dialog")
    expect(dialog.locator("[aria-current]")).to_have_count(1)
    expect(dialog.locator("[aria-current] code")).to_have_text(other)
    table.press(dialog.locator("summary"))
    table.press(dialog.locator("details [data-node='2']"))
    assert table.next() == left
    table.choose("course")
    table.press(dialog.locator("summary"))
    table.press(dialog.locator("details [data-node='4']"))
    assert table.next() == here
    table.choose("course")
    table.press(dialog.locator("[aria-current]"))
    table.says({"ru": "Вы и так на этом месте.", "en": "This is where you are."}[lang])


def test_bookmarks_by_keys(sit: Sit) -> None:
    table = sit("en")
    table.resume("small-harp", "12345", ["sw"])
    page = table.page
    board = page.locator("#board [tabindex='0']")
    marked = table.look()
    board.focus()
    page.keyboard.press("b")
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_label("Mark this position")).to_be_focused()
    page.keyboard.type("before 2 kings")
    page.keyboard.press("Enter")
    expect(dialog.locator("[data-slot='1']")).to_contain_text("before 2 kings")
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    board.focus()
    page.keyboard.press("s")
    table.next()
    page.keyboard.press("b")
    expect(dialog.locator("[data-slot='1']")).to_be_visible()
    dialog.locator("[data-slot='1']").focus()
    page.keyboard.press("1")
    assert table.next() == marked
    page.keyboard.press("b")
    dialog.get_by_role("button", name="Take bookmark 1 away").click()
    expect(dialog.locator("[data-slot]")).to_have_count(0)


def test_nine_bookmarks_are_all_there_are(sit: Sit) -> None:
    table = sit("ru", touch=True)
    moves = ["sw"] * 10
    table.resume("small-harp", "1", moves)
    play = table.state["id"]
    for slot in range(1, 10):
        answer = table.page.request.put(
            f"{table.watch.home}api/plays/{play}/bookmarks/{slot}", data={"node": slot, "name": ""}
        )
        assert answer.ok
    table.choose("bookmarks")
    dialog = table.page.get_by_role("dialog")
    expect(dialog.locator("[data-slot]")).to_have_count(9)
    expect(dialog).to_contain_text("Все девять закладок заняты")
    assert dialog.locator("form").count() == 0


# ---------------------------------------------------------------------------------------------- the clock
def test_the_clock_is_shown_when_it_is_wanted_and_starts_with_the_first_move(sit: Sit) -> None:
    """Field report 52."""
    table = sit("en")
    table.page.clock.install()
    table.resume("small-harp", "1")
    time = table.page.locator("#time")
    expect(time).to_be_empty()
    table.page.locator("#settings").click()
    table.page.get_by_label("Show the time").check()
    table.page.keyboard.press("Escape")
    expect(time).to_have_text("0:00")
    table.page.clock.run_for(5000)
    expect(time).to_have_text("0:00")
    table.page.locator("#board [tabindex='0']").focus()
    table.page.keyboard.press("s")
    table.next()
    table.page.clock.run_for(65_000)
    expect(time).to_have_text(re.compile(r"1:0[3-7]"))
    # Two minutes without a touch: nobody is there.
    table.page.clock.run_for(600_000)
    expect(time).to_have_text(re.compile("^(1:59|2:00)$"))


# ---------------------------------------------------------------------------------------------- keys
def test_every_key_of_the_help_does_something(sit: Sit) -> None:
    deck, moves = won("big-harp")
    table = sit("ru")
    table.resume("big-harp", deck, moves[:20])
    page = table.page
    page.locator("#board [tabindex='0']").focus()
    for n, key in enumerate("1234567890", 1):
        page.keyboard.press(key)
        assert table.ask("focus()")["pile"] == f"t{n}"
    page.keyboard.press("w")
    assert table.ask("focus()")["pile"] == "w"
    page.keyboard.press("3")
    page.keyboard.press("c")
    table.says(re.compile(r"^Столбец 3: .*(закрыт|туз|двойка|[а-яё]+(ка|ль|лет|ма)).*\.$"))
    page.keyboard.press("t")
    table.says(re.compile(r"Столбец 1: .* Столбец 10: .*\."))
    page.keyboard.press("i")
    table.says(re.compile(r"Арфа большая\. 20 ходов\. .*Возможных ходов: \d+\."))
    assert table.version == 20


def test_a_list_of_destinations_can_be_typed_into(sit: Sit) -> None:
    table = sit("en")
    table.resume("small-harp", "12345")
    page = table.page
    state = table.state
    column = next(
        m for m in state["moves"] if m["src"].startswith("t") and m["dst"].startswith("t")
    )
    page.locator("#board [tabindex='0']").focus()
    page.keyboard.press(column["src"][1])
    page.keyboard.press("m")
    options = page.locator("dialog select option")
    expect(options).to_have_count(
        len({m["dst"] for m in state["moves"] if m["src"] == column["src"] and m["count"] == 1})
    )
    expect(page.locator("dialog select")).to_be_focused()
    page.keyboard.type(options.first.inner_text()[:4])
    page.keyboard.press("Enter")
    table.next()
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_moves_are_typed_as_people_write_them(sit: Sit) -> None:
    table = sit("en", viewport=PHONE)
    table.watch.allow(r"status of 422 .*/actions")
    table.resume("small-harp", "12345")
    beside = Beside("small-harp", numbered("small-harp", "12345"))
    field = table.page.locator("#typed-move")
    table.page.locator("#board [tabindex='0']").focus()
    table.page.keyboard.press(":")
    field.fill("draw")
    field.press("Enter")
    assert table.next() == beside.push(beside.meant("sw"))
    field.fill("9H - 3S")
    field.press("Enter")
    table.says(re.compile("[a-z]{3}"), "refused")


@pytest.mark.parametrize("what", ["auto", "finish", "goto"])
def test_a_lost_answer_is_asked_for_again_and_it_is_done_once(sit: Sit, what: str) -> None:
    """It arrives and its answer does not; asked again, the service says how it stands."""
    deck, moves, n = until_finish("small-harp")
    table = sit("en")
    table.watch.allow(r"ERR_FAILED|status of 409")
    table.resume("small-harp", deck, moves[:n])
    page = table.page
    lost: list[int] = []

    def lose(route: Route) -> None:
        answer = route.fetch()
        if lost:
            route.fulfill(response=answer)
        else:
            lost.append(answer.status)
            route.abort()

    page.route("**/actions*", lose)
    if what == "goto":
        table.choose("course")
        page.locator("dialog [data-node='3']").click()
    else:
        page.locator(f"#{what}").click()
    table.next()
    assert lost == [200]
    told = page.locator("#status")
    expect(told).not_to_have_attribute("data-tone", "stale")
    assert table.get(f"plays/{table.state['id']}")["version"] == n + 1
