"""The soundness matrix: every way of searching against exhaustive search, on short decks in great variety.

``python -m tests.differential.matrix [--seconds S] [--seed N] [--faults FILE]`` or ``make matrix``

The truth about a deal is what the plain model says, which leaves nothing out (and which is held against
``brute_force`` for a sample), or a win that some search has found and the rules have accepted.  Each deal is solved as
by default, with one technique off, with one alone, with some left to chance, and with none.  A fault is written down
with all that repeats it: ``python -m tests.differential.matrix --repeat FILE``.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from arfa.cards import parse_card
from arfa.deals import deck_text
from arfa.engine.position import Position
from arfa.rules.spec import Rules
from arfa.solver import Verdict, brute_force
from arfa.solver.native import TECHNIQUES, Core, Effort, NativeOutcome
from tests.conformance.random_rules import game_of
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
class Tally:
    """What was compared, and what was wrong."""

    deals: int = 0
    lost: int = 0
    solves: int = 0
    """Solves by a fast model, each compared with the truth where that is known."""
    solves_lost: int = 0
    """Those of deals that are lost."""
    open: int = 0
    """Deals whose truth was not found out."""
    undecided: int = 0
    """Solves that ended without a verdict."""
    plain: int = 0
    """Deals that have no faster model, so that there was nothing to compare."""
    brute: int = 0
    """Deals of which ``brute_force`` was asked too."""
    replayed: int = 0
    """Lines that were played by the referee."""
    by: Counter[str] = field(default_factory=Counter)
    """Solves by model and way."""
    faults: list[dict[str, object]] = field(default_factory=list)

    def __str__(self) -> str:
        lines = [
            f"{self.deals} deals ({self.lost} lost, {self.open} open, {self.plain} without a faster model)",
            f"{self.solves} solves compared, {self.solves_lost} of them lost; {self.undecided} without a verdict",
            f"{self.brute} deals searched by the referee too, {self.replayed} lines replayed by it",
            *(f"  {way:<16} {n}" for way, n in sorted(self.by.items())),
            f"{len(self.faults)} faults",
        ]
        return "\n".join(lines)


class Matrix:
    """Compares deal after deal; a fault is kept, and the next deal is taken."""

    def __init__(self, seed: int, models: Sequence[str] = ()) -> None:
        self.random = Random(seed)
        self.models = models
        self.tally = Tally()
        self._turns: Counter[str] = Counter()

    def run(self, some: Iterable[Deal]) -> Tally:
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
            if tally.solves % REPLAY_EVERY == 0 and outcome.verdict == "winnable":
                self._replay(deal, effort, outcome)
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

    def _replay(self, deal: Deal, effort: Effort, outcome: NativeOutcome) -> None:
        position = Position(deal.game, deal.state)
        try:
            for move in outcome.line:
                position.push(move)
        except ValueError as error:
            self._fault(deal, effort, f"the referee refuses the line: {error}", "winnable")
            return
        if not position.is_won:
            self._fault(deal, effort, "the line does not win", "winnable")
        self.tally.replayed += 1

    def _again(self, deal: Deal, effort: Effort, outcome: NativeOutcome) -> None:
        """By a solver that has seen nothing else the same comes out, to the last state."""
        again = Core(deal.game).solve(deal.state, effort)
        if facts(again) != facts(outcome):
            self._fault(deal, effort, f"another time {facts(again)}", str(facts(outcome)))

    def _fault(self, deal: Deal, effort: Effort, said: str, truth: str) -> None:
        core = Core.of(deal.game)
        self.tally.faults.append(
            {
                "about": deal.about,
                "model": core.model(deal.state),
                "said": said,
                "truth": truth,
                "without": list(effort.without),
                "seed": effort.seed,
                "config": effort.config,
                "cards": len(deal.deck),
                "deck": deck_text(deal.deck),
                "position": str(Position(deal.game, deal.state)),
                "state": core.numbers(deal.state),
                "rules": deal.game.rules.model_dump(mode="json", exclude_defaults=True),
            }
        )


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


def endless(seed: int) -> Iterator[Deal]:
    """Deals of all families in turn."""
    random = Random(seed)
    while True:
        for family in FAMILIES:
            yield from deals(random, family, 400 if family == "made" else 200)


def repeat(path: Path) -> int:
    """Try faults again that were written down; the number of those that are still there."""
    left = 0
    for line in path.read_text("utf-8").splitlines():
        if line.startswith("#"):
            continue
        fault = json.loads(line)
        game = game_of(Rules.model_validate_json(json.dumps(fault["rules"])))
        core = Core.of(game)
        deck = tuple(parse_card(c) for c in fault["deck"].split())
        deal = Deal("repeated", game, deck, core.state(fault["state"]), fault["about"])
        matrix = Matrix(0)
        truth = core.solve(deal.state, Effort(states=400_000, config="plain")).verdict
        effort = Effort(without=tuple(fault["without"]), seed=fault["seed"], config=fault["config"])
        try:
            said = core.solve(deal.state, effort).verdict
        except (RuntimeError, ValueError) as error:
            said = "unknown"
            print(error)
        for _ in range(2 * len(NAMES)):
            matrix.compare(deal)
        bad = {said, truth} == {"winnable", "unwinnable"} or matrix.tally.faults
        left += bool(bad)
        print(f"{'STILL' if bad else 'gone '} {fault['about']}: {said}, truth {truth}")
    return left


def run(matrix: Matrix, chosen: argparse.Namespace) -> None:
    """Compare deals until the time or their number is used up."""
    tally, begin = matrix.tally, time.process_time()
    for deal in endless(chosen.seed):
        before = len(tally.faults)
        matrix.compare(deal)
        for fault in tally.faults[before:]:
            print(
                f"{fault['about']} ({fault['model']}): {fault['said']}, truth {fault['truth']}",
                flush=True,
            )
            if chosen.faults:
                with chosen.faults.open("a", encoding="utf-8") as file:
                    file.write(json.dumps(fault, ensure_ascii=False) + "\n")
        if time.process_time() - begin > chosen.seconds or 0 < chosen.deals <= tally.deals:
            break
        if chosen.stop and tally.faults:
            break


def main(arguments: list[str] | None = None) -> int:
    """The command."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--seconds", type=float, default=780, help="CPU seconds")
    parser.add_argument("--deals", type=int, default=0, help="stop after so many deals")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--faults", type=Path, help="a file to which faults are added as JSON lines"
    )
    parser.add_argument(
        "--models", nargs="+", default=[], help="only deals that these models look at"
    )
    parser.add_argument("--stop", action="store_true", help="stop at the first fault")
    parser.add_argument("--repeat", type=Path, help="try the faults of a file again")
    chosen = parser.parse_args(arguments)
    if chosen.repeat:
        return 1 if repeat(chosen.repeat) else 0
    matrix = Matrix(chosen.seed, chosen.models)
    with suppress(KeyboardInterrupt):
        run(matrix, chosen)
    tally = matrix.tally
    print(tally)
    return 1 if tally.faults else 0


if __name__ == "__main__":
    sys.exit(main())
