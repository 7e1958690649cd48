"""Reviews of games: what is judged of a play or a record, and those that were judged last.

A game is copied out of its play first, so that the play can go on while it is judged.  The line that is judged is the
one on which the play stands, followed to its end: whoever went back to try again finds the same review as before.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass
from itertools import pairwise
from threading import Lock

from arfa.analysis.chance import has_player
from arfa.analysis.knowledge import Knowledge
from arfa.analysis.review import Judged, Review, Reviewer, move_chance
from arfa.cards import Card
from arfa.deals.text import parse_deck
from arfa.engine.game import Game
from arfa.engine.identities import Identities
from arfa.engine.moves import Move
from arfa.engine.position import Position
from arfa.errors import ArfaError
from arfa.notation.record import Line, Record
from arfa.solver.blind import Thought
from arfa.solver.native import Cancel, Effort, Verdict
from arfa.store import Course, Play
from arfa.store.course import Node, way
from arfa.web.looks import Looks
from arfa.web.table import Sight, identities_of

THOUGHT = Thought(iterations=1000)
"""For each position of the line, as in the terminal: a hundred moves take a few seconds."""
ASIDE = Thought(iterations=150)
"""For a branch that was taken back."""
EFFORT = Effort(states=100_000, line=False)
"""For each position that is looked at with open eyes; there are some seven of them in a game."""
LONGEST = 1500
"""Moves of a game that is reviewed."""
ASIDES = 60
"""Branches that are judged, the latest of a game; a player who tries everything would wait for ever."""
_KEPT = 100
"""Reviews in memory."""

Tell = Callable[[int, int], object]
"""Hears how many of how many steps are done."""


class ReviewError(ArfaError):
    """A game that cannot be reviewed, and why."""


@dataclass(frozen=True)
class Aside:
    """A branch that was taken back."""

    number: int
    """The move of the line that was made instead of it in the end, from 1."""
    node: int
    """The name of the position that its first moves led to; -1 in a record."""
    moves: tuple[Move, ...]
    """Its first moves, which were made as one."""
    length: int
    """How many moves were tried in it, all its own branches counted."""


@dataclass(frozen=True)
class Played:
    """A game as it was played, with nothing that changes when its play goes on."""

    start: Position
    deck: tuple[Card, ...] | None
    """The cards in the order in which they were dealt; None for a game that began with a position."""
    names: Callable[[], Identities]
    """Names the cards from the beginning on."""
    moves: tuple[Move, ...]
    nodes: tuple[int, ...]
    """For each move the name of the position from which it was made, it and what followed by itself."""
    asides: tuple[Aside, ...]
    made: tuple[int, ...]
    """For each move the name of the position that it led to, so when it was first made; 0 in a record."""
    elsewhere: tuple[Node, ...] = ()
    """All positions off the line, in the order in which they were first reached; a record does not tell that."""
    finished: bool = False
    """Whether the play has come out at some time."""
    known: bool = False
    """Whether whoever asks has all cards before him, as in a record."""

    @property
    def game(self) -> Game:
        """The patience."""
        return self.start.game

    def check(self) -> None:
        """Raise :class:`ReviewError` where there is nothing to be reviewed."""
        if not self.moves:
            raise ReviewError("review-empty")
        if len(self.moves) > LONGEST:
            raise ReviewError("review-long", n=len(self.moves), limit=LONGEST)


@dataclass(frozen=True)
class Reviewed:
    """What was found out about a game."""

    played: Played
    review: Review | None
    """None where there is nobody who plays these rules without seeing."""
    verdicts: tuple[Verdict, ...] | None
    """For each position whether the cards allowed a win; None where that is not to be told yet."""
    status: str
    """How the game stands at the end of the line, as its player knows it."""
    asides: tuple[tuple[Aside, Judged], ...]

    @property
    def lost_at(self) -> int | None:
        """The number of the move that lost the deal, where it is known and may be told."""
        if self.verdicts is None:
            return None
        lost = next((n for n, v in enumerate(self.verdicts) if v == "unwinnable"), 0)
        return lost if lost and self.verdicts[lost - 1] == "winnable" else None


def of_play(play: Play, course: Course) -> Played:
    """The game of a play: where it stands, and on to where it had been when moves were taken back."""
    line = way(course.at)[::-1]
    while line[-1].recent is not None:
        line.append(line[-1].recent)
    on_line = {node.version for node in line}
    moves: list[Move] = []
    nodes: list[int] = []
    made: list[int] = []
    asides: list[Aside] = []
    for node, following in pairwise(line):
        asides += [
            Aside(len(moves) + 1, branch.version, branch.moves, _length(branch))
            for branch in node.branches
            if branch is not following
        ]
        moves += following.moves
        nodes += [node.version] * len(following.moves)
        made += [following.version] * len(following.moves)
    latest = sorted(asides, key=lambda aside: aside.node)[-ASIDES:]
    begin = play.begin()
    return Played(
        begin,
        _deck(play, begin),
        lambda: identities_of(play),
        tuple(moves),
        tuple(nodes),
        tuple(sorted(latest, key=lambda aside: (aside.number, aside.node))),
        tuple(made),
        tuple(node for node in course.nodes.values() if node.version not in on_line),
        finished=play.won is not None,
    )


def of_record(record: Record) -> Played:
    """The game of a record, whose variations are what was taken back.  Raises what a position or a deck may."""
    start = record.start()
    asides: list[Aside] = []
    for number, node in enumerate(record.line.nodes, start=1):
        asides += [
            Aside(number, -1, variation.moves[:1], _nodes(variation))
            for variation in node.variations
            if variation.moves
        ]
    return Played(
        start,
        None,
        lambda: Identities.from_position(start),
        record.moves,
        (-1,) * len(record.moves),
        tuple(asides[-ASIDES:]),
        (0,) * len(record.moves),
        known=True,
    )


def reviewed(played: Played, tell: Tell, cancel: Cancel) -> Generator[None, None, Reviewed]:
    """Judge a game in steps, in a thread; at the end it returns what was found.  What was cancelled is worth nothing.

    Raises :class:`ReviewError` for a game of rules that nobody plays without seeing, as long as what the cards allow is
    not to be told either.
    """
    end = played.start.copy()
    for move in played.moves:
        end.push(move)
    status = Sight(end, played.names().of(end)).status
    told = played.known or played.finished or status != "playing"
    fair = has_player(played.game, played.start.state)
    if not fair and not told:
        raise ReviewError("review-later")
    total = len(played.moves) + len(played.asides)
    looks = Looks(played.game, played.elsewhere, played.names())
    reviewer = Reviewer(
        played.start,
        played.moves,
        Knowledge(played.names()),
        thought=THOUGHT,
        effort=EFFORT,
        sighted=told,
        seen=[looks.before(version) for version in played.made],
        cancel=cancel,
    )
    review, asides = None, []
    if fair:
        work = reviewer.work()
        while True:
            try:
                tell(next(work), total)
            except StopIteration as done:
                review = done.value
                break
            yield
        for aside in _judged(played, looks, cancel):
            asides.append(aside)
            tell(len(played.moves) + len(asides), total)
            yield
    verdicts = review.verdicts if review is not None else reviewer.verdicts()
    return Reviewed(played, review, verdicts if told else None, status, tuple(asides))


def _judged(played: Played, looks: Looks, cancel: Cancel) -> Iterator[tuple[Aside, Judged]]:
    """The chances of what was taken back, before its cards showed."""
    at, names = played.start.copy(), played.names()
    for aside in played.asides:
        while len(at.plies) < aside.number - 1:
            at.push(played.moves[len(at.plies)])
        knowledge = Knowledge(names)
        knowledge.seen = looks.before(aside.node)
        yield aside, move_chance(at, knowledge, aside.moves[0], ASIDE, cancel=cancel)


def _length(branch: Node) -> int:
    n, todo = 0, [branch]
    while todo:
        node = todo.pop()
        n += len(node.plies)
        todo += node.branches
    return n


def _nodes(line: Line) -> int:
    n, todo = 0, [line]
    while todo:
        for node in todo.pop().nodes:
            n += node.move is not None
            todo += node.variations
    return n


def _deck(play: Play, begin: Position) -> tuple[Card, ...] | None:
    return None if play.start is not None else parse_deck(play.deck, begin.game.rules)


class Reviews:
    """The reviews that were wanted last, by the play and its version."""

    def __init__(self, size: int = _KEPT) -> None:
        self.size = size
        self._kept: OrderedDict[tuple[str, int], Reviewed] = OrderedDict()
        self._lock = Lock()  # they are kept by the threads that make them

    def get(self, play_id: str, version: int) -> Reviewed | None:
        """The review of a play as it stands."""
        with self._lock:
            found = self._kept.pop((play_id, version), None)
            if found is not None:
                self._kept[play_id, version] = found
            return found

    def put(self, play_id: str, version: int, review: Reviewed) -> None:
        """Keep a review, and let go of the one that was not wanted for longest."""
        with self._lock:
            self._kept[play_id, version] = review
            while len(self._kept) > self.size:
                self._kept.popitem(last=False)
