"""docs/rule-language.md: its example is a patience that can be played, and its words are those of the code."""

from __future__ import annotations

import re
import typing
from pathlib import Path

import pytest

from arfa.engine.game import Game
from arfa.engine.moves import Move
from arfa.engine.position import Position
from arfa.rules.load import choose, parse_file
from arfa.rules.spec import BuildSpec, Rules, Spec, TableauSpec

DOC = (Path(__file__).parents[2] / "docs" / "rule-language.md").read_text("utf-8")
EXAMPLE = re.findall(r"```toml\n(.*?)```", DOC, re.DOTALL)


def test_the_example_is_played() -> None:
    (text,) = EXAMPLE
    game = Game(choose(parse_file(text, "thumb-and-pouch.toml"), []))
    position = Position.parse("t1: 9H / t2: 2c 8D / t3: 7D / t4: 6D / s: *", game)
    assert position.is_legal(Move.parse("t2t1"))
    assert not position.is_legal(Move.parse("t3t2")), "the same suit will not do"
    assert position.is_legal(Move.parse("t4t5")), "anything goes into a space"
    three = Game(choose(parse_file(text, "thumb-and-pouch.toml"), ["draw-3"]))
    drawn = three.start(three.pack())
    drawn.push(Move.parse("sw"))
    assert len(drawn.cards("w")) == 3


@pytest.mark.parametrize(
    ("model", "field", "words"),
    [
        (TableauSpec, "groups", 5),
        (TableauSpec, "spaces", 4),
        (BuildSpec, "match", 6),
        (BuildSpec, "direction", 3),
    ],
)
def test_the_table_names_as_many_choices_as_there_are(
    model: type[Spec], field: str, words: int
) -> None:
    assert len(typing.get_args(model.model_fields[field].annotation)) == words


def test_every_part_of_the_rules_is_in_the_table() -> None:
    table = DOC.split("## What can be said")[1].split("## Variants")[0]
    for field in Rules.model_fields:
        assert f"`{field}" in table, field
