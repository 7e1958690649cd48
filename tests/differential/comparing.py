"""What the comparisons of searches have in common: the count, the faults that they write down, and the command.

A fault holds all that repeats it; a file of them has one to a line, as JSON.
"""

from __future__ import annotations

import argparse
import json
import time
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from arfa.cards import parse_card
from arfa.deals import deck_text
from arfa.engine.position import Position
from arfa.rules.spec import Rules
from arfa.solver.native import Core, NativeOutcome
from tests.conformance.random_rules import game_of
from tests.differential.small_games import Deal


@dataclass
class Tally:
    """What was compared, and what was wrong."""

    deals: int = 0
    solves: int = 0
    undecided: int = 0
    """Solves that ended without a verdict."""
    replayed: int = 0
    """Lines that were played by the referee."""
    by: Counter[str] = field(default_factory=Counter)
    """Comparisons by their kind."""
    faults: list[dict[str, Any]] = field(default_factory=list)

    def lines(self) -> list[str]:
        """What was compared, in words."""
        raise NotImplementedError

    def __str__(self) -> str:
        kinds = (f"  {kind:<16} {n}" for kind, n in sorted(self.by.items()))
        return "\n".join([*self.lines(), *kinds, f"{len(self.faults)} faults"])


class Comparison(ABC):
    """Compares deal after deal; a fault is kept, and the next deal is taken."""

    tally: Tally
    """What was compared so far."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self.seed = seed

    @abstractmethod
    def deals(self) -> Iterator[Deal]:
        """Deals without end."""

    @abstractmethod
    def compare(self, deal: Deal) -> None:
        """Solve a deal in some ways."""

    @abstractmethod
    def still(self, deal: Deal, fault: dict[str, Any]) -> str:
        """What is still wrong with the deal of a fault; nothing when it is mended."""

    def replay(self, deal: Deal, found: NativeOutcome) -> str:
        """Play a line by the referee; what is wrong with it."""
        self.tally.replayed += 1
        position = Position(deal.game, deal.state)
        try:
            for move in found.line:
                position.push(move)
        except ValueError as error:
            return f"the referee refuses the line: {error}"
        return "" if position.is_won else "the line does not win"

    def fault(self, deal: Deal, said: str, **more: Any) -> None:
        """Write down what is wrong."""
        core = Core.of(deal.game)
        self.tally.faults.append(
            {
                "about": deal.about,
                "model": core.model(deal.state),
                "said": said,
                **more,
                "cards": len(deal.deck),
                "deck": deck_text(deal.deck),
                "position": str(Position(deal.game, deal.state)),
                "state": core.numbers(deal.state),
                "rules": deal.game.rules.model_dump(mode="json", exclude_defaults=True),
            }
        )

    def repeat(self, path: Path) -> int:
        """Try faults again that were written down; the number of those that are still there."""
        left = 0
        for line in path.read_text("utf-8").splitlines():
            if line.startswith("#"):
                continue
            fault = json.loads(line)
            game = game_of(Rules.model_validate_json(json.dumps(fault["rules"])))
            deck = tuple(parse_card(c) for c in fault["deck"].split())
            state = Core.of(game).state(fault["state"])
            wrong = self.still(Deal("repeated", game, deck, state, fault["about"]), fault)
            left += bool(wrong)
            print(f"{'STILL' if wrong else 'gone '} {fault['about']}{': ' * bool(wrong)}{wrong}")
        return left

    def run(self, chosen: argparse.Namespace) -> None:
        """Compare deals until the time or their number is used up."""
        begin = time.process_time()
        for deal in self.deals():
            if any(word not in deal.about for word in chosen.about):
                continue
            before = len(self.tally.faults)
            self.compare(deal)
            for fault in self.tally.faults[before:]:
                print(f"{fault['about']} ({fault['model']}): {fault['said']}", flush=True)
                if chosen.faults:
                    with chosen.faults.open("a", encoding="utf-8") as file:
                        file.write(json.dumps(fault, ensure_ascii=False) + "\n")
            if time.process_time() - begin > chosen.seconds or 0 < chosen.deals <= self.tally.deals:
                break
            if chosen.stop and self.tally.faults:
                break

    def main(self, chosen: argparse.Namespace) -> int:
        """The command, as it was given."""
        if chosen.repeat:
            return 1 if self.repeat(chosen.repeat) else 0
        with suppress(KeyboardInterrupt):
            self.run(chosen)
        print(self.tally)
        return 1 if self.tally.faults else 0


def command_line(about: str | None, seconds: float) -> argparse.ArgumentParser:
    """The options that all comparisons take."""
    parser = argparse.ArgumentParser(description=(about or "").partition("\n")[0])
    parser.add_argument("--seconds", type=float, default=seconds, help="CPU seconds")
    parser.add_argument("--deals", type=int, default=0, help="stop after so many deals")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--faults", type=Path, help="a file to which faults are added as JSON lines"
    )
    parser.add_argument(
        "--about",
        nargs="+",
        default=[],
        metavar="WORD",
        help="only deals of rules that are called so",
    )
    parser.add_argument("--stop", action="store_true", help="stop at the first fault")
    parser.add_argument("--repeat", type=Path, help="try the faults of a file again")
    return parser
