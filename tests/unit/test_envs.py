"""Environments of gymnasium: its own checker passes, nothing hidden is seen, and the rules are those of the referee."""

from __future__ import annotations

import random

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import arfa.envs
from arfa.engine.game import Game
from arfa.envs import Actions, Patience
from arfa.envs.patience import FACE_DOWN
from arfa.rules.load import game_ids
from tests.scale import scale
from tools import vectors


@pytest.mark.parametrize("name", game_ids())
def test_the_checker_of_gymnasium_is_content(name: str) -> None:
    env = gymnasium.make(f"arfa/{name}-v0", disable_env_checker=True)
    check_env(env.unwrapped, skip_render_check=True)
    text = gymnasium.make(f"arfa/{name}-v0", render_mode="ansi")
    text.reset(seed=1)
    assert "##" in str(text.render()) or not Game.named(name).rules.stock


@pytest.mark.parametrize(
    "name", [word for game in game_ids() for word in vectors.names(game, small=False)]
)
def test_every_legal_move_has_a_number_and_the_referee_agrees(name: str) -> None:
    env, rng = Patience(name), random.Random(name)
    for deal in range(1, scale(2, 6)):
        seen, _ = env.reset(options={"deal": deal})
        position = env.game.start(env.core.deck(deal))
        for _ in range(scale(25, 400)):
            legal = position.legal_moves()
            assert np.flatnonzero(seen["action_mask"]).tolist() == sorted(
                env.actions.number(env.game.normal(move)) for move in legal
            )
            if not legal:
                break
            move = rng.choice(legal)
            position.push(move)
            seen, reward, over, cut, told = env.step(env.actions.number(env.game.normal(move)))
            assert told["legal"]
            assert (reward == 1) == position.is_won
            assert over == (position.is_won or position.no_move())
            assert not cut
            for i, pile in enumerate(env.game.pile_names):
                cards, down = position.cards(pile), position.face_down(pile)
                shown = [FACE_DOWN] * down + [card + 1 for card in cards[down:]]
                assert seen["piles"][i, : len(cards)].tolist() == shown
                assert not seen["piles"][i, len(cards) :].any()


def test_what_is_hidden_is_not_seen() -> None:
    """Two decks that differ in hidden cards alone look the same."""
    env = Patience("small-harp")
    first, _ = env.reset(options={"deal": 3})
    state = env._state
    assert state is not None
    piles = [list(pile) for pile in state.piles]
    stock = piles[env.game.index["s"]]
    stock[0], stock[5] = stock[5], stock[0]
    env._state = state._replace(piles=tuple(map(tuple, piles)))
    second = env._seen()
    assert all(np.array_equal(first[key], second[key]) for key in first)


def test_an_action_that_is_not_legal_changes_nothing_and_games_end() -> None:
    env = gymnasium.make("arfa/small-harp-v0", limit=5)
    seen, _ = env.reset(seed=4)
    wrong = int(np.flatnonzero(seen["action_mask"] == 0)[0])
    for n in range(5):
        after, reward, over, cut, told = env.step(wrong)
        assert np.array_equal(after["piles"], seen["piles"])
        assert (reward, over, cut, told) == (0, False, n == 4, {"legal": False})


def test_the_same_seed_deals_the_same_and_variants_can_be_played() -> None:
    env = gymnasium.make("arfa/big-harp-v0", variants=["draw-3", "mercy"])
    (a, x), (b, y) = env.reset(seed=9), env.reset(seed=9)
    assert x == y
    assert np.array_equal(a["piles"], b["piles"])
    assert env.reset(seed=10)[1] != x
    assert len(Actions(Game.named("big-harp+mercy"))) > len(Actions(Game.named("big-harp")))
    arfa.envs.register()  # a second time is no harm
