"""A deal by the rules of every variant of its patience."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from arfa.cards import Card
from arfa.engine.game import Game
from arfa.engine.position import Position
from arfa.rules.load import GameSpec, RuleError
from arfa.rules.load import choose as with_variants

_ALL = 4
"""Of a variant with a number, every value is taken where there are so many at most; else the least and the greatest."""


def varied(spec: GameSpec, variants: Sequence[str]) -> GameSpec:
    """A patience with more variants.  Raises :class:`~arfa.rules.load.RuleError`."""
    if not variants:
        return spec
    words = [key if n is None else f"{key}={n}" for key, n in spec.chosen]
    return with_variants(spec.file, [*words, *variants])


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
            found = with_more(spec, [*variant.requires, word])
            if found is not None and found.name not in seen:
                seen.add(found.name)
                yield found


def with_more(spec: GameSpec, words: Sequence[str]) -> GameSpec | None:
    """A patience with more variants; None where they do not go with what was chosen, or are not there."""
    taken = {key for key, _ in spec.chosen}
    try:
        return varied(spec, [word for word in words if word.partition("=")[0] not in taken])
    except RuleError:
        return None


def under(spec: GameSpec, position: Position, deck: Sequence[Card] | None) -> Position | None:
    """The same deal or position by other rules; None where the cards cannot lie so.

    ``deck``: the cards in dealing order, where the position is the beginning of a deal.
    """
    game = Game(spec)
    if game.pack() != position.game.pack():
        return None
    if deck is not None:
        return game.start(deck)
    if game.pile_names != position.game.pile_names:
        return None
    return Position(game, game.settle(position.state)[0])
