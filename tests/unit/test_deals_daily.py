"""The deal of the day: the same for everybody and for ever, another one for each patience and day."""

from __future__ import annotations

import json
from datetime import date, timedelta
from itertools import islice
from pathlib import Path

import pytest

from arfa.deals import Deal, DealError
from arfa.deals.daily import candidates, daily_number, day_of, today
from arfa.deals.shuffle import Xoshiro256, splitmix64
from arfa.rules.load import game_ids, load_game
from tests.command_line import run

VECTORS = json.loads((Path(__file__).parents[1] / "vectors/daily.json").read_text("utf-8"))


@pytest.mark.parametrize("name", game_ids())
def test_days_never_change(name: str) -> None:
    for day, number in VECTORS[name].items():
        assert daily_number(load_game(name).file, date.fromisoformat(day)) == number
        assert Deal.parse(f"daily:{day}", load_game(name)) == Deal("ours", number)


def test_the_number_is_what_the_documents_say() -> None:
    """docs/deals.md: 4294967296 * code + YYYYMMDD begins the generator, and the first 30 bits below 10^9 count."""
    file = load_game("big-harp").file
    source = splitmix64(4294967296 * 2 + 20261130)
    generator = Xoshiro256([next(source) for _ in range(4)])
    while (number := generator.next() >> 34) >= 10**9:
        pass
    assert daily_number(file, date(2026, 11, 30)) == number


def test_days_and_patiences_have_deals_of_their_own() -> None:
    first = date(2026, 1, 1)
    files = [load_game(name).file for name in game_ids()]
    numbers = {daily_number(f, first + timedelta(n)) for f in files for n in range(366)}
    assert len(numbers) == len(files) * 366
    assert all(0 <= number < 10**9 for number in numbers)
    later = list(islice(candidates(files[0], first), 5))
    assert len(set(later)) == 5
    assert later[0] == daily_number(files[0], first)


def test_variants_share_their_day() -> None:
    day = "daily:2026-11-30"
    assert Deal.parse(day, load_game("klondike")) == Deal.parse(day, load_game("klondike+draw-3"))


@pytest.mark.parametrize("text", ["daily", " Daily ", "DAILY"])
def test_today(text: str) -> None:
    before = today()
    found = day_of(text)
    assert found in (before, today())
    game = load_game("gaps")
    assert Deal.parse(text, game).number in {daily_number(game.file, d) for d in (before, today())}


@pytest.mark.parametrize(
    "text", ["", "dailies", "12345", "pysol:1", "day:2026-11-30", "D8E-FVZ-R0Z"]
)
def test_other_deals_are_no_days(text: str) -> None:
    assert day_of(text) is None


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("daily:", "daily-date"),
        ("daily:tomorrow", "daily-date"),
        ("daily:2026-02-30", "daily-date"),
        ("daily:2026-1-1", "daily-date"),
        ("daily:20261130", "daily-date"),
        ("daily:٢٠٢٦-11-30", "daily-date"),
        ("daily:1999-12-31", "daily-early"),
        ("daily:0000-01-01", "daily-date"),
    ],
)
def test_what_is_no_day_is_explained(text: str, code: str) -> None:
    with pytest.raises(DealError) as caught:
        Deal.parse(text, load_game("small-harp"))
    assert caught.value.message.code == code


def test_a_day_needs_its_patience() -> None:
    with pytest.raises(DealError) as caught:
        Deal.parse("daily:2026-11-30")
    assert caught.value.message.code == "deal-needs-game"


def test_on_the_command_line() -> None:
    number = VECTORS["small-harp"]["2026-11-30"]
    for words in (["--daily", "2026-11-30"], ["daily:2026-11-30"]):
        lines = run("deal", "small-harp", *words, "--json").output.splitlines()
        assert [json.loads(line)["deal"] for line in lines] == [str(number)]
    week = run("deal", "small-harp", "--daily", "2026-11-30", "--count", "2", "--json").output
    assert json.loads(week.splitlines()[1])["deal"] == str(VECTORS["small-harp"]["2026-12-01"])
    assert run("deal", "gaps", "--daily", "--code").exit_code == 0
    end = run("deal", "gaps", "--daily", "9999-12-31", "--count", "9", "--code").output
    assert len(end.splitlines()) == 1
    assert "2026-13-01" in run("deal", "gaps", "--daily", "2026-13-01").stderr
    assert "--daily" in run("deal", "gaps", "5", "--daily").stderr
    assert "--daily [ДАТА]" in run("deal", "--help", lang="ru").output
