"""Environments of gymnasium: its own checker passes, nothing hidden is seen, and the rules are those of the referee."""

from __future__ import annotations

import random
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import arfa.envs
from arfa.engine.game import Game
from arfa.envs import Actions, Patience, Patiences
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


# ---------------------------------------------------------------------------------------------- many games at once
def alike(one: Any, other: Any) -> None:
    """Answers are equal, down to the kinds of their arrays."""
    if isinstance(one, dict):
        assert one.keys() == other.keys()
        for key in one:
            alike(one[key], other[key])
    elif isinstance(one, tuple) or (isinstance(one, np.ndarray) and one.dtype == object):
        for a, b in zip(one, other, strict=True):
            alike(a, b)
    elif isinstance(one, np.ndarray):
        assert one.dtype == other.dtype
        assert np.array_equal(one, other)
    else:
        assert one == other


class Player:
    """Chooses among the legal actions at random, and now and then one that is not legal."""

    def __init__(self, seed: str) -> None:
        self.rng = random.Random(seed)

    def choose(self, masks: Any) -> Any:
        """An action for each game."""
        chosen = []
        for mask in masks:
            legal = np.flatnonzero(mask)
            wild = not len(legal) or self.rng.random() < 0.03
            chosen.append(self.rng.randrange(len(mask)) if wild else self.rng.choice(legal))
        return np.array(chosen)


@pytest.mark.parametrize("mode", ["NextStep", "SameStep"])
@pytest.mark.parametrize(
    "name", [word for game in game_ids() for word in vectors.names(game, small=False)]
)
def test_many_games_at_once_are_as_one_after_the_other(name: str, mode: str) -> None:
    games, limit = 3, 60  # some games end and others are cut off
    many = Patiences(name, games, limit=limit, autoreset_mode=mode)
    each = gymnasium.vector.SyncVectorEnv(
        [lambda: Patience(name, limit=limit)] * games, autoreset_mode=mode
    )
    player = Player(name)
    (seen, told), expected = many.reset(seed=5), each.reset(seed=5)
    alike((seen, told), expected)
    assert many.observation_space.contains(seen)
    for _ in range(scale(70, 400)):
        actions = player.choose(seen["action_mask"])
        seen, *rest = many.step(actions)
        before, *others = each.step(actions)
        alike(before, seen)
        for one, other in zip(rest, others, strict=True):
            alike(one, other)


def test_many_games_are_made_by_their_name() -> None:
    many = gymnasium.make_vec(
        "arfa/big-harp-v0",
        num_envs=4,
        vectorization_mode="vector_entry_point",
        variants=["draw-3"],
    )
    assert isinstance(many, Patiences)
    assert many.game.name == "big-harp+draw-3"
    seen, told = many.reset(options={"deal": [7, 8, 9, 7]})
    assert told["deal"].tolist() == [7, 8, 9, 7]
    assert np.array_equal(seen["piles"][0], seen["piles"][3])
    one, _ = Patience("big-harp+draw-3").reset(options={"deal": 8})
    assert np.array_equal(seen["piles"][1], one["piles"])
    for wrong in ([0, 0, 0], [0, 0, 0, -1], [0, 0, 0, len(many.actions)]):
        with pytest.raises(ValueError, match="each game"):
            many.step(np.array(wrong))


def test_games_that_nobody_deals_anew_are_dealt_on_demand() -> None:
    many = Patiences("small-harp", 3, limit=2, autoreset_mode="Disabled", copy=False)
    with pytest.raises(AssertionError, match="reset"):
        many.step(np.zeros(3, np.int64))
    seen, _ = many.reset(seed=1)
    nothing = np.array([int(np.flatnonzero(mask == 0)[0]) for mask in seen["action_mask"]])
    many.step(nothing)
    *_, cut, told = many.step(nothing)
    assert cut.all()
    assert not told["legal"].any()
    with pytest.raises(AssertionError, match="reset"):
        many.step(nothing)
    first = seen["piles"].copy()
    again, told = many.reset(options={"reset_mask": np.array([True, False, True])})
    assert again is seen, "the same arrays each time"
    changed = [not np.array_equal(a, b) for a, b in zip(first, seen["piles"], strict=True)]
    assert changed == told["_deal"].tolist() == [True, False, True]
    many.reset(options={"reset_mask": np.array([False, True, False])})
    many.step(nothing)
