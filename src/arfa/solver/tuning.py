"""Weights of the general model's value, found by playing, and the files that keep them with where they come from.

The value of a position is a sum of features (``native/src/piles/features.inc``), each with a weight.  The cross-entropy
method finds weights: a cloud of them is sampled, each sample plays the same training deals, and the cloud moves to the
best.  Training deals have numbers of their own, so that no test and no figure is measured on what was trained on.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from arfa.engine.game import Game
from arfa.solver.errors import SolverError
from arfa.solver.native import FEATURES, Core

FORMAT = "arfa-weights 1"
"""The first field of a file of weights."""
FIRST_TRAINING_DEAL = 10_000_000
"""Numbers below this one are kept for tests and figures."""


@dataclass(frozen=True, slots=True)
class Training:
    """How weights are looked for; the same training gives the same weights on every machine."""

    first: int = FIRST_TRAINING_DEAL
    """The number of the first training deal."""
    last: int = FIRST_TRAINING_DEAL + 149
    """The number of the last one."""
    generations: int = 10
    """How often the cloud moves."""
    population: int = 24
    """How many samples of it there are in a generation."""
    deals: int = 60
    """How many of the deals each sample plays in a generation."""
    width: int = 10
    """How many positions a beam keeps in each layer."""
    seed: int = 0
    """Where the pseudo-random numbers begin."""


@dataclass(frozen=True, slots=True)
class Weights:
    """Weights and their provenance."""

    game: str
    """The patience with its variants."""
    rules_hash: str
    """Its rules, so that a file for other rules is told from one for these."""
    training: Training
    values: dict[str, float]
    """The weight of each feature by its name."""
    history: tuple[tuple[float, int], ...] = field(default=())
    """For each generation the score of the middle of its cloud and the deals which that won."""

    def in_order(self) -> tuple[float, ...]:
        """The weights in the order of the core's features."""
        return tuple(self.values[name] for name, _ in FEATURES)

    def write(self, path: Path) -> None:
        """Write them to a file, which is there whole or as it was before."""
        text = json.dumps({"format": FORMAT} | asdict(self), indent=1) + "\n"
        part = path.with_name(path.name + ".part")
        part.write_text(text, "utf-8")
        part.replace(path)

    @staticmethod
    def read(path: Path) -> Weights:
        """Read such a file.  Raises :class:`SolverError` where it is none."""
        try:
            found = json.loads(path.read_text("utf-8"))
        except (OSError, ValueError) as error:
            raise SolverError("weights-file", name=str(path), why=str(error)[:200]) from None
        try:
            return _weights(found)
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise SolverError("weights-file", name=str(path), why=str(error)[:200]) from None


def _weights(found: dict[str, Any]) -> Weights:
    if found["format"] != FORMAT:
        raise ValueError(f"format {found['format']!r}")
    values = {name: float(found["values"][name]) for name, _ in FEATURES}
    if not all(abs(value) < 1e6 for value in values.values()):  # NaN is not, either
        raise ValueError("a weight is no number of a sensible size")
    history = tuple((float(score), int(won)) for score, won in found["history"])
    training = Training(**{name: int(value) for name, value in found["training"].items()})
    return Weights(str(found["game"]), str(found["rules_hash"]), training, values, history)


def tune(
    game: Game,
    training: Training = Training(),
    *,
    start: Weights | None = None,
    progress: Callable[[Weights], object] | None = None,
) -> Weights:
    """Look for weights for a patience, from those in use or from ``start`` on.

    ``progress`` is called after each generation with what has been found so far; what it raises ends the search.
    Raises :class:`SolverError` for deals that are kept for tests, and for rules whose searches have no weights.
    """
    if not FIRST_TRAINING_DEAL <= training.first <= training.last:
        raise SolverError("tune-deals", least=FIRST_TRAINING_DEAL)
    core = Core.of(game)
    states = [core.start(core.deck(n)) for n in range(training.first, training.last + 1)]
    if core.model(states[0]) != "piles":
        raise SolverError("tune-no-weights", game=game.name)
    history: list[tuple[float, int]] = []

    def weights(values: list[float]) -> Weights:
        named = dict(zip([name for name, _ in FEATURES], values, strict=True))
        return Weights(game.name, game.spec.rules_hash, training, named, tuple(history))

    def tell(number: int, score: float, won: int, middle: list[float]) -> None:
        history.append((score, won))
        if progress is not None:
            progress(weights(middle))

    found = core.tune(
        states,
        start=start.in_order() if start else (),
        population=training.population,
        generations=training.generations,
        deals=training.deals,
        width=training.width,
        seed=training.seed,
        progress=tell,
    )
    return weights(found)
