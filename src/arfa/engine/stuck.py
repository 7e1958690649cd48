"""«Тупик»: no event can be reached by reversible moves (rulebook 1.2).

Events cannot be undone by another move: a card goes to a foundation, a face-down card turns up, a card leaves the
stock or the waste for good, a column is emptied, a space is filled anew.  A move between columns is reversible when
the move back is legal; drawing and redealing count as reversible, and so do worrying back and putting up again.
"""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from typing import TYPE_CHECKING

from arfa.cards import Card, is_red, rank
from arfa.engine.canonical import canonical_state
from arfa.engine.moves import REDEAL, Move
from arfa.engine.state import State

if TYPE_CHECKING:
    from arfa.engine.game import Game

#: How many canonical states the closure may hold before the search gives up and the position is not called stuck.
BOUND = 3000

_MOST = 30_000
_known: dict[tuple[Game, bool, State], bool] = {}
"""Whether an event can be reached: states of one closure with the same foundations share the answer.

Whoever is stuck and moves cards to and fro would have the closure searched anew at every move, for up to half a second.
"""


@lru_cache(maxsize=4096)
def is_stuck(game: Game, state: State, drawing: bool) -> bool:
    """Whether no event can be reached; see :meth:`arfa.engine.game.Game.is_stuck`."""
    if game.is_won(state):
        return False
    stock = game.stock
    if game.rules.grid is None:
        if drawing and _deals(game, state):
            return False
        hand = stock.reach(state) if drawing else frozenset(c for _, c in stock.hand(state))
        # A deal that wants every space filled may become possible on the way, which counting does not see.
        waits = drawing and _waits_for_spaces(game)
        if klondike_type(game) and _in_runs(game, state) and not waits:
            return not _klondike_event(game, state, hand)
    else:
        hand = frozenset()
    return not _closure_event(game, state, hand, drawing)


def _deals(game: Game, state: State) -> bool:
    """Whether the stock has an action that cannot be taken back: a row, a group, Паук's redeal.

    A gate that opens only when stuck does not matter here: either it is open, or an event can be reached.
    """
    rules = game.rules.stock
    if rules is None or rules.kind in ("waste", "cycle"):
        return False
    return any(
        game.stock.possible(state, Move(src, dst)) is None for src, dst in game.stock.actions
    )


def _waits_for_spaces(game: Game) -> bool:
    """Whether a deal onto the columns is refused while one of them is empty."""
    stock = game.rules.stock
    return stock is not None and stock.kind == "columns" and stock.spaces == "refused"


# -- any rules: search the closure --------------------------------------------------------------------------


def _closure_event(game: Game, start: State, hand: frozenset[Card], drawing: bool) -> bool:
    """Whether the closure under reversible moves holds an event; True as well when the bound is hit."""
    key = canonical_state(game, start)
    known = _known.get((game, drawing, key))
    if known is None:
        seen = {key}
        known = _search_closure(game, start, hand, drawing, seen)
        if len(_known) + len(seen) > _MOST:
            _known.clear()
        # Where other cards are up, to put them up again counts for more or for less.
        same = (one for one in seen if all(one.piles[i] == key.piles[i] for i in game.foundations))
        _known.update(dict.fromkeys(((game, drawing, one) for one in same), known))
    return known


def _search_closure(
    game: Game, start: State, hand: frozenset[Card], drawing: bool, seen: set[State]
) -> bool:
    """The search itself; ``seen`` begins with the canonical start and grows by what was met."""
    went_up = _on_foundations(game, start)
    todo = [start]
    while todo:
        state = todo.pop()
        if drawing and game.rules.grid is None and _deals(game, state):
            return True
        if game.rules.grid is None and any(game.building.playable(state, c) for c in hand):
            return True
        for move in game.mechanics[0].moves(state):
            if game.kind(move.src) == "hand" or move == REDEAL:
                return True
            after, turned = game.apply(state, move)
            if any(not one.rises for one in turned):
                return True
            # A card that was taken down and rises again by itself has gained nothing.
            if (move.dst in game.slots or turned) and _on_foundations(game, after) - went_up:
                return True
            if game.kind(move.src) in ("column", "cell"):
                back = Move(_landed(game, state, after, move), move.src, move.count)
                if game.mechanics[0].refusal(after, back) is not None:
                    return True
            key = canonical_state(game, after)
            if key not in seen:
                if len(seen) >= BOUND:
                    return True
                seen.add(key)
                todo.append(after)
    return False


def _landed(game: Game, before: State, after: State, move: Move) -> str:
    """The pile that a move went to, a foundation by its own name."""
    if move.dst not in game.slots:
        return move.dst
    grown = (i for i in game.foundations if len(after.piles[i]) > len(before.piles[i]))
    return game.pile_names[next(grown)]


