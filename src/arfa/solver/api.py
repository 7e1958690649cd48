"""The solver for programs: one position, or many deals at once, with or without waiting.

Every line that leaves it has been replayed by the referee.  Where many deals are asked for their verdicts alone, the
core replays each line by its plain engine, and the referee replays a sample of them.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import islice
from typing import TypedDict, TypeVar, Unpack

from arfa.cards import Card
from arfa.deals import Deal
from arfa.engine.game import Game
from arfa.engine.position import Position
from arfa.rules.dealing import check_deck
from arfa.solver.native import Cancel, Core, Effort, NativeOutcome
from arfa.solver.verdict import Proof, Result, Verdict, lost, proved_win, undecided

SAMPLE = 256
"""Of verdicts alone, the first win and every so many-th after it is replayed by the referee as well."""
CHEAP = 50_000
"""Only wins that were found within so many states are: they have to be searched for again."""

Deck = int | Deal | Sequence[Card]
"""A deal: the number of one of our own, any other deal, or the cards in dealing order."""
T = TypeVar("T")


class Limits(TypedDict, total=False):
    """What a search may use, and how it goes about it.

    The same limits, seed, techniques and configuration give the same verdict, line and counts on every machine, as long
    as neither the seconds nor the memory run out.
    """

    states: int
    """How many states it may look at (20 million unless given)."""
    seconds: float
    """How long it may take by the clock; 0, and unless given, as long as it takes."""
    memory: int
    """How many bytes its tables may take (a gibibyte unless given)."""
    seed: int
    """Where its pseudo-random numbers begin; another seed may find another line, never another verdict."""
    without: tuple[str, ...]
    """Names of techniques that are switched off (``arfa.solver.TECHNIQUES``)."""
    config: str
    """The name of a configuration; empty for the usual one."""
    weights: tuple[float, ...]
    """Weights of the general model's value (:class:`~arfa.solver.tuning.Weights`); empty for those in use."""


def solve(
    position: Position,
    *,
    line: bool = True,
    stop: Cancel | None = None,
    progress: Callable[[int], None] | None = None,
    **limits: Unpack[Limits],
) -> Result:
    """Whether a position can be won, and how.

    ``line``: give the moves of a win, replayed by the referee (which takes longer than most searches).
    ``stop.cancel()`` from another thread ends the search, whose result is then unknown for being cancelled.
    ``progress`` is called now and then with the number of states.  The position itself is not changed.
    """
    found = Core.of(position.game).solve(
        position.state, Effort(line=line, **limits), cancel=stop, progress=progress
    )
    return judged(found, position if line else None)


def solve_many(
    game: Game | str,
    deals: Iterable[Deck],
    *,
    line: bool = False,
    threads: int | None = None,
    stop: Cancel | None = None,
    done: Callable[[int, Result], None] | None = None,
    **limits: Unpack[Limits],
) -> list[Result]:
    """Whether each of many deals can be won, in their order.

    The whole batch stays in the core, on so many ``threads`` (None: one for each processor that this process may use).
    ``done`` is called with the place and the result of each deal as soon as it and all before it are decided.  When
    ``stop`` is cancelled, the rest of the results are unknown.  Raises :class:`~arfa.errors.DeckError` or
    :class:`~arfa.deals.DealError` for what is no deal, before anything is solved.
    """
    known = Game.named(game) if isinstance(game, str) else game
    core, pack = Core.of(known), list(known.pack())
    decks = [_deck(core, deal, pack) for deal in deals]
    batch = _Batch(known, decks if line else None, done)
    core.solve_decks(
        decks,
        Effort(line=line, **limits),
        threads=threads or processors(),
        cancel=stop,
        done=batch.take,
    )
    for place in batch.sample():
        again = solve(known.start(decks[place]), **limits)
        if again.verdict is not Verdict.WINNABLE and not again.ran_out:
            raise RuntimeError(f"won without a line and not with one: {known.name}, deal {place}")
    return batch.results


