"""How often the player who cannot see wins, and simple players beside him.

``python -m benchmarks.player [NAME ...] [--games N] [--iterations N] [--top] [--simple]``

Deals 0 to N - 1 of our own numbers.  ``--top``: of cards that are turned several at a time only the top one is seen.
``--simple`` adds the first legal move and a greedy player (up, turn a card, empty a column, play from the stock, draw).
"""

from __future__ import annotations

import argparse
from concurrent.futures import ThreadPoolExecutor

from arfa.analysis.chance import counted
from arfa.engine.game import Game
from arfa.engine.moves import Move
from arfa.engine.position import Position
from arfa.solver.blind import Blind, BlindGame, Thought
from arfa.solver.native import Core

ITERATIONS = {
    "small-harp": 1000,
    "black-harp": 1000,
    "klondike+draw-3+worry-back": 1000,
    "big-harp": 60,
    "harp-9": 100,
    "harp-9+redeals=2": 100,
    "harp-9+redeals=1": 100,
}
_LONGEST = 600


def measure(name: str, games: int, thought: Thought, *, thinks: bool) -> None:
    """Print how often a patience is won."""
    core = Core.of(Game.named(name))
    blind = Blind(core)

    def play(number: int) -> BlindGame:
        one = Thought(thought.iterations, number, spread=thought.spread)
        return blind.play([core.deck(number)], one, thinks=thinks)[0]

    with ThreadPoolExecutor() as pool:
        played = list(pool.map(play, range(games)))
    how = f"{thought.iterations} iterations" if thinks else "policy alone"
    seconds = sum(game.seconds for game in played) / games
    tell(name, how, sum(game.won for game in played), games, f"{seconds:.3f} s a game")


def simple(name: str, games: int) -> None:
    """The same for players without any thought."""
    game = Game.named(name)
    core = Core.of(game)
    for how, choose in (("first legal move", _first), ("greedy", _greedy)):
        won = 0
        for number in range(games):
            position, met = game.start(core.deck(number)), set()
            while len(position.plies) < _LONGEST and not position.is_won:
                met.add(position.state)
                fresh = [m for m in position.legal_moves() if _after(position, m) not in met]
                if not fresh:
                    break
                position.push(choose(position, fresh))
            won += position.is_won
        tell(name, how, won, games, "")


def tell(name: str, how: str, won: int, games: int, more: str) -> None:
    """Print one line."""
    share = counted(won, games)
    print(
        f"{name}, {how}: {won} of {games}, {100 * share.value:.2f} % "
        f"({100 * share.low:.2f} to {100 * share.high:.2f}) {more}",
        flush=True,
    )


def _after(position: Position, move: Move) -> object:
    return position.game.apply(position.state, position.game.normal(move))[0]


def _first(_: Position, moves: list[Move]) -> Move:
    return moves[0]


def _greedy(position: Position, moves: list[Move]) -> Move:
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


def main() -> None:
    """Run."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("names", nargs="*", default=list(ITERATIONS))
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--iterations", type=int)
    parser.add_argument("--top", action="store_true")
    parser.add_argument("--simple", action="store_true")
    asked = parser.parse_args()
    for name in asked.names:
        iterations = asked.iterations or ITERATIONS.get(name, 300)
        thought = Thought(iterations, spread=not asked.top)
        if asked.simple:
            simple(name, asked.games)
        measure(name, asked.games, thought, thinks=False)
        measure(name, asked.games, thought, thinks=True)


if __name__ == "__main__":
    main()
