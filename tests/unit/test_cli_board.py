"""Boards in the terminal: every layout, every variant, nothing hidden, nothing left out."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator
from io import StringIO
from itertools import islice

import pytest
from rich.console import Console

from arfa import Deal, Game, Position
from arfa.cards import card_symbol, card_text
from arfa.cli.board import board, print_board
from arfa.engine.view import view
from arfa.rules.load import game_ids, load_game

NAMES = [
    *game_ids(),
    "big-harp+extra-row",
    "big-harp+extra-row+row-cover",
    "klondike+draw-3",
    "spider-pauk+literal-deal",
    "small-harp+small-4x4",
    "spider-pauk+small-4x2",
    "fig288+small-3x2",
]
CARD = re.compile(r"(?:10|[2-9AJQK])[♣♦♥♠]")


def dealt(name: str, number: int = 1) -> Position:
    game = Game.named(name)
    return game.start(Deal("ours", number).deck(game.rules))


def walk(position: Position, steps: int, seed: int = 1) -> Iterator[Position]:
    """Play on at random, foundations first, so that piles grow and empty."""
    chance = random.Random(seed)
    for _ in range(steps):
        moves = position.legal_moves()
        if not moves:
            break
        up = [move for move in moves if move.dst in position.game.slots]
        position.push_legal(chance.choice(up or moves))
        yield position


def drawn(position: Position, width: int = 80, **how: bool) -> str:
    return "\n".join(line.plain.rstrip() for line in board(position, width, **how))


def expected(position: Position) -> Counter[int]:
    """The cards that lie open in sight."""
    cards: Counter[int] = Counter()
    for pile in view(position):
        wide = pile.kind in ("column", "cell") or pile.name == "x"
        cards.update(c for c in (pile.cards if wide else pile.cards[-1:]) if c is not None)
    return cards


@pytest.mark.parametrize("name", NAMES)
def test_every_open_card_is_drawn_and_no_other(name):
    for number, at in enumerate((dealt(name), *walk(dealt(name), 60))):
        if number % 4 == 0:
            text = drawn(at, 120 if number % 8 else 80)
            assert Counter(CARD.findall(text)) == Counter(map(card_symbol, expected(at).elements()))


@pytest.mark.parametrize("game", game_ids())
def test_every_pile_of_every_variant_has_its_place(game):
    file = load_game(game).file
    for key, variant in file.variants.items():
        words = [
            *variant.requires,
            key if variant.parameter is None else f"{key}={variant.parameter.max}",
        ]
        position = dealt("+".join([game, *words]))
        placed = {
            n for placing in position.game.spec.layout.placings.values() for n in placing.piles
        }
        assert set(position.game.pile_names) <= placed, key


@pytest.mark.parametrize("name", NAMES)
def test_boards_fit_into_a_usual_terminal(name):
    for at in islice(walk(dealt(name), 60), 0, None, 5):
        assert max(map(len, drawn(at, 80).splitlines())) <= 80


@pytest.mark.parametrize("name", NAMES)
def test_faces_are_shown_only_when_asked_for(name):
    position = dealt(name)
    hidden = sum(position.face_down(p) for p in position.game.pile_names if p != "s")
    assert drawn(position).count("▒▒▒▒") == hidden + bool("s" in position.game.index)
    opened = drawn(position, faces=True)
    assert "▒▒▒▒" not in opened
    assert opened.count("▒") == hidden + bool("s" in position.game.index)


def test_the_whole_deck_is_named_when_asked_for():
    position = dealt("small-harp")
    paper = StringIO()
    out = Console(file=paper, width=80)
    print_board(out, position, faces=True)
    text = paper.getvalue()
    stock = text.splitlines()[-1]
    assert stock == "s: " + " ".join(card_text(c, face_down=True) for c in position.cards("s"))


@pytest.mark.parametrize("name", NAMES)
def test_letters_do_where_signs_cannot_be_printed(name):
    for at in walk(dealt(name), 10):
        assert drawn(at, signs=False).isascii()


@pytest.mark.parametrize(
    ("terminal", "no_colour", "coloured"),
    [(False, "", False), (True, "1", False), (True, "", True)],
)
def test_colours_are_left_out_of_a_pipe_and_where_they_are_not_wanted(
    terminal, no_colour, coloured, monkeypatch
):
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setenv("COLORTERM", "truecolor")
    monkeypatch.setenv("NO_COLOR", no_colour)
    paper = StringIO()
    out = Console(file=paper, force_terminal=terminal, width=80)
    print_board(out, dealt("klondike"))
    assert ("38;2" in paper.getvalue()) == coloured


def test_the_columns_stand_side_by_side():
    position = Position.parse(
        "small-harp+small-4x4 / f: AC -- -- -- / t1: 3d 4S / t2: 4H 3C / s: *"
    )
    assert (
        drawn(position)
        == """\
 s 11  w           f1    f2    f3    f4
