"""The page of statistics: what was played is there, as charts and as tables, and goes out, comes in and ends."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from arfa.rules.load import load_game
from tests.web.archives import archive
from tests.web.tables import ENGLISH, PHONE, RUSSIAN, Sit, Table
from tests.web.wins import won

pytestmark = pytest.mark.browser

GAMES = {
    "small-harp": (12, 0.6),
    "black-harp": (5, 0.5),
    "gaps": (2, 0.3),
    "small-harp+worry-back": (2, 0.5),
}
SMALL = {"width": 360, "height": 640}


@pytest.fixture(scope="session")
def file() -> bytes:
    """The plays of some weeks."""
    return archive(GAMES, 40)


def fill(table: Table, file: bytes) -> None:
    """Give the player of this table the plays of the file."""
    home = table.watch.home
    answer = table.page.request.post(
        f"{home}api/player/import", data=file, headers={"Content-Type": "application/json"}
    )
    assert answer.ok, answer.text()


def opened(table: Table, rest: str = "") -> Page:
    """The page of statistics, once it is drawn."""
    page = table.open(f"#/statistics{rest}").page
    page.locator("#page h2").wait_for()
    return page


def figures(table: Table) -> Any:
    return table.get("player/statistics")["total"]


def tile(page: Page, name: str) -> str:
    """The large figure under a name."""
    box = page.locator("#page .tiles div").filter(
        has=page.locator("dt").get_by_text(name, exact=True)
    )
    return box.locator("b").inner_text()


def rows(page: Page, heading: str) -> list[list[str]]:
    """The table that stands beneath the chart of this name."""
    chart = page.locator("figure").filter(has=page.get_by_role("heading", name=heading, exact=True))
    if chart.locator("details:not([open])").count():
        chart.locator("summary").click()
    cells: list[list[str]] = chart.locator("tbody tr").evaluate_all(
        "all => all.map((row) => [...row.cells].map((cell) => cell.textContent))"
    )
    return cells


NAMES = {
    "ru": {
        "played": "Сыграно",
        "won": "Сошлось",
        "lost": "Не сошлось",
        "clean": "Чистых побед",
        "rate": "Доля побед",
        "moves": "Ходов до победы",
        "times": "Время до победы",
        "streaks": "Серии",
        "days": "По дням",
        "save": "Сохранить копию",
        "end": "Удалить всё",
        "sure": "Удалить всё навсегда",
        "delete": "Удалить",
        "cancel": "Отмена",
        "menu": "Статистика",
        "go": "Выбрать пасьянс",
    },
    "en": {
        "played": "Played",
        "won": "Came out",
        "lost": "Did not",
        "clean": "Clean wins",
        "rate": "Share of wins",
        "moves": "Moves to a win",
        "times": "Time to a win",
        "streaks": "Streaks",
        "days": "By day",
        "save": "Save a copy",
        "end": "Delete everything",
        "sure": "Delete everything for good",
        "delete": "Delete",
        "cancel": "Cancel",
        "menu": "Statistics",
        "go": "Choose a patience",
    },
}


# ---------------------------------------------------------------------------------------------- what was played
@pytest.mark.parametrize("lang", RUSSIAN)
def test_a_won_game_is_there_after_it_was_played(sit: Sit, lang: str) -> None:
    """From an empty page by the menu to a play, and back: the win is counted once, with what it took."""
    names = NAMES[lang]
    table = sit(lang)
    page = table.page
    page.locator("#games input").first.wait_for()
    page.locator("#menu").click()
    page.get_by_role("dialog").get_by_text(names["menu"], exact=True).click()
    expect(page.locator("#page").get_by_role("heading", level=2)).to_have_text(names["menu"])
    expect(page.locator("#page .tiles")).to_have_count(0)
    page.locator("#page").get_by_role("link", name=names["go"]).click()
    page.locator("#games input").first.wait_for()
    deck, moves = won("small-harp")
    table.resume("small-harp", deck, moves)
    for kind in ("undo", "redo"):
        wish = {"version": table.state["version"], "action": kind}
        table.state = table.post(f"plays/{table.state['id']}/actions", wish)
    page = opened(table)
    assert [tile(page, names[key]) for key in ("played", "won", "lost", "clean")] == [
        "1",
        "1",
        "0",
        "1",
    ]
    assert tile(page, {"ru": "Меньше всего ходов", "en": "Fewest moves"}[lang]) == str(len(moves))
    page.locator("#page table a").first.click()
    expect(page.locator("#page").get_by_role("heading", level=2)).to_have_text(
        load_game("small-harp").title(lang)
    )
    # From the list back to the play.
    page.locator(".history a").click()
    table.shows(table.state["version"])


@pytest.mark.parametrize("lang", ENGLISH)
def test_the_tables_beneath_the_charts_say_what_the_service_counts(
    sit: Sit, lang: str, file: bytes
) -> None:
    names = NAMES[lang]
    table = sit(lang)
    fill(table, file)
    page = opened(table)
    total = figures(table)
    assert tile(page, names["played"]) == str(total["played"])
    by_day = rows(page, names["days"])
    assert sum(int(row[1]) for row in by_day) == total["played"]
    assert sum(int(row[2]) for row in by_day) == total["won"]
    shares = rows(page, names["rate"])
    titles = {load_game(game).title(lang) for game in GAMES}
    assert {row[0] for row in shares} == titles
    worry = next(row for row in shares if row[0] == load_game("small-harp+worry-back").title(lang))
    assert worry[-1] == "—", "what was not measured is not told"
    page = opened(table, "/small-harp")
    one = next(e for e in table.get("player/statistics")["patiences"] if e["game"] == "small-harp")
    for key in ("moves", "times"):
        assert sum(int(row[1]) for row in rows(page, names[key])) == one["figures"]["won"]
    assert len(rows(page, names["streaks"])) == len(one["figures"]["streaks"]["latest"])
    least = one["figures"]["moves"]
    assert (
        str(least["least"])
        in page.locator("figure").filter(has_text=names["moves"]).first.inner_text()
    )


def test_a_chart_is_a_picture_with_words_and_fits_its_place(sit: Sit, file: bytes) -> None:
    """On a phone and on a desk: every drawing lies within its frame, and is named for those who cannot see it."""
    table = sit("ru", viewport=SMALL)
    fill(table, file)
    for rest in ("", "/small-harp"):
        page = opened(table, rest)
        for viewport in (SMALL, {"width": 844, "height": 390}, {"width": 1366, "height": 768}):
            page.set_viewport_size(viewport)  # type: ignore[arg-type]
            pictures = page.get_by_role("img")
            expect(pictures.first).to_be_visible()
            table.until(
                "[...document.querySelectorAll('.drawing')]"
                ".every((each) => each.firstChild?.clientWidth === Math.floor(each.clientWidth))"
            )
            outside = page.evaluate(
                """() => [...document.querySelectorAll(".drawing")].flatMap((drawing) => {
                    const frame = drawing.closest("figure").getBoundingClientRect();
                    return [...drawing.querySelectorAll("text, rect, circle, path")].filter((part) => {
                        const box = part.getBoundingClientRect();
                        return box.left < frame.left - 1 || box.right > frame.right + 1;
                    }).map((part) => `${part.tagName} ${part.textContent}`);
                })"""
            )
            assert outside == []
            crossed = page.evaluate(
                """() => [...document.querySelectorAll(".drawing svg")].flatMap((svg) => {
                    const boxes = [...svg.querySelectorAll(".tick")].map((tick) => tick.getBoundingClientRect());
                    return boxes.filter((box, n) => n && box.left < boxes[n - 1].right);
                }).length"""
            )
            assert crossed == 0, "words of an axis lie on each other"
            assert page.evaluate("document.querySelector('main').scrollWidth") <= viewport["width"]
        for name in pictures.evaluate_all("all => all.map((each) => each.ariaLabel)"):
            assert re.search(r"[а-яё]{3}.*\d|[а-яё]{5}", name), name


@pytest.mark.parametrize(
    ("lang", "dark"),
    [
        ("ru", True),
        pytest.param("en", False, marks=pytest.mark.soak),
        pytest.param("ru", False, marks=pytest.mark.soak),
        pytest.param("en", True, marks=pytest.mark.soak),
    ],
)
def test_axe_finds_nothing_in_statistics(sit: Sit, lang: str, dark: bool, file: bytes) -> None:
    table = sit(lang, dark=dark, viewport=PHONE if dark else None)
    for filled in (False, True):
        if filled:
            fill(table, file)
        for rest in ("", "/small-harp", "/no-such-harp"):
            page = opened(table, rest)
            for fold in page.locator("#page summary").all():
                fold.click()
            found = Axe().run(page).response["violations"]
            assert [f"{f['id']}: {[n['target'] for n in f['nodes']][:5]}" for f in found] == []


@pytest.mark.parametrize("lang", RUSSIAN)
def test_every_text_of_statistics_is_filled_in_and_in_one_language(
    sit: Sit, lang: str, file: bytes
) -> None:
    """Field report 54: nothing like `{stats.gamesWon}` is left."""
    table = sit(lang, viewport=SMALL)
    for filled in (False, True):
        if filled:
            fill(table, file)
        for rest in ("", "/small-harp"):
            page = opened(table, rest)
            for fold in page.locator("#page summary").all():
                fold.click()
            texts: list[str] = table.ask("texts()")
            texts += page.locator("svg title").evaluate_all("all => all.map((e) => e.textContent)")
            texts += page.locator("[aria-label]").evaluate_all("all => all.map((e) => e.ariaLabel)")
            assert len(texts) > 10
            left = [
                text for text in texts if re.search(r"[{}|]|undefined|NaN|\bnull\b|stat\.", text)
            ]
            assert left == []
            alien = {"ru": "[A-Za-z]{3}", "en": "[А-Яа-яЁё]"}[lang]
            known = {"English", "Русский"}
            assert [text for text in texts if re.search(alien, text) and text not in known] == []
            assert table.ask("cut()") == []


def test_numbers_of_games_have_their_plurals(sit: Sit) -> None:
    """1 win, 2 wins, 5 wins, 21 wins: asked of the catalogue that the page has loaded."""
    table = sit("ru")
    page = opened(table)
    said = page.evaluate(
        """async () => {
            const { t } = await import("./i18n.js");
            return [1, 2, 5, 11, 21, 22, 25].map((n) => [t("stat.wins", { n }), t("stat.imported.added", { n }),
                t("stat.could", { deals: n, from: 1 })]);
        }"""
    )
    assert [line[0] for line in said] == [
        "1 победа",
        "2 победы подряд",
        "5 побед подряд",
        "11 побед подряд",
        "21 победа",
        "22 победы подряд",
        "25 побед подряд",
    ]
    assert [line[1].split(":")[1] for line in said] == [
        f" {n} {word}."
        for n, word in zip(
            (1, 2, 5, 11, 21, 22, 25),
            ("партия", "партии", "партий", "партий", "партия", "партии", "партий"),
            strict=True,
        )
    ]
    assert [line[2].split(" ")[2] for line in said] == [
        "расклада", "раскладов", "раскладов", "раскладов", "расклада", "раскладов", "раскладов",
    ]  # fmt: skip


def test_by_keyboard_alone(sit: Sit, file: bytes) -> None:
    """Open a table, go to a patience, filter the list, and delete a play, without touching the mouse."""
    table = sit("en")
    fill(table, file)
    page = opened(table)

    def to(selector: str) -> None:
        for _ in range(80):
            page.keyboard.press("Tab")
            if page.evaluate("(selector) => document.activeElement.matches(selector)", selector):
                return
        raise AssertionError(f"the keyboard does not reach {selector}")

    to("#page summary")
    page.keyboard.press("Enter")
    expect(page.locator("#page details[open]")).to_have_count(1)
    to("#page table a")
    page.keyboard.press("Enter")
    expect(page.locator("#page").get_by_role("heading", level=2)).to_have_text("Small Harp")
    expect(page.locator("#page").get_by_role("heading", level=2)).to_be_focused()
    to("#page select")
    page.keyboard.press("l")  # the one that begins so
    expect(page.locator(".history .result:not(.lost)")).to_have_count(0)
    lost = page.locator(".history li").count()
    assert lost
    to(".history button")
    page.keyboard.press("Enter")
    dialog = page.get_by_role("dialog")
    expect(dialog).to_be_visible()
    dialog.get_by_role("button", name="Delete", exact=True).focus()
    page.keyboard.press("Enter")
    table.says("The game is deleted.")
    assert table.get("player/plays?game=small-harp&result=lost&x=")["total"] == lost - 1


# ---------------------------------------------------------------------------------------------- list
def test_the_list_shows_more_when_asked(sit: Sit, file: bytes) -> None:
    table = sit("ru")
    fill(table, file)
    page = opened(table)
    plays = len(json.loads(file)["plays"])
    items = page.locator(".history li")
    expect(items).to_have_count(20)
    page.get_by_role("button", name="Показать ещё").click()
    expect(items).to_have_count(plays)
    expect(page.locator(".history li:nth-child(21) a")).to_be_focused()
    expect(page.get_by_role("button", name="Показать ещё")).to_be_hidden()


@pytest.mark.parametrize("lang", ENGLISH)
def test_a_play_is_deleted_after_a_question(sit: Sit, lang: str) -> None:
    names = NAMES[lang]
    table = sit(lang)
    table.resume("small-harp", "1", ["sw"])
    page = opened(table)
    for answer, left in (("cancel", 1), ("delete", 0)):
        page.locator(".history li button").click()
        page.get_by_role("dialog").get_by_role("button", name=names[answer], exact=True).click()
        expect(page.get_by_role("dialog")).to_have_count(0)
        expect(page.locator(".history li")).to_have_count(left)
        assert figures(table)["played"] == left
    expect(page.locator("#page").get_by_role("link", name=names["go"])).to_be_visible()


# ---------------------------------------------------------------------------------------------- out, in, and the end
@pytest.mark.parametrize("lang", RUSSIAN)
def test_a_file_is_saved_and_loaded_elsewhere(
    sit: Sit, lang: str, file: bytes, tmp_path: Path
) -> None:
    names = NAMES[lang]
    table, other = sit(lang), sit(lang)
    fill(table, file)
    page = opened(table)
    with page.expect_download() as saved:
        page.get_by_role("link", name=names["save"]).click()
    assert saved.value.suggested_filename == "arfa-plays.json"
    path = tmp_path / "arfa-plays.json"
    saved.value.save_as(path)
    plays = len(json.loads(path.read_text("utf-8"))["plays"])
    there = opened(other)
    for said in {"ru": ("Добавлено", "Уже были здесь"), "en": ("Added", "Here already")}[lang]:
        there.locator("#page input[type=file]").set_input_files(path)
        other.says(re.compile(rf"^{said}: {plays} [а-яa-z]+\.$"))
        assert figures(other) | {"moves": 0, "times": 0} == figures(table) | {
            "moves": 0,
            "times": 0,
        }
    assert tile(there, names["played"]) == tile(page, names["played"])
    # A file that is cut off: it is said, and nothing changes.
    path.write_bytes(path.read_bytes()[:-10])
    other.watch.allow("422")
    there.locator("#page input[type=file]").set_input_files(path)
    other.says(re.compile({"ru": "повреждён", "en": "damaged"}[lang]), "refused")
    assert figures(other)["played"] == figures(table)["played"]


@pytest.mark.parametrize("lang", ENGLISH)
def test_everything_is_deleted_after_a_question(sit: Sit, lang: str, file: bytes) -> None:
    names = NAMES[lang]
    table = sit(lang)
    fill(table, file)
    page = opened(table)
    for answer in ("cancel", "sure"):
        page.get_by_role("button", name=names["end"], exact=True).click()
        dialog = page.get_by_role("dialog")
        assert re.search(
            {"ru": "только из файла", "en": "only be brought back"}[lang], dialog.inner_text()
        )
        assert figures(table)["played"] > 0
        dialog.get_by_role("button", name=names[answer], exact=True).click()
        expect(dialog).to_have_count(0)
    expect(page.locator("#page").get_by_role("link", name=names["go"])).to_be_visible()
    expect(page.locator("#page .tiles")).to_have_count(0)
    assert page.context.cookies() == []
    assert figures(table)["played"] == 0


# ---------------------------------------------------------------------------------------------- what may go wrong
def test_the_page_says_so_when_the_service_does_not_answer(sit: Sit, file: bytes) -> None:
    table = sit("en")
    fill(table, file)
    page = opened(table)
    table.watch.allow("Failed to load resource")
    page.route("**/api/player/**", lambda route: route.abort())
    page.get_by_role("button", name="Show more").click()
    table.says(re.compile("connection|reach|answer"), "refused")
    page.unroute("**/api/player/**")
    page.get_by_role("button", name="Show more").click()
    expect(page.locator(".history li")).to_have_count(len(json.loads(file)["plays"]))


def test_a_game_goes_on_where_it_was_after_a_look_at_statistics(sit: Sit) -> None:
    """Field report 58, for this page: nobody loses a game by opening another page."""
    table = sit("ru")
    deck, moves = won("small-harp")
    table.resume("small-harp", deck, moves[:9])
    before = table.look()
    table.choose("statistics")
    table.page.locator("#page h2").wait_for()
    table.page.go_back()
    assert table.shows(9) == before


def test_the_language_changes_with_everything_on_the_page(sit: Sit, file: bytes) -> None:
    table = sit("ru")
    fill(table, file)
    page = opened(table, "/small-harp")
    page.locator(".langs [lang='en']").click()
    expect(page.locator("#page").get_by_role("heading", level=2)).to_have_text("Small Harp")
    assert page.evaluate("document.title").startswith("Small Harp")
    texts: list[str] = table.ask("texts()")
    assert [text for text in texts if re.search("[А-Яа-я]", text) and text != "Русский"] == []
    page.get_by_role("link", name="← All patiences").click()
    expect(page.locator("#page").get_by_role("heading", level=2)).to_have_text("Statistics")


def test_nothing_of_this_page_is_loaded_before_it_is_asked_for(sit: Sit) -> None:
    table = sit("ru")
    table.deal("small-harp", "1")
    asked = [request.url for request in table.watch.requests]
    assert not [
        url for url in asked if re.search(r"statistics|charts|history|archive|telling", url)
    ]
