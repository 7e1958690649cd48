"""Steps a second of the environments: one game, many one after the other, and many in one call of the native core.

``python -m benchmarks.envs [NAME ...] [--games 256] [--seconds 3] [--json]``

Each game is played at random among its legal actions, and dealt anew when it has ended.  Counted is the time of the
processor that the environment takes; to choose the actions is not counted.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from typing import Any

import gymnasium
import numpy as np

import arfa.envs
from arfa.envs import Patience, Patiences
from arfa.rules.load import game_ids

arfa.envs.register()


def chosen(masks: Any, rng: np.random.Generator) -> Any:
    """A legal action of each game, any one; the first where there is none."""
    weights = masks * rng.random(masks.shape, np.float32)
    return weights.argmax(axis=1)


def one(name: str, seconds: float) -> float:
    """Steps a second of a single environment."""
    env, rng = Patience(name), np.random.default_rng(1)
    seen, _ = env.reset(seed=1)
    steps, spent = 0, 0.0
    while spent < seconds:
        action = chosen(seen["action_mask"][None], rng)[0]
        begun = time.thread_time()
        seen, _, over, cut, _ = env.step(action)
        if over or cut:
            seen, _ = env.reset()
        spent += time.thread_time() - begun
        steps += 1
    return steps / spent


def many(envs: Any, seconds: float) -> float:
    """Steps a second of all games of a vector environment."""
    rng = np.random.default_rng(1)
    seen, _ = envs.reset(seed=1)
    steps, spent = 0, 0.0
    while spent < seconds:
        actions = chosen(seen["action_mask"], rng)
        begun = time.thread_time()
        seen, *_ = envs.step(actions)
        spent += time.thread_time() - begun
        steps += envs.num_envs
    return steps / spent


def measure(name: str, games: int, seconds: float) -> dict[str, Any]:
    """All the figures of a patience."""
    sync = gymnasium.make_vec(f"arfa/{name}-v0", num_envs=games, vectorization_mode="sync")
    return {
        "name": name,
        "one": one(name, seconds),
        "sync": many(sync, seconds),
        "native": many(Patiences(name, games), seconds),
        "uncopied": many(Patiences(name, games, copy=False), seconds),
    }


def main() -> int:
    """Run."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("names", nargs="*", default=list(game_ids()))
    parser.add_argument("--games", type=int, default=256)
    parser.add_argument("--seconds", type=float, default=3)
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    if not asked.json:
        print("| patience | one game | sync | native | without copies | native to one |")
        print("|---|---:|---:|---:|---:|---:|")
    for name in asked.names:
        found = measure(name, asked.games, asked.seconds)
        if asked.json:
            print(json.dumps(found), flush=True)
        else:
            figures = [f"{found[key]:,.0f}" for key in ("one", "sync", "native", "uncopied")]
            ratio = found["native"] / found["one"]
            print(f"| {name} | {' | '.join(figures)} | {ratio:.0f} |", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
