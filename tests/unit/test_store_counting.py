"""What is counted of a play: when it begins, how long it takes, what a first win is, and that nothing counts twice."""

from __future__ import annotations

import asyncio
import math
import sqlite3
from collections.abc import Callable, Coroutine
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import groupby, pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arfa.deals import Deal
from arfa.engine.game import Game
from arfa.errors import ArfaError
from arfa.solver import solve
from arfa.store import Action, Course, Play, Session, Sessions, Stale, Store, plays
from arfa.store.counting import PAUSE, Reached, at_play, counted

NOON = datetime(2026, 11, 30, 12, tzinfo=UTC)
GAME = "small-harp+small-4x4"
MOVE, UNDO, REDO, RESTART = Action("move", "sw"), Action("undo"), Action("redo"), Action("restart")
GOTO = Action("goto", None, 0)
Test = Callable[[Store], Coroutine[Any, Any, None]]


def dealt() -> Play:
    return Play(
        id="p",
        player_id="q",
        game="small-harp",
        rules_hash="",
        rules_version=1,
        deal="1",
        deck="",
        created=NOON,
        updated=NOON,
        started=None,
        status="playing",
        version=0,
        moves=0,
    )


def follow(*done: tuple[float, Action, str]) -> Play:
    """A play after actions at so many seconds past noon."""
    play = dealt()
    for seconds, action, status in done:
        reached = Reached(status, play.moves + 1 if action is MOVE else max(0, play.moves - 1))
        play = counted(play, action, NOON + timedelta(seconds=seconds), reached)
    return play


# ---------------------------------------------------------------------------------------------- the clock
def test_the_clock_starts_with_the_first_move() -> None:
    """Field report 52: who looks at a deal for an hour has not played it."""
    play = follow((3600, MOVE, "playing"))
    assert (play.started, play.seconds) == (NOON + timedelta(hours=1), 0)
    assert follow((3600, MOVE, "playing"), (3605, MOVE, "playing")).seconds == 5


def test_a_long_pause_counts_for_so_much() -> None:
    play = follow((0, MOVE, "playing"), (30, MOVE, "playing"), (30 + 3600, UNDO, "playing"))
    assert play.seconds == 30 + PAUSE


def test_quick_moves_add_up() -> None:
    """Two hundred moves of 0.4 seconds are 80 seconds, although each alone would be rounded to nothing."""
    assert follow(*((n * 0.4, MOVE, "playing") for n in range(201))).seconds == 80


def test_a_clock_that_goes_back_takes_nothing_away() -> None:
    assert (
        follow((100, MOVE, "playing"), (110, MOVE, "playing"), (50, MOVE, "playing")).seconds == 10
    )


@given(st.lists(st.floats(0, PAUSE - 1), max_size=50), st.floats(0, 1e6))
def test_gaps_add_up_to_the_time_that_has_passed(gaps: list[float], begin: float) -> None:
    """However they are cut: at most one second is lost or won over the whole play, not one a move."""
    at, counted_seconds = NOON + timedelta(seconds=begin), 0
    first = at
    for gap in gaps:
        then, at = at, at + timedelta(seconds=gap)
        counted_seconds += at_play(then, at)
    assert abs(counted_seconds - (at - first).total_seconds()) < 1.01


# ---------------------------------------------------------------------------------------------- the first win
def test_a_win_is_counted_once_and_nothing_changes_it() -> None:
    """Win, undo, win; restart and play on; it stays what it was the first time."""
    first = follow((0, MOVE, "playing"), (10, MOVE, "won"))
    assert (first.won, first.won_moves, first.won_seconds) == (first.updated, 2, 10)
    assert (first.won_clean, first.won_breaches) == (True, 0)
    again = follow(
        (0, MOVE, "playing"),
        (10, MOVE, "won"),
        (20, UNDO, "playing"),
        (30, MOVE, "won"),
        (40, RESTART, "playing"),
        (50, MOVE, "playing"),
    )
    facts = ("won", "won_moves", "won_seconds", "won_clean", "won_breaches")
    assert [getattr(again, name) for name in facts] == [getattr(first, name) for name in facts]
    assert (again.undos, again.seconds, again.status) == (2, 50, "playing")


@pytest.mark.parametrize(
    ("before", "clean"),
    [
        ((), True),
        ((UNDO,), False),
        ((UNDO, REDO), False),
        ((RESTART,), False),
        ((GOTO,), False),
    ],
)
def test_a_clean_win_took_nothing_back(before: tuple[Action, ...], clean: bool) -> None:
    done = [(0.0, MOVE, "playing"), *((1.0, action, "playing") for action in before)]
    assert follow(*done, (2, MOVE, "won")).won_clean is clean
    # What is taken back after the win does not spoil it.
    assert (
        follow(*done, (2, MOVE, "won"), (3, UNDO, "playing"), (4, MOVE, "won")).won_clean is clean
    )


