"""The plain engine of the core and the referee, step by step: the same moves, states, ends and keys."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arfa.deals.shuffle import Xoshiro256, numbered_deck
from arfa.engine.game import Game
from arfa.engine.moves import REDEAL
from arfa.engine.position import Position
from arfa.rules import predicates
from arfa.rules.load import game_ids
from arfa.rules.plan import make_plan
from arfa.rules.spec import Rules
from arfa.solver.native import Core
from tests.conformance.random_rules import game_of, rule_sets
from tests.scale import scale
from tools import vectors

WALKS, MOVES = scale(1, 20), 60


def in_step(position: Position, seed: int, moves: int, keys: dict[bytes, object]) -> None:
    """Walk at random, comparing everything at every step; every other time a move that is no draw."""
    game, core, random = position.game, Core.of(position.game), Xoshiro256.seeded(seed)
    for _ in range(moves):
        state = position.state
        legal = position.legal_moves()
        assert core.legal_moves(state) == legal, str(position)
        assert core.is_won(state) == position.is_won, str(position)
        assert core.is_stuck(state) == position.is_stuck(), str(position)
        if game.rules.grid is None:
            assert core.is_stuck(state, drawing=False) == game.is_stuck(state, drawing=False)
        # Equal keys exactly when the canonical forms are equal.
        assert keys.setdefault(core.canonical(state), position.key()) == position.key()
        for move in legal:
            assert core.is_legal(state, move), f"{position}: {move}"
            assert core.move(core.native(move)) == move
        if not legal:
            return
        quiet = [move for move in legal if move.src != "s" and move != REDEAL]
        chosen = quiet if quiet and random.below(2) else legal
        move = chosen[random.below(len(chosen))]
        after = core.apply(state, move)
        position.push_legal(move)
        assert after == position.state, f"{move}: {position}"


def all_names() -> list[str]:
    """Every patience with every variant, short decks too."""
    names = [name for game in game_ids() for name in vectors.names(game)]
    return names + [name for game in game_ids() for name in vectors.pair_names(game)]


@pytest.mark.parametrize("name", all_names())
def test_random_walks(name: str) -> None:
    game = Game.named(name)
    keys: dict[bytes, object] = {}
    for walk in range(WALKS):
        deck = vectors.deck_of(name, walk)
        start = game.start(deck)
        assert Core.of(game).start(deck) == start.state
        in_step(start, walk, MOVES, keys)
    assert len(set(keys.values())) == len(keys)


@given(rule_sets(), st.integers(0, 2**32))
def test_rules_that_nobody_has_written_yet(rules: Rules, seed: int) -> None:
    deck = numbered_deck(rules, seed)
    in_step(game_of(rules).start(deck), seed, 30, {})


@pytest.mark.parametrize("game_id", game_ids())
def test_numbered_decks(game_id: str) -> None:
    game = Game.named(game_id)
    for number in (*range(scale(20, 20_000)), 2**63, 2**64 - 1):
        assert Core.of(game).deck(number) == numbered_deck(game.rules, number)


@pytest.mark.parametrize("game_id", game_ids())
def test_tables_say_what_the_predicates_say(game_id: str) -> None:
    for name in vectors.names(game_id):
        rules = Game.named(name).rules
        plan = make_plan(rules)
        for below in range(52):
            for c in range(52):
                fits = predicates.may_lie_on(rules, below, c)
                assert (below * 52 + c in plan["takes"]) == fits
            assert (below in plan["space_takes"]) == predicates.may_begin_column(rules, below)
