"""Rows with gaps (rulebook 6): a card goes into the gap behind the next lower card of its suit."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

from arfa.cards import Card, card_text, rank
from arfa.engine.moves import REDEAL, Move
from arfa.engine.state import State
from arfa.errors import Message
from arfa.rules.predicates import front_rank, may_follow

if TYPE_CHECKING:
    from arfa.engine.game import Game


class Gaps:
    """One card at a time into a gap; perhaps a redeal of the cards that are out of sequence."""

    def __init__(self, game: Game) -> None:
        self.game = game
        grid = game.rules.grid
        assert grid is not None
        self.grid = grid
        self.front = front_rank(game.rules)
        self.king = game.rules.deck.ranks

    def owns(self, move: Move) -> bool:
        return True

    def moves(self, state: State) -> list[Move]:
        names, piles, width = self.game.pile_names, state.piles, self.grid.places
        where: dict[Card, list[int]] = {}
        for i, pile in enumerate(piles):
            if pile:
                where.setdefault(pile[0], []).append(i)
        found = []
        for gap, pile in enumerate(piles):
            if pile:
                continue
            if gap % width == 0:
                wanted = [c for c in where if rank(c) == self.front]
            elif piles[gap - 1] and rank(piles[gap - 1][0]) != self.king:
                wanted = [piles[gap - 1][0] + 1]
            else:
                continue
            found += [(i, gap) for c in wanted for i in where.get(c, ())]
        result = [Move(names[i], names[gap]) for i, gap in sorted(found)]
        return result + ([REDEAL] if self._redeal_refusal(state) is None else [])

    def refusal(self, state: State, move: Move) -> Message | None:
        if move == REDEAL:
            return self._redeal_refusal(state)
        index, names = self.game.index, self.game.pile_names
        for pile in (move.src, move.dst):
            if pile not in index:
                return Message("pile-unknown", name=pile)
        if move.count != 1 or move.mercy:
            return Message("group-single")
        src, gap = index[move.src], index[move.dst]
        if not state.piles[src]:
            return Message("gap-source", cell=move.src)
        c = state.piles[src][0]
        if state.piles[gap]:
            return Message("gap-taken", cell=move.dst, card=state.piles[gap][0])
        if gap % self.grid.places == 0:
            return None if rank(c) == self.front else Message("gap-front", rank=self.front, card=c)
        left = state.piles[gap - 1]
        if not left or src == gap - 1:
            return Message("gap-behind-gap", cell=names[gap - 1])
        if may_follow(left[0], c):
            return None
        if rank(left[0]) == self.king:
            return Message("gap-behind-king", card=left[0])
        return Message("gap-wants", card=c, card_wanted=left[0] + 1, card_below=left[0])

    def apply(self, state: State, move: Move) -> State:
        if move == REDEAL:
            return self._redeal(state)
        src, gap = self.game.index[move.src], self.game.index[move.dst]
        return state.with_piles({src: (), gap: state.piles[src]})

    # -- the redeal -----------------------------------------------------------------------------------------

    def rows(self, state: State) -> list[tuple[tuple[Card, ...], ...]]:
        """The rows, each a tuple of places."""
        width = self.grid.places
        return [state.piles[r * width : (r + 1) * width] for r in range(self.grid.rows)]

    def sequence(self, row: tuple[tuple[Card, ...], ...]) -> int:
        """How many cards at the front of a row are in their final places."""
        n = 0
        while n < len(row) and row[n] and rank(row[n][0]) == self.front + n:
            if n and not may_follow(row[n - 1][0], row[n][0]):
                break
            n += 1
        return n

    def _redeal_refusal(self, state: State) -> Message | None:
        if self.grid.redeals == 0:
            return Message("redeal-never")
        if state.redeals >= self.grid.redeals:
            return Message("redeal-none-left", n=self.grid.redeals)
        return Message("redeal-won") if self.game.is_won(state) else None

    def _redeal(self, state: State) -> State:
        """Gather what is out of sequence, shuffle, leave a gap behind each sequence, deal by rows.

        The shuffle is a function of the position, so that taking it back and doing it again gives the same board and
        a position alone decides the future: the loose cards are put in the order of the SHA-256 digests of the rows
        (sorted, since rows are interchangeable), the redeals used and the number of the card among the loose ones.
        """
        rows = self.rows(state)
        order = sorted(range(len(rows)), key=lambda r: self._row_text(rows[r]))
        seed = "/".join(self._row_text(rows[r]) for r in order) + f"/{state.redeals}/"
        kept = [self.sequence(row) for row in rows]
        loose = sorted(
            place[0] for row, n in zip(rows, kept, strict=True) for place in row[n:] if place
        )
        digests = [hashlib.sha256(f"{seed}{k}".encode("ascii")).digest() for k in range(len(loose))]
        shuffled = iter([c for _, c in sorted(zip(digests, loose, strict=True))])
        width, piles = self.grid.places, list(state.piles)
        for r in order:
            for place in range(kept[r], width):
                c = None if place == kept[r] else next(shuffled, None)
                piles[r * width + place] = () if c is None else (c,)
        return state._replace(piles=tuple(piles), redeals=state.redeals + 1)

    @staticmethod
    def _row_text(row: tuple[tuple[Card, ...], ...]) -> str:
        return " ".join(card_text(place[0]) if place else "--" for place in row)
