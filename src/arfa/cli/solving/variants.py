"""A deal by the rules of every variant of its patience."""

from __future__ import annotations

from collections.abc import Iterator

from arfa.cli.solving.subject import Subject, varied
from arfa.rules.load import GameSpec, RuleError

_ALL = 4
"""Of a variant with a number, every value is taken where there are so many at most; else the least and the greatest."""


def every_variant(spec: GameSpec) -> Iterator[GameSpec]:
    """The patience as it is, and with each of its variants added that goes with it."""
    seen = {spec.name}
    yield spec
    for key, variant in spec.file.variants.items():
        if variant.small:
            continue
        limits = variant.parameter
        words = [key]
        if limits is not None:
            values = range(limits.min, limits.max + 1)
            chosen = values if len(values) <= _ALL else (limits.min, limits.max)
            words = [f"{key}={n}" for n in chosen]
        for word in words:
            found = _with(spec, [*variant.requires, word])
            if found is not None and found.name not in seen:
                seen.add(found.name)
                yield found


def _with(spec: GameSpec, words: list[str]) -> GameSpec | None:
    taken = {key for key, _ in spec.chosen}
    try:
        return varied(spec, [word for word in words if word.partition("=")[0] not in taken])
    except RuleError:  # it does not go with what was chosen
        return None


def by_every_variant(subject: Subject) -> Iterator[Subject]:
    """The same cards by the rules of every variant by which they can lie so."""
    for spec in every_variant(subject.position.game.spec):
        found = subject.by(spec)
        if found is not None:
            yield found
