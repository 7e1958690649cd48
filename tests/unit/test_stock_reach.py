"""What drawing can reach, against walking through the draws one by one."""

from __future__ import annotations

import random

import pytest

from arfa.cards import Card
from arfa.engine.game import Game
from arfa.engine.moves import Move
from arfa.engine.state import State

GAMES = [
    "small-harp",
    "klondike+draw-3",
    "klondike+draw-3+redeals=1",
    "harp-9",
    "harp-9+redeals=0",
    "gargantua+draw-3",
    "black-harp",
    "black-harp+open-next",
]


@pytest.mark.rule("1.2.stuck", "3.3", "A3")
@pytest.mark.parametrize("name", GAMES)
def test_reach_is_what_a_walk_through_the_draws_turns(name: str) -> None:
    game = Game.named(name)
    rng = random.Random(name)
    for _ in range(60):
        deck = list(game.pack())
        rng.shuffle(deck)
        state = game.layout(deck)
        stock = state.piles[game.index["s"]]
        keep = rng.randrange(len(stock) + 1)
        state = state.with_pile(game.index["s"], stock[:keep])
        for _ in range(rng.randrange(40)):
            moves = [
                Move(*a) for a in game.stock.actions if not game.stock.possible(state, Move(*a))
            ]
            if not moves:
                break
            state = game.stock.apply(state, rng.choice(moves))
        turned: set[Card] = set()
        seen: set[State] = set()
        now = state
        while now not in seen:
            seen.add(now)
            turned.update(c for _, c in game.stock.hand(now))
            for action in game.stock.actions:
                if game.stock.possible(now, Move(*action)) is None:
                    now = game.stock.apply(now, Move(*action))
                    break
        assert game.stock.reach(state) == turned
