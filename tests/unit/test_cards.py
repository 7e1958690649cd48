"""Cards: what they are, how they are written, and what is no card."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arfa import cards
from arfa.cards import card, card_symbol, card_text, is_red, parse_card, rank, suit
from arfa.errors import CardError

ALL = range(52)


@pytest.mark.rule("0.1")
def test_a_card_is_a_rank_and_a_suit():
    assert [card(rank(c), suit(c)) for c in ALL] == list(ALL)
    assert {(rank(c), suit(c)) for c in ALL} == {(r, s) for r in range(1, 14) for s in range(4)}
    assert (cards.ACE, cards.KING) == (1, 13)
    assert "".join(card_text(card(r, 0))[0] for r in range(1, 14)) == cards.RANKS
    assert "".join(card_text(card(1, s))[1] for s in range(4)) == cards.SUITS
    assert (cards.CLUBS, cards.DIAMONDS, cards.HEARTS, cards.SPADES) == (0, 1, 2, 3)


@pytest.mark.rule("0.2")
def test_hearts_and_diamonds_are_red():
    assert {c for c in ALL if is_red(c)} == {c for c in ALL if card_text(c)[1] in "HD"}
    assert sum(map(is_red, ALL)) == 26


@pytest.mark.parametrize("c", ALL)
def test_every_writing_of_a_card_is_read(c):
    text = card_text(c)
    assert len(text) == 2
    for writing in (text, text.lower(), f" {text}\n", card_text(c, face_down=True), card_symbol(c)):
        assert parse_card(writing) == c
    assert parse_card(text.replace("T", "10")) == c


def test_how_cards_are_written():
    nine, ten = card(9, cards.SPADES), card(10, cards.HEARTS)
    assert [card_text(nine), card_text(nine, face_down=True), card_symbol(nine)] == [
        "9S",
        "9s",
        "9♠",
    ]
    assert [card_text(ten), card_text(ten, face_down=True), card_symbol(ten)] == ["TH", "Th", "10♥"]
    assert parse_card("1s") == parse_card("AS") == card(1, cards.SPADES)


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "S",
        "9",
        "0S",
        "11S",
        "9X",
        "S9",
        "10",
        "9SS",
        "9 S",
        "??",
        "--",
        "-1S",
        "девятка пик",
    ],
)
def test_what_is_no_card(text):
    with pytest.raises(CardError) as caught:
        parse_card(text)
    assert caught.value.message.code == "card-unknown"
    assert caught.value.message.values["text"] == text[:20]


@given(st.text(max_size=30))
def test_any_text_is_a_card_or_refused(text):
    try:
        c = parse_card(text)
    except CardError as error:
        assert len(error.message.values["text"]) <= 20
    else:
        assert c in ALL
