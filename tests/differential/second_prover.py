"""Whether a deal of the Klondike type can be won, asked of a SAT solver: written from the rulebook, sharing no code.

It reads the piles and which of these rules hold, and nothing else of this package.  Columns are built down by
alternating colour, any part of a run moves, kings go into spaces (rulebook 1.a.4 to 1.a.6); foundations are built up in
suit and give nothing back (0.6); of each column at most the last card is face up.  Every card of the stock counts as
being at hand at any time: exact for one card at a time without limit of redeals, and more than is allowed for any other
stock.  So "no" proves a loss for all of them, and for rules that allow less on the table (strict part-runs, drawing
when stuck).  Where redeals are counted and one card is turned at a time, the stock can be taken exactly as well.

A line is an order of events: each card goes to its foundation once, and before that may be laid into the tableau once
(off its face-down cards, or out of the stock).  Shifts within the tableau are no events: of the cards of one rank and
colour that were laid, any can lie on any open card one higher of the other colour, so that only numbers count:
  * laying needs an open card one higher more than there are laid cards of this rank and colour already;
  * a card in the tableau goes up only when the laid cards one lower have enough others to lie on;
  * a king is laid when more columns have lost all their cards than there are laid kings.
There is a variable for the order of each pair of events, and the order is transitive.  What is forced for aces (1.a.3)
is left free, which allows more.

Counted redeals (2.a and 4.a.3): the waste is a pile.  Of three cards i, j, k in the order of the stock let k leave
before i in the same pass.  Then the stock had been turned as far as k, so j, turned after i, lies on i until it leaves:
j leaves before i.  Each card has the number of its pass, which does not fall in the order of leaving, and this is all:
an order that keeps to it is played by turning, in each pass, up to the card that leaves next if it has not been turned,
else it is the top of the waste, since all that was turned after it has left.

Single cards (4.a.2): where no run moves but under a king, a card that is no king is bare when it leaves its place in a
column, so the cards that were laid and could lie on it have enough others to lie on then, just as when it goes up.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, pairwise, permutations

from pysat.solvers import Solver

from arfa.engine.game import Game
from arfa.engine.state import State
from arfa.rules.spec import WasteStock
from tests.differential.rup import refutes

Lit = int


class Prover:
    """The question about one deal; cards are numbered suit * 13 + rank - 1, suits clubs, diamonds, hearts, spades."""

    def __init__(
        self,
        columns: Sequence[Sequence[int]],
        stock: Sequence[int],
        ranks: int,
        raised: Sequence[int] = (),
        redeals: int | None = None,
        *,
        single: bool = False,
    ) -> None:
        """``columns`` deepest card first; ``raised``: cards that are on their foundations already.

        ``redeals``: how often the waste becomes the stock again, when its cards are turned one at a time in the order
        of ``stock``; None: all of them are at hand.  ``single``: no run moves but under a king.
        """
        self.ranks, self.raised = ranks, list(raised)
        # Two copies of a card are told apart: a card here is its place in this list.
        self.faces = [c for column in columns for c in column] + list(stock)
        self.columns: list[range] = []
        for column in columns:
            begin = self.columns[-1].stop if self.columns else 0
            self.columns.append(range(begin, begin + len(column)))
        dealt = self.columns[-1].stop if self.columns else 0
        self.cards = range(len(self.faces))
        self.stock = frozenset(range(dealt, len(self.faces)))
        self.above = {c: c + 1 for column in self.columns for c in column[:-1]}
        bottoms = {column[0] for column in self.columns if column}
        # An ace gains nothing by being laid, nor a king that has a column of its own.
        may_lie = [
            c
            for c in self.cards
            if self.rank(c) > 1 and not (self.rank(c) == ranks and c in bottoms)
        ]
        self._clauses: list[list[Lit]] = []
        self._variables = 0
        self._true = self._new()
        self._clauses.append([self._true])
        self.laid = {c: self._new() for c in may_lie}
        events = [(c, "up") for c in self.cards] + [(c, "lay") for c in may_lie]
        self.number = {event: n for n, event in enumerate(events)}
        self._order = {pair: self._new() for pair in combinations(range(len(events)), 2)}
        self._known: dict[tuple[str, int, int], Lit] = {}
        self._say(single)
        if redeals is not None:
            self._say_passes(redeals)

    def rank(self, c: int) -> int:
        """1 for an ace."""
        return self.faces[c] % 13 + 1

    def red(self, c: int) -> bool:
        """Whether it is a diamond or a heart."""
        return self.faces[c] // 13 in (1, 2)

    # -- the solver's words --------------------------------------------------------------------------------------

    def _new(self) -> Lit:
        self._variables += 1
        return self._variables

    def _and(self, *parts: Lit) -> Lit:
        if -self._true in parts:
            return -self._true
        left = [p for p in parts if p != self._true]
        if len(left) < 2:
            return left[0] if left else self._true
        x = self._new()
        self._clauses += [[-x, p] for p in left] + [[x, *(-p for p in left)]]
        return x

    def _implies(self, conditions: Sequence[Lit], *one_of: Lit) -> None:
        self._clauses.append([*(-c for c in conditions), *one_of])

    def _at_least(self, n: int, of: Sequence[Lit], when: Sequence[Lit]) -> None:
        if len(of) < n:
            self._implies(when)
            return
        for some in combinations(of, len(of) - n + 1):
            self._implies(when, *some)

    def _more(self, of: Sequence[Lit], than: Sequence[Lit], by: int, when: Sequence[Lit]) -> None:
        """More of the first hold than of the second, by so many at least."""
        for n in range(len(than) + 1):
            for some in combinations(than, n):
                self._at_least(n + by, of, [*when, *some])

    def _before(self, a: int, b: int) -> Lit:
        if a == b:
            return -self._true
        return self._order[a, b] if a < b else -self._order[b, a]

    # -- facts about a card at an event --------------------------------------------------------------------------

    def _up(self, c: int) -> int:
        return self.number[c, "up"]

    def _was_laid(self, c: int, at: int) -> Lit:
        """Laid before an event."""
        if c not in self.laid:
            return -self._true
        key = ("was-laid", c, at)
        if key not in self._known:
            self._known[key] = self._and(self.laid[c], self._before(self.number[c, "lay"], at))
        return self._known[key]

    def _gone(self, c: int, at: int) -> Lit:
        """Away from where the deal put it before an event: laid elsewhere, or up."""
        key = ("gone", c, at)
        if key not in self._known:
            laid, up = self._was_laid(c, at), self._before(self._up(c), at)
            self._known[key] = x = self._new()
            self._clauses += [[-x, laid, up], [x, -laid], [x, -up]]
        return self._known[key]

    def _uncovered(self, c: int, at: int) -> Lit:
        """No card of the deal lies on it any more."""
        return self._gone(self.above[c], at) if c in self.above else self._true

    def _lying(self, c: int, at: int) -> Lit:
        """Laid, and not up yet."""
        key = ("lying", c, at)
        if key not in self._known:
            self._known[key] = self._and(self._was_laid(c, at), self._before(at, self._up(c)))
        return self._known[key]

    def _open(self, c: int, at: int) -> Lit:
        """Face up in the tableau."""
        if c in self.stock:
            return self._lying(c, at)
        key = ("open", c, at)
        if key not in self._known:
            self._known[key] = self._and(self._uncovered(c, at), self._before(at, self._up(c)))
        return self._known[key]

    def _alike(self, rank: int, is_red: bool, but: int = -1) -> list[int]:
        return [
            c for c in self.cards if self.rank(c) == rank and self.red(c) == is_red and c != but
        ]

    # -- the rules -----------------------------------------------------------------------------------------------

    def _say(self, single: bool) -> None:
        for c in self.cards:
            up = self._up(c)
            self._implies([], self._uncovered(c, up))
            self._its_turn(c, up)
            if c in self.laid or c not in self.stock:
                self._enough_without(c, up, [self.laid[c]] if c in self.stock else [])
            if c not in self.laid:
                continue
            lay, laid = self.number[c, "lay"], self.laid[c]
            self._implies([laid], self._before(lay, up))
            self._implies([laid], self._uncovered(c, lay))
            if self.rank(c) == self.ranks:
                self._space_for(c, lay)
                continue
            self._place_for(c, lay)
            if single and c not in self.stock:
                self._enough_without(c, lay, [laid])
        for a, b, c in combinations(range(len(self.number)), 3):
            ab, bc, ac = self._order[a, b], self._order[b, c], self._order[a, c]
            self._clauses += [[-ab, -bc, ac], [ab, bc, -ac]]

    def _its_turn(self, c: int, at: int) -> None:
        """More cards one lower of its suit are up than cards like it."""
        face = self.faces[c]
        if self.rank(c) == 1:
            return
        lower = [self._before(self._up(k), at) for k in self.cards if self.faces[k] == face - 1]
        lower += [self._true] * self.raised.count(face - 1)
        same = [
            self._before(self._up(k), at) for k in self.cards if self.faces[k] == face and k != c
        ]
        same += [self._true] * self.raised.count(face)
        self._more(lower, same, 1, [])

    def _place_for(self, c: int, at: int) -> None:
        hosts = [self._open(p, at) for p in self._alike(self.rank(c) + 1, not self.red(c))]
        others = [self._lying(k, at) for k in self._alike(self.rank(c), self.red(c), but=c)]
        self._more(hosts, others, 1, [self.laid[c]])

    def _enough_without(self, c: int, at: int, when: Sequence[Lit]) -> None:
        hosts = [self._open(p, at) for p in self._alike(self.rank(c), self.red(c), but=c)]
        children = [self._lying(k, at) for k in self._alike(self.rank(c) - 1, not self.red(c))]
        self._more(hosts, children, 0, when)

    def _space_for(self, king: int, at: int) -> None:
        empty = [self._gone(column[0], at) if column else self._true for column in self.columns]
        others = [
            self._lying(k, at) for k in self.cards if self.rank(k) == self.ranks and k != king
        ]
        self._more(empty, others, 1, [self.laid[king]])

    # -- counted redeals -----------------------------------------------------------------------------------------

    def _leaves_before(self, a: int, b: int) -> Lit:
        """Whether of two cards of the stock the first one leaves it before the other: to be laid, or to go up."""
        key = ("leaves-before", a, b)
        if key not in self._known:
            self._known[key] = x = self._new()
            self._known["leaves-before", b, a] = -x
            at_up = self._gone(a, self._up(b))
            if b in self.laid:
                laid, at_lay = self.laid[b], self._gone(a, self.number[b, "lay"])
                self._clauses += [[-laid, -x, at_lay], [-laid, x, -at_lay]]
                self._clauses += [[laid, -x, at_up], [laid, x, -at_up]]
            else:
                self._clauses += [[-x, at_up], [x, -at_up]]
        return self._known[key]

    def _say_passes(self, redeals: int) -> None:
        stock = sorted(self.stock)
        # later[c][n]: the card leaves after more than n redeals.
        later = {c: [self._new() for _ in range(redeals)] for c in stock}
        for c in stock:
            for n, more in pairwise(later[c]):
                self._implies([more], n)
        for a, b in permutations(stock, 2):
            for n in range(redeals):
                self._implies([self._leaves_before(a, b), later[a][n]], later[b][n])
        for i, j, k in combinations(stock, 3):
            other_pass = [self._and(later[i][n], -later[k][n]) for n in range(redeals)]
            self._implies([self._leaves_before(k, i)], self._leaves_before(j, i), *other_pass)

    # -- the answer ----------------------------------------------------------------------------------------------

    def winnable(self, conflicts: int = 0) -> bool | None:
        """Whether an order of events exists that wins; None when the conflicts (0: no limit) did not suffice."""
        with Solver(name="glucose4", bootstrap_with=self._clauses) as solver:
            if conflicts:
                solver.conf_budget(conflicts)
            found: bool | None = solver.solve_limited()
            return found

    def refuted(self) -> bool:
        """Whether no order wins, with a proof of it that :mod:`tests.differential.rup` has checked."""
        with Solver(name="glucose4", bootstrap_with=self._clauses, with_proof=True) as solver:
            return not solver.solve() and refutes(solver.get_proof(), self._clauses)


def prover_of(game: Game, state: State) -> Prover:
    """The same piles for the SAT solver."""
    columns = [list(state.piles[n]) for n in game.columns]
    assert all(len(c) - down <= 1 for c, down in zip(columns, state.down, strict=True))
    # In the order of drawing: the last card of the stock is the first one to be turned, and no card has been.
    names = game.pile_names
    stock = [c for n, pile in enumerate(state.piles) if names[n][0] in "so" for c in reversed(pile)]
    assert not any(pile for n, pile in enumerate(state.piles) if names[n][0] == "w")
    raised = [c for n, pile in enumerate(state.piles) if n < game.columns[0] for c in pile]
    kind, tableau = game.rules.stock, game.rules.tableau
    counted = isinstance(kind, WasteStock) and kind.draw == 1 and kind.redeals != "unlimited"
    redeals = int(kind.redeals) if isinstance(kind, WasteStock) and counted else None
    single = tableau is not None and tableau.groups in ("single", "king-run")
    return Prover(columns, stock, game.rules.deck.ranks, raised, redeals, single=single)