@pytest.mark.parametrize("help_", ["hints", "xrays"])
def test_help_spoils_a_clean_win(help_: str) -> None:
    n = int(help_ == "hints")
    play = replace(follow((0, MOVE, "playing")), hints=n, xrays=1 - n)
    assert not play.clean
    won = counted(play, MOVE, NOON + timedelta(seconds=1), Reached("won", 2))
    assert (won.won_clean, getattr(won, help_)) == (False, 1)


def test_breaches_of_mercy_are_a_fact_of_the_win() -> None:
    play = follow((0, MOVE, "playing"))
    assert counted(play, MOVE, NOON, Reached("won", 2, 3)).won_breaches == 3


# ---------------------------------------------------------------------------------------------- in the database
@pytest.fixture
def run(tmp_path: Path) -> Callable[[Test], None]:
    """Run a test with a store."""

    def runner(test: Test) -> None:
        async def inner() -> None:
            store = Store(str(tmp_path / "games.sqlite3"))
            await store.open()
            try:
                await test(store)
            finally:
                await store.close()

        asyncio.run(inner())

    return runner


async def deal(store: Store, number: int = 1) -> Play:
    player = await store.new_player()
    game, named = Game.named(GAME), Deal.parse(str(number))
    return await store.new_play(player.id, game, named, named.deck(game.rules), "playing")


def winning() -> tuple[int, list[str]]:
    """A small deal that comes out, and how."""
    for number in range(1, 100):
        game = Game.named(GAME)
        verdict = solve(game.start(Deal.parse(str(number)).deck(game.rules)))
        if verdict.line:
            return number, [str(move) for move in verdict.line]
    raise AssertionError


def sessions(store: Store) -> Sessions:
    return Sessions(store, lambda session: session.course.position.outcome().value)


