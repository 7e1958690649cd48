"""Dealing: a deck determines a layout, and the layout the deck."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arfa.cards import card_text, parse_card
from arfa.errors import DeckError
from arfa.rules.dealing import base_cards, full_deck, gather, lay_out, pack, places
from arfa.rules.load import game_ids, load_game

NAMES = [
    name if key is None else f"{name}+{key}"
    for name in game_ids()
    for key in (None, *(k for k, v in load_game(name).file.variants.items() if v.small))
]


@pytest.mark.parametrize("name", NAMES)
def test_the_pack_is_the_deck_without_the_cards_laid_before(name):
    rules = load_game(name).rules
    assert Counter(pack(rules)) + Counter(base_cards(rules)) == Counter(full_deck(rules))
    assert list(pack(rules)) == sorted(pack(rules))
    assert len(full_deck(rules)) == rules.deck.decks * rules.deck.ranks * len(rules.deck.suits)
    assert len(places(rules)) == len(pack(rules))


@pytest.mark.rule("0.5")
@given(st.sampled_from(NAMES), st.randoms(use_true_random=False))
def test_a_layout_determines_its_deck(name, random):
    rules = load_game(name).rules
    cards = list(pack(rules))
    random.shuffle(cards)
    deck = tuple(cards)
    piles = lay_out(rules, deck)
    assert Counter(c for pile in piles.values() for c, _ in pile) == Counter(deck)
    assert gather(rules, {pile: [c for c, _ in cards] for pile, cards in piles.items()}) == deck


@pytest.mark.rule("0.3", "0.5", "1.a.2")
def test_the_first_card_is_dealt_first():
    """Small Harp: the first seven cards begin the columns, the seventh of them face up, and card 29 is turned first."""
    rules = load_game("small-harp").rules
    deck = pack(rules)
    piles = lay_out(rules, deck)
    assert [piles[f"t{i}"][0] for i in range(1, 8)] == [(deck[i], i == 6) for i in range(7)]
    assert [len(piles[f"t{i}"]) for i in range(1, 8)] == [7, 6, 5, 4, 3, 2, 1]
    assert [[up for _, up in piles[f"t{i}"]].count(True) for i in range(1, 8)] == [1] * 7
    assert piles["s"][-1] == (deck[28], False)


def test_a_deck_that_is_too_short():
    rules = load_game("small-harp").rules
    with pytest.raises(DeckError) as caught:
        lay_out(rules, pack(rules)[1:])
    assert caught.value.message.code == "deck-count"
    assert dict(caught.value.message.values) == {"n": 51, "wanted": 52}
    assert "51 cards" in str(caught.value)


def test_a_deck_with_a_card_twice():
    rules = load_game("small-harp").rules
    deck = [parse_card("KS") if c == parse_card("9S") else c for c in pack(rules)]
    with pytest.raises(DeckError) as caught:
        lay_out(rules, deck)
    assert caught.value.message.code == "deck-cards"
    assert dict(caught.value.message.values) == {"more": "KS", "less": "9S"}


def test_piles_that_are_not_those_of_the_deal():
    rules = load_game("small-harp").rules
    piles = {name: [c for c, _ in pile] for name, pile in lay_out(rules, pack(rules)).items()}
    for wrong, name, n, wanted in (
        ({**piles, "t3": piles["t3"][1:]}, "t3", 4, 5),
        ({**piles, "x": [0]}, "x", 1, 0),
        ({k: v for k, v in piles.items() if k != "s"}, "s", 0, 24),
    ):
        with pytest.raises(DeckError) as caught:
            gather(rules, wrong)
        assert caught.value.message.code == "pile-count"
        assert dict(caught.value.message.values) == {"pile": name, "n": n, "wanted": wanted}
        assert str(caught.value)
    swapped = {**piles, "t7": [parse_card("9S")]}
    with pytest.raises(DeckError) as caught:
        gather(rules, swapped)
    assert caught.value.message.code == "deck-cards"
    assert caught.value.message.values["more"] == card_text(parse_card("9S"))
