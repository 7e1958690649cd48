"""Limits of states and memory are kept by every model, and no verdict under a limit contradicts one without."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

import pytest

from arfa.engine.game import Game
from arfa.engine.state import State
from arfa.rules.load import game_ids
from arfa.rules.spec import Rules
from arfa.solver.native import Core, Effort, NativeOutcome
from tests.conformance.random_rules import game_of
from tests.differential.matrix import techniques
from tests.differential.verdicts import with_stock
from tests.scale import scale
from tools import vectors

MIB = 1 << 20
STATES = (1, 2, 10, 1000, 20_000)
MEMORY = (1, 10_000, 1 * MIB, 4 * MIB, 16 * MIB)
ENOUGH = scale(10_000, 2_000_000)
"""States, where another limit is looked at."""
DEALS = range(1, scale(2, 12))

CONFIGS = ("", "piles", "plain")
"""The usual model, and those that take nearly every patience when they are asked."""


def cases() -> Iterator[tuple[str, str]]:
    """Every patience and variant by the usual model, the patiences themselves by others as well."""
    for game in game_ids():
        for name in vectors.names(game, small=False):
            for config in CONFIGS if name == game else CONFIGS[:1]:
                yield name, config
        yield vectors.names(game, small=True)[0], "plain"
    yield "spider-pauk, first deal", ""


CASES = list(cases())


@lru_cache(maxsize=2)
def cored(name: str) -> Core:
    """The core of a patience, or of one with a change that no file offers."""
    if name == "spider-pauk, first deal":
        rules: Rules = with_stock(Game.named("spider-pauk").rules, redeals=0)
        return Core(game_of(rules))
    return Core(Game.named(name))


def states_of(core: Core) -> list[State]:
    """Some deals of a patience."""
    return [core.start(core.deck(number)) for number in DEALS]


@lru_cache(maxsize=4)
def without_limit(name: str, config: str) -> list[str]:
    """What is said of each deal when there is room for a while."""
    core = cored(name)
    effort = Effort(states=ENOUGH, config=config)
    return [core.solve(state, effort).verdict for state in states_of(core)]


def kept(name: str, effort: Effort) -> Iterator[NativeOutcome]:
    """The outcomes of some deals, which contradict none that had more room."""
    core = cored(name)
    for state, known in zip(states_of(core), without_limit(name, effort.config), strict=True):
        found = core.solve(state, effort)
        assert {found.verdict, known} != {"winnable", "unwinnable"}, f"{name}: {found}, {known}"
        assert (found.verdict == "unknown") == bool(found.ran_out)
        assert found.states <= effort.states, f"{name}, {effort}: {found.states} states"
        assert found.memory <= effort.memory, f"{name}, {effort}: {found.memory} bytes"
        yield found


@pytest.mark.parametrize(("name", "config"), CASES)
def test_states_are_limited(name: str, config: str) -> None:
    for states in STATES:
        for found in kept(name, Effort(states=states, config=config)):
            assert found.ran_out in ("", "states")


@pytest.mark.parametrize(("name", "config"), CASES)
def test_memory_is_limited(name: str, config: str) -> None:
    for memory in MEMORY:
        for found in kept(name, Effort(states=ENOUGH, memory=memory, config=config)):
            assert found.ran_out in ("", "memory", "states")
            # Where nothing can be kept, nothing but what is plain at once can be said.
            assert memory > 1 or found.verdict == "unknown" or found.states <= 1


@pytest.mark.parametrize("name", ["harp-9", "big-harp", "spider-pauk", "fig288", "klondike"])
def test_a_small_limit_after_a_large_one(name: str) -> None:
    """What an earlier search has left behind counts as well, or is given back."""
    core = cored(name)
    (state, *_) = states_of(core)
    core.solve(state, Effort(states=ENOUGH))
    small = core.solve(state, Effort(states=ENOUGH, memory=2 * MIB))
    assert small.memory <= 2 * MIB


OVERHEAD = 8 * MIB
"""What a process takes beside the tables of a search: code, stack, what the heap cannot use."""
MEASURE = """
import sys
from arfa.engine.game import Game
from arfa.solver.native import Core, Effort

def most():
    with open("/proc/self/status") as file:
        return next(int(line.split()[1]) << 10 for line in file if line.startswith("VmHWM"))

name, config, memory, *without = sys.argv[1:]
core = Core(Game.named(name))
state = core.start(core.deck(1))
core.solve(state, Effort(states=100, config=config, without=tuple(without)))
before = most()
found = core.solve(state, Effort(memory=int(memory), config=config, without=tuple(without)))
print(found.ran_out, most() - before, found.memory)
"""


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="no /proc to measure with")
@pytest.mark.parametrize(
    ("name", "config"), [("harp-9+redeals=0", ""), ("fig288", ""), ("klondike+draw-3", "plain")]
)
def test_a_process_grows_no_more_than_the_limit_says(name: str, config: str) -> None:
    """Measured from outside, where the core may have forgotten to count something."""
    core = cored(name)
    without = techniques(core.model(core.start(core.deck(1))))  # what is left fills its tables soon
    memory = 40 * MIB
    said = subprocess.run(
        [sys.executable, "-c", MEASURE, name, config, str(memory), *without],
        capture_output=True,
        text=True,
        check=True,
    ).stdout.split()
    assert said[0] == "memory"
    grown, counted = map(int, said[1:])
    assert memory // 3 < grown < memory + OVERHEAD
    assert memory // 3 < counted <= memory
