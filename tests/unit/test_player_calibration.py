"""What the player thinks of his chances is set right by games that he played: more thought of is never less won."""

from __future__ import annotations

from itertools import pairwise

from tools.calibration import KNOTS, fitted
from tools.make_player import read


def _is_a_calibration(shares: list[float]) -> bool:
    return (
        len(shares) == KNOTS
        and shares[0] >= 0
        and 0.99 < shares[-1] <= 1  # not 1 where some were lost though all worlds were won
        and all(low <= high for low, high in pairwise(shares))
    )


def test_what_was_learnt_is_calibrated() -> None:
    found = read()
    assert found
    for name, one in found.items():
        assert _is_a_calibration(one["shares"]), name


def test_what_is_fitted_never_falls() -> None:
    """Though in the middle more was won of what was thought worse."""
    n = 1000
    bins = []
    for k in range(20):
        thought = (k + 0.5) / 20
        won = 1 - thought if 0.3 < thought < 0.7 else thought
        bins.append((k, thought * n, round(won * n), n))
    assert _is_a_calibration(fitted(bins))
