"""docs/solver.md: its examples run, and it names what there is."""

from __future__ import annotations

import doctest
import inspect
import json
import re
from pathlib import Path

from arfa.cli.solving.entries import entry
from arfa.engine.game import Game
from arfa.solver import Limits, Proof, Verdict, solve
from arfa.solver.api import CHEAP, SAMPLE
from tools.vectors import deck_of

PATH = Path(__file__).parents[2] / "docs" / "solver.md"
DOC = PATH.read_text("utf-8")


def test_the_examples_run() -> None:
    failed, tried = doctest.testfile(str(PATH), module_relative=False)
    assert tried
    assert not failed


def test_every_verdict_proof_and_limit_is_named() -> None:
    table = DOC.split("## Verdicts and proofs")[1].split("##")[0]
    for word in [*(v.value for v in Verdict), *(p.value for p in Proof if p.value)]:
        assert f"`{word}`" in table
    options = DOC.split("| `limits` |")[1].split("\n")[0]
    assert set(re.findall(r"`(\w+)`", options)) == Limits.__annotations__.keys() - {"weights"}
    assert f"every\n  {SAMPLE}th" in DOC or f"every {SAMPLE}th" in DOC
    assert f"{CHEAP:,}" in DOC


def test_the_signatures_are_those_of_the_code() -> None:
    names = re.search(r"`solve\((.*?)\)`", DOC)
    assert names is not None
    assert [p.partition("=")[0].strip(" *") for p in names[1].split(",")] == [
        *inspect.signature(solve).parameters
    ]


def test_the_json_is_what_is_written() -> None:
    lines = re.findall(r"^\{.*\}$", DOC, re.MULTILINE)
    game = Game.named("small-harp")
    found = entry(solve(game.start(deck_of("small-harp", 1))), line=False)
    for line in lines[:2]:
        assert list(json.loads(line)) == ["number", *found]
    assert json.loads(lines[2])["error"].keys() == {"code", "message", "line"}
    table = DOC.split("| field | |")[1].split("\n\n")[0]
    assert set(
        re.findall(r"`(\w+)`", "".join(row.split("|")[1] for row in table.split("\n")[2:] if row))
    ) == {
        "number",
        "error",
        "breaches",
        "line",
        *found,
    }
