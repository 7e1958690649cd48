"""Statistics: what counts, what does not, and that the figures follow from the plays."""

from __future__ import annotations

import math
import random
import statistics
from datetime import UTC, date, datetime, timedelta, timezone
from itertools import pairwise
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arfa.intervals import wilson
from arfa.rules.load import load_game
from arfa.store.results import Row, entries
from arfa.store.statistics import Figures, statistics_of
from arfa.store.winnable import expected, share_of, shares

NOON = datetime(2026, 11, 30, 12, tzinfo=UTC)
HASH = load_game("small-harp").rules_hash


def row(n: int, won: bool = False, **more: object) -> Row:
    """The play that was begun ``n`` minutes past noon; each has a deck of its own unless one is named."""
    at = NOON + timedelta(minutes=n)
    result: dict[str, object] = {
        "id": f"p{n:04}",
        "game": "small-harp",
        "rules_hash": HASH,
        "deal": str(n),
        "deck": str(n),
        "origin": "dealt",
        "created": at,
        "updated": at,
        "started": at,
        "status": "won" if won else "playing",
        "moves": 0,
        "seconds": 0,
        "undos": 0,
        "hints": 0,
        "xrays": 0,
        "won": at if won else None,
        "won_moves": 100 + n if won else None,
        "won_seconds": 60 if won else None,
        "won_clean": True if won else None,
        "won_breaches": 0 if won else None,
    }
    return Row(**(result | more))  # type: ignore[arg-type]


def results(*rows: Row) -> list[str]:
    return [entry.result for entry in entries(rows)]


def total(*rows: Row) -> Figures:
    return statistics_of(rows).total


# ---------------------------------------------------------------------------------------------- what counts as what
def test_a_deal_that_was_only_looked_at_is_not_played() -> None:
    """Field report 52: deal, deal anew without a move: nothing is counted."""
    looked = row(1, started=None)
    assert results(looked) == ["looked"]
    figures = statistics_of([looked, row(0)])
    assert (figures.total.played, figures.total.open, figures.total.lost) == (1, 1, 0)
    assert list(statistics_of([looked]).patiences) == []


def test_a_play_is_open_until_a_later_one_of_its_patience_is_begun() -> None:
    assert results(row(0)) == ["open"]
    assert results(row(0), row(1)) == ["lost", "open"]
    assert results(row(0), row(1, won=True)) == ["lost", "won"]
    assert results(row(1), row(0)) == ["lost", "open"], "in the order in which they were begun"
    assert results(row(0), row(1, game="black-harp")) == ["open", "open"]
    assert results(row(0), row(1, game="small-harp+mercy")) == ["open", "open"]
    assert results(row(0), row(1, started=None)) == ["looked", "open"]


def test_a_lost_one_that_is_taken_up_again_can_still_be_won() -> None:
    assert results(row(0, won=True), row(1), row(2)) == ["won", "lost", "open"]


def test_a_deal_counts_once() -> None:
    """Dealt a second time it is known: neither win nor loss; but who begins it has left the other one."""
    assert results(row(0, deck="x"), row(1, won=True, deck="x")) == ["lost", "again"]
    assert results(row(0, won=True, deck="x"), row(1, won=True, deck="x")) == ["won", "again"]
    assert results(row(0, deck="x"), row(1, deck="x", game="black-harp")) == ["open", "open"]
    figures = total(row(0, won=True, deck="x"), row(1, won=True, deck="x"), row(2, deck="x"))
    assert (figures.played, figures.won, figures.again) == (1, 1, 2)
    assert figures.moves is not None
    assert sum(each.wins for each in figures.moves.bins) == 1


@pytest.mark.parametrize("origin", ["position", "record"])
def test_what_did_not_begin_with_a_deal_stands_aside(origin: str) -> None:
    aside = row(1, won=True, origin=origin)
    assert results(row(0), aside) == ["open", "aside"]
    assert results(row(0, origin=origin, deck="x"), row(1, won=True, deck="x")) == ["aside", "won"]
    figures = total(row(0, won=True), aside)
    assert (figures.played, figures.won, figures.aside) == (1, 1, 1)


def test_the_deal_of_the_day_counts() -> None:
    assert results(row(0, origin="daily"), row(1, won=True, origin="daily")) == ["lost", "won"]


