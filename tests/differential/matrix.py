"""The soundness matrix: every way of searching against exhaustive search, on short decks in great variety.

``python -m tests.differential.matrix [--seconds S] [--seed N] [--faults FILE]`` or ``make matrix``

The truth about a deal is what the plain model says, which leaves nothing out (and which is held against
``brute_force`` for a sample), or a win that some search has found and the rules have accepted.  Each deal is solved as
by default, with one technique off, with one alone, with some left to chance, and with none.  A fault is written down
with all that repeats it: ``python -m tests.differential.matrix --repeat FILE``.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from arfa.engine.position import Position
from arfa.solver import Verdict, brute_force
from arfa.solver.native import TECHNIQUES, Core, Effort, NativeOutcome
from tests.differential import comparing
from tests.differential.small_games import Deal, deals

FAMILIES = ("files", "made", "random")
NAMES = tuple(name for name, _ in TECHNIQUES)
MODELS = ("counts", "piles", "spider", "grid")

TRUTH = Effort(states=40_000, line=False, config="plain")
"""What the plain model may spend on a deal; the others may spend more."""
STATES = 60_000
BRUTE_STATES = 1_500
BRUTE_EVERY, REPLAY_EVERY, AGAIN_EVERY = 40, 20, 40


def techniques(model: str) -> tuple[str, ...]:
    """The techniques of a model: those that begin with its name, or with that of no other."""
    own = tuple(name for name in NAMES if name.startswith(f"{model}-"))
    others = tuple(name for name in NAMES if not name.startswith(tuple(f"{m}-" for m in MODELS)))
    return own or others


def ways(random: Random, model: str, turn: int) -> dict[str, tuple[str, ...]]:
    """Some ways of searching: a word for each, and the techniques that are off."""
    found: dict[str, tuple[str, ...]] = {"default": ()}
    own = techniques(model)
    if model == "plain" or not own:
        return found
    one = own[turn % len(own)]
    found["off"] = (one,)
    found["alone"] = tuple(name for name in own if name != one)
    found["some"] = tuple(name for name in own if random.randrange(2))
    if turn % 3 == 0:
        found["none"] = own
    return found


@dataclass
class Tally(comparing.Tally):
    """What was compared, each solve with the truth where that is known."""

    lost: int = 0
    solves_lost: int = 0
    """Solves of deals that are lost."""
    open: int = 0
    """Deals whose truth was not found out."""
    plain: int = 0
    """Deals that have no faster model, so that there was nothing to compare."""
    brute: int = 0
    """Deals of which ``brute_force`` was asked too."""

    def lines(self) -> list[str]:
        """What was compared, in words."""
        return [
            f"{self.deals} deals ({self.lost} lost, {self.open} open, {self.plain} without a faster model)",
            f"{self.solves} solves compared, {self.solves_lost} of them lost; {self.undecided} without a verdict",
            f"{self.brute} deals searched by the referee too, {self.replayed} lines replayed by it",
        ]


class Matrix(comparing.Comparison):
    """Compares every way of searching with the truth."""

    def __init__(self, seed: int, models: Sequence[str] = ()) -> None:
        super().__init__(seed)
        self.models = models
        self.tally: Tally = Tally()
        self._turns: Counter[str] = Counter()

    def deals(self) -> Iterator[Deal]:
        """Deals of all families in turn."""
        random = Random(self.seed)
        while True:
            for family in FAMILIES:
                yield from deals(random, family, 400 if family == "made" else 200)

    def compare_all(self, some: Iterable[Deal]) -> Tally:
        """Compare these deals."""
        for deal in some:
            self.compare(deal)
        return self.tally

    def compare(self, deal: Deal) -> None:
        """Solve a deal in some of the ways."""
        tally, core = self.tally, Core.of(deal.game)
        model = core.model(deal.state)
        if self.models and model not in self.models:
            return
        tally.deals += 1
        truth = core.solve(deal.state, TRUTH).verdict
        if tally.deals % BRUTE_EVERY == 0:
            self._ask_brute(deal, truth)
        if model == "plain":
            tally.plain += 1
            return
        self._turns[model] += 1
        said: dict[str, NativeOutcome] = {}
        for way, without in ways(self.random, model, self._turns[model]).items():
            effort = Effort(states=STATES, without=without, seed=tally.deals % 3)
            try:
                outcome = core.solve(deal.state, effort)
            except (RuntimeError, ValueError) as error:
                self._fault(deal, effort, f"{type(error).__name__}: {error}", truth)
                continue
            said[way] = outcome
            if wrong := ill_formed(outcome):
                self._fault(deal, effort, wrong, truth)
            # A win is a line that the core has played.
            if outcome.verdict == "winnable" and truth == "unknown":
                truth = "winnable"
            if {outcome.verdict, truth} == {"winnable", "unwinnable"}:
                self._fault(deal, effort, outcome.verdict, truth)
            if (
                tally.solves % REPLAY_EVERY == 0
                and outcome.verdict == "winnable"
                and (wrong := self.replay(deal, outcome))
            ):
                self._fault(deal, effort, wrong, truth)
            if tally.solves % AGAIN_EVERY == 0:
                self._again(deal, effort, outcome)
            tally.solves += 1
            tally.by[f"{model} {way}"] += 1
            tally.undecided += outcome.verdict == "unknown"
            tally.solves_lost += truth == "unwinnable"
        # Where exhaustive search gave up, the others still may not contradict each other.
        verdicts = {outcome.verdict for outcome in said.values()}
        if truth == "winnable" and "unwinnable" in verdicts:
            lost = [way for way, outcome in said.items() if outcome.verdict == "unwinnable"]
            self._fault(deal, Effort(), f"lost in the ways {lost}", truth)
        tally.lost += truth == "unwinnable" or "unwinnable" in verdicts
        tally.open += truth == "unknown"

    def _ask_brute(self, deal: Deal, truth: str) -> None:
        result = brute_force(Position(deal.game, deal.state), states=BRUTE_STATES)
        if result.verdict is Verdict.UNKNOWN:
            return
        self.tally.brute += 1
        if truth not in (result.verdict.value, "unknown"):
            self._fault(deal, TRUTH, truth, result.verdict.value)

    def _again(self, deal: Deal, effort: Effort, outcome: NativeOutcome) -> None:
        """By a solver that has seen nothing else the same comes out, to the last state."""
        again = Core(deal.game).solve(deal.state, effort)
        if facts(again) != facts(outcome):
            self._fault(deal, effort, f"another time {facts(again)}", str(facts(outcome)))

    def _fault(self, deal: Deal, effort: Effort, said: str, truth: str) -> None:
        way = {"without": list(effort.without), "seed": effort.seed, "config": effort.config}
        self.fault(deal, said, truth=truth, **way)

    def still(self, deal: Deal, fault: dict[str, Any]) -> str:
        """What is still wrong with the deal of a fault, in its way of searching or in any other."""
        core = Core.of(deal.game)
        truth = core.solve(deal.state, Effort(states=400_000, config="plain")).verdict
        effort = Effort(without=tuple(fault["without"]), seed=fault["seed"], config=fault["config"])
        try:
            said = core.solve(deal.state, effort).verdict
        except (RuntimeError, ValueError) as error:
            return str(error)
        if {said, truth} == {"winnable", "unwinnable"}:
            return f"{said}, truth {truth}"
        again = Matrix(0)
        again.compare_all([deal] * (2 * len(NAMES)))
        return "; ".join(str(found["said"]) for found in again.tally.faults[:1])


def ill_formed(outcome: NativeOutcome) -> str:
    """What an outcome claims that it may not."""
    if (outcome.verdict == "unknown") != bool(outcome.ran_out):
        return f"{outcome.verdict}, but ran out of {outcome.ran_out or 'nothing'}"
    proofs = {"winnable": ("line",), "unwinnable": ("relaxation", "exhausted"), "unknown": ("",)}
    if outcome.proof not in proofs[outcome.verdict]:
        return f"{outcome.verdict} by {outcome.proof or 'nothing'}"
    return ""


def facts(outcome: NativeOutcome) -> tuple[object, ...]:
    """All of an outcome that must be the same another time."""
    return (outcome.verdict, outcome.proof, outcome.states, outcome.generated, outcome.line)


def main(arguments: list[str] | None = None) -> int:
    """The command."""
    parser = comparing.command_line(__doc__, 780)
    parser.add_argument(
        "--models", nargs="+", default=[], help="only deals that these models look at"
    )
    chosen = parser.parse_args(arguments)
    return Matrix(chosen.seed, chosen.models).main(chosen)


if __name__ == "__main__":
    sys.exit(main())
