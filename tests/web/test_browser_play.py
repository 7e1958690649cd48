"""Whole games in a real browser, each to its win: by drags alone, by keys alone, by taps alone, and in writing.

After every move the page is compared, pile by pile, with the referee who plays along.
"""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from arfa.engine.outcome import Outcome
from tests.web.hands import Finger, Keyboard, Mouse, Pen, play
from tests.web.tables import DESK, Sit, Table
from tests.web.wins import Beside, won

pytestmark = pytest.mark.browser

CAME_OUT = {"ru": "Пасьянс сошёлся!", "en": "The patience has come out!"}
SIX = ("small-harp", "big-harp", "black-harp", "harp-9", "spider-pauk", "fig288")


def games(*always: str) -> list[object]:
    """The six patiences; all but these are played in a soak only."""
    return [pytest.param(name, marks=() if name in always else pytest.mark.soak) for name in SIX]


def assert_won(table: Table, beside: Beside, moves: int) -> None:
    """The page knows that this was a win, says so, and counts right."""
    assert beside.position.outcome() is Outcome.WON
    dialog = table.page.get_by_role("dialog")
    expect(dialog.get_by_role("heading")).to_have_text(CAME_OUT[table.lang])
    expect(dialog).to_contain_text(f"{moves} ")


@pytest.mark.parametrize("game", games("small-harp"))
def test_a_game_is_won_by_drags_alone(sit: Sit, game: str) -> None:
    deck, moves = won(game)
    table = sit("ru")
    table.deal(game, deck)
    beside = Beside(game, deck)
    play(table, beside, Mouse(table, beside), moves)
    assert_won(table, beside, len(moves))
    inputs = table.ask("inputs")
    assert "keydown" not in inputs
    # One press for each move, and two to choose and to deal: no card was moved by a press on it and one on its place.
    assert inputs["mouse pointerdown"] == len(moves) + 2


@pytest.mark.parametrize("game", games("small-harp"))
def test_a_game_is_won_by_keys_alone(sit: Sit, game: str) -> None:
    deck, moves = won(game, 1)
    table = sit("en")
    start_by_keys(table, game, deck)
    beside = Beside(game, deck)
    keys = Keyboard(table, beside, jumps=game == "spider-pauk")
    play(table, beside, keys, moves)
    assert_won(table, beside, len(moves))
    keys.press("Escape")
    expect(table.page.get_by_role("dialog")).to_have_count(0)
    assert set(table.ask("inputs")) == {"keydown", "paste"}


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


@pytest.mark.parametrize("game", games("fig288"))
def test_a_game_is_won_by_taps_alone(sit: Sit, game: str) -> None:
    deck, moves = won(game)
    table = sit("ru", touch=True)
    table.deal(game, deck)
    beside = Beside(game, deck)
    play(table, beside, Finger(table, beside), moves)
    assert_won(table, beside, len(moves))
    inputs = table.ask("inputs")
    assert "touchmove" not in inputs
    assert "keydown" not in inputs
    assert "mouse pointerdown" not in inputs


@pytest.mark.soak
@pytest.mark.parametrize("game", SIX)
def test_a_game_is_won_in_writing(sit: Sit, game: str) -> None:
    deck, moves = won(game)
    table = sit("en", viewport=DESK)
    table.deal(game, deck)
    beside = Beside(game, deck)
    play(table, beside, Pen(table), moves)
    assert_won(table, beside, len(moves))
