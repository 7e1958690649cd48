"""Players, plays and logs in the database: races, other players, changed rules, broken logs."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event, select

from arfa.deals import Deal
from arfa.engine.game import Game
from arfa.engine.position import IllegalMove
from arfa.store import Action, Play, Session, Sessions, Stale, Store
from arfa.store.errors import LogBroken, PlayUnknown, RulesChanged, StalePlay
from arfa.store.models import METADATA

SW = Action("move", "sw")
Test = Callable[[Store], Coroutine[Any, Any, None]]


@pytest.fixture
def run(place: str) -> Callable[[Test], None]:
    """Run a test with a store, in a file and in PostgreSQL."""

    def runner(test: Test) -> None:
        async def inner() -> None:
            store = Store(place)
            await store.open()
            try:
                await test(store)
            finally:
                await store.close()

        asyncio.run(inner())

    return runner


async def new_play(store: Store, name: str = "small-harp") -> Play:
    player = await store.new_player()
    game = Game.named(name)
    deal = Deal.parse("12345")
    return await store.new_play(player.id, game, deal, deal.deck(game.rules), "playing")


def sessions(store: Store, size: int = 10) -> Sessions:
    return Sessions(store, lambda session: session.course.position.outcome().value, size)


def change(store: Store, statement: str) -> None:
    """What somebody does behind the back of the store."""
    with store.database.engine.begin() as connection:
        connection.exec_driver_sql(statement)


def everything(store: Store) -> list[tuple[Any, ...]]:
    """All rows of all tables, in an order of their own."""
    with store.database.engine.connect() as connection:
        return [
            (table.name, *row)
            for table in METADATA.sorted_tables
            for row in sorted(connection.execute(select(table)).all(), key=repr)
        ]


# ---------------------------------------------------------------------------------------------- players
def test_a_secret_is_stored_nowhere(run: Any, tmp_path: Path) -> None:
    async def test(store: Store) -> None:
        player = await store.new_player()
        assert await store.player_of(player.token) == player.id
        assert await store.player_of(player.id) is None
        assert await store.player_of("") is None
        assert await store.player_of(player.token[:-1]) is None
        assert player.token not in repr(everything(store))
        for path in tmp_path.iterdir():  # noqa: ASYNC240  (nothing else is waiting)
            assert player.token.encode() not in path.read_bytes()

    run(test)


def test_ids_cannot_be_guessed(run: Any) -> None:
    async def test(store: Store) -> None:
        plays = [await new_play(store) for _ in range(5)]
        assert all(len(play.id) == 22 for play in plays)
        assert len({play.id[:8] for play in plays}) == 5

    run(test)


def test_plays_are_listed_for_their_player_alone_the_last_touched_first(run: Any) -> None:
    async def test(store: Store) -> None:
        one = await new_play(store)
        game = Game.named("klondike")
        deal = Deal.parse("1")
        two = await store.new_play(one.player_id, game, deal, deal.deck(game.rules), "playing")
        await new_play(store)
        assert [p.id for p in await store.plays_of(one.player_id, 9)] == [two.id, one.id]
        touched = await store.append(one, SW, "playing", 1)
        assert await store.plays_of(one.player_id, 9) == [touched, two]
        assert await store.plays_of(one.player_id, 1) == [touched]
        assert await store.plays_of("nobody", 9) == []

    run(test)


def test_the_clock_starts_with_the_first_move(run: Any) -> None:
    """Field report 52: a deal that was only looked at has not been played."""

    async def test(store: Store) -> None:
        play = await new_play(store)
        assert play.started is None
        moved = await store.append(play, SW, "playing", 1)
        assert moved.started == moved.updated > play.created
        back = await store.append(moved, Action("undo"), "playing", 0)
        assert back.started == moved.started
        assert (await store.load(play.id, play.player_id))[0] == back

    run(test)


# ---------------------------------------------------------------------------------------------- writers
def test_of_two_writers_one_is_stale(run: Any) -> None:
    async def test(store: Store) -> None:
        play = await new_play(store)
        results = await asyncio.gather(
            *(store.append(play, SW, "playing", 1) for _ in range(8)), return_exceptions=True
        )
        assert sum(isinstance(r, Play) for r in results) == 1
        assert sum(isinstance(r, StalePlay) for r in results) == 7
        after, course = await store.load(play.id, play.player_id)
        assert (after.version, course.made) == (1, 1)

    run(test)


def test_two_servers_on_one_database(run: Any, place: str) -> None:
    """Whoever comes second is told so and sees the present state; both can go on from it."""

    async def test(store: Store) -> None:
        other_store = Store(place)
        await other_store.open()
        one, other = sessions(store), sessions(other_store)
        play = await new_play(store)
        who = play.id, play.player_id
        for server in (one, other):
            await server.open(*who)
        await one.act(*who, 0, SW)
        with pytest.raises(Stale) as stale:
            await other.act(*who, 0, SW)
        assert stale.value.session.play.version == 1
        assert (await other.open(*who)).course.made == 1
        await other.act(*who, 1, SW)
        # The first server has another version in memory than the database, and finds that out.
        session = await one.act(*who, 2, Action("undo"))
        assert (session.play.version, session.course.made) == (3, 1)
        assert (await other.open(*who)).play == session.play
        await other_store.close()

    run(test)


def test_what_another_server_did_is_followed_and_not_folded_anew(run: Any, place: str) -> None:
    async def test(store: Store) -> None:
        other_store = Store(place)
        await other_store.open()
        servers = sessions(store), sessions(other_store)
        play = await new_play(store)
        who = play.id, play.player_id
        for server in servers:
            await server.open(*who)
        loads: list[object] = []
        for each in (store, other_store):
            real = each.load

            async def counting(*which: str, load: Any = real) -> Any:
                loads.append(which)
                return await load(*which)

            each.load = counting  # type: ignore[method-assign, assignment]
        undo, redo = Action("undo"), Action("redo")
        version = 0
        for action in (SW, SW, undo, redo, SW, undo, undo, Action("goto", node=5), SW):
            for server in servers if version % 2 else reversed(servers):
                done = version == (await server.open(*who)).play.version
                if done:
                    await server.act(*who, version, action)
                    version += 1
                    break
        assert version == 9
        one, two = [await server.open(*who) for server in servers]
        assert loads == []
        fresh = await sessions(store).open(*who)
        assert len(loads) == 1
        for session in (one, two):
            assert session.play == fresh.play
            assert session.course.position == fresh.course.position
            assert session.course.version == fresh.course.version == 9
            assert sorted(session.course.nodes) == sorted(fresh.course.nodes)
            assert session.course.undone == fresh.course.undone
        # A log that cannot be followed is told, and not half of it is done.
        await servers[0].act(*who, 9, SW)
        change(store, "UPDATE actions SET move = 't1t1' WHERE version = 10")
        with pytest.raises(LogBroken):
            await servers[1].open(*who)
        change(store, "UPDATE actions SET move = 'sw' WHERE version = 10")
        assert (await servers[1].open(*who)).play.version == 10
        change(store, "DELETE FROM actions")
        change(store, "DELETE FROM plays")
        with pytest.raises(PlayUnknown):
            await servers[1].open(*who)
        await other_store.close()

    run(test)


def test_a_deleted_play_that_nobody_has_begun_is_gone_everywhere(run: Any) -> None:
    async def test(store: Store) -> None:
        server = sessions(store)
        play = await new_play(store)
        await server.open(play.id, play.player_id)
        change(store, "DELETE FROM plays")
        with pytest.raises(PlayUnknown):
            await server.open(play.id, play.player_id)

    run(test)


def test_many_requests_for_one_play_at_once(run: Any) -> None:
    async def test(store: Store) -> None:
        server = sessions(store)
        play = await new_play(store)
        who = play.id, play.player_id
        for version in range(6):
            results = await asyncio.gather(
                *(server.act(*who, version, SW) for _ in range(5)), return_exceptions=True
            )
            assert sum(isinstance(r, Session) for r in results) == 1
            assert sum(isinstance(r, Stale) for r in results) == 4
        after, course = await store.load(*who)
        assert (after.version, course.made) == (6, 6)

    run(test)


def test_a_refused_move_leaves_the_play_as_it_was(run: Any) -> None:
    async def test(store: Store) -> None:
        server = sessions(store)
        play = await new_play(store)
        who = play.id, play.player_id
        with pytest.raises(IllegalMove):
            await server.act(*who, 0, Action("move", "t1t2"))
        assert (await server.act(*who, 0, SW)).play.version == 1

    run(test)


def test_what_is_not_on_disk_is_not_in_memory(run: Any) -> None:
    """If the database fails, the play is where the database says."""

    async def test(store: Store) -> None:
        server = sessions(store)
        play = await new_play(store)
        who = play.id, play.player_id
        await server.act(*who, 0, SW)
        real = store.append

        async def failing(*_: Any) -> Play:
            raise OSError("the disk is full")

        store.append = failing  # type: ignore[method-assign, assignment]
        with pytest.raises(OSError, match="full"):
            await server.act(*who, 1, SW)
        store.append = real  # type: ignore[method-assign]
        session = await server.open(*who)
        assert (session.play.version, session.course.made) == (1, 1)
        assert (await server.act(*who, 1, SW)).play.version == 2

    run(test)


def test_an_action_that_is_broken_off_is_done_or_not_done(run: Any) -> None:
    async def test(store: Store) -> None:
        server = sessions(store)
        play = await new_play(store)
        who = play.id, play.player_id
        for _ in range(10):
            version = (await server.open(*who)).play.version
            task = asyncio.create_task(server.act(*who, version, SW))
            await asyncio.sleep(0.001)
            task.cancel()
            await asyncio.wait([task])
            session = await server.open(*who)
            assert session.play.version == session.course.made
        after, course = await store.load(*who)
        assert after.version == course.made

    run(test)


def test_only_so_many_plays_are_kept_in_memory(run: Any) -> None:
    async def test(store: Store) -> None:
        server = sessions(store, size=2)
        plays = [await new_play(store) for _ in range(4)]
        for play in plays * 2:
            session = await server.open(play.id, play.player_id)
            await server.act(play.id, play.player_id, session.play.version, SW)
            assert len(server._kept) <= 2
        for play in plays:
            assert (await server.open(play.id, play.player_id)).course.made == 2

    run(test)


def test_what_waits_together_is_written_together(run: Any) -> None:
    """In a file the disk takes the time, so that who is in line shares a commit; whoever fails, fails alone."""

    async def test(store: Store) -> None:
        commits: list[object] = []
        event.listen(store.database.engine, "commit", commits.append)
        plays = [await new_play(store) for _ in range(30)]
        commits.clear()
        stale = plays[7]
        await store.append(stale, SW, "playing", 1)
        results = await asyncio.gather(
            *(store.append(play, SW, "playing", 1) for play in plays), return_exceptions=True
        )
        assert isinstance(results[7], StalePlay)
        assert sum(isinstance(result, Play) for result in results) == 29
        for play in plays:
            after, course = await store.load(play.id, play.player_id)
            assert (after.version, course.made) == (1, 1)
        commits.clear()
        again = [result for result in results if isinstance(result, Play)]
        await asyncio.gather(*(store.append(play, SW, "playing", 2) for play in again))
        if store.database.is_sqlite:
            assert len(commits) < 10
        else:
            assert len(commits) == 29

    run(test)


def test_who_does_not_wait_any_more_stops_nobody(run: Any) -> None:
    async def test(store: Store) -> None:
        plays = [await new_play(store) for _ in range(10)]
        tasks = [asyncio.create_task(store.append(play, SW, "playing", 1)) for play in plays]
        await asyncio.sleep(0)
        for task in tasks[::2]:
            task.cancel()
        results = await asyncio.gather(*tasks, return_exceptions=True)
        assert sum(isinstance(result, Play) for result in results) == 5
        await new_play(store)
        for play in plays[1::2]:
            assert (await store.load(play.id, play.player_id))[0].version == 1

    run(test)


def test_an_action_costs_one_transaction(run: Any) -> None:
    async def test(store: Store) -> None:
        server = sessions(store)
        play = await new_play(store)
        await server.open(play.id, play.player_id)
        real, asked = store.database.read, []

        async def counting(query: Any) -> Any:
            asked.append(query)
            return await real(query)

        store.database.read = counting  # type: ignore[method-assign]
        for version in range(5):
            await server.act(play.id, play.player_id, version, SW)
        assert asked == []

    run(test)


# ---------------------------------------------------------------------------------------------- other players
def test_another_players_play_does_not_exist(run: Any) -> None:
    async def test(store: Store) -> None:
        server = sessions(store)
        play = await new_play(store)
        stranger = (await store.new_player()).id
        for _ in range(2):  # not in memory, and in memory
            for ask in (
                server.open(play.id, stranger),
                server.act(play.id, stranger, 0, SW),
                store.load(play.id, stranger),
                server.open("x" * 22, stranger),
            ):
                with pytest.raises(PlayUnknown):
                    await ask
            await server.open(play.id, play.player_id)
        assert (await server.open(play.id, play.player_id)).play == play

    run(test)


# ---------------------------------------------------------------------------------------------- what time does
def test_changed_rules_are_told_and_the_play_is_kept(run: Any) -> None:
    async def test(store: Store) -> None:
        play = await store.append(await new_play(store), SW, "playing", 1)
        for damage in ("rules_hash = '0123456789abcdef'", "game = 'no-such-harp'"):
            change(store, f"UPDATE plays SET {damage}")
            server = sessions(store)
            with pytest.raises(RulesChanged):
                await server.open(play.id, play.player_id)
            with pytest.raises(RulesChanged):
                await server.act(play.id, play.player_id, 1, SW)
        change(store, f"UPDATE plays SET game = '{play.game}', rules_hash = '{play.rules_hash}'")
        assert (await sessions(store).open(play.id, play.player_id)).play == play

    run(test)


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE actions SET move = 't1t1' WHERE version = 2",
        "UPDATE actions SET move = 'rubbish' WHERE version = 2",
        "UPDATE actions SET kind = 'redo', move = NULL WHERE version = 2",
        "UPDATE actions SET version = 7 WHERE version = 3",
        "DELETE FROM actions WHERE version = 2",
        "DELETE FROM actions WHERE version = 3",
        "DELETE FROM actions",
        "UPDATE plays SET deck = 'AS AS'",
        "UPDATE plays SET deck = ''",
        "UPDATE plays SET version = 9",
    ],
)
def test_a_broken_log_is_told_and_left_alone(run: Any, damage: str) -> None:
    async def test(store: Store) -> None:
        play = await new_play(store)
        for moves in (1, 2, 3):
            play = await store.append(play, SW, "playing", moves)
        change(store, damage)
        before = everything(store)
        server = sessions(store)
        with pytest.raises(LogBroken):
            await server.open(play.id, play.player_id)
        with pytest.raises(LogBroken):
            await server.act(play.id, play.player_id, 3, SW)
        assert everything(store) == before

    run(test)
