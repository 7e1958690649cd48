"""Positions in which it must be guessed: with open eyes nearly all of their deals can be won, without them far fewer.

The player who cannot see is handed no card that he has not seen, so he cannot tell how the deal lies (that is tested by
changing hidden cards).  But he deals himself worlds to think in, and if he planned in each of them as if he saw it, he
would think that he never has to guess.
"""

from __future__ import annotations

import random
from itertools import permutations
from statistics import mean

import pytest

from arfa.engine.game import Game
from arfa.solver.blind import Blind, Thought
from arfa.solver.native import Core
from tests.unit.test_analysis_blind import walk

GUESSES = [
    ("klondike+draw-1+small-4x4", "", 25, (584, 969, 996, 1031, 1243, 1774, 2151, 2158, 2220)),
    ("klondike+draw-3+redeals=1+small-4x4", "", 25, (294, 317, 417, 435, 437, 500, 505, 529, 698)),
    ("small-harp+small-4x4", "", 25, (248, 286, 1382, 1561, 1618, 1780, 1949, 2205)),
    (
        "small-harp+strict-runs+small-4x4",
        "small-harp+small-4x4",
        40,
        (167, 486, 564, 690, 698, 1276),
    ),
]
"""Deals of which fewer moves than that, at random, lead to such a position; and where the best possible player is not
known, rules that allow more and of which he is."""


STOCK = (
    "klondike+draw-1+redeals=0+small-4x4",
    20,
    (61, 189, 279, 506, 580, 593, 740, 932, 1109, 1184),
)
"""Deals that hang on what comes from the stock, and hardly on what is done: to see all cards would help little."""


@pytest.mark.parametrize(("name", "freer", "most", "numbers"), GUESSES)
def test_the_player_knows_where_he_has_to_guess(
    name: str, freer: str, most: int, numbers: tuple[int, ...]
) -> None:
    game = Game.named(name)
    core = Core.of(game)
    blind, optimal = Blind(core), Blind(Core.of(Game.named(freer or name)))
    views, best, sighted = [], [], []
    for number in numbers:
        rng = random.Random(number)
        position, knowledge = walk(game, number, rng.randrange(most), rng)
        view = knowledge.view(position)
        worlds = core.solve_states([*map(view.world, permutations(view.cards))])
        sighted.append([o.verdict for o in worlds].count("winnable") / len(worlds))
        best.append(optimal.optimum(view.state, view.unseen))
        views.append(view)
    assert mean(sighted) > mean(best) + 0.25
    # Much thought or little, with open eyes at the leaves or without.
    for thought in (Thought(400), Thought(400, solver_visits=0), Thought(40, solver_visits=0)):
        values = [blind.think(view.state, view.unseen, thought).value for view in views]
        assert mean(values) < mean(best) + 0.08


def test_the_player_does_not_know_what_comes_from_the_stock() -> None:
    name, most, numbers = STOCK
    game = Game.named(name)
    core = Core.of(game)
    blind = Blind(core)
    for number in numbers:
        rng = random.Random(number)
        position, knowledge = walk(game, number, rng.randrange(most), rng)
        view = knowledge.view(position)
        best = blind.optimum(view.state, view.unseen)
        for thought in (Thought(400), Thought(400, solver_visits=0)):
            assert blind.think(view.state, view.unseen, thought).value < best + 0.08, number