async def solve_async(
    position: Position,
    *,
    line: bool = True,
    progress: Callable[[int], None] | None = None,
    **limits: Unpack[Limits],
) -> Result:
    """:func:`solve` in a thread of its own; cancelling the task ends the search within 50 ms.

    ``progress`` is called in the loop.
    """
    stop, loop = Cancel(), asyncio.get_running_loop()
    tell = progress and partial(_tell, loop, progress)
    return await in_thread(
        partial(solve, position.copy(), line=line, stop=stop, progress=tell, **limits), stop
    )


async def solve_many_async(
    game: Game | str,
    deals: Iterable[Deck],
    *,
    line: bool = False,
    threads: int | None = None,
    done: Callable[[int, Result], None] | None = None,
    **limits: Unpack[Limits],
) -> list[Result]:
    """:func:`solve_many` beside the loop, in which ``done`` is called; cancelling the task ends it within 50 ms."""
    stop, loop, known = Cancel(), asyncio.get_running_loop(), list(deals)
    tell = done and partial(_tell, loop, done)
    work = partial(
        solve_many, game, known, line=line, threads=threads, stop=stop, done=tell, **limits
    )
    return await in_thread(work, stop)


def _tell(loop: asyncio.AbstractEventLoop, what: Callable[..., object], *values: object) -> None:
    """Have a function called in the loop, from any thread."""
    loop.call_soon_threadsafe(what, *values)


async def in_thread(work: Callable[[], T], stop: Cancel) -> T:
    """What work gives that is done in a thread.

    When this task is cancelled, ``stop`` is set, and the thread is waited for, which is to notice that.
    """
    running = asyncio.ensure_future(asyncio.to_thread(work))
    try:
        return await asyncio.shield(running)
    except asyncio.CancelledError:
        stop.cancel()
        await asyncio.wait([running])
        raise


def _deck(core: Core, deal: Deck, pack: Sequence[Card]) -> tuple[Card, ...]:
    """The cards of a deal in dealing order.

    Raises :class:`~arfa.deals.DealError` or :class:`~arfa.errors.DeckError`.
    """
    if isinstance(deal, int):
        deal = Deal("ours", deal)
    if isinstance(deal, Deal):
        return core.deck(deal.number) if deal.scheme == "ours" else deal.deck(core.game.rules)
    if sorted(deal) != pack:
        check_deck(core.game.rules, deal)
    return tuple(deal)


def processors() -> int:
    """How many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def judged(found: NativeOutcome, position: Position | None) -> Result:
    """What the core has found, as a result.

    The referee replays the line of a win from ``position``; when that is None, only the core has done so.
    """
    counts = _Counts(generated=found.generated, peak_bytes=found.memory, seconds=found.seconds)
    if found.verdict == "unwinnable":
        return lost(found.states, Proof(found.proof), **counts)
    if found.verdict == "unknown":
        return undecided(found.states, found.ran_out, **counts)
    if position is not None:
        return proved_win(position, found.line, found.states, **counts)
    return Result(Verdict.WINNABLE, found.states, proof=Proof.LINE, replayed="core", **counts)


class _Counts(TypedDict):
    generated: int
    peak_bytes: int
    seconds: float


class _Batch:
    """Makes results of the outcomes of a batch, which come in order."""

    def __init__(
        self,
        game: Game,
        decks: Sequence[Sequence[Card]] | None,
        done: Callable[[int, Result], None] | None,
    ) -> None:
        self.game, self.decks, self.done = game, decks, done
        self.results: list[Result] = []

    def take(self, place: int, found: NativeOutcome) -> None:
        """The next outcome."""
        start = self.game.start(self.decks[place]) if self.decks is not None else None
        self.results.append(judged(found, start))
        if self.done is not None:
            self.done(place, self.results[-1])

    def sample(self) -> Iterator[int]:
        """The places of the first win that only the core has replayed and of some after it."""
        wins = (
            place
            for place, result in enumerate(self.results)
            if result.replayed == "core" and result.states <= CHEAP
        )
        return islice(wins, 0, None, SAMPLE)
