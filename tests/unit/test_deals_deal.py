"""The value that names a deal, and everything that a person may type for one."""

from __future__ import annotations

import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arfa.deals import CodeError, Deal, DealError, deck_text, encode
from arfa.deals.daily import EASY_NUMBERS
from arfa.deals.permutation import permutations
from arfa.deals.pysol import pysol_deck
from arfa.deals.shuffle import numbered_deck
from arfa.errors import ArfaError, DeckError
from arfa.rules.dealing import pack
from arfa.rules.load import load_game

HARP = load_game("small-harp")
BIG = load_game("big-harp")
SMALL = load_game("klondike+small-4x4")


@pytest.mark.parametrize(
    ("text", "deal"),
    [
        ("12345", Deal("ours", 12345)),
        (" 007\n", Deal("ours", 7)),
        ("0", Deal("ours", 0)),
        ("#12", Deal("ours", 12)),
        ("№ 12", Deal("ours", 12)),
        ("18446744073709551615", Deal("ours", 2**64 - 1)),
        ("pysol:1", Deal("pysol", 1)),
        ("PySol: 32000", Deal("pysol", 32000)),
        ("perm:0", Deal("exact", 0)),
        ("Perm:12345678901234567890123456789", Deal("exact", 12345678901234567890123456789)),
        ("BC07", Deal("ours", 1)),
        ("rxp-7m08", Deal("ours", 999999)),
    ],
)
def test_what_may_be_typed(text, deal):
    assert Deal.parse(text) == deal
    assert Deal.parse(text, HARP) == deal
    assert Deal.parse(text, HARP.rules) == deal


@given(
    st.one_of(
        st.builds(Deal, st.just("ours"), st.integers(0, 2**64 - 1)),
        st.builds(Deal, st.just("pysol"), st.integers(1, 10**20)),
        st.builds(Deal, st.just("exact"), st.integers(0, 10**150)),
    )
)
def test_the_text_of_a_deal_is_the_deal(deal):
    assert Deal.parse(str(deal)) == deal
    assert str(Deal.parse(str(deal))) == str(deal)
    assert hash(Deal.parse(str(deal))) == hash(deal)
    assert eval(repr(deal)) == deal
    assert pickle.loads(pickle.dumps(deal)) == deal  # noqa: S301


def test_a_deck_is_an_exact_deal():
    deck = numbered_deck(BIG.rules, 3)
    deal = Deal.parse(deck_text(deck), BIG)
    assert deal == Deal.of_deck(deck, BIG.rules)
    assert deal.scheme == "exact"
    assert deal.deck(BIG.rules) == deck
    assert Deal.parse(str(deal)).deck(BIG.rules) == deck


def test_each_scheme_has_its_deck():
    assert Deal("ours", 5).deck(HARP.rules) == numbered_deck(HARP.rules, 5)
    assert Deal("pysol", 5).deck(HARP.rules) == pysol_deck(HARP.rules, 5)
    assert Deal("exact", 0).deck(HARP.rules) == pack(HARP.rules)


def test_random_deals_can_be_typed():
    deals = [Deal.random() for _ in range(100)]
    assert all(deal.scheme == "ours" and 0 <= deal.number < EASY_NUMBERS == 10**9 for deal in deals)
    assert len(set(deals)) > 90


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "deal-unknown"),
        ("   ", "deal-unknown"),
        ("-1", "deal-unknown"),
        ("привет", "deal-unknown"),
        ("٣", "deal-unknown"),
        ("freecell:1", "deal-unknown"),
        ("Urgh", "deal-unknown"),
        ("18446744073709551616", "deal-number"),
        ("1" * 401, "deal-figures"),
        ("1" * 100_000, "deal-figures"),
        ("pysol:", "deal-figures"),
        ("pysol:0", "deal-pysol-number"),
        ("pysol:100000000000000000001", "deal-pysol-number"),
        ("pysol:one", "deal-figures"),
        ("perm:-1", "deal-figures"),
        ("perm:1e9", "deal-figures"),
        ("perm:" + "9" * 401, "deal-figures"),
        ("AS KD", "deal-needs-game"),
        ("NaN", "code-short"),
        ("None", "code-check"),
    ],
    ids=lambda v: v[:20],
)
def test_what_is_no_deal_is_refused_with_a_reason(text, code):
    with pytest.raises(ArfaError) as caught:
        Deal.parse(text)
    assert caught.value.message.code == code


def test_a_deck_with_a_fault_is_refused_with_its_place():
    deck = deck_text(numbered_deck(HARP.rules, 1))
    with pytest.raises(DeckError) as caught:
        Deal.parse("\n " + deck[:-2] + "??", HARP)
    assert caught.value.message.code == "deck-text-card"
    assert caught.value.message.values["line"] == 2
    assert caught.value.message.values["column"] == len(deck)


def test_a_code_of_another_patience_names_both():
    code = encode(load_game("small-harp+mercy"), Deal("ours", 1))
    with pytest.raises(CodeError) as caught:
        Deal.parse(code, HARP)
    assert caught.value.message.code == "code-other"
    assert dict(caught.value.message.values) == {
        "found": "small-harp+mercy",
        "wanted": "small-harp",
    }
    assert Deal.parse(code, load_game("small-harp+mercy")) == Deal("ours", 1)
    assert Deal.parse(code) == Deal("ours", 1)


@pytest.mark.parametrize(
    ("deal", "game", "code"),
    [
        (Deal("pysol", 1), "gaps", "deal-pysol-none"),
        (Deal("exact", permutations(range(52))), "small-harp", "deal-exact-range"),
        (Deal("exact", 10**399), "big-harp", "deal-exact-range"),
    ],
)
def test_a_deal_that_the_patience_does_not_have(deal, game, code):
    with pytest.raises(DealError) as caught:
        deal.deck(load_game(game).rules)
    assert caught.value.message.code == code
    assert str(caught.value)


@pytest.mark.parametrize(
    ("scheme", "number"),
    [
        ("ours", -1),
        ("ours", 2**64),
        ("pysol", 0),
        ("exact", -1),
        ("exact", 10**400),
        ("ours", 10**9999),
    ],
    ids=["below", "above", "pysol", "exact", "endless", "huge"],
)
def test_a_number_that_the_scheme_does_not_have(scheme, number):
    with pytest.raises(DealError) as caught:
        Deal(scheme, number)
    assert str(caught.value)


@given(st.one_of(st.text(max_size=60), st.text("ABCDEFGHMNPRSVWXY0123456789-: ♠", max_size=60)))
def test_hostile_text_is_a_deal_or_a_typed_refusal(text):
    try:
        deal = Deal.parse(text, SMALL)
    except ArfaError as error:
        assert str(error)
    else:
        assert Deal.parse(str(deal)) == deal