def test_what_is_counted_is_stored_with_the_action(
    run: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    number, line = winning()
    clock = iter(NOON + timedelta(seconds=7 * n) for n in range(1000))
    monkeypatch.setattr(plays, "_now", lambda: next(clock))

    async def test(store: Store) -> None:
        server = sessions(store)
        play = await deal(store, number)
        who = play.id, play.player_id
        for version, move in enumerate(line):
            await server.act(*who, version, Action("move", move))
        stored, course = await store.load(*who)
        assert course.position.is_won
        assert (stored.won_moves, stored.won_clean, stored.undos) == (len(line), True, 0)
        assert stored.seconds == stored.won_seconds == 7 * (len(line) - 1)
        assert stored.won == stored.updated
        for n, kind in enumerate(("undo", "redo", "restart")):
            await server.act(*who, len(line) + n, Action(kind))  # type: ignore[arg-type]
        after, _ = await sessions(store).store.load(*who)
        assert (after.won, after.won_seconds, after.won_clean) == (
            stored.won,
            stored.won_seconds,
            True,
        )
        assert (after.undos, after.seconds) == (2, 7 * (len(line) + 2))

    run(test)


def test_two_tabs_that_win_at_once_win_once(run: Any) -> None:
    """The second of two last moves is stale: it changes no fact of the win."""
    number, line = winning()

    async def test(store: Store) -> None:
        play = await deal(store, number)
        who = play.id, play.player_id
        one, other = sessions(store), sessions(store)
        for version, move in enumerate(line[:-1]):
            await one.act(*who, version, Action("move", move))
        await other.open(*who)
        last = Action("move", line[-1])
        done = await asyncio.gather(
            one.act(*who, len(line) - 1, last),
            other.act(*who, len(line) - 1, last),
            return_exceptions=True,
        )
        assert sorted(type(each).__name__ for each in done) == ["Session", "Stale"]
        assert any(isinstance(each, Session) for each in done)
        stale = next(each for each in done if isinstance(each, Stale))
        stored, _ = await store.load(*who)
        assert (stored.version, stored.won_moves) == (len(line), len(line))
        assert stale.session.play.won == stored.won

    run(test)


def test_a_deal_that_is_only_looked_at_counts_nothing(run: Any) -> None:
    async def test(store: Store) -> None:
        play = await deal(store)
        stored, _ = await store.load(play.id, play.player_id)
        assert (stored.started, stored.seconds, stored.undos, stored.won) == (None, 0, 0, None)

    run(test)


def test_plays_from_before_there_was_counting_are_counted_from_their_logs(tmp_path: Path) -> None:
    """The migration does in SQL what the store does action by action; one of the plays is made to stand as won."""
    file = tmp_path / "games.sqlite3"
    dump = Path(__file__).parents[1] / "vectors" / "store" / "0001.sql"
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.executescript(dump.read_text("utf-8"))
        connection.execute(
            "UPDATE actions SET at = datetime(at, (version * version * 5) || ' seconds')"
        )
        logs = {
            str(play): [
                (str(kind), datetime.fromisoformat(at).replace(tzinfo=UTC)) for _, kind, at in group
            ]
            for play, group in groupby(
                connection.execute(
                    "SELECT play_id, kind, at FROM actions ORDER BY play_id, version"
                ),
                key=lambda row: row[0],
            )
        }
        won = min(logs)
        connection.execute("UPDATE plays SET status = 'won' WHERE id = ?", (won,))
    store = Store(str(file))
    asyncio.run(store.open())
    asyncio.run(store.close())
    with closing(sqlite3.connect(file)) as connection:
        columns = "id, seconds, undos, won_moves = moves, won_seconds, won_clean"
        found = connection.execute(f"SELECT {columns} FROM plays").fetchall()
    assert len(found) == len(logs) == 4
    for play, seconds, undos, *facts in found:
        kinds = [kind for kind, _ in logs[play]]
        moments = [at for _, at in logs[play]]
        assert seconds == sum(at_play(a, b) for a, b in pairwise(moments)) > 0
        assert undos == kinds.count("undo") + kinds.count("restart")
        assert facts == ([1, seconds, undos == 0] if play == won else [None] * 3)


# ---------------------------------------------------------------------------------------------- counted in two ways
@st.composite
def logs(draw: st.DrawFn) -> tuple[int, list[tuple[Action, float]]]:
    """A small deal, and what somebody did with it who was in no hurry; a good part of these games comes out."""
    number = draw(st.integers(1, 40))
    rng = draw(st.randoms(use_true_random=False))
    game = Game.named(GAME)
    deck = Deal.parse(str(number)).deck(game.rules)
    line = [str(move) for move in solve(game.start(deck)).line or ()]
    course = Course(game.start(deck))
    log: list[tuple[Action, float]] = []
    at = rng.uniform(0, 500)
    for _ in range(draw(st.integers(0, 60))):
        at += rng.choice([0.1, 0.7, 3, 20, 119.6, 121, 9000])
        follows = (
            course.made < len(line)
            and [str(ply.move) for ply in course.position.plies] == (line[: course.made])
        )
        if rng.random() < 0.1:
            kind = rng.choice(["undo", "redo", "restart", "goto"])
            node = rng.choice(sorted(course.nodes)) if kind == "goto" else None
            action = Action(kind, None, node)  # type: ignore[arg-type]
        elif follows:
            rest = line[course.made :]
            action = Action("move", " ".join(rest[: rng.choice([1, 1, 1, 3, len(rest)])]))
        else:
            moves = course.position.legal_moves()
            action = Action("move", str(rng.choice(moves))) if moves else Action("undo")
        try:
            log.append((course.do(action), at))
        except ArfaError:
            assert action.kind != "move"  # there may be nothing to take back
    return number, log


@given(logs())
def test_counting_on_the_way_and_counting_afterwards_agree(
    case: tuple[int, list[tuple[Action, float]]],
) -> None:
    """Action by action as the store does it, and once more by one who has only the log before him."""
    number, log = case
    game = Game.named(GAME)
    start = game.start(Deal.parse(str(number)).deck(game.rules))
    course, play = Course(start.copy()), dealt()
    for action, seconds in log:
        exact = course.do(action)
        position = course.position
        reached = Reached(position.outcome().value, course.made, position.breaches)
        play = counted(play, exact, NOON + timedelta(seconds=seconds), reached)

    kinds = [action.kind for action, _ in log]
    assert (play.version, play.moves) == (len(log), course.made)
    assert play.undos == sum(kind not in ("move", "redo") for kind in kinds)
    assert (play.started is None) == (not log)
    clock = [math.floor((NOON + timedelta(seconds=s)).timestamp()) for _, s in log]
    gaps = [min(later - sooner, 120) for sooner, later in pairwise(clock)]
    assert play.seconds == sum(gaps)
    wins = [
        n
        for n in range(1, len(log) + 1)
        if Course.fold(start.copy(), (action for action, _ in log[:n])).position.is_won
    ]
    if not wins:
        assert (play.won, play.won_moves, play.won_seconds, play.won_clean) == (None,) * 4
        return
    first = wins[0]
    assert play.won == NOON + timedelta(seconds=log[first - 1][1])
    assert play.won_seconds == sum(gaps[: first - 1])
    assert play.won_clean == all(kind in ("move", "redo") for kind in kinds[:first])
    assert play.won_moves == Course.fold(start.copy(), (a for a, _ in log[:first])).made
