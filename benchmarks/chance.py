"""How soon the fair chance is there, and how far the first figure is from the last one.

``python -m benchmarks.chance [NAME ...] [--positions N]``

Positions are met in games of players of whom some mostly follow the hint and others seldom do.  Each is thought about
as the service does it, and told of as soon; that is measured in processor time, which other programs on the machine
disturb little.  *In doubt* are positions with a last figure between 3 and 97 points: elsewhere it is easy to be right.

``python -m benchmarks.chance --service [--thinkers N ...] [--seconds N]``

The same end to end, on a service of its own: from the request to the first figure and to the last, with so many players
who look at the chance of one position after the other, and how long others wait meanwhile who only move.  Client and
service are on this machine, so that here other programs do disturb.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from arfa.analysis.chance import Chance, fair_chance
from arfa.analysis.hints import hint
from arfa.analysis.knowledge import Knowledge, View
from arfa.engine.game import Game
from arfa.engine.identities import Identities
from arfa.engine.position import Position
from arfa.solver.blind import Thought
from arfa.solver.native import Core
from arfa.web.analyst.thinking import SOON, ripening, thought_of
from benchmarks.load import Line, Lost, Served

_WISE = (0.8, 0.3)
"""How often the players follow the hint."""
NAMES = ["small-harp", "big-harp", "black-harp", "klondike", "klondike+draw-3", "harp-9"]
_CLOSE = 5
"""Points that a first figure may be off."""


def positions(name: str, n: int) -> list[tuple[Position, Knowledge]]:
    """Positions from many games, from the deal on to late ones."""
    game = Game.named(name)
    core, found = Core.of(game), []
    for number in range(n):
        rng, deck = random.Random(number), core.deck(number)
        position, knowledge = game.start(deck), Knowledge(Identities(game, deck))
        for _ in range(rng.randrange(40 * game.rules.deck.decks)):
            wise = None
            if rng.random() < _WISE[number % len(_WISE)]:
                wise = hint(position, knowledge, thought=Thought(80))
            legal = position.legal_moves()
            if not legal or position.is_won:
                break
            position.push(wise.move if wise else rng.choice(legal))
            knowledge.look(position)
        if not position.is_won:
            found.append((position, knowledge))
    return found


def thought_about(view: View) -> list[tuple[float, float]]:
    """When figures are told, in milliseconds, and what they are; nothing where nobody plays these rules."""
    told: list[tuple[float, float]] = []
    begun, ripe = time.thread_time(), ripening(SOON, time.thread_time)

    def tell(chance: Chance) -> None:
        if ripe() or chance.final:
            told.append((1000 * (time.thread_time() - begun), chance.fair.value))

    last = fair_chance(view, thought_of(view), tell=tell)
    if last is not None:
        tell(last)
    return told


def measure(name: str, n: int) -> None:
    """Print what one patience takes."""
    figures = [
        thought_about(knowledge.view(position)) for position, knowledge in positions(name, n)
    ]
    if not all(figures):
        print(f"{name}: nobody plays these rules")
        return
    apart = [100 * abs(told[0][1] - told[-1][1]) for told in figures]
    doubtful = [a for a, told in zip(apart, figures, strict=True) if 0.03 < told[-1][1] < 0.97]
    print(
        f"{name}: {len(figures)} positions; first figure, ms: {_quantiles([t[0][0] for t in figures])}; "
        f"last: {_quantiles([t[-1][0] for t in figures])}; apart, points: {_quantiles(apart)}; "
        f"within {_CLOSE}: {_close(apart)}, of {len(doubtful)} in doubt {_close(doubtful)}",
        flush=True,
    )


def _close(apart: Sequence[float]) -> str:
    return f"{sum(a <= _CLOSE for a in apart) / len(apart):.0%}" if apart else "none"


def _quantiles(values: Sequence[float]) -> str:
    if not values:
        return "none"
    ordered = sorted(values)
    return ", ".join(
        f"{word} {ordered[min(len(ordered) - 1, int(share * len(ordered)))]:.1f}"
        for word, share in (("half", 0.5), ("p95", 0.95), ("p99", 0.99), ("most", 1.0))
    )


# ---------------------------------------------------------------------------------------------- the service
@dataclass
class Waits:
    """How long was waited, in milliseconds."""

    first: list[float] = field(default_factory=list)
    last: list[float] = field(default_factory=list)
    moves: list[float] = field(default_factory=list)
    """Of those who only move."""
    faults: Counter[str] = field(default_factory=Counter)


class Guest:
    """Somebody who plays one game after the other, at random."""

    def __init__(self, port: int, number: int, waits: Waits) -> None:
        self.rng = random.Random(number)
        self.line = Line(port, f"10.1.{number >> 8}.{number & 255}")
        self.number, self.waits = number, waits
        self.state: Any = None

    async def move(self) -> None:
        """Make a move, or deal where there is none."""
        state = self.state
        if state is None or not state["moves"]:
            name = NAMES[self.number % len(NAMES)]
            status, _, told = await self.line.ask("POST", "/api/plays", {"game": name})
        else:
            wish = {"version": state["version"], "action": "move"}
            wish["move"] = self.rng.choice(state["moves"])["text"]
            status, _, told = await self.line.ask("POST", f"/api/plays/{state['id']}/actions", wish)
        if status in (200, 201):
            self.state = told
        else:
            self.waits.faults[f"move: {status}"] += 1

    async def think(self) -> None:
        """Hear what is told of the chance, to the end."""
        begun, first, last = time.perf_counter(), None, None
        path = f"/api/plays/{self.state['id']}/chance?version={self.state['version']}"
        reader, writer = await asyncio.open_connection("127.0.0.1", self.line.port)
        head = (
            f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{self.line.port}\r\nConnection: close\r\n"
            f"X-Forwarded-For: {self.line.address}\r\nCookie: {self.line.cookie}\r\n\r\n"
        )
        writer.write(head.encode())
        try:
            status = (await reader.readline()).split()[1].decode()
            while words := await reader.readline():
                if not words.startswith(b"data: "):
                    continue
                passed = 1000 * (time.perf_counter() - begun)
                first = passed if first is None else first
                if json.loads(words[6:])["final"]:
                    last = passed
        finally:
            writer.close()
        if first is None or last is None:
            self.waits.faults[f"chance: {status}"] += 1
            return
        self.waits.first.append(first)
        self.waits.last.append(last)

    async def go_on(self, ends: float, every: float, *, thinks: bool) -> None:
        """Move as often as that until the end, and look at the chance each time where that is wanted."""
        await asyncio.sleep(self.rng.uniform(0, every))
        while time.perf_counter() < ends:
            begun = time.perf_counter()
            try:
                await self.move()
                if thinks:
                    await self.think()
                else:
                    self.waits.moves.append(1000 * (time.perf_counter() - begun))
            except Lost:
                self.waits.faults["a line broke"] += 1
            await asyncio.sleep(max(0.0, begun + every - time.perf_counter()))
        self.line.close()


async def _scene(port: int, thinkers: int, seconds: float) -> Waits:
    waits = Waits()
    ends = time.perf_counter() + seconds
    movers = [Guest(port, 1000 + number, waits) for number in range(_MOVERS)]
    thinking = [Guest(port, number, waits) for number in range(thinkers)]
    await asyncio.gather(
        *(guest.go_on(ends, _MOVE_EVERY, thinks=False) for guest in movers),
        *(guest.go_on(ends, _THINK_EVERY, thinks=True) for guest in thinking),
    )
    return waits


_MOVERS, _MOVE_EVERY = 4, 0.1
"""Who only moves, and how often; a player may ask for twice as much."""
_THINK_EVERY = 0.5
"""Seconds from one position of a thinker to the next, if it is thought out by then; a service allows no more."""


def serve(thinkers: Sequence[int], seconds: float) -> None:
    """Print how long is waited with so many who think."""
    for number in [0, *thinkers]:
        with tempfile.TemporaryDirectory() as folder:
            served = Served(str(Path(folder) / "games.sqlite3"), 1)
            try:
                waits = asyncio.run(_scene(served.port, number, seconds))
            finally:
                served.kill()
        print(
            f"{number} thinking: {len(waits.first)} chances; first figure, ms: {_quantiles(waits.first)}; "
            f"last: {_quantiles(waits.last)}; {len(waits.moves)} moves of others: {_quantiles(waits.moves)}; "
            f"faults: {dict(waits.faults) or 'none'}",
            flush=True,
        )


def main() -> int:
    """Run."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("names", nargs="*", default=NAMES)
    parser.add_argument("--positions", type=int, default=60)
    parser.add_argument("--service", action="store_true", help="end to end")
    parser.add_argument("--thinkers", type=int, nargs="*", default=[1, 4, 16])
    parser.add_argument("--seconds", type=float, default=30, help="for each number of thinkers")
    asked = parser.parse_args()
    if asked.service:
        serve(asked.thinkers, asked.seconds)
        return 0
    for name in asked.names:
        measure(name, asked.positions)
    return 0


if __name__ == "__main__":
    sys.exit(main())
