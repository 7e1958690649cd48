"""The game of fig. 288: rulebook section 6 with its worked examples."""

from __future__ import annotations

import pytest

from arfa.cards import card_text, rank
from arfa.engine.game import Game
from arfa.engine.moves import Move
from arfa.engine.outcome import Outcome
from arfa.engine.position import Position
from arfa.engine.view import view
from tests.rulebook.table import at, deal, plays, refused, top

rule = pytest.mark.rule

#: A full layout that meets every clause of the text; rows 1 to 8 are a to h, the upper one first.
FIGURE = """
a: -- JS AS 9C TH *
b: -- TH 7H *
c: -- 2S *
d: -- 9H AS *
e: -- 6H TC *
f: -- JH *
g: -- TC *
h: -- TS JH *
"""

#: The moves of the text: the ace of row 4 in front of row 3, then the chain of gaps, then the other ace.
MOVES = ("d2c0", "a4d2", "e2a4", "b2e2", "h2b2", "a1h2", "a2a0")


def figure() -> Position:
    return at("fig288", FIGURE)


def place_of(position: Position, text: str) -> str:
    """Where the first copy of a card lies."""
    return next(n for n in position.game.pile_names if top(position, n) == text)


@rule("T6.1", "6.reconstruction")
def test_t6_1() -> None:
    position = figure()
    named = ["AS", "TH", "TC", "7H", "JH", "JS", "AS"]
    for move, text in zip(MOVES, named, strict=True):
        assert top(position, Move.parse(move).src) == text
        plays(position, move)
    assert (top(position, "c0"), top(position, "c1")) == ("AS", "2S"), "the two is in its place"
    for text, cell in (("2S", "a1"), ("3S", "a2")):
        plays(position, f"{place_of(position, text)}{cell}")
    assert [top(position, f"a{n}") for n in range(3)] == ["AS", "2S", "3S"]


@rule("6.certain", "6.rules")
def test_the_layout() -> None:
    game = Game.named("fig288")
    position = deal("fig288")
    assert len(game.pile_names) == 8 * 14
    assert all(top(position, f"{row}0") == "--" for row in "abcdefgh")
    cells = [top(position, f"{row}{place}") for row in "abcdefgh" for place in range(1, 14)]
    assert cells == [card_text(c) for c in game.pack()]
    assert all(c is not None for pile in view(position) for c in pile.cards), "all cards are open"


@rule("6.certain", "6.rules")
def test_exactly_the_next_card_of_the_suit_goes_into_a_gap() -> None:
    position = plays(figure(), "d2c0")
    wanted = {m.src for m in position.legal_moves() if m.dst == "d2"}
    assert {top(position, src) for src in wanted} == {"TH"}
    assert len(wanted) == 2, "either of the twins"
    assert refused(position, f"{place_of(position, 'TD')}d2") == "gap-wants"
    aces = {m.src for m in position.legal_moves() if m.dst == "a0"}
    assert all(rank(position.cards(src)[0]) == 1 for src in aces)
    assert len(aces) == 8


@rule("6.rules")
def test_won_when_every_row_is_a_suit_from_ace_to_king() -> None:
    suits = "CDHSCDHS"
    rows = [
        f"{row}: " + " ".join(f"{r}{s}" for r in "A23456789TJQK") + " --"
        for row, s in zip("abcdefgh", suits, strict=True)
    ]
    rows[0] = "a: " + " ".join(f"{r}C" for r in "A23456789TJQ") + " -- KC"
    position = at("fig288", "\n".join(rows))
    assert position.outcome() is Outcome.PLAYING
    plays(position, "a13a12")
    assert position.outcome() is Outcome.WON


@rule("6.rules")
def test_lost_when_no_move_is_left() -> None:
    # Every row begins with its ace and a king, and the gap is behind the king.
    rows = [f"{row}: A{s} K{s} -- *" for row, s in zip("abcdefgh", "CDHSCDHS", strict=True)]
    position = at("fig288", "\n".join(rows))
    assert position.no_move()
    assert position.outcome() is Outcome.NO_MOVE
    assert refused(position, "redeal") == "redeal-never"


@rule("6.rules")
def test_the_redeal_keeps_what_is_in_sequence_and_leaves_a_gap_behind_it() -> None:
    position = plays(at("fig288+redeals=1", FIGURE), *MOVES)
    plays(position, f"{place_of(position, '2S')}a1")
    plays(position, "redeal")
    assert [top(position, f"a{n}") for n in range(3)] == ["AS", "2S", "--"]
    assert [top(position, f"{row}{1 if row == 'c' else 0}") for row in "bcdefgh"] == ["--"] * 7
    assert sum(not position.cards(name) for name in position.game.pile_names) == 8
    assert refused(position, "redeal") == "redeal-none-left"
    after = str(position)
    position.pop()
    plays(position, "redeal")
    assert str(position) == after, "taken back and made again it gives the same board"


@rule("T6.2")
def test_t6_2() -> None:
    assert refused(figure(), "a4d2") == "gap-taken"


@rule("T6.3")
def test_t6_3() -> None:
    assert refused(figure(), "a1a0") == "gap-front"


@rule("T6.4")
def test_t6_4() -> None:
    others = "\n".join(["b: *", *(f"{row}: -- *" for row in "cdefgh")])
    behind_king = at("fig288", f"a: AS KS -- QS -- QD *\n{others}")
    assert refused(behind_king, "a3a2") == "gap-behind-king"
    behind_gap = at("fig288", f"a: AS 2S -- -- QD KC *\n{others}")
    assert refused(behind_gap, "a4a3") == "gap-behind-gap"
