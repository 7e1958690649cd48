"""Whole games in a real browser, each to its win: by drags alone, by keys alone, by taps alone, and in writing.

After every move the page is compared, pile by pile, with the referee who plays along, and what it says of the move
with what is said in its language.
"""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from arfa.engine.outcome import Outcome
from tests.web.hands import Finger, Keyboard, Mouse, Pen, play
from tests.web.speech import counted
from tests.web.tables import DESK, Sit, Table
from tests.web.wins import Beside, won

pytestmark = pytest.mark.browser

SIX = ("small-harp", "big-harp", "black-harp", "harp-9", "spider-pauk", "fig288")
PLAYED = (*SIX, "harp-slope")
DEALT = {"ru": "Карты разложены.", "en": "The cards are dealt."}
CAME_OUT = {"ru": "Пасьянс сошёлся!", "en": "The patience has come out!"}
NAMES = {
    "ru": (
        "Арфа малая",
        "Арфа большая",
        "Чёрная арфа",
        "Арфа в девять столбцов",
        "Паук (Змей)",
        "Пасьянс с рисунка 288",
        "Склон",
    ),
    "en": (
        "Small Harp",
        "Big Harp",
        "Black Harp",
        "Nine-column Harp",
        "Old Spider (Serpent)",
        "The Game of Fig. 288",
        "The Slope",
    ),
}
CLEAN = {
    "ru": "Чисто: без возвратов и подсказок.",
    "en": "Clean: nothing was taken back, no help.",
}


def games(*always: tuple[str, str]) -> list[object]:
    """The six patiences and Склон in both languages; all but these are played in a soak only."""
    return [
        pytest.param(name, lang, marks=() if (name, lang) in always else pytest.mark.soak)
        for name in PLAYED
        for lang in ("ru", "en")
    ]


def shortest(game: str) -> tuple[str, tuple[str, ...]]:
    """The shortest of the won games of a patience: its deck and its moves."""
    return min((won(game, number) for number in range(3)), key=lambda one: len(one[1]))


def assert_won(table: Table, beside: Beside, moves: int) -> None:
    """The page knows that this was a win, says so in its language, and counts right."""
    lang = table.lang
    assert beside.position.outcome() is Outcome.WON
    dialog = table.page.get_by_role("dialog")
    expect(dialog.get_by_role("heading")).to_have_text(CAME_OUT[lang])
    count = counted(lang, moves, *{"ru": ("ход", "хода", "ходов"), "en": ("move", "moves")}[lang])
    name = NAMES[lang][PLAYED.index(beside.game.spec.name)]
    begin = {"ru": f"«{name}»: {count}.", "en": f"{name}: {count}."}[lang]
    expect(dialog).to_contain_text(begin)
    expect(dialog).to_contain_text(CLEAN[lang])
    expect(table.page.locator("#moves")).to_have_text(count)
    expect(table.page.locator("html")).to_have_attribute("lang", lang)


@pytest.mark.parametrize(("game", "lang"), games(("small-harp", "ru")))
def test_a_game_is_won_by_drags_alone(sit: Sit, game: str, lang: str) -> None:
    deck, moves = shortest(game)
    table = sit(lang)
    table.deal(game, deck)
    expect(table.page.get_by_role("status")).to_have_text(re.compile(re.escape(DEALT[lang])))
    beside = Beside(game, deck)
    play(table, beside, Mouse(table, beside), moves, heard=True)
    assert_won(table, beside, len(moves))
    inputs = table.ask("inputs")
    assert "keydown" not in inputs
    # One press for each move, and two to choose and to deal: no card was moved by a press on it and one on its place.
    assert inputs["mouse pointerdown"] == len(moves) + 2


@pytest.mark.parametrize(("game", "lang"), games(("small-harp", "en")))
def test_a_game_is_won_by_keys_alone(sit: Sit, game: str, lang: str) -> None:
    deck, moves = shortest(game)
    table = sit(lang)
    start_by_keys(table, game, deck)
    beside = Beside(game, deck)
    keys = Keyboard(table, beside, jumps=game == "spider-pauk")
    play(table, beside, keys, moves, heard=True)
    assert_won(table, beside, len(moves))
    keys.press("Escape")
    expect(table.page.get_by_role("dialog")).to_have_count(0)
    # A browser sends a mousemove itself when cards move beneath a pointer that rests.
    assert set(table.ask("inputs")) - {"mousemove"} == {"keydown", "paste"}


def start_by_keys(table: Table, game: str, deck: str) -> None:
    """Choose a patience and paste a deck, with the keyboard alone."""
    page = table.page
    page.locator("#games input").first.wait_for()
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.evaluate("(deck) => navigator.clipboard.writeText(deck)", deck)
    keyboard = page.keyboard

    def tab_to(selector: str) -> None:
        for _ in range(30):
            if page.evaluate("(sel) => document.activeElement.matches(sel)", selector):
                return
            keyboard.press("Tab")
        raise AssertionError(f"no way to {selector}")

    tab_to("#games input[type=radio]")
    for _ in range(len(SIX) * 2):
        if page.evaluate("document.activeElement.value") == game:
            break
        keyboard.press("ArrowDown")
    expect(page.locator(f'#games input[value="{game}"]')).to_be_checked()
    tab_to("#deal")
    keyboard.press("ControlOrMeta+V")
    expect(page.locator("#deal")).to_have_value(deck)
    keyboard.press("Enter")
    table.quiet()


@pytest.mark.parametrize(("game", "lang"), games())
def test_a_game_is_won_by_taps_alone(sit: Sit, game: str, lang: str) -> None:
    deck, moves = shortest(game)
    table = sit(lang, touch=True)
    table.deal(game, deck)
    beside = Beside(game, deck)
    play(table, beside, Finger(table, beside), moves, heard=True)
    assert_won(table, beside, len(moves))
    inputs = table.ask("inputs")
    assert "touchmove" not in inputs
    assert "keydown" not in inputs
    assert "mouse pointerdown" not in inputs


@pytest.mark.soak
@pytest.mark.parametrize("game", SIX)
def test_a_game_is_won_in_writing(sit: Sit, game: str) -> None:
    deck, moves = shortest(game)
    table = sit("en", viewport=DESK)
    table.deal(game, deck)
    beside = Beside(game, deck)
    play(table, beside, Pen(table), moves)
    assert_won(table, beside, len(moves))
