"""How good the chances are from what a player can see.

Two figures are told apart.  *Fair*: how often a strong player who cannot see would win from here.  *Sighted*: in what
share of the deals that look so there is a win at all, for somebody with open eyes; it is never less in truth, and for
some patiences it is nearly always everything.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, replace

from arfa.analysis.knowledge import View
from arfa.engine.game import Game
from arfa.engine.moves import Move
from arfa.engine.state import State
from arfa.intervals import SIGMAS, wilson
from arfa.solver.blind import Blind, Estimate, Thought
from arfa.solver.native import Cancel, Core, Effort


@dataclass(frozen=True, slots=True)
class Interval:
    """A share from 0 to 1 with its 95 % interval."""

    value: float
    low: float
    high: float

    @property
    def width(self) -> float:
        """From one end to the other."""
        return self.high - self.low


@dataclass(frozen=True, slots=True)
class Prospect:
    """A move and how often the player would win after it."""

    move: Move
    value: float
    weight: float
    """How much of the thinking went into it, from 0 to 1."""


@dataclass(frozen=True, slots=True)
class Chance:
    """The fair chance of a position."""

    fair: Interval
    exact: bool
    """Everything that matters is known, and the chance is 0 or 1 for certain."""
    iterations: int
    """Worlds that were tried."""
    prospects: tuple[Prospect, ...]
    """The moves that were thought about, best first."""
    final: bool = True
    """No better estimate follows."""

    @property
    def best(self) -> Move | None:
        """The move that the player would make; None where there is none to be named."""
        return self.prospects[0].move if self.prospects else None


@dataclass(frozen=True, slots=True)
class Sighted:
    """In how many of the deals that look so there is a win."""

    won: int
    lost: int
    unknown: int
    """Neither was found within the budget."""

    @property
    def worlds(self) -> int:
        """How many were tried."""
        return self.won + self.lost + self.unknown

    @property
    def share(self) -> Interval:
        """The share that can be won; what is not known widens the interval and is not left out."""
        n = max(1, self.worlds)
        value = (self.won + self.unknown / 2) / n
        return Interval(value, wilson(self.won, n)[0], wilson(self.won + self.unknown, n)[1])


def counted(won: int, n: int) -> Interval:
    """The share of ``n`` that was won, with Wilson's interval."""
    return Interval(won / n if n else 0.5, *wilson(won, n))


def has_player(game: Game, state: State) -> bool:
    """Whether there is a player who cannot see of these rules, so that there are fair chances."""
    return Blind(Core.of(game)).plays(state)


def fair_chance(
    view: View,
    thought: Thought = Thought(),
    *,
    tell: Callable[[Chance], object] | None = None,
    cancel: Cancel | None = None,
) -> Chance | None:
    """The chance of a strong player who knows what the view shows, and nothing else.

    ``tell`` hears of it while it gets better.  None for patiences and options that this player does not play.
    """
    game = view.game
    if game.is_won(view.state):
        return Chance(Interval(1, 1, 1), True, 0, ())
    core = Core.of(game)
    blind = Blind(core)
    if not blind.plays(view.state):
        return None

    def told(estimate: Estimate) -> None:
        if tell is not None:
            tell(replace(_chance(estimate), final=False))

    return _chance(blind.think(view.state, view.unseen, thought, cancel=cancel, tell=told))


def sighted_share(
    view: View,
    worlds: int = 200,
    *,
    seed: int = 0,
    effort: Effort = Effort(states=20_000, line=False),
    cancel: Cancel | None = None,
) -> Sighted:
    """In how many of so many deals that look so there is a win; hidden cards are dealt anew in each."""
    shuffled = random.Random(seed)
    cards = list(view.cards)
    states = []
    for _ in range(worlds if cards else 1):
        shuffled.shuffle(cards)
        states.append(view.world(cards))
    found = Core.of(view.game).solve_states(states, effort, cancel=cancel)
    verdicts = [outcome.verdict for outcome in found]
    return Sighted(*(verdicts.count(v) for v in ("winnable", "unwinnable", "unknown")))


def _chance(estimate: Estimate) -> Chance:
    half = SIGMAS * estimate.deviation
    value = estimate.value
    fair = Interval(value, max(0.0, value - half), min(1.0, value + half))
    tried = max(1, sum(option.visits for option in estimate.options))
    prospects = tuple(
        Prospect(option.move, option.value, option.visits / tried) for option in estimate.options
    )
    return Chance(fair, estimate.exact, estimate.iterations, prospects)
