"""The analyst at the table: the bar of the chances, hints in three grades, X-ray, and what is said of a dead end."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Request, Route, expect

from arfa.web.analyst.thinking import NOBODY
from tests.web.hands import Pen
from tests.web.tables import ENGLISH, PHONE, RUSSIAN, Server, Sit, Table, sentence
from tests.web.test_browser_access import faults
from tests.web.test_browser_comforts import set_up
from tests.web.test_browser_language import SMALL, STATIC, TEMPLATE, foreign
from tests.web.test_browser_layout import SCREENS, inside
from tests.web.test_browser_leaks import KEPT, SEEN, hidden, named
from tests.web.wins import Beside, numbered, won

pytestmark = pytest.mark.browser

EXTRA = 40 * 1024
"""Bytes that all of this may weigh."""

HOPELESS = (
    "small-harp+small-4x4",
    "108",
    "sw sw wt3 sw wf t3f t2t3 t1t3 t2f t1t2 sw sw sw wt4 ws sw t4f t3f t3f t4f t3f".split(),
)
"""Moves are left at the end and none of them helps, as everyone can see."""
BLUNDER = 18
"""The move of these that loses a game that was as good as won."""


def texts(lang: str) -> dict[str, str]:
    """What the page says."""
    found: dict[str, str] = {}
    for name in (f"{lang}.json", f"analyst.{lang}.json"):
        found |= json.loads((STATIC / name).read_text("utf-8"))
    return found


def spoken(words: str) -> str:
    """What the service says as it stands in the status line."""
    words = re.sub(r": .", lambda it: it[0].lower(), words)
    return sentence(words[0].upper() + words[1:])


def bar(table: Table) -> Locator:
    """The chances."""
    return table.page.locator("#chance")


def final(table: Table) -> None:
    """Wait until no better estimate of what is shown follows; it is asked for a moment after it is shown."""
    asked = f"/chance?version={table.version}&"
    while not any(asked in request.url for request in table.watch.requests):
        table.page.wait_for_timeout(20)
    expect(bar(table)).to_have_attribute("data-state", "final", timeout=30_000)


def shown(table: Table) -> dict[str, Any]:
    """What the bar shows, and what is heard of it."""
    found: dict[str, Any] = table.page.evaluate(
        """() => {
            const meter = document.querySelector("#chance .meter");
            const { style } = document.querySelector("#chance .rail");
            const parts = ["value", "low", "high", "before"];
            return {
                role: meter.getAttribute("role"), now: meter.ariaValueNow, words: meter.ariaValueText,
                label: meter.ariaLabel, text: meter.textContent,
                ...Object.fromEntries(parts.map((it) => [it, parseFloat(style.getPropertyValue(`--${it}`))])),
            };
        }"""
    )
    return found


def told(table: Table, what: str) -> list[Any]:
    """What the service has answered to requests for hints or X-ray."""
    return [r.json() for r in table.watch.responses if f"/{what}?" in r.url]


def stream(table: Table) -> list[Any]:
    """What the service tells of the chances; what the page has read can be read only once."""
    play = table.state["id"]
    address = f"{table.watch.home}api/plays/{play}/chance?version={table.version}&lang={table.lang}"
    answer = table.page.request.get(address)
    assert answer.ok
    return [json.loads(line[6:]) for line in answer.text().split("\n") if line]


def hint(table: Table) -> None:
    """Press the key on the board."""
    table.page.locator("#board [tabindex='0']").focus()
    table.page.keyboard.press("h")


def lit(table: Table, kind: str) -> list[str]:
    """The names of the cards that a hint lights, and those of piles."""
    found: list[str] = table.page.evaluate(
        """(kind) => [...document.querySelectorAll(`.${kind}`)].map((it) => it.dataset.card ?? it.dataset.pile)""",
        kind,
    )
    return sorted(found)


def end(table: Table, pile: str) -> str:
    """What a hint lights of a pile where something is to be put."""
    cards = table.get(f"plays/{table.state['id']}")["piles"][pile]["cards"]
    return str(cards[-1][0]) if cards else pile


# ---------------------------------------------------------------------------------------------- hints
@pytest.mark.parametrize("lang", RUSSIAN)
def test_a_hint_says_where_then_the_move_then_why(sit: Sit, lang: str) -> None:
    table = sit(lang)
    words = texts(lang)
    deck, moves = won("small-harp")
    table.resume("small-harp", deck, moves[:1])
    hint(table)
    table.says(words["hint.note"])  # what it costs is said before there is anything to it
    assert told(table, "hint") == []
    question = table.page.locator("#status button")
    expect(question).to_have_attribute("aria-label", words["hint.show"])
    for grade in (1, 2, 3):
        with table.page.expect_response("**/hint?*"):
            hint(table)
        answer = told(table, "hint")[-1]
        expect(table.page.locator(".hint-from").first).to_be_visible()
        table.until(f"document.querySelectorAll('.hint-to').length === {int(grade > 1)}")
        for said in [answer["said"], *answer.get("reasons", [])]:
            expect(table.page.locator("#status")).to_contain_text(spoken(said))
        assert lit(table, "hint-from") == (sorted(answer["cards"]) or [answer["from"]])
        assert ("to" in answer) == (grade > 1)
        if grade > 1:
            assert lit(table, "hint-to") == [end(table, answer["to"])]
        if grade < 3:
            expect(question).to_have_attribute("aria-label", words[f"hint.more.{grade + 1}"])
    said = table.status()
    answer = told(table, "hint")[-1]
    for reason in answer["reasons"]:
        assert spoken(reason) in said
    assert answer["after"] is None or "%" in said
    assert foreign([said], lang) == []
    # Asked again, it says the same again, and is not counted again.
    hint(table)
    table.says(said)
    assert len(told(table, "hint")) == 3
    assert table.get(f"plays/{table.state['id']}")["clean"] is False
    # The move is one that can be made; then the lights are out, and the next hint begins at the beginning.
    Pen(table).make(Beside("small-harp", deck).meant(answer["move"]))
    table.next()
    expect(table.page.locator(".hint-from, .hint-to")).to_have_count(0)
    with table.page.expect_response("**/hint?*"):
        hint(table)
    expect(table.page.locator(".hint-from").first).to_be_visible()
    assert "to" not in told(table, "hint")[-1]
    assert len(told(table, "hint")) == 4


def test_hints_by_finger_follow_each_other_by_the_question_beside_them(sit: Sit) -> None:
    table = sit("ru", touch=True, viewport=SMALL)
    table.resume("black-harp", "3")
    table.press(table.page.locator("#hint"))
    question = table.page.locator("#status button")
    for grade in (1, 2, 3):
        expect(question).to_be_visible()
        box = question.bounding_box()
        assert box is not None
        assert box["height"] >= 24
        with table.page.expect_response("**/hint?*"):
            table.press(question)
        table.until(f"document.querySelectorAll('.hint-to').length === {int(grade > 1)}")
        expect(table.page.locator(".hint-from").first).to_be_visible()
    expect(question).to_have_count(0)
    assert [("to" in answer, "reasons" in answer) for answer in told(table, "hint")] == [
        (False, False),
        (True, False),
        (True, True),
    ]


def test_keys_pressed_fast_are_all_meant(sit: Sit) -> None:
    table = sit("en")
    table.resume("klondike", "3")
    for _ in range(4):
        hint(table)
    expect(table.page.locator("#status")).to_contain_text("The chances")
    answers = told(table, "hint")
    expect(table.page.locator("#status")).to_contain_text(spoken(answers[-1]["reasons"][0]))
    assert len(answers) <= 3


def test_that_there_is_no_hint_is_said_in_words(sit: Sit) -> None:
    game, deal, moves = HOPELESS
    table = sit("ru")
    table.resume(game, deal, moves)
    assert table.state["status"] == "playing"
    hint(table)
    table.says(texts("ru")["hint.note"])
    hint(table)
    table.until("document.querySelector('#status').textContent.includes('не поможет')")
    (answer,) = told(table, "hint")
    assert answer["from"] is None
    table.says(spoken(answer["said"]))
    expect(table.page.locator(".hint-from, .hint-to")).to_have_count(0)
    expect(table.page.locator("#status button")).to_have_count(0)


@pytest.mark.parametrize("lang", ENGLISH)
def test_a_dead_end_that_everyone_can_see_is_told_without_help(sit: Sit, lang: str) -> None:
    """Neither a hint nor X-ray is asked of the service, so the win would still be clean."""
    table = sit(lang)
    words = texts(lang)
    stuck_at(table)
    hint(table)
    table.says(words[f"status.{table.state['status']}.text"])
    table.choose("stuck")
    dialog = table.page.get_by_role("dialog", name=words["stuck"])
    expect(dialog).to_contain_text(words[f"status.{table.state['status']}.text"])
    expect(dialog.get_by_role("button", name=words["xray.more"])).to_have_count(0)
    assert told(table, "hint") == told(table, "xray") == []
    assert table.get(f"plays/{table.state['id']}")["clean"] is True


def stuck_at(table: Table) -> None:
    """Play a short deck until nothing leads on."""
    for deal in range(1, 40):
        table.state = table.post("plays", {"game": "small-harp+small-4x4", "deal": str(deal)})
        for _ in range(40):
            state = table.state
            if state["status"] != "playing" or not state["moves"]:
                break
            # The stock last, and nothing back: that leads into a dead end or to a win soon.
            move = min(state["moves"], key=lambda it: (it["src"] == "s", it["src"][0] == "f"))
            wish = {"version": state["version"], "action": "move", "move": move["text"]}
            table.state = table.post(f"plays/{state['id']}/actions", wish)
        if table.state["status"] in ("stuck", "no_move") and not table.state["mercy"]:
            table.go_on([])
            return
    raise AssertionError("no dead end")


# ---------------------------------------------------------------------------------------------- X-ray
@pytest.mark.parametrize("lang", RUSSIAN)
def test_xray_says_what_it_does_before_and_shows_a_light(sit: Sit, lang: str) -> None:
    table = sit(lang)
    words = texts(lang)
    lights = {}
    deck, line = won("small-harp")
    for game, deal, moves in (("small-harp", deck, line[:8]), HOPELESS):
        table.watch.responses.clear()
        table.resume(game, deal, moves)
        table.choose("stuck")
        dialog = table.page.get_by_role("dialog")
        expect(dialog).to_contain_text(re.compile(re.escape(words["stuck.no"][:8])))
        dialog.get_by_role("button", name=words["xray.more"]).click()
        expect(dialog).to_contain_text(words["xray.note"])
        expect(dialog).to_contain_text(words["xray.clean"])
        assert told(table, "xray") == []
        dialog.get_by_role("button", name=words["xray.look"]).click()
        light = dialog.locator(".light")
        expect(light).to_be_visible()
        answer = told(table, "xray")[-1]
        expect(light).to_have_attribute("data-light", answer["light"])
        lights[answer["light"]] = light.locator("svg").inner_html()
        stem = re.split(r"\{", words[f"xray.{answer['light']}"])[0]
        expect(dialog).to_contain_text(stem)
        if answer["length"]:
            expect(dialog).to_contain_text(str(answer["length"]))
        assert faults(table.page) == []
        table.page.keyboard.press("Escape")
        expect(dialog).to_have_count(0)
        assert table.get(f"plays/{table.state['id']}")["clean"] is False
    assert set(lights) == {"winnable", "lost"}
    assert len(set(lights.values())) == 2  # told apart by their shapes, too


def test_xray_that_is_not_wanted_after_all_is_not_asked_for(sit: Sit) -> None:
    table = sit("en")
    table.resume("klondike", "1")
    table.choose("xray")
    table.page.get_by_role("dialog").get_by_role("button", name="Cancel").click()
    expect(table.page.get_by_role("dialog")).to_have_count(0)
    assert told(table, "xray") == []
    assert table.get(f"plays/{table.state['id']}")["clean"] is True


def test_what_xray_has_shown_is_told_with_the_next_hint(sit: Sit) -> None:
    table = sit("ru")
    table.resume("klondike+draw-3+small-5x4", "89", ["t1t3"])
    hint(table)  # what it costs
    for _ in range(3):
        with table.page.expect_response("**/hint?*"):
            hint(table)
    expect(table.page.locator("#status button")).to_have_count(0)
    before = told(table, "hint")[-1]
    assert "note" not in before
    table.choose("xray")
    dialog = table.page.get_by_role("dialog")
    dialog.get_by_role("button", name=texts("ru")["xray.look"]).click()
    expect(dialog.locator(".light")).to_have_attribute("data-light", "lost")
    table.page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    with table.page.expect_response("**/hint?*"):
        hint(table)
    table.until("document.querySelector('#status').textContent.includes('Рентген')")
    answer = told(table, "hint")[-1]
    table.says(f"{spoken(answer['said'])} {spoken(answer['note'])}")
    assert answer["from"] != before["from"]
    assert faults(table.page) == []


# ---------------------------------------------------------------------------------------------- the chances
@pytest.mark.parametrize("lang", ENGLISH)
def test_the_bar_shows_what_the_stream_tells(sit: Sit, lang: str) -> None:
    table = sit(lang)
    words = texts(lang)
    set_up(table, chance=True)
    table.resume("black-harp", "3")
    final(table)
    last = stream(table)[-1]
    assert last["final"]
    seen = shown(table)
    assert seen["role"] == "meter"
    assert seen["label"] == words["chance"]
    assert [round(seen[part], 1) for part in ("value", "low", "high")] == [
        pytest.approx(100 * last[part], abs=0.06) for part in ("value", "low", "high")
    ]
    assert seen["now"] == str(round(100 * last["value"]))
    assert (
        seen["text"].strip().replace("\xa0", " ")
        == {
            "ru": f"≈ {seen['now']} %",
            "en": f"≈ {seen['now']}%",
        }[lang]
    )
    within = round(100 * max(last["high"] - last["value"], last["value"] - last["low"]))
    assert re.findall(r"\d+", seen["words"])[:2] == [seen["now"], str(within)]
    assert str(round(100 * last["sighted"]["value"])) in seen["words"]
    assert foreign([seen["words"]], lang) == []
    # It is read aloud when it is asked for, with how the game stands.
    table.page.locator("#board [tabindex='0']").focus()
    table.page.keyboard.press("i")
    expect(table.page.locator("#status")).to_contain_text(seen["words"][1:])
    # And explained when it is pressed.
    bar(table).get_by_role("button").click()
    dialog = table.page.get_by_role("dialog", name=words["chance"])
    expect(dialog).to_contain_text(words["chance.means.fair"])
    assert faults(table.page) == []


def test_the_bar_is_off_at_first_and_a_setting(sit: Sit) -> None:
    table = sit("en")
    table.deal("klondike", "5")
    expect(bar(table)).to_have_count(0)
    assert not [r for r in table.watch.requests if "/chance" in r.url or "analyst" in r.url]
    table.page.locator("#settings").click()
    table.page.get_by_label("Show the chances").check()
    table.page.keyboard.press("Escape")
    expect(bar(table)).to_be_visible()
    final(table)
    table.page.locator("#settings").click()
    table.page.get_by_label("Show the chances").uncheck()
    table.page.keyboard.press("Escape")
    expect(bar(table)).to_have_count(0)
    table.page.locator("#board [tabindex='0']").focus()
    table.page.keyboard.press("i")
    expect(table.page.locator("#status")).to_contain_text("cards in the stock")
    assert "percent" not in table.status()


def test_a_move_hangs_up_and_waits_for_nothing(sit: Sit) -> None:
    """While it is thought about the last value stays, dimmed; the next move ends the question, and a ghost remains."""
    table = sit("en")
    table.watch.allow("ERR_")
    set_up(table, chance=True)
    table.resume("klondike", "5")
    final(table)
    first = shown(table)
    held: list[Route] = []
    gone: list[str] = []

    def fail(request: Request) -> None:
        gone.append(request.url)

    def hold(route: Route) -> None:
        held.append(route)

    def hold_action(route: Route) -> None:
        actions.append(route)

    table.page.on("requestfailed", fail)
    table.page.route("**/chance?*", hold)
    table.page.locator("#board [tabindex='0']").focus()
    table.page.keyboard.press("s")
    table.next()
    expect(bar(table)).to_have_attribute("data-state", "waiting")
    waiting = shown(table)
    assert [waiting[part] for part in ("value", "now", "text")] == [
        first[part] for part in ("value", "now", "text")
    ]
    assert float(bar(table).locator("b").evaluate("it => getComputedStyle(it).opacity")) < 1
    for _ in range(100):
        if held:
            break
        table.page.wait_for_timeout(50)
    assert f"version={table.version}" in held[0].request.url
    # Nothing comes of that question; moves go on all the same, and it is hung up before they are answered.
    actions: list[Route] = []
    table.page.route("**/actions*", hold_action)
    table.page.keyboard.press("s")
    table.until("document.body.dataset.busy !== undefined")
    for _ in range(100):
        if gone:
            break
        table.page.wait_for_timeout(50)
    assert gone == [held[0].request.url]
    table.page.unroute("**/chance?*")
    actions[0].continue_()
    table.page.unroute("**/actions*")
    table.next()
    final(table)
    after = shown(table)
    assert after["before"] == first["value"]
    assert bar(table).locator(".ghost").is_visible()


def test_a_great_fall_is_told_without_being_asked(sit: Sit) -> None:
    table = sit("ru")
    set_up(table, chance=True)
    game, deal, moves = HOPELESS
    table.resume(game, deal, moves[:BLUNDER])
    final(table)
    high = shown(table)
    news = bar(table).get_by_role("status")
    expect(news).to_have_text("")
    table.page.locator("#typed-move").fill(moves[BLUNDER])
    table.page.keyboard.press("Enter")
    table.next()
    final(table)
    low = shown(table)
    assert (high["value"], low["value"], low["before"]) == (100, 0, 100)
    assert low["words"] == texts("ru")["chance.hopeless"]
    expect(news).to_have_text(re.compile(r"^Шансы упали: было 100.%, стало 0.%\.$"))


def test_where_nobody_can_tell_it_says_so(sit: Sit) -> None:
    table = sit("ru")
    words = texts("ru")
    set_up(table, chance=True)
    nobody = f"data: {NOBODY.model_dump_json()}\n\n"
    table.page.route(
        "**/chance?*", lambda route: route.fulfill(content_type="text/event-stream", body=nobody)
    )
    table.resume("harp-9", "1")
    final(table)
    seen = shown(table)
    assert seen["text"] == words["chance.none.short"]
    assert seen["role"] == "img"
    assert words["chance.none"] in seen["label"]
    assert seen["now"] is None
    assert faults(table.page) == []


@pytest.mark.parametrize("lang", RUSSIAN)
def test_where_nothing_is_hidden_the_solver_says(sit: Sit, lang: str) -> None:
    table = sit(lang)
    words = texts(lang)
    set_up(table, chance=True)
    deck, moves = won("fig288")
    table.resume("fig288", deck, moves[: len(moves) - 10])
    final(table)
    seen = shown(table)
    assert seen["text"] == f"✓ {words['chance.open.winnable.short']}"
    assert seen["words"] == words["chance.open.winnable"]
    assert seen["value"] == 100


@pytest.mark.parametrize("lang", ENGLISH)
def test_a_hint_that_cannot_be_had_is_told_and_asked_for_again(
    sit: Sit, own_server: Server, lang: str
) -> None:
    table = sit(lang, server=own_server)
    table.watch.allow(r"net::ERR_")
    words = texts(lang)
    table.resume("klondike", "5")
    hint(table)
    table.says(words["hint.note"])
    own_server.kill()
    hint(table)
    table.says(words["hint.lost"], "refused")
    own_server.start()
    hint(table)  # nothing is left over: the first hint is about where to look
    expect(table.page.locator(".hint-from").first).to_be_visible()
    expect(table.page.locator(".hint-to")).to_have_count(0)


def test_a_lost_line_dims_the_bar_and_is_found_again(sit: Sit) -> None:
    table = sit("en")
    table.watch.allow(r"net::ERR_")
    set_up(table, chance=True)
    table.resume("klondike", "5")
    final(table)
    before = shown(table)
    table.page.route("**/chance?*", lambda route: route.abort())
    table.page.locator("#board [tabindex='0']").focus()
    table.page.keyboard.press("s")
    table.next()
    expect(bar(table)).to_have_attribute("data-state", "lost")
    seen = shown(table)
    assert seen["text"] == texts("en")["chance.lost.short"]
    assert seen["value"] == before["value"]
    assert seen["words"] == texts("en")["chance.lost"]
    table.page.unroute("**/chance?*")
    final(table)


# ---------------------------------------------------------------------------------------------- for everybody
@pytest.mark.parametrize(
    ("lang", "theme", "phone"),
    [
        ("ru", "light", True),
        pytest.param("en", "dark", False, marks=pytest.mark.soak),
        pytest.param("en", "contrast", True, marks=pytest.mark.soak),
        pytest.param("ru", "dark", False, marks=pytest.mark.soak),
    ],
)
def test_axe_finds_nothing_and_one_language_is_spoken(
    sit: Sit, lang: str, theme: str, phone: bool
) -> None:
    table = sit(lang, touch=phone, viewport=SMALL if phone else None)
    page = table.page
    set_up(table, chance=True, theme=theme, timer=True)
    deck, moves = won("small-harp")
    table.resume("small-harp", deck, moves[:20])
    final(table)
    dialog = page.get_by_role("dialog")
    wrong: list[str] = []

    def look(screen: str) -> None:
        nonlocal wrong
        found: list[str] = table.ask("texts()")
        wrong += [f"{screen}: {text!r} is foreign" for text in foreign(found, lang)]
        wrong += [f"{screen}: {text!r} is a template" for text in found if TEMPLATE.search(text)]
        wrong += [f"{screen}: {fault}" for fault in [*table.ask("cut()"), *faults(page)]]

    look("the bar")
    for grade in range(4):
        table.press(page.locator("#hint"))
        table.until(f"document.querySelectorAll('.hint-from').length >= {int(grade > 0)}")
        if grade > 1:
            table.until("document.querySelector('.hint-to')")
    look("a hint")
    for entry in ("stuck", "xray", "settings", "help"):
        if entry == "settings":
            table.press(page.locator("#settings"))
        else:
            table.choose(entry)
        expect(dialog).to_be_visible()
        look(entry)
        if entry == "xray":
            table.press(dialog.locator("button.main"))
            expect(dialog.locator(".light")).to_be_visible()
            look("a light")
        page.keyboard.press("Escape")
        expect(dialog).to_have_count(0)
    look("the bar with a light")
    assert not wrong, "\n".join(dict.fromkeys(wrong))


@pytest.mark.parametrize("mirror", [False, pytest.param(True, marks=pytest.mark.soak)])
def test_the_bar_pushes_nothing_about(sit: Sit, mirror: bool) -> None:
    """The table lies where it lay, on every screen, and the bar lies within the bar above."""
    table = sit("ru", touch=True)
    deck, moves = won("big-harp")
    set_up(table, timer=True, mirror=mirror)
    table.resume("big-harp", deck, moves[:40])
    boards = {}
    for name, (width, height) in SCREENS.items():
        table.page.set_viewport_size({"width": width, "height": height})
        table.ask("drawn()")
        boards[name] = table.ask("measure()")["board"]
    set_up(table, chance=True)
    table.go_on([])
    final(table)
    wrong = []
    for name, (width, height) in SCREENS.items():
        table.page.set_viewport_size({"width": width, "height": height})
        table.ask("drawn()")
        seen = table.ask("measure()")
        if seen["board"] != boards[name]:
            wrong.append(f"{name}: {seen['board']}, without the bar {boards[name]}")
        box = """(it) => { const { left, top, right, bottom } = it.getBoundingClientRect();
            return { left, top, right, bottom }; }"""
        own = bar(table).evaluate(box)
        head = table.page.locator(".top").evaluate(box)
        if not inside(own, head):
            wrong.append(f"{name}: {own} is not within {head}")
        for other in ("#name", "#moves", "#time", "#settings"):
            it = table.page.locator(other).evaluate(box)
            if it["right"] > own["left"] + 1 and it["left"] < own["right"] - 1:
                wrong.append(f"{name}: over {other}")
        wrong += [f"{name}: {fault}" for fault in [*seen["wide"], *table.ask("cut()")]]
    assert not wrong, "\n".join(wrong)


def test_nothing_moves_where_motion_is_unwelcome(sit: Sit) -> None:
    for moving in (False, True):
        table = sit("en", moving=moving)
        set_up(table, chance=True)
        table.resume("klondike", "5")
        final(table)
        hint(table)
        hint(table)
        mark = table.page.locator(".hint-from").first
        expect(mark).to_be_visible()
        name = mark.evaluate("it => getComputedStyle(it, '::before').animationName")
        assert name == ("hint" if moving else "none")
        turns = (
            bar(table).locator(".fill").evaluate("it => getComputedStyle(it).transitionDuration")
        )
        assert turns == ("0.16s" if moving else "0s")


# ---------------------------------------------------------------------------------------------- nothing hidden
def test_nothing_tells_a_hidden_card(sit: Sit) -> None:
    """With the bar, after all three grades of a hint and X-ray, no card that lies face down is named anywhere."""
    game, deal = "klondike", "3"
    table = sit("ru")
    set_up(table, chance=True)
    table.page.locator("#games input").first.wait_for()
    read = len(table.watch.responses)
    table.resume(game, deal)
    final(table)
    for _ in range(4):
        hint(table)
        table.page.wait_for_timeout(100)
    expect(table.page.locator(".hint-to")).to_have_count(1)
    table.choose("xray")
    table.page.locator("dialog button.main").click()
    expect(table.page.locator("dialog .light")).to_be_visible()
    secret = hidden(Beside(game, numbered(game, deal)))
    assert secret
    page = table.page
    assert named(set(range(52)) - secret, page.evaluate(SEEN))  # what lies open is found
    assert named(secret, page.evaluate(SEEN)) == []
    assert named(secret, page.evaluate(KEPT)) == []
    names = page.url.split("/")[-2:]
    said = [
        r.text()
        for r in table.watch.responses[read:]
        if "/api/plays/" in r.url and "/chance" not in r.url
    ]
    assert len(said) >= 5
    for text in [*said, json.dumps(stream(table))]:
        plain = text.replace(names[0], "").replace(names[1], "")
        assert named(secret, plain) == [], text
    backs = page.evaluate(
        """[...document.querySelectorAll("#board [data-card]:not([data-face])")].map(
            (it) => [it.className, it.querySelector("img").src].join())"""
    )
    assert len({back.replace(" under", "") for back in backs}) == 1


def test_all_of_it_comes_only_when_it_is_wanted_and_is_light(sit: Sit) -> None:
    table = sit("ru", touch=True, viewport=PHONE)
    table.deal("big-harp")
    own = {"analyst", "chance", "hints", "xray", "events", "percent", "telling", "dress"}

    def fetched() -> dict[str, int]:
        found = {}
        for answer in table.watch.responses:
            name = answer.url.split("?")[0].rsplit("/", 1)[-1]
            if name.split(".")[0] in own:
                found[name] = answer.request.sizes()["responseBodySize"]
        return found

    assert fetched() == {}
    set_up(table, chance=True)
    table.open(f"#/play/{table.page.url.split('/play/')[1]}")
    final(table)
    table.press(table.page.locator("#hint"))
    table.choose("xray")
    expect(table.page.get_by_role("dialog")).to_be_visible()
    weights = fetched()
    assert {"analyst.js", "chance.js", "hints.js", "xray.js", "analyst.css"} <= set(weights)
    assert sum(weights.values()) <= EXTRA, weights
