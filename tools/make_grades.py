"""Measure where the grades of each patience lie, and write ``src/arfa/analysis/grades.toml``.

    python -m tools.make_grades [NAME ...] [--deals 1000]

The deals are the first ones of our numbers from 20,000,000 on that the solver proves to be winnable.  Patiences that
are not named keep what was measured of them.
"""

from __future__ import annotations

import argparse
import sys
import time
from itertools import accumulate
from pathlib import Path

from arfa.analysis.difficulty import CROWD, SHARES, Scale, crowd, has_crowd, learnt_habits, scales
from arfa.engine.game import Game
from arfa.solver.native import Core, Effort

FILE = Path(__file__).parent.parent / "src" / "arfa" / "analysis" / "grades.toml"
FIRST = 20_000_000
GAMES = (
    "small-harp",
    "black-harp",
    "big-harp",
    "klondike",
)
HEAD = f"""\
# Where the grades of difficulty lie (src/arfa/analysis/difficulty.py): how many of a crowd of {CROWD} must win a deal
# for it to be easy, medium or hard; fewer is very hard.  Measured on `deals` deals that can be won.
# Written by tools/make_grades.py.
"""


def measured(name: str, deals: int) -> Scale | None:
    """The scale of a patience; None where the crowd does not tell its deals apart."""
    game = Game.named(name)
    if not has_crowd(game):
        return None
    core, begun = Core.of(game), time.monotonic()
    decks = [core.deck(FIRST + n) for n in range(2 * deals)]
    found = core.solve_decks(decks, Effort(states=200_000, line=False))
    winnable = [d for d, one in zip(decks, found, strict=True) if one.verdict == "winnable"][:deals]
    wins = sorted(crowd(game, winnable), reverse=True)
    easy, medium, hard, _ = (wins[round(share * len(wins)) - 1] for share in accumulate(SHARES))
    print(
        f"{name}: {len(wins)} deals, {easy} {medium} {hard}, {time.monotonic() - begun:.0f} s",
        file=sys.stderr,
    )
    if not easy > medium > hard > 0:
        return None
    habits = tuple(round(weight, 3) for weight in learnt_habits(game))
    return Scale(game.name, game.spec.rules_hash, len(wins), easy, medium, hard, habits)


def text(found: list[Scale]) -> str:
    """The file."""
    blocks = [
        f'[[scale]]\ngame = "{s.game}"\nrules = "{s.rules}"\ndeals = {s.deals}\n'
        f"easy = {s.easy}\nmedium = {s.medium}\nhard = {s.hard}\n"
        f"habits = [\n{wrapped(s.habits)}]\n"
        for s in found
    ]
    return "\n".join([HEAD, *blocks])


def wrapped(habits: tuple[float, ...]) -> str:
    """The weights, a few a line."""
    rows = [habits[n : n + 12] for n in range(0, len(habits), 12)]
    return "".join(f"  {', '.join(f'{weight:g}' for weight in row)},\n" for row in rows)


def main() -> None:
    """Run."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("names", nargs="*", default=[])
    parser.add_argument("--deals", type=int, default=1000)
    asked = parser.parse_args()
    kept = {scale.game: scale for scale in scales().values()}
    scales().clear()  # the crowd is as it has learnt to be now
    for name in asked.names or GAMES:
        scale = measured(name, asked.deals)
        kept.pop(name, None)
        if scale is not None:
            kept[name] = scale
        order = [*GAMES, *sorted(set(kept) - set(GAMES))]
        FILE.write_text(text([kept[one] for one in order if one in kept]))


if __name__ == "__main__":
    main()
