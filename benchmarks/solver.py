"""How fast the solver decides deals, patience by patience, and how that compares with Klondike-Solver.

``python benchmarks/solver.py [NAME ...] [--deals N] [--full] [--json] [--peer-deals N]``

Each patience is solved as by default on its numbered deals from 1 on, verdicts alone, on one thread, in CPU time of
this process.  Klondike-Solver is asked by way of pyksolve (``pip install .[bench]``), on the same deals in the same
run, where that can be had; the ratio of the two is what can be carried from one machine to another.
"""

from __future__ import annotations

import argparse
import json
import resource
import statistics
import sys
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from arfa.cards import Card
from arfa.engine.game import Game
from arfa.notation.importers import export
from arfa.rules.spec import Rules
from arfa.solver.native import DEFAULT_STATES, Core, Effort

try:
    from pyksolve import solver as pyksolve
except ImportError:
    pyksolve = None


class Task(NamedTuple):
    """What is measured of a patience."""

    few: int
    """Deals of a quick run."""
    many: int
    """Deals of a full one."""
    seconds: float
    """How long one may take at most; 0 without limit."""
    states: int = DEFAULT_STATES
    """How many states it may look at."""


TASKS = {
    "small-harp": Task(2000, 10_000, 0),
    "small-harp+strict-runs": Task(50, 1000, 10),
    "small-harp+draw-when-stuck": Task(50, 1000, 10),
    "small-harp+mercy": Task(50, 1000, 10),
    "black-harp": Task(500, 10_000, 0),
    "big-harp": Task(1000, 10_000, 60),
    "big-harp+draw-3": Task(1000, 10_000, 60),
    "big-harp+grosse-harfe": Task(20, 1000, 10),
    "big-harp+extra-row": Task(50, 1000, 10),
    "harp-9": Task(30, 1000, 10),
    "harp-9+redeals=2": Task(30, 300, 60),
    "harp-9+redeals=1": Task(10, 300, 60, 100_000_000),
    "harp-9+redeals=0": Task(2, 300, 60, 100_000_000),
    "spider-pauk": Task(20, 500, 30),
    "spider-pauk+first-deal": Task(10, 500, 30),
    "spider-pauk+first-deal+literal-deal": Task(5, 500, 30),
    "spider-pauk+first-deal+side-adjacent": Task(5, 500, 30),
    "fig288": Task(10, 300, 20),
    "klondike": Task(500, 10_000, 0),
    "klondike+worry-back": Task(500, 10_000, 0),
    "klondike+draw-3": Task(100, 1000, 60),
    "klondike+draw-3+worry-back": Task(100, 1000, 60),
    **{f"klondike:draw={n}": Task(50, 200, 10) for n in range(1, 14)},
    "double-klondike": Task(100, 200, 10),
    "gargantua": Task(50, 200, 10),
    "gaps": Task(10, 200, 10),
}
"""The patiences and variants with a target of their own, some with another number of cards that are drawn at a time."""

PEER_GAMES = {"klondike+worry-back": 1, "klondike+draw-3+worry-back": 3}
"""What Klondike-Solver can play, and how many cards it draws."""
PEER_STATES = 100_000


class Figures(NamedTuple):
    """What was measured of a patience."""

    name: str
    deals: int
    won: int
    lost: int
    open: int
    cpu: float
    """Seconds of this process."""
    median: float
    """Of one deal, by the clock on the wall."""
    slowest: float
    states: int
    memory: int
    """The largest tables of a deal, in bytes."""

    @property
    def speed(self) -> float:
        """States a second."""
        return self.states / max(self.cpu, 1e-9)


def game_of(name: str) -> Game:
    """A patience by its name; after ``:draw=`` it may have a number for which there is no variant."""
    name, _, draw = name.partition(":draw=")
    game = Game.named(name)
    if not draw:
        return game
    rules = game.rules.model_dump()
    rules["stock"]["draw"] = int(draw)
    return Game(replace(game.spec, rules=Rules.model_validate(rules)))


def measure(name: str, deals: int, task: Task) -> Figures:
    """Solve the deals of a patience from number 1 on."""
    core = Core.of(game_of(name))
    decks = [core.deck(number) for number in range(1, deals + 1)]
    effort = Effort(line=False, seconds=task.seconds, states=task.states)
    before = time.process_time()
    outcomes = core.solve_decks(decks, effort)
    cpu = time.process_time() - before
    verdicts = Counter(outcome.verdict for outcome in outcomes)
    return Figures(
        name,
        deals,
        verdicts["winnable"],
        verdicts["unwinnable"],
        verdicts["unknown"],
        cpu,
        statistics.median(outcome.seconds for outcome in outcomes),
        max(outcome.seconds for outcome in outcomes),
        sum(outcome.states for outcome in outcomes),
        max(outcome.memory for outcome in outcomes),
    )


