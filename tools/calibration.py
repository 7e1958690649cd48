"""Whether the player who cannot see wins as often as he says: fitted shares, and how well they hold.

All of it goes by the bins of ``tools/measure_player.py``: for games with even and with odd numbers, what was thought
before the decisions of a bin in sum, how many of those decisions led to a win, and how many there were.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

KNOTS = 21
"""The shares are kept at so many places from 0 to 1 (``native/src/fair/calibration.h``)."""
_LEAST = 30
"""Fewer decisions than that say nothing of their own."""

Bins = Sequence[Sequence[float]]
"""Each: its number, the sum of what was thought, wins, decisions."""


class Tenth(NamedTuple):
    """The decisions of which a tenth of all chances was said: from 0 to 10 %, from 10 to 20 %, ..."""

    said: float
    """The mean of what was said, from 0 to 1."""
    won: float
    """The share that was won."""
    decisions: int


def fitted(bins: Bins) -> list[float]:
    """Shares at the knots: isotonic regression (pool adjacent violators), read off at each knot."""
    pools: list[list[float]] = []
    for _, thought, won, n in sorted(bins, key=lambda one: one[0]):
        pools.append([thought, won, n])
        while len(pools) > 1 and pools[-2][1] * pools[-1][2] >= pools[-1][1] * pools[-2][2]:
            last = pools.pop()
            pools[-1] = [a + b for a, b in zip(pools[-1], last, strict=True)]
    inner = [(thought / n, won / n) for thought, won, n in pools if n >= _LEAST]
    # Below the lowest thought nothing falls any more; what is hopeless for certain is told apart (calibration.h).
    points = [(0.0, inner[0][1]), *inner, (1.0, 1.0)]
    return [_at(points, k / (KNOTS - 1)) for k in range(KNOTS)]


def said(shares: Sequence[float], thought: float) -> float:
    """What is said of a chance that was thought."""
    return _at([(k / (KNOTS - 1), share) for k, share in enumerate(shares)], thought)


def tenths(halves: Sequence[Bins]) -> list[Tenth]:
    """How well the shares hold: those fitted to one half of the games are held against the other half."""
    found = [[0.0, 0.0, 0] for _ in range(10)]
    for mine, other in ((0, 1), (1, 0)):
        shares = fitted(halves[other])
        for _, thought, won, n in halves[mine]:
            chance = said(shares, thought / n)
            tenth = found[min(int(10 * chance), 9)]
            tenth[0] += chance * n
            tenth[1] += won
            tenth[2] += int(n)
    return [
        Tenth(total / n, won / n, int(n)) if n else Tenth(0.0, 0.0, 0) for total, won, n in found
    ]


def together(halves: Sequence[Bins]) -> list[list[float]]:
    """The bins of all games."""
    both: dict[float, list[float]] = {}
    for half in halves:
        for number, *rest in half:
            kept = both.setdefault(number, [0.0] * 3)
            both[number] = [a + b for a, b in zip(kept, rest, strict=True)]
    return [[number, *both[number]] for number in sorted(both)]


def _at(points: Sequence[tuple[float, float]], x: float) -> float:
    for (x0, y0), (x1, y1) in pairwise(points):
        if x0 <= x <= x1:
            return y0 if x1 == x0 else y0 + (x - x0) / (x1 - x0) * (y1 - y0)
    return points[-1][1]
