"""Numbered deals of our own: the generator, the shuffle, and that neither ever changes."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from itertools import islice, pairwise
from pathlib import Path

import pytest

from arfa.deals import deck_text
from arfa.deals.shuffle import Xoshiro256, numbered_deck, shuffled, splitmix64
from arfa.rules.dealing import lay_out, pack
from arfa.rules.load import game_ids, load_game
from tests.scale import scale

VECTORS = json.loads((Path(__file__).parents[1] / "vectors" / "deals.json").read_text("utf-8"))


def test_splitmix64_gives_the_published_outputs():
    expected = [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]
    assert list(islice(splitmix64(1234567), 5)) == expected
    assert next(splitmix64(0)) == 0xE220A8397B1DCDAF


def test_xoshiro256_gives_the_published_outputs():
    source = Xoshiro256([1, 2, 3, 4])
    assert [source.next() for _ in range(10)] == [
        11520,
        0,
        1509978240,
        1215971899390074240,
        1216172134540287360,
        607988272756665600,
        16172922978634559625,
        8476171486693032832,
        10595114339597558777,
        2904607092377533576,
    ]


@pytest.mark.parametrize("vector", VECTORS["splitmix64"], ids=lambda v: v["seed"])
def test_splitmix64_vectors(vector):
    found = islice(splitmix64(int(vector["seed"])), len(vector["outputs"]))
    assert list(map(str, found)) == vector["outputs"]


@pytest.mark.parametrize("vector", VECTORS["xoshiro256**"], ids=lambda v: v.get("seed", "state"))
def test_xoshiro256_vectors(vector):
    source = Xoshiro256(list(map(int, vector["state"])))
    outputs = [str(source.next()) for _ in vector["outputs"]]
    assert outputs == vector["outputs"]
    if "seed" in vector:
        seeded = Xoshiro256.seeded(int(vector["seed"]))
        assert [str(seeded.next()) for _ in outputs] == outputs


@pytest.mark.parametrize("vector", VECTORS["below"], ids=lambda v: str(v["n"]))
def test_bounded_number_vectors(vector):
    source = Xoshiro256.seeded(int(vector["seed"]))
    assert [source.below(vector["n"]) for _ in vector["outputs"]] == vector["outputs"]


@pytest.mark.rule("0.5")
@pytest.mark.parametrize("vector", VECTORS["decks"], ids=lambda v: f"{v['game']}-{v['number']}")
def test_deck_vectors(vector):
    rules = load_game(vector["game"]).rules
    deck = numbered_deck(rules, int(vector["number"]))
    assert deck_text(deck) == vector["deck"]
    assert sorted(deck) == list(pack(rules))
    assert sum(map(len, lay_out(rules, deck).values())) == len(deck)


@pytest.mark.parametrize("name", game_ids())
def test_variants_that_keep_the_cards_keep_the_deck(name):
    spec = load_game(name)
    for key, variant in spec.file.variants.items():
        if variant.small or variant.requires:
            continue
        number = "" if variant.parameter is None else f"={variant.parameter.min}"
        rules = load_game(f"{name}+{key}{number}").rules
        assert numbered_deck(rules, 77) == numbered_deck(spec.rules, 77)


def test_a_bounded_number_is_drawn_again_while_it_is_too_large():
    class Fixed(Xoshiro256):
        def __init__(self, outputs: Sequence[int]) -> None:
            self.outputs = list(outputs)

        def next(self) -> int:
            return self.outputs.pop(0)

    source = Fixed([7 << 61, 6 << 61, 5 << 61, 9])
    assert source.below(6) == 5
    assert source.outputs == [9]
    assert Fixed([2**64 - 1]).below(2**64) == 2**64 - 1
    assert Fixed([2**64 - 1]).below(1) == 0


def _chi_square(counts: Sequence[int], expected: float) -> float:
    return sum((n - expected) ** 2 / expected for n in counts)


def test_all_orders_of_four_cards_are_equally_frequent():
    """24 orders, 23 degrees of freedom: 99.9 % of fair shuffles stay below 49.7.  The numbers are fixed, so that the
    test gives the same answer every time; they are neighbours, as people choose them."""
    deals = scale(4_800, 240_000)
    counts = Counter(shuffled((0, 1, 2, 3), number) for number in range(deals))
    assert len(counts) == 24
    assert _chi_square(list(counts.values()), deals / 24) < 49.7


def test_every_card_comes_to_every_place_equally_often():
    """52 cards in 52 places: 51 * 51 = 2601 degrees of freedom, so 2601 and a standard deviation of 72."""
    deals = scale(2_600, 52_000)
    counts = Counter(
        (place, c)
        for number in range(10**9, 10**9 + deals)
        for place, c in enumerate(shuffled(range(52), number))
    )
    table = [counts[place, c] for place in range(52) for c in range(52)]
    assert abs(_chi_square(table, deals / 52) - 2601) < 3.5 * 72.2


def test_neighbours_in_the_deck_are_independent():
    """The card that follows a card: 52 * 51 pairs, 52 * 50 + 51 degrees of freedom when the first ones are free."""
    deals = scale(2_600, 52_000)
    counts: Counter[tuple[int, int]] = Counter()
    for number in range(deals):
        deck = shuffled(range(52), number)
        counts.update(pairwise(deck[:9]))
    expected = deals * 8 / (52 * 51)
    table = [counts[a, b] for a in range(52) for b in range(52) if a != b]
    assert abs(_chi_square(table, expected) - 2651) < 3.5 * 72.8
