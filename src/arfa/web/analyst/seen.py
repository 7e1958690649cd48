"""What the player of a play has seen of its cards, kept in step with everything that was tried."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from arfa.analysis.chance import Chance
from arfa.analysis.knowledge import Knowledge, View, known_view
from arfa.engine.identities import Names
from arfa.engine.position import Ply, Position
from arfa.store import Play, Session
from arfa.store.course import Node, way
from arfa.web.analysis_schemas import Estimate
from arfa.web.table import Sight, identities_of


class Seen:
    """What is known of a play from one request to the next."""

    def __init__(self) -> None:
        self.cards = 0
        """Bit set of the names of the cards that were seen in the branches that were gone along."""
        self.upto = 0
        """The branches are known up to the position of this name."""
        self.chance: tuple[int, Chance] | None = None
        """The chance as it was found out last, and of which version of the play."""
        self.estimate: tuple[int, Estimate] | None = None
        """And what was told of it."""
        self.lost: set[int] = set()
        """The names of positions of which X-ray has shown that there is no win."""

    def look(self, session: Session, sight: Sight) -> Look:
        """The play as it is now, for a thread to think about."""
        course = session.course
        fresh: list[Node] = []
        for node in reversed(course.nodes.values()):
            if node.version <= self.upto:
                break
            # Whoever has been to the end of a branch has seen all that is on the way.
            if not node.branches and node is not course.at:
                fresh.append(node)
        newest = next(reversed(course.nodes))
        position = course.position.copy()
        lost = bool(self.lost) and any(node.version in self.lost for node in way(course.at))
        return Look(
            self, session.play, position, sight.names, tuple(fresh), newest, course.at.version, lost
        )


@dataclass(frozen=True)
class Look:
    """A play as it was when something was asked about it.  Nothing in it is changed by what is done in the play."""

    seen: Seen
    play: Play
    position: Position
    names: Names
    """Of its cards."""
    fresh: tuple[Node, ...]
    """The ends of branches of which it is not known yet what was seen in them."""
    newest: int
    node: int
    """The name of the position."""
    lost: bool
    """Whether X-ray has shown, here or on the way here, that there is no win."""

    @cached_property
    def view(self) -> View:
        """What the player knows of the position; it takes a while where much was tried since it was asked last."""
        return known_view(self.position.game, self.position.state, self.names.state, self._cards)

    @property
    def knowledge(self) -> Knowledge:
        """The same for what follows from the position; not to be shared."""
        knowledge = Knowledge(identities_of(self.play))
        knowledge.seen = self._cards
        knowledge.look(self.position)
        return knowledge

    @property
    def chance(self) -> Chance | None:
        """The chance, where it was found out before."""
        known = self.seen.chance
        return known[1] if known is not None and known[0] == self.play.version else None

    def found(self, chance: Chance) -> None:
        """Remember the chance."""
        self.seen.chance = self.play.version, chance

    @cached_property
    def _cards(self) -> int:
        seen = self.seen
        if self.fresh:
            knowledge = Knowledge(identities_of(self.play))
            for node in self.fresh:
                _look_along(knowledge, self.position, reversed(way(node)))
            seen.cards |= knowledge.seen
        seen.cards |= self.names.shown
        seen.upto = max(seen.upto, self.newest)
        return seen.cards


def _look_along(knowledge: Knowledge, position: Position, nodes: Iterable[Node]) -> None:
    """Go the way from the deal along these positions."""
    plies: list[Ply] = [ply for node in nodes for ply in node.plies]
    last = plies[-1]
    knowledge.look_along(plies, position.game.apply(last.before, last.move)[0])
