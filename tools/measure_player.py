"""Measure how often the player who cannot see wins, and whether he wins as often as he thinks.

    python -m tools.measure_player [ROW ...] [--games N] [--threads 2] [--keep build/player] [--afresh]

Plays deals 0 to N - 1 of our own numbers and writes a line for each game into the folder, so that it can be stopped at
any moment and goes on where it was.  What is there at the end is counted into ``src/arfa/analysis/measured.json``, from
which the tables and the picture of ``docs/analysis.md`` are made (``python -m tools.make_player_page``).  Games that
were counted before are not played again; ``--afresh`` forgets them, as it must be after the player was changed.
"""

from __future__ import annotations

import argparse
import itertools
import json
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from arfa.cards import Card
from arfa.engine.game import Game
from arfa.engine.moves import Move
from arfa.engine.position import Position
from arfa.solver.blind import Blind, Thought
from arfa.solver.native import Core

MEASURED = Path(__file__).parent.parent / "src" / "arfa" / "analysis" / "measured.json"
KEPT = Path(__file__).parent.parent / "build" / "player"
BINS = 200
"""What was thought before a decision is counted in so many bins."""
FIRST = 40
"""Of so many games it is written down which of them were won, so that a test can play them again."""
_LONGEST = 600
_CHUNK = 20


@dataclass(frozen=True, slots=True)
class Row:
    """One figure: a patience, who plays it, and what he may know."""

    name: str
    player: str
    """``tree``, ``policy``, ``greedy`` or ``first``."""
    games: int
    thought: Thought = Thought(1000)

    @property
    def knows(self) -> str:
        """Which of the cards that were turned several at a time are known: ``spread`` (all) or ``top``."""
        return "spread" if self.thought.spread else "top"

    @property
    def title(self) -> str:
        """A name for it, also as a file."""
        return f"{self.name}.{self.player}" + ("" if self.knows == "spread" else f".{self.knows}")


HARP_9 = ["harp-9", "harp-9+redeals=2", "harp-9+redeals=1"]
KLONDIKE = "klondike+draw-3+worry-back"
TREES = [
    Row("small-harp", "tree", 2000),
    Row("black-harp", "tree", 2000),
    Row(KLONDIKE, "tree", 2000, Thought(1000, spread=False)),
    # Who sees all cards that are turned knows the whole stock after one round, which costs nothing here: so he is
    # also the player who knows its order from the start, with whom others compare theirs.
    Row(KLONDIKE, "tree", 10_000),
    Row("big-harp", "tree", 2000, Thought(60)),
    *(Row(name, "tree", 2000, Thought(100)) for name in HARP_9),
]
ROWS = [
    *TREES,
    *(Row(name, "policy", 10_000) for name in ["small-harp", "black-harp", KLONDIKE, "big-harp"]),
    *(Row(name, "policy", 2000) for name in HARP_9),
    *(
        Row(name, player, 2000)
        for name in ["small-harp", "black-harp", KLONDIKE, "big-harp", *HARP_9]
        for player in ("greedy", "first")
    ),
]


def played(row: Row) -> Callable[[int], dict[str, Any]]:
    """Plays one game of a row: whether it was won, seconds of the processor, what was thought."""
    game = Game.named(row.name)
    core = Core.of(game)
    blind = Blind(core)

    def by_core(number: int) -> dict[str, Any]:
        begun = time.thread_time()
        thinks = row.player == "tree"
        one = blind.play([core.deck(number)], replace(row.thought, seed=number), thinks=thinks)[0]
        thought = [round(value, 4) for value in one.values]
        return {"n": number, "won": one.won, "s": time.thread_time() - begun, "thought": thought}

    def by_rules(number: int) -> dict[str, Any]:
        begun = time.thread_time()
        won = simple(game, core.deck(number), SIMPLE[row.player])
        return {"n": number, "won": won, "s": time.thread_time() - begun, "thought": []}

    return by_rules if row.player in SIMPLE else by_core


def simple(
    game: Game, deck: Sequence[Card], choose: Callable[[Position, list[Move]], Move]
) -> bool:
    """A game of a player without any thought, who never comes to the same position twice."""
    position, met = game.start(deck), set()
    while len(position.plies) < _LONGEST and not position.is_won:
        met.add(position.state)
        fresh = [
            move
            for move in position.legal_moves()
            if game.apply(position.state, game.normal(move))[0] not in met
        ]
        if not fresh:
            break
        position.push(choose(position, fresh))
    return position.is_won


def _greedy(position: Position, moves: list[Move]) -> Move:
    """Up, turn a card, empty a column, play from the stock, draw, anything else."""
    game = position.game

    def order(move: Move) -> int:
        if game.stock.owns(move):
            return 4
        column = move.src in game.column_number
        left = len(position.cards(move.src)) - move.count if column else -1
        if move.dst in game.slots:
            return 0
        if column and left and left == position.face_down(move.src):
            return 1
        if game.kind(move.src) == "hand":
            return 3
        return 2 if left == 0 else 5

    return min(moves, key=order)


