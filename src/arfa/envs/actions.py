"""The actions of a patience: all moves that its rules have words for, numbered once and for all."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from arfa.engine.game import Game
from arfa.engine.moves import REDEAL, Move

_RUN = 13
"""A run is never longer than a suit."""


class Actions:
    """Moves by number, the same for every deal.

    Few of them are legal at any time: a mask says which.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self.moves: tuple[Move, ...] = tuple(dict.fromkeys(_moves(game)))
        """All of them."""
        self._numbers = {move: number for number, move in enumerate(self.moves)}

    def __len__(self) -> int:
        return len(self.moves)

    def number(self, move: Move) -> int:
        """The number of a move as the referee lists it."""
        return self._numbers[move]

    def mask(self, legal: Sequence[Move]) -> list[int]:
        """The numbers of legal moves, in order."""
        return sorted(self._numbers[move] for move in legal)


def _moves(game: Game) -> Iterator[Move]:
    if game.rules.grid is not None:
        yield REDEAL
    for source, target in game.stock.actions:
        yield Move(source, target)
    kinds = {name: game.kind(name) for name in game.pile_names}
    sources = [name for name, kind in kinds.items() if kind != "stock"]
    if "x" in kinds:  # a card of an extra row is named by its place, however long the row gets
        sources += [f"x{n + 1}" for n in range(game.total)]
    columns = [name for name, kind in kinds.items() if kind in ("column", "cell")]
    mercies = (False, True) if game.rules.mercy != "off" else (False,)
    for source in sources:
        for target in (*game.slots, *columns):
            long = kinds.get(source) == "column"
            for count in range(1, _RUN + 1 if long else 2):
                for mercy in mercies:
                    yield Move(source, target, count, mercy)
