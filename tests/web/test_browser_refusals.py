"""Never a silent no: what is refused springs back, and the status line says why in the language of the page."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from arfa.engine.moves import Move
from arfa.texts import pile_name, say
from tests.web.hands import Keyboard
from tests.web.tables import ENGLISH, RUSSIAN, Sit, sentence
from tests.web.wins import Beside, numbered, won

pytestmark = pytest.mark.browser

REFUSED = r"status of 422 .*/actions"
"""A browser writes every answer that is an error into its console; this one is wanted."""

WORDS = {"ru": re.compile("[а-яё]{3}"), "en": re.compile("[a-z]{3}")}
AT_THE_START = {
    "ru": "Это самое начало: возвращать нечего.",
    "en": "This is the beginning: there is nothing to undo.",
}


def reasons(beside: Beside) -> dict[str, Move]:
    """One illegal move of one card for every reason that there is in a position."""
    position, game = beside.position, beside.game
    found: dict[str, Move] = {}
    piles = [name for name in game.pile_names if game.kind(name) in ("column", "foundation")]
    for src in (*game.pile_names, "w"):
        if game.kind(src) not in ("column", "hand") or not position.cards(src):
            continue
        for dst in piles:
            move = Move(src, "f" if game.kind(dst) == "foundation" else dst)
            why = position.refusal(move) if src != dst else None
            if why is not None:
                found.setdefault(why.code, move)
    return found


@pytest.mark.parametrize("lang", ENGLISH)
def test_a_card_that_may_not_go_there_springs_back_and_is_told_why(sit: Sit, lang: str) -> None:
    deck, moves = won("small-harp")
    beside = Beside("small-harp", deck)
    done = []
    for text in moves:  # up to where a place has become free, so that there is all to be refused
        done.append(text)
        beside.push(beside.meant(text))
        if beside.empty_like("t1") and beside.position.cards("w"):
            break
    table = sit(lang)
    table.watch.allow(REFUSED)
    table.resume("small-harp", deck, done)
    wrong = reasons(beside)
    assert len(wrong) >= 3
    before = table.look()
    for move in wrong.values():
        at = table.card(move.src)
        dst = "f1" if move.dst == "f" else move.dst
        table.drag(move.src, -1, *table.way(move.src, -1, dst))
        why = beside.position.refusal(move)
        assert why is not None
        table.says(sentence(say(why, lang)), "refused")
        assert table.card(move.src) == at
        assert table.quiet() == before
    assert table.version == len(done)
    assert table.page.locator("#board .mark, #board .lifted, #board .held").count() == 0


@pytest.mark.parametrize("lang", RUSSIAN)
def test_a_stock_that_gives_nothing_says_so(sit: Sit, lang: str) -> None:
    table = sit(lang)
    table.watch.allow(REFUSED)
    table.resume("harp-9+redeals=0", "7", ["sw"] * 59)
    assert table.state["counts"]["redeals_left"] == 0
    before = table.look()
    table.click(*table.spot("s"))
    beside = Beside("harp-9+redeals=0", numbered("harp-9+redeals=0", "7"))
    for _ in range(59):
        beside.push(Move("s", "w"))
    why = beside.position.refusal(Move("w", "s"))
    assert why is not None
    table.says(sentence(say(why, lang)), "refused")
    place = table.page.locator('[data-pile="s"] button')
    left = {"ru": "колода вышла, пересдач больше нет", "en": "used up, no redeal is left"}
    expect(place).to_have_attribute("aria-label", f"{pile_name('s', lang)}: {left[lang]}")
    table.page.keyboard.press("s")
    table.says(sentence(say(why, lang)), "refused")
    assert table.quiet() == before
    assert table.version == 59


def test_what_cannot_be_taken_says_why(sit: Sit) -> None:
    """A tap and a drag alike."""
    deck, _ = won("small-harp")
    table = sit("ru", touch=True)
    table.resume("small-harp", deck, ["sw"] * 3)
    before = table.look()
    empty = next(pile for pile, cards in before["piles"].items() if pile[0] == "f" and not cards)
    table.click(*table.spot("t1", 0))
    table.says("Эта карта закрыта.")
    table.click(*table.spot(empty))
    table.says("Здесь пусто.")
    table.drag("t2", 0, 60, 80)
    table.says("Эта карта закрыта.")
    assert table.quiet() == before
    assert table.version == 3


def test_a_double_tap_without_a_place_to_go_changes_nothing(sit: Sit) -> None:
    """Field report 9: a shortcut obeys the rules."""
    deck, _ = won("small-harp")
    beside = Beside("small-harp", deck)
    legal = beside.position.legal_moves()
    idle = next(
        pile
        for pile in beside.game.pile_names
        if beside.game.kind(pile) == "column"
        and beside.position.cards(pile)
        and all(move.src != pile or move.count != 1 for move in legal)
    )
    table = sit("en")
    table.watch.allow(REFUSED)
    table.resume("small-harp", deck)
    x, y = table.spot(idle, -1)
    table.page.mouse.dblclick(x, y)
    why = beside.position.refusal(Move(idle, "f"))
    assert why is not None
    table.says(sentence(say(why, "en")), "refused")
    assert table.quiet() == beside.look()
    assert table.version == 0
    expect(table.page.locator("#undo")).to_have_attribute("aria-disabled", "true")


@pytest.mark.parametrize("lang", ENGLISH)
def test_nonsense_in_writing_is_answered_with_what_can_be_written(sit: Sit, lang: str) -> None:
    table = sit(lang)
    table.watch.allow(REFUSED)
    table.resume("small-harp", "1")
    field = table.page.locator("#typed-move")
    for text in ("xyzzy", "t9t1", "t1t1", "🂡", "t1t2.999999999999999999"):
        field.fill(text)
        field.press("Enter")
        table.says(WORDS[lang], "refused")
        assert field.input_value() == ""
        # To be told something else in between; the button says that it is disabled, but listens.
        table.page.locator("#undo").click(force=True)
        table.says(AT_THE_START[lang])
    assert table.quiet()["closed"] == 21
    assert table.version == 0


def test_keys_say_why_as_well(sit: Sit) -> None:
    deck, _ = won("small-harp")
    beside = Beside("small-harp", deck)
    table = sit("en")
    table.watch.allow(REFUSED)
    table.resume("small-harp", deck)
    wrong = [m for m in reasons(beside).values() if m.dst != "f" and m.src != "w"]
    assert wrong
    keys = Keyboard(table, beside)
    table.page.locator("#board [tabindex='0']").focus()
    for move in wrong:
        keys.walk(move.src)
        keys.press("Enter")
        assert table.ask("lifted(argument)", 1) == "lifted"
        keys.walk(move.dst)
        keys.press("Enter")
        why = beside.position.refusal(move)
        assert why is not None
        table.says(sentence(say(why, "en")), "refused")
    assert table.quiet() == beside.look()
