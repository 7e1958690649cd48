"""Threads that think, and the line before them.

Thinking takes whole seconds of a processor, so there are few threads and everyone waits in one line.  It is fair by
players: each has one thing under way at most, and whose turn it was goes to the end, however much he has asked for.
Long work is done in steps, each with a turn of its own; of two turns one goes to who has had none yet for what he asks,
so that a first answer does not wait for what others have begun.  What nobody wants any more is dropped at once, in line
or under way.

All methods are called in the event loop, those of :class:`Desk` in the threads.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections import deque
from collections.abc import AsyncIterator, Callable, Generator
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Generic, TypeVar

from arfa.solver.native import Cancel
from arfa.web.analyst.errors import Busy, Dropped

MOST = 8
"""How much of one player's may be in line."""

T = TypeVar("T")


class Desk:
    """Where a piece of work is done: it tells what it has found so far, and is told when nobody wants it any more."""

    def __init__(self, say: Callable[[Any], None], crowded: Callable[[], bool]) -> None:
        self.stop = Cancel()
        """Ends searches that are under way."""
        self._say = say
        self._crowded = crowded

    @property
    def crowded(self) -> bool:
        """Whether others wait for their turn."""
        return self._crowded()

    @property
    def dropped(self) -> bool:
        """Whether nobody wants it any more."""
        return self.stop.cancelled

    def tell(self, news: Any) -> None:
        """Let who asked know of something; what is told after it was dropped is not heard."""
        if not self.dropped:
            self._say(news)


Work = Callable[[Desk], Generator[None, None, T]]
"""Work in steps: where it yields, others have their turn.  What it returns is its result."""


def at_once(work: Callable[[Desk], T]) -> Work[T]:
    """Work that is done in one step."""

    def steps(desk: Desk) -> Generator[None, None, T]:
        yield from ()
        return work(desk)

    return steps


class Job(Generic[T]):
    """Something that was asked for."""

    def __init__(self, pool: Pool, player: str, play: str, kind: str, work: Work[T]) -> None:
        self.player, self.play, self.kind = player, play, kind
        loop = asyncio.get_running_loop()
        self.desk = Desk(lambda news: _in_loop(loop, self._heard, news), lambda: pool.crowded)
        self.begun = False
        """Whether it has had a turn."""
        self.steps = work(self.desk)
        self._pool = pool
        self._news: deque[Any] = deque()
        self._woken = asyncio.Event()
        self._result: asyncio.Future[T] = loop.create_future()
        self._silent = True
        self._on_first: Callable[[], None] = lambda: None
        self._on_end: Callable[[str], None] = lambda _how: None

    def watch(self, first: Callable[[], None], end: Callable[[str], None]) -> None:
        """Be told of the first news, or of the result where there are none, and how it ends: ``done``, ``dropped`` or
        ``failed``.
        """
        self._on_first, self._on_end = first, end

    @property
    def ended(self) -> bool:
        """Whether there is a result, an error, or nobody who wants one."""
        return self._result.done()

    def drop(self) -> None:
        """It is not wanted any more; nothing is told of it from now on."""
        if not self.ended:
            self._pool.forget(self)
            self.desk.stop.cancel()
            self._result.cancel()
            self._on_end("dropped")
        self._news.clear()
        self._woken.set()

    async def result(self) -> T:
        """What the work returns, or raises; :class:`Dropped` when it was dropped."""
        try:
            return await asyncio.shield(self._result)
        except asyncio.CancelledError:
            if self._result.cancelled():
                raise Dropped from None
            raise

    async def news(self) -> AsyncIterator[Any]:
        """What the work tells, until it ends or is dropped."""
        while True:
            while self._news:
                yield self._news.popleft()
            if self.ended:
                return
            self._woken.clear()
            await self._woken.wait()

    def _heard(self, news: Any) -> None:
        if not self.ended:
            self._first()
            self._news.append(news)
            self._woken.set()

    def _first(self) -> None:
        if self._silent:
            self._silent = False
            self._on_first()

    def settle(self, result: Any, error: BaseException | None) -> None:
        """The work of a job that is wanted has ended."""
        if error is None:
            self._first()
            self._result.set_result(result)
        else:
            self._result.set_exception(error)
            self._result.exception()  # who only listens to the news does not ask for it
        self._on_end("done" if error is None else "failed")
        self._woken.set()