# ---------------------------------------------------------------------------------------------- the figures
def test_the_rate_is_that_of_decided_deals() -> None:
    figures = total(row(0, won=True), row(1), row(2, won=True), row(3, won=True), row(4))
    assert (figures.played, figures.won, figures.lost, figures.open) == (5, 3, 1, 1)
    assert figures.rate is not None
    assert figures.rate.share == 0.75
    assert (figures.rate.low, figures.rate.high) == wilson(3, 4)
    assert total(row(0)).rate is None


def test_wilson_is_wilson() -> None:
    """Against the equation that defines it: the bounds are the shares whose own spread just reaches what was seen."""
    for k, n in ((0, 1), (1, 1), (3, 4), (5, 10), (90, 100), (9018, 10000), (0, 50)):
        low, high = wilson(k, n)
        assert 0 <= low <= k / n <= high <= 1
        for bound in (low, high):
            if 0 < bound < 1:
                deviation = abs(k / n - bound) / math.sqrt(bound * (1 - bound) / n)
                assert deviation == pytest.approx(1.959964)
    assert wilson(0, 0) == (0, 1)


def test_streaks() -> None:
    word = "WWLWWWLL"
    figures = total(*(row(n, won=letter == "W") for n, letter in enumerate(word)), row(90))
    streaks = figures.streaks
    assert [(run.won, run.length) for run in streaks.latest] == [
        (True, 2),
        (False, 1),
        (True, 3),
        (False, 2),
    ]
    assert (streaks.longest_won, streaks.longest_lost) == (3, 2)
    assert streaks.current == streaks.latest[-1]
    assert streaks.latest[0].first == NOON
    assert streaks.latest[0].last == NOON + timedelta(minutes=1)
    assert total().streaks.current is None


def test_an_open_deal_does_not_end_a_streak() -> None:
    assert (
        total(row(0, won=True), row(1)).streaks.current == total(row(0, won=True)).streaks.current
    )


def test_moves_and_times_of_wins() -> None:
    moves = [90, 101, 101, 118, 143, 260]
    figures = total(
        *(row(n, won=True, won_moves=m, won_seconds=m * 3) for n, m in enumerate(moves)), row(99)
    )
    assert figures.moves is not None
    spread = figures.moves
    assert (spread.least, spread.least_play, spread.median, spread.most) == (90, "p0000", 101, 260)
    assert [(b.low, b.high) for b in spread.bins] == [(n, n + 20) for n in range(80, 280, 20)]
    assert [b.wins for b in spread.bins] == [1, 3, 0, 1, 0, 0, 0, 0, 0, 1]
    assert figures.times is not None
    assert figures.times.least == 270
    assert {b.high - b.low for b in figures.times.bins} == {60}


def test_wins_of_which_the_time_is_not_known() -> None:
    figures = total(row(0, won=True, won_seconds=None), row(1, won=True, won_clean=None))
    assert figures.times is not None
    assert sum(each.wins for each in figures.times.bins) == 1
    assert (figures.won, figures.clean) == (2, 1)


def test_mercy() -> None:
    figures = total(row(0, won=True, won_breaches=2), row(1, won=True, won_breaches=1), row(2))
    assert (figures.mercy, figures.breaches) == (2, 3)


def test_days_are_the_players_own() -> None:
    late = row(0, started=datetime(2026, 11, 30, 22, 30, tzinfo=UTC))
    early = row(1, won=True, started=datetime(2026, 12, 2, 1, 0, tzinfo=UTC))

    def days(offset: int) -> list[tuple[date, int, int]]:
        found = statistics_of([late, early], timezone(timedelta(minutes=offset))).total
        assert found.unit == "day"
        return [(p.begin, p.played, p.won) for p in found.periods]

    assert days(0) == [
        (date(2026, 11, 30), 1, 0),
        (date(2026, 12, 1), 0, 0),
        (date(2026, 12, 2), 1, 1),
    ]
    assert days(180) == [(date(2026, 12, 1), 1, 0), (date(2026, 12, 2), 1, 1)]
    assert days(-180) == [(date(2026, 11, 30), 1, 0), (date(2026, 12, 1), 1, 1)]


