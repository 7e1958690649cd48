"""Exact permutations: every order has one number, and every number one order."""

from __future__ import annotations

from itertools import permutations as all_orders
from math import factorial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arfa.deals.permutation import permutations, rank, unrank
from arfa.rules.dealing import full_deck, pack
from arfa.rules.load import game_ids, load_game

PACKS = sorted({pack(load_game(name).rules) for name in game_ids()}, key=len)


@pytest.mark.parametrize(
    "cards", [(), (3,), (0, 1, 2, 3), (0, 0, 1, 1, 2), (5, 5, 5), (0, 0, 7, 7, 9, 9)]
)
def test_orders_are_counted_as_in_a_dictionary(cards):
    orders = sorted(set(all_orders(cards)))
    assert permutations(cards) == len(orders)
    assert [rank(order) for order in orders] == list(range(len(orders)))
    assert [unrank(cards, i) for i in range(len(orders))] == orders


def test_how_many_orders_there_are():
    one, two = full_deck(load_game("klondike").rules), full_deck(load_game("big-harp").rules)
    assert permutations(one) == factorial(52)
    assert permutations(two) == factorial(104) // 2**52
    assert unrank(two, 0) == two
    assert unrank(two, permutations(two) - 1) == two[::-1]


@given(st.data())
def test_every_number_is_the_number_of_its_order(data):
    cards = data.draw(st.sampled_from(PACKS))
    number = data.draw(st.integers(0, permutations(cards) - 1))
    deck = unrank(cards, number)
    assert sorted(deck) == list(cards)
    assert rank(deck) == number


@given(st.data())
def test_every_order_is_the_order_of_its_number(data):
    cards = data.draw(st.sampled_from(PACKS))
    deck = tuple(data.draw(st.permutations(cards)))
    assert unrank(cards, rank(deck)) == deck
    assert unrank(deck, rank(deck)) == deck


@given(st.lists(st.integers(0, 5), max_size=9), st.lists(st.integers(0, 5), max_size=9))
def test_numbers_are_in_the_order_of_the_decks(first, second):
    if sorted(first) == sorted(second):
        assert (rank(first) < rank(second)) == (first < second)


@pytest.mark.parametrize("number", [-1, 24, 10**80])
def test_there_is_no_such_order(number):
    with pytest.raises(ValueError, match=f"there is no order {number} of 24"):
        unrank((0, 1, 2, 3), number)
