"""The native core behind Python types: the only importer of the compiled module.

:class:`Core` translates positions and moves of the referee into the numbers of the core and back.  It claims nothing by
itself: :mod:`arfa.solver.api` replays what it says.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Literal

from arfa import _core
from arfa.cards import Card
from arfa.engine.game import Game
from arfa.engine.moves import REDEAL, Move
from arfa.engine.state import State
from arfa.rules.plan import make_plan
from arfa.solver.errors import SolverError

Verdict = Literal["winnable", "unwinnable", "unknown"]
Limit = Literal["", "states", "seconds", "memory", "cancelled"]
Proof = Literal["", "line", "relaxation", "exhausted"]

VERDICTS: tuple[Verdict, ...] = ("winnable", "unwinnable", "unknown")
LIMITS: tuple[Limit, ...] = ("", "states", "seconds", "memory", "cancelled")
PROOFS: tuple[Proof, ...] = ("", "line", "relaxation", "exhausted")
"""What the numbers of an answer of the core mean, these three by their places."""

COLUMN, FOUNDATION, DRAW, BACK, MERCY = range(5)
"""The kinds of moves of the core (``native/src/moves/move.h``)."""

NativeMove = tuple[int, int, int, int]
Asked = _core.Asked
Chance = _core.Chance
Cancel = _core.Cancel
"""Stops a solve from another thread: ``cancel()``."""
Progress = Callable[[int], object]

DEFAULT_STATES = 20_000_000
"""How many states a solve may look at before it gives up."""
DEFAULT_MEMORY = 1 << 30
"""How many bytes its tables and stores may take."""

TECHNIQUES: tuple[tuple[str, str], ...] = tuple(_core.techniques())
"""The techniques of the searches in the order of their bits: name, and what each preserves."""


FEATURES: tuple[tuple[str, str], ...] = tuple(_core.features())
"""What the value of the general model adds up, in the order of its weights: name, and what each counts."""


@dataclass(frozen=True, slots=True)
class Effort:
    """What a solve may use and how it goes about it.

    The same effort gives the same verdict, line and counts on every machine, as long as neither ``seconds`` nor
    ``memory`` ends it.
    """

    states: int = DEFAULT_STATES
    """How many states it may look at."""
    seconds: float = 0
    """How long it may take; 0 without limit."""
    memory: int = DEFAULT_MEMORY
    """How many bytes its tables and stores may take."""
    line: bool = True
    """Whether the line of a win is wanted."""
    seed: int = 0
    """Of the noise in the order of moves."""
    without: tuple[str, ...] = ()
    """Names of techniques that are switched off."""
    config: str = ""
    """The name of a search model that is to be taken where it can; empty for the default."""
    weights: tuple[float, ...] = field(default=())
    """Weights of the value; empty for the tuned ones."""

    def options(self) -> _core.Options:
        """The same for the core.  Raises :class:`ValueError` for a technique that is not there."""
        names = [name for name, _ in TECHNIQUES]
        on = (1 << 64) - 1
        for name in self.without:
            on &= ~(1 << names.index(name))
        return _core.Options(
            states=self.states,
            seconds=self.seconds,
            bytes=self.memory,
            line=self.line,
            seed=self.seed,
            techniques=on,
            config=self.config,
            weights=list(self.weights),
        )


@dataclass(frozen=True, slots=True)
class NativeOutcome:
    """What the core says of a position."""

    verdict: Verdict
    proof: Proof
    ran_out: Limit
    states: int
    """Distinct states looked at."""
    generated: int
    """Children made."""
    memory: int
    """Peak bytes of tables and stores."""
    seconds: float
    """How long it took by the clock on the wall."""
    line: tuple[Move, ...]
    """Ordinary moves to the win, when wanted."""


class Core:
    """The plain engine and the solvers of one patience; may be used by several threads.

    Raises :class:`~arfa.solver.errors.SolverError` for rules that the core has no room for.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        try:
            self._core = _core.Core(make_plan(game.rules))
        except _core.PlanError as error:
            raise SolverError("solver-rules", game=game.name, why=str(error)) from error
        stock = game.stock
        self._actions = {move: n for n, move in enumerate(stock.actions)}

    @staticmethod
    @lru_cache(maxsize=64)
    def of(game: Game) -> Core:
        """The core of a patience, made once."""
        return Core(game)

    @property
    def raw(self) -> _core.Core:
        """The compiled core, for what translates more of it (:mod:`arfa.solver.blind`)."""
        return self._core

    # -- translation ----------------------------------------------------------------------------------------

    def numbers(self, state: State) -> list[int]:
        """A state as the core reads it."""
        values: list[int] = []
        for pile in state.piles:
            values.append(len(pile))
            values += pile
        values += state.down
        values += (state.redeals, state.free, state.merciful, state.breaches)
        return values

    def state(self, values: Sequence[int]) -> State:
        """A state that the core wrote."""
        piles, at = [], 0
        for _ in self.game.pile_names:
            size = values[at]
            piles.append(tuple(values[at + 1 : at + 1 + size]))
            at += 1 + size
        end = at + len(self.game.columns)
        redeals, free, merciful, breaches = values[end:]
        return State(tuple(piles), tuple(values[at:end]), redeals, bool(free), merciful, breaches)

    def move(self, native: NativeMove) -> Move:
        """A move of the core as the referee names it."""
        kind, src, dst, count = native
        game, names = self.game, self.game.pile_names
        if kind in (DRAW, BACK):
            return REDEAL if game.rules.grid is not None else Move(*game.stock.actions[kind - DRAW])
        source = names[src]
        if source == "x":  # a card of an extra row is named by its place
            source, count = f"x{count}", 1
        target = tuple(game.slots)[dst] if kind == FOUNDATION else names[dst]
        return Move(source, target, count, kind == MERCY)

    def native(self, move: Move) -> NativeMove:
        """A move of the referee as the core reads it."""
        game = self.game
        if move == REDEAL:
            return (BACK, 0, 0, 1)
        if (move.src, move.dst) in self._actions:
            return (DRAW + self._actions[move.src, move.dst], game.index["s"], 0, 1)
        source, count = game.index.get(move.src, -1), move.count
        if source < 0:
            source, count = game.index["x"], int(move.src[1:])
        if move.dst in game.slots:
            return (FOUNDATION, source, tuple(game.slots).index(move.dst), count)
        return (MERCY if move.mercy else COLUMN, source, game.index[move.dst], count)

    # -- the plain engine, which the tests hold against the referee -------------------------------------------

    def start(self, deck: Sequence[Card]) -> State:
        """The state in which play with a deck begins.  Raises :class:`ValueError`."""
        return self.state(self._core.start(list(deck)))

    def deck(self, number: int) -> tuple[Card, ...]:
        """The deck of a numbered deal, the same as :func:`arfa.deals.shuffle.numbered_deck`, without its cost."""
        return tuple(self._core.deck(number))

    def legal_moves(self, state: State) -> list[Move]:
        """All legal moves in the order of the referee."""
        return [self.move(move) for move in self._core.legal_moves(self.numbers(state))]

    def is_legal(self, state: State, move: Move) -> bool:
        """Whether a move is legal."""
        return self._core.is_legal(self.numbers(state), self.native(move))

    def apply(self, state: State, move: Move) -> State:
        """The state after a legal move.  Raises :class:`ValueError` for another one."""
        return self.state(self._core.apply(self.numbers(state), self.native(move)))

    def is_won(self, state: State) -> bool:
        """Whether all cards lie where they belong."""
        return self._core.won(self.numbers(state))

    def is_stuck(self, state: State, *, drawing: bool = True) -> bool:
        """Whether no event can be reached by reversible moves."""
        return self._core.stuck(self.numbers(state), drawing)

    def canonical(self, state: State) -> bytes:
        """Equal exactly where the canonical forms are."""
        return self._core.canonical(self.numbers(state))

    # -- many games side by side ------------------------------------------------------------------------------

    def games(self, actions: Sequence[Move], limit: int, **pages: Any) -> _core.Games:
        """Games that are stepped together and write what is seen of them into arrays of numpy.

        ``actions``: the moves by their numbers; ``limit``: after so many moves a game is cut off; ``pages``: the arrays
        (``native/src/envs/games.h`` says what is in them).
        """
        numbers = {move: number for number, move in enumerate(actions)}
        native = [self.native(move) for move in actions]
        listed = [numbers[self.move(move)] for move in native]
        return _core.Games(self._core, native, listed, limit, **pages)

    # -- the solver -----------------------------------------------------------------------------------------

    def model(self, state: State) -> str:
        """The name of the search model that looks at a position."""
        return self._core.model(self.numbers(state))

    def solve(
        self,
        state: State,
        effort: Effort = Effort(),
        *,
        cancel: Cancel | None = None,
        progress: Progress | None = None,
    ) -> NativeOutcome:
        """What the core says of a position; ``progress`` is called with the states looked at so far."""
        return self._outcome(
            self._core.solve(self.numbers(state), effort.options(), cancel, progress)
        )

    def tune(
        self,
        states: Sequence[State],
        *,
        start: Sequence[float] = (),
        population: int = 24,
        elite: float = 0.25,
        generations: int = 10,
        deals: int = 60,
        width: int = 10,
        noise: float = 1,
        spread: float = 0.6,
        seed: int = 0,
        progress: Callable[[int, float, int, list[float]], object] | None = None,
    ) -> list[float]:
        """Weights of the general model for these rules by the cross-entropy method, the same for the same arguments.

        ``start``: where the search for them begins; empty for those in use.  In each generation ``population`` samples
        play ``deals`` of the states with a beam of ``width`` each, and the best ``elite`` of them shape the next.
        ``progress`` hears of each: its number, the score of its middle, deals won by that, and the new middle.
        """
        numbers = [self.numbers(state) for state in states]
        return self._core.tune(
            numbers,
            list(start),
            population,
            elite,
            generations,
            deals,
            width,
            noise,
            spread,
            seed,
            progress,
        )

    def solve_decks(
        self,
        decks: Sequence[Sequence[Card]],
        effort: Effort = Effort(),
        *,
        threads: int = 1,
        cancel: Cancel | None = None,
        progress: Progress | None = None,
        done: Callable[[int, NativeOutcome], object] | None = None,
    ) -> list[NativeOutcome]:
        """The same for many decks in their dealing order; ``progress`` is called with the decks done so far.

        ``done`` is called with each place and outcome in order, soon after it and all before it are there.
        """

        def tell(place: int, answer: _core.Answer) -> None:
            if done is not None:
                done(place, self._outcome(answer))

        answers = self._core.solve_many(
            [list(deck) for deck in decks],
            True,
            effort.options(),
            threads,
            cancel,
            progress,
            None if done is None else tell,
        )
        return [self._outcome(answer) for answer in answers]

    def solve_states(
        self,
        states: Sequence[State],
        effort: Effort = Effort(),
        *,
        threads: int = 1,
        cancel: Cancel | None = None,
        progress: Progress | None = None,
    ) -> list[NativeOutcome]:
        """The same for many positions."""
        numbers = [self.numbers(state) for state in states]
        answers = self._core.solve_many(numbers, False, effort.options(), threads, cancel, progress)
        return [self._outcome(answer) for answer in answers]

    def _outcome(self, answer: _core.Answer) -> NativeOutcome:
        return NativeOutcome(
            VERDICTS[answer.verdict],
            PROOFS[answer.proof],
            LIMITS[answer.ran_out],
            answer.states,
            answer.generated,
            answer.bytes,
            answer.seconds,
            tuple([self.move(move) for move in answer.line]),
        )
