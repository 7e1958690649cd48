"""Days whose deals were chosen beforehand: which, and that no other day has changed."""

from __future__ import annotations

import random
from datetime import date, timedelta
from itertools import islice

import pytest

from arfa.analysis.difficulty import Grade, crowd, grade, scale_of
from arfa.deals.daily import FIGURES, FIRST_DAY, candidates, chosen_days, daily_number
from arfa.engine.game import Game
from arfa.rules.load import game_ids, load_game
from arfa.solver.native import Core, Effort
from tests.scale import scale

DAYS = chosen_days()
CHOSEN = sorted(DAYS.passed)


def test_days_before_were_left_as_they_were() -> None:
    assert DAYS.first == date(2027, 1, 1)
    for name in game_ids():
        file = load_game(name).file
        for n in range((DAYS.first - FIRST_DAY).days):
            day = FIRST_DAY + timedelta(n)
            if n % 97 == 0 or day.year == 2026:
                assert daily_number(file, day) == next(candidates(file, day))


def test_every_patience_has_days_chosen() -> None:
    assert sorted(game_ids()) == CHOSEN
    assert min(map(len, DAYS.passed.values())) >= 31
    assert all(set(figures) <= set(FIGURES) for figures in DAYS.passed.values())
    for name, figures in DAYS.passed.items():
        file = load_game(name).file
        last = DAYS.first + timedelta(len(figures) - 1)
        after = last + timedelta(1)
        assert DAYS.has(file, last)
        assert not DAYS.has(file, after)
        assert daily_number(file, after) == next(candidates(file, after))


@pytest.mark.parametrize("name", CHOSEN)
def test_a_chosen_day_can_be_won_and_is_of_medium_difficulty(name: str) -> None:
    """And none that comes before it in its row is both."""
    game = Game.named(name)
    core, file = Core.of(game), game.spec.file
    for n in random.Random(name).sample(range(len(DAYS.passed[name])), scale(3, 30)):
        day = DAYS.first + timedelta(n)
        passed = DAYS.offset(file, day)
        row = list(islice(candidates(file, day), passed + 1))
        assert daily_number(file, day) == row[-1]
        assert _suits(game, core, row[-1])
        assert not any(_suits(game, core, number) for number in row[:-1])


def _suits(game: Game, core: Core, number: int) -> bool:
    deck = core.deck(number)
    found = core.solve(game.start(deck).state, Effort(states=200_000, line=False))
    if found.verdict != "winnable":
        return False
    return scale_of(game) is None or grade(game, crowd(game, [deck])[0]) is Grade.MEDIUM
