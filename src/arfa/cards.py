"""Cards, suits, ranks and their text form.

A card is a small integer, ``suit * 13 + rank - 1``, so that positions are tuples of integers and a
face can index a table.  The two copies of a face in a two-deck patience are the same integer: the
rules never tell them apart.
"""

from __future__ import annotations

from arfa.errors import CardError

Card = int

SUITS = "CDHS"
RANKS = "A23456789TJQK"
CLUBS, DIAMONDS, HEARTS, SPADES = range(4)
ACE, KING = 1, 13

_SYMBOLS = {"♣": "C", "♦": "D", "♥": "H", "♠": "S"}
_SUIT_SYMBOLS = "♣♦♥♠"
_LETTERS = {letter: index for index, letter in enumerate(SUITS)}
_NUMBERS = {letter: index + 1 for index, letter in enumerate(RANKS)}
_TEXT = tuple(r + s for s in SUITS for r in RANKS)


def card(rank: int, suit: int) -> Card:
    """The card of a rank (1..13) and a suit (0..3 in the order C D H S)."""
    return suit * 13 + rank - 1


def rank(c: Card) -> int:
    """The rank of a card: ace 1, jack 11, queen 12, king 13."""
    return c % 13 + 1


def suit(c: Card) -> int:
    """The suit of a card as an index into :data:`SUITS`."""
    return c // 13


def is_red(c: Card) -> bool:
    """Whether a card is a diamond or a heart."""
    return 13 <= c < 39


def card_text(c: Card, *, face_down: bool = False) -> str:
    """``9S``, or ``9s`` for a card that lies face down but is known."""
    text = _TEXT[c]
    return text[0] + text[1].lower() if face_down else text


def card_symbol(c: Card) -> str:
    """``9♠``, for people."""
    return ("10" if rank(c) == 10 else RANKS[rank(c) - 1]) + _SUIT_SYMBOLS[suit(c)]


def parse_card(text: str) -> Card:
    """Read a card in any usual writing: ``9S``, ``9s``, ``10s``, ``TS``, ``9♠``.

    Raises :class:`CardError` when the text is no card.
    """
    word = text.strip()
    mark = word[-1:].upper()
    letter = _SYMBOLS.get(mark, mark)
    value = word[:-1].upper()
    value = {"10": "T", "1": "A"}.get(value, value)
    if letter not in _LETTERS or value not in _NUMBERS:
        raise CardError("card-unknown", text=text[:20])
    return card(_NUMBERS[value], _LETTERS[letter])
