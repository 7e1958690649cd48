"""What is told of a deal, over the wire."""

from __future__ import annotations

from typing import Literal

from arfa.web.schemas import Wire

Verdict = Literal["winnable", "unwinnable", "unknown"]
"""The first two are proved."""


class LeastNumber(Wire):
    """How few of something a win needs."""

    least: int | None
    """Fewer are not enough, which is proved; null where no number is."""
    found: int | None
    """So many are enough; null where no win was found."""


class NarrowWay(Wire):
    """What the other moves would have done at some decisions of a way to a win."""

    decisions: int
    moves: int
    """All legal moves there."""
    safe: int
    """Those after which it is proved that the deal can still be won."""
    lost: int
    """Those after which it is proved that it cannot."""
    single: int
    """Decisions with one right move only."""


class ByOtherRules(Wire):
    """The same cards by another variant."""

    game: str
    name: str
    verdict: Verdict
    said: str
    """The verdict in words."""


class DealFacts(Wire):
    """What is known of a deal to whoever sees all cards and has some seconds."""

    verdict: Verdict
    moves: int | None
    """Of the win that was found."""
    wins: int | None
    """How many of a crowd of players who cannot see win it; null for a patience that they do not play."""
    crowd: int
    """How many players the crowd has."""
    grade: Literal["easy", "medium", "hard", "very-hard"] | None
    """Among the deals of the patience that can be won; null where it cannot, and where nothing was measured."""
    narrow: NarrowWay | None
    breaches: LeastNumber | None
    """Breaches by mercy; null for a patience without mercy."""
    redeals: LeastNumber | None
    """Null for a patience without redeals."""
    variants: list[ByOtherRules]
    said: list[str]
    """All of it but the variants, a sentence each."""
    clean: bool
    """As in ``State``: in a game that was not over a win is not clean after this."""