@pytest.mark.parametrize(
    ("zone", "moments"),
    [
        # Clocks go back: the 25th lasts 25 hours.
        (
            "Europe/Berlin",
            {
                "2026-10-24T21:59:59": "2026-10-24",
                "2026-10-24T22:00:00": "2026-10-25",
                "2026-10-25T00:30:00": "2026-10-25",  # half past two for the first time
                "2026-10-25T01:30:00": "2026-10-25",  # and once more
                "2026-10-25T22:59:59": "2026-10-25",
                "2026-10-25T23:00:00": "2026-10-26",
            },
        ),
        # They are put forward: the 29th has 23.
        (
            "Europe/Berlin",
            {
                "2026-03-28T22:59:59": "2026-03-28",
                "2026-03-28T23:00:00": "2026-03-29",
                "2026-03-29T01:00:00": "2026-03-29",
                "2026-03-29T21:59:59": "2026-03-29",
                "2026-03-29T22:00:00": "2026-03-30",
            },
        ),
        # Behind UTC, with the change on another day.
        (
            "America/New_York",
            {
                "2026-11-01T03:59:59": "2026-10-31",
                "2026-11-01T04:00:00": "2026-11-01",
                "2026-11-02T04:59:59": "2026-11-01",
                "2026-11-02T05:00:00": "2026-11-02",
            },
        ),
        # No change at all.
        (
            "Europe/Moscow",
            {
                "2026-03-28T20:59:59": "2026-03-28",
                "2026-03-28T21:00:00": "2026-03-29",
                "2026-10-25T20:59:59": "2026-10-25",
                "2026-10-25T21:00:00": "2026-10-26",
            },
        ),
    ],
)
def test_a_game_belongs_to_its_day_by_the_clock_of_that_day(
    zone: str, moments: dict[str, str]
) -> None:
    rows = [
        row(n, started=datetime.fromisoformat(moment).replace(tzinfo=UTC))
        for n, moment in enumerate(moments)
    ]
    for each, day in zip(rows, moments.values(), strict=True):
        alone = statistics_of([each], ZoneInfo(zone)).total
        assert [(p.begin, p.played) for p in alone.periods] == [(date.fromisoformat(day), 1)]
    # Between the first and the last there are all days, each once, however long they were.
    found = statistics_of(rows, ZoneInfo(zone)).total
    assert sum(p.played for p in found.periods) == len(rows)
    if found.unit == "day":
        begins = [p.begin for p in found.periods]
        assert [one - other for other, one in pairwise(begins)] == [timedelta(1)] * (
            len(begins) - 1
        )
        played = {str(p.begin): p.played for p in found.periods}
        assert played == {day: list(moments.values()).count(day) for day in played}


@pytest.mark.parametrize(
    ("days", "unit"),
    [(0, "day"), (61, "day"), (62, "week"), (420, "week"), (500, "month"), (9000, "year")],
)
def test_long_times_are_told_in_longer_units(days: int, unit: str) -> None:
    found = total(row(0), row(1, started=NOON + timedelta(days=days)))
    assert found.unit == unit
    begins = [p.begin for p in found.periods]
    assert begins == sorted(set(begins))
    assert len(begins) <= 62
    assert found.periods[0].played >= 1
    assert found.periods[-1].played >= 1
    assert sum(p.played for p in found.periods) == 2


# ---------------------------------------------------------------------------------------------- could be won
def test_the_measured_shares_are_of_rules_that_are_played() -> None:
    """When the rules of a patience change, its figures have to be measured again."""
    assert len(shares()) > 20
    for game, rules in shares():
        spec = load_game(game)
        assert (spec.name, spec.rules_hash) == (game, rules)
    for share in shares().values():
        assert share.won + share.lost + share.unknown == share.deals


def test_of_these_deals_so_many_could_be_won() -> None:
    small, pauk = load_game("small-harp"), load_game("spider-pauk+first-deal")
    found = expected(
        [(small.name, small.rules_hash, True)] * 100 + [(pauk.name, pauk.rules_hash, False)] * 10
    )
    assert (found.deals, found.won) == (110, 100)
    assert found.least == pytest.approx(100 * 0.9018 + 10 * 454 / 500)
    assert found.most == pytest.approx(100 * 0.9018 + 10 * 455 / 500)
    assert 90 < found.low < found.least < found.most < found.high < 108


