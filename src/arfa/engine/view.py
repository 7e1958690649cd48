"""What a player may see: the one way by which positions reach a screen."""

from __future__ import annotations

from typing import NamedTuple

from arfa.cards import Card
from arfa.engine.position import Position


class PileView(NamedTuple):
    """A pile as it looks."""

    name: str
    kind: str
    """foundation, column, cell, stock or hand."""
    cards: tuple[Card | None, ...]
    """Deepest first; None for a card that lies face down."""


def view(position: Position) -> tuple[PileView, ...]:
    """The piles of a position with every face-down card blanked out."""
    game = position.game
    return tuple(
        PileView(name, game.kind(name), _blanked(cards, position.face_down(name)))
        for name, cards in zip(game.pile_names, position.state.piles, strict=True)
    )


def _blanked(cards: tuple[Card, ...], down: int) -> tuple[Card | None, ...]:
    return (None,) * down + cards[down:] if down else cards
