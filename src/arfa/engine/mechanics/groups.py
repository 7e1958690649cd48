"""The phased deal of the old Паук and its redeal (rulebook 5.2.3, 5.2.5, 5.4)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arfa.cards import Card
from arfa.engine.mechanics.onto_columns import deal_group, group_of
from arfa.engine.mechanics.stock import Stock
from arfa.engine.moves import Move
from arfa.engine.state import State
from arfa.errors import Message
from arfa.rules.spec import GroupsStock

if TYPE_CHECKING:
    from arfa.engine.game import Game


class Groups(Stock):
    """Groups of one card to each column; the free phase begins when the last one lies."""

    actions = (("s", "t"), ("t", "s"))

    def __init__(self, game: Game, spec: GroupsStock) -> None:
        super().__init__(game)
        self.spec = spec

    def may_give(self, state: State, column: str, foundation: str) -> bool:
        """Whether a column may give a card to a foundation pile in this phase (5.2.3, E1)."""
        return state.free or foundation in self.spec.limits.get(column, (foundation,))

    def why_not(self, column: str) -> Message:
        """Why a column may not give to a foundation pile in this phase: it names those that it may give to."""
        allowed = self.spec.limits[column]
        if not allowed:
            return Message("groups-closed", pile=column)
        bases = Message("groups-bases-one", pile_to=allowed[-1])
        for number, name in enumerate(reversed(allowed[:-1])):
            code = "groups-bases-more" if number else "groups-bases-last"
            bases = Message(code, pile_to=name, bases=bases)
        return Message("groups-limit", pile=column, bases=bases)

    def possible(self, state: State, move: Move) -> Message | None:
        if move.src == "s":
            return None if state.piles[self.s] else Message("groups-all-dealt")
        if state.piles[self.s]:
            return Message("groups-left", n=-(-len(state.piles[self.s]) // len(self.game.columns)))
        if state.redeals >= self.spec.redeals:
            return Message("redeal-none-left", n=self.spec.redeals)
        return None if any(state.piles[i] for i in self.game.columns) else Message("columns-empty")

    def apply(self, state: State, move: Move) -> State:
        columns = self.game.columns
        if move.src == "t":
            order = columns if self.spec.gather == "last-to-first" else columns[::-1]
            deck = tuple(c for i in order for c in state.piles[i])
            state = state.with_piles(dict.fromkeys(columns, ()) | {self.s: deck[::-1]})
            state = state._replace(redeals=state.redeals + 1)
        state = deal_group(state, self.s, columns)
        return state._replace(free=not state.piles[self.s])

    def turned(self, before: State, after: State, move: Move) -> tuple[tuple[str, Card], ...]:
        if not self.owns(move):
            return ()
        n = len(before.piles[self.s]) - len(after.piles[self.s])
        if move.src == "t":
            # The columns held everything, and what they hold now has just been dealt.
            n = sum(bool(after.piles[i]) for i in self.game.columns)
        return group_of(self.game, after, n)
