"""docs/notation.md is true: its examples run, its tables are the engine's, its grammar is that of what is written."""

from __future__ import annotations

import doctest
import re
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest
from hypothesis import given, settings

from arfa import errors, notation
from arfa.engine.game import Game
from arfa.engine.moves import Move
from arfa.notation import (
    read_position,
    read_record,
    with_notes,
    write_position,
    write_record,
)
from arfa.notation.importers import FORMATS
from arfa.notation.reader import LIMIT
from arfa.notation.record import MAX_DEPTH, MAX_NODES, MAX_TAGS, MAX_WORDS, TAGS
from arfa.notation.writer import WIDTH
from arfa.rules.load import game_ids
from tests.scale import scale
from tests.unit.notation_games import records

DOC = Path(__file__).resolve().parents[2] / "docs" / "notation.md"
TEXT = DOC.read_text("utf-8")


def _blocks(kind: str) -> list[str]:
    return re.findall(rf"^```{kind}\n(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL)


def _tables() -> list[list[list[str]]]:
    found: list[list[list[str]]] = [[]]
    for line in TEXT.splitlines():
        if line.startswith("| "):
            found[-1].append([cell.strip() for cell in line.strip("|").split(" | ")])
        elif found[-1] and not line.startswith("|-"):
            found.append([])
    return [table for table in found if table]


def test_the_examples_run():
    examples = doctest.DocTestParser().get_doctest(
        "".join(_blocks("python")), {}, DOC.name, str(DOC), 0
    )
    assert len(examples.examples) > 40
    said: list[str] = []
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS, verbose=False)
    runner.run(examples, out=said.append)
    assert runner.failures == 0, "".join(said)


def test_the_positions_are_in_their_exact_form():
    for block in _blocks("ppn-position"):
        assert write_position(read_position(block)) == block.strip()


def test_the_records_are_in_their_exact_form():
    for block in _blocks("ppn-record"):
        name = re.search(r'\[Game "(.*?)"\]', block)
        assert name is not None
        text = block.replace("{rules}", Game.named(name[1]).spec.rules_hash)
        assert write_record(read_record(text)) == text


def test_the_piles_are_those_of_the_patiences():
    rows = {row[0].strip("`"): row[1:] for table in _tables() for row in table if len(row) == 3}
    assert set(game_ids()) <= set(rows)
    for name in [*game_ids(), "big-harp+extra-row", "big-harp+extra-row+row-cover"]:
        piles: list[str] = []
        for word in rows[name][0].split(", "):
            first, _, last = word.partition("..")
            numbers = range(int(first[1:]), int(last[1:]) + 1) if last else ()
            piles += [f"{first[0]}{n}" for n in numbers] or [word]
        assert tuple(piles) == Game.named(name).pile_names, name
        assert (rows[name][1] == "none") == ("s" not in piles)


def test_the_moves_of_the_table_are_moves():
    moves = next(table for table in _tables() if table[1][0] == "`t7t3`")
    for row in moves[1:]:
        for word in re.findall("`(.*?)`", row[0]):
            assert str(Move.parse(word)) == word


def test_tags_formats_and_limits_are_all_named():
    tables = _tables()
    tags = next(table for table in tables if table[0][0] == "tag")
    assert re.findall("`(.*?)`", " ".join(row[0] for row in tags[1:])) == TAGS
    formats = next(table for table in tables if table[0][0] == "format")
    assert set(re.findall("`(.*?)`", " ".join(row[0] for row in formats[1:]))) == set(FORMATS)
    text = " ".join(TEXT.split())
    assert LIMIT == 2**20
    for phrase in (
        f"{MAX_DEPTH} deep",
        f"{MAX_NODES:,} moves",
        f"{MAX_WORDS:,} words",
        f"{MAX_TAGS} tags",
        f"{notation.position.LIMIT:,} characters",
        f"at most {WIDTH} characters wide",
    ):
        assert phrase in text


def test_the_three_errors_have_the_names_of_the_text():
    for name in ("IllFormedMove", "AmbiguousMove"):
        assert issubclass(getattr(notation, name), errors.ArfaError)


# ---------------------------------------------------------------------------------------------- the grammar
_TOKEN = re.compile(
    r"""\s*(?:([a-z]+)|"([^"]*)"|'([^']*)'|/((?:[^/\\]|\\.|\[(?:[^\]\\]|\\.)*\])*)/|([=|,;(){}\[\]]))"""
)


class Part(NamedTuple):
    """A piece of a rule: a name, a text, a pattern, or pieces in a row, to choose from, or to repeat."""

    kind: str
    text: str = ""
    parts: tuple[Part, ...] = ()