class Peer(NamedTuple):
    """The two programs on the same deals."""

    name: str
    deals: int
    decided: int
    """By Klondike-Solver, within its budget."""
    cpu: float
    ours_decided: int
    ours_cpu: float
    disagree: int

    @property
    def ratio(self) -> float:
        """How many times as long it takes."""
        return self.cpu / max(self.ours_cpu, 1e-9)


def compare(name: str, deals: int) -> Peer:
    """Ask Klondike-Solver for any solution, which is the easiest that it can be asked for; arfa gives lines too."""
    game = Game.named(name)
    core = Core.of(game)
    decks = [core.deck(number) for number in range(1, deals + 1)]
    core.solve_decks(decks[:3], Effort())
    before = time.process_time()
    ours = [outcome.verdict for outcome in core.solve_decks(decks, Effort())]
    ours_cpu = time.process_time() - before
    theirs, cpu = [], 0.0
    for deck in decks:
        verdict, spent = _ask_peer(game, deck, PEER_GAMES[name])
        theirs.append(verdict)
        cpu += spent
    clash = {("winnable", "unwinnable"), ("unwinnable", "winnable")}
    return Peer(
        name,
        deals,
        sum(verdict != "unknown" for verdict in theirs),
        cpu,
        sum(verdict != "unknown" for verdict in ours),
        ours_cpu,
        sum(pair in clash for pair in zip(ours, theirs, strict=True)),
    )


def _ask_peer(game: Game, deck: Sequence[Card], draw: int) -> tuple[str, float]:
    peer = pyksolve.Solitaire()
    peer.load_solitaire(export("klondike-solver", game, deck).strip())
    peer.reset_game(draw)
    before = time.process_time()
    result = peer.solve_fast(max_closed_count=PEER_STATES)
    spent = time.process_time() - before
    won = result.name in ("SolvedMinimal", "SolvedMayNotBeMinimal")
    return "winnable" if won else "unwinnable" if result.name == "Impossible" else "unknown", spent


def show(f: Figures, *, head: bool) -> None:
    """Print a line of the table."""
    if head:
        print(
            f"{'':38}{'deals':>7}{'won':>7}{'lost':>6}{'open':>6}{'CPU s':>9}{'median':>11}{'slowest':>11}"
            f"{'states/s':>12}{'MiB':>7}"
        )
    print(
        f"{f.name:38}{f.deals:7}{f.won:7}{f.lost:6}{f.open:6}{f.cpu:9.2f}{f.median * 1e3:8.2f} ms"
        f"{f.slowest * 1e3:8.0f} ms{f.speed:12,.0f}{f.memory / 2**20:7.1f}",
        flush=True,
    )


def show_peers(peers: Sequence[Peer]) -> None:
    """Print what the other program did."""
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**10
    print(f"\nthe whole process: {peak:.0f} MiB at most")
    if pyksolve is None:
        print("\npyksolve is not installed (pip install .[bench]): nothing to compare with")
    for p in peers:
        print(
            f"\n{p.name}, the first {p.deals} deals, with lines: arfa decides {p.ours_decided} in {p.ours_cpu:.3f} s, "
            f"Klondike-Solver (at most {PEER_STATES:,} states) {p.decided} in {p.cpu:.1f} s: "
            f"{p.ratio:,.0f} times as long; {p.disagree} verdicts disagree"
        )


def main(arguments: list[str] | None = None) -> int:
    """The command."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("names", nargs="*", default=list(TASKS))
    parser.add_argument("--deals", type=int, default=0, help="so many of each patience")
    parser.add_argument("--full", action="store_true", help="as many as the targets ask for")
    parser.add_argument(
        "--peer-deals", type=int, default=20, help="for Klondike-Solver; 0: do not ask it"
    )
    parser.add_argument("--json", action="store_true", help="print JSON")
    chosen = parser.parse_args(arguments)
    figures = []
    for name in chosen.names:
        task = TASKS.get(name, Task(50, 1000, 10))
        deals = chosen.deals or (task.many if chosen.full else task.few)
        figures.append(measure(name, deals, task))
        if not chosen.json:
            show(figures[-1], head=len(figures) == 1)
    wanted = pyksolve is not None and chosen.peer_deals
    peers = [compare(n, chosen.peer_deals) for n in PEER_GAMES if wanted and n in chosen.names]
    if chosen.json:
        both = {"arfa": [f._asdict() for f in figures], "peers": [p._asdict() for p in peers]}
        print(json.dumps(both, indent=1))
    else:
        show_peers(peers)
    return 1 if any(p.disagree for p in peers) else 0


if __name__ == "__main__":
    sys.exit(main())
