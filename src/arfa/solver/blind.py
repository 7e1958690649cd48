"""The native player who cannot see, behind Python types.

It is handed a position in which the cards at unseen places are laid in the order of their faces, so it has nothing to
peek at; whoever calls it makes that position (:mod:`arfa.analysis.knowledge`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from arfa.cards import Card
from arfa.engine.moves import Move
from arfa.engine.state import State
from arfa.solver.native import Asked, Cancel, Chance, Core

FOR_CHANCE = 2000
"""Iterations for an estimate."""


@dataclass(frozen=True, slots=True)
class Thought:
    """How much the player thinks, and how.  The same thought gives the same answer on every machine."""

    iterations: int = FOR_CHANCE
    """Worlds that are dealt for a decision."""
    seed: int = 0
    solver_visits: int = 60
    """How far it is tried to prove of each new leaf that it is lost; 0: a leaf is worth what the policy makes of it."""
    sighted: float = 0.5
    """How much it counts that a leaf could not be proved lost; the policy's play counts the rest."""
    noise: float = -1
    """Noise of the policy; below 0 as learnt."""
    explore: float = 0.35
    prior: float = 0.2
    """How much it counts at first what the policy makes of a move.  The worst ones begin by three of it behind, so much
    more than this keeps them from being tried at all, however bad the others turn out to be."""
    spread: bool = True
    """Of cards that are turned several at a time all are seen, as they are on the table; else the top one alone."""
    weights: tuple[float, ...] = field(default=())
    """Weights of the policy; empty for the learnt ones."""

    def asked(self) -> Asked:
        """The same for the core."""
        return Asked(
            iterations=self.iterations,
            seed=self.seed,
            solver_visits=self.solver_visits,
            sighted=self.sighted,
            noise=self.noise,
            explore=self.explore,
            prior=self.prior,
            spread=self.spread,
            weights=list(self.weights),
        )


@dataclass(frozen=True, slots=True)
class Option:
    """A move, and how good the player thinks that it is."""

    move: Move
    value: float
    """Share of games won after it."""
    visits: int
    """In how many iterations it was tried."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """What the player makes of a position."""

    value: float
    """Share of games that he would win: calibrated by games that he played."""
    deviation: float
    """Standard deviation of that by the luck of the worlds that were tried."""
    iterations: int
    exact: bool
    """Everything is known, and the value is 0 or 1 for certain."""
    options: tuple[Option, ...]
    """Best first."""


@dataclass(frozen=True, slots=True)
class BlindGame:
    """A game that the player played."""

    won: bool
    values: tuple[float, ...]
    """What he thought of his chances wherever there was a choice, not calibrated."""
    unseen: tuple[int, ...]
    """How many cards he had not seen then."""
    line: tuple[Move, ...]
    """The ordinary moves that were made."""
    seconds: float


class Blind:
    """The player who cannot see, of one patience."""

    def __init__(self, core: Core) -> None:
        self._core = core

    def plays(self, state: State) -> bool:
        """Whether there is such a player for a position."""
        return self._core.raw.plays_fair(self._core.numbers(state))

    def think(
        self,
        state: State,
        unseen: Sequence[tuple[str, int]],
        thought: Thought = Thought(),
        *,
        cancel: Cancel | None = None,
        tell: Callable[[Estimate], object] | None = None,
    ) -> Estimate:
        """What the player makes of a position; ``tell`` hears of the estimate while it gets better.

        Raises :class:`ValueError` where there is no such player.
        """
        core = self._core
        found = core.raw.think(
            core.numbers(state),
            self._places(state, unseen),
            thought.asked(),
            cancel,
            None if tell is None else lambda chance: tell(self._estimate(chance)),
        )
        return self._estimate(found)

    def play(
        self,
        decks: Sequence[Sequence[Card]],
        thought: Thought = Thought(iterations=1000),
        *,
        thinks: bool = True,
        cancel: Cancel | None = None,
        progress: Callable[[int], object] | None = None,
    ) -> list[BlindGame]:
        """Play games from decks, one after the other; the game of deck ``k`` has the seed ``thought.seed + k``.

        ``thinks``: by the tree; otherwise as the policy says, move by move.
        """
        core = self._core
        played = core.raw.play_fair(
            [list(deck) for deck in decks], thought.asked(), thinks, cancel, progress
        )
        return [
            BlindGame(
                game.won,
                tuple(game.values),
                tuple(game.unseen),
                tuple(core.move(move) for move in game.line),
                game.seconds,
            )
            for game in played
        ]

    def optimum(
        self, state: State, unseen: Sequence[tuple[str, int]], thought: Thought = Thought()
    ) -> float:
        """How often the best possible player who cannot see would win from a position: exact.

        For short decks without worry back.  Raises :class:`ValueError` for others.
        """
        core = self._core
        return core.raw.optimum(core.numbers(state), self._places(state, unseen), thought.asked())

    def learn(
        self,
        seconds: float,
        thought: Thought = Thought(),
        tell: Callable[[float, float], object] | None = None,
    ) -> list[float]:
        """Weights of the policy, learnt by playing; ``tell`` hears seconds and the share that was won."""
        return self._core.raw.learn_fair(thought.asked(), seconds, tell)

    def _places(self, state: State, unseen: Sequence[tuple[str, int]]) -> list[int]:
        game = self._core.game
        starts: dict[str, int] = {}
        at = 0
        for i, pile in enumerate(game.pile_names):
            if i not in game.foundations:
                starts[pile] = at
                at += len(state.piles[i])
        return [starts[pile] + k for pile, k in unseen]

    def _estimate(self, chance: Chance) -> Estimate:
        core = self._core
        return Estimate(
            chance.value,
            chance.deviation,
            chance.iterations,
            chance.exact,
            tuple(Option(core.move(move), value, visits) for move, value, visits in chance.options),
        )
