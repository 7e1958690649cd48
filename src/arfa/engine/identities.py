"""Which card is which: names of cards that stay with them through a play, so that the page can move them.

A name is the place of the card in the deck of the deal, or in the position that play began from.  It says where the
card lay when play began, which everyone can see, and nothing about its face.  From move to move the names are carried
along as the cards are: never by comparing faces, for the two copies of a face are not the same card, and which of them
the stock still holds is a secret.  Only the reshuffle of a gaps patience matches faces, and there every card lies open.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count
from typing import NamedTuple

from arfa.cards import Card
from arfa.engine.game import Game, Seen
from arfa.engine.moves import REDEAL, Move
from arfa.engine.position import Ply, Position
from arfa.engine.state import State
from arfa.rules.dealing import places, taken_away


class Names(NamedTuple):
    """The names of the cards of a state."""

    state: State
    """The state with the name of each card in its place."""
    shown: int
    """Bit set of the cards that have been face up at some time on the way here."""


class Identities:
    """The names of the cards of a position, kept in step with its moves."""

    def __init__(self, game: Game, deck: Sequence[Card]) -> None:
        self.game = game
        laid = game.layout(deck)
        start, seen = game.settle(laid)
        names = _dealt(game, deck)
        for card in seen:
            if card.rises:
                names = self._risen(names, start, card)
        self._begin(names, start)

    @classmethod
    def from_position(cls, start: Position) -> Identities:
        """The names for a play that begins with a position, whatever was played before it."""
        self = cls.__new__(cls)
        self.game = start.game
        names = count()
        piles = tuple(tuple(next(names) for _ in pile) for pile in start.state.piles)
        self._begin(State(piles, (), start.state.redeals), start.state)
        return self

    def _begin(self, names: State, start: State) -> None:
        self._names = [Names(names, self.open_bits(names, start))]
        self._plies: list[Ply] = []

    def of(self, position: Position) -> Names:
        """The names of the cards of a position that began with the deck."""
        return self.along(position.plies, position.state)

    def along(self, plies: Sequence[Ply], end: State) -> Names:
        """The names of the cards where some moves from the beginning lead to."""
        known = 0
        for mine, theirs in zip(self._plies, plies, strict=False):
            if mine is not theirs:
                break
            known += 1
        del self._plies[known:], self._names[known + 1 :]
        for at in range(known, len(plies)):
            after = plies[at + 1].before if at + 1 < len(plies) else end
            before = self._names[-1]
            state = self.follow(before.state, plies[at], after)
            self._plies.append(plies[at])
            self._names.append(Names(state, before.shown | self.open_bits(state, after)))
        return self._names[-1]

    def follow(self, names: State, ply: Ply, after: State) -> State:
        """The names of the cards after a move, from those before it."""
        game, move = self.game, ply.move
        if move == REDEAL:
            names = _reshuffled(names, ply.before, after)
        elif game.stock.owns(move):
            names = game.stock.apply(names, move)  # it moves cards without looking at them
        else:
            names = self._carried(names, move, self._landing(ply))
        for card in ply.seen:
            if card.rises:
                names = self._risen(names, after, card)
        # A stock that counts its redeals goes by them; the rest of the state has no meaning here.
        return names._replace(redeals=after.redeals)

    def _carried(self, names: State, move: Move, to: int) -> State:
        """The names after some cards went from a pile or the hand to the end of a pile."""
        game = self.game
        if game.kind(move.src) == "hand":
            name = dict(game.stock.hand(names))[move.src]
            names = game.stock.take(names, move.src)
            return game.stock.after_play(names.with_pile(to, (*names.piles[to], name)))
        i = game.index[move.src]
        pile, n = names.piles[i], move.count
        return names.with_piles({i: pile[:-n], to: names.piles[to] + pile[-n:]})

    def _landing(self, ply: Ply) -> int:
        """The pile where a move ends."""
        game, move = self.game, ply.move
        if move.dst not in game.slots:
            return game.index[move.dst]
        slot = game.building.slot_for(ply.before, move.dst, first_card(game, ply.before, move))
        assert slot is not None
        return slot

    def _risen(self, names: State, after: State, seen: Seen) -> State:
        """The names after an open card began a foundation by itself."""
        game = self.game
        to = next(
            i
            for i in game.foundations
            if not names.piles[i]
            and game.foundation_takes(i, 0, seen.card)
            and after.piles[i][:1] == (seen.card,)
        )
        return self._carried(names, Move(seen.pile, game.letters[to]), to)

    def open_bits(self, names: State, state: State) -> int:
        """Bit set of the names of the cards that lie face up."""
        game = self.game
        bits = 0
        for name, pile in zip(game.pile_names, names.piles, strict=True):
            for card in pile[game.face_down(state, name) :]:
                bits |= 1 << card
        return bits


def first_card(game: Game, state: State, move: Move) -> Card:
    """The deepest card that a move from a pile or the hand takes along."""
    if game.kind(move.src) == "hand":
        return dict(game.stock.hand(state))[move.src]
    return state.piles[game.index[move.src]][-move.count]


def all_shown(game: Game, state: State, names: Names) -> bool:
    """Whether all cards that drawing and redealing can bring have been face up before.

    Then it is no secret what they are.  It may be asked only where none of them can be played, so that none of them
    stops the drawing.
    """
    stock = game.stock
    first = names.state._replace(redeals=state.redeals)
    met, todo = {first}, [(state, first)]
    while todo:
        now, named = todo.pop()
        if not all(names.shown >> name & 1 for _, name in stock.hand(named)):
            return False
        for src, dst in stock.actions:
            move = Move(src, dst)
            if stock.possible(now, move) is None:
                after = stock.apply(named, move)
                if after not in met:
                    met.add(after)
                    todo.append((stock.apply(now, move), after))
    return True


def _dealt(game: Game, deck: Sequence[Card]) -> State:
    """The layout of a deck with the place of each card in it instead of its face."""
    rules = game.rules
    piles: dict[str, list[int]] = {name: [] for name in game.pile_names}
    for name, (place, card) in enumerate(zip(places(rules), deck, strict=True)):
        if not taken_away(rules, card):
            piles[place.pile].append(name)
    if "s" in piles:
        # Which end of the stock is drawn from depends on the rules alone: any deck tells it.
        pack = game.pack()
        if game.layout(pack).piles[game.index["s"]] != tuple(pack[name] for name in piles["s"]):
            piles["s"].reverse()
    bases = [i for i in game.foundations if game.fixed[i]]
    for name, i in enumerate(bases, start=len(deck)):
        piles[game.pile_names[i]].append(name)
    return State(tuple(tuple(piles[name]) for name in game.pile_names), ())


def _reshuffled(names: State, before: State, after: State) -> State:
    """The names after the loose cards of a grid were shuffled; who stayed stays, and twins are alike."""
    free: dict[Card, list[int]] = {}
    for old, new, mine in zip(before.piles, after.piles, names.piles, strict=True):
        if old and old != new:
            free.setdefault(old[0], []).append(mine[0])
    return names._replace(
        piles=tuple(
            mine if old == new else (free[new[0]].pop(0),) if new else ()
            for old, new, mine in zip(before.piles, after.piles, names.piles, strict=True)
        )
    )
