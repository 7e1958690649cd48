"""Write what the fuzz targets of native/fuzz begin with: real plans, and positions of real games.

``python tools/fuzz_seeds.py FOLDER``: FOLDER/include gets the names of the fields and the plans as C++ reads them,
FOLDER/seeds/{plan,position,solve} the first inputs.
"""

from __future__ import annotations

import struct
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from random import Random

from arfa.engine.game import Game
from arfa.rules.load import game_ids
from arfa.rules.plan import Plan, make_plan
from arfa.solver.native import Core
from tools import vectors

WALK = 40
"""How many moves are made at random; every eighth position is kept."""


def words(values: Sequence[int]) -> bytes:
    """A list of numbers in two bytes each, and how many they are before them."""
    return struct.pack(f"<{len(values) + 1}h", len(values), *values)


def numbers(values: Iterable[int]) -> bytes:
    """The same in one byte each; 255 stands before a number that has two."""
    some = list(values)
    coded = b"".join(bytes([v]) if 0 <= v < 255 else b"\xff" + struct.pack("<H", v) for v in some)
    return struct.pack("<h", len(some)) + coded


def plan_bytes(plan: Plan) -> bytes:
    """A plan: nothing left out, the fields in the order of their names."""
    return b"\0" + b"".join(words(plan[name]) for name in sorted(plan))


def write(folder: Path) -> None:
    """Write everything."""
    include, seeds = folder / "include", folder / "seeds"
    for path in (include, *(seeds / target for target in ("plan", "position", "solve"))):
        path.mkdir(parents=True, exist_ok=True)
    games = [name for game in game_ids() for name in vectors.names(game)]
    plans = {name: make_plan(Game.named(name).rules) for name in games}
    fields = sorted(next(iter(plans.values())))
    (include / "fuzz_names.inc").write_text("".join(f'"{name}",\n' for name in fields), "ascii")
    everything = b"".join(map(plan_bytes, plans.values()))
    lines = (everything[i : i + 32] for i in range(0, len(everything), 32))
    (include / "fuzz_plans.inc").write_text(
        "".join(",".join(map(str, line)) + ",\n" for line in lines), "ascii"
    )
    random = Random(1)
    for n, name in enumerate(games):
        choices = random.randbytes(60)
        deck = vectors.deck_of(name, n)
        dealt = plan_bytes(plans[name]) + numbers(deck) + choices
        (seeds / "plan" / f"{n:03}").write_bytes(dealt)
        if "small" in name:
            (seeds / "solve" / f"{n:03}").write_bytes(dealt)
        if n < 256:  # the place of a plan is a byte of the input
            _positions(seeds / "position", n, name, random)


def _positions(folder: Path, n: int, name: str, random: Random) -> None:
    core = Core.of(Game.named(name))
    state = core.start(vectors.deck_of(name, n))
    for made in range(WALK):
        if made % 8 == 0:
            coded = bytes([n]) + numbers(core.numbers(state)) + random.randbytes(60)
            (folder / f"{n:03}-{made:02}").write_bytes(coded)
        moves = core.legal_moves(state)
        if not moves:
            return
        state = core.apply(state, random.choice(moves))


if __name__ == "__main__":
    write(Path(sys.argv[1]))
