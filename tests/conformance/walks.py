"""Random games, the same on every machine."""

from __future__ import annotations

from collections.abc import Iterator

from arfa.deals.shuffle import Xoshiro256, shuffled
from arfa.engine.game import Game
from arfa.engine.moves import Move
from arfa.engine.position import Position
from arfa.engine.state import State
from arfa.rules.dealing import full_deck


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


def position_at_random(game: Game, random: Xoshiro256) -> Position:
    """A position that play need not lead to: foundations of any height, runs on face-down cards, the rest in the hand.

    Far more of these are stuck, or nearly so, than of those that random games come by.
    """
    piles: list[tuple[int, ...]] = [()] * len(game.pile_names)
    left = list(full_deck(game.rules))
    for i in game.foundations:
        height = max(game.fixed[i], random.below(game.rules.deck.ranks + 1))
        piles[i] = game.wanted[i][:height]
        for c in piles[i]:
            left.remove(c)
    left = list(shuffled(left, random.next()))
    down = []
    for i in game.columns:
        hidden = [left.pop() for _ in range(random.below(3)) if left and random.below(2)]
        run = [left.pop()] if left and random.below(5) else []
        while run and random.below(5):
            fitting = [c for c in left if game.may_lie_on(run[-1], c)]
            if not fitting:
                break
            run.append(fitting[random.below(len(fitting))])
            left.remove(run[-1])
        piles[i] = (*hidden, *run)
        down.append(len(hidden))
    stock = game.rules.stock
    if stock is None or stock.kind == "groups":
        last = game.columns[-1]  # under the last column, face down, lies what is left
        piles[last] = (*left, *piles[last])
        down[-1] += len(left)
    else:
        drawn = {
            "waste": random.below(len(left) + 1),
            "cycle": random.below(2),
            "row": random.below(4),
        }
        n = min(len(left), drawn.get(stock.kind, 0))
        hand = [
            game.index[p] for p in game.pile_names if game.hand_letter and p[0] == game.hand_letter
        ]
        for k in range(n):
            i = hand[k % len(hand)]
            piles[i] = (*piles[i], left.pop())
        piles[game.index["s"]] = tuple(left)
    state = State(tuple(piles), tuple(down))
    return Position(game, game.settle(state)[0])
