"""All that decides the future of a game, as an immutable value."""

from __future__ import annotations

from typing import NamedTuple

from arfa.cards import Card

Pile = tuple[Card, ...]


class State(NamedTuple):
    """A position without its patience.  A move makes a new state, so that taking it back is exact by construction."""

    piles: tuple[Pile, ...]
    """The cards of each pile in the order of ``Game.pile_names``, deepest card first."""
    down: tuple[int, ...]
    """For each column, how many of its deepest cards lie face down."""
    redeals: int = 0
    """Redeals used, where they are counted; 0 where they are unlimited."""
    free: bool = True
    """Whether columns may be built on; false while the groups of Паук are being dealt (rulebook 5.2.3)."""
    merciful: int = 0
    """Bit set of the columns that have had their mercy move, where each may have one."""
    breaches: int = 0
    """How many mercy moves were made."""

    def with_pile(self, index: int, pile: Pile) -> State:
        """The state with one pile replaced."""
        piles = self.piles
        return State((*piles[:index], pile, *piles[index + 1 :]), *self[1:])

    def with_piles(self, changes: dict[int, Pile]) -> State:
        """The state with several piles replaced."""
        piles = list(self.piles)
        for i, pile in changes.items():
            piles[i] = pile
        return State(tuple(piles), *self[1:])
