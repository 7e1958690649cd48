"""Deals that are proved to be winnable, and what is known of a deal."""

from __future__ import annotations

import json
from itertools import chain, repeat

import pytest

from arfa.analysis.about import About, about, told
from arfa.analysis.dealing import Drawn, draw_winnable, promise
from arfa.analysis.variants import every_variant
from arfa.deals import Deal
from arfa.deals.daily import EASY_NUMBERS
from arfa.engine.game import Game
from arfa.engine.moves import Move
from arfa.solver import Cancel, Verdict, solve
from arfa.texts import LANGUAGES, say
from tests.command_line import run
from tests.scale import scale


def is_proved(game: Game, drawn: Drawn) -> bool:
    """Whether the line that came with a deal wins it."""
    position = game.start(drawn.deal.deck(game.rules))
    for move in drawn.line or ():
        position.push(move)
    return position.is_won


def first_with(game: Game, verdict: Verdict) -> Deal:
    """The first of our deals of which the solver says so."""
    for number in range(1, 1000):
        deal = Deal("ours", number)
        if solve(game.start(deal.deck(game.rules)), line=False).verdict is verdict:
            return deal
    raise AssertionError("no such deal")


# ---------------------------------------------------------------------------------------------- drawing
@pytest.mark.parametrize(
    ("name", "n"),
    [
        ("small-harp", 100),
        ("black-harp", 100),
        ("klondike+draw-3", 100),
        ("big-harp", scale(20, 100)),
        ("harp-9", scale(5, 100)),
        ("spider-pauk", scale(3, 100)),
        ("gaps", scale(1, 20)),
    ],
)
def test_every_deal_comes_with_a_line_that_wins_it(name: str, n: int) -> None:
    """Field report 48."""
    game = Game.named(name)
    proved = 0
    for _ in range(n):
        drawn = draw_winnable(game, seconds=60)
        proved += drawn.proved
        assert drawn.deal.scheme == "ours"
        assert drawn.deal.number < EASY_NUMBERS
        assert Deal.parse(str(drawn.deal)) == drawn.deal
        assert is_proved(game, drawn) == drawn.proved
    assert proved == n


def test_what_cannot_be_won_is_passed_over() -> None:
    game = Game.named("small-harp")
    bad, good = first_with(game, Verdict.UNWINNABLE), first_with(game, Verdict.WINNABLE)
    row = chain([bad, bad, good], repeat(bad))
    drawn = draw_winnable(game, lambda: next(row))
    assert (drawn.deal, drawn.tried, drawn.proved) == (good, 3, True)
    assert promise(drawn).code == "drawn-proved"


def test_nothing_is_claimed_of_what_was_not_proved() -> None:
    game = Game.named("small-harp")
    bad = first_with(game, Verdict.UNWINNABLE)
    drawn = draw_winnable(game, lambda: bad, tries=7)
    assert (drawn.deal, drawn.line, drawn.tried) == (bad, None, 7)
    hard = draw_winnable(Game.named("fig288"), lambda: Deal("ours", 1), tries=2, states=100)
    assert not hard.proved
    for lang in LANGUAGES:
        assert {"ru": "не доказано", "en": "not proved"}[lang] in say(promise(hard), lang).lower()


def test_drawing_can_be_stopped_and_ends_by_itself() -> None:
    stop = Cancel()
    stop.cancel()
    game = Game.named("fig288")
    assert draw_winnable(game, stop=stop).tried == 1
    assert draw_winnable(game, states=10**9, seconds=0.2).tried <= 3


# ---------------------------------------------------------------------------------------------- about a deal
def about_deal(name: str, deal: Deal) -> About:
    """All that is found out."""
    game = Game.named(name)
    deck = deal.deck(game.rules)
    return about(game.start(deck), deck, seconds=60)


