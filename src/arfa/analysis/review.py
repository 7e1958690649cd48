"""A played game under review: what each move was worth, how much was luck, and from where on it was lost.

Let V be the fair chance of a position (:mod:`arfa.analysis.chance`) and Q that of the chosen move before its cards
show.  Then ``skill = Q - V`` is what the move lost against the best one, ``luck = V' - Q`` what the cards made of it,
and V' is the V of the next position.  So the result is the first V with all skill and all luck added.  All shares are
whole ten-thousandths, that the sum may be exact.  (The same identity is behind the luck analysis of backgammon
programs.)

Who took moves back before he made one knew more: V is that of what he knew, and what it has become by that is put to
the luck of the move.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from itertools import pairwise

from arfa.analysis.chance import Chance, fair_chance
from arfa.analysis.knowledge import Knowledge
from arfa.analysis.outcomes import Case, outcomes
from arfa.engine.moves import Move
from arfa.engine.position import Position
from arfa.intervals import SIGMAS
from arfa.solver.blind import Thought
from arfa.solver.native import Cancel, Core, Effort, Verdict

WHOLE = 10_000
"""A chance of 1."""
DOUBTFUL, MISTAKE, BLUNDER = 500, 1000, 1500
"""How much a move must lose for ?!, ? and ??."""
LUCKY = 1500
"""How much the cards must give or take to be marked."""
ONLY = 1000
"""By how much all others must be worse than an only good move, which is marked !."""
HOPELESS = 200
"""Below this chance nothing is marked."""
_LEAST = 100
"""Each thing that a move may bring is thought about for so many worlds, however many things there are."""


class Mark(Enum):
    """A judgement of a move; the value is its sign."""

    GOOD = "!"
    DOUBTFUL = "?!"
    MISTAKE = "?"
    BLUNDER = "??"

    @property
    def glyph(self) -> int:
        """Its number in PPN, as in chess."""
        return {"!": 1, "?": 2, "??": 4, "?!": 6}[self.value]


@dataclass(frozen=True, slots=True)
class Judged:
    """A chance in ten-thousandths, with the 95 % of it that is not noise."""

    value: int
    error: int
    """Half of the 95 % interval."""

    @property
    def low(self) -> int:
        """The lower end."""
        return max(0, self.value - self.error)

    @property
    def high(self) -> int:
        """The upper end."""
        return min(WHOLE, self.value + self.error)


@dataclass(frozen=True, slots=True)
class Advice:
    """A move that might have been made, and its chance."""

    move: Move
    value: int


@dataclass(frozen=True, slots=True)
class ReviewedMove:
    """A move under review."""

    number: int
    """From 1."""
    move: Move
    reached: Judged
    """The chance as the line led here: V' of the move before."""
    before: Judged
    """V: the chance before the move, with all that had been seen in moves that were taken back."""
    chosen: Judged
    """Q: the chance of the move before its cards showed."""
    after: Judged
    """V': the chance after it."""
    mark: Mark | None
    lost_here: bool
    """After this move the deal could not be won any more, whatever the player could know."""
    best: tuple[Advice, ...]
    """The best moves as the player who cannot see judged them, the best first."""

    @property
    def skill(self) -> int:
        """What the choice lost (or, by noise, gained) against the best, in ten-thousandths."""
        return self.chosen.value - self.before.value

    @property
    def looked(self) -> int:
        """What it gave or took that moves had been taken back here, in ten-thousandths."""
        return self.before.value - self.reached.value

    @property
    def luck(self) -> int:
        """What the cards gave or took, those too that were seen in moves taken back, in ten-thousandths."""
        return self.after.value - self.chosen.value + self.looked

    @property
    def fortune(self) -> int:
        """1 for a move that was marked for its lucky cards, -1 for unlucky ones, else 0."""
        turned = self.after.value - self.chosen.value
        return (turned >= LUCKY) - (turned <= -LUCKY)


