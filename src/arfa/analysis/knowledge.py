"""What a player has seen of the cards: through every move, everything that was taken back, and every branch."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from arfa.cards import Card
from arfa.engine.game import Game
from arfa.engine.identities import Identities
from arfa.engine.moves import Move
from arfa.engine.position import Ply, Position
from arfa.engine.state import State


@dataclass(frozen=True, slots=True)
class View:
    """A position as a player knows it.

    Whoever judges or plays by what is visible is handed this and never the position: at the places of unseen cards lie
    these cards in the order of their faces, whatever was dealt.  So two positions that look alike have the same view.
    """

    game: Game
    state: State
    """The position, unseen cards in the order of their faces."""
    unseen: tuple[tuple[str, int], ...]
    """The places of unseen cards: a pile and a place in it, from 0 for its deepest card; in the order of the piles."""

    @property
    def cards(self) -> tuple[Card, ...]:
        """The unseen cards in the order of their faces."""
        index = self.game.index
        return tuple(self.state.piles[index[pile]][at] for pile, at in self.unseen)

    def world(self, cards: Sequence[Card]) -> State:
        """The position in which these cards lie at the unseen places, in their order."""
        return _put(self.game, self.state, self.unseen, cards)


def view_of(game: Game, state: State, unseen: Sequence[tuple[str, int]]) -> View:
    """The view of a position by the places of the cards that were not seen."""
    faces = sorted(state.piles[game.index[pile]][at] for pile, at in unseen)
    return View(game, _put(game, state, unseen, faces), tuple(unseen))


class Knowledge:
    """Which cards of a play have been face up at some time.

    A card keeps its name through a play (:mod:`arfa.engine.identities`), so what was seen of it stays known when it is
    turned back: in a pile that comes round again, in a waste that was turned over, and after every undo.
    """

    def __init__(self, identities: Identities) -> None:
        self._identities = identities
        self.seen = 0
        """Bit set of the names of the cards that have been seen."""

    def look(self, position: Position) -> None:
        """The player has been led to a position, by way of all those before it."""
        self.look_along(position.plies, position.state)

    def look_along(self, plies: Sequence[Ply], end: State) -> None:
        """The same for a way that was gone earlier."""
        self.seen |= self._identities.along(plies, end).shown

    def view(self, position: Position) -> View:
        """What the player knows of a position to which he was led."""
        names = self._identities.of(position)
        self.seen |= names.shown
        return known_view(position.game, position.state, names.state, self.seen)

    def after(self, position: Position, view: View, move: Move, cards: Sequence[Card]) -> View:
        """What the player will know after a move, if the unseen cards lie in this order.

        ``view`` is that of the position.
        """
        game = position.game
        names = self._identities.of(position).state
        before = view.world(cards)
        after, shown = game.apply(before, game.normal(move))
        names = self._identities.follow(names, Ply(game.normal(move), shown, before), after)
        seen = self.seen | self._identities.open_bits(names, after)
        return known_view(game, after, names, seen)


def known_view(game: Game, state: State, names: State, seen: int) -> View:
    """The view of somebody who has seen some cards.

    ``names`` is the state with the names of its cards, ``seen`` the bit set of the names of those that were seen.
    """
    unseen = [
        (pile, at)
        for pile, named in zip(game.pile_names, names.piles, strict=True)
        for at in range(game.face_down(state, pile))
        if not seen >> named[at] & 1
    ]
    return view_of(game, state, unseen)


def first_view(game: Game, state: State) -> View:
    """The view of somebody who has seen nothing but this position: all that lies face down is unseen."""
    unseen = [(pile, at) for pile in game.pile_names for at in range(game.face_down(state, pile))]
    return view_of(game, state, unseen)


def _put(
    game: Game, state: State, places: Sequence[tuple[str, int]], cards: Sequence[Card]
) -> State:
    piles: dict[int, list[Card]] = {}
    for (pile, at), card in zip(places, cards, strict=True):
        i = game.index[pile]
        piles.setdefault(i, list(state.piles[i]))[at] = card
    return state.with_piles({i: tuple(pile) for i, pile in piles.items()})