@pytest.mark.parametrize("verdict", [Verdict.WINNABLE, Verdict.UNWINNABLE])
def test_what_is_said_of_a_deal_is_what_the_solver_says(verdict: Verdict) -> None:
    game = Game.named("small-harp")
    deal = first_with(game, verdict)
    facts = about_deal("small-harp", deal)
    assert facts.result.verdict is verdict
    assert (facts.grade is not None) == (facts.narrow is not None) == (verdict is Verdict.WINNABLE)
    assert facts.wins is not None
    if verdict is Verdict.UNWINNABLE:
        assert facts.wins == 0
    specs = [spec for spec in every_variant(game.spec) if spec != game.spec]
    assert [other.spec for other in facts.variants] == specs[: len(facts.variants)]
    assert len(facts.variants) >= 5
    for other in facts.variants:
        again = Game(other.spec)
        found = solve(again.start(deal.deck(again.rules)), line=False, states=200_000)
        if Verdict.UNKNOWN not in (found.verdict, other.verdict):
            assert found.verdict is other.verdict


def test_mercy_is_counted_where_it_is_needed() -> None:
    """A deal that cannot be won by the rules needs a breach at least; one that can be won needs none."""
    game = Game.named("small-harp")
    good = about_deal("small-harp", first_with(game, Verdict.WINNABLE)).breaches
    bad = about_deal("small-harp", first_with(game, Verdict.UNWINNABLE)).breaches
    assert good is not None
    assert good.found == 0
    assert bad is not None
    assert bad.least is None or bad.least >= 1
    assert about_deal("gaps+small-4x4", Deal("ours", 1)).breaches is None


def test_a_position_has_facts_but_no_measure() -> None:
    game = Game.named("klondike")
    start = game.start(Deal("ours", 1).deck(game.rules))
    for move in start.legal_moves()[:1]:
        start.push(move)
    facts = about(start, None, seconds=20)
    assert facts.wins is None
    assert facts.grade is None


@pytest.mark.parametrize("lang", LANGUAGES)
def test_all_of_it_has_words(lang: str) -> None:
    for name in ("small-harp", "gaps+small-4x4", "klondike+redeals=2"):
        texts = [say(message, lang) for message in told(about_deal(name, Deal("ours", 3)))]
        assert texts
        assert not any("{" in text or "_" in text for text in texts)


# ---------------------------------------------------------------------------------------------- the command line
def test_deals_that_can_be_won_on_the_command_line() -> None:
    lines = run("deal", "small-harp", "--winnable", "--count", "5", "--json").output.splitlines()
    game = Game.named("small-harp")
    assert len(lines) == 5
    for line in map(json.loads, lines):
        moves = tuple(map(Move.parse, line["proof"].split()))
        assert is_proved(game, Drawn(Deal.parse(line["deal"]), moves, 1))
    assert "proved that this deal can be won" in run("deal", "small-harp", "--winnable").output
    assert "доказано, что" in run("deal", "small-harp", "--winnable", lang="ru").output.lower()
    for words in (["5"], ["--daily"]):
        refused = run("deal", "small-harp", *words, "--winnable")
        assert refused.exit_code == 2
        assert words[0] in refused.stderr


def test_a_game_of_a_deal_that_can_be_won_in_the_terminal(tmp_path: object) -> None:
    begun = run("play", "small-harp", "--winnable", stdin="quit\n", XDG_DATA_HOME=str(tmp_path))
    assert "It is proved that this deal can be won." in begun.output
    assert run("play", "small-harp", "--winnable", "--deal", "5").exit_code == 2


def test_about_a_deal_on_the_command_line() -> None:
    game = Game.named("small-harp")
    good, bad = first_with(game, Verdict.WINNABLE), first_with(game, Verdict.UNWINNABLE)
    text = run("deal", "small-harp", str(good), "--about").output
    assert "This deal can be won" in text
    assert "Small Harp: " in text  # by other rules
    assert "не сходится" in run("deal", "small-harp", str(bad), "--about", lang="ru").output
    found = json.loads(run("deal", "small-harp", str(bad), "--about", "--json").output)["about"]
    assert (found["verdict"], found["grade"], found["wins"]) == ("unwinnable", None, 0)
    assert found["variants"]["small-harp+mercy"] in ("winnable", "unwinnable", "unknown")
