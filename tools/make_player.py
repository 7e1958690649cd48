"""Teach the player who cannot see: weights of the policy, and how often he wins what he thinks to win.

    python -m tools.make_player learn [NAME ...] [--seconds 60]   weights, by playing
    python -m tools.make_player calibrate [NAME ...] [--games 2000]   shares, by playing with the tree

Both write ``native/src/fair/learnt.inc``; build the core anew afterwards.  Deals to learn from are at random; those to
calibrate with have numbers from 10,000,000 on, and those that the tests and figures use lie below.
"""

from __future__ import annotations

import argparse
import re
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from pathlib import Path

from arfa.engine.game import Game
from arfa.solver.blind import Blind, Thought
from arfa.solver.native import Core

FILE = Path(__file__).parent.parent / "native" / "src" / "fair" / "learnt.inc"
GAMES = {
    "small-harp": "small-harp",
    "black-harp": "black-harp",
    "klondike-3": "klondike+draw-3+worry-back",
    "big-harp": "big-harp",
    "harp-9": "harp-9",
    "harp-9-two": "harp-9+redeals=2",
    "harp-9-one": "harp-9+redeals=1",
    "harp-9-unlimited": "harp-9+unlimited",
    "small-harp-plain": "small-harp+strict-runs+draw-when-stuck",
    "black-harp-plain": "black-harp+forced-play",
    "big-harp-plain": "big-harp+extra-row",
}
KNOTS = 21
NOISE = {"klondike-3": 6.0}
FIRST = 10_000_000


def read() -> dict[str, dict[str, list[float]]]:
    """What has been learnt so far."""
    found = {}
    for line in FILE.read_text().splitlines() if FILE.exists() else []:
        if match := re.match(r'Learnt\{"([\w-]+)", \{(.*?)\}, (.*?), \{(.*?)\}\},', line):
            name, weights, noise, shares = match.groups()
            found[name] = {
                "weights": [float(w) for w in weights.split(", ")],
                "noise": [float(noise)],
                "shares": [float(s) for s in shares.split(", ")],
            }
    return found


def write(found: dict[str, dict[str, list[float]]]) -> None:
    """Keep it."""
    lines = ["// clang-format off: written by tools/make_player.py"]
    for name in GAMES:
        if name in found:
            one = found[name]
            weights = ", ".join(f"{w:.3f}" for w in one["weights"])
            shares = ", ".join(f"{s:.4f}" for s in one["shares"])
            lines.append(f'Learnt{{"{name}", {{{weights}}}, {one["noise"][0]}, {{{shares}}}}},')
    FILE.write_text("\n".join([*lines, "// clang-format on"]) + "\n")


def learn(name: str, seconds: float) -> None:
    """Learn the weights of a patience."""
    said = 0.0

    def tell(past: float, won: float) -> None:
        nonlocal said
        if past - said > 10 or past >= seconds:
            said = past
            print(f"  {name}: {past:.0f} s, {won:.1%} won while trying", file=sys.stderr)

    weights = Blind(Core.of(Game.named(GAMES[name]))).learn(seconds, Thought(seed=5), tell)
    found = read()
    one = found.setdefault(name, {"shares": [k / (KNOTS - 1) for k in range(KNOTS)]})
    one |= {"weights": weights, "noise": [NOISE.get(name, 0.0)]}
    write(found)


def calibrate(name: str, games: int, iterations: int) -> None:
    """Play games, and set what was thought at each decision against what came of it."""
    core = Core.of(Game.named(GAMES[name]))
    blind, begun = Blind(core), time.monotonic()

    def play(number: int) -> list[tuple[float, bool]]:
        game = blind.play([core.deck(FIRST + number)], Thought(iterations, seed=number))[0]
        if number % 100 == 99:
            past = time.monotonic() - begun
            print(f"  {name}: {number + 1} of {games} games, {past:.0f} s", file=sys.stderr)
        return [(value, game.won) for value in game.values]

    with ThreadPoolExecutor() as pool:
        pairs = [pair for one in pool.map(play, range(games)) for pair in one]
    found = read()
    found[name]["shares"] = fitted(pairs)
    write(found)


def fitted(pairs: list[tuple[float, bool]]) -> list[float]:
    """Shares at the knots: isotonic regression (pool adjacent violators), read off at each knot."""
    pools: list[list[float]] = []  # sum of thoughts, wins, number
    for value, won in sorted(pairs):
        pools.append([value, float(won), 1.0])
        while len(pools) > 1 and pools[-2][1] * pools[-1][2] >= pools[-1][1] * pools[-2][2]:
            last = pools.pop()
            pools[-1] = [a + b for a, b in zip(pools[-1], last, strict=True)]
    points = [(0.0, 0.0)] + [(v / n, w / n) for v, w, n in pools if n >= 30] + [(1.0, 1.0)]
    return [_at(points, k / (KNOTS - 1)) for k in range(KNOTS)]


def _at(points: list[tuple[float, float]], x: float) -> float:
    for (x0, y0), (x1, y1) in pairwise(points):
        if x0 <= x <= x1:
            return y0 if x1 == x0 else y0 + (x - x0) / (x1 - x0) * (y1 - y0)
    return 1.0


def main() -> None:
    """Run."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("what", choices=["learn", "calibrate"])
    parser.add_argument("names", nargs="*", choices=[*GAMES, []], default=[])
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--iterations", type=int, default=1000)
    asked = parser.parse_args()
    for name in asked.names or GAMES:
        if asked.what == "learn":
            learn(name, asked.seconds)
        else:
            calibrate(name, asked.games, asked.iterations)


if __name__ == "__main__":
    main()
