"""The decoders of the core, given plans and positions with numbers changed at random: all is well, or their own error.

``make fuzz`` does the same at length, and with sanitizers (docs/trust.md).
"""

from __future__ import annotations

from random import Random

import pytest

from arfa import _core
from arfa.engine.game import Game
from arfa.rules.load import game_ids
from arfa.rules.plan import make_plan
from arfa.solver.native import Core
from tests.scale import scale
from tools import vectors

ODD = (-1, 0, 1, 2, 12, 13, 51, 52, 99, 100, 255, 256, 65535, 2**31 - 1)


def changed(random: Random, values: list[int]) -> list[int]:
    """Some numbers changed, left out, put in, or changed places with others."""
    values = list(values)
    for _ in range(random.randint(1, 3)):
        at = random.randrange(len(values) + 1)
        what = random.randrange(4)
        if what == 0:
            values[at:at] = [random.choice(ODD)]
        elif what == 1:
            del values[at : at + 1]
        elif what == 2 and at < len(values):
            values[at] = random.choice((random.choice(ODD), values[at] + random.choice((-1, 1))))
        elif values:
            other = random.randrange(len(values))
            at = min(at, len(values) - 1)
            values[at], values[other] = values[other], values[at]
    return values


def look_at(core: _core.Core, numbers: list[int]) -> None:
    """Ask everything about a position, and make every move."""
    core.canonical(numbers)
    core.won(numbers)
    core.stuck(numbers, True)
    for move in core.legal_moves(numbers):
        assert len(core.apply(numbers, move))


@pytest.mark.parametrize("game_id", game_ids())
def test_a_plan_with_other_numbers(game_id: str) -> None:
    random = Random(game_id)
    names = vectors.names(game_id)
    taken = 0
    for n in range(scale(150, 5000)):
        name = random.choice(names)
        plan: dict[str, list[int]] = dict(make_plan(Game.named(name).rules))
        field = random.choice(sorted(plan))
        plan[field] = changed(random, plan[field])
        try:
            core = _core.Core(plan)
            numbers = core.start(list(vectors.deck_of(name, n % 50)))
            look_at(core, numbers)
        except (_core.PlanError, _core.StateError):
            continue
        taken += 1
    assert taken


@pytest.mark.parametrize("game_id", game_ids())
def test_a_position_with_other_numbers(game_id: str) -> None:
    random = Random(game_id)
    names = vectors.names(game_id)
    for n in range(scale(30, 1000)):
        name = random.choice(names)
        game = Game.named(name)
        core, raw = Core.of(game), _core.Core(make_plan(game.rules))
        state = core.start(core.deck(n))
        for _ in range(random.randrange(30)):
            moves = core.legal_moves(state)
            if not moves:
                break
            state = core.apply(state, random.choice(moves))
        numbers = core.numbers(state)
        for _ in range(10):
            try:
                look_at(raw, changed(random, numbers))
            except _core.StateError:
                continue
            except (
                ValueError
            ) as error:  # a listed move with a card that lies face down at the end of a column
                assert "legal" in str(error)
