"""Moves in any writing, and the three different answers to one that cannot be made."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arfa.engine.moves import Move, MoveError
from arfa.engine.position import IllegalMove, Position
from arfa.notation import (
    AmbiguousMove,
    IllFormedMove,
    WrongNote,
    human,
    read_move,
    say_move,
    say_move_and_piles,
    say_seen,
    with_notes,
)
from arfa.notation.importers import import_text
from arfa.texts import LANGUAGES, say
from tests.scale import scale
from tests.unit.notation_games import FORMATS, names, random_game, seeds

HARP = Position.parse(
    "small-harp / f: -- 2D -- 2S / t1: 5c 9H 8S / t2: 6c TS / t3: KD / t4: -- / t5: QC / t6: 3S"
    " / t7: AC 9S 8D 7S / w: 3D 9D / s: *"
)


# ---------------------------------------------------------------------------------------------- what is written is read
@settings(max_examples=scale(60, 2000))
@given(names, seeds, st.integers(0, 60))
def test_every_writing_of_a_legal_move_is_that_move(name, seed, length):
    position, _ = random_game(name, seed, length)
    for move in position.legal_moves():
        assert read_move(str(move), position) == move
        assert read_move(human(position, move), position) == move
        after = position.copy()
        noted = with_notes(move, after.push(move))
        assert read_move(noted, position) == move
        assert read_move(noted.lower().replace("=", " = ").replace("^", " ^ "), position) == move
        for lang in LANGUAGES:
            for message in (
                say_move(position, move),
                say_move_and_piles(position, move),
                *say_seen(after.plies[-1].seen),
            ):
                words = say(message, lang)
                assert words[0].isupper() or words[0].isdigit()
                assert not re.search(r"[{}|]", words)


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("t1t2.2", "t1t2.2"),
        ("T1T2.2", "t1t2.2"),
        (" t1 t2 . 2 ", "t1t2.2"),
        ("t1-t2.2", "t1t2.2"),
        ("t1 -> t2.2", "t1t2.2"),
        ("t1→t2.2", "t1t2.2"),
        ("t1t2", "t1t2.2"),  # one card does not fit, and only one group does
        ("9H-TS", "t1t2.2"),
        ("9h-ts", "t1t2.2"),
        ("9♥-10♠", "t1t2.2"),
        ("9h 10s", "t1t2.2"),
        ("9H > TS", "t1t2.2"),
        ("9H – t2", "t1t2.2"),
        ("9H-T2", "t1t2.2"),
        ("KD-t4", "t3t4"),
        ("3S-f", "t6f"),
        ("3S-F", "t6f"),
        ("3S-f4", "t6f"),
        ("3S-2S", "t6f"),
        ("t6f", "t6f"),
        ("t6f4", "t6f"),
        ("t6 f", "t6f"),
        ("9D-TS", "wt2"),
        ("draw", "sw"),
        ("Draw", "sw"),
        ("turn", "sw"),
        ("sw", "sw"),
        ("S-W", "sw"),
    ],
)
def test_lax_writings(text, move):
    assert str(read_move(text, HARP)) == move


def test_words_of_the_stock():
    def actions(game: str, source: str) -> dict[str, str]:
        position = Position.parse(f"{game} / {source}")
        found = {}
        for word in ("draw", "deal", "turn", "pass", "redeal"):
            try:
                found[word] = str(read_move(word, position))
            except IllegalMove as error:
                found[word] = error.message.code
        return found

    assert actions("small-harp", "w: *") == {
        "draw": "stock-empty-redeal",
        "deal": "stock-empty-redeal",
        "turn": "stock-empty-redeal",
        "pass": "move-word-none",
        "redeal": "ws",
    }
    assert actions("black-harp", "o: 5C / t1: 6H / s: *")["pass"] == "os"
    assert actions("black-harp", "s: *")["turn"] == "so"
    assert actions("black-harp", "s: *")["draw"] == "so"
    assert actions("black-harp", "s: *")["redeal"] == "move-word-none"
    assert actions("big-harp+extra-row", "t1: 2C / s: *") == {
        "draw": "sx",
        "deal": "sx",
        "turn": "move-word-none",
        "pass": "move-word-none",
        "redeal": "move-word-none",
    }
    assert actions("spider-pauk", "u1: 3S / s: *")["deal"] == "st"
    assert actions("spider-pauk", "u1: * / redeals: 0")["redeal"] == "ts"
    assert actions("gaps+redeals=1", "a: -- * / b: -- * / c: -- * / d: -- *")["redeal"] == "redeal"
    assert actions("gaps", "a: -- * / b: -- * / c: -- * / d: -- *")["redeal"] == "redeal-never"


def test_a_card_in_capitals_is_no_action():
    position = Position.parse("spider-pauk / u1: *")
    assert read_move("ts", position) == Move("t", "s")
    with pytest.raises(IllFormedMove):
        read_move("TS", position)


def test_gaps_by_card():
    position = Position.parse("gaps / a: -- 3C 4C -- * / b: * / c: -- * / d: -- *")
    moves = {human(position, move): move for move in position.legal_moves()}
    assert all(read_move(text, position) == move for text, move in moves.items())
    assert str(read_move("5C-4C", position)).endswith("a3")
    assert str(read_move("2H-a", position)).endswith("a0")
    with pytest.raises(IllegalMove, match="clubs"):
        read_move("6C-4C", position)


# ---------------------------------------------------------------------------------------------- three answers
@pytest.mark.parametrize(
    "text",
    ["", " ", "9H", "ah", "9H-", "-TS", "9X-TS", "9H--TS", "t1t2t3", "t1t2.", "t123t4", "t1t2.123",
     "hello", "1", "§", "t1\x00t2", "9H-TS-8D", "=9H", "t1t2?", "!", "draw!", "t١t٢", "x" * 5000],
)  # fmt: skip
def test_ill_formed(text):
    with pytest.raises(IllFormedMove) as caught:
        read_move(text, HARP)
    assert caught.value.message.code == "move-unreadable"
    assert isinstance(caught.value, MoveError)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("t1t3", "build-rank"),
        ("t9t1", "pile-unknown"),
        ("t1t2.3", "group-face-down"),
        ("t3f", "foundation-wants"),
        ("wt4", "space-king"),
        ("ws", "redeal-stock-left"),
        ("t1t4!", "mercy-off"),
        ("8S-9D", "move-target-closed"),  # the nine lies on the waste, where nothing goes
        ("8S-QC", "build-both"),
        ("8S-f", "foundation-wants"),
        ("9H-f", "foundation-single"),
        ("9D-t4", "space-king"),
        ("5C-t4", "move-card-closed"),  # face down
        ("4H-t4", "move-card-closed"),  # in the stock
        ("3D-f", "move-card-closed"),  # under the top of the waste
        ("9D-9H", "move-target-closed"),
        ("9D-t9", "pile-unknown"),
        ("KD-KD", "same-pile"),
        ("2S-t1", "worry-never"),
        ("9D-t4!", "mercy-off"),
    ],
)
def test_illegal_with_the_reason_of_the_referee(text, code):
    with pytest.raises(IllegalMove) as caught:
        read_move(text, HARP)
    assert caught.value.message.code == code
    for lang in LANGUAGES:
        assert say(caught.value.message, lang)


def test_a_refusal_does_not_tell_where_a_hidden_card_lies():
    hidden = [c for c in ("5C-t4", "6C-t4", "4H-t4", "KS-t4") if c]
    told = set()
    for text in hidden:
        with pytest.raises(IllegalMove) as caught:
            read_move(text, HARP)
        told.add((caught.value.message.code, caught.value.move.src))
    assert told == {("move-card-closed", "?")}


def test_ambiguous_with_the_candidates():
    position = Position.parse("big-harp / t1: 9H / t2: TS / t3: TC 9H 8S / t4: TS / t5: KC / s: *")
    with pytest.raises(AmbiguousMove) as caught:
        read_move("9H-TS", position)
    assert {str(move) for move in caught.value.candidates} == {"t1t2", "t1t4", "t3t2.2", "t3t4.2"}
    assert "t1t2" in say(caught.value.message, "ru")
    with pytest.raises(AmbiguousMove):
        read_move("9H-t2", position)
    # Such a move is written in its exact form.
    assert {human(position, move) for move in caught.value.candidates} == set(
        map(str, caught.value.candidates)
    )


def test_one_of_two_kinds_of_foundations():
    position = Position.parse(
        "spider-pauk / a: 7S AH AC AD / k: 9S KH KC KD / u1: 8S / u2: 8S / r1: *"
    )
    with pytest.raises(AmbiguousMove) as caught:
        read_move("8S-f", position)
    assert {move.dst for move in caught.value.candidates} == {"a", "k"}
    position = Position.parse("spider-pauk / a: 7S AH AC AD / k: TS KH KC KD / u1: 8S / r1: *")
    assert read_move("8S-f", position) == read_move("8S-7S", position) == Move("u1", "a")
    assert read_move(
        "7S-k", Position.parse("spider-pauk / a: 7S AH AC AD / k: 8S KH KC KD / r1: *")
    ) == Move("a1", "k")


def test_mercy_is_asked_for_by_its_mark():
    position = Position.parse(
        "small-harp+mercy / t3: * 3S / t4: 5S / t5: 7S / t6: 9S / t7: JS / s: --"
    )
    move = Move("t4", "t1", mercy=True)
    assert move in position.legal_moves()
    assert human(position, move) == "5S-t1!"
    assert read_move("5S-t1!", position) == read_move("t4t1!", position) == move
    with pytest.raises(IllegalMove) as caught:
        read_move("5S-t1", position)
    assert caught.value.message.code == "space-king"
    assert say(say_move(position, move), "ru").endswith("(по снисхождению)")


# ---------------------------------------------------------------------------------------------- notes
NOTED = Position.parse("small-harp / t1: 9c As 8S / t2: 9D / t3: * / s: -- / w: --")


def test_what_turns_up_is_noted_in_order():
    after = NOTED.copy()
    assert with_notes(Move("t1", "t2"), after.push(Move("t1", "t2"))) == "t1t2=AS^AS=9C"


@pytest.mark.parametrize("note", ["", "=AS", "^AS", "=9C", "=AS=9C", "=AS^AS=9C", " = as ^ a♠ =9c"])
def test_a_note_may_tell_a_part(note):
    assert read_move(f"t1t2{note}", NOTED) == Move("t1", "t2")


@pytest.mark.parametrize("note", ["=9D", "=9C=AS", "^9C", "=AS=AS", "=AS^AS=9C=9C"])
def test_a_wrong_note_is_an_error_unless_notes_are_passed_over(note):
    with pytest.raises(WrongNote) as caught:
        read_move(f"t1t2{note}", NOTED)
    assert say(caught.value.message, "en")
    assert read_move(f"t1t2{note}", NOTED, notes=False) == Move("t1", "t2")


def test_a_wrong_note_does_not_tell_the_card():
    with pytest.raises(WrongNote) as caught:
        read_move("t1t2=KD", NOTED)
    assert "ace" not in str(caught.value)
    assert "nine" not in str(caught.value)


# ---------------------------------------------------------------------------------------------- in words
def test_a_line_names_first_and_last_card_and_target():
    """Field report 45: a user took "34-3" for a ten being put on a king."""
    game = import_text((FORMATS / "klondike-solver-5.txt").read_text("utf-8"))
    assert game.record is not None
    position = game.start()
    said = {}
    for move in game.record.moves:
        said[str(move)] = [say(say_move(position, move), lang) for lang in ("ru", "en")]
        position.push(move)
    assert said["t3t4.3"] == [
        "3 карты, от десятки треф до восьмёрки пик, на валета бубен",
        "3 cards, the ten of clubs down to the eight of spades, onto the jack of diamonds",
    ]


@pytest.mark.parametrize(
    ("source", "move", "ru", "en"),
    [
        (HARP, "t1t2.2", "2 карты, от девятки червей до восьмёрки пик, на десятку пик",
         "2 cards, the nine of hearts down to the eight of spades, onto the ten of spades"),
        (HARP, "wt2", "Девятку бубен на десятку пик", "Nine of diamonds onto the ten of spades"),
        (HARP, "t3t4", "Короля бубен на свободное место: столбец 4",
         "King of diamonds into the space: column 4"),
        (HARP, "t6f", "Тройку пик на базу", "Three of spades to the foundation"),
        (HARP, "sw", "Открыть 1 карту из колоды", "Turn 1 card of the stock"),
        ("klondike+draw-3 / t1: 2C / s: *", "sw", "Открыть 3 карты из колоды",
         "Turn 3 cards of the stock"),
        ("klondike+draw-3 / t1: * / s: 2c 3c", "sw", "Открыть 2 карты из колоды",
         "Turn 2 cards of the stock"),
        ("klondike+worry-back / f: 5H / t1: 6S / s: *", "f3t1", "Пятёрку червей с базы на шестёрку пик",
         "Five of hearts back from the foundation onto the six of spades"),
        ("klondike+worry-back / f: KH / t1: 6S / s: *", "f3t2",
         "Короля червей с базы на свободное место: столбец 2",
         "King of hearts back from the foundation into the space: column 2"),
        ("klondike / t1: KH QS / t2: 2D / s: *", "t1t3.2",
         "2 карты, от короля червей до дамы пик, на свободное место: столбец 3",
         "2 cards, the king of hearts down to the queen of spades, into the space: column 3"),
        ("small-harp / t1: 2C / w: *", "ws", "Перевернуть сброс", "Turn the waste over"),
        ("black-harp / s: *", "so", "Открыть очередную карту в руке", "Open the next card of the pile"),
        ("black-harp / o: 5C / s: *", "os", "Положить пятёрку треф наверх",
         "Put the five of clubs on top of the pile"),
        ("big-harp+extra-row / t1: 2C / s: *", "sx", "Сдать 10 карт в дополнительный ряд",
         "Deal 10 cards into the extra row"),
        ("spider-pauk / u1: 2C / s: *", "st", "Сдать 12 карт на столбцы", "Deal 12 cards onto the columns"),
        ("spider-pauk / u1: *", "ts", "Собрать столбцы, перевернуть и сдать заново",
         "Gather the columns, turn them over and deal again"),
        ("spider-pauk / a: 7S AH AC AD / k: 8S KH KC KD / r1: *", "a1k",
         "Семёрку пик с базы на базу на короле", "Seven of spades from foundation to foundation: king base"),
        ("gaps+redeals=1 / a: -- * / b: -- * / c: -- * / d: -- *", "redeal",
         "Собрать карты, которые не на своих местах, перетасовать и сдать заново",
         "Gather the cards that are out of place, shuffle and deal them again"),
        ("gaps / a: -- 3C 4C -- * / b: * / c: -- * / d: -- *", "5C-4C",
         "Пятёрку треф в окошко справа от четвёрки треф", "Five of clubs behind the four of clubs"),
        ("gaps / a: -- 3C 4C -- * / b: * / c: -- * / d: -- *", "2D-a", "Двойку бубен в начало ряда 1",
         "Two of diamonds to the front of row 1"),
    ],
)  # fmt: skip
def test_in_words(source, move, ru, en):
    position = Position.parse(source) if isinstance(source, str) else source
    message = say_move(position, read_move(move, position))
    assert (say(message, "ru"), say(message, "en")) == (ru, en)


def test_twins_are_told_apart_by_their_piles():
    position = Position.parse("big-harp / t1: 9H / t2: TS / t4: TS / t5: KC / s: *")
    said = [
        say(say_move_and_piles(position, read_move(m, position)), "ru") for m in ("t1t2", "t1t4")
    ]
    assert said == [
        "Девятку червей на десятку пик (столбец 1 → столбец 2)",
        "Девятку червей на десятку пик (столбец 1 → столбец 4)",
    ]


def test_what_was_shown_in_words():
    after = NOTED.copy()
    seen = after.push(Move("t1", "t2"))
    assert [say(m, "ru") for m in say_seen(seen)] == [
        "Открывается туз пик",
        "Туз пик уходит на базу",
        "Открывается девятка треф",
    ]


def test_what_the_stock_shows():
    """A note tells the cards that turned up by the move, and no others."""

    def shown(source: str, move: str) -> str:
        position = Position.parse(source)
        return with_notes(read_move(move, position), position.push(read_move(move, position)))

    assert shown("small-harp / t1: * / s: 2c 5h", "sw") == "sw=5H"
    assert shown("small-harp / t1: * / s: 2c Ah", "sw") == "sw=AH^AH"
    assert shown("klondike+draw-3 / t1: * / s: 2c 5h 7d 9s", "sw") == "sw=5H"
    # Only the new cards of an extra row, not those that lie there already.
    row = "big-harp+extra-row+row-size=2 / t1: * 9S / t2: 9S / x: 3C / s: 5d 6d 8d"
    assert shown(row, "sx") == "sx=8D=6D"
    cover = "big-harp+extra-row+row-size=2+row-cover / t1: * 9S / t2: 9S / x2: 3C / s: 6d"
    assert shown(cover, "sx") == "sx=6D"
    # The cyclic pile: what is opened by turning, and where the rules say so, after a play.
    pile = "t1: 9H / t2: * / s: 2d 3d 4d / o: 8S"
    assert shown(f"black-harp / {pile}", "os") == "os"
    assert shown(f"black-harp / {pile}", "ot1") == "ot1"
    assert shown(f"black-harp+open-next / {pile}", "ot1") == "ot1=2D"
    assert shown("black-harp / t1: * / s: 2d 3d 4d", "so") == "so=4D"
    # A group of Паук, in the order of the columns.
    assert shown("spider-pauk / u1: * / s: 5c 4c 3c", "st") == "st=3C=4C=5C"
    assert shown("spider-pauk / u1: 2H 3H / u2: 9D / r1: *", "ts").startswith("ts=2H=3H=9D")
