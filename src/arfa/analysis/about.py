"""What can be said of a deal by somebody who sees all cards and has time.

It tells of hidden cards.  Whoever is still playing the deal and asks for it has looked through the cards: that counts
as X-ray (:mod:`arfa.analysis.xray`).
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from arfa.analysis.difficulty import (
    CROWD,
    Grade,
    Narrowness,
    crowd,
    grade,
    has_crowd,
    narrowness,
)
from arfa.analysis.variants import every_variant, under, with_more
from arfa.cards import Card
from arfa.engine.position import Position
from arfa.errors import Message
from arfa.rules.load import GameSpec
from arfa.solver.api import Limits, solve
from arfa.solver.fewest import Fewest, fewest_breaches, fewest_redeals
from arfa.solver.native import Cancel
from arfa.solver.verdict import Result, Verdict

STATES = 200_000
"""How many states are looked at for each question."""
SECONDS = 8.0
"""How long all of it may take unless told otherwise."""
_MERCY = "mercy"
"""The variant by which breaches are counted where the rules themselves know no mercy."""


@dataclass(frozen=True, slots=True)
class Otherwise:
    """The same cards by other rules."""

    spec: GameSpec
    verdict: Verdict


@dataclass(frozen=True, slots=True)
class About:
    """The facts about a deal."""

    result: Result
    """Whether it can be won by its own rules; with a line where it can."""
    wins: int | None
    """How many of a crowd of :data:`~arfa.analysis.difficulty.CROWD` players who cannot see win it."""
    grade: Grade | None
    """How hard it is among those that can be won; None where it cannot, and where that was not measured."""
    narrow: Narrowness | None
    """How narrow the way to the win is."""
    breaches: Fewest | None
    """The fewest breaches of the rule of spaces by which it can be won; None for a patience without mercy."""
    redeals: Fewest | None
    """The fewest redeals; None for a patience that has none."""
    variants: tuple[Otherwise, ...]
    """What came of it by each other variant."""


class _Clock:
    """Hands out what is left of the time."""

    def __init__(self, seconds: float, stop: Cancel | None) -> None:
        self.end = time.monotonic() + seconds
        self.stop = stop

    @property
    def limits(self) -> Limits:
        """For the next question; a little time is left for each, so that what is easy is answered all the same."""
        left = self.end - time.monotonic()
        return {"states": STATES, "seconds": max(0.05, left / 3)}


def about(
    start: Position,
    deck: Sequence[Card] | None,
    *,
    seconds: float = SECONDS,
    stop: Cancel | None = None,
) -> About:
    """Find out about a deal, or about a position (``deck`` is None then)."""
    clock = _Clock(seconds, stop)
    game = start.game
    result = solve(start, stop=stop, **clock.limits)
    won = result.verdict is Verdict.WINNABLE
    wins = None
    if deck is not None and has_crowd(game):
        wins = crowd(game, [deck], cancel=stop)[0]
    narrow = narrowness(start, result.line, cancel=stop) if won and result.line else None
    return About(
        result,
        wins,
        grade(game, wins) if won and wins is not None else None,
        narrow,
        _breaches(start, deck, clock),
        _redeals(start, clock),
        tuple(_otherwise(start, deck, clock)),
    )


def _breaches(start: Position, deck: Sequence[Card] | None, clock: _Clock) -> Fewest | None:
    position: Position | None = start
    if start.game.rules.mercy == "off":
        spec = with_more(start.game.spec, [_MERCY])
        position = None if spec is None else under(spec, start, deck)
    if position is None or position.game.rules.mercy == "off":
        return None
    return _fewest(fewest_breaches, position, clock)


def _redeals(start: Position, clock: _Clock) -> Fewest | None:
    rules = start.game.rules
    place: Any = rules.grid or rules.stock
    if not getattr(place, "redeals", 0):
        return None
    return _fewest(fewest_redeals, start, clock)


def _fewest(find: Callable[..., Fewest], position: Position, clock: _Clock) -> Fewest:
    limits = clock.limits
    limits["seconds"] /= 4  # there are several questions in this one
    return find(position, stop=clock.stop, **limits)


def _otherwise(start: Position, deck: Sequence[Card] | None, clock: _Clock) -> Iterator[Otherwise]:
    for spec in every_variant(start.game.spec):
        if spec == start.game.spec:
            continue
        position = under(spec, start, deck)
        if position is not None:
            limits = clock.limits
            found = solve(position, line=False, stop=clock.stop, **limits)
            yield Otherwise(spec, found.verdict)


# -- in words ------------------------------------------------------------------------------------------------------


def told(facts: About) -> Iterator[Message]:
    """All of it but the variants, a sentence each."""
    verdict = facts.result.verdict
    yield Message(f"about-{verdict.value}", n=len(facts.result.line))
    if facts.wins is not None:
        yield Message("about-crowd", wins=facts.wins, crowd=CROWD)
    if facts.grade is not None:
        yield Message(f"about-grade-{facts.grade.value}")
    if facts.narrow is not None and facts.narrow.decisions:
        narrow = facts.narrow
        yield Message(
            "about-narrow",
            decisions=narrow.decisions,
            moves=narrow.moves,
            safe=narrow.safe,
            single=narrow.single,
        )
    for what, found in (("breaches", facts.breaches), ("redeals", facts.redeals)):
        if found is not None:
            yield _told(what, found)


def verdict_word(verdict: Verdict) -> Message:
    """A verdict in a word or two."""
    return Message(f"about-verdict-{verdict.value}")


def _told(what: str, found: Fewest) -> Message:
    if found.least is None:
        return Message(f"about-{what}-never")
    if found.found is None:
        return Message(f"about-{what}-open", least=found.least)
    if found.exact:
        return Message(f"about-{what}", n=found.found)
    return Message(f"about-{what}-between", least=found.least, n=found.found)
