"""The page of a game under review: seen, heard, by keys and by hand; it shows what the service says."""

from __future__ import annotations

import gzip
import json
import random
import re
from functools import lru_cache
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from arfa.cards import card_text
from arfa.deals import Deal
from arfa.engine.game import Game
from arfa.engine.identities import Identities
from arfa.engine.view import view
from arfa.notation import read_record
from arfa.rules.load import load_game
from arfa.solver import Verdict, solve
from arfa.web.table import Sight
from tests.web.tables import DESK, ENGLISH, RUSSIAN, Sit, Table
from tests.web.wins import Beside, won

pytestmark = pytest.mark.browser

SMALL = {"width": 360, "height": 640}
STATIC = Path(__file__).parents[2] / "src" / "arfa" / "web" / "static"
NAMES = {
    "ru": {
        "try": "Попробовать отсюда ещё раз",
        "save": "Сохранить с отметками",
        "share": "Ссылка на этот ход",
        "best": "Что было лучше",
        "there": "Перейти",
        "move": "Ход {n} из {of}.",
    },
    "en": {
        "try": "Try again from here",
        "save": "Save with marks",
        "share": "Link to this move",
        "best": "What was better",
        "there": "Go there",
        "move": "Move {n} of {of}.",
    },
}


@lru_cache(maxsize=1)
def lost() -> tuple[str, tuple[str, ...]]:
    """A deal that could be won, and moves to where it is stuck."""
    game = Game.named("small-harp")
    for number in count(353):  # those before are longer, or cannot be lost
        rng = random.Random(number)
        deck = Deal("ours", number).deck(game.rules)
        at, names = game.start(deck), Identities(game, deck)
        if solve(at, states=50_000).verdict is not Verdict.WINNABLE:
            continue
        while (moves := Sight(at, names.of(at)).offered) and len(at.plies) < 60:
            at.push_legal(rng.choice(moves))
            if Sight(at, names.of(at)).status != "playing":
                return str(number), tuple(map(str, at.history))
    raise AssertionError


def open_review(table: Table, move: str = "") -> Page:
    """The page of the play that was resumed, once it is drawn."""
    page = table.open(f"#/review/{table.state['id']}{move}").page
    drawn(page)
    return page


def drawn(page: Page) -> None:
    """Wait until the game has been judged and is shown."""
    page.locator(".review .felt .card").first.wait_for(timeout=60_000)


def asked(table: Table) -> Any:
    """What the service says of it."""
    answer = table.page.request.get(
        f"{table.watch.home}api/plays/{table.state['id']}/review?lang={table.lang}"
    )
    last = answer.text().strip().split("\n\n")[-1]
    return json.loads(last.removeprefix("data: "))["review"]


def at(page: Page) -> int:
    """Which move is shown, as the slider says."""
    return int(page.locator(".review input[type=range]").input_value())


def shows(page: Page, lang: str, n: int, of: int) -> None:
    """Wait until a move is shown, and said."""
    expect(page.locator(".review input[type=range]")).to_have_value(str(n))
    title = page.locator(".review .move h3")
    expect(title).to_contain_text(NAMES[lang]["move"].format(n=n, of=of) if n else re.compile("."))
    expect(page.locator(".review .moves [aria-current]")).to_have_count(1)


def faces(page: Page) -> list[str]:
    """The faces that the table shows."""
    found: list[str] = page.evaluate(
        "[...document.querySelectorAll('.review .felt [data-shows]')].map((it) => it.dataset.shows).sort()"
    )
    return found


def signed(text: str) -> int:
    return int(text.replace("−", "-").replace("+", "").replace("%", "").strip())


def faults(page: Page) -> list[str]:
    found = Axe().run(page).response["violations"]
    return [f"{f['id']}: {[n['target'] for n in f['nodes']][:4]}" for f in found]