def test_of_what_is_not_measured_nothing_is_said() -> None:
    assert share_of("small-harp+worry-back", load_game("small-harp+worry-back").rules_hash) is None
    assert share_of("small-harp", "0" * 16) is None, "other rules of the same name"
    found = expected([("small-harp+worry-back", HASH, True), ("nothing", "", True)])
    assert (found.deals, found.won, found.unmeasured, found.most, found.high) == (0, 0, 2, 0, 0)
    figures = total(row(0), row(1, rules_hash="0" * 16))
    assert (figures.expected.deals, figures.expected.unmeasured) == (1, 1)


def test_the_spread_of_winnable_deals_holds_for_real_ones() -> None:
    """Draws of deals by a known share stay within the bounds about as often as they should."""
    rng = random.Random(4)
    share = shares()["small-harp", HASH]
    inside = 0
    found = expected([("small-harp", HASH, False)] * 60)
    for _ in range(400):
        could = sum(rng.random() < share.least for _ in range(60))
        inside += found.low <= could <= found.high
    assert 360 <= inside <= 400


# ---------------------------------------------------------------------------------------------- folded in another way
PLAYS = st.lists(
    st.tuples(
        st.sampled_from(["small-harp", "black-harp"]),
        st.sampled_from(["dealt", "dealt", "daily", "record"]),
        st.integers(0, 12),  # the deck
        st.booleans(),  # won
        st.booleans(),  # begun
    ),
    max_size=40,
)


@given(PLAYS, st.randoms(use_true_random=False))
def test_the_figures_agree_with_a_player_who_keeps_a_tally(
    plays: list[tuple[str, str, int, bool, bool]], rng: random.Random
) -> None:
    """One who writes down what happens as it happens, and knows no queries."""
    rows = [
        row(
            n,
            won=won and begun,
            game=game,
            origin=origin,
            deck=str(deck),
            started=NOON + timedelta(minutes=n) if begun else None,
        )
        for n, (game, origin, deck, won, begun) in enumerate(plays)
    ]
    tally = {"won": 0, "lost": 0, "open": 0, "again": 0, "aside": 0}
    lying: dict[str, bool] = {}
    decks: set[tuple[str, str]] = set()
    for each in rows:
        if each.started is None:
            continue
        if each.origin == "record":
            tally["aside"] += 1
            continue
        if lying.pop(each.game, False):
            tally["lost"] += 1
        if (each.game, each.deck) in decks:
            tally["again"] += 1
            continue
        decks.add((each.game, each.deck))
        if each.won:
            tally["won"] += 1
        else:
            lying[each.game] = True
    tally["open"] = len(lying)
    shuffled = rows.copy()
    rng.shuffle(shuffled)
    found = statistics_of(shuffled)
    assert {name: getattr(found.total, name) for name in tally} == tally
    for name in (*tally, "played", "seconds"):
        assert sum(getattr(f, name) for f in found.patiences.values()) == getattr(found.total, name)
    for figures in (found.total, *found.patiences.values()):
        assert figures.played == figures.won + figures.lost + figures.open
        assert sum(p.played for p in figures.periods) == figures.played
        assert sum(p.won for p in figures.periods) == figures.won
        runs = figures.streaks.latest
        assert sum(run.length for run in runs if run.won) == figures.won
        assert sum(run.length for run in runs if not run.won) == figures.lost
        assert all(a.won != b.won for a, b in pairwise(runs))


@given(st.lists(st.integers(0, 100_000), min_size=1, max_size=60))
def test_every_win_lies_in_one_bin(values: list[int]) -> None:
    figures = total(*(row(n, won=True, won_moves=v, won_seconds=v) for n, v in enumerate(values)))
    for spread in (figures.moves, figures.times):
        assert spread is not None
        assert spread.median == statistics.median_low(values)
        assert len(spread.bins) <= 13
        for each in spread.bins:
            assert each.wins == sum(each.low <= v < each.high for v in values)
        assert sum(each.wins for each in spread.bins) == len(values)
        assert all(a.high == b.low for a, b in pairwise(spread.bins))
