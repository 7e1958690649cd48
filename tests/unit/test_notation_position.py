"""Positions as text: lax in, one exact form out, and every fault shown where it stands."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arfa.cards import RANKS, SUITS
from arfa.engine import text as engine_text
from arfa.engine.position import Position
from arfa.engine.text import LIMIT, PositionError
from arfa.notation import read_position, write_position
from arfa.rules.load import RuleError
from arfa.texts import LANGUAGES, say
from tests.scale import scale
from tests.unit.notation_games import NAMES, names, random_game, seeds


# ---------------------------------------------------------------------------------------------- there and back
@settings(max_examples=scale(80, 3000))
@given(names, seeds, st.integers(0, 100))
def test_a_position_is_read_as_it_was_written(name, seed, length):
    position, _ = random_game(name, seed, length)
    text = write_position(position)
    again = read_position(text)
    assert again == position
    assert hash(again) == hash(position)
    assert write_position(again) == text
    assert "\n" not in text
    assert eval(repr(position), {"Position": Position}) == position
    assert again.legal_moves() == position.legal_moves()


@pytest.mark.parametrize("name", NAMES)
def test_the_start_of_every_patience(name):
    position, _ = random_game(name, 1, 0)
    assert read_position(str(position)) == position


@settings(max_examples=scale(60, 2000))
@given(names, seeds, st.integers(0, 60), st.randoms(use_true_random=False))
def test_lax_forms_say_the_same(name, seed, length, random):
    position, _ = random_game(name, seed, length)
    assert read_position(roughened(str(position), random)) == position


def roughened(text: str, random: Random) -> str:
    """The same position as somebody might type it."""
    game, *fields = text.split(" / ")
    random.shuffle(fields)
    lines = [random.choice([game, game.upper(), f"  {game}  "])]
    for field in fields:
        key, _, words = field.partition(":")
        cards = [
            random.choice([w, w.replace("T", "10"), w[:1].lower() + w[1:]])
            for w in words.split()
            if w != "--" or random.random() < 0.9 or len(words.split()) > 1
        ]
        key = random.choice([key, key.upper(), f" {key} "])
        lines.append(f"{key}:{random.choice(['', '  '])}{random.choice([' ', '   ']).join(cards)}")
    result = lines[0]
    for line in lines[1:]:
        gap = random.choice(
            [" / ", "/", "\n", "\r\n", "  # a remark / t1: 5C\n", "\n\n# nothing\n", "//"]
        )
        result += gap + line
    return result


def test_piles_that_are_not_named_are_empty_and_the_star_is_the_rest():
    short = read_position("small-harp / t1: 5s KD QS / s: *")
    assert short.cards("t2") == () == short.cards("w")
    assert len(short.cards("s")) == 49
    assert short.cards("s")[:2] == (0, 1)  # in the order of a new deck
    assert read_position("small-harp / t1: ?* KD / s: --").face_down("t1") == 51
    assert read_position("small-harp / s: 5c * KD".replace("KD", "Kd")).cards("s")[-1] == 25
    rows = read_position("gaps / a: -- 2C * / b: * / c: -- * / d: -- --\t*")
    assert sum(rows.cards(f"{r}{n}") == () for r in "abcd" for n in range(13)) == 4


def test_foundations_in_any_order():
    wanted = read_position("big-harp / f: 3C -- AH 2S -- 2D -- 5S / s: *")
    assert (
        read_position("big-harp / f: 3C AH 2S 5S 2D / s: *") != wanted
    )  # the twins lie the other way
    assert read_position("big-harp / f: AH 3C 2D 2S 5S / s: *").canonical() == wanted.canonical()


def test_a_position_of_a_patience_that_was_named_apart():
    position, _ = random_game("klondike", 3, 20)
    fields = str(position).partition(" / ")[2]
    assert Position.parse(fields, position.game) == position


# ---------------------------------------------------------------------------------------------- faults
FAULTS = [
    ("small-harp klondike / s: *", "position-field", (1, 12)),
    ("small-harp / t1 5C / s: *", "position-field", (1, 14)),
    ("small-harp\ns: *\n  hello", "position-field", (3, 3)),
    ("small-harp / : 5C / s: *", "position-field", (1, 14)),
    ("t1: 5C / s: *", "position-no-game", None),
    ("", "position-no-game", None),
    ("# small-harp", "position-no-game", None),
    ("small-harp / t1: 5C\nT1: 6C / s: *", "position-twice", (2, 1)),
    ("small-harp / redeals: x / s: *", "position-number", (1, 14)),
    ("small-harp / redeals: NaN / s: *", "position-number", (1, 14)),
    ("small-harp / redeals: -1 / s: *", "position-number", (1, 14)),
    ("small-harp / redeals: 1e9 / s: *", "position-number", (1, 14)),
    ("small-harp / redeals: / s: *", "position-number", (1, 14)),
    ("small-harp / redeals: 99999 / s: *", "position-number", (1, 14)),
    ("spider-pauk / phase: end / s: *", "position-phase", (1, 15)),
    ("small-harp / t8: 5C / s: *", "position-pile", (1, 14)),
    ("small-harp / f1: 5C / s: *", "position-pile", (1, 14)),
    ("small-harp / x: 5C / s: *", "position-pile", (1, 14)),
    ("small-harp+mercy / s: * / mercy: t1 t9", "position-pile", (1, 37)),
    ("small-harp / f: AC 2C / s: *", "position-foundation", (1, 20)),
    ("small-harp / f: 2c / s: *", "position-foundation", (1, 17)),
    ("klondike+small-4x4 / f: 5C / s: *", "position-foundation", (1, 25)),
    ("gaps / a: 2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC 2D 3D / b: *", "position-row-long", (1, 50)),
    ("gaps / a: 2C * 3C / b: *", "position-star-last", (1, 14)),
    ("small-harp / t1: * / s: *", "position-star-twice", (1, 25)),
    ("small-harp / s: * *", "position-star-twice", (1, 19)),
    ("small-harp / t1: 5C 6s / s: *", "position-face-down", (1, 21)),
    ("small-harp / t1: * 6s", "position-face-down", (1, 20)),
    ("small-harp / w: 6s / s: *", "position-face-down", (1, 17)),
    ("small-harp / w: ?*", "position-face-down", (1, 17)),
    ("gaps / a: 2c / b: *", "position-face-down", (1, 11)),
    ("small-harp / t1: 5C\nt2: 6D 5C / s: *", "position-extra", (2, 8)),
    ("small-harp / f: 3S / t2: 2S / s: *", "position-extra", (1, 26)),
    ("small-harp / t2: 2S / s: * / f: 3S", "position-extra", (1, 33)),
    ("big-harp / t1: 5C 5C 5C / s: *", "position-extra", (1, 22)),
    ("small-harp / t1: 5C", "position-missing", None),
    ("fig288 / a: *", "position-missing", None),
    ("black-harp / o: 5C 6C / s: *", "position-open-many", (1, 14)),
    ("spider-pauk / s: * / phase: free", "position-phase-stock", (1, 22)),
    ("spider-pauk / u1: * / phase: deal", "position-phase-stock", (1, 23)),
    ("small-harp / s: * / phase: deal", "position-phase-stock", (1, 21)),
    ("harp-9 / s: * / redeals: 4", "position-redeals", (1, 17)),
    ("small-harp / s: * / redeals: 1", "position-redeals", (1, 21)),
    ("small-harp / s: * / breaches: 1", "position-breaches", (1, 21)),
    ("small-harp / s: * / mercy: t1", "position-breaches", (1, 21)),
    ("small-harp+mercy / s: * / mercy: t1 / breaches: 2", "position-breaches", (1, 39)),
    ("small-harp+mercy-max=2 / s: * / breaches: 3", "position-breaches", (1, 33)),
    ("small-harp / t1: ?? / s: *", "position-unknown-card", (1, 18)),
    ("small-harp / t1: 5X / s: *", "position-card", (1, 18)),
    ("small-harp / t1: 11C / s: *", "position-card", (1, 18)),
    ("small-harp / t1: ZC / s: *", "position-card", (1, 18)),
    ("small-harp / t1: NaN / s: *", "position-card", (1, 18)),
    ("small-harp / t1: 5C: / s: *", "position-card", (1, 20)),
    ("small-harp / t1: 10 / s: *", "position-card", (1, 18)),
    ("small-harp / f: * / s: --", "position-card", (1, 17)),
    ("small-harp / s: *" + " " * LIMIT, "text-too-long", None),
]  # fmt: skip


@pytest.mark.parametrize(("source", "code", "place"), FAULTS)
def test_faults_are_shown_where_they_stand(source, code, place):
    with pytest.raises(PositionError) as caught:
        read_position(source)
    message = caught.value.message
    assert message.code == code
    if place is not None:
        assert (message.values["line"], message.values["column"]) == tuple(map(str, place))
    for lang in LANGUAGES:
        assert say(message, lang)


def test_every_fault_that_the_reader_knows_is_among_them():
    source = Path(engine_text.__file__).read_text("utf-8")
    assert set(re.findall(r'"((?:position|text)-[a-z-]+)"', source)) == {
        code for _, code, _ in FAULTS
    }


@pytest.mark.parametrize(
    "name", ["solitaire", "small-harp+nothing", "small-harp+mercy+mercy-max=2", "ſmall"]
)
def test_a_patience_that_does_not_exist(name):
    with pytest.raises(RuleError):
        read_position(f"{name} / s: *")


def test_51_cards_and_a_card_twice():
    whole = [f"{r}{s.lower()}" for s in SUITS for r in RANKS]
    with pytest.raises(PositionError, match="1 card is missing: KS"):
        read_position("small-harp / s: " + " ".join(whole[:-1]))
    with pytest.raises(PositionError, match="king of spades stands 2 times"):
        read_position("small-harp / s: " + " ".join([*whole, "Ks"]))
    with pytest.raises(PositionError, match="ace of clubs stands 2 times"):
        read_position("small-harp / s: " + " ".join([*whole[:-1], "Ac"]))
