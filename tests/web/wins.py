"""Won games, with the referee beside the page: what must be seen after each move."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Any

from arfa.cards import card_text
from arfa.deals import Deal, parse_deck
from arfa.deals.text import deck_text
from arfa.engine.game import Game
from arfa.engine.identities import first_card
from arfa.engine.moves import REDEAL, Move
from arfa.engine.view import view
from arfa.rules.load import load_game

_FOLDER = Path(__file__).parents[1] / "vectors" / "wins"

Look = dict[str, Any]
"""What the page shows: ``{"piles": {"t1": [None, "9S"]}, "closed": 21}``, as ``probe.look`` of probe.js tells it."""


@lru_cache(maxsize=16)
def won(name: str, number: int = 0) -> tuple[str, tuple[str, ...]]:
    """The deck of a won game and its moves."""
    text = (_FOLDER / f"{name}.txt").read_text("utf-8")
    rows = [row for row in text.splitlines() if not row.startswith("#")]
    return rows[2 * number], tuple(rows[2 * number + 1].split())


def numbered(game: str, deal: str) -> str:
    """The deck of a numbered deal as text."""
    rules = load_game(game).rules
    return deck_text(Deal.parse(deal, load_game(game)).deck(rules))


class Beside:
    """The referee, playing along with the page.

    A player who taps a card with one sensible place does not say which of two empty columns is meant.  From then on
    the columns of the stored line have other names on the table; :meth:`rename` keeps the two in step.
    """

    def __init__(self, name: str, deck: str) -> None:
        self.game = Game.named(name)
        self.position = self.game.start(parse_deck(deck, self.game.rules))
        self._names: dict[str, str] = {}
        spread = self.game.spec.layout.placings.values()
        self._fans = {pile: placing.fan for placing in spread for pile in placing.piles}

    def meant(self, text: str) -> Move:
        """A move of the stored line as it is to be made on this table, with the very pile where it ends."""
        move = Move.parse(text)
        move = move._replace(
            src=self._names.get(move.src, move.src), dst=self._names.get(move.dst, move.dst)
        )
        return move._replace(dst=self.landing(move))

    def landing(self, move: Move) -> str:
        """The pile where a move ends: "f2" for "f"."""
        if move.dst not in self.game.slots:
            return move.dst
        state = self.position.state
        slot = self.game.building.slot_for(state, move.dst, first_card(self.game, state, move))
        assert slot is not None
        return self.game.pile_names[slot]

    def fan(self, pile: str) -> str:
        """In which direction the cards of a pile overlap."""
        return self._fans.get(pile, "none")

    def rename(self, wanted: str, taken: str) -> None:
        """Of two places that are alike the other one was taken."""
        assert not self.position.cards(wanted)
        assert not self.position.cards(taken)
        back = {there: here for here, there in self._names.items()}
        one, other = back.get(wanted, wanted), back.get(taken, taken)
        self._names |= {one: taken, other: wanted}

    def push(self, move: Move) -> Look:
        """Make a move and tell what must be seen then."""
        self.position.push(move)
        return self.look()

    def pop(self) -> Look:
        """Take a move back and tell what must be seen then."""
        self.position.pop()
        return self.look()

    def look(self) -> Look:
        """What must be seen."""
        piles: dict[str, list[str | None]] = {}
        closed = 0
        for pile in view(self.position):
            faces = [None if card is None else card_text(card) for card in pile.cards]
            if pile.kind == "stock":
                piles[pile.name] = []
                continue
            down = faces.count(None)
            closed += down
            fanned = self._fans[pile.name] != "none" and pile.name not in ("w", "o")
            heap: list[str | None] = [None] if down else []
            piles[pile.name] = [*heap, *faces[down:]] if fanned else faces[-1:]
        return {"piles": piles, "closed": closed}

    def is_stock(self, move: Move) -> bool:
        """Whether a move is what pressing the stock does."""
        return self.game.stock.owns(move) and "s" in (move.src, move.dst)

    def is_special(self, move: Move) -> bool:
        """Whether a move is offered as a button of its own."""
        return move == REDEAL or (self.game.stock.owns(move) and "s" not in (move.src, move.dst))

    def empty_like(self, pile: str) -> list[str]:
        """The places that are as empty as this one and of the same kind."""
        kind = self.game.kind(pile)
        return [
            name
            for name in self.game.pile_names
            if self.game.kind(name) == kind and not self.position.cards(name)
        ]
