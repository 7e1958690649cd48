"""How many moves a second the referee makes, patience by patience.

``python benchmarks/referee.py [NAME ...] [--seconds 1.0] [--json]``

A machine is fast or slow, busy or idle; so the same run times a loop of plain Python of the same kind (tuples built,
looked up and compared), and each figure is given in units of it as well.  Compare those.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable, Iterable
from typing import NamedTuple

from arfa.deals import Deal
from arfa.deals.shuffle import Xoshiro256
from arfa.engine.game import Game
from arfa.engine.moves import Move
from arfa.engine.position import Position
from arfa.rules.load import game_ids
from arfa.solver import brute_force

VARIANTS = (
    "small-harp+mercy",
    "small-harp+draw-when-stuck",
    "big-harp+draw-3",
    "big-harp+extra-row",
    "klondike+worry-back",
)
"""Variants that ask more of the referee than their patience does."""
GAMES = 20
LONGEST = 150
ROUNDS = 5


class Line(NamedTuple):
    """A game that was played beforehand: its start and its moves."""

    start: Position
    moves: tuple[Move, ...]


def lines(name: str) -> list[Line]:
    """Random games, the same in every run; choosing their moves is not timed."""
    game = Game.named(name)
    found = []
    for number in range(GAMES):
        position = game.start(Deal("ours", number).deck(game.rules))
        random = Xoshiro256.seeded(number)
        while len(position.history) < LONGEST:
            moves = position.legal_moves()
            if not moves:
                break
            position.push_legal(moves[random.below(len(moves))])
        line = position.history
        while position.history:
            position.pop()
        if line:
            found.append(Line(position, line))
    return found


def play(games: Iterable[Line]) -> int:
    """Go through the games, each move listed, made, taken back and made again; returns how many were made."""
    made = 0
    for start, moves in games:
        position = start.copy()
        for move in moves:
            position.legal_moves()
            position.push_legal(move)
            position.pop()
            position.push_legal(move)
        made += len(moves)
    return made


def search(name: str) -> int:
    """Exhaust some short decks; returns how many positions were met."""
    game = Game.named(name)
    decks = (Deal("ours", number).deck(game.rules) for number in range(8))
    return sum(brute_force(game.start(deck), states=2_000).states for deck in decks)


def plain_python() -> int:
    """The yardstick: one unit is a loop that builds tuples, looks them up and compares them."""
    seen: dict[tuple[int, int], int] = {}
    units = 2_000
    for n in range(units):
        for k in range(10):
            pair = (n % 61, k)
            if seen.get(pair, -1) != k:
                seen[pair] = k
            row = (n, *pair, k)
            seen[row[1:3]] = row[3]
    return units


def rate(work: Callable[[], int], seconds: float) -> float:
    """Units of work a second of this process's time; the best of some rounds."""
    best = 0.0
    for _ in range(ROUNDS):
        done, start = 0, time.process_time()
        while (spent := time.process_time() - start) < seconds / ROUNDS or not done:
            done += work()
        best = max(best, done / max(spent, 1e-9))
    return best


def measure(names: Iterable[str], seconds: float) -> dict[str, float]:
    """The rate of each patience, and that of the yardstick."""
    figures = {"plain python": rate(plain_python, seconds)}
    for name in names:
        games = lines(name)
        figures[name] = rate(lambda games=games: play(games), seconds)  # type: ignore[misc]
    figures["brute force, small-harp+small-5x4"] = rate(
        lambda: search("small-harp+small-5x4"), seconds
    )
    return figures


def main(arguments: list[str] | None = None) -> int:
    """The command."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("names", nargs="*", default=[*game_ids(), *VARIANTS])
    parser.add_argument("--seconds", type=float, default=1.0, help="how long each is measured")
    parser.add_argument("--json", action="store_true", help="print JSON")
    chosen = parser.parse_args(arguments)
    figures = measure(chosen.names, chosen.seconds)
    if chosen.json:
        print(json.dumps(figures, indent=1))
        return 0
    unit = figures["plain python"]
    print(f"{'':36}{'a second':>12}{'of plain Python':>18}")
    for name, figure in figures.items():
        print(f"{name:36}{figure:12,.0f}{figure / unit:18.3f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