class Pool:
    """The threads and the line."""

    def __init__(self, threads: int) -> None:
        self.threads = threads
        self.closed = False
        self._line: dict[str, deque[Job[Any]]] = {}
        """Jobs by player, in the order of their turns."""
        self._under_way: dict[str, Job[Any]] = {}
        """By player too; also those that were dropped, until their thread has noticed."""
        self._wanted: dict[str, dict[str, Job[Any]]] = {}
        """What is wanted of each play, by its kind."""
        self._favours = False
        """Whether the last turn went to who had had none, if there was somebody."""
        self._idle = asyncio.Event()
        self._idle.set()
        self._executor = ThreadPoolExecutor(threads, thread_name_prefix="arfa-think")

    @property
    def waiting(self) -> int:
        """How many jobs are in line."""
        return sum(map(len, self._line.values()))

    @property
    def crowded(self) -> bool:
        """Whether anybody is in line; may be asked in any thread."""
        return bool(self._line)

    def ask(
        self, player: str, play: str, kind: str, work: Work[T], *, first: bool = False
    ) -> Job[T]:
        """Have something thought about; what was asked of the same play and kind before is dropped.

        ``first``: before everything else of this player that waits.  Raises :class:`Busy`.
        """
        older = self._wanted.get(play, {}).get(kind)
        if older is not None:
            older.drop()
        if len(self._line.get(player, ())) >= MOST:
            raise Busy
        job = Job(self, player, play, kind, work)
        if self.closed:
            job.drop()
            return job
        self._wanted.setdefault(play, {})[kind] = job
        self._wait(job, first=first)
        self._go_on()
        return job

    def drop(self, play: str) -> None:
        """Nothing that was asked of a play is wanted any more."""
        for job in list(self._wanted.get(play, {}).values()):
            job.drop()

    def drop_player(self, player: str) -> None:
        """Nothing that a player asked for is wanted any more."""
        for job in [j for jobs in self._wanted.values() for j in jobs.values()]:
            if job.player == player:
                job.drop()

    def forget(self, job: Job[Any]) -> None:
        """Take a job out of the line and out of what is wanted."""
        jobs = self._wanted.get(job.play, {})
        if jobs.get(job.kind) is job:
            del jobs[job.kind]
            if not jobs:
                del self._wanted[job.play]
        line = self._line.get(job.player)
        if line is not None and job in line:
            line.remove(job)
            if not line:
                del self._line[job.player]

    def close(self) -> None:
        """Drop everything and take nothing more on."""
        self.closed = True
        for play in list(self._wanted):
            self.drop(play)

    async def ended(self) -> None:
        """Wait until no thread is thinking any more."""
        self.close()
        await self._idle.wait()
        self._executor.shutdown()

    def _wait(self, job: Job[Any], *, first: bool = False) -> None:
        line = self._line.setdefault(job.player, deque())
        if first:
            line.appendleft(job)
        else:
            line.append(job)

    def _go_on(self) -> None:
        """Give free threads to those who wait longest."""
        while len(self._under_way) < self.threads:
            player = self._whose_turn()
            if player is None:
                return
            line = self._line.pop(player)
            job = line.popleft()
            job.begun = True
            if line:
                self._line[player] = line  # at the end
            self._under_way[player] = job
            self._idle.clear()
            self._executor.submit(self._step, job, asyncio.get_running_loop())

    def _whose_turn(self) -> str | None:
        ready = [player for player in self._line if player not in self._under_way]
        self._favours = not self._favours
        if self._favours:
            for player in ready:
                if not self._line[player][0].begun:
                    return player
        return ready[0] if ready else None

    def _step(self, job: Job[Any], loop: asyncio.AbstractEventLoop) -> None:
        """Make one step, in a thread."""
        result, error, more = None, None, False
        try:
            if not job.desk.dropped:
                next(job.steps)
                more = True
        except StopIteration as end:
            result = end.value
        except BaseException as trouble:  # noqa: BLE001  (it is told to who asked)
            error = trouble
        _in_loop(loop, self._stepped, job, result, error, more)

    def _stepped(
        self, job: Job[Any], result: object, error: BaseException | None, more: bool
    ) -> None:
        del self._under_way[job.player]
        if more and not job.ended:
            self._wait(job)
        elif not job.ended:
            self.forget(job)
            job.settle(result, error)
        self._go_on()
        if not self._under_way:
            self._idle.set()


def _in_loop(loop: asyncio.AbstractEventLoop, what: Callable[..., None], *values: Any) -> None:
    with contextlib.suppress(RuntimeError):  # the loop is closed: nobody waits any more
        loop.call_soon_threadsafe(what, *values)
