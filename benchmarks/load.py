"""Many players at once, each at its own pace, on a service of its own: how long they wait, and whether a move is lost.

``python -m benchmarks.load [--players N] [--seconds N] [--every N] [--postgres] [--workers N] [--kill N]``

Client and service run on this machine.  Every player has a connection and an address of its own, as browsers behind a
proxy have, deals a patience and makes one of the moves that the service lists; where there is none it takes one back.
Afterwards every play is read back and compared with what was acknowledged.  With ``--kill`` the service is killed again
and again, as by a power cut, and the players come back as pages do; where there are several workers, it is every other
time, by chance, one of them alone.

What a request costs the service is told in processor time, which other programs on the machine disturb little, and in
milliseconds of waiting, which they do.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import gc
import gzip
import json
import os
import random
import re
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from sqlalchemy import text

from arfa.rules.load import game_ids
from arfa.store.database import Database
from tests.postgres import cluster, missing

Answer = tuple[int, dict[str, str], Any]


# ---------------------------------------------------------------------------------------------- the service
class Served:
    """``arfa serve`` as a process of its own, that can be killed and started again where it was."""

    def __init__(self, database: str, workers: int, *options: str) -> None:
        self.words = ["--database", database, "--workers", str(workers), *options]
        self.port = 0
        self.start()

    def start(self) -> None:
        """Start it and wait until it answers."""
        command = [sys.executable, "-m", "arfa", "serve", "--no-browser", "--lang", "en"]
        self.process = subprocess.Popen(
            [*command, "--port", str(self.port), *self.words],
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONUNBUFFERED": "1"},
            start_new_session=True,  # so that all of its processes can be killed at once
        )
        assert self.process.stdout is not None
        found = re.search(r":(\d+)/", self.process.stdout.readline())
        if found is None:
            raise RuntimeError("the service did not start")
        self.port = int(found[1])

    def kill(self) -> None:
        """End all of its processes as a power cut would."""
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        assert self.process.stdout is not None
        self.process.stdout.close()

    def kill_worker(self, rng: random.Random) -> None:
        """End one of its workers; the others go on, and it is replaced."""
        mine = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children")
        workers = [int(number) for number in mine.read_text("utf-8").split()]
        with contextlib.suppress(ProcessLookupError):  # another one ended by itself
            os.kill(rng.choice(workers), signal.SIGKILL)

    def stop(self) -> int:
        """Ask it to stop; its exit code."""
        self.process.terminate()
        code = self.process.wait(60)
        assert self.process.stdout is not None
        self.process.stdout.close()
        return code


# ---------------------------------------------------------------------------------------------- the players
class Lost(Exception):  # noqa: N818  (the line, not a fault)
    """The line broke."""


class Line:
    """A connection of a browser: one request after the other."""

    def __init__(self, port: int, address: str) -> None:
        self.port = port
        self.address = address
        self.cookie = ""
        self.reader: asyncio.StreamReader | None = None
        self.writer: asyncio.StreamWriter | None = None

    async def ask(self, method: str, path: str, wish: object = None) -> Answer:
        """Status, headers and JSON of an answer.  Raises :class:`Lost`."""
        body = b"" if wish is None else json.dumps(wish).encode()
        head = (
            f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\n"
            f"X-Forwarded-For: {self.address}\r\nAccept-Encoding: gzip\r\n"
        )
        if self.cookie:
            head += f"Cookie: {self.cookie}\r\n"
        if body:
            head += f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n"
        try:
            if self.reader is None or self.writer is None:
                self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port)
            self.writer.write(head.encode() + b"\r\n" + body)
            status, headers = await self._head(self.reader)
            data = await self.reader.readexactly(int(headers.get("content-length", "0")))
        except (OSError, asyncio.IncompleteReadError, asyncio.LimitOverrunError) as error:
            self.close()
            raise Lost from error
        if headers.get("content-encoding") == "gzip":
            data = gzip.decompress(data)
        given = headers.get("set-cookie")
        if given:
            self.cookie = given.partition(";")[0]
        return status, headers, json.loads(data) if data else None

    @staticmethod
    async def _head(reader: asyncio.StreamReader) -> tuple[int, dict[str, str]]:
        lines = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        pairs = (line.partition(":") for line in lines[1:] if line)
        return int(lines[0].split()[1]), {k.lower(): v.strip() for k, _, v in pairs}

    def close(self) -> None:
        """Hang up."""
        if self.writer is not None:
            self.writer.close()
        self.reader = self.writer = None


@dataclass
class Told:
    """What a play is, as far as its player was told."""

    state: Any
    asked: int = 0
    """The version that an unanswered action would have led to."""


@dataclass
class Tally:
    """What happened to all players."""

    waits: list[float] = field(default_factory=list)
    """How long each action took."""
    deals: list[float] = field(default_factory=list)
    """How long each deal took."""
    late: int = 0
    """Moves that began more than a tenth of a second after they were due: the client was not quick enough."""
    faults: Counter[str] = field(default_factory=Counter)
    broken: int = 0
    """Lines that broke, as they do when the service is killed."""
    unheard: int = 0
    """Actions that were done and whose answer got lost."""
    kills: Counter[str] = field(default_factory=Counter)
    """How often the whole service was killed, and how often one worker."""


class Player:
    """Somebody who plays."""

    def __init__(self, port: int, number: int, tally: Tally) -> None:
        self.rng = random.Random(number)
        self.line = Line(port, f"10.{number >> 16 & 255}.{number >> 8 & 255}.{number & 255}")
        self.tally = tally
        self.games = list(game_ids())
        self.plays: dict[str, Told] = {}
        self.now: Told | None = None

    async def play(self, began: float, ends: float, every: float) -> None:
        """Make a move every so many seconds."""
        due = began + self.rng.uniform(0, every)
        while due < ends:
            await asyncio.sleep(max(0.0, due - time.monotonic()))
            started = time.monotonic()
            deals = self.now is None
            self.tally.late += started - due > 0.1
            try:
                await self._turn()
            except Lost:
                self.tally.broken += 1
                await self._come_back(ends)
            else:
                waits = self.tally.deals if deals else self.tally.waits
                waits.append(time.monotonic() - started)
            due += every
            if time.monotonic() > due:  # after an interruption there is nothing to catch up with
                due = time.monotonic() + self.rng.uniform(0, every)

    async def _turn(self) -> None:
        now = self.now
        if now is None or (not now.state["moves"] and not now.state["can_undo"]):
            wish: dict[str, object] = {"game": self.rng.choice(self.games), "deal": None}
            self._told(await self.line.ask("POST", "/api/plays", wish), 201)
            return
        state = now.state
        wish = {"version": state["version"], "action": "move"}
        if state["moves"] and (not state["can_undo"] or self.rng.random() < 0.95):
            wish["move"] = self.rng.choice(state["moves"])["text"]
        else:
            wish["action"] = "undo"
        now.asked = state["version"] + 1
        self._told(await self.line.ask("POST", f"/api/plays/{state['id']}/actions", wish), 200)

    def _told(self, answer: Answer, expected: int) -> None:
        status, _, state = answer
        if status == 409:  # an action that was done and not heard of; here is what it led to
            self.tally.unheard += 1
            state = state["state"]
            if self.now is None or state["version"] != self.now.asked:
                self.tally.faults["a play went on by itself"] += 1
        elif status != expected:
            self.tally.faults[f"{status} {str(state)[:80]}"] += 1
            return
        self.now = self.plays[state["id"]] = Told(state)

    async def _come_back(self, ends: float) -> None:
        """Ask until the service is there again, as the page does; then look what became of the last action."""
        while time.monotonic() < ends + 30:
            await asyncio.sleep(self.rng.uniform(0.1, 0.5))
            try:
                if self.now is not None:
                    await self.check(self.now)
                    return
                await self._turn()
                return
            except Lost:
                continue
        self.tally.faults["the service did not come back"] += 1

    async def check(self, told: Told) -> None:
        """Read a play back: it is where it was told to be, or one unanswered action further."""
        status, _, state = await self.line.ask("GET", f"/api/plays/{told.state['id']}")
        if status != 200:
            self.tally.faults[f"reading back: {status}"] += 1
        elif state["version"] == told.state["version"]:
            if _lasting(state) != _lasting(told.state):
                self.tally.faults["a play is not as it was told"] += 1
        elif state["version"] == told.asked == told.state["version"] + 1:
            self.tally.unheard += 1
            told.state = state
        else:
            self.tally.faults[
                f"told {told.state['version']}, found {state['version']}: moves were lost"
            ] += 1


def _lasting(state: Any) -> Any:
    """What of a state does not depend on when it is looked at."""
    return {key: value for key, value in state.items() if key not in ("seconds", "counts", "clock")}


# ---------------------------------------------------------------------------------------------- the run
class Plan(NamedTuple):
    """What is to be done."""

    players: int = 500
    seconds: float = 300
    every: float = 2
    """Seconds between two moves of a player."""
    kills: int = 0
    workers: int = 1


async def run(served: Served, plan: Plan) -> tuple[Tally, list[Player], dict[str, float]]:
    """Let them play, and read everything back."""
    tally = Tally()
    players = [Player(served.port, number + 1, tally) for number in range(plan.players)]
    before = await _figures(served)
    began = time.monotonic()
    ends = began + plan.seconds
    async with _killer(served, plan, ends, tally.kills):
        await asyncio.gather(*(player.play(began, ends, plan.every) for player in players))
    took = time.monotonic() - began
    after = await _figures(served)
    used = {
        "seconds": took,
        "cpu": after["cpu"] - (0 if plan.kills else before["cpu"]),
        "requests": after["requests"] - (0 if plan.kills else before["requests"]),
    }
    for player in players:
        player.line.close()  # after the last kill it may lead to a service that is no more
        for told in player.plays.values():
            await player.check(told)
        player.line.close()
    return tally, players, used


@contextlib.asynccontextmanager
async def _killer(
    served: Served, plan: Plan, ends: float, made: Counter[str]
) -> AsyncIterator[None]:
    """Kill the service so many times, spread over the run."""

    async def kill() -> None:
        rng = random.Random(plan.kills)
        pause = plan.seconds / (plan.kills + 1)
        for _ in range(plan.kills):
            await asyncio.sleep(rng.uniform(0.6, 1.0) * pause)
            if time.monotonic() > ends:
                return
            if plan.workers > 1 and rng.random() < 0.5:
                made["a worker"] += 1
                await asyncio.to_thread(served.kill_worker, rng)
            else:
                made["the whole service"] += 1
                await asyncio.to_thread(served.kill)
                await asyncio.to_thread(served.start)

    killing = asyncio.create_task(kill())
    try:
        yield
        await killing
    finally:
        killing.cancel()


async def _figures(served: Served) -> dict[str, float]:
    reader, writer = await asyncio.open_connection("127.0.0.1", served.port)
    writer.write(b"GET /metrics HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
    said = (await reader.read()).decode()
    writer.close()
    return {
        "cpu": sum(map(float, re.findall(r"^arfa_cpu_seconds_total\S* (\S+)", said, re.MULTILINE))),
        "requests": sum(
            map(float, re.findall(r"^arfa_requests_total\S* (\S+)", said, re.MULTILINE))
        ),
    }


def _report(tally: Tally, players: list[Player], used: dict[str, float], plan: Plan) -> None:
    done = len(tally.waits) + len(tally.deals)
    plays = sum(len(player.plays) for player in players)
    print(f"{done} requests in {used['seconds']:.0f} s, {done / used['seconds']:.0f} a second")
    for name, waits in (("actions", sorted(tally.waits)), ("deals", sorted(tally.deals))):
        if waits:
            shares = [waits[min(int(s * len(waits)), len(waits) - 1)] for s in (0.5, 0.95, 0.99, 1)]
            half, p95, p99, longest = (f"{share * 1000:.1f}" for share in shares)
            print(f"{name}, ms: half {half}, p95 {p95}, p99 {p99}, longest {longest}")
    if not plan.kills:
        each = used["cpu"] / used["requests"] * 1000
        print(f"processor time of the service: {each:.2f} ms a request")
    print(
        f"late by the client's fault: {tally.late}; load of the machine: {os.getloadavg()[0]:.1f}"
    )
    if plan.kills:
        print(f"killed: {dict(tally.kills)}")
    print(f"lines broken: {tally.broken}; done but unheard: {tally.unheard}")
    print(f"{plays} plays read back; faults: {dict(tally.faults) or 'none'}")


_GAPS = "SELECT play_id FROM actions GROUP BY play_id HAVING count(*) != max(version)"


@contextlib.contextmanager
def _database(postgres: bool) -> Iterator[str]:
    if postgres:
        with cluster(durable=True) as server:
            yield server.database()
    else:
        with tempfile.TemporaryDirectory() as folder:
            yield str(Path(folder) / "games.sqlite3")


def wrong_in(database: str) -> list[str]:
    """What is wrong with a database after all that: damage, and actions that are missing among others."""
    engine = Database(database).engine
    try:
        with engine.connect() as connection:
            said = []
            if engine.dialect.name == "sqlite":
                said = list(connection.execute(text("PRAGMA integrity_check")).scalars())
            gaps = connection.execute(text(_GAPS)).scalars().all()
    finally:
        engine.dispose()
    return [word for word in said if word != "ok"] + [f"a gap in {play}" for play in gaps]


def main(arguments: list[str] | None = None) -> int:
    """The command."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--players", type=int, default=500)
    parser.add_argument("--seconds", type=float, default=300)
    parser.add_argument("--every", type=float, default=2, help="seconds between two moves")
    parser.add_argument("--postgres", action="store_true", help="in a PostgreSQL made for it")
    parser.add_argument("--workers", type=int, help="1 with SQLite, 2 with PostgreSQL")
    parser.add_argument("--kill", type=int, default=0, help="kill the service so many times")
    chosen = parser.parse_args(arguments)
    if chosen.postgres and missing():
        print(f"no PostgreSQL: {missing()}")
        return 1
    workers = chosen.workers or (2 if chosen.postgres else 1)
    plan = Plan(chosen.players, chosen.seconds, chosen.every, chosen.kill, workers)
    where = "PostgreSQL" if chosen.postgres else "SQLite"
    print(
        f"{plan.players} players, a move every {plan.every:g} s for {plan.seconds:g} s; {where}, "
        f"workers: {workers}, kills: {plan.kills}",
        flush=True,
    )
    with _database(chosen.postgres) as database:
        served = Served(database, workers)
        gc.disable()  # a pause of the client would be taken for one of the service
        try:
            tally, players, used = asyncio.run(run(served, plan))
            code = served.stop()
        finally:
            if served.process.poll() is None:
                served.kill()
        _report(tally, players, used, plan)
        wrong = wrong_in(database)
        if code or wrong:
            print(f"exit code {code}; {wrong}")
    return int(bool(tally.faults or code or wrong or (tally.broken and not plan.kills)))


if __name__ == "__main__":
    sys.exit(main())
