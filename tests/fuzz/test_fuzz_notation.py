"""Hostile texts: whatever is read as PPN or as another program's format is right, or is refused with a typed error.

Three kinds of text: any at all, bytes taken for text, and good texts with something done to them, which come far enough
into a reader to find the doors that are not locked.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from functools import cache
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arfa.deals import Deal
from arfa.engine.game import Game
from arfa.engine.position import Position
from arfa.errors import ArfaError
from arfa.notation import grow, of_position, read_move, read_position, read_record, write_record
from arfa.notation.importers import FORMATS, export, import_text
from arfa.texts import LANGUAGES, say
from tests.scale import scale
from tests.unit.notation_games import FORMATS as TEXTS
from tests.unit.notation_games import random_game

EXAMPLES = scale(120, 5000)
SECONDS = 20
"""No text takes longer: the limits are on its length, on the moves and on the depth of a record."""

hostile = st.one_of(
    st.text(max_size=300),
    st.binary(max_size=300).map(lambda data: data.decode("latin-1")),
    st.text('[](){};$!?/:*-+=^.,"\\ \n\t#09AKTsh♠\ufeff\x00\u2028', max_size=200),
)


@cache
def _good() -> tuple[str, ...]:
    """Good texts of every format."""
    found = []
    for n, name in enumerate(
        [
            "klondike",
            "small-harp+mercy",
            "big-harp+extra-row",
            "black-harp",
            "spider-pauk",
            "gaps+redeals=1",
        ]
    ):
        position, log = random_game(name, n, 25, undo=0.2)
        record = of_position(
            position, deal=Deal("ours", n), line=grow(log), tags={"Player": "Анна"}
        )
        found += [str(record), write_record(record, notes=True), str(position), repr(position)]
        found.append(export("deck", position.game, Deal("ours", n).deck(position.game.rules)))
    klondike, _ = random_game("klondike", 1, 40)
    found.append(export("solvitaire", klondike.game, klondike))
    found += [path.read_text("utf-8") for path in sorted(TEXTS.iterdir()) if path.suffix != ".md"]
    found.append(json.dumps({"id": 1, "deck": found[4]}))
    return tuple(found)


def mutated(random: Random) -> str:
    """A good text to which one to three things were done."""
    text = random.choice(_good())
    for _ in range(random.randint(1, 3)):
        a = random.randrange(len(text) + 1)
        b = min(len(text), a + random.choice([1, 1, 2, 5, 30, 500]))
        piece = text[a:b]
        other = random.choice(_good())
        c = random.randrange(len(other))
        text = text[:a] + random.choice(
            [
                "",
                piece * 2,
                piece[::-1],
                piece.swapcase(),
                random.choice("[](){}\"\\;$!?/:*-+=^.,#\n\t\x00 \ufeff") + piece,
                random.choice(["NaN", "1e999", "-1", "??", "KS KS", "won", "((((", '["', "--", "10", "٣", "ſ"]),
                piece * random.choice([10, 400]),
                other[c : c + 40],
            ]
        ) + text[b:]  # fmt: skip
    return text


texts = st.one_of(hostile, st.randoms(use_true_random=False).map(mutated))


def only_typed(action: Callable[[], Any]) -> Any:
    """What comes out, unless it is an error of this package, which has words in both languages."""
    began = time.perf_counter()
    try:
        return action()
    except ArfaError as error:
        for lang in LANGUAGES:
            assert len(say(error.message, lang)) < 2000
        return None
    finally:
        assert time.perf_counter() - began < SECONDS


@settings(max_examples=EXAMPLES)
@given(texts)
def test_positions(text):
    position = only_typed(lambda: read_position(text))
    if position is not None:
        assert read_position(str(position)) == position
        position.legal_moves()


@settings(max_examples=EXAMPLES)
@given(texts)
def test_records(text):
    record = only_typed(lambda: read_record(text))
    if record is not None:
        assert read_record(str(record)) == record


PLACES = [
    random_game(name, 5, 12)[0]
    for name in (
        "klondike",
        "small-harp+mercy",
        "black-harp",
        "spider-pauk",
        "fig288",
        "big-harp+extra-row",
    )
]
move_texts = st.one_of(
    hostile,
    st.text("twfsox123456789AKQJTCDHSgac0.!-=^ >♠", max_size=14),
    st.from_regex(
        r"([A2-9TJQK]|10)[CDHS][-> ]([A2-9TJQK][CDHS]|[a-z][0-9]{0,2})!?([=^][A2-9TJQK][CDHS])*"
    ),
    st.from_regex(r"[a-z][0-9]{0,2}[a-z][0-9]{0,2}(\.[0-9]{1,2})?!?", fullmatch=True),
)


@settings(max_examples=scale(300, 10_000))
@given(move_texts, st.sampled_from(PLACES))
def test_moves(text, position):
    before = str(position)
    move = only_typed(lambda: read_move(text, position))
    assert str(position) == before
    if move is not None:
        assert move in position.legal_moves()


@settings(max_examples=EXAMPLES)
@given(
    texts,
    st.sampled_from([None, *FORMATS]),
    st.sampled_from([None, "klondike", "small-harp", "big-harp", "gaps"]),
)
def test_importers(text, name, game):
    read = only_typed(lambda: import_text(text, name, game))
    if read is not None:
        assert isinstance(read.start(), Position)
        assert read.notes


@pytest.mark.parametrize(
    "text",
    [
        "[" * 200_000,
        "(" * 200_000,
        "{" * 200_000,
        '{"tableau piles": ' + "[" * 50_000,
        '[Game "small-harp"][Deal "1"]' + "(" * 200_000,
        '[Game "small-harp"][Deal "1"] sw ' + "(sw " * 200_000,
        '[Game "small-harp"][Deal "1"] {' + "\\" * 900_000,
        '[Game "' + "\\" * 900_000,
        '[Game "' + "+x" * 400_000 + '"]',
        '[Game "small-harp"][Deal "' + "9" * 900_000 + '"]',
        '[Game "small-harp"][Deck "' + "5C " * 300_000 + '"]',
        '[Game "small-harp"][Position "' + "t1: 5C / " * 100_000 + '"]',
        '[Game "small-harp"][Deal "1"] ' + "1." * 400_000,
        '[Game "small-harp"][Deal "1"] ' + "1" * 900_000,
        '[Game "small-harp"][Deal "1"] ' + "won with " * 100_000,
        '[Game "small-harp"][Deal "1"] ' + "won" + " " * 900_000,
        '[Game "small-harp"][Deal "1"] sw ' + "$1 " * 300_000,
        '[Game "small-harp"][Deal "1"] sw ' + "{x} " * 250_000,
        '[Game "small-harp"][Deal "1"] sw' + "=5C" * 300_000,
        "small-harp / " + "/" * 900_000,
        "a" + "\n" * 900_000,
        "a" + " /" * 400_000,
        "0" * 900_000,
        "AB" * 40_000 + "C",
        '{"tableau piles": []}\n' + "AB" * 40_000 + "c",
        '{"tableau piles": []}\n' + "=" * 90_000 + "▸",
        "AS" * 400_000,
        "A" * 900_000,
        '{"deck"' * 100_000,
        "\ufeff" * 900_000,
        "\x00" * 900_000,
    ],
    ids=range(31),
)
def test_megabytes_of_garbage(text):
    for action in (
        lambda: import_text(text),
        lambda: read_record(text),
        lambda: read_position(text),
        lambda: read_move(text, PLACES[0]),
        *(lambda name=name: import_text(text, name, "klondike") for name in FORMATS),
    ):
        only_typed(action)


def test_a_name_of_a_patience_is_no_way_in():
    for name in (
        "../klondike",
        "klondike\x00x",
        "klondike+" * 50,
        "klondike+redeals=" + "9" * 5000,
        "__class__",
    ):
        with pytest.raises(ArfaError):
            Game.named(name)
        with pytest.raises(ArfaError):
            read_record(f'[Game "{name}"][Deal "1"]')
