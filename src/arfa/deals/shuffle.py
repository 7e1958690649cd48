"""Numbered deals of our own: a number from 0 to 2**64 - 1 gives the same deck everywhere and for ever.

Nothing here may change: every stored game, every share code and every study stands on it.  The generator is
xoshiro256** of Blackman and Vigna, its state being the first four outputs of SplitMix64 begun at the number (both are
in the public domain; https://prng.di.unimi.it).  docs/deals.md says it in words, tests/vectors/deals.json in numbers.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from arfa.cards import Card
from arfa.rules.dealing import pack
from arfa.rules.spec import Rules

NUMBERS = 2**64
"""How many numbered deals there are: 0 to ``NUMBERS - 1``."""

_MASK = 2**64 - 1


def splitmix64(seed: int) -> Iterator[int]:
    """The endless sequence of SplitMix64, 64 bits each; it turns neighbouring seeds into unlike states."""
    state = seed & _MASK
    while True:
        state = (state + 0x9E3779B97F4A7C15) & _MASK
        z = state
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK
        yield z ^ (z >> 31)


class Xoshiro256:
    """The generator xoshiro256**: 64 bits at a time, period 2**256 - 1."""

    __slots__ = ("_a", "_b", "_c", "_d")

    def __init__(self, state: Sequence[int]) -> None:
        """Begin at a state of four 64-bit words, not all of them zero."""
        self._a, self._b, self._c, self._d = state

    @classmethod
    def seeded(cls, number: int) -> Xoshiro256:
        """Begin at the state that SplitMix64 makes of a number."""
        source = splitmix64(number)
        return cls([next(source) for _ in range(4)])

    def next(self) -> int:
        """The next 64 bits, as a number."""
        a, b, c, d = self._a, self._b, self._c, self._d
        five = (b * 5) & _MASK
        result = (((five << 7) | (five >> 57)) * 9) & _MASK
        c ^= a
        d ^= b
        self._b = b ^ c
        self._a = a ^ d
        self._c = c ^ ((b << 17) & _MASK)
        self._d = ((d << 45) | (d >> 19)) & _MASK
        return result

    def below(self, n: int) -> int:
        """A number from 0 to n - 1, each equally likely (1 <= n <= 2**64).

        As many of the high bits as n - 1 has, drawn again while they are n or more.  Less frugal than a
        multiplication, but it needs no 128-bit arithmetic in other languages, and drawing again is common enough to
        be in the test vectors.
        """
        shift = 64 - (n - 1).bit_length()
        while True:
            value = self.next() >> shift
            if value < n:
                return value


def shuffled(cards: Sequence[Card], number: int) -> tuple[Card, ...]:
    """The cards in the order that belongs to a number (0 to 2**64 - 1).

    Fisher and Yates, from the last place to the second: the card there changes places with one of those up to it.
    """
    deck = list(cards)
    random = Xoshiro256.seeded(number)
    for last in range(len(deck) - 1, 0, -1):
        other = random.below(last + 1)
        deck[last], deck[other] = deck[other], deck[last]
    return tuple(deck)


def numbered_deck(rules: Rules, number: int) -> tuple[Card, ...]:
    """The deck of a numbered deal, the card that is dealt first being the first.

    It depends on the number and on the sorted pack alone, so that patiences with the same cards share their decks.
    """
    return shuffled(pack(rules), number)
