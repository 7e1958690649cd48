"""How far a share that was counted may be from the true one."""

from __future__ import annotations

from collections.abc import Callable
from math import inf, lgamma, log, log1p, sqrt

SIGMAS = 1.959964
"""Of a normal distribution 95 % lie within so many deviations."""
LEVEL = 0.95


def wilson(k: int, n: int) -> tuple[float, float]:
    """Wilson's interval for a share of which ``k`` of ``n`` were seen; it holds also near 0 and 1 and for few."""
    if n == 0:
        return 0.0, 1.0
    p, z = k / n, SIGMAS
    centre = (p + z * z / (2 * n)) / (1 + z * z / n)
    half = z * sqrt(p * (1 - p) / n + z * z / (4 * n * n)) / (1 + z * z / n)
    low = 0.0 if k == 0 else max(0.0, centre - half)
    high = 1.0 if k == n else min(1.0, centre + half)
    return low, high


def anytime(k: int, n: int) -> tuple[float, float]:
    """An interval that may be looked at as often as one likes: with 95 % all of them, for all ``n``, hold the share.

    Whoever counts on until the figure pleases is wrong with a fixed interval more often than it says, and with this one
    is not; it is about one and a half times as wide.  A mixture of all shares is held against each one (H. Robbins,
    Annals of Mathematical Statistics 41, 1970, 1397-1409).
    """
    if n == 0:
        return 0.0, 1.0
    least = log(1 - LEVEL) + lgamma(k + 1) + lgamma(n - k + 1) - lgamma(n + 2)

    def likely(p: float) -> bool:
        return (k * log(p) if k else 0.0) + ((n - k) * log1p(-p) if k < n else 0.0) >= least

    low = 0.0 if k == 0 else _border(likely, 0.0, k / n)
    high = 1.0 if k == n else _border(likely, 1.0, k / n)
    return low, high


def _border(within: Callable[[float], bool], outside: float, inside: float) -> float:
    """Where something begins to hold between a number where it does not and one where it does."""
    for _ in range(60):  # an interval of 1 is halved to less than 1e-18
        middle = (outside + inside) / 2
        outside, inside = (outside, middle) if within(middle) else (middle, inside)
    return (outside + inside) / 2


def tango(second: int, first: int, n: int) -> tuple[float, float]:
    """Tango's interval for the difference of two shares that were counted on the same ``n``.

    ``second`` were seen in the second alone, ``first`` in the first alone; the difference is the second share less the
    first.  It holds those differences that a score test does not refuse (T. Tango, Statistics in Medicine 17, 1998,
    891-908), and holds also where hardly any or nearly all pairs differ (M. Fagerland, S. Lydersen and P. Laake,
    Statistics in Medicine 33, 2014, 2850-2875).
    """
    if n == 0:
        return -1.0, 1.0

    def score(difference: float) -> float:
        # The share of what only the first has that is likeliest where the difference of the shares is this one.
        b = (2 * n - second + first) * difference - second - first
        c = -first * difference * (1 - difference)
        only_first = (sqrt(max(0.0, b * b - 8 * n * c)) - b) / (4 * n)
        spread = n * (2 * only_first + difference * (1 - difference))
        off = second - first - n * difference
        return off / sqrt(spread) if spread > 0 else off * inf if off else 0.0

    seen = (second - first) / n
    return (
        -1.0 if first == n else _border(lambda d: score(d) <= SIGMAS, -1.0, seen),
        1.0 if second == n else _border(lambda d: score(d) >= -SIGMAS, 1.0, seen),
    )
