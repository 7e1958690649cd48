"""What a player had seen of the cards when he made a move: in all that he had tried elsewhere before."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence

from arfa.engine.game import Game
from arfa.engine.identities import Identities
from arfa.engine.position import Ply
from arfa.store.course import Node, way


class Looks:
    """Goes through positions in the order in which they were first reached.

    Whoever comes back to a position sees nothing that is new, so when it was first reached is all that matters, and
    that is its name.
    """

    def __init__(self, game: Game, nodes: Sequence[Node], names: Identities) -> None:
        self._versions = [node.version for node in nodes]
        self._seen = [0]
        """The names of the cards that were seen in so many of the positions."""
        for node in nodes:
            plies: list[Ply] = [ply for one in reversed(way(node)) for ply in one.plies]
            last = plies[-1]
            end = game.apply(last.before, last.move)[0]
            self._seen.append(self._seen[-1] | names.along(plies, end).shown)

    def before(self, version: int) -> int:
        """The bit set of the names of the cards that had been seen when a version was made."""
        return self._seen[bisect_left(self._versions, version)]
