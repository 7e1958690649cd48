"""The numbered deals of PySolFC, so that people can play and compare the boards that they know by number.

The numbers below 32000 are shuffled by the generator of Microsoft's C library, the others by Python's Mersenne
Twister.  Which card goes where is data: ``pysol.toml``.  tests/vectors/pysolfc_golden_boards.txt holds boards that
PySolFC itself dealt, and all of them are equal to ours.
"""

from __future__ import annotations

import random
import tomllib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from typing import Any, NamedTuple

from arfa.cards import RANKS, SUITS, Card, card, card_text, rank
from arfa.deals.errors import DealError
from arfa.rules.dealing import gather, pack
from arfa.rules.spec import Rules

LAST_NUMBER = 10**20
"""The highest number that PySolFC deals; the lowest one here is 1."""


class Dealt(NamedTuple):
    """A card of a board."""

    card: Card
    face_up: bool


@dataclass(frozen=True)
class Board:
    """A numbered deal of PySolFC as it lies on its table, before anything is turned."""

    columns: tuple[tuple[Dealt, ...], ...]
    """The columns from the left, each from its deepest card."""
    talon: tuple[Card, ...]
    """What is left in the hand; the first card is turned first."""

    def __str__(self) -> str:
        """The board as PySolFC's own tests write it: the talon, then a column a line, ``<7H>`` lying face down."""
        talon = "Talon: " + " ".join(map(card_text, self.talon))
        columns = (
            " ".join(card_text(c) if up else f"<{card_text(c)}>" for c, up in column)
            for column in self.columns
        )
        return "".join(f"{row}\n" for row in (talon, *columns))


@dataclass(frozen=True)
class _Plan:
    """How a patience of PySolFC is laid out: an entry of ``pysol.toml``."""

    name: str
    decks: int
    passes: tuple[tuple[int, bool], ...]
    """For each card in dealing order its column, from 0, and whether it lies face up."""
    aside: frozenset[int]
    """The ranks whose cards of the first deck begin the foundations."""

    @property
    def lengths(self) -> tuple[int, ...]:
        """How many cards each column gets."""
        columns = [column for column, _ in self.passes]
        return tuple(columns.count(i) for i in range(max(columns) + 1))


def boards() -> dict[str, str]:
    """The patiences of PySolFC whose boards can be laid out: key and name."""
    return {key: plan.name for key, plan in _plans().items()}


def shuffled(decks: int, number: int) -> tuple[tuple[Card, int], ...]:
    """The cards in the order in which PySolFC deals them, each with its deck (0 or 1).

    Raises :class:`DealError` unless 1 <= number <= :data:`LAST_NUMBER`.
    """
    if not 1 <= number <= LAST_NUMBER:
        raise DealError("deal-pysol-number", found=str(number), last=LAST_NUMBER)
    order = _data()["order"]
    low = number < order["twister_from"]
    cards = _unshuffled(decks, order["low" if low and decks == 1 else "high"])
    below = _microsoft(number) if low else _twister(number)
    for last in range(len(cards) - 1, 0, -1):
        other = below(last + 1)
        cards[last], cards[other] = cards[other], cards[last]
    return tuple(reversed(cards))


def board(key: str, number: int) -> Board:
    """The board of a numbered deal, for a key of :func:`boards`.  Raises :class:`DealError`."""
    plan = _plans().get(key)
    if plan is None:
        raise DealError("deal-pysol-board", name=key[:40], known=", ".join(_plans()))
    cards = [
        c for c, deck in shuffled(plan.decks, number) if not (deck == 0 and rank(c) in plan.aside)
    ]
    columns: list[list[Dealt]] = [[] for _ in plan.lengths]
    for (column, face_up), c in zip(plan.passes, cards, strict=False):
        columns[column].append(Dealt(c, face_up))
    return Board(tuple(map(tuple, columns)), tuple(cards[len(plan.passes) :]))


@lru_cache(maxsize=256)
def board_of(rules: Rules) -> str | None:
    """Which board of PySolFC a patience of ours begins with, if any.

    One that is dealt by rows from whole decks into columns of the same lengths, the rest being its stock: that says
    the same of Small Harp, Big Harp, Klondike, Double Klondike and Gargantua as their names do, and holds for
    patiences of one's own.
    """
    if rules.tableau is None or rules.deal.kind != "rows":
        return None
    for key, plan in _plans().items():
        same_cards = len(pack(rules)) == 52 * plan.decks and rules.deck.decks == plan.decks
        if same_cards and not plan.aside and plan.lengths == rules.deal.lengths:
            return key
    return None


def require_board(rules: Rules) -> str:
    """:func:`board_of` a patience that must have one.  Raises :class:`DealError`."""
    key = board_of(rules)
    if key is None:
        known = ", ".join(plan.name for plan in _plans().values() if not plan.aside)
        raise DealError("deal-pysol-none", known=known)
    return key


def pysol_deck(rules: Rules, number: int) -> tuple[Card, ...]:
    """The deck in our dealing order with which this patience begins on PySolFC's board of that number.

    The first card of the talon is the first one that our player turns.  Where PySolFC has already laid it on the waste
    when play begins, our first move is to turn it.  Raises :class:`DealError` when PySolFC has no such board.
    """
    dealt = board(require_board(rules), number)
    assert rules.tableau is not None
    piles = {
        name: [c for c, _ in column]
        for name, column in zip(rules.tableau.pile_names, dealt.columns, strict=True)
    }
    piles["s"] = list(reversed(dealt.talon))
    return gather(rules, piles)


def _unshuffled(decks: int, order: dict[str, str]) -> list[tuple[Card, int]]:
    """The pack before the shuffle."""
    ranks, suits = range(1, len(RANKS) + 1), [SUITS.index(s) for s in order["suits"]]
    if order["by"] == "rank":
        one = [card(r, s) for r in ranks for s in suits]
    else:
        one = [card(r, s) for s in suits for r in ranks]
    return [(c, deck) for deck in range(decks) for c in one]


def _microsoft(number: int) -> Callable[[int], int]:
    """The ``rand()`` of Microsoft's C library, 15 bits at a time, reduced by its remainder."""

    def numbers() -> Iterator[int]:
        state = number
        while True:
            state = (state * 214013 + 2531011) % 2**31
            yield state >> 16

    source = numbers()
    return lambda n: next(source) % n


def _twister(number: int) -> Callable[[int], int]:
    """Python's Mersenne Twister; ``random()`` of a whole seed is the same in every version of Python."""
    source = random.Random(number)
    return lambda n: int(source.random() * n)


@lru_cache(maxsize=1)
def _data() -> dict[str, Any]:
    return tomllib.loads(files("arfa.deals").joinpath("pysol.toml").read_text("utf-8"))


@lru_cache(maxsize=1)
def _plans() -> dict[str, _Plan]:
    plans = {}
    for key, entry in _data()["boards"].items():
        passes = [
            (column, face_up)
            for field, face_up in (("down", False), ("up", True))
            for span in entry.get(field, ())
            for column in _columns(span)
        ]
        aside = frozenset(RANKS.index(r) + 1 for r in entry.get("aside", ""))
        plans[key] = _Plan(entry["name"], entry["decks"], tuple(passes), aside)
    return plans


def _columns(span: str) -> range:
    """The columns, from 0, of ``"2..9"``, ``"7..1"`` or ``"7"``."""
    first, _, last = span.partition("..")
    begin, end = int(first) - 1, int(last or first) - 1
    return range(begin, end + 1) if begin <= end else range(begin, end - 1, -1)