▒▒▒▒   ──          A♣     ♦     ♥     ♠

 t1    t2    t3    t4
▒▒▒▒   4♥    ──    ──
 4♠    3♣"""
    )


def test_the_spider_has_its_columns_around_its_body():
    position = Position.parse(
        "spider-pauk / u1: 4C 5C / u2: 9H / l1: 2H 3H 10H / l4: KH / r2: JS QS / b2: 7D 8D / b1: AC / phase: free"
        " / a: AS AH AC AD / k: KS KH KC KD / l2: *"
    )
    lines = drawn(position, 400).splitlines()
    row = {
        pile: next(i for i, line in enumerate(lines) if f"{pile} " in line)
        for pile in ("a1", "a2", "a4")
    }
    assert re.search(r"l1 10♥ +3♥ 2♥ a1  A♠  k1  K♠ +── +r1$", lines[row["a1"]])
    assert re.search(r"a2  A♥  k2  K♥ +J♠ Q♠ +r2$", lines[row["a2"]])
    assert lines[row["a4"]].split() == ["l4", "K♥", "a4", "A♦", "k4", "K♦", "──", "r4"]
    above, below = lines[: row["a1"]], lines[row["a4"] + 1 :]
    assert [line.split()[-2:] for line in above[-3:]] == [["s", "5♣"], ["4♣", "9♥"], ["u1", "u2"]]
    assert [line.split() for line in below] == [["b1", "b2"], ["A♣", "7♦"], ["8♦"]]


def test_a_column_too_long_for_the_screen_goes_on_below():
    position = Position.parse("spider-pauk / a: AS AH AC AD / k: KS KH KC KD / phase: free / r1: *")
    lines = drawn(position, 80).splitlines()
    assert max(map(len, lines)) <= 80
    assert sum(line.endswith("r1") for line in lines) == 1


def test_the_grid_has_letters_and_numbers():
    lines = drawn(dealt("fig288")).splitlines()
    assert lines[0].split() == [str(n) for n in range(14)]
    assert [line[0] for line in lines[1:]] == list("abcdefgh")
    assert all(line.split()[1] == "·" for line in lines[1:])


def test_a_row_of_open_cards_is_named_card_by_card():
    position = dealt("big-harp+extra-row")
    for at in walk(position, 400):
        row = at.cards("x")
        if len(row) >= 3:
            lines = drawn(at, 200).splitlines()
            number = next(i for i, line in enumerate(lines) if line.split()[:1] == ["x1"])
            assert lines[number].split() == [f"x{i + 1}" for i in range(len(row))]
            assert lines[number + 1].split() == [card_symbol(c) for c in row]
            return
    pytest.fail("no row was dealt")


def test_the_opened_card_of_the_pile_that_goes_round():
    position = dealt("black-harp")
    assert " o" in drawn(position).splitlines()[0]
    position.push(next(move for move in position.legal_moves() if str(move) == "so"))
    line = drawn(position).splitlines()[1]
    assert card_symbol(position.cards("o")[0]) in line
