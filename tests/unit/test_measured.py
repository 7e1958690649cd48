"""What was measured of the player who cannot see: that it can be had again, holds, and is what the page says."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from tests.scale import scale
from tools import make_player_page
from tools.calibration import fitted, said, tenths
from tools.measure_player import FIRST, MEASURED, ROWS, TREES, counted, played

MANY = 1500
"""So many decisions of a tenth are of a hundred games or more."""
ALL: list[dict[str, Any]] = json.loads(MEASURED.read_text("utf-8"))


@pytest.mark.parametrize(
    "row", ALL, ids=lambda row: f"{row['name']}-{row['player']}-{row['knows']}"
)
def test_the_games_can_be_played_again(row: dict[str, Any]) -> None:
    made = next(
        made
        for made in ROWS
        if (made.name, made.player, made.knows) == (row["name"], row["player"], row["knows"])
    )
    play = played(made)
    games = range(scale(2, FIRST))
    assert "".join(str(int(play(number)["won"])) for number in games) == row["first"][: len(games)]


def test_counting_goes_on_from_what_was_counted() -> None:
    row, rng = TREES[0], random.Random(1)
    games = [
        {"n": n, "won": rng.random() < 0.5, "s": 0.5, "thought": [rng.random() for _ in range(9)]}
        for n in range(60)
    ]
    at_once, begun = counted(row, games), counted(row, games[:25])
    gone_on = counted(row, games[25:], json.loads(json.dumps(begun)))
    for one, other in zip(at_once.pop("thought"), gone_on.pop("thought"), strict=True):
        assert one == [[k, pytest.approx(said, abs=0.002), *rest] for k, said, *rest in other]
    assert gone_on == at_once


def test_the_fit_sees_a_player_who_boasts() -> None:
    """Somebody who says 80 % and wins half of it is put right, and found wrong without that."""
    half = [[160, 800.0, 400, 1000], [20, 100.0, 50, 1000]]
    assert said(fitted(half), 0.8) == pytest.approx(0.4)
    boasting = [half, [[160, 800.0, 800, 1000], [20, 100.0, 100, 1000]]]
    assert max(abs(tenth.won - tenth.said) for tenth in tenths(boasting)) > 0.1


@pytest.mark.parametrize(
    "row",
    [row for row in ALL if row["player"] == "tree"],
    ids=lambda row: f"{row['name']}-{row['knows']}",
)
def test_he_wins_as_often_as_he_says(row: dict[str, Any]) -> None:
    """What was learnt from half of the games holds in the other half.

    A tenth with few decisions has those of few games, which are won or lost together.
    """
    found = tenths(row["thought"])
    assert sum(tenth.decisions for tenth in found) >= 5000
    firm = [tenth for tenth in found if tenth.decisions >= MANY]
    assert firm
    assert all(abs(tenth.won - tenth.said) < 0.03 for tenth in firm), firm


def test_the_page_says_what_was_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.argv", ["make_player_page", "--check"])
    assert make_player_page.main() == 0
