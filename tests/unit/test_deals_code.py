"""Share codes: short, forgiving in how they are written, and never wrongly read."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arfa.deals import CodeError, Deal, DealError, decode, encode
from arfa.deals.code import ALPHABET, FIRST, clean, may_be_code
from arfa.deals.permutation import permutations
from arfa.errors import ArfaError
from arfa.rules import load
from arfa.rules.dealing import pack
from arfa.rules.load import GameSpec, RuleError, choose, game_ids, load_game

VECTORS = json.loads((Path(__file__).parents[1] / "vectors" / "codes.json").read_text("utf-8"))
HARP = load_game("small-harp")


@st.composite
def specs(draw: st.DrawFn) -> GameSpec:
    """A patience with any variants that players may choose."""
    file = load_game(draw(st.sampled_from(game_ids()))).file
    words = []
    for key in draw(st.lists(st.sampled_from(list(file.variants)), unique=True, max_size=4)):
        variant = file.variants[key]
        if variant.small:
            continue
        limits = variant.parameter
        words.append(
            key if limits is None else f"{key}={draw(st.integers(limits.min, limits.max))}"
        )
    try:
        return choose(file, words)
    except RuleError:  # these do not go together
        return load_game(file.id)


deals = st.one_of(
    st.builds(Deal, st.just("ours"), st.one_of(st.integers(0, 10**9), st.integers(0, 2**64 - 1))),
    st.builds(Deal, st.just("pysol"), st.one_of(st.integers(1, 10**9), st.integers(1, 10**20))),
    st.builds(Deal, st.just("exact"), st.integers(0, 10**160)),
)


def _fitting(spec: GameSpec, deal: Deal) -> Deal:
    """A deal that the patience has."""
    try:
        deal.check(spec.rules)
    except DealError:
        return Deal("ours", deal.number % 2**64)
    return deal


@pytest.mark.parametrize("vector", VECTORS["codes"], ids=lambda v: f"{v['game']}-{v['deal'][:20]}")
def test_code_vectors(vector):
    """A code that was given away stays what it was as long as the rules do; when they change, it says so."""
    spec = load_game(vector["game"])
    if spec.file.version == vector["version"]:
        deal = Deal.parse(vector["deal"])
        assert encode(spec, deal) == vector["code"]
        assert decode(vector["code"]) == (spec, deal)
    else:
        with pytest.raises(CodeError) as caught:
            decode(vector["code"])
        assert caught.value.message.code == "code-version"


def test_every_patience_has_vectors():
    assert {vector["game"].partition("+")[0] for vector in VECTORS["codes"]} == set(game_ids())


def test_code_numbers_are_used_once():
    codes = [load_game(game).file.code for game in game_ids()]
    assert len(set(codes)) == len(codes)
    assert all(codes)


@given(specs(), deals)
def test_a_code_is_read_as_what_it_was_made_of(spec, deal):
    deal = _fitting(spec, deal)
    code = encode(spec, deal)
    assert decode(code) == (spec, deal)
    assert may_be_code(code)
    assert set(code) <= set(ALPHABET) | {"-"}


@given(specs(), deals, st.randoms(use_true_random=False))
def test_a_code_may_be_written_in_many_ways(spec, deal, random):
    deal = _fitting(spec, deal)
    alike = {"0": "0Oo", "1": "1IiLl", "B": "BbВ", "C": "CcС", "H": "HhН", "M": "MmМ"}
    plain = encode(spec, deal).replace("-", "")
    written = "".join(
        random.choice(alike.get(s, s + s.lower())) + random.choice(["", "", "-", " ", "–"])
        for s in plain
    )
    assert decode(written) == (spec, deal)
    assert Deal.parse(written, spec) == deal


@given(specs(), deals)
def test_every_single_wrong_symbol_is_found(spec, deal):
    code = encode(spec, _fitting(spec, deal)).replace("-", "")
    for place in range(len(code)):
        for symbol in ALPHABET:
            wrong = code[:place] + symbol + code[place + 1 :]
            if wrong != code:
                with pytest.raises(CodeError) as caught:
                    decode(wrong)
                assert caught.value.message.code in ("code-check", "code-first")


@given(specs(), deals)
def test_every_swap_of_neighbours_is_found(spec, deal):
    code = encode(spec, _fitting(spec, deal)).replace("-", "")
    for place in range(len(code) - 1):
        a, b = code[place], code[place + 1]
        if a != b:
            with pytest.raises(CodeError) as caught:
                decode(code[:place] + b + a + code[place + 2 :])
            assert caught.value.message.code in ("code-check", "code-first")


@given(st.text(ALPHABET, min_size=3, max_size=12), st.sampled_from(FIRST))
def test_what_is_read_is_written_in_the_same_way(rest, first):
    """No deal has two codes: whatever can be read is the code that would be given away."""
    for check in ALPHABET:
        text = first + rest + check
        try:
            spec, deal = decode(text)
        except ArfaError:
            continue
        assert clean(encode(spec, deal)) == text


@pytest.mark.parametrize(
    ("game", "number", "symbols"),
    [
        ("small-harp", 10**6 - 1, 7),
        ("small-harp", 10**9 - 1, 9),
        ("gaps", 10**9 - 1, 9),
        ("small-harp+mercy", 10**9 - 1, 10),
        ("small-harp", 2**64 - 1, 16),
    ],
)
def test_codes_are_short(game, number, symbols):
    assert len(encode(load_game(game), Deal("ours", number)).replace("-", "")) == symbols


def test_an_exact_order_has_a_code_as_well():
    for game, symbols in (("small-harp", 49), ("big-harp", 103)):
        rules = load_game(game).rules
        last = Deal("exact", permutations(pack(rules)) - 1)
        code = encode(load_game(game), last)
        assert decode(code)[1] == last
        assert len(code.replace("-", "")) == symbols


@pytest.mark.parametrize("length", range(4, 20))
def test_groups_are_of_three_or_four(length):
    number = 0
    while len(code := encode(HARP, Deal("ours", number)).replace("-", "")) < length:
        number = number * 2 + 1
        if number >= 2**64:
            return
    groups = encode(HARP, Deal("ours", number)).split("-")
    longest, shortest = max(map(len, groups)), min(map(len, groups))
    assert longest <= 4
    assert longest - shortest <= 1
    assert shortest >= (3 if len(code) > 5 else 2)


def test_a_short_deck_has_no_code():
    with pytest.raises(CodeError) as caught:
        encode(load_game("small-harp+small-4x4"), Deal("ours", 1))
    assert caught.value.message.code == "code-small"


@pytest.mark.parametrize("change", [{"code": 0}, {"id": "mine"}, {"code": 900}, {}])
def test_a_patience_of_ones_own_has_no_code(change):
    """Also one that takes over the number or the name of a patience of ours: its rules may be others."""
    data = HARP.file.model_dump(mode="json")
    data["rules"]["worry_back"] = True
    mine = choose(type(HARP.file).model_validate_json(json.dumps({**data, **change})), [])
    with pytest.raises(CodeError) as caught:
        encode(mine, Deal("ours", 1))
    assert caught.value.message.code == "code-none"


def test_a_deal_that_the_patience_does_not_have_has_no_code():
    with pytest.raises(DealError) as caught:
        encode(load_game("gaps"), Deal("pysol", 1))
    assert caught.value.message.code == "deal-pysol-none"


@pytest.mark.parametrize("version", [2, 3, 4, 5, 31])
def test_another_version_of_the_rules_names_both(monkeypatch, version):
    newer = HARP.file.model_copy(update={"version": version})
    monkeypatch.setattr(load, "_built_in", lambda: {"small-harp": newer})
    load_game.cache_clear()
    try:
        code = encode(load_game("small-harp"), Deal("ours", 5))
        assert decode(code)[1] == Deal("ours", 5)
        old = HARP.file.version
        monkeypatch.setattr(load, "_built_in", lambda: {"small-harp": HARP.file})
        load_game.cache_clear()
        with pytest.raises(CodeError) as caught:
            decode(code)
    finally:
        monkeypatch.undo()
        load_game.cache_clear()
    assert caught.value.message.code == "code-version"
    assert dict(caught.value.message.values) == {
        "game": "small-harp",
        "found": version,
        "current": old,
    }
    assert str(version) in str(caught.value)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "code-short"),
        ("---", "code-short"),
        ("B0", "code-short"),
        ("B" * 10_000, "code-long"),
        ("B" * 161, "code-long"),
        ("RXP-7M0U", "code-symbol"),
        ("RXP-7M0*", "code-symbol"),
        ("RXP-7M0Ж", "code-symbol"),
        ("AXP-7M08", "code-first"),
        ("RXP-7M09", "code-check"),
        ("RPX-7M08", "code-check"),
        ("RXP-7M", "code-check"),
    ],
    ids=lambda v: v[:20],
)
def test_what_is_no_code_is_refused_with_a_reason(text, code):
    with pytest.raises(CodeError) as caught:
        decode(text)
    assert caught.value.message.code == code
    assert str(caught.value)


@given(st.text(max_size=40))
def test_hostile_text_is_refused_and_never_more(text):
    try:
        spec, deal = decode(text)
    except ArfaError as error:
        assert str(error)
    else:
        assert clean(encode(spec, deal)) == clean(text)
