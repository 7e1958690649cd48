"""The signature of the searches: how many states they look at, on fixed deals, way by way.

It proves nothing, but it changes exactly when the way of searching does: a commit that was not meant to change that,
and changes a number here, has done more than it says; and another machine must find the same numbers.
``python tools/make_vectors.py --kind signature`` writes it anew.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from arfa.engine.game import Game
from arfa.engine.state import State
from arfa.solver.native import TECHNIQUES, Core, Effort
from tools import vectors
from tools.vectors import Block

DEALS = range(1, 9)
STATES = 4_000
"""Where a search runs out of these, what it did until then counts."""


def blocks(game: str) -> Iterator[Block]:
    """Every variant as by default; the patience itself and its short decks with each technique off as well."""
    for name in vectors.names(game):
        yield {"game": name} | dict(lines(name))


def lines(name: str) -> Iterator[tuple[str, str]]:
    """The lines of one block."""
    game = Game.named(name)
    core = Core.of(game)
    states = [core.start(core.deck(number)) for number in DEALS]
    model = core.model(states[0])
    yield "model", model
    yield "default", sums(core, states, ())
    if not any(not game.spec.file.variants[key].small for key, _ in game.spec.chosen):
        for technique, _ in TECHNIQUES:
            if technique.startswith(f"{model}-"):
                yield f"without-{technique}", sums(core, states, (technique,))


def sums(core: Core, states: Sequence[State], without: tuple[str, ...]) -> str:
    """What was decided, and how many states were looked at and made."""
    effort = Effort(states=STATES, without=without)
    outcomes = core.solve_states(states, effort)
    signs = {"winnable": "w", "unwinnable": "l", "unknown": "-"}
    verdicts = "".join(signs[outcome.verdict] for outcome in outcomes)
    looked = sum(outcome.states for outcome in outcomes)
    made = sum(outcome.generated for outcome in outcomes)
    return f"{verdicts} {looked} {made}"
