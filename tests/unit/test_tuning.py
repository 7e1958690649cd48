"""``arfa tune``: the same weights each time, files with their provenance, no deal that a figure uses."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from arfa import Game, solve
from arfa.solver import SolverError, Verdict
from arfa.solver.tuning import FIRST_TRAINING_DEAL, Training, Weights, tune
from tests.command_line import run
from tools.vectors import deck_of

NAME = "harp-9+small-5x2"
SHORT = Training(last=FIRST_TRAINING_DEAL + 3, generations=2, population=4, deals=4, width=2)


def test_the_same_training_gives_the_same_weights_and_every_generation_is_told() -> None:
    seen: list[Weights] = []
    first = tune(Game.named(NAME), SHORT, progress=seen.append)
    assert [len(weights.history) for weights in seen] == [1, 2]
    assert tune(Game.named(NAME), SHORT) == first == seen[-1]


def test_a_file_of_weights_comes_back_as_it_was_and_guides_the_search(tmp_path: Path) -> None:
    weights = tune(Game.named(NAME), SHORT)
    file = tmp_path / "weights.json"
    weights.write(file)
    assert Weights.read(file) == weights
    position = Game.named(NAME).start(deck_of(NAME, 1))
    usual = solve(position)
    assert (
        solve(position, weights=weights.in_order()).verdict is usual.verdict is not Verdict.UNKNOWN
    )


@pytest.mark.parametrize("first", [0, 1, FIRST_TRAINING_DEAL - 1])
def test_deals_of_tests_and_figures_are_not_trained_on(first: int) -> None:
    with pytest.raises(SolverError) as caught:
        tune(Game.named(NAME), Training(first=first, last=first + 10))
    assert caught.value.message.code == "tune-deals"


def test_a_patience_whose_search_has_no_weights_says_so() -> None:
    with pytest.raises(SolverError) as caught:
        tune(Game.named("fig288+small-3x2"), SHORT)
    assert caught.value.message.code == "tune-no-weights"


@pytest.mark.parametrize("change", ["", "{}", "[]", '{"format": "arfa-weights 2"}', "\x00\xff"])
def test_what_is_no_file_of_weights(tmp_path: Path, change: str) -> None:
    file = tmp_path / "weights.json"
    file.write_text(change, "latin-1")
    with pytest.raises(SolverError) as caught:
        Weights.read(file)
    assert caught.value.message.code == "weights-file"


def test_the_command(tmp_path: Path) -> None:
    file = tmp_path / "weights.json"
    words = ["tune", NAME, "--out", str(file), "--count", "4", "--generations", "2"]
    done = run(*words, "--population", "4", "--width", "2", lang="ru")
    assert done.exit_code == 0, done
    assert "Поколение 2 из 2" in done.output
    assert json.loads(file.read_text())["game"] == NAME
    assert run("solve", NAME, "1", "--weights", str(file), "--no-line").exit_code in (0, 1)
    assert run("solve", NAME, "1", "--weights", str(tmp_path / "none")).exit_code == 2
