"""Teach the player who cannot see: weights of the policy, and how often he wins what he thinks to win.

    python -m tools.make_player learn [NAME ...] [--seconds 60]   weights, by playing deals at random
    python -m tools.make_player calibrate [NAME ...]   shares, from what tools/measure_player.py has measured

Both write ``native/src/fair/learnt.inc``; build the core anew afterwards.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from pathlib import Path

from arfa.engine.game import Game
from arfa.solver.blind import Blind, Thought
from arfa.solver.native import Core
from tools.calibration import KNOTS, fitted, together
from tools.measure_player import MEASURED

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
NOISE = {"klondike-3": 6.0}


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


def calibrate(name: str) -> None:
    """Set what was thought at each decision against what came of it, where that was measured."""
    found = read()
    for row in json.loads(MEASURED.read_text("utf-8")):
        if (row["name"], row["player"], row["knows"]) == (GAMES[name], "tree", "spread"):
            found[name]["shares"] = fitted(together(row["thought"]))
    write(found)


def main() -> None:
    """Run."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("what", choices=["learn", "calibrate"])
    parser.add_argument("names", nargs="*", choices=[*GAMES, []], default=[])
    parser.add_argument("--seconds", type=float, default=60)
    asked = parser.parse_args()
    for name in asked.names or GAMES:
        if asked.what == "learn":
            learn(name, asked.seconds)
        else:
            calibrate(name)


if __name__ == "__main__":
    main()
