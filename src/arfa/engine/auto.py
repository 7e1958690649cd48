"""Cards that go to the foundations by themselves, at the player's wish: those that are safe there, or all.

**What safe means.**  A lift of an open card *c* (rank *r*) is safe when no position that could be won becomes lost by
it.  Proof, once for all the rules below: take a line that wins from the position without the lift, and let the card go
up first.  Then follow the line; what it does with *c* is left out, for *c* is up already.  A column of the second game
is the column of the first without *c*, so what is open in the first is open in the second, or *c* itself.  What could
go wrong is named, and ruled out:

* *Something is laid on c.*  Without worry back: every card that may lie on *c* is up, all copies of it, and none comes
  down again.  (The usual rule, two ranks lower, is safe as well, but it lifts 5♥ while a black 4 is still out, which
  players take for a theft; field report 32.)  So nothing lies on *c* in the line either: it is always the last of the
  cards that it moves with, and they move as well without it.
* *Cards come down again.*  With worry back: everything of a lower rank is up, in all suits.  In the second game cards
  of a lower rank stay up, whatever the line does with them; the line's other moves have higher cards at the head and
  higher cards as hosts, and neither needs the lower ones.  This needs foundations that begin with the ace, and columns
  that are built down without a turn from king to ace.
* *The twin of c wanted the place.*  With two decks: there are as many places that wait for *c* as copies of it are
  still to come.  Both copies will go there, and it does not matter which goes first.
* *A gate opens only for who is stuck.*  Mercy, drawing only when stuck, the extra row, an opened card that must be
  played: there it may be of use that a card stays down.  As long as there is such a gate, nothing is safe.  (A stock
  that is dealt onto the columns, or a packet that is gathered and dealt again, comes out otherwise without *c*: that
  is no better.)
* *The card comes from the hand.*  Without it the other cards of the stock turn up in another order, unless they are
  turned one at a time, or lie open in a row.
* *There are two kinds of foundations* (Паук).  A card that goes on one pile must not go on the other, so in general
  nothing is safe.  But once the two piles of a suit have a rank in common, they cover all ranks: one copy of every
  other rank is still out, and it can go to one place only, after its neighbour.  Nothing can go from pile to pile any
  more, either.  Columns are built in suit, so whatever would be laid on a card of this suit can go up instead as soon
  as that card has.  Where kings and aces are neighbours in a column a king could still be laid on an ace that is
  wanted elsewhere long before it; so there one of the two piles must be full.

In a patience with gaps nothing is safe: the place that a card leaves may be wanted for its neighbour.

The property test plays short decks of every patience and variant: no safe lift loses a position that the solver wins.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, Literal

from arfa.cards import Card, rank, suit
from arfa.engine.mechanics.cycle import Cycle
from arfa.engine.mechanics.groups import Groups
from arfa.engine.mechanics.row import Row
from arfa.engine.mechanics.waste import Waste
from arfa.engine.moves import Move
from arfa.engine.position import Position
from arfa.engine.state import State

if TYPE_CHECKING:
    from arfa.engine.game import Game

Auto = Literal["off", "safe", "all"]
"""Which cards go to the foundations by themselves after a move."""


def follow_up(position: Position, how: Auto, after: Move | None = None) -> list[Move]:
    """The moves that are made by themselves here, one after the other.  The position stays as it is.

    ``after`` is the move that led here: a card that it took down from a foundation stays down (field report 31).
    """
    if how == "off" or position.game.rules.grid is not None:
        return []
    game, found = position.game, list[Move]()
    down = after is not None and game.kind(after.src) == "foundation"
    keeps = after.dst if after is not None and down else None
    at = Position(game, position.state)
    lifts = all_lifts if how == "all" else safe_lifts
    while (move := next((m for m in lifts(game, at.state) if m.src != keeps), None)) is not None:
        at.push_legal(move)
        found.append(move)
    return found


def all_lifts(game: Game, state: State) -> Iterator[Move]:
    """Every legal move from a column or the hand to a foundation, in the pinned order."""
    if game.rules.grid is not None:
        return
    building, names, piles = game.building, game.pile_names, state.piles
    tops = [(names[i], piles[i][-1]) for i in game.columns if piles[i]]
    for name, c in (*tops, *game.stock.hand(state)):
        for letter in game.slots:
            slot = building.slot_for(state, letter, c)
            if slot is not None and game.may_give(state, name, names[slot]):
                yield Move(name, letter)


def safe_lifts(game: Game, state: State) -> Iterator[Move]:
    """Those among them that are safe."""
    moves = list(all_lifts(game, state))
    if not moves or gated(game, state):
        return
    hand = dict(game.stock.hand(state))
    for move in moves:
        if move.src in hand and not _open_hand(game):
            continue
        c = hand[move.src] if move.src in hand else state.piles[game.index[move.src]][-1]
        if len(game.slots) > 1:
            safe = _met(game, state, suit(c))
        else:
            safe = _unneeded(game, state, c) and _places(game, state, c) >= _to_come(game, state, c)
        if safe:
            yield move


def gated(game: Game, state: State) -> bool:
    """Whether something depends on what lies in the columns beside the rules of building."""
    stock = game.stock
    if game.rules.mercy != "off":
        return True
    if isinstance(stock, Groups):
        redeals = stock.spec.redeals > state.redeals
        return redeals or not state.free or bool(state.piles[stock.s])
    if isinstance(stock, Waste):
        return stock.gated and bool(state.piles[stock.s] or state.piles[stock.w])
    if isinstance(stock, Cycle):
        left = state.piles[stock.s] or state.piles[stock.o]
        return (stock.gated or stock.spec.forced_play) and bool(left)
    return stock.s >= 0 and bool(state.piles[stock.s])


def _open_hand(game: Game) -> bool:
    """Whether a card can leave the hand without changing what comes after it."""
    stock = game.stock
    return isinstance(stock, Row) or (isinstance(stock, Waste) and stock.spec.draw == 1)


def _unneeded(game: Game, state: State, c: Card) -> bool:
    """Whether nothing will ever be laid on a card, or need not be."""
    if not game.rules.worry_back:
        return all(_to_come(game, state, other) == 0 for other in _guests(game, c))
    if not _built_down_from_kings(game):
        return False
    return all(len(state.piles[i]) >= rank(c) - 1 for i in game.foundations)


@lru_cache(maxsize=512)
def _guests(game: Game, c: Card) -> tuple[Card, ...]:
    """The cards of the deck that may lie on a card."""
    return tuple(other for other in sorted(set(game.pack())) if game.takes[c][other])


@lru_cache(maxsize=256)
def _built_down_from_kings(game: Game) -> bool:
    """Whether a card lies on a higher one only, and foundations begin with the ace."""
    build = game.rules.tableau.build if game.rules.tableau is not None else None
    down = build is not None and build.direction == "down" and not build.wrap
    return down and all(f.base == "ace" for f in game.rules.foundations)


def _places(game: Game, state: State, c: Card) -> int:
    """How many foundations wait for a card."""
    (slots,) = game.slots.values()
    return sum(game.foundation_takes(i, len(state.piles[i]), c) for i in slots[suit(c)])


def _to_come(game: Game, state: State, c: Card) -> int:
    """How many copies of a card are not on the foundations yet."""
    (slots,) = game.slots.values()
    return game.rules.deck.decks - sum(c in state.piles[i] for i in slots[suit(c)])


def _met(game: Game, state: State, of: int) -> bool:
    """Whether the pile of a suit that goes up and the one that goes down have a rank in common."""
    tableau = game.rules.tableau
    if game.rules.worry_back or tableau is None or tableau.build.match != "same-suit":
        return False
    piles = [i for slots in game.slots.values() for i in slots.get(of, ())]
    if len(piles) != 2 or len({game.foundation_spec[i].base for i in piles}) != 2:
        return False
    one, other = (state.piles[i] for i in piles)
    full = game.rules.deck.ranks
    return full in (len(one), len(other)) or (
        not tableau.build.wrap and len(one) + len(other) > full
    )