@pytest.mark.parametrize(
    ("lang", "dark", "small"),
    [
        ("ru", True, True),
        pytest.param("en", False, True, marks=pytest.mark.soak),
        pytest.param("ru", False, False, marks=pytest.mark.soak),
        pytest.param("en", True, False, marks=pytest.mark.soak),
    ],
)
def test_the_page_is_clean_whole_and_in_one_language(
    sit: Sit, lang: str, dark: bool, small: bool
) -> None:
    """Axe, texts, and nothing that is cut: of a game that was lost, and of one that is not over."""
    table = sit(lang, dark=dark, touch=small, viewport=SMALL if small else DESK)
    deal, moves = lost()
    for upto in (len(moves), 20):
        table.resume("small-harp", deal, moves[:upto])
        page = open_review(table)
        strip = page.locator(".review svg .light")
        assert (strip.count() > 0) == (upto == len(moves)), "the strip is for games that are over"
        for fold in page.locator("#page summary:visible").all():
            fold.click()
        assert faults(page) == []
        texts: list[str] = table.ask("texts()")
        assert len(texts) > 40
        assert [t for t in texts if re.search(r"[{}]|undefined|NaN|\bnull\b|review\.", t)] == []
        alien = {"ru": "[A-Za-z]{3}", "en": "[А-Яа-яЁё]"}[lang]
        assert [t for t in texts if re.search(alien, t) and t not in ("English", "Русский")] == []
        assert table.ask("cut()") == []
        width = page.evaluate("document.querySelector('main').scrollWidth")
        assert width <= (SMALL if small else DESK)["width"]


@pytest.mark.parametrize("lang", RUSSIAN)
def test_the_sum_that_is_shown_is_the_result(sit: Sit, lang: str) -> None:
    table = sit(lang)
    deck, moves = won("small-harp")
    deal, bad = lost()
    for game, line, end in ((deck, moves, 100), (deal, bad, 0), (deck, moves[:40], None)):
        table.resume("small-harp", game, line)
        page = open_review(table)
        found = asked(table)
        parts = {
            key: signed(page.locator(f'[data-tile="{key}"] b').inner_text())
            for key in ("start", "skill", "luck", "end")
        }
        assert parts["start"] + parts["skill"] + parts["luck"] == parts["end"]
        assert parts["end"] == (round(found["end"] / 100) if end is None else end)
        for key in ("start", "skill", "luck"):
            assert abs(parts[key] - found[key] / 100) <= 1.5


@pytest.mark.parametrize("lang", ENGLISH)
def test_the_table_says_what_the_service_says_and_the_chart_shows(sit: Sit, lang: str) -> None:
    table = sit(lang)
    deal, moves = lost()
    table.resume("small-harp", deal, moves)
    page = open_review(table)
    found = asked(table)
    page.locator("#review-figures summary").click()
    rows = page.locator("#review-figures tbody tr").evaluate_all(
        "all => all.map((row) => [...row.cells].map((cell) => cell.textContent))"
    )
    assert len(rows) == len(moves) == len(found["moves"])
    line = page.locator(".review svg .chance").get_attribute("d") or ""
    points = [tuple(map(float, p.split())) for p in line.removeprefix("M").split("L")]
    assert len(points) == len(moves) + 1
    (bottom,) = {
        round(float(y) - 0.5)
        for y in page.locator(".review .axis").evaluate_all(
            "all => all.map((it) => it.getAttribute('y1'))"
        )
    }
    top = min(
        float(y)
        for y in page.locator(".review .grid").evaluate_all(
            "all => all.map((it) => it.getAttribute('y1'))"
        )
    )
    drawn = [100 * (bottom - y) / (bottom - top + 0.5) for _, y in points]
    for row, one, before, after in zip(rows, found["moves"], drawn, drawn[1:], strict=False):
        number, label, first, second, skill, luck, signs, _, light = row
        assert (int(number), label) == (one["number"], one["label"])
        figures = one["figures"]
        for text, value, height in ((first, "before", before), (second, "after", after)):
            told = float(re.sub(r"[\s%]", "", text).replace(",", "."))
            assert abs(told - figures[value] / 100) <= 0.051
            assert abs(told - height) <= 1
        for text, value in ((skill, "skill"), (luck, "luck")):
            told = float(text.replace("−", "-").replace(",", "."))
            assert abs(told - figures[value] / 100) <= 0.051
        assert (signs != "—") == bool(one["mark"] or one["fortune"] or one["lost_here"])
        verdict = found["verdicts"][one["number"]]
        assert light == words(lang)[f"review.light.{verdict}"]
    # The drawing has a name that sums it up, and the table as its description.
    chart = page.locator(".review .drawing")
    assert chart.get_attribute("role") == "img"
    assert chart.get_attribute("aria-details") == "review-figures"
    name = chart.get_attribute("aria-label") or ""
    assert f"{len(moves)} " in name
    if found["lost_at"]:
        assert str(found["lost_at"]) in name


