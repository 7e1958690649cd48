"""Choose the deals of the days to come, and write ``src/arfa/deals/days.toml``.

    python -m tools.make_days --until 2027-12-31 [NAME ...]

Of the numbers that belong to a patience and a day, the first one is chosen that the solver proves to be winnable and
that is of medium difficulty, where that is measured; if there is none among the first 36, the first one that is
winnable.  A patience without figures for a day keeps the first number.  What was chosen before stays: days are only
added, and none that has begun when this program is given to players may be.
"""

from __future__ import annotations

import argparse
import sys
import time
from datetime import date, timedelta
from itertools import islice
from pathlib import Path

from arfa.analysis.difficulty import Grade, crowd, has_crowd, scale_of
from arfa.deals.daily import FIGURES, candidates, chosen_days
from arfa.engine.game import Game
from arfa.rules.load import game_ids
from arfa.solver.native import Core, Effort

FILE = Path(__file__).parent.parent / "src" / "arfa" / "deals" / "days.toml"
EFFORT = Effort(states=200_000, line=False)


class Chooser:
    """Chooses the days of one patience."""

    def __init__(self, name: str) -> None:
        self.game = Game.named(name)
        self.core = Core.of(self.game)
        self.scale = scale_of(self.game) if has_crowd(self.game) else None

    def winnable(self, number: int) -> bool:
        """Whether a deal is proved to be winnable."""
        position = self.game.start(self.core.deck(number))
        return self.core.solve(position.state, EFFORT).verdict == "winnable"

    def medium(self, number: int) -> bool:
        """Whether a deal that can be won is of medium difficulty, as far as that can be said."""
        if self.scale is None:
            return True
        return self.scale.grade(crowd(self.game, [self.core.deck(number)])[0]) is Grade.MEDIUM

    def offset(self, day: date) -> int:
        """Which of the numbers of a day is taken."""
        first = None
        for place, number in enumerate(islice(candidates(self.game.spec.file, day), len(FIGURES))):
            if not self.winnable(number):
                continue
            if self.medium(number):
                return place
            first = place if first is None else first
        return first or 0


def chosen(name: str, first: date, until: date, known: str) -> str:
    """The figures of a patience, those that are known first."""
    chooser, begun = Chooser(name), time.monotonic()
    figures = known
    for n in range(len(known), (until - first).days + 1):
        figures += FIGURES[chooser.offset(first + timedelta(n))]
    print(f"{name}: {len(figures)} days, {time.monotonic() - begun:.0f} s", file=sys.stderr)
    return figures


def write(first: date, passed: dict[str, str]) -> None:
    """Keep what was chosen."""
    lines = [
        "# The days whose deals were chosen beforehand (docs/deals.md).  Written by tools/make_days.py.",
        f"first = {first}",
        "",
        "[passed]",
        *(f'{name} = "{passed[name]}"' for name in game_ids() if passed.get(name)),
    ]
    FILE.write_text("\n".join(lines) + "\n")


def main() -> None:
    """Run."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("names", nargs="*", default=[])
    parser.add_argument("--until", type=date.fromisoformat, required=True)
    asked = parser.parse_args()
    for name in asked.names or game_ids():
        days = chosen_days()
        figures = chosen(name, days.first, asked.until, days.passed.get(name, ""))
        chosen_days.cache_clear()  # another call of this tool may have written meanwhile
        write(days.first, {**chosen_days().passed, name: figures})
        chosen_days.cache_clear()


if __name__ == "__main__":
    main()
