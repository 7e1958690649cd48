"""Full decks, each searched in two random ways or more: no two may contradict each other.

``python -m tests.differential.pairs [--seconds S] [--seed N] [--faults FILE]``, a part of ``make matrix``

Nobody knows the truth about a full deck, but a win is a line that the rules have accepted, so that whoever calls the
same deal lost is wrong.  The ways differ in the techniques that are off, the seed, the number of states, and now and
then the model.  A fault is written down with both ways: ``python -m tests.differential.pairs --repeat FILE``.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from functools import lru_cache
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any

from arfa.cards import parse_card
from arfa.deals import deck_text
from arfa.engine.game import Game
from arfa.engine.position import Position
from arfa.rules.spec import Rules
from arfa.solver.native import Core, Effort, NativeOutcome
from tests.conformance.random_rules import game_of
from tests.differential.matrix import ill_formed, techniques
from tests.differential.small_games import Deal, full_names
from tests.differential.small_games import deal as position_of

FEW, MANY = 20_000, 200_000
"""How many states a way may look at."""
REPLAY_EVERY = 20
FIELDS = ("states", "seed", "without", "config")
"""What tells one way from another."""


@lru_cache(maxsize=128)
def game_named(name: str) -> Game:
    """A patience with its variants, made once: its core is kept with it."""
    return Game.named(name)


def full_deals(random: Random) -> Iterator[Deal]:
    """Deals of every patience and variant in turn, in an order at random; every third has been played on."""
    while True:
        names = list(full_names())
        random.shuffle(names)
        for name in names:
            yield position_of(random, "full", game_named(name), name, most=40)


def way(random: Random, model: str) -> Effort:
    """A way of searching: as by default, without a technique or two, with many off, or by the general model."""
    own, kind = techniques(model), random.randrange(4)
    without = {
        0: (),
        1: tuple(random.sample(own, min(len(own), random.randint(1, 2)))),
        2: tuple(name for name in own if random.randrange(2)),
        3: (),
    }[kind]
    states = int(FEW * (MANY / FEW) ** random.random())
    config = "piles" if kind == 3 else ""
    return Effort(states=states, without=without, seed=random.randrange(1000), config=config)


@dataclass
class Tally:
    """What was compared, and what was wrong."""

    deals: int = 0
    solves: int = 0
    undecided: int = 0
    """Solves that ended without a verdict."""
    pairs: int = 0
    """Pairs of ways that both came to a verdict."""
    lost: int = 0
    """Those of deals that are lost."""
    across: int = 0
    """Those of two models."""
    replayed: int = 0
    """Lines that were played by the referee."""
    by: Counter[str] = field(default_factory=Counter)
    """Pairs by model."""
    faults: list[dict[str, Any]] = field(default_factory=list)

    def __str__(self) -> str:
        lines = [
            f"{self.deals} full decks, {self.solves} solves, {self.undecided} of them without a verdict",
            f"{self.pairs} pairs of verdicts, {self.lost} of them lost, {self.across} across models",
            f"{self.replayed} lines replayed by the referee",
            *(f"  {model:<16} {n}" for model, n in sorted(self.by.items())),
            f"{len(self.faults)} faults",
        ]
        return "\n".join(lines)


class Pairs:
    """Compares deal after deal; a fault is kept, and the next deal is taken."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self.tally = Tally()

    def compare(self, deal: Deal) -> None:
        """Solve a deal in some ways, the first of them as by default."""
        core, tally = Core.of(deal.game), self.tally
        model = core.model(deal.state)
        tally.deals += 1
        ways = [Effort(states=FEW)]
        ways += [way(self.random, model) for _ in range(self.random.randint(1, 3))]
        said: list[tuple[Effort, NativeOutcome]] = []
        for effort in dict.fromkeys(ways):
            try:
                found = core.solve(deal.state, effort)
            except (RuntimeError, ValueError) as error:
                self._fault(deal, f"{type(error).__name__}: {error}", effort)
                continue
            tally.solves += 1
            if wrong := ill_formed(found):
                self._fault(deal, wrong, effort)
            if found.verdict == "unknown":
                tally.undecided += 1
                continue
            said.append((effort, found))
            if found.verdict == "winnable" and tally.solves % REPLAY_EVERY == 0:
                self._replay(deal, effort, found)
        for (one, first), (other, second) in combinations(said, 2):
            tally.pairs += 1
            tally.by[model] += 1
            tally.lost += first.verdict == "unwinnable"
            tally.across += model != "piles" and one.config != other.config
            if first.verdict != second.verdict:
                self._fault(deal, f"{first.verdict} and {second.verdict}", one, other)

    def _replay(self, deal: Deal, effort: Effort, found: NativeOutcome) -> None:
        position = Position(deal.game, deal.state)
        try:
            for move in found.line:
                position.push(move)
        except ValueError as error:
            self._fault(deal, f"the referee refuses the line: {error}", effort)
            return
        if not position.is_won:
            self._fault(deal, "the line does not win", effort)
        self.tally.replayed += 1

    def _fault(self, deal: Deal, said: str, *efforts: Effort) -> None:
        self.tally.faults.append(
            {
                "about": deal.about,
                "said": said,
                "ways": [
                    {k: v for k, v in asdict(effort).items() if k in FIELDS} for effort in efforts
                ],
                "deck": deck_text(deal.deck),
                "position": str(Position(deal.game, deal.state)),
                "state": Core.of(deal.game).numbers(deal.state),
                "rules": deal.game.rules.model_dump(mode="json", exclude_defaults=True),
            }
        )


