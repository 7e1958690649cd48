"""The model of gaps patiences against brute force, and its lines against the referee."""

from __future__ import annotations

import pytest

from arfa.deals import Deal
from arfa.engine.game import Game
from arfa.rules.spec import Rules
from arfa.solver.native import TECHNIQUES as ALL
from arfa.solver.native import Effort
from tests.differential.verdicts import agrees_in_mid_game, agrees_with_vectors, judged, same_answer
from tests.scale import scale

TECHNIQUES = tuple(name for name, _ in ALL if name.startswith("grid-"))


@pytest.mark.parametrize("game_id", ["fig288", "gaps"])
def test_short_decks(game_id: str) -> None:
    agrees_with_vectors(game_id, 1, Effort(), "grid")


@pytest.mark.parametrize("without", [*((name,) for name in TECHNIQUES), TECHNIQUES])
@pytest.mark.parametrize("game_id", ["fig288", "gaps"])
def test_short_decks_without_a_technique(game_id: str, without: tuple[str, ...]) -> None:
    agrees_with_vectors(game_id, scale(4, 1), Effort(without=without), "grid")


def short_rules() -> dict[str, Rules]:
    """Short decks, some that the files do not offer: more lost deals, more places, more redeals."""
    gaps, fig288 = Game.named("gaps").rules, Game.named("fig288").rules

    def changed(rules: Rules, deck: dict[str, object], grid: dict[str, object]) -> Rules:
        assert rules.grid is not None
        return rules.model_copy(
            update={
                "deck": rules.deck.model_copy(update=deck),
                "grid": rules.grid.model_copy(update=grid),
            }
        )

    return {
        "8x2": changed(gaps, {"ranks": 8, "suits": "HS"}, {"rows": 2, "places": 8}),
        "6x3": changed(gaps, {"ranks": 6, "suits": "CHS"}, {"rows": 3, "places": 6}),
        "9x2": changed(gaps, {"ranks": 9, "suits": "DS"}, {"rows": 2, "places": 9}),
        "8x2-redeal": changed(
            gaps, {"ranks": 8, "suits": "HS"}, {"rows": 2, "places": 8, "redeals": 1}
        ),
        "7x2": changed(fig288, {"decks": 1, "ranks": 7, "suits": "HS"}, {"rows": 2, "places": 8}),
        "5x1": changed(fig288, {"ranks": 5, "suits": "S"}, {"rows": 2, "places": 6}),
    }


@pytest.mark.parametrize("name", short_rules())
def test_from_any_position(name: str) -> None:
    agrees_in_mid_game(short_rules()[name], scale(40, 1500), states=20_000)


@pytest.mark.parametrize("techniques", [(), ("grid-beams",)])
def test_there_are_losses_among_them(techniques: tuple[str, ...]) -> None:
    effort = Effort(without=techniques)
    assert sum(agrees_in_mid_game(rules, 20, effort) for rules in short_rules().values()) > 20


def test_two_full_decks_are_won() -> None:
    game = Game.named("fig288")
    for number in (1, 3, 4):
        outcome = judged(game.start(Deal("ours", number).deck(game.rules)))
        assert outcome.verdict == "winnable"


def test_one_full_deck() -> None:
    game = Game.named("gaps")
    deals = {n: game.start(Deal("ours", n).deck(game.rules)) for n in (1, 3, 7, 15)}
    outcomes = {n: judged(deal, Effort(states=200_000)) for n, deal in deals.items()}
    assert sum(outcome.verdict == "winnable" for outcome in outcomes.values()) >= 2
    assert (outcomes[15].verdict, outcomes[15].proof) == ("unwinnable", "relaxation")


@pytest.mark.parametrize("name", ["gaps+redeals=1", "gaps+redeals=2"])
def test_full_decks_with_redeals(name: str) -> None:
    game = Game.named(name)
    for number in (2, 3):
        position = game.start(Deal("ours", number).deck(game.rules))
        assert judged(position, Effort(states=3_000_000)).verdict == "winnable"


def test_the_same_answer_every_time() -> None:
    game = Game.named("gaps")
    position = game.start(Deal("ours", 1).deck(game.rules))
    first = judged(position)
    judged(game.start(Deal("ours", 7).deck(game.rules)))
    again = judged(position)
    assert same_answer(first, again)


def test_a_limit_leaves_it_open() -> None:
    game = Game.named("gaps")
    position = game.start(Deal("ours", 2).deck(game.rules))
    outcome = judged(position, Effort(states=3000))
    assert (outcome.verdict, outcome.ran_out) == ("unknown", "states")
    outcome = judged(position, Effort(memory=1 << 20, without=("grid-beams",)))
    assert (outcome.verdict, outcome.ran_out) == ("unknown", "memory")
