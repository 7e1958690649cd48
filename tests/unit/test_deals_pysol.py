"""PySolFC's numbered deals: its very boards, from the number to the text."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from pysol_cards.cards import CardRenderer, createCards
from pysol_cards.deal_game import Game as OtherGame
from pysol_cards.random import shuffle as other_shuffle
from pysol_cards.random_base import RandomBase

from arfa.cards import card_text, parse_card
from arfa.deals import Deal, DealError
from arfa.deals.pysol import LAST_NUMBER, board, board_of, boards, pysol_deck, shuffled
from arfa.engine.game import Game
from arfa.engine.moves import Move
from arfa.rules.dealing import lay_out
from arfa.rules.load import game_ids, load_game
from tests.scale import scale

GOLDEN = (Path(__file__).parents[1] / "vectors" / "pysolfc_golden_boards.txt").read_text("utf-8")
KEYS = {name: key for key, name in boards().items()}
OURS = {
    "small-harp": "small-harp",
    "big-harp": "big-harp",
    "klondike": "klondike",
    "double-klondike": "double-klondike",
    "gargantua": "double-klondike",
    "harp-slope": "big-harp",
}
"""Our patiences that begin on a board of PySolFC, and which."""


def _golden() -> list[tuple[str, int, str]]:
    """The boards that PySolFC dealt: key, number, text."""
    result = []
    for part in GOLDEN.split("## ")[1:]:
        title, _, text = part.partition("\n")
        found = re.match(r"(.+?) (\d+)(?: \(.*)?$", title)
        assert found is not None
        result.append((KEYS[found[1]], int(found[2]), text.rstrip("\n") + "\n"))
    return result


def test_there_are_nine_golden_boards():
    assert len(_golden()) == 9
    assert {key for key, _, _ in _golden()} == set(boards())


@pytest.mark.parametrize(("key", "number", "text"), _golden(), ids=lambda v: str(v)[:24])
def test_golden_board(key, number, text):
    assert str(board(key, number)) == text


@pytest.mark.rule("0.5")
@pytest.mark.parametrize(("game", "key"), OURS.items())
def test_our_layout_is_the_board(game, key):
    """The same card in the same place with the same side up; the first card of the talon is the first one turned."""
    rules = load_game(game).rules
    assert rules.tableau is not None
    for number in (1, 31999, 32000, 93500419852916506624):
        theirs = board(key, number)
        piles = lay_out(rules, Deal("pysol", number).deck(rules))
        for name, column in zip(rules.tableau.pile_names, theirs.columns, strict=True):
            assert piles[name] == list(column)
        assert [c for c, _ in piles["s"]] == list(reversed(theirs.talon))


@pytest.mark.parametrize("name", ["klondike", "double-klondike", "gargantua"])
def test_play_begins_on_the_board(name):
    """And the first draw turns the first card of the talon.  (In the Harps aces that lie open have left already.)"""
    game = Game.named(name)
    theirs = board(OURS[name], 1)
    position = game.start(Deal("pysol", 1).deck(game.spec.rules))
    for i, column in enumerate(theirs.columns, start=1):
        assert list(position.cards(f"t{i}")) == [c for c, _ in column]
        assert position.face_down(f"t{i}") == sum(not up for _, up in column)
    position.push(Move.parse("sw"))
    assert position.cards("w") == (theirs.talon[0],)


def test_which_patiences_have_a_board():
    found = {game: board_of(load_game(game).rules) for game in game_ids()}
    assert {game: key for game, key in found.items() if key is not None} == OURS


@pytest.mark.parametrize(
    "game", ["harp-9", "black-harp", "spider-pauk", "fig288", "gaps", "klondike+small-4x4"]
)
def test_a_patience_without_a_board_says_so(game):
    with pytest.raises(DealError) as caught:
        pysol_deck(load_game(game).rules, 1)
    assert caught.value.message.code == "deal-pysol-none"


def test_variants_of_play_keep_the_board():
    plain = pysol_deck(load_game("klondike").rules, 5)
    assert pysol_deck(load_game("klondike+draw-3+worry-back").rules, 5) == plain


@pytest.mark.parametrize("number", [0, -1, LAST_NUMBER + 1, 10**300])
def test_numbers_that_pysolfc_does_not_have(number):
    with pytest.raises(DealError) as caught:
        board("klondike", number)
    assert caught.value.message.code == "deal-pysol-number"


def test_an_unknown_board_names_the_known_ones():
    with pytest.raises(DealError) as caught:
        board("freecell", 1)
    assert caught.value.message.code == "deal-pysol-board"
    assert "small-harp" in caught.value.message.values["known"]


NUMBERS = [
    *range(1, scale(60, 2000)),
    *range(31990, 32000),
    *range(32001, 32020),
    10**6,
    2**31 - 1,
    2**31,
    2**32,
    2**33 - 1,
    10**10 + 7,
    2**64 + 1,
    10**20 - 1,
    10**20,
]
"""Not 32000, which PySolFC deals by its twister and pysol-cards by the other generator."""


@pytest.mark.parametrize("decks", [1, 2])
def test_the_shuffle_agrees_with_pysol_cards(decks):
    for number in NUMBERS:
        theirs = other_shuffle(createCards(decks), number, RandomBase.DEALS_PYSOLFC)
        found = [("A23456789TJQK"[c.rank - 1] + c.suit_s(), c.id // 52) for c in reversed(theirs)]
        assert [(card_text(c), deck) for c, deck in shuffled(decks, number)] == found


def test_klondike_agrees_with_pysol_cards():
    for number in NUMBERS:
        game = OtherGame("klondike", number, RandomBase.DEALS_PYSOLFC)
        text = game.calc_layout_string(CardRenderer(print_ts=True))
        assert str(board("klondike", number)) == text


def test_where_pysol_cards_is_wrong():
    """Its errors are known, and we do not share them: number 32000, and Small Harp, which it lays out as Klondike."""
    wrong = OtherGame("klondike", 32000, RandomBase.DEALS_PYSOLFC)
    assert wrong.calc_layout_string(CardRenderer(print_ts=True)) != str(board("klondike", 32000))
    harp = OtherGame("small_harp", 1, RandomBase.DEALS_PYSOLFC)
    assert harp.calc_layout_string(CardRenderer(print_ts=True)) != str(board("small-harp", 1))


def test_saint_helena_begins_with_the_aces_and_kings_of_the_first_deck():
    dealt = [c for column in board("st-helena", 7).columns for c, _ in column]
    for text in ("AS", "KS", "AH", "KH", "AC", "KC", "AD", "KD"):
        assert dealt.count(parse_card(text)) == 1
    assert dealt.count(parse_card("9S")) == 2
