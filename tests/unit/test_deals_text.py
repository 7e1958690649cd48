"""Decks as text: read in any usual writing, written in one, and never half read."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arfa.cards import Card, card_symbol, card_text
from arfa.deals.shuffle import numbered_deck
from arfa.deals.text import MAX_TEXT, cards_in, deck_text, parse_deck
from arfa.errors import DeckError, Message
from arfa.rules.dealing import pack
from arfa.rules.load import load_game
from arfa.rules.spec import Rules

SMALL = load_game("klondike+small-4x4").rules
ONE = load_game("klondike").rules
TWO = load_game("big-harp").rules
PAUK = load_game("spider-pauk").rules


def _refusal(text: str, rules: Rules) -> Message:
    with pytest.raises(DeckError) as caught:
        parse_deck(text, rules)
    return caught.value.message


WRITINGS: list[Callable[[Card], str]] = [
    card_text,
    card_symbol,
    lambda c: card_text(c).lower(),
    lambda c: card_symbol(c) + "\ufe0f",
    lambda c: card_text(c).replace("T", "10"),
]
SEPARATORS = [" ", ",", ", ", "\n", "\r\n", "\t", "; ", " | ", "", "\n\n  "]


@given(st.randoms(use_true_random=False), st.sampled_from([SMALL, ONE, TWO, PAUK]))
def test_any_writing_of_a_deck_is_read(random, rules):
    deck = list(pack(rules))
    random.shuffle(deck)
    assert parse_deck(deck_text(deck), rules) == tuple(deck)
    text = "".join(random.choice(SEPARATORS) + random.choice(WRITINGS)(c) for c in deck)
    assert parse_deck(text, rules) == tuple(deck)


def test_the_exact_form():
    deck = numbered_deck(SMALL, 1)
    text = deck_text(deck)
    assert text == " ".join(map(card_text, deck))
    assert deck_text(parse_deck(text.lower().replace(" ", "\n"), SMALL)) == text


def test_where_the_cards_stand():
    found = [(card_text(c), line, column) for c, line, column in cards_in("  9S,10h\n\n KD10♣\tAc")]
    assert found == [("9S", 1, 3), ("TH", 1, 6), ("KD", 3, 2), ("TC", 3, 4), ("AC", 3, 8)]


@pytest.mark.parametrize(
    ("text", "found", "line", "column"),
    [
        ("AS 2S\n3S XX 4S", "XX", 2, 4),
        ("AS 2S\r\n\r\n3S 11S", "11S", 3, 4),
        ("AS 2S3", "3", 1, 6),
        ("AS 2Z", "2Z", 1, 4),
        ("AS ??", "??", 1, 4),
        ("AS \u20282S нет", "нет", 1, 8),
        ("AS " + "z" * 90, "z" * 20, 1, 4),
        ("AS \x00", "\x00", 1, 4),
        ("AS \u212aS", "\u212aS", 1, 4),
        ("NaN", "NaN", 1, 1),
    ],
)
def test_what_is_no_card_is_named_with_its_place(text, found, line, column):
    message = _refusal(text, ONE)
    assert message.code == "deck-text-card"
    assert dict(message.values) == {"found": found, "line": line, "column": column}


def test_51_cards():
    text = deck_text(numbered_deck(ONE, 1)[:-1])
    message = _refusal(text, ONE)
    assert message.code == "deck-text-missing"
    assert (message.values["n"], message.values["wanted"]) == (51, 52)
    assert message.values["missing"] == card_text(numbered_deck(ONE, 1)[-1])


def test_no_cards_at_all():
    message = _refusal(" \n ", SMALL)
    assert (message.values["n"], message.values["wanted"]) == (0, 16)
    assert message.values["missing"] == "AC, 2C, 3C, 4C, AD, ..."


def test_a_card_twice():
    deck = list(numbered_deck(ONE, 1))
    message = _refusal(deck_text([deck[0], deck[1]]) + "\n" + deck_text(deck[:1]), ONE)
    assert message.code == "deck-text-again"
    assert dict(message.values) == {
        "card": deck[0],
        "line": 2,
        "column": 1,
        "first_line": 1,
        "first_column": 1,
        "allowed": 1,
    }


def test_a_card_three_times_in_two_decks():
    message = _refusal("9S 9S 9S", TWO)
    assert (message.code, message.values["column"], message.values["allowed"]) == (
        "deck-text-again",
        7,
        2,
    )


def test_a_card_that_this_patience_does_not_deal():
    message = _refusal("AS 5S", SMALL)
    assert (message.code, message.values["column"]) == ("deck-text-stranger", 4)
    assert _refusal("AS AS", PAUK).code == "deck-text-again"  # one ace of spades lies in the body


def test_an_endless_text_is_not_read():
    assert _refusal("9S " * MAX_TEXT, TWO).code == "deck-text-long"


@given(st.text(max_size=200))
def test_garbage_is_refused_and_never_more(text):
    with pytest.raises(DeckError):
        parse_deck(text, ONE)


@given(st.text(alphabet="AKTQJ0123456789CDHS♠♥ ,\n", max_size=60))
def test_almost_decks_are_refused_and_never_more(text):
    with pytest.raises(DeckError):
        parse_deck(text, ONE)