def words(lang: str) -> dict[str, str]:
    """The texts of the page."""
    found: dict[str, str] = {}
    for name in (lang, f"review.{lang}"):
        found |= json.loads((STATIC / "i18n" / f"{name}.json").read_text("utf-8"))
    return found


@pytest.mark.parametrize(
    ("lang", "small"), [("ru", True), pytest.param("en", False, marks=pytest.mark.soak)]
)
def test_the_table_shows_what_lay_open_then(sit: Sit, lang: str, small: bool) -> None:
    """At every move, back and forth: no card before it was seen, and no card missing."""
    table = sit(lang, touch=small, viewport=SMALL if small else DESK)
    deck, moves = won("small-harp")
    table.resume("small-harp", deck, moves[:50])
    page = open_review(table, "/0")
    beside = Beside("small-harp", deck)
    looks = [open_faces(beside)]
    for text in moves[:50]:
        beside.push(beside.meant(text))
        looks.append(open_faces(beside))
    for n in range(51):
        assert (at(page), faces(page)) == (n, looks[n])
        page.keyboard.press("ArrowRight")
    for n in (49, 48, 47):
        page.keyboard.press("ArrowLeft")
        assert (at(page), faces(page)) == (n, looks[n])


def open_faces(beside: Beside) -> list[str]:
    return sorted(
        card_text(card)
        for pile in view(beside.position)
        if pile.kind != "stock"
        for card in pile.cards
        if card is not None
    )


@pytest.mark.parametrize("lang", RUSSIAN)
def test_by_keyboard_alone(sit: Sit, lang: str) -> None:
    """From the menu of the game to a move, to a mark, to what was better, and back into the game."""
    table = sit(lang)
    deal, moves = lost()
    table.resume("small-harp", deal, moves)
    page = table.page
    table.choose("review")
    drawn(page)
    expect(page.locator(".review h2")).to_be_focused()
    found = asked(table)
    marked = [
        one["number"] for one in found["moves"] if one["mark"] or one["fortune"] or one["lost_here"]
    ]
    of = len(moves)
    page.keyboard.press("Home")
    shows(page, lang, 0, of)
    for number in marked[:3]:
        page.keyboard.press("ArrowDown")
        shows(page, lang, number, of)
    page.keyboard.press("End")
    shows(page, lang, of, of)
    page.keyboard.press("ArrowUp")
    shows(page, lang, [n for n in marked if n < of][-1], of)
    page.keyboard.press("Home")
    page.keyboard.press(" ")
    expect(page.locator("[data-play]")).to_have_text("❚❚")
    table.until("+document.querySelector('.review input[type=range]').value >= 2")
    page.keyboard.press(" ")
    expect(page.locator("[data-play]")).to_have_text("▶")
    page.keyboard.press("Home")
    for _ in range(5):
        page.keyboard.press("ArrowRight")
    shows(page, lang, 5, of)
    expect(page).to_have_url(re.compile("#/review/.*/5$"))

    def to(selector: str) -> None:
        for _ in range(60):
            page.keyboard.press("Tab")
            if page.evaluate("(it) => document.activeElement.matches(it)", selector):
                return
        raise AssertionError(f"the keyboard does not reach {selector}")

    to(".review input[type=range]")
    page.keyboard.press("ArrowRight")
    shows(page, lang, 6, of)
    to(".review .move summary")
    page.keyboard.press("Enter")
    expect(page.locator(".review .best li")).to_have_count(len(found["moves"][5]["best"]))
    to(".review .move .main")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("#/play/"))
    table.shows(len(moves) + 1)
    assert table.get(f"plays/{table.state['id']}")["counts"]["moves"] == 5


def test_by_hand_it_is_swiped_tapped_and_dragged(sit: Sit) -> None:
    table = sit("ru", touch=True, viewport=SMALL)
    deck, moves = won("small-harp")
    table.resume("small-harp", deck, moves[:40])
    page = open_review(table, "/10")
    shows(page, "ru", 10, 40)
    felt = page.locator(".review .felt")
    felt.scroll_into_view_if_needed()
    box = felt.bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    for way, there in ((-120, 11), (-120, 12), (120, 11)):
        page.evaluate(
            """([x, y, by]) => {
                const on = document.querySelector(".review .felt");
                const send = (kind, at) =>
                    on.dispatchEvent(new PointerEvent(kind, { clientX: at, clientY: y, bubbles: true }));
                send("pointerdown", x);
                send("pointerup", x + by);
            }""",
            [x, y, way],
        )
        shows(page, "ru", there, 40)
    chart = page.locator(".review .drawing")
    chart.scroll_into_view_if_needed()
    box = chart.bounding_box()
    assert box is not None
    page.touchscreen.tap(box["x"] + 44 + (box["width"] - 54) / 2, box["y"] + 80)
    shows(page, "ru", 20, 40)
    page.locator(".review .moves button").nth(7).tap()
    shows(page, "ru", 7, 40)


