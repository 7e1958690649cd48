"""Field report 55: a record of any version of the format loads for ever."""

from __future__ import annotations

import re

import pytest

from arfa.notation import read_record, write_record
from arfa.rules.load import game_ids
from tests.unit.notation_games import VECTORS

CORPUS = sorted((VECTORS / "records").glob("ppn-*/*.ppn"))
RULES = re.compile(r"^\[Rule.*\n", re.MULTILINE)


def test_every_patience_is_in_the_corpus():
    assert set(game_ids()) <= {path.stem for path in CORPUS}


@pytest.mark.parametrize("path", CORPUS, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_records_of_other_days(path):
    text = path.read_text("utf-8")
    record = read_record(text)
    assert record.game_name == path.stem
    assert record.tag("Event") == "corpus"
    assert record.line.nodes[0].comments == ("с этого начинается",)
    assert any(node.variations for node in record.line.nodes)
    assert RULES.sub("", write_record(record, notes=True)) == text
    assert read_record(str(record)) == record
    assert record.position().is_won == (record.result == "won")


def test_a_record_typed_by_hand():
    record = read_record((VECTORS / "records/ppn-1/lax.txt").read_text("utf-8"))
    assert record.tag("Player") == "somebody who writes by hand"
    assert record.tag("Mood") == '"good" \\ better'
    assert str(record).split("\n\n")[1] == (
        "1. t1t2 $1 {the two goes} 2. sw {turned} 3. sw $6 (3. sw (3. sw sw) 4. sw) 4. t5t1 $4 {at last}\n"
        "unfinished\n"
    )
