"""The calendar of the deals of the day: what was played, what was won in time, how many days in a row."""

from __future__ import annotations

import asyncio
from datetime import UTC, date, datetime, timedelta, tzinfo
from typing import Any, ClassVar
from zoneinfo import ZoneInfo

import pytest
from sqlalchemy import update

from arfa.deals import daily
from arfa.deals.daily import FIRST_DAY
from arfa.rules.load import game_ids
from arfa.store.dailies import PlayedDay, Streak, streak
from arfa.store.models import PLAYS
from tests.web.house import Browser, House

NOW = date(2026, 11, 30)
"""The day of these tests: a real one might end while they run."""


class Clock(datetime):
    """The clock of the calendar, which goes only when it is set."""

    moment: ClassVar[datetime]

    @classmethod
    def now(cls, tz: tzinfo | None = None) -> Clock:
        shown = cls.moment.astimezone(tz)
        return cls.combine(shown.date(), shown.timetz())


@pytest.fixture(autouse=True)
def clock(monkeypatch: pytest.MonkeyPatch) -> type[Clock]:
    monkeypatch.setattr(daily, "datetime", Clock)
    monkeypatch.setattr(Clock, "moment", noon(NOW), raising=False)
    return Clock


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


@pytest.mark.parametrize(
    ("moment", "day"),
    [
        ("2026-11-30T23:59:59.999999+00:00", "2026-11-30"),
        ("2026-12-01T00:00:00+00:00", "2026-12-01"),
        # Wherever its players live: in Berlin clocks go back on the 25th of October, forward on the 29th of March.
        ("2026-10-25T01:59:59+02:00", "2026-10-24"),
        ("2026-10-25T02:00:00+02:00", "2026-10-25"),
        ("2026-10-26T00:59:59+01:00", "2026-10-25"),
        ("2026-10-26T01:00:00+01:00", "2026-10-26"),
        ("2026-03-29T00:59:59+01:00", "2026-03-28"),
        ("2026-03-29T01:00:00+01:00", "2026-03-29"),
        ("2026-03-30T01:59:59+02:00", "2026-03-29"),
        ("2026-03-30T02:00:00+02:00", "2026-03-30"),
        ("2026-03-29T02:59:59+03:00", "2026-03-28"),  # Moscow, where they do not
        ("2028-02-29T00:00:00+00:00", "2028-02-29"),
        ("2026-12-31T23:59:59+00:00", "2026-12-31"),
        ("2027-01-01T00:00:00+00:00", "2027-01-01"),
    ],
)
def test_a_day_lasts_from_midnight_to_midnight(
    guest: Browser, clock: type[Clock], moment: str, day: str
) -> None:
    clock.moment = datetime.fromisoformat(moment)
    found = calendar(guest)
    assert found["today"] == day
    assert (found["month"], found["days"][-1]["day"]) == (f"{day[:8]}01", day)
    assert guest.deal("small-harp", "daily")["deal"]["day"] == day


def test_at_midnight_a_new_day_is_dealt_and_the_old_one_is_late(
    house: House, guest: Browser, clock: type[Clock]
) -> None:
    yesterday, tomorrow = NOW - timedelta(1), NOW + timedelta(1)
    win(house, guest.deal("gaps", f"daily:{yesterday}")["id"], noon(yesterday))
    clock.moment = datetime(2026, 11, 30, 23, 59, 59, tzinfo=UTC)
    old = guest.deal("gaps", "daily")
    assert calendar(guest, "gaps")["streak"] == 1
    early = guest.post("/api/plays", {"game": "gaps", "deal": f"daily:{tomorrow}"})
    assert (early.status, early.code) == (422, "daily-future")

    clock.moment = midnight = datetime(2026, 12, 1, tzinfo=UTC)
    assert calendar(guest, "gaps")["streak"] == 0, "the 30th was not won in time"
    new = guest.deal("gaps", "daily")
    assert (old["deal"]["day"], new["deal"]["day"]) == (str(NOW), str(tomorrow))
    assert new["deal"]["text"] != old["deal"]["text"]
    win(house, old["id"], midnight)
    assert of_day(guest, NOW, "gaps") == {"day": str(NOW), "status": "late", "play": old["id"]}
    assert of_day(guest, tomorrow, "gaps")["play"] == new["id"]
    win(house, new["id"], midnight)
    found = calendar(guest, "gaps")
    assert (found["streak"], found["best"]) == (1, 1)


def test_a_row_goes_on_over_a_change_of_clocks(
    house: House, guest: Browser, clock: type[Clock]
) -> None:
    """A player in Berlin who wins at half past three in the morning, each day, has missed none."""
    berlin = ZoneInfo("Europe/Berlin")
    for month, last in ((3, 29), (10, 25)):
        clock.moment = datetime(2026, month, last + 2, 12, tzinfo=UTC)
        for day in range(last - 2, last + 3):
            at = datetime(2026, month, day, 3, 30, tzinfo=berlin)
            win(house, guest.deal("gaps", f"daily:{at:%Y-%m-%d}")["id"], at)
        assert calendar(guest, "gaps")["streak"] == 5


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