@pytest.mark.parametrize("lang", ENGLISH)
def test_what_was_taken_back_is_there_and_can_be_gone_to(sit: Sit, lang: str) -> None:
    table = sit(lang)
    table.resume("small-harp", "5", ["sw", "sw"])
    for action in ("undo", "undo"):
        wish = {"version": table.state["version"], "action": action}
        table.state = table.post(f"plays/{table.state['id']}/actions", wish)
    other = next(m["text"] for m in table.state["moves"] if m["text"] != "sw")
    table.go_on([other])
    page = open_review(table, "/1")
    aside = page.locator(".review .asides li")
    expect(aside).to_have_count(1)
    expect(aside).to_contain_text("%")
    aside.get_by_role("button", name=NAMES[lang]["there"]).click()
    expect(page).to_have_url(re.compile("#/play/"))
    table.shows(table.state["version"] + 1)
    assert table.get(f"plays/{table.state['id']}")["counts"]["moves"] == 1
    assert table.get(f"plays/{table.state['id']}")["node"] == 1


def test_what_was_seen_in_a_move_taken_back_is_told(sit: Sit) -> None:
    deck, _ = won("small-harp")
    table = sit("ru")
    table.resume("small-harp", deck, [])
    moves = [move["text"] for move in table.state["moves"]]
    turning = next(text for text in moves if text.startswith("t"))
    table.go_on([turning])
    wish = {"version": table.state["version"], "action": "undo"}
    table.state = table.post(f"plays/{table.state['id']}/actions", wish)
    table.go_on([next(text for text in moves if text.startswith("s")), turning])
    page = open_review(table, "/1")
    figures = [one["figures"]["looked"] for one in asked(table)["moves"]]
    assert abs(figures[0]) >= 50
    assert figures[1] == 0
    texts = json.loads((STATIC / "i18n" / "review.ru.json").read_text("utf-8"))
    words = texts["review.looked"].partition("{")[0].strip()
    expect(page.locator(".panel.move")).to_contain_text(words)
    page.keyboard.press("ArrowRight")
    expect(page).to_have_url(re.compile("/2$"))
    expect(page.locator(".panel.move")).not_to_contain_text(words)


@pytest.mark.parametrize("lang", RUSSIAN)
def test_the_record_is_saved_and_the_move_is_shared(sit: Sit, lang: str, tmp_path: Path) -> None:
    table = sit(lang)
    deal, moves = lost()
    table.resume("small-harp", deal, moves)
    page = open_review(table, "/3")
    with page.expect_download() as coming:
        page.get_by_role("link", name=NAMES[lang]["save"]).click()
    file = tmp_path / coming.value.suggested_filename
    coming.value.save_as(file)
    assert file.name == f"arfa-small-harp-{deal}-review.ppn"
    record = read_record(file.read_text("utf-8"))
    assert [str(move) for move in record.moves] == list(moves)
    marks = [one["mark"] for one in asked(table)["moves"] if one["mark"]]
    assert len([g for node in record.line.nodes for g in node.glyphs]) == len(marks)
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.get_by_role("button", name=NAMES[lang]["share"]).click()
    table.says(words(lang)["review.shared"])
    link = page.evaluate("navigator.clipboard.readText()")
    assert link.endswith(f"#/review/{table.state['id']}/3")
    table.open(link.removeprefix(table.watch.home))
    drawn(page)
    shows(page, lang, 3, len(moves))


@pytest.mark.parametrize("lang", ENGLISH)
def test_a_record_is_opened_for_review(sit: Sit, lang: str, tmp_path: Path) -> None:
    table = sit(lang)
    page = table.page
    deal, moves = lost()
    file = tmp_path / "game.ppn"
    file.write_text(f'[Game "small-harp"]\n[Deal "{deal}"]\n\n{" ".join(moves)} stuck\n')
    page.locator("#open-file").wait_for(state="attached")
    with page.expect_file_chooser() as chooser:
        table.choose("review-file")
    chooser.value.set_files(file)
    drawn(page)
    assert page.locator(".review .moves li").count() == len(moves) + 1
    # One that is broken says where, and nothing is opened.
    file.write_text(f'[Game "small-harp"]\n[Deal "{deal}"]\n\nsw zz *\n')
    table.watch.allow("422")
    with page.expect_file_chooser() as chooser:
        table.choose("review-file")
    chooser.value.set_files(file)
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("zz")


