"""Two patiences on the same deals, counted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from arfa.intervals import tango


@dataclass(frozen=True, slots=True)
class Pair:
    """A study held against the first one, deal by deal."""

    base: str
    """What the first one is called."""
    other: str
    counts: Mapping[tuple[str, str], int]
    """How many deals had these two verdicts, that of the base first."""
    only_base: tuple[int, ...] = ()
    """The first deals by number that only the base can win."""
    only_other: tuple[int, ...] = ()

    def count(self, base: str, other: str) -> int:
        """How many deals had these verdicts."""
        return self.counts.get((base, other), 0)

    @property
    def deals(self) -> int:
        """How many both have."""
        return sum(self.counts.values())

    @property
    def decided(self) -> int:
        """How many are decided in both."""
        return sum(n for verdicts, n in self.counts.items() if "unknown" not in verdicts)

    @property
    def alone(self) -> tuple[int, int]:
        """How many it is certain of that only the base can win, and only the other."""
        return self.count("winnable", "unwinnable"), self.count("unwinnable", "winnable")

    def assigned(self, base: str, other: str) -> tuple[int, int]:
        """The same with all that is not decided counted as these verdicts."""
        found = Counter[tuple[str, str]]()
        for (first, second), n in self.counts.items():
            found[
                base if first == "unknown" else first, other if second == "unknown" else second
            ] += n
        return found["winnable", "unwinnable"], found["unwinnable", "winnable"]

    @property
    def _ends(self) -> tuple[tuple[int, int], tuple[int, int]]:
        return self.assigned("winnable", "unwinnable"), self.assigned("unwinnable", "winnable")

    @property
    def difference(self) -> tuple[float, float]:
        """The share of the other less that of the base: where what is open speaks for the base, and against it."""
        low, high = ((other - base) / self.deals for base, other in self._ends)
        return low, high

    @property
    def interval(self) -> tuple[float, float]:
        """A 95 % interval, from the lower end for the low end of the band to the upper end for its high end."""
        low, high = (tango(other, base, self.deals) for base, other in self._ends)
        return low[0], high[1]

    @property
    def p(self) -> float:
        """The exact test of McNemar, two-sided; of all that the open deals may turn out to be, the greatest."""
        (base_most, other_least), (base_least, other_most) = self._ends
        # From one end to the other, open deals turn one by one: in between they may be even.
        if base_most >= other_least and other_most >= base_least:
            return 1.0
        return max(mcnemar(base_most, other_least), mcnemar(base_least, other_most))

    def share(self, place: int) -> tuple[float, float]:
        """The share that can be won in the base (0) or the other (1): a band."""
        found = Counter[str]()
        for verdicts, n in self.counts.items():
            found[verdicts[place]] += n
        won = found["winnable"]
        return won / self.deals, (won + found["unknown"]) / self.deals


def mcnemar(first: int, second: int) -> float:
    """The exact test of McNemar, two-sided: each deal that differs may as well be the first's or the second's."""
    from scipy.stats import binomtest

    return float(binomtest(min(first, second), first + second).pvalue) if first + second else 1.0
