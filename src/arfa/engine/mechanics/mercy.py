"""Mercy: a stuck player closes an eye to the rule of spaces (rulebook 1, "Mercy")."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arfa.cards import Card
from arfa.engine.moves import Move
from arfa.engine.state import State
from arfa.errors import Message

if TYPE_CHECKING:
    from arfa.engine.game import Game


class Mercy:
    """One move of any open card or run into an empty column, when nothing else leads anywhere."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.budget = game.rules.mercy

    def owns(self, move: Move) -> bool:
        return move.mercy

    def offered(self, state: State) -> bool:
        """Whether the player is stuck, a column is empty, and some mercy is left."""
        return bool(self._open_spaces(state)) and self._left(state) and self.game.is_stuck(state)

    def moves(self, state: State) -> list[Move]:
        if self.budget == "off" or not self.offered(state):
            return []
        game, names = self.game, self.game.pile_names
        spaces = [names[game.columns[k]] for k in self._open_spaces(state)]
        sources: list[tuple[str, int, Card]] = []
        for column, i in enumerate(game.columns):
            pile = state.piles[i]
            run = game.building.run_length(state, column)
            sources += [(names[i], n, pile[-n]) for n in range(1, run + 1)]
        sources += [(name, 1, c) for name, c in game.stock.hand(state)]
        return [
            Move(src, dst, n, True)
            for src, n, c in sources
            for dst in spaces
            if not game.may_begin_column(c)
        ]

    def refusal(self, state: State, move: Move) -> Message | None:
        game = self.game
        if self.budget == "off":
            return Message("mercy-off")
        if game.kind(move.dst) != "column" or state.piles[game.index[move.dst]]:
            return Message("mercy-space")
        column = game.column_number[move.dst]
        if self.budget == "per-space" and state.merciful >> column & 1:
            return Message("mercy-space-used", pile=move.dst)
        if not self._left(state):
            return Message("mercy-spent", n=state.breaches)
        if not game.is_stuck(state):
            return Message("mercy-not-stuck")
        return None if move in self.moves(state) else Message("mercy-group", pile=move.src)

    def apply(self, state: State, move: Move) -> State:
        state = self.game.building.apply(state, move._replace(mercy=False))
        bit = 1 << self.game.column_number[move.dst] if self.budget == "per-space" else 0
        return state._replace(merciful=state.merciful | bit, breaches=state.breaches + 1)

    def _left(self, state: State) -> bool:
        return not isinstance(self.budget, int) or state.breaches < self.budget

    def _open_spaces(self, state: State) -> list[int]:
        return [
            k
            for k, i in enumerate(self.game.columns)
            if not state.piles[i] and not state.merciful >> k & 1
        ]
