"""A deal by the rules of every variant of its patience."""

from __future__ import annotations

from collections.abc import Iterator

from arfa.analysis.variants import every_variant
from arfa.cli.solving.subject import Subject


def by_every_variant(subject: Subject) -> Iterator[Subject]:
    """The same cards by the rules of every variant by which they can lie so."""
    for spec in every_variant(subject.position.game.spec):
        found = subject.by(spec)
        if found is not None:
            yield found