class Grammar:
    """EBNF as the text has it, and whether texts obey it."""

    def __init__(self, source: str) -> None:
        self.tokens = [m.groups() for m in _TOKEN.finditer(source)]
        self.at = 0
        self.rules: dict[str, Part] = {}
        while self.at < len(self.tokens):
            name = self.tokens[self.at][0]
            assert name is not None
            self.at += 1
            self._mark("=")
            self.rules[name] = self._alternatives()
            self._mark(";")

    def _mark(self, mark: str) -> None:
        assert self.tokens[self.at][4] == mark, self.tokens[self.at - 3 : self.at + 1]
        self.at += 1

    def _alternatives(self) -> Part:
        return Part("|", parts=tuple(self._several("|", self._sequence)))

    def _sequence(self) -> Part:
        return Part(",", parts=tuple(self._several(",", self._term)))

    def _several(self, mark: str, read: Callable[[], Part]) -> Iterator[Part]:
        yield read()
        while self.tokens[self.at][4] == mark:
            self.at += 1
            yield read()

    def _term(self) -> Part:
        name, double, single, pattern, mark = self.tokens[self.at]
        self.at += 1
        if name is not None:
            return Part("rule", name)
        if pattern is not None:
            return Part("/", pattern)
        if mark is None:
            return Part("text", double if double is not None else single)
        inner = self._alternatives()
        self._mark({"(": ")", "[": "]", "{": "}"}[mark])
        return Part(mark, parts=(inner,))

    def accepts(self, rule: str, text: str) -> bool:
        """Whether a text is what a rule says, in any of the ways in which it can be taken."""
        known: dict[tuple[int, int], frozenset[int]] = {}

        def ends(part: Part, at: int) -> frozenset[int]:
            if (id(part), at) not in known:
                known[id(part), at] = frozenset(found(part, at))
            return known[id(part), at]

        def found(part: Part, at: int) -> Iterable[int]:
            match part.kind:
                case "rule":
                    return ends(self.rules[part.text], at)
                case "text":
                    return [at + len(part.text)] if text.startswith(part.text, at) else []
                case "/":
                    word = re.compile(part.text).match(text, at)
                    return [word.end()] if word else []
                case "|":
                    return {end for one in part.parts for end in ends(one, at)}
                case ",":
                    reached = {at}
                    for one in part.parts:
                        reached = {end for place in reached for end in ends(one, place)}
                    return reached
                case "(":
                    return ends(part.parts[0], at)
                case "[":
                    return {at, *ends(part.parts[0], at)}
            reached, new = {at}, {at}
            while new:
                new = {end for place in new for end in ends(part.parts[0], place)} - reached
                reached |= new
            return reached

        return len(text) in ends(self.rules[rule], 0)


@cache
def grammar() -> Grammar:
    (block,) = _blocks("ebnf")
    return Grammar(block)


@settings(max_examples=scale(40, 500))
@given(records(40))
def test_everything_that_is_written_obeys_the_grammar(record):
    position = record.start()
    assert grammar().accepts("record", write_record(record))
    assert grammar().accepts("record", write_record(record, notes=True))
    assert grammar().accepts("position", write_position(position))
    for move in record.moves:
        text = with_notes(move, position.push(move))
        assert grammar().accepts("noted", text)
        assert grammar().accepts("move", str(move))
    assert grammar().accepts("position", write_position(position))


@pytest.mark.parametrize(
    ("rule", "text"),
    [
        ("position", "small-harp"),
        ("position", "harp-9+redeals=2 / t1: 5c KD / s: -- / redeals: 1"),
        ("position", "small-harp+mercy / t1: -- / mercy: t1 t2 / breaches: 2"),
        ("move", "redeal"),
        ("move", "t3t5.12!"),
        ("noted", "t1t2=AS^AS=9C"),
    ],
)
def test_the_grammar_knows(rule, text):
    assert grammar().accepts(rule, text)


@pytest.mark.parametrize(
    ("rule", "text"),
    [
        ("position", "Small-Harp / t1: 5C"),
        ("position", "small-harp / t1: 10C"),
        ("position", "small-harp/t1: 5C"),
        ("move", "9H-TS"),
        ("move", "t3t5."),
        ("noted", "t1t2=as"),
        ("record", '[Game "small-harp"]\n\nwon'),
        ("record", '[Game "small-harp"]\n\n(1. sw) won\n'),
    ],
)
def test_the_grammar_does_not_know(rule, text):
    assert not grammar().accepts(rule, text)


def test_every_rule_of_the_grammar_is_used():
    used = set(re.findall(r"\b[a-z]+\b", re.sub(r'"[^"]*"|/.*?/ ', "", _blocks("ebnf")[0])))
    assert set(grammar().rules) == used
