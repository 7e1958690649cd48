"""The model of the old Паук against brute force, and its lines against the referee."""

from __future__ import annotations

import pytest

from arfa.deals import Deal
from arfa.deals.shuffle import numbered_deck
from arfa.engine.game import Game
from arfa.rules.spec import Rules
from arfa.solver.native import Core, Effort
from tests.conformance.random_rules import game_of
from tests.differential.verdicts import (
    agrees_in_mid_game,
    agrees_with_vectors,
    judged,
    same_answer,
    with_stock,
)
from tests.scale import scale
from tools import vectors

TECHNIQUES = (
    "spider-phases",
    "spider-shuttles",
    "spider-relaxation",
    "spider-plays",
    "spider-order",
)


def test_short_decks() -> None:
    agrees_with_vectors("spider-pauk", 1, Effort(), "spider")


@pytest.mark.parametrize("without", [*((name,) for name in TECHNIQUES), TECHNIQUES])
def test_short_decks_without_a_technique(without: tuple[str, ...]) -> None:
    agrees_with_vectors("spider-pauk", scale(5, 1), Effort(without=without), "spider")


def variations(rules: Rules) -> dict[str, Rules]:
    """The same patience with what the files do not offer."""
    assert rules.tableau is not None
    limits = {name: (f"{'a' if n % 2 else 'k'}1",) for n, name in enumerate(rules.tableau.names)}
    build = rules.tableau.build
    down = rules.tableau.model_copy(
        update={"build": build.model_copy(update={"direction": "down", "wrap": False})}
    )
    anything = rules.tableau.model_copy(update={"spaces": "any"})
    return {
        "first-deal": with_stock(rules, redeals=0),
        "two-redeals": with_stock(rules, redeals=2),
        "reverse-gather": with_stock(rules, gather="first-to-last"),
        "one-base-each": with_stock(rules, limits=limits),
        "no-transfer": rules.model_copy(update={"transfer": "never"}),
        "always": with_stock(rules.model_copy(update={"transfer": "always"}), redeals=0),
        "down": with_stock(rules.model_copy(update={"tableau": down}), redeals=0),
        "any-space": with_stock(rules.model_copy(update={"tableau": anything}), redeals=0),
    }


@pytest.mark.parametrize("short", ["small-5x2", "small-4x3"])
def test_other_rules_from_any_position(short: str) -> None:
    lost = 0
    for rules in variations(Game.named(f"spider-pauk+{short}").rules).values():
        start = game_of(rules).start(numbered_deck(rules, 1))
        assert Core.of(start.game).model(start.state) == "spider"
        lost += agrees_in_mid_game(rules, scale(12, 300), states=6000)
    assert lost > 0


@pytest.mark.parametrize("name", vectors.names("spider-pauk", small=False))
def test_full_decks_are_won(name: str) -> None:
    game = Game.named(name)
    for number in range(1, scale(3, 100)):
        position = game.start(Deal("ours", number).deck(game.rules))
        outcome = judged(position, Effort(states=scale(200_000, 20_000_000)))
        assert outcome.verdict != "unwinnable" or "first-deal" in name
        # Without spaces or without the redeal some deals take long, and some of these are lost.
        assert outcome.verdict == "winnable" or "no-spaces" in name or "first-deal" in name


def test_the_first_deal_alone() -> None:
    """Wins, and losses proved, where no redeal is allowed."""
    game = game_of(with_stock(Game.named("spider-pauk").rules, redeals=0))
    effort = Effort(states=100_000)
    verdicts = [
        judged(game.start(Deal("ours", number).deck(game.rules)), effort).verdict
        for number in range(2, 10)
    ]
    assert verdicts.count("unwinnable") == 2  # 4 and 6
    assert verdicts.count("winnable") >= 4


def test_the_same_answer_every_time() -> None:
    game = Game.named("spider-pauk")
    position = game.start(Deal("ours", 6).deck(game.rules))
    first = judged(position)
    judged(game.start(Deal("ours", 7).deck(game.rules)))
    again = judged(position)
    assert same_answer(first, again)


def test_a_limit_leaves_it_open() -> None:
    game = game_of(with_stock(Game.named("spider-pauk").rules, redeals=0))
    outcome = judged(game.start(Deal("ours", 6).deck(game.rules)), Effort(states=1000))
    assert (outcome.verdict, outcome.ran_out) == ("unknown", "states")


def test_memory_is_bounded() -> None:
    game = Game.named("spider-pauk")
    position = game.start(Deal("ours", 6).deck(game.rules))
    for memory in (1 << 22, 1 << 24):
        outcome = judged(position, Effort(memory=memory))
        assert outcome.memory <= memory
        assert outcome.verdict == "winnable" or outcome.ran_out == "memory"
