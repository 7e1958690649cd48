"""Where each card of a deck goes: the dealing order that makes a deck string determine a layout."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from arfa.cards import ACE, SUITS, Card, card, card_text, rank
from arfa.errors import DeckError
from arfa.rules.spec import Rules


class Place(NamedTuple):
    """Where one card of the deck lies after the deal."""

    pile: str
    """The name of the pile; ``""`` for a card that is taken away."""
    face_up: bool


@lru_cache(maxsize=256)
def full_deck(rules: Rules) -> tuple[Card, ...]:
    """All cards that the patience is played with, sorted; two decks have every card twice."""
    deck = rules.deck
    suits = sorted(SUITS.index(s) for s in deck.suits)
    one = [card(r, s) for s in suits for r in range(1, deck.ranks + 1)]
    return tuple(sorted(one * deck.decks))


@lru_cache(maxsize=256)
def base_cards(rules: Rules) -> tuple[Card, ...]:
    """The cards that lie on the foundations before the deal, pile by pile (empty when none do)."""
    suits = [
        (f, SUITS.index(s))
        for f in rules.foundations
        if f.dealt
        for _ in range(f.per_suit)
        for s in (f.suits or rules.deck.suits)
    ]
    return tuple(card(ACE if f.base == "ace" else rules.deck.ranks, s) for f, s in suits)


@lru_cache(maxsize=256)
def pack(rules: Rules) -> tuple[Card, ...]:
    """The cards that are shuffled, sorted: the deck without the cards that are laid before the deal."""
    left = Counter(full_deck(rules)) - Counter(base_cards(rules))
    return tuple(sorted(left.elements()))


@lru_cache(maxsize=256)
def places(rules: Rules) -> tuple[Place, ...]:
    """For each card of the deck, in dealing order, its place (rulebook 0: deck[0] is dealt first).

    In the stock of a deal from the top the first card left is the first one turned; it is on top, so it comes last
    in the pile (deepest card first).
    """
    size = len(pack(rules))
    deal, result = rules.deal, list[Place]()
    if rules.grid is not None:
        grid = rules.grid
        for row in range(grid.rows):
            for place in range(1 if grid.empty_front else 0, grid.places):
                result.append(Place(f"{chr(ord('a') + row)}{place}", True))
        return tuple(result)
    assert rules.tableau is not None
    names = rules.tableau.pile_names
    if deal.kind == "groups":
        result = [Place(name, True) for name in names[:size]]
    elif deal.kind in ("rows", "columns"):
        if deal.kind == "rows":
            cells = [
                (depth, column)
                for depth in range(max(deal.lengths))
                for column, length in enumerate(deal.lengths)
                if length > depth
            ]
        else:
            cells = [
                (d, column) for column, length in enumerate(deal.lengths) for d in range(length)
            ]
        result = [
            Place(names[c], deal.face_up == "all" or depth == deal.lengths[c] - 1)
            for depth, c in cells
        ]
    return tuple(result + [Place("s", False)] * (size - len(result)))


def check_deck(rules: Rules, deck: Sequence[Card]) -> None:
    """Raise :class:`DeckError` unless ``deck`` holds exactly the cards that are shuffled."""
    wanted, found = Counter(pack(rules)), Counter(deck)
    if found == wanted:
        return
    if len(deck) != sum(wanted.values()):
        raise DeckError("deck-count", n=len(deck), wanted=sum(wanted.values()))
    more = next(iter(found - wanted))
    less = next(iter(wanted - found))
    raise DeckError("deck-cards", more=card_text(more), less=card_text(less))


def lay_out(rules: Rules, deck: Sequence[Card]) -> dict[str, list[tuple[Card, bool]]]:
    """The piles after the deal, before anything moves: for each pile its (card, face up), deepest card first.

    Raises :class:`DeckError` for a deck that is not the one of this patience.
    """
    check_deck(rules, deck)
    piles: dict[str, list[tuple[Card, bool]]] = {}
    for place, c in zip(places(rules), deck, strict=True):
        piles.setdefault(place.pile, []).append((c, place.face_up))
    if "s" in piles and not _from_bottom(rules):
        piles["s"].reverse()
    return piles


def gather(rules: Rules, piles: Mapping[str, Sequence[Card]]) -> tuple[Card, ...]:
    """The deck that :func:`lay_out` lays out as these piles (deepest card first): its inverse.

    Raises :class:`DeckError` when the piles have not the sizes or the cards of the deal.
    """
    stock = list(piles.get("s", ()))
    queues = {name: list(cards) for name, cards in piles.items() if name != "s"}
    queues["s"] = stock if _from_bottom(rules) else stock[::-1]
    wanted = Counter(place.pile for place in places(rules))
    for name in sorted(set(wanted) | {n for n, q in queues.items() if q}):
        if len(queues.get(name, ())) != wanted[name]:
            raise DeckError(
                "pile-count", pile=name, n=len(queues.get(name, ())), wanted=wanted[name]
            )
    iterators = {name: iter(queue) for name, queue in queues.items()}
    deck = tuple(next(iterators[place.pile]) for place in places(rules))
    check_deck(rules, deck)
    return deck


def taken_away(rules: Rules, c: Card) -> bool:
    """Whether a card is taken away after the deal, leaving a gap (the aces of a one-deck gaps patience)."""
    return rules.deck.without == "aces" and rank(c) == ACE


def _from_bottom(rules: Rules) -> bool:
    return rules.deal.kind == "columns" and rules.deal.take_from == "bottom"
