"""How soon the fair chance is there, and how far the first figure is from the last one.

``python -m benchmarks.chance [NAME ...] [--positions N] [--first N]``

Positions are met in games of a player who mostly follows the hint.  Each is thought about as the service does, with
``FOR_CHANCE`` iterations (half as many with two decks); ``--first`` is at how many iterations the first figure is told.
"""

from __future__ import annotations

import argparse
import random
import time

from arfa.analysis.chance import Chance, fair_chance
from arfa.analysis.hints import hint
from arfa.analysis.knowledge import Knowledge
from arfa.engine.game import Game
from arfa.engine.identities import Identities
from arfa.engine.position import Position
from arfa.solver.blind import FOR_CHANCE, Thought
from arfa.solver.native import Core

NAMES = ["small-harp", "big-harp", "black-harp", "klondike+draw-3", "harp-9"]


def positions(name: str, n: int) -> list[tuple[Position, Knowledge]]:
    """Positions from many games, from the deal on to late ones."""
    game = Game.named(name)
    core, found = Core.of(game), []
    for number in range(n):
        rng, deck = random.Random(number), core.deck(number)
        position, knowledge = game.start(deck), Knowledge(Identities(game, deck))
        for _ in range(rng.randrange(40)):
            wise = None
            if rng.random() < 0.8:
                wise = hint(position, knowledge, thought=Thought(80))
            legal = position.legal_moves()
            if not legal or position.is_won:
                break
            position.push(wise.move if wise else rng.choice(legal))
            knowledge.look(position)
        if not position.is_won:
            found.append((position, knowledge))
    return found


def measure(name: str, n: int, first: int) -> None:
    """Print what one patience takes."""
    soon, whole, apart = [], [], []
    for position, knowledge in positions(name, n):
        view = knowledge.view(position)
        told: list[tuple[float, float]] = []
        begun = time.perf_counter()

        def tell(
            chance: Chance, told: list[tuple[float, float]] = told, begun: float = begun
        ) -> None:
            if chance.iterations >= first:
                told.append((time.perf_counter() - begun, chance.fair.value))

        decks = min(2, view.game.rules.deck.decks)
        last = fair_chance(view, Thought(FOR_CHANCE // decks), tell=tell)
        took = time.perf_counter() - begun
        if last is None:
            print(f"{name}: nobody plays these rules")
            return
        at, value = told[0] if told else (took, last.fair.value)
        soon.append(at * 1000)
        whole.append(took * 1000)
        apart.append(100 * abs(value - last.fair.value))
    close = sum(a <= 5 for a in apart) / len(apart)
    print(
        f"{name}: {len(soon)} positions; first figure, ms: {_quantiles(soon)}; last: {_quantiles(whole)}; "
        f"apart, points: {_quantiles(apart)}; within 5: {close:.0%}",
        flush=True,
    )


def _quantiles(values: list[float]) -> str:
    ordered = sorted(values)
    return ", ".join(
        f"{word} {ordered[min(len(ordered) - 1, int(share * len(ordered)))]:.1f}"
        for word, share in (("half", 0.5), ("p95", 0.95), ("most", 1.0))
    )


def main() -> None:
    """Run."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("names", nargs="*", default=NAMES)
    parser.add_argument("--positions", type=int, default=60)
    parser.add_argument("--first", type=int, default=320)
    asked = parser.parse_args()
    for name in asked.names:
        measure(name, asked.positions, asked.first)


if __name__ == "__main__":
    main()
