"""Which share of the deals of a patience can be won at all, and which a player wins who cannot see, where measured."""

from __future__ import annotations

import math
import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from arfa.intervals import SIGMAS


@dataclass(frozen=True, slots=True)
class Share:
    """What the solver found of the deals 1 to ``deals``, seeing all cards."""

    game: str
    rules: str
    """The hash of the rules."""
    deals: int
    won: int
    lost: int
    unknown: int
    """Undecided."""
    player_games: int = 0
    """So many deals were played by the player who cannot see (:mod:`arfa.solver.blind`); 0 where nobody measured it."""
    player_won: int = 0
    """So many of them he won."""

    @property
    def least(self) -> float:
        """The share if all undecided deals were lost."""
        return self.won / self.deals

    @property
    def most(self) -> float:
        """The share if all undecided deals could be won."""
        return (self.won + self.unknown) / self.deals

    @property
    def player(self) -> float | None:
        """The share that the player who cannot see wins; None where it was not measured."""
        return self.player_won / self.player_games if self.player_games else None


@dataclass(frozen=True, slots=True)
class Expected:
    """Of a number of deals, how many could be won at all: no player can be expected to win more of them."""

    deals: int
    """The deals whose patience has been measured."""
    unmeasured: int
    """The others, of which nothing is said."""
    won: int
    """How many of the deals that have been measured were won."""
    least: float
    """The sum of the shares, undecided deals taken for lost."""
    most: float
    """And taken for won."""
    low: float
    """With the chance of the deals and of the measurement: not less than this in 97.5 cases of 100."""
    high: float
    """And not more than this."""


@cache
def shares() -> dict[tuple[str, str], Share]:
    """All that was measured, by the name of the patience with its variants and the hash of its rules."""
    text = files("arfa.store").joinpath("winnable.toml").read_text("utf-8")
    found = [Share(**entry) for entry in tomllib.loads(text)["share"]]
    return {(share.game, share.rules): share for share in found}


def share_of(game: str, rules: str) -> Share | None:
    """What was measured of a patience by these rules, if anything was."""
    return shares().get((game, rules))


def expected(deals: Iterable[tuple[str, str, bool]]) -> Expected:
    """How many of these deals could be won at all; each is given by its patience, its rules and whether it was won."""
    counts: dict[Share, int] = {}
    unmeasured = wins = 0
    for game, rules, won in deals:
        share = share_of(game, rules)
        if share is None:
            unmeasured += 1
        else:
            counts[share] = counts.get(share, 0) + 1
            wins += won
    total = sum(counts.values())
    least = sum(n * share.least for share, n in counts.items())
    most = sum(n * share.most for share, n in counts.items())
    return Expected(
        deals=total,
        unmeasured=unmeasured,
        won=wins,
        least=least,
        most=most,
        low=max(0.0, least - _spread((n, s.won, s.deals) for s, n in counts.items())),
        high=min(
            float(total),
            most + _spread((n, s.won + s.unknown, s.deals) for s, n in counts.items()),
        ),
    )


def _spread(parts: Iterable[tuple[int, int, int]]) -> float:
    """How far the number of winnable deals may well be from its mean: ``n`` deals of a share seen ``k`` times of ``m``.

    The deals vary, and so does the share that was measured once for all of them.  One case is added on each side, so
    that 200 of 200 is not taken for certainty.
    """
    variance = 0.0
    for n, k, m in parts:
        p = (k + 1) / (m + 2)
        variance += n * p * (1 - p) + n * n * p * (1 - p) / (m + 3)
    return SIGMAS * math.sqrt(variance)
