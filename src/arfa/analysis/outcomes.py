"""What a move may bring: the views that it leads to, with how likely each is."""

from __future__ import annotations

import random
from typing import NamedTuple

from arfa.analysis.knowledge import Knowledge, View
from arfa.engine.moves import Move
from arfa.engine.position import Position

SAMPLES = 12
"""How many arrangements are looked at where a move may show more than one card."""
_TRIES = 8


class Case(NamedTuple):
    """One way in which a move may turn out."""

    view: View
    weight: float
    """How likely it is; all cases of a move add up to 1."""


def outcomes(
    knowledge: Knowledge, position: Position, view: View, move: Move, *, seed: int = 0
) -> list[Case]:
    """The ways in which a move may turn out for a player who knows the view of the position.

    A move that shows nothing has one.  One that shows a single card has one for each face that it may have.  Where more
    is shown, or what is shown goes up by itself and shows more, some arrangements are drawn.
    """
    cards = list(view.cards)
    lowest = knowledge.after(position, view, move, cards)
    if len(lowest.unseen) == len(view.unseen):
        return [Case(lowest, 1.0)]
    rng = random.Random(seed)
    place = _turned(knowledge, position, view, move, rng)
    if place is None:
        views = []
        for _ in range(SAMPLES):
            rng.shuffle(cards)
            views.append(knowledge.after(position, view, move, cards))
        return [Case(found, 1 / SAMPLES) for found in views]
    cases = []
    for face in sorted(set(view.cards)):
        rest = list(view.cards)
        rest.remove(face)
        rng.shuffle(rest)
        arranged = [*rest[:place], face, *rest[place:]]
        weight = view.cards.count(face) / len(view.cards)
        cases.append(Case(knowledge.after(position, view, move, arranged), weight))
    return cases


def _turned(
    knowledge: Knowledge, position: Position, view: View, move: Move, rng: random.Random
) -> int | None:
    """Which of the unseen places is seen after the move; None where it cannot be told by the places."""
    cards = list(view.cards)
    for _ in range(_TRIES):  # a card that goes up by itself may show others
        rng.shuffle(cards)
        left = set(knowledge.after(position, view, move, cards).unseen)
        gone = [at for at, place in enumerate(view.unseen) if place not in left]
        if len(view.unseen) - len(left) == 1:
            return gone[0] if len(gone) == 1 else None
    return None