def repeat(path: Path) -> int:
    """Try faults again that were written down; the number of those that are still there."""
    left = 0
    for line in path.read_text("utf-8").splitlines():
        fault = json.loads(line)
        game = game_of(Rules.model_validate_json(json.dumps(fault["rules"])))
        core = Core.of(game)
        deck = tuple(parse_card(c) for c in fault["deck"].split())
        deal = Deal("repeated", game, deck, core.state(fault["state"]), fault["about"])
        efforts = [Effort(**{**way, "without": tuple(way["without"])}) for way in fault["ways"]]
        try:
            said = {core.solve(deal.state, effort).verdict for effort in efforts}
        except (RuntimeError, ValueError) as error:
            print(error)
            said = {"winnable", "unwinnable"}
        bad = said >= {"winnable", "unwinnable"}
        left += bad
        print(f"{'STILL' if bad else 'gone '} {fault['about']}: {' and '.join(sorted(said))}")
    return left


def run(pairs: Pairs, chosen: argparse.Namespace) -> None:
    """Compare deals until the time or their number is used up."""
    tally, begin = pairs.tally, time.process_time()
    for deal in full_deals(Random(chosen.seed)):
        before = len(tally.faults)
        pairs.compare(deal)
        for fault in tally.faults[before:]:
            print(f"{fault['about']}: {fault['said']}", flush=True)
            if chosen.faults:
                with chosen.faults.open("a", encoding="utf-8") as file:
                    file.write(json.dumps(fault, ensure_ascii=False) + "\n")
        if time.process_time() - begin > chosen.seconds or 0 < chosen.deals <= tally.deals:
            break


def main(arguments: list[str] | None = None) -> int:
    """The command."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--seconds", type=float, default=300, help="CPU seconds")
    parser.add_argument("--deals", type=int, default=0, help="stop after so many deals")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--faults", type=Path, help="a file to which faults are added as JSON lines"
    )
    parser.add_argument("--repeat", type=Path, help="try the faults of a file again")
    chosen = parser.parse_args(arguments)
    if chosen.repeat:
        return 1 if repeat(chosen.repeat) else 0
    pairs = Pairs(chosen.seed)
    with suppress(KeyboardInterrupt):
        run(pairs, chosen)
    print(pairs.tally)
    return 1 if pairs.tally.faults else 0


if __name__ == "__main__":
    sys.exit(main())
