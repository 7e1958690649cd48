"""Random games, the same on every machine."""

from __future__ import annotations

from collections.abc import Iterator

from arfa.deals.shuffle import Xoshiro256, shuffled
from arfa.engine.game import Game
from arfa.engine.moves import Move
from arfa.engine.position import Position


def choose(moves: list[Move], game: Game, random: Xoshiro256) -> Move:
    """A move at random; one time in two, one that leads somewhere rather than to the next card of the stock."""
    if random.below(2):
        onward = [m for m in moves if m.dst in game.slots] or [m for m in moves if m.src != "s"]
        moves = onward or moves
    return moves[random.below(len(moves))]


def game_at_random(game: Game, number: int, length: int) -> Iterator[Position]:
    """The positions of a random game of at most so many moves: the same object, moved on each time."""
    position = game.start(shuffled(game.pack(), number))
    random = Xoshiro256.seeded(number)
    yield position
    for _ in range(length):
        moves = position.legal_moves()
        if not moves:
            return
        position.push_legal(choose(moves, game, random))
        yield position


def positions(game: Game, number: int, count: int, length: int = 80) -> Iterator[Position]:
    """Some positions of random games, far enough apart to be unlike each other."""
    while count > 0:
        every = 7
        for n, position in enumerate(game_at_random(game, number, length)):
            if n % every == every - 1 or n == 0:
                yield position.copy()
                count -= 1
                if count == 0:
                    return
        number += 1
