"""A checker of refutations, so that no SAT solver has to be believed: reverse unit propagation.

A refutation lists clauses, each of which follows from those before it in the plainest way: if all of its literals are
false, unit propagation alone runs into a contradiction.  The last one is empty.  Deletions, which only save time, are
passed over.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence

Clause = list[int]


class Checker:
    """Clauses with two watched literals each, and what is true by them alone."""

    def __init__(self, clauses: Iterable[Sequence[int]]) -> None:
        self._watch: dict[int, list[Clause]] = defaultdict(list)
        self._true: set[int] = set()
        self._trail: list[int] = []
        self.contradiction = False
        for clause in clauses:
            self._add(clause)

    def follows(self, clause: Sequence[int]) -> bool:
        """Whether a clause follows by unit propagation; if so it is one of the clauses from now on."""
        begin = len(self._trail)
        follows = not self._assume(-x for x in clause)
        for x in self._trail[begin:]:
            self._true.discard(x)
        del self._trail[begin:]
        if follows:
            self._add(clause)
        return follows

    def _add(self, clause: Sequence[int]) -> None:
        if self.contradiction or any(x in self._true for x in clause):
            return  # what is true for good needs no clause
        left = [x for x in dict.fromkeys(clause) if -x not in self._true]
        if len(left) < 2:
            self.contradiction = not left or not self._assume(left)
            return
        for x in left[:2]:
            self._watch[x].append(left)

    def _assume(self, literals: Iterable[int]) -> bool:
        """Make these true and all that follows; False when they cannot be."""
        if self.contradiction:
            return False
        true, trail = self._true, self._trail
        at = len(trail)
        for x in literals:
            if -x in true:
                return False
            if x not in true:
                true.add(x)
                trail.append(x)
        while at < len(trail):
            false = -trail[at]
            at += 1
            watching = self._watch[false]
            kept: list[Clause] = []
            for n, clause in enumerate(watching):
                if clause[0] == false:
                    clause[0], clause[1] = clause[1], false
                other = clause[0]
                if other in true:
                    kept.append(clause)
                    continue
                for k in range(2, len(clause)):
                    if -clause[k] not in true:
                        clause[1], clause[k] = clause[k], false
                        self._watch[clause[1]].append(clause)
                        break
                else:
                    kept.append(clause)
                    if -other in true:
                        kept.extend(watching[n + 1 :])
                        self._watch[false] = kept
                        return False
                    true.add(other)
                    trail.append(other)
            self._watch[false] = kept
        return True


def refutes(proof: Iterable[str], clauses: Iterable[Sequence[int]]) -> bool:
    """Whether a proof in the DRAT format, as a solver writes it, shows that clauses contradict each other."""
    checker = Checker(clauses)
    for line in proof:
        if line.startswith("d"):
            continue
        lemma = [int(word) for word in line.split()[:-1]]
        if not checker.follows(lemma):
            return False
        if checker.contradiction:
            return True
    return checker.contradiction
