"""Threads that think, and the line before them: fair by players, and quick to drop what nobody wants."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Awaitable, Callable, Generator

import pytest

from arfa.web.analyst.errors import Busy, Dropped
from arfa.web.analyst.pool import MOST, Desk, Job, Pool, at_once

Test = Callable[[Pool], Awaitable[None]]


def with_pool(threads: int, test: Test) -> None:
    """Run a test with a pool."""

    async def run() -> None:
        pool = Pool(threads)
        try:
            await asyncio.wait_for(test(pool), 30)
        finally:
            await asyncio.wait_for(pool.ended(), 30)

    asyncio.run(run())


class Gate:
    """Work that goes on when it is let, and what was begun in which order."""

    def __init__(self) -> None:
        self.begun: list[str] = []
        self.open = threading.Event()
        self.started = threading.Event()

    def work(self, name: str) -> Callable[[Desk], Generator[None, None, str]]:
        """Work that waits at the gate, unless it is dropped."""

        def wait(desk: Desk) -> str:
            self.begun.append(name)
            self.started.set()
            while not (desk.dropped or self.open.wait(0.005)):
                pass
            return name

        return at_once(wait)


def test_who_asks_for_much_lets_others_have_their_turn() -> None:
    async def test(pool: Pool) -> None:
        gate = Gate()
        jobs = [pool.ask("greedy", f"g{n}", "chance", gate.work(f"g{n}")) for n in range(1 + MOST)]
        refused = 0
        for n in range(100):
            try:
                pool.ask("greedy", f"more{n}", "chance", gate.work("more"))
            except Busy:
                refused += 1
        assert refused == 100
        jobs += [pool.ask(f"modest{n}", f"m{n}", "chance", gate.work(f"m{n}")) for n in range(3)]
        gate.open.set()
        await asyncio.gather(*(job.result() for job in jobs))
        # What is under way is ended; then each has a turn before anybody has a second one.
        assert gate.begun[:5] == ["g0", "g1", "m0", "m1", "m2"]
        assert gate.begun[5:] == [f"g{n}" for n in range(2, 1 + MOST)]

    with_pool(1, test)


def test_no_player_has_two_threads() -> None:
    async def test(pool: Pool) -> None:
        lock, now, most = threading.Lock(), 0, 0

        def steps(desk: Desk) -> Generator[None, None, None]:
            nonlocal now, most
            for _ in range(20):
                with lock:
                    now += 1
                    most = max(most, now)
                desk.stop.cancelled  # noqa: B018  (lets the other thread have its turn)
                threading.Event().wait(0.001)
                with lock:
                    now -= 1
                yield

        await asyncio.gather(*(pool.ask("one", f"p{n}", "x", steps).result() for n in range(4)))
        assert most == 1

    with_pool(3, test)


def test_long_work_gives_way_step_by_step() -> None:
    async def test(pool: Pool) -> None:
        done: list[str] = []
        hold = threading.Event()

        def steps(name: str, of: int) -> Callable[[Desk], Generator[None, None, int]]:
            def work(_desk: Desk) -> Generator[None, None, int]:
                hold.wait(10)
                for _ in range(of):
                    done.append(name)
                    yield
                return of

            return work

        long = pool.ask("a", "a", "review", steps("a", 10))
        short = pool.ask("b", "b", "chance", steps("b", 2))
        own = pool.ask("a", "a", "chance", steps("c", 1))
        hold.set()
        assert [await job.result() for job in (short, own, long)] == [2, 1, 10]
        assert done[:5] == ["a", "b", "c", "b", "a"]

    with_pool(1, test)


def test_of_two_turns_one_goes_to_who_has_had_none() -> None:
    async def test(pool: Pool) -> None:
        done: list[str] = []
        turned, hold = asyncio.Event(), threading.Event()
        loop = asyncio.get_running_loop()

        def steps(name: str) -> Callable[[Desk], Generator[None, None, None]]:
            def work(_desk: Desk) -> Generator[None, None, None]:
                for n in range(5):
                    done.append(f"{name}{n}")
                    if len(done) == 4:  # each has had a turn
                        loop.call_soon_threadsafe(turned.set)
                        hold.wait(10)
                    yield

            return work

        old = [pool.ask(name, name, "x", steps(name)) for name in "abc"]
        await turned.wait()
        fresh = [pool.ask(name, name, "x", steps(name)) for name in "xyz"]
        assert pool.crowded
        hold.set()
        await asyncio.gather(*(job.result() for job in [*old, *fresh]))
        assert pool.waiting == 0
        firsts = [done.index(f"{name}0") for name in "xyz"]
        assert firsts == sorted(firsts)
        # Those who came later need not wait until the others are done, and those do not stand still for them.
        between = [one[0] in "abc" for one in done[firsts[0] : firsts[-1]]]
        assert sum(between) == 2

    with_pool(1, test)


def test_the_newer_takes_the_place_of_the_older_of_the_same_kind() -> None:
    async def test(pool: Pool) -> None:
        gate = Gate()
        under_way = pool.ask("a", "p", "chance", gate.work("first"))
        other = pool.ask("a", "p", "hint", gate.work("hint"))
        newer = pool.ask("a", "p", "chance", gate.work("second"))
        with pytest.raises(Dropped):
            await under_way.result()
        gate.open.set()
        assert await newer.result() == "second"
        assert await other.result() == "hint"

    with_pool(1, test)


def test_what_is_dropped_says_nothing_more() -> None:
    async def test(pool: Pool) -> None:
        told = threading.Event()

        def talk(desk: Desk) -> None:
            desk.tell("one")
            told.set()
            while not desk.dropped:
                threading.Event().wait(0.001)
            desk.tell("late")

        job = pool.ask("a", "p", "chance", at_once(talk))
        news = job.news()
        assert await anext(news) == "one"
        waiting: Job[None] = pool.ask("a", "q", "chance", at_once(talk))
        pool.drop("p")
        pool.drop("q")
        assert [word async for word in news] == []
        assert [word async for word in waiting.news()] == []
        assert pool.waiting == 0
        with pytest.raises(Dropped):
            await job.result()

    with_pool(1, test)


def test_first_comes_before_what_the_same_player_wants_but_not_before_others() -> None:
    async def test(pool: Pool) -> None:
        gate = Gate()
        jobs = [pool.ask("a", "0", "chance", gate.work("0"))]
        jobs.append(pool.ask("b", "b", "chance", gate.work("b")))
        jobs.append(pool.ask("a", "1", "chance", gate.work("1")))
        jobs.append(pool.ask("a", "2", "hint", gate.work("2"), first=True))
        gate.open.set()
        await asyncio.gather(*(job.result() for job in jobs))
        assert gate.begun == ["0", "b", "2", "1"]

    with_pool(1, test)


def test_what_goes_wrong_is_raised_where_it_was_asked_for() -> None:
    async def test(pool: Pool) -> None:
        def fail(_desk: Desk) -> None:
            raise ZeroDivisionError

        job = pool.ask("a", "p", "chance", at_once(fail))
        assert [word async for word in job.news()] == []
        with pytest.raises(ZeroDivisionError):
            await job.result()
        fine = pool.ask("a", "p", "chance", at_once(lambda _desk: 1))
        assert await fine.result() == 1, "the thread is free again"

    with_pool(1, test)


def test_who_closes_drops_everything_and_takes_nothing_on() -> None:
    async def test(pool: Pool) -> None:
        gate = Gate()
        jobs = [pool.ask(f"p{n}", f"p{n}", "chance", gate.work(str(n))) for n in range(3)]
        pool.close()
        jobs.append(pool.ask("late", "late", "chance", gate.work("late")))
        for job in jobs:
            with pytest.raises(Dropped):
                await job.result()
        await pool.ended()
        assert "late" not in gate.begun

    with_pool(1, test)
