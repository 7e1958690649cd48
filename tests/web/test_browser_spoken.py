"""What a full board of each patience sounds like, in both languages: when it is dealt, and after moves, some refused.

The texts are in ``tests/vectors/spoken`` and are read by people; ``ARFA_SPOKEN=write`` writes them anew, to be read
once more.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from arfa.engine.moves import Move
from tests.web.hands import Pen
from tests.web.tables import RUSSIAN, Sit, Table
from tests.web.wins import Beside, won

pytestmark = pytest.mark.browser

FOLDER = Path(__file__).parents[1] / "vectors" / "spoken"
MADE = {
    "small-harp": 11,
    "big-harp": 8,
    "black-harp": 8,
    "harp-9": 6,
    "spider-pauk": 16,
    "fig288": 3,
}
"""How many moves of a won game are made, so that there is something of every kind."""


def refused(beside: Beside) -> list[Move]:
    """Moves that the rules refuse, each for another reason: the first four, those onto columns before all others."""
    found: dict[str, Move] = {}
    piles = [name for name in beside.game.pile_names if name != "s"]
    piles.sort(key=lambda name: beside.game.kind(name) != "column")
    for dst in piles:
        for src in piles:
            why = beside.position.refusal(Move(src, dst)) if src != dst else None
            if why is not None:
                found.setdefault(why.code, Move(src, dst))
    return list(found.values())[:4]


def groups(table: Table) -> dict[str, str]:
    """The board as a screen reader has it, pile by pile."""
    board = table.page.locator("#board").aria_snapshot()
    head, *piles = board.split("\n  - group ")
    return {"": head} | {pile.split(":\n")[0]: pile for pile in piles}


def spoken(table: Table, game: str) -> Iterator[str]:
    """What is heard: the board, then each move and what is told of it, then the piles that have changed."""
    deck, moves = won(game)
    table.watch.allow(r"status of 422")
    table.resume(game, deck)
    beside = Beside(game, deck)
    before = groups(table)
    yield "\n  - group ".join(before.values())
    pen = Pen(table)
    for text in moves[: MADE[game]]:
        move = beside.meant(text)
        pen.make(move)
        table.next()
        beside.push(move)
        expect(table.page.locator("#status")).to_have_text(table.told())
        yield f"\n{text}: {table.status()}"
    for move in refused(beside):
        last = table.status()
        pen.make(move)
        expect(table.page.locator("#status")).not_to_have_text(last)
        expect(table.page.locator("#status")).to_have_attribute("data-tone", "refused")
        yield f"\n{move}! {table.status()}"
    after = groups(table)
    yield "\n"
    for pile, text in after.items():
        if text != before.get(pile):
            yield f"\n  - group {text}"


@pytest.mark.parametrize("lang", RUSSIAN)
@pytest.mark.parametrize("game", MADE)
def test_a_full_board_sounds_like_this(sit: Sit, game: str, lang: str) -> None:
    heard = "".join(spoken(sit(lang), game)) + "\n"
    file = FOLDER / f"{game}.{lang}.txt"
    if os.environ.get("ARFA_SPOKEN") == "write":
        file.write_text(heard, "utf-8")
        pytest.fail(f"{file.name} was written anew: read it")
    assert heard == file.read_text("utf-8")