@dataclass(frozen=True, slots=True)
class Review:
    """A game under review."""

    moves: tuple[ReviewedMove, ...]
    won: bool
    start: Judged
    """The chance at the beginning."""
    given_up: int
    """What was left when play ended without a win, as a loss of skill: never above 0."""
    verdicts: tuple[Verdict, ...]
    """For each position, the deal included, whether the cards allowed a win."""

    @property
    def skill(self) -> int:
        """All skill together, giving up included."""
        return sum(m.skill for m in self.moves) + self.given_up

    @property
    def luck(self) -> int:
        """All luck together."""
        return sum(m.luck for m in self.moves)

    @property
    def lost_at(self) -> int | None:
        """The number of the move that lost the deal; None where none is known to have."""
        return next((m.number for m in self.moves if m.lost_here), None)

    @property
    def turning_point(self) -> int | None:
        """The number of the move that cost most skill; None where none cost anything."""
        worst = min(self.moves, key=lambda m: m.skill, default=None)
        return worst.number if worst is not None and worst.skill < 0 else None


class Reviewer:
    """Goes through a game move by move.

    ``sighted``: what the cards really allowed is looked at as well; without it all verdicts are unknown.  ``seen``: for
    each move a bit set of the names of cards that had been seen when it was made, elsewhere than on the line.
    """

    def __init__(
        self,
        start: Position,
        moves: Sequence[Move],
        knowledge: Knowledge,
        *,
        thought: Thought = Thought(iterations=1000),
        effort: Effort = Effort(states=200_000, line=False),
        sighted: bool = True,
        seen: Sequence[int] = (),
        cancel: Cancel | None = None,
    ) -> None:
        self.position = start.copy()
        self.moves = list(moves)
        self.knowledge = knowledge
        self.thought = thought
        self.effort = effort
        self.sighted = sighted
        self.seen = list(seen) or [0] * len(self.moves)
        self.cancel = cancel
        self.start = start

    def run(self, progress: Callable[[int, int], object] | None = None) -> Review | None:
        """The review; None for a patience or options that the fair player does not play.

        ``progress`` hears how many of how many moves are done.
        """
        work = self.work()
        while True:
            try:
                done = next(work)
            except StopIteration as end:
                found: Review | None = end.value
                return found
            if progress is not None:
                progress(done, len(self.moves))

    def work(self) -> Generator[int, None, Review | None]:
        """The same in steps, so that somebody else may have a turn: how many moves are done, and then the review."""
        reviewed = []
        for done, one in enumerate(self.steps(), start=1):
            if one is None:
                return None
            reviewed.append(one)
            yield done
        verdicts = self.verdicts()
        lost = losing_move(verdicts)
        if lost is not None:
            reviewed[lost - 1] = replace(reviewed[lost - 1], lost_here=True)
        won = self.position.game.is_won(self.position.state)
        first = reviewed[0].reached if reviewed else Judged(WHOLE if won else 0, 0)
        last = reviewed[-1].after.value if reviewed else first.value
        return Review(tuple(reviewed), won, first, 0 if won else -last, verdicts)

    def steps(self) -> Iterator[ReviewedMove | None]:
        """The moves one after the other, as they are judged; a single None where there is nobody to judge."""
        position = self.position
        view = self.knowledge.view(position)
        chance = fair_chance(view, self.thought, cancel=self.cancel)
        if chance is None:
            yield None
            return
        reached = judged(chance)
        for number, (move, seen) in enumerate(zip(self.moves, self.seen, strict=True), start=1):
            before = reached
            self.knowledge.seen |= seen
            known = self.knowledge.view(position)
            if known != view:
                view = known
                chance = fair_chance(view, self.thought, cancel=self.cancel) or chance
                before = judged(chance)
            cases = outcomes(self.knowledge, position, view, move, seed=self.thought.seed)
            asked = move
            position.push(move)
            view = self.knowledge.view(position)
            after_chance = fair_chance(view, self.thought, cancel=self.cancel)
            after = Judged(0, 0) if after_chance is None else judged(after_chance)
            chosen = after if len(cases) == 1 else _expected(cases, self.thought, self.cancel)
            advice = tuple(Advice(p.move, round(p.value * WHOLE)) for p in chance.prospects[:3])
            mark = _mark(before, chosen, chance, asked)
            yield ReviewedMove(number, move, reached, before, chosen, after, mark, False, advice)
            reached = after
            chance = after_chance if after_chance is not None else chance

    def verdicts(self) -> tuple[Verdict, ...]:
        """For each position of the game whether the cards allow a win.

        Once a deal is lost it stays lost, and before a position that can be won all others can be: so the place where
        it turned is halved in upon, and only what cannot be decided there stays unknown.
        """
        if not self.sighted:
            return self._alike("unknown")
        core = Core.of(self.start.game)
        position = self.start.copy()
        states = [position.state]
        for move in self.moves:
            position.push(move)
            states.append(position.state)
        known: list[Verdict] = ["unknown"] * len(states)
        low, high = -1, len(states)  # up to `low` winnable, from `high` on not
        if core.is_won(states[-1]):
            return self._alike("winnable")
        tried: set[int] = set()
        while True:
            open_places = [n for n in range(low + 1, high) if n not in tried]
            if not open_places:
                break
            at = open_places[len(open_places) // 2]
            tried.add(at)
            verdict = core.solve(states[at], self.effort, cancel=self.cancel).verdict
            if verdict == "winnable":
                low = max(low, at)
            elif verdict == "unwinnable":
                high = min(high, at)
        for n in range(len(known)):
            if n <= low:
                known[n] = "winnable"
            elif n >= high:
                known[n] = "unwinnable"
        return tuple(known)

    def _alike(self, verdict: Verdict) -> tuple[Verdict, ...]:
        return (verdict,) * (len(self.moves) + 1)


def losing_move(verdicts: Sequence[Verdict]) -> int | None:
    """The number of the move before which the deal could be won and after which it was lost, both proved.

    ``verdicts`` are those of all positions, the deal first.  None where there is no such move, or where it is not known
    which it is.
    """
    for number, (before, after) in enumerate(pairwise(verdicts), start=1):
        if (before, after) == ("winnable", "unwinnable"):
            return number
    return None


def move_chance(
    position: Position,
    knowledge: Knowledge,
    move: Move,
    thought: Thought,
    *,
    cancel: Cancel | None = None,
) -> Judged:
    """The chance of a move before its cards show, for a player who was led to this position."""
    view = knowledge.view(position)
    cases = outcomes(knowledge, position, view, move, seed=thought.seed)
    return _expected(cases, thought, cancel)


def _expected(cases: Sequence[Case], thought: Thought, cancel: Cancel | None) -> Judged:
    """The chance over all that a move may bring."""
    least = min(_LEAST, thought.iterations)
    each = Thought(max(least, thought.iterations // len(cases)), thought.seed)
    mean = square = 0.0
    for view, weight in cases:
        chance = fair_chance(view, each, cancel=cancel)
        value = 0.0 if chance is None else chance.fair.value
        half = 0.0 if chance is None else chance.fair.width / 2
        mean += weight * value
        square += (weight * half) ** 2
    return Judged(round(mean * WHOLE), round(square**0.5 * WHOLE))


def judged(chance: Chance) -> Judged:
    """A chance in ten-thousandths."""
    return Judged(round(chance.fair.value * WHOLE), round(chance.fair.width / 2 * WHOLE))


def _mark(before: Judged, chosen: Judged, chance: Chance, move: Move) -> Mark | None:
    if before.value < HOPELESS:
        return None
    lost = before.value - chosen.value
    noise = 2 * ((before.error / SIGMAS) ** 2 + (chosen.error / SIGMAS) ** 2) ** 0.5
    if lost > noise:
        for least, mark in (
            (BLUNDER, Mark.BLUNDER),
            (MISTAKE, Mark.MISTAKE),
            (DOUBTFUL, Mark.DOUBTFUL),
        ):
            if lost >= least:
                return mark
    if len(chance.prospects) >= 3 and chance.best == move:
        second = round(chance.prospects[1].value * WHOLE)
        if before.value - second >= ONLY:
            return Mark.GOOD
    return None
