"""Patiences that nobody has written yet obey the same laws as those of games/."""

from __future__ import annotations

import json

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from arfa.deals.shuffle import Xoshiro256
from arfa.engine import stuck
from arfa.engine.outcome import Outcome
from arfa.engine.position import Position
from arfa.rules.dealing import gather, lay_out
from arfa.rules.spec import Rules
from arfa.solver import Verdict, brute_force
from tests.conformance import checks, reference
from tests.conformance.random_rules import game_of, klondikes, rule_sets
from tests.conformance.walks import choose, game_at_random, position_at_random
from tests.scale import scale

NUMBERS = st.integers(0, 2**32)


def examples(sample: int, full: int) -> settings:
    """So many rule sets; making one takes a while, which is no fault."""
    slow = [HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much]
    return settings(max_examples=scale(sample, full), suppress_health_check=slow)


@examples(50, 500)
@given(rule_sets())
def test_rules_are_written_and_read(rules: Rules) -> None:
    assert Rules.model_validate_json(rules.model_dump_json()) == rules
    assert hash(rules) == hash(
        Rules.model_validate(json.loads(rules.model_dump_json()), strict=False)
    )


@examples(50, 1000)
@given(rule_sets(), NUMBERS)
def test_the_deal_and_its_inverse(rules: Rules, number: int) -> None:
    game = game_of(rules)
    position = next(game_at_random(game, number, 0))
    checks.check_state(game, position.state)
    deck = list(game.pack())
    piles = {pile: [c for c, _ in cards] for pile, cards in lay_out(rules, deck).items()}
    assert gather(rules, piles) == tuple(deck)


@examples(100, 2000)
@given(rule_sets(), NUMBERS)
def test_random_games(rules: Rules, number: int) -> None:
    game, random = game_of(rules), Xoshiro256.seeded(number)
    position = next(game_at_random(game, number, 0))
    start = position.copy()
    for n in range(scale(25, 60)):
        moves = checks.check_moves(position)
        if not moves:
            break
        checks.check_push(position, choose(moves, game, random))
        if n % 6 == 0:
            checks.check_text(position)
            checks.check_view(position)
            checks.check_identity(position, random)
    checks.check_text(position)
    while position.history:
        position.pop()
    assert position == start


@examples(40, 400)
@given(rule_sets(), NUMBERS)
def test_legal_is_what_nothing_is_said_against(rules: Rules, number: int) -> None:
    *_, position = game_at_random(game_of(rules), number, 12)
    checks.check_refusals(position)


@examples(100, 2000)
@given(st.one_of(klondikes(), rule_sets()), NUMBERS)
def test_stuck_against_the_whole_closure(rules: Rules, number: int) -> None:
    game = game_of(rules)
    for n, position in enumerate(game_at_random(game, number, 25)):
        if n % 5 or position.is_won:
            continue
        for drawing in (True, False):
            found = reference.closure(
                game, position.state, drawing=drawing, limit=scale(150, 3_000)
            )
            if found is None:
                continue
            said = game.is_stuck(position.state, drawing=drawing)
            if said or len(found.tables) < stuck.BOUND:
                assert said == (not found.event), (str(position), drawing, found.event)


@examples(60, 1000)
@given(klondikes(), NUMBERS)
def test_stuck_in_positions_at_random(rules: Rules, number: int) -> None:
    game, random = game_of(rules), Xoshiro256.seeded(number)
    for _ in range(5):
        position = position_at_random(game, random)
        checks.check_state(game, position.state)
        found = reference.closure(game, position.state, drawing=True, limit=scale(150, 3_000))
        if found is None or position.is_won:
            continue
        said = position.is_stuck()
        if said or len(found.tables) < stuck.BOUND:
            assert said == (not found.event), (str(position), found.event)


@examples(60, 1000)
@given(rule_sets(), NUMBERS)
def test_no_stuck_position_can_be_won(rules: Rules, number: int) -> None:
    game = game_of(rules)
    position = next(game_at_random(game, number, 0))
    space = reference.whole_space(position, scale(120, 3_000))
    if space is None:
        return
    for key, state in space.states.items():
        if Position(game, state).outcome() in (Outcome.STUCK, Outcome.NO_MOVE):
            assert key not in space.winnable, str(Position(game, state))
    result = brute_force(position)
    if position.key() in space.winnable:
        assert result.verdict is Verdict.WINNABLE
        assert result.breaches == 0
    elif result.verdict is Verdict.WINNABLE:
        assert result.breaches > 0
    else:
        assert result.states == len(space.states)
