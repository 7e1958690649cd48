"""Deals that the solver leaves open, and how many of them the second prover shows to be lost.

``python benchmarks/second_prover.py [NAME ...] [--first N] [--deals N] [--states N] [--conflicts N]``

The second prover (``tests/differential/second_prover.py``, ``pip install .[dev]`` brings its SAT solver) is no part of
the package.  Its "no" proves a loss; its "yes" says nothing where only single cards move.  Both budgets are counts, so
that the same call gives the same figures everywhere, but for the times.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from arfa.engine.game import Game
from arfa.solver.native import Core, Effort
from tests.differential.second_prover import prover_of

NAMES = ("harp-9+redeals=0", "harp-9+redeals=1")
WORDS = {
    True: "not proved: won by looser rules",
    False: "proved lost",
    None: "not proved: out of conflicts",
}


def main(arguments: list[str] | None = None) -> int:
    """The command."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("names", nargs="*", default=list(NAMES))
    parser.add_argument("--first", type=int, default=1, help="the number of the first deal")
    parser.add_argument("--deals", type=int, default=3, help="so many of each patience")
    parser.add_argument("--states", type=int, default=2_000_000, help="of the solver, for a deal")
    parser.add_argument("--conflicts", type=int, default=60_000, help="of the prover, for a deal")
    chosen = parser.parse_args(arguments)
    for name in chosen.names:
        game = Game.named(name)
        core = Core.of(game)
        said: Counter[str] = Counter()
        for number in range(chosen.first, chosen.first + chosen.deals):
            state = core.start(core.deck(number))
            before = time.process_time()
            verdict = core.solve(state, Effort(line=False, states=chosen.states)).verdict
            between = time.process_time()
            words = str(verdict)
            if verdict == "unknown":
                words = WORDS[prover_of(game, state).winnable(chosen.conflicts)]
            said[words] += 1
            after = time.process_time()
            print(
                f"{name} {number}: {words}, {between - before:.1f} + {after - between:.1f} s",
                flush=True,
            )
        print(f"{name}: {dict(said)}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
