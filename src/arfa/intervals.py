"""How far a share that was counted may be from the true one."""

from __future__ import annotations

from math import sqrt

SIGMAS = 1.959964
"""Of a normal distribution 95 % lie within so many deviations."""


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