def test_a_win_leads_to_its_review(sit: Sit) -> None:
    table = sit("ru")
    page = table.page
    deck, moves = won("small-harp")
    table.resume("small-harp", deck, moves[:-1])
    field = page.locator("#typed-move")
    field.fill(moves[-1])
    field.press("Enter")
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("button", name=words("ru")["review.do"]).click()
    drawn(page)
    expect(page.locator(".review h2")).to_contain_text(load_game("small-harp").title("ru"))
    expect(page.locator('[data-tile="end"] b')).to_have_text("100 %")
    page.locator(".review .back").click()
    table.shows(len(moves))


def test_a_game_that_is_stuck_offers_its_review(sit: Sit) -> None:
    table = sit("en")
    page = table.page
    deal, moves = lost()
    table.resume("small-harp", deal, moves[:-1])
    field = page.locator("#typed-move")
    field.fill(moves[-1])
    field.press("Enter")
    table.next()
    page.locator("#status").get_by_role("button", name=words("en")["review.do"]).click()
    drawn(page)


def test_what_cannot_be_shown_says_why(sit: Sit) -> None:
    """The game of another player, one without a move, one that nobody can judge yet; and a line that breaks."""
    mine, other = sit("ru"), sit("ru")
    mine.resume("small-harp", "1", ["sw"])
    other.watch.allow("404|422|Failed to load")
    other.open(f"#/review/{mine.state['id']}")
    expect(other.page.locator(".review .refused")).to_be_visible()
    for game, moves in (("small-harp", []), ("fig288", [0])):
        other.state = other.post("plays", {"game": game, "deal": "1"})
        for _ in moves:
            wish = {
                "version": other.state["version"],
                "action": "move",
                "move": other.state["moves"][0]["text"],
            }
            other.state = other.post(f"plays/{other.state['id']}/actions", wish)
        other.open(f"#/review/{other.state['id']}")
        expect(other.page.locator(".review .refused")).to_contain_text(re.compile("[а-я]{4}.*\\."))
    other.resume("small-harp", "1", ["sw"])
    other.page.route("**/review?*", lambda route: route.abort())
    other.open(f"#/review/{other.state['id']}")
    expect(other.page.locator(".review .refused")).to_have_text(words("ru")["review.line_lost"])
    other.page.unroute("**/review?*")
    other.page.get_by_role("button", name=words("ru")["review.again"]).click()
    drawn(other.page)


def test_a_patience_that_nobody_judges_shows_what_its_cards_allowed(sit: Sit) -> None:
    table = sit("en")
    deck, moves = won("fig288")
    table.resume("fig288", deck, moves)
    page = open_review(table)
    assert page.locator(".review svg .chance").count() == 0
    expect(page.locator(".review svg .light.winnable")).to_have_count(1)
    assert faults(page) == []


def test_the_language_changes_with_everything_on_the_page(sit: Sit) -> None:
    table = sit("ru")
    deal, moves = lost()
    table.resume("small-harp", deal, moves)
    page = open_review(table, "/4")
    page.locator(".langs [lang='en']").click()
    expect(page.locator(".review h2")).to_have_text("Review: Small Harp")
    shows(page, "en", 4, len(moves))
    texts: list[str] = table.ask("texts()")
    assert [text for text in texts if re.search("[А-Яа-я]", text) and text != "Русский"] == []


def test_it_is_light_and_loaded_when_it_is_asked_for(sit: Sit) -> None:
    table = sit("ru")
    table.resume("small-harp", "1", ["sw"])
    own = r"review|timeline|replay|stream|dress|telling|statistics"
    before = {r.url for r in table.watch.requests}
    assert not [url for url in before if re.search(own, url)]
    open_review(table)
    names = {
        r.url.removeprefix(table.watch.home)
        for r in table.watch.requests
        if r.url not in before and "/api/" not in r.url and not r.url.startswith("data:")
    }
    weight = sum(len(gzip.compress((STATIC / name).read_bytes(), 9)) for name in names if name)
    assert 5_000 < weight <= 40 * 1024, weight
