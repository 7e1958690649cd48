"""The general search model against exhaustive search over the referee: short decks of every patience with columns."""

from __future__ import annotations

import pytest

from arfa.deals import Deal, parse_deck
from arfa.engine.game import Game
from arfa.rules.spec import (
    BuildSpec,
    DeckSpec,
    FoundationSpec,
    RowsDeal,
    RowStock,
    Rules,
    TableauSpec,
)
from arfa.solver.native import TECHNIQUES, Core, Effort
from tests.conformance.random_rules import game_of
from tests.differential.verdicts import same_answer
from tests.scale import scale
from tools import vectors

GAMES = (
    "big-harp black-harp double-klondike gargantua harp-9 harp-slope klondike small-harp".split()
)
WANTED = {"won": "winnable", "lost": "unwinnable"}
MINE = [name for name, _ in TECHNIQUES if name.startswith("piles-")]


def blocks(game: str) -> list[tuple[str, list[tuple[str, str]]]]:
    """The vectors of a patience: name with variants, then decks with what became of them."""
    found = []
    for block in vectors.read("brute", game):
        deals = [
            (deck, text.split()[0]) for deck, text in block.items() if text.split()[0] in WANTED
        ]
        found.append((block["game"], deals))
    return found


def disagreements(name: str, deals: list[tuple[str, str]], effort: Effort) -> list[str]:
    game = Game.named(name)
    decks = [parse_deck(deck, game.rules) for deck, _ in deals]
    answers = Core.of(game).solve_decks(decks, effort)
    return [
        f"{name} {deck}: {answer.verdict}, should be {text}"
        for (deck, text), answer in zip(deals, answers, strict=True)
        if answer.verdict != WANTED[text]
    ]


@pytest.mark.parametrize("game", GAMES)
def test_verdicts_are_those_of_exhaustive_search(game: str) -> None:
    effort = Effort(config="piles", line=False)
    wrong = [d for name, deals in blocks(game) for d in disagreements(name, deals, effort)]
    assert not wrong


@pytest.mark.parametrize("technique", MINE)
def test_verdicts_do_not_depend_on_a_technique(technique: str) -> None:
    effort = Effort(config="piles", line=False, without=(technique,))
    wrong = [
        d
        for game in GAMES
        for name, deals in blocks(game)
        for d in disagreements(name, deals[:: scale(40, 20)], effort)
    ]
    assert not wrong


def test_verdicts_without_any_technique() -> None:
    effort = Effort(config="piles", line=False, without=tuple(MINE))
    wrong = [
        d
        for game in GAMES
        for name, deals in blocks(game)
        for d in disagreements(name, deals[5::40], effort)
    ]
    assert not wrong


@pytest.mark.parametrize("name", ["harp-9", "harp-9+worry-back"])
def test_lines_are_won_by_the_referee(name: str) -> None:
    game = Game.named(name)
    for number in (1, 2, 3):
        position = game.start(Deal("ours", number).deck(game.rules))
        answer = Core.of(game).solve(position.state, Effort(config="piles", states=2_000_000))
        assert answer.verdict == "winnable"
        for move in answer.line:
            position.push(move)
        assert position.is_won


def test_the_same_effort_gives_the_same_answer() -> None:
    game = Game.named("harp-9")
    core = Core.of(game)
    states = [game.start(Deal("ours", number).deck(game.rules)).state for number in (4, 5)]
    effort = Effort(config="piles", states=100_000)
    first = [core.solve(state, effort) for state in states]
    again = [core.solve(state, effort) for state in reversed(states)][::-1]
    for a, b in zip(first, again, strict=True):
        assert same_answer(a, b)


def test_a_budget_is_kept() -> None:
    game = Game.named("harp-9+redeals=0")
    position = game.start(Deal("ours", 1).deck(game.rules))
    answer = Core.of(game).solve(position.state, Effort(config="piles", states=5_000))
    assert answer.verdict == "unknown"
    assert answer.ran_out == "states"
    assert answer.states <= 5_000


def test_cards_go_from_foundation_to_foundation_in_exhaustive_search() -> None:
    """Two kinds of foundations, one card a column, a row of open cards: won only by transfers between the kinds."""
    rules = Rules(
        deck=DeckSpec(decks=2, ranks=3, suits="DS"),
        deal=RowsDeal(kind="rows", lengths=(4,)),
        tableau=TableauSpec(
            columns=1,
            build=BuildSpec(match="alternate-colour", wrap=True),
            groups="single",
            spaces="king-or-ace",
        ),
        foundations=(
            FoundationSpec(letter="a", base="ace"),
            FoundationSpec(letter="k", base="king"),
        ),
        stock=RowStock(kind="row", size=2),
        transfer="free-phase",
        mercy=1,
    )
    game = game_of(rules)
    core = Core.of(game)
    deck = parse_deck("3D3SADAD2D2S3S2SAS3DAS2D", rules)
    for without in ((), tuple(MINE)):
        answer = core.solve(core.start(deck), Effort(config="piles", without=without))
        assert answer.verdict == "winnable"
