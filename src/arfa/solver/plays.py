"""Moves that can be made again in a position that looks a little different: by their cards, not by their places."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from arfa.cards import Card
from arfa.engine.game import Game
from arfa.engine.mechanics.cycle import Cycle
from arfa.engine.mechanics.waste import Waste
from arfa.engine.moves import Move
from arfa.engine.position import Position
from arfa.engine.state import State
from arfa.notation.move import head_card, target_card


class Play(NamedTuple):
    """What a player means by a move."""

    move: Move
    """The move as it was made."""
    card: Card | None
    """The deepest card that it takes, or that went up by itself; None for an action of the stock."""
    goal: Card | None = None
    """The card that it goes onto or behind; None for a space, a foundation, the front of a row."""
    rises: bool = False
    """Whether the cards of the stock are turned until the card has gone up by itself."""
    copy: int = 0
    """Of a card of the stock: how many of the same face came up before it, so that twins are told apart."""
    copies: int = 0
    """How many of this face were in stock and hand; of one that rises, how many had gone up with it."""


class Made(NamedTuple):
    """A play, the moves it took (draws first), and the state after it."""

    play: Play
    moves: tuple[Move, ...]
    after: State
    hands: frozenset[Card]
    """The cards that lay in the hand before one of its moves."""


def plays_of(game: Game, state: State, moves: Sequence[Move], *, fetch: bool) -> list[Made]:
    """A legal line as plays.

    ``fetch``: draws are no plays but belong to the one whose card they fetch; those behind the last are left out.
    """
    made: list[Made] = []
    waiting: list[Move] = []
    hands: set[Card] = set()

    def done(play: Play) -> None:
        made.append(Made(play, tuple(waiting), state, frozenset(hands)))
        waiting.clear()
        hands.clear()

    for move in moves:
        hands.update(c for _, c in game.stock.hand(state))
        at = Position(game, state)
        card = head_card(at, move)
        goal = None if card is None else target_card(at, move)
        copy, copies = _twins(game, state, card) if game.kind(move.src) == "hand" else (0, 0)
        state, seen = game.apply(state, move)
        rising = [one.card for one in seen if one.rises] if card is None else []
        waiting.append(move)
        if fetch and card is None:
            for one in rising:
                done(Play(move, one, rises=True, copies=_risen(game, state, one)))
        else:
            done(Play(move, card, goal, copy=copy, copies=copies))
    return made


def _twins(game: Game, state: State, card: Card | None) -> tuple[int, int]:
    """Of the card on top of the waste: how many of its face lie under it, and how many there are with the stock."""
    if card is None or not isinstance(game.stock, Waste):
        return 0, 0
    stock, waste = state.piles[game.stock.s], state.piles[game.stock.w]
    under = waste[:-1].count(card)
    return under, waste.count(card) + stock.count(card)


def _risen(game: Game, state: State, card: Card | None) -> int:
    """How many foundations begin with a card."""
    return sum(state.piles[i][:1] == (card,) for i in game.foundations)


class Maker:
    """Makes plays in positions other than their own."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.turning = isinstance(game.stock, Waste | Cycle)
        """Whether the cards of the stock come up one after another by turning them."""
        self._most = 2 * len(game.pack()) + 2
        """More turns than it takes to see every card."""
        self._actions = [Move(src, dst) for src, dst in game.stock.actions]

    def make(
        self, state: State, play: Play, also: Play | None = None
    ) -> tuple[tuple[Move, ...], State] | None:
        """The moves by which a play is made and the state after them, no move where it is as good as made already.

        None where it cannot be made.  ``also`` is made on the way as soon as its card comes up, if that happens.
        """
        if play.rises:
            return self._turn(state, play, also)
        move = self._the_same(state, play)
        if move is None and play.card is not None:
            waits = bool(play.copies) and _twins(self.game, state, play.card)[1] >= play.copies
            if waits:
                return self._turn(state, play, also)
            if self._lies_there(state, play):
                return (), state
            move = next(self._alike(state, play), None)
        if move is not None:
            return (move,), self.game.apply(state, move)[0]
        if play.card is not None and self.turning and play.move.count == 1:
            return self._turn(state, play, also)
        return None

    def by_the_way(self, state: State, play: Play) -> Move | None:
        """The move of a play whose card has just come up in the hand, if it is legal now."""
        for _, card in self.game.stock.hand(state):
            if card == play.card:
                break
        else:
            return None
        if play.copies > 1:
            copy, copies = _twins(self.game, state, play.card)
            if copies == play.copies and copy != play.copy:
                return None
        return next((m for m in self._alike(state, play) if self.game.kind(m.src) == "hand"), None)

    def _the_same(self, state: State, play: Play) -> Move | None:
        """The move itself, if it is legal and takes the same card to the same goal."""
        move = play.move
        if play.card is not None and not self._takes(state, move, play.card):
            return None
        if play.copies > 1 and self.by_the_way(state, play) is None:
            return None
        if self.game.refusal(state, move) is not None:
            return None
        at = Position(self.game, state)
        if play.card is not None and target_card(at, move) != play.goal:
            return None
        return move

    def _takes(self, state: State, move: Move, card: Card) -> bool:
        """Whether a card is the deepest of those that a move would take."""
        i = self.game.index.get(move.src)
        if self.game.kind(move.src) == "hand" or i is None:
            return (move.src, card) in self.game.stock.hand(state)
        return len(state.piles[i]) >= move.count and state.piles[i][-move.count] == card

    def _alike(self, state: State, play: Play) -> Iterator[Move]:
        """The legal moves of the same card to the same goal."""
        game, kind, mercy = self.game, self.game.kind(play.move.dst), play.move.mercy
        if kind == "cell":
            at = Position(game, state)
            for move in game.legal_moves(state):
                if head_card(at, move) == play.card and target_card(at, move) == play.goal:
                    yield move
            return
        goals = [play.move.dst]
        if kind == "column":
            names, piles, nothing = game.pile_names, state.piles, play.goal is None
            goals = [
                names[i]
                for i in game.columns
                if (not piles[i] if nothing else piles[i][-1:] == (play.goal,))
            ]
        if not goals:
            return
        for src, count in self._places(state, play.card):
            for dst in goals:
                move = Move(src, dst, count, mercy)
                if src != dst and game.refusal(state, move) is None:
                    yield move

    def _places(self, state: State, card: Card | None) -> Iterator[tuple[str, int]]:
        """Where a card may be taken from, with all that lies on it."""
        game = self.game
        for k, i in enumerate(game.columns):
            pile = state.piles[i]
            if card in pile:
                for depth in range(state.down[k], len(pile)):
                    if pile[depth] == card:
                        yield game.pile_names[i], len(pile) - depth
        for name, c in game.stock.hand(state):
            if c == card:
                yield name, 1
        for i in game.foundations:
            if state.piles[i][-1:] == (card,):
                yield game.pile_names[i], 1

    def _lies_there(self, state: State, play: Play) -> bool:
        """Whether the card lies on its goal already."""
        game, card, goal = self.game, play.card, play.goal
        if play.move.dst not in game.column_number:
            return False
        for k, i in enumerate(game.columns):
            pile, down = state.piles[i], state.down[k]
            for depth in range(down, len(pile)):
                if pile[depth] == card and (pile[depth - 1] if depth else None) == goal:
                    return True
        return False

    def _turn(
        self, state: State, play: Play, also: Play | None = None
    ) -> tuple[tuple[Move, ...], State] | None:
        """Turn cards of the stock until the card can be played, or has gone up by itself."""
        game, card = self.game, play.card
        moves: list[Move] = []
        turned = False
        while len(moves) < self._most:
            move = also and self.by_the_way(state, also)
            if move is not None:
                moves.append(move)
                state, also = game.apply(state, move)[0], None
            if play.rises:
                if _risen(game, state, card) >= play.copies:
                    return tuple(moves), state
            else:
                move = self.by_the_way(state, play)
                if move is not None:
                    return (*moves, move), game.apply(state, move)[0]
            if not turned and card not in game.stock.reach(state):
                return None
            found = self._bring(state, card, also)
            if found is None:
                return None
            moves += found[0]
            turned = True
            state = found[1]
        return None

    def _bring(
        self, state: State, card: Card | None, also: Play | None
    ) -> tuple[Sequence[Move], State] | None:
        """Turn cards up to one that somebody waits for, or one alone."""
        game, stock = self.game, self.game.stock
        if isinstance(stock, Waste) and not stock.gated:
            waited = {c for c in (card, also and also.card) if c is not None}
            found = stock.turn_to(state, waited | game.rising)
            if found is None or found[1].piles[stock.w][-1] not in game.rising:
                return found
            return found[0], game.settle(found[1])[0]
        for action in self._actions:
            if stock.refusal(state, action) is None:
                return (action,), game.apply(state, action)[0]
        return None
