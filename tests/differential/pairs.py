"""Full decks, each searched in two random ways or more: no two may contradict each other.

``python -m tests.differential.pairs [--seconds S] [--seed N] [--faults FILE]``, a part of ``make matrix``

Nobody knows the truth about a full deck, but a win is a line that the rules have accepted, so that whoever calls the
same deal lost is wrong.  The ways differ in the techniques that are off, the seed, the number of states, and now and
then the model.  A fault is written down with both ways: ``python -m tests.differential.pairs --repeat FILE``.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from functools import lru_cache
from itertools import combinations
from random import Random
from typing import Any

from arfa.engine.game import Game
from arfa.solver.native import Core, Effort, NativeOutcome
from tests.conformance.random_rules import game_of
from tests.differential import comparing
from tests.differential.matrix import ill_formed, techniques
from tests.differential.small_games import Deal, full_names
from tests.differential.small_games import deal as position_of
from tests.differential.verdicts import with_stock

FEW, MANY = 20_000, 200_000
"""How many states a way may look at."""
REPLAY_EVERY = 20
DRAWS = tuple(f"klondike:draw={n}" for n in range(2, 8))
"""Of which no file has a variant."""
FIELDS = ("states", "seed", "without", "config")
"""What tells one way from another."""


@lru_cache(maxsize=128)
def game_named(name: str) -> Game:
    """A patience with its variants, made once: its core is kept with it.  ``:draw=5`` turns so many cards."""
    name, _, draw = name.partition(":draw=")
    game = Game.named(name)
    if not draw:
        return game
    return game_of(with_stock(game.rules, draw=int(draw)))


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
class Tally(comparing.Tally):
    """What was compared, each verdict with the others of its deal."""

    pairs: int = 0
    """Pairs of ways that both came to a verdict."""
    lost: int = 0
    """Those of deals that are lost."""
    across: int = 0
    """Those of two models."""

    def lines(self) -> list[str]:
        """What was compared, in words."""
        return [
            f"{self.deals} full decks, {self.solves} solves, {self.undecided} of them without a verdict",
            f"{self.pairs} pairs of verdicts, {self.lost} of them lost, {self.across} across models",
            f"{self.replayed} lines replayed by the referee",
        ]


class Pairs(comparing.Comparison):
    """Compares ways of searching a full deck with each other."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.tally: Tally = Tally()

    def deals(self) -> Iterator[Deal]:
        """Deals of every patience and variant in turn, in an order at random; every third has been played on."""
        random = Random(self.seed)
        while True:
            names = [*full_names(), *DRAWS]
            random.shuffle(names)
            for name in names:
                yield position_of(random, "full", game_named(name), name, most=40)

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
            if (
                found.verdict == "winnable"
                and tally.solves % REPLAY_EVERY == 0
                and (wrong := self.replay(deal, found))
            ):
                self._fault(deal, wrong, effort)
        for (one, first), (other, second) in combinations(said, 2):
            tally.pairs += 1
            tally.by[model] += 1
            tally.lost += first.verdict == "unwinnable"
            tally.across += model != "piles" and one.config != other.config
            if first.verdict != second.verdict:
                self._fault(deal, f"{first.verdict} and {second.verdict}", one, other)

    def _fault(self, deal: Deal, said: str, *efforts: Effort) -> None:
        ways = [{k: v for k, v in asdict(effort).items() if k in FIELDS} for effort in efforts]
        self.fault(deal, said, ways=ways)

    def still(self, deal: Deal, fault: dict[str, Any]) -> str:
        """Whether the ways of a fault still contradict each other."""
        core = Core.of(deal.game)
        efforts = [Effort(**{**way, "without": tuple(way["without"])}) for way in fault["ways"]]
        try:
            said = {core.solve(deal.state, effort).verdict for effort in efforts}
        except (RuntimeError, ValueError) as error:
            return str(error)
        return " and ".join(sorted(said)) if said >= {"winnable", "unwinnable"} else ""


def main(arguments: list[str] | None = None) -> int:
    """The command."""
    chosen = comparing.command_line(__doc__, 300).parse_args(arguments)
    return Pairs(chosen.seed).main(chosen)


if __name__ == "__main__":
    sys.exit(main())
