"""The calendar of the deals of the day: what was played, what was won in time, how many days in a row."""

from __future__ import annotations

import asyncio
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
from sqlalchemy import update

from arfa.deals.daily import FIRST_DAY, today
from arfa.rules.load import game_ids
from arfa.store.dailies import PlayedDay, Streak, streak
from arfa.store.models import PLAYS
from tests.web.house import Browser, House

NOW = today()


@pytest.fixture
def guest(house: House) -> Browser:
    return house.browser()


def calendar(guest: Browser, game: str = "small-harp", month: str = "") -> Any:
    reply = guest.get(f"/api/daily/{game}?month={month}&lang=en")
    assert reply.status == 200, reply.json
    return reply.json


def of_day(guest: Browser, day: date, game: str = "small-harp") -> Any:
    return next(
        one for one in calendar(guest, game, f"{day:%Y-%m}")["days"] if one["day"] == str(day)
    )


def win(house: House, play: str, when: datetime) -> None:
    """Write the first win of a play into the database, as if it had been won then."""
    change = update(PLAYS).where(PLAYS.c.id == play).values(won=when, status="won")

    async def write() -> None:
        await house.service.store.database.write(lambda connection: connection.execute(change))

    house.loop.run(write())


def noon(day: date) -> datetime:
    return datetime(day.year, day.month, day.day, 12, tzinfo=UTC)


@pytest.mark.parametrize("game", game_ids())
def test_a_month_for_each_patience(guest: Browser, game: str) -> None:
    found = calendar(guest, game)
    assert found["game"] == game
    assert found["today"] == str(NOW)
    assert found["month"] == str(NOW.replace(day=1))
    assert [one["day"] for one in found["days"]] == [
        str(NOW.replace(day=n)) for n in range(1, NOW.day + 1)
    ]
    assert {one["status"] for one in found["days"]} == {"new"}
    assert (found["streak"], found["best"]) == (0, 0)
    assert guest.cookies == {}, "looking makes no player"


def test_a_past_month_is_whole_and_one_to_come_is_refused(guest: Browser) -> None:
    february = calendar(guest, month="2024-02")
    assert len(february["days"]) == 29
    assert calendar(guest, month=str(FIRST_DAY)[:7])["days"][0]["day"] == str(FIRST_DAY)
    for month, code in (
        ("1999-12", "daily-early"),
        ("2999-01", "daily-future"),
        ("2024-13", "daily-month"),
        ("2024", "daily-month"),
        ("9999-12", "daily-future"),
        ("٢٠٢٤-02", "daily-month"),
    ):
        reply = guest.get(f"/api/daily/gaps?month={month}")
        assert (reply.status, reply.code) == (422, code), month
    assert guest.get("/api/daily/no-such-harp").status == 404


def test_a_day_is_new_begun_and_won(house: House, guest: Browser) -> None:
    state = guest.deal("small-harp", "daily")
    assert of_day(guest, NOW) == {"day": str(NOW), "status": "new", "play": state["id"]}
    guest.act(state, "move", "sw")
    assert of_day(guest, NOW)["status"] == "begun"
    assert of_day(guest, NOW, "klondike")["play"] is None
    assert of_day(guest, NOW, "small-harp+worry-back")["play"] is None
    assert of_day(house.browser(), NOW)["play"] is None, "another player's"
    win(house, state["id"], noon(NOW))
    assert of_day(guest, NOW)["status"] == "won"
    # Dealt once more, it stays won.
    again = guest.deal("small-harp", "daily")
    guest.act(again, "move", "sw")
    assert of_day(guest, NOW) == {"day": str(NOW), "status": "won", "play": state["id"]}


def test_the_same_number_typed_is_not_the_day(guest: Browser) -> None:
    number = guest.deal("small-harp", "daily")["deal"]["text"]
    other = guest.house.browser()
    other.deal("small-harp", number)
    assert of_day(other, NOW)["play"] is None


def test_a_win_in_time_makes_a_row_and_a_late_one_does_not(house: House, guest: Browser) -> None:
    days = [NOW - timedelta(n) for n in range(5)]  # today, yesterday and so on
    plays = [guest.deal("gaps", f"daily:{day}")["id"] for day in days]
    win(house, plays[1], noon(days[1]))
    win(house, plays[2], noon(days[2]))
    win(house, plays[3], noon(days[3]) + timedelta(days=1))
    win(house, plays[4], noon(days[4]))
    found = calendar(guest, "gaps")
    assert (found["streak"], found["best"]) == (2, 2)
    assert of_day(guest, days[3], "gaps")["status"] == "late"
    assert of_day(guest, days[2], "gaps")["status"] == "won"
    win(house, plays[0], noon(days[0]))
    found = calendar(guest, "gaps")
    assert (found["streak"], found["best"]) == (3, 3)


def played(*offsets: int) -> list[PlayedDay]:
    days = [NOW - timedelta(n) for n in offsets]
    return [PlayedDay(day, "x", "won", 1, noon(day)) for day in days]


@pytest.mark.parametrize(
    ("offsets", "now", "best"),
    [
        ((), 0, 0),
        ((0,), 1, 1),
        ((1,), 1, 1),
        ((2,), 0, 1),
        ((0, 2), 1, 1),
        ((5, 6, 7, 8), 0, 4),
        ((1, 2, 5, 6, 7), 2, 3),
        ((0, 1, 2, 3), 4, 4),
    ],
)
def test_rows(offsets: tuple[int, ...], now: int, best: int) -> None:
    assert streak(played(*offsets), NOW) == Streak(now, best)
    assert streak(reversed(played(*offsets)), NOW) == Streak(now, best)


@pytest.mark.parametrize(
    ("hour", "status"),
    [(timedelta(0), "won"), (timedelta(hours=23, minutes=59), "won"), (timedelta(days=1), "late")],
)
def test_the_day_is_a_day_of_utc(
    house: House, guest: Browser, hour: timedelta, status: str
) -> None:
    day = NOW - timedelta(3)
    play = guest.deal("gaps", f"daily:{day}")["id"]
    win(house, play, datetime(day.year, day.month, day.day, tzinfo=UTC) + hour)
    assert of_day(guest, day, "gaps")["status"] == status


def test_reading_does_not_wait_for_other_players(house: House) -> None:
    """Twenty players at once each see their own."""

    async def all_at_once() -> list[Any]:
        browsers = [house.browser() for _ in range(20)]
        for browser in browsers:
            await browser.ask_soon("POST", "/api/plays", b'{"game": "gaps", "deal": "daily"}')
        return await asyncio.gather(*(b.ask_soon("GET", "/api/daily/gaps") for b in browsers))

    replies = house.loop.run(all_at_once())
    plays = {reply.json["days"][-1]["play"] for reply in replies}
    assert len(plays) == 20