SIMPLE: dict[str, Callable[[Position, list[Move]], Move]] = {
    "first": lambda _, moves: moves[0],
    "greedy": _greedy,
}


def measure(row: Row, folder: Path, threads: int, games: int | None = None, first: int = 0) -> None:
    """Play what is missing of a row from the game `first` on; those before it have been counted."""
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / f"{row.title}.jsonl"
    known = {game["n"] for game in kept(file)}
    wanted = [n for n in range(first, games or row.games) if n not in known]
    play, begun = played(row), time.monotonic()
    with ThreadPoolExecutor(threads) as pool, file.open("a", encoding="utf-8") as out:
        if out.tell() and not file.read_bytes().endswith(b"\n"):
            out.write("\n")  # the last line was cut short
        for at in range(0, len(wanted), _CHUNK * threads):
            for game in pool.map(play, wanted[at : at + _CHUNK * threads]):
                out.write(json.dumps(game, separators=(",", ":")) + "\n")
            out.flush()
            done = min(len(wanted), at + _CHUNK * threads)
            past = time.monotonic() - begun
            left = past / done * (len(wanted) - done)
            said = f"{row.title}: {done} of {len(wanted)}, {left:.0f} s left"
            print(f"\r{said} ", end="" if done < len(wanted) else "\n", file=sys.stderr)


def kept(file: Path) -> Iterable[dict[str, Any]]:
    """The games of a file, without a line that was cut short."""
    if file.exists():
        for line in file.read_text("utf-8").splitlines(keepends=True):
            if line.endswith("}\n"):
                yield json.loads(line)


def counted(
    row: Row, games: list[dict[str, Any]], past: dict[str, Any] | None = None
) -> dict[str, Any]:
    """What a row comes to, with what it came to before these games.

    ``thought`` has, for games with even and with odd numbers, a line for every bin of what was thought before a
    decision: the bin, the sum of what was thought, how many of those games were won, how many decisions there were.
    """
    old: dict[str, Any] = past or {"games": 0, "won": 0, "first": "", "seconds": 0.0}
    bins: list[dict[int, list[float]]] = [
        {k: counts for k, *counts in half} for half in old.get("thought", ([], []))
    ]
    for game in games:
        for value in filter(None, game["thought"]):  # 0: there was nothing to choose or to hope for
            at = bins[game["n"] % 2].setdefault(min(int(value * BINS), BINS - 1), [0.0, 0, 0])
            at[0] += value
            at[1] += game["won"]
            at[2] += 1
    number = old["games"] + len(games)
    seconds = old["seconds"] * old["games"] + sum(game["s"] for game in games)
    found: dict[str, Any] = {
        "name": row.name,
        "player": row.player,
        "knows": row.knows,
        "games": number,
        "won": old["won"] + sum(game["won"] for game in games),
        "first": (old["first"] + "".join(str(int(game["won"])) for game in games))[:FIRST],
        "seconds": round(seconds / number, 4),
    }
    if row.player == "tree":
        found["iterations"] = row.thought.iterations
        found["thought"] = [
            [[k, round(one[k][0], 3), *one[k][1:]] for k in sorted(one)] for one in bins
        ]
    return found


Counted = dict[tuple[str, str, str], dict[str, Any]]


def before() -> Counted:
    """What has been counted before, by patience, player, and what he knows."""
    if not MEASURED.exists():
        return {}
    rows = json.loads(MEASURED.read_text("utf-8"))
    return {(one["name"], one["player"], one["knows"]): one for one in rows}


def write(folder: Path, found: Counted) -> None:
    """Count what is in a folder, and write it with what was found before."""
    order = [(row.name, row.player, row.knows) for row in ROWS]
    for row, key in zip(ROWS, order, strict=True):
        old = found.get(key)
        fresh = {game["n"]: game for game in kept(folder / f"{row.title}.jsonl")}
        numbers = itertools.count(old["games"] if old else 0)
        games = [fresh[n] for n in itertools.takewhile(fresh.__contains__, numbers)]
        if games:
            found[key] = counted(row, games, old)
    lines = [json.dumps(found[key], separators=(",", ":")) for key in order if key in found]
    MEASURED.write_text("[\n" + ",\n".join(lines) + "\n]\n", encoding="utf-8")


def main() -> None:
    """Run."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("rows", nargs="*", metavar="ROW", help=", ".join(row.title for row in ROWS))
    parser.add_argument("--games", type=int)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--keep", type=Path, default=KEPT)
    parser.add_argument("--afresh", action="store_true", help="play all games again")
    asked = parser.parse_args()
    rows = [row for row in ROWS if not asked.rows or row.title in asked.rows]
    found = before()
    if asked.afresh:
        for row in rows:
            found.pop((row.name, row.player, row.knows), None)
    try:
        for row in rows:
            old = found.get((row.name, row.player, row.knows))
            measure(row, asked.keep, asked.threads, asked.games, old["games"] if old else 0)
    finally:
        write(asked.keep, found)


if __name__ == "__main__":
    main()
