"""Exact permutations: every order of a pack as one whole number, and back.

The orders of a pack are counted from 0 as in a dictionary, the cards being compared as numbers (:mod:`arfa.cards`): 0
is the sorted pack, the last number its reverse.  Twins of a second deck are the same card, so that two orders that
look alike are one order, and every number is another deal.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import factorial, prod

from arfa.cards import Card


def permutations(pack: Sequence[Card]) -> int:
    """How many orders a pack has: 52! for one deck, 104! / 2**52 for two."""
    return factorial(len(pack)) // prod(factorial(n) for n in Counter(pack).values())


def rank(deck: Sequence[Card]) -> int:
    """The number of an order among all orders of the same cards, from 0."""
    left = Counter(deck)
    orders = permutations(deck)
    result = 0
    for place, c in enumerate(deck):
        size = len(deck) - place
        smaller = sum(n for other, n in left.items() if other < c)
        # Of the orders that are left, n/size begin with a card that is there n times: always a whole number.
        result += orders * smaller // size
        orders = orders * left[c] // size
        left[c] -= 1
    return result


def unrank(pack: Sequence[Card], number: int) -> tuple[Card, ...]:
    """The order of a pack that has this number: the inverse of :func:`rank`.

    Raises :class:`ValueError` unless 0 <= number < ``permutations(pack)``.
    """
    orders = permutations(pack)
    if not 0 <= number < orders:
        raise ValueError(f"there is no order {number} of {orders}")
    left = Counter(pack)
    faces = sorted(left)
    deck: list[Card] = []
    for size in range(len(pack), 0, -1):
        for c in faces:
            share = orders * left[c] // size
            if number < share:
                break
            number -= share
        deck.append(c)
        orders = share
        left[c] -= 1
    return tuple(deck)