def _on_foundations(game: Game, state: State) -> Counter[Card]:
    return Counter(c for i in game.foundations for c in state.piles[i])


# -- the Klondike type: the arrangement does not matter ------------------------------------------------------


@lru_cache(maxsize=256)
def klondike_type(game: Game) -> bool:
    """Whether runs are built down by alternating colour, any part of them moves, and only kings go into spaces.

    And there is one kind of foundations: a card that was worried back from one kind might go up on the other.
    """
    tableau = game.rules.tableau
    return (
        tableau is not None
        and tableau.build.match == "alternate-colour"
        and tableau.build.direction == "down"
        and not tableau.build.wrap
        and tableau.groups == "run"
        and tableau.spaces == "king"
        and len(game.rules.foundations) == 1
    )


def _in_runs(game: Game, state: State) -> bool:
    """Whether the open cards of every column are one run, as the count of open places supposes."""
    return all(
        game.building.run_length(state, k) == len(state.piles[i]) - state.down[k]
        for k, i in enumerate(game.columns)
    )


def _klondike_event(game: Game, state: State, hand: frozenset[Card]) -> bool:
    """Whether an event can be reached, by counting places instead of arranging cards.

    Class = (rank, colour).  An open card that is not the deepest open one of its column is *free*: it lies on a
    parent.  If a class has more open parents than free members, one parent is bare and any of them can be bared; if
    not, none can (every parent carries a card).  So it does not matter which card lies on which.  With worry back the
    heights of the foundations vary too, and the same count holds for each choice of heights.
    """
    king = game.rules.deck.ranks
    visible: Counter[tuple[int, bool]] = Counter()
    free: Counter[tuple[int, bool]] = Counter()
    bases: list[
        tuple[Card, bool]
    ] = []  # the deepest open card of each column, and whether cards lie under it
    hanging: list[Card] = []  # the other open cards
    spaces = 0
    for k, i in enumerate(game.columns):
        open_cards = state.piles[i][state.down[k] :]
        if not open_cards:
            spaces += 1
            continue
        bases.append((open_cards[0], state.down[k] > 0))
        hanging += open_cards[1:]
        for n, c in enumerate(open_cards):
            visible[rank(c), is_red(c)] += 1
            free[rank(c), is_red(c)] += n > 0

    def bare(c: Card) -> bool:
        """Whether an open parent of ``c`` can be had."""
        parent = (rank(c) + 1, not is_red(c))
        return visible[parent] > free[rank(c), is_red(c)]

    def exposed(c: Card) -> bool:
        """Whether a visible card can be freed of what lies on it."""
        return visible[rank(c), is_red(c)] > free[rank(c) - 1, not is_red(c)]

    heights = tuple(len(state.piles[i]) for i in game.foundations)
    seen, todo = {heights}, [heights]
    while todo:
        now = todo.pop()
        worried = [
            state.piles[game.foundations[f]][n]
            for f, h in enumerate(heights)
            for n in range(now[f], h)
        ]
        for c in worried:
            visible[rank(c), is_red(c)] += 1
            free[rank(c), is_red(c)] += rank(c) != king
        kings = sum(rank(c) == king for c in worried)
        room = spaces - kings > 0
        # A twin that takes the place of a worried card is no new card up, unless it leaves a column for good.
        if (
            any(_takes(game, now, c) and exposed(c) for c in hanging if c not in worried)
            or any(
                _takes(game, now, c) and exposed(c)
                for c, under in bases
                if under or rank(c) != king or c not in worried
            )
            or any(bare(c) if rank(c) != king else under and room for c, under in bases)
            or any(_takes(game, now, c) or (bare(c) if rank(c) != king else room) for c in hand)
        ):
            return True
        if game.rules.worry_back:
            for f, h in enumerate(now):
                i = game.foundations[f]
                if h <= game.fixed[i] or (h == 1 and game.rules.aces == "at-once"):
                    continue
                top = state.piles[i][h - 1]
                lower = (*now[:f], h - 1, *now[f + 1 :])
                if lower not in seen and (bare(top) if rank(top) != king else room):
                    seen.add(lower)
                    todo.append(lower)
            for f, h in enumerate(now):
                if h < heights[f] and exposed(state.piles[game.foundations[f]][h]):
                    higher = (*now[:f], h + 1, *now[f + 1 :])
                    if higher not in seen:
                        seen.add(higher)
                        todo.append(higher)
        for c in worried:
            visible[rank(c), is_red(c)] -= 1
            free[rank(c), is_red(c)] -= rank(c) != king
    return False


def _takes(game: Game, heights: tuple[int, ...], c: Card) -> bool:
    """Whether one of the foundations, at these heights, takes a card."""
    return any(game.foundation_takes(i, heights[f], c) for f, i in enumerate(game.foundations))
