"""Opening databases: new ones, old ones, damaged ones; nothing that was stored is ever lost by it."""

from __future__ import annotations

import asyncio
import hashlib
import os
import re
import sqlite3
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Boolean, Column, DateTime, MetaData, insert

from arfa.deals import Deal
from arfa.engine.game import Game
from arfa.store import Action, Play, Store, default_database
from arfa.store.database import Database, database_url
from arfa.store.errors import DatabaseError
from arfa.store.migrate import HEAD, backup_of
from arfa.store.models import METADATA
from tests.postgres import Cluster, name_of

GAMES = 30
DUMPS = Path(__file__).parents[1] / "vectors" / "store"


def with_store(place: Path | str, use: Callable[[Store], object] | None = None) -> None:
    """Open a store, use it, close it."""

    async def run() -> None:
        store = Store(str(place))
        try:
            await store.open()
            if use is not None:
                result = use(store)
                if asyncio.iscoroutine(result):
                    await result
        finally:
            await store.close()

    asyncio.run(run())


async def fill(store: Store) -> Play:
    """A play with three actions."""
    player = await store.new_player()
    game = Game.named("small-harp")
    deal = Deal.parse("12345")
    play = await store.new_play(player.id, game, deal, deal.deck(game.rules), "playing")
    for action in (Action("move", "sw"), Action("move", "sw"), Action("undo")):
        play = await store.append(play, action, "playing", 1)
    return play


def rows(file: Path, table: str) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(file)) as connection:
        return connection.execute(f"SELECT * FROM {table}").fetchall()


def digests(folder: Path) -> dict[str, str]:
    return {f.name: hashlib.sha256(f.read_bytes()).hexdigest() for f in sorted(folder.iterdir())}


# ---------------------------------------------------------------------------------------------- where
def test_the_place_of_the_database() -> None:
    assert default_database({"ARFA_DATABASE": "/there/x.db"}) == "/there/x.db"
    assert default_database({"XDG_DATA_HOME": "/data"}) == "/data/arfa/arfa.sqlite3"
    home = str(Path("~/.local/share/arfa/arfa.sqlite3").expanduser())
    assert default_database({}) == home
    assert default_database({"XDG_DATA_HOME": "relative"}) == home


@pytest.mark.parametrize(
    ("place", "url"),
    [
        ("/there/x.db", "sqlite+pysqlite:////there/x.db"),
        ("sqlite:////there/x.db", "sqlite+pysqlite:////there/x.db"),
        ("postgresql://me@host/arfa", "postgresql+psycopg://me@host/arfa"),
        ("postgres://me@host/arfa", "postgresql+psycopg://me@host/arfa"),
        ("postgresql+psycopg://me@host/arfa", "postgresql+psycopg://me@host/arfa"),
    ],
)
def test_a_database_is_named_by_path_or_url(place: str, url: str) -> None:
    assert str(database_url(place)) == url


@pytest.mark.parametrize(
    "place", ["mysql://x/y", "sqlite://", "http://x", "://", "postgresql://x:y:z/"]
)
def test_what_is_no_database_is_refused(place: str) -> None:
    with pytest.raises(DatabaseError) as refused:
        database_url(place)
    assert refused.value.message.code == "database-url"


def test_a_password_is_not_told() -> None:
    url = database_url("postgresql://me:secret@host/arfa")
    assert "secret" not in url.render_as_string(hide_password=True)


# ---------------------------------------------------------------------------------------------- new and old
def test_a_new_database_appears_with_its_folder(tmp_path: Path) -> None:
    file = tmp_path / "a" / "b" / "games.sqlite3"
    with_store(file, fill)
    assert len(rows(file, "actions")) == 3
    assert rows(file, "alembic_version") == [(HEAD,)]


def test_a_commit_is_on_disk_when_it_returns(tmp_path: Path) -> None:
    """WAL and FULL: a power cut after the answer takes nothing away."""

    async def look(store: Store) -> None:
        def pragmas(connection: object) -> list[object]:
            names = ("journal_mode", "synchronous", "foreign_keys", "busy_timeout")
            return [
                connection.exec_driver_sql(f"PRAGMA {name}").scalar()  # type: ignore[attr-defined]
                for name in names
            ]

        for ask in (store.database.read, store.database.write):
            assert await ask(pragmas) == ["wal", 2, 1, 10000]

    with_store(tmp_path / "games.sqlite3", look)


def test_models_and_migrations_agree(place: str) -> None:
    def compare(store: Store) -> None:
        with store.database.engine.connect() as connection:
            context = MigrationContext.configure(connection, opts={"compare_type": True})
            assert compare_metadata(context, METADATA) == []

    with_store(place, compare)


def test_the_tables_are_what_the_models_say(tmp_path: Path) -> None:
    """Constraints included, which the comparison above does not see."""
    migrated = tmp_path / "migrated.sqlite3"
    with_store(migrated)
    made = Store(str(tmp_path / "made.sqlite3"))
    METADATA.create_all(made.database.engine)
    asyncio.run(made.close())

    def schema(file: Path) -> dict[str, tuple[str, list[str]]]:
        with closing(sqlite3.connect(file)) as connection:
            found = connection.execute("SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL")
            # The order of the parts of a table has no meaning, and a table that was made anew has a name in quotes.
            return {
                name: (
                    " ".join((sql[: sql.index("(")] + sql[sql.rindex(")") :]).split()).replace(
                        '"', ""
                    ),
                    sorted(
                        " ".join(part.split())
                        for part in re.split(
                            r",(?![^(]*\))", sql[sql.index("(") + 1 : sql.rindex(")")]
                        )
                    ),
                )
                for name, sql in found
                if name != "alembic_version"
            }

    assert schema(migrated) == schema(tmp_path / "made.sqlite3")


def test_the_program_knows_the_last_migration() -> None:
    config = Config()
    config.set_main_option("script_location", "arfa.store:migrations")
    script = ScriptDirectory.from_config(config)
    assert script.get_heads() == [HEAD]
    dumped = {file.stem for file in DUMPS.glob("*.sql")}
    assert {revision.revision for revision in script.walk_revisions()} == dumped, (
        "every schema that ever was has a dump with games in it, which loads for ever"
    )


@pytest.mark.parametrize("dump", sorted(DUMPS.glob("*.sql")), ids=lambda file: file.stem)
def test_a_database_of_every_schema_comes_up_with_its_games(tmp_path: Path, dump: Path) -> None:
    file = tmp_path / "games.sqlite3"
    with closing(sqlite3.connect(file)) as connection:
        connection.executescript(dump.read_text("utf-8"))
    before = rows(file, "plays"), rows(file, "actions")

    async def look(store: Store) -> None:
        for play_id, player_id in [(str(p[0]), str(p[1])) for p in before[0]]:
            play, course = await store.load(play_id, player_id)
            assert course.made == play.moves
            await store.append(play, Action("undo"), "playing", play.moves - 1)

    with_store(file, look)
    assert rows(file, "alembic_version") == [(HEAD,)]
    assert len(rows(file, "actions")) == len(before[1]) + len(before[0])
    copy = tmp_path / f"games.sqlite3.schema-{dump.stem}"
    assert copy.exists() == (dump.stem != HEAD), "before tables are changed they are copied"


@pytest.mark.parametrize("dump", sorted(DUMPS.glob("*.sql")), ids=lambda file: file.stem)
def test_a_postgresql_of_every_schema_comes_up_with_its_games(
    postgres: Cluster, dump: Path
) -> None:
    """The tables as the migrations up to then make them, and the rows of the dump in them."""
    url = postgres.database()
    old = sqlite3.connect(":memory:")
    old.executescript(dump.read_text("utf-8"))
    database = Database(url)
    with database.engine.begin() as connection:
        config = Config()
        config.set_main_option("script_location", "arfa.store:migrations")
        config.attributes["connection"] = connection
        command.upgrade(config, dump.stem)
        tables = MetaData()
        tables.reflect(connection)
        for table in tables.sorted_tables:
            found = old.execute(f'SELECT * FROM "{table.name}"')
            names = [column[0] for column in found.description]
            assert set(names) == set(table.columns.keys())
            rows = [
                {name: _typed(value, table.c[name]) for name, value in zip(names, row, strict=True)}
                for row in found
                if table.name != "alembic_version"
            ]
            if rows:
                connection.execute(insert(table), rows)
    plays = old.execute("SELECT id, player_id, version, moves FROM plays").fetchall()
    assert plays
    old.close()
    asyncio.run(database.close())

    async def look(store: Store) -> None:
        for play_id, player_id, version, moves in plays:
            play, course = await store.load(play_id, player_id)
            assert (play.version, play.moves, course.made) == (version, moves, moves)
            await store.append(play, Action("undo"), "playing", moves - 1)

    with_store(url, look)
    with_store(url)  # and once more, with nothing to be done


def _typed(value: object, column: Column[Any]) -> object:
    """A value of SQLite as PostgreSQL wants it."""
    if isinstance(column.type, DateTime) and isinstance(value, str):
        return datetime.fromisoformat(value).replace(tzinfo=UTC)
    if isinstance(column.type, Boolean) and value is not None:
        return bool(value)
    return value


def test_several_may_open_a_new_postgresql_at_once(postgres: Cluster) -> None:
    url = postgres.database()

    async def run() -> None:
        stores = [Store(url) for _ in range(4)]
        await asyncio.gather(*(store.open() for store in stores))
        plays = await asyncio.gather(*(fill(store) for store in stores))
        assert len({play.id for play in plays}) == 4
        for store in stores:
            await store.close()

    asyncio.run(run())


def test_a_postgresql_that_is_newer_or_cannot_be_reached_is_refused(postgres: Cluster) -> None:
    url = postgres.database()
    with_store(url)
    postgres.sql("UPDATE alembic_version SET version_num = '9999'", name_of(url))
    with pytest.raises(DatabaseError) as newer:
        with_store(url)
    assert newer.value.message.code == "database-newer"
    with pytest.raises(DatabaseError) as away:
        with_store("postgresql://me:secret@/nowhere?host=/nonexistent")
    assert away.value.message.code == "database-broken"
    assert "secret" not in str(away.value)


def test_opening_twice_changes_nothing(tmp_path: Path) -> None:
    file = tmp_path / "games.sqlite3"
    with_store(file, fill)
    before = digests(tmp_path)
    with_store(file)
    assert digests(tmp_path) == before


def test_several_may_open_a_new_database_at_once(tmp_path: Path) -> None:
    async def run() -> None:
        stores = [Store(str(tmp_path / "games.sqlite3")) for _ in range(4)]
        await asyncio.gather(*(store.open() for store in stores))
        await asyncio.gather(*(fill(store) for store in stores))
        for store in stores:
            await store.close()

    asyncio.run(run())
    assert len(rows(tmp_path / "games.sqlite3", "actions")) == 12


# ---------------------------------------------------------------------------------------------- damaged
def refused(file: Path) -> str:
    """The code with which a database is refused; nothing beside it may change."""
    before = {n: d for n, d in digests(file.parent).items() if not n.endswith("-shm")}
    with pytest.raises(DatabaseError) as error:
        with_store(file)
    after = {n: d for n, d in digests(file.parent).items() if not n.endswith("-shm")}
    assert before.items() <= after.items(), "a damaged database is left as it was found"
    assert str(file) in str(error.value) or error.value.message.code == "database-newer"
    return error.value.message.code


@pytest.fixture(scope="module")
def template(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The file of a database with games in it."""
    file = tmp_path_factory.mktemp("template") / "games.sqlite3"

    async def run(store: Store) -> None:
        for _ in range(GAMES):
            await fill(store)

    with_store(file, run)
    return file.read_bytes()


@pytest.fixture
def games(tmp_path: Path, template: bytes) -> Path:
    """A database with games in it."""
    file = tmp_path / "games.sqlite3"
    file.write_bytes(template)
    return file


@pytest.mark.parametrize("part", [0.05, 0.3, 0.5, 0.75, 0.97])
def test_a_truncated_file_is_refused_and_left_alone(games: Path, part: float) -> None:
    os.truncate(games, int(games.stat().st_size * part))
    assert refused(games) == "database-broken"


def test_garbage_is_refused_and_left_alone(games: Path) -> None:
    games.write_bytes(b"This is a shopping list.\n" * 1000)
    assert refused(games) == "database-broken"


def test_a_damaged_page_is_refused_and_left_alone(games: Path) -> None:
    size = games.stat().st_size
    with games.open("r+b") as file:
        for page in range(1, size // 4096):
            file.seek(page * 4096)
            file.write(b"\xff" * 200)
    assert refused(games) == "database-broken"


def test_an_emptied_file_is_not_taken_for_a_new_one(games: Path) -> None:
    """Field report 50: statistics that were there are never overwritten by an empty set."""

    async def copy(store: Store) -> None:
        await store.keep_copy()

    with_store(games, copy)
    os.truncate(games, 0)
    assert refused(games) == "database-emptied"
    games.write_bytes(backup_of(games).read_bytes())
    with_store(games)
    assert len(rows(games, "plays")) == GAMES


def test_an_emptied_file_with_a_log_beside_it_is_not_taken_for_a_new_one(tmp_path: Path) -> None:
    file = tmp_path / "games.sqlite3"
    file.touch()
    file.with_name("games.sqlite3-wal").write_bytes(b"what had not been carried over")
    assert refused(file) == "database-emptied"


def test_an_empty_file_alone_is_a_new_database(tmp_path: Path) -> None:
    file = tmp_path / "games.sqlite3"
    file.touch()
    with_store(file, fill)
    assert len(rows(file, "plays")) == 1


def test_a_newer_database_is_refused_and_left_alone(games: Path) -> None:
    with closing(sqlite3.connect(games)) as connection, connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    assert refused(games) == "database-newer"


def test_the_database_of_another_program_is_refused_and_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "games.sqlite3"
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute("CREATE TABLE players (name TEXT)")
        connection.execute("INSERT INTO players VALUES ('Anna')")
    assert refused(file) == "database-foreign"
    assert rows(file, "players") == [("Anna",)]


def test_a_folder_and_a_forbidden_place_are_refused(tmp_path: Path) -> None:
    with pytest.raises(DatabaseError):
        with_store(tmp_path)
    (tmp_path / "file").touch()
    with pytest.raises(DatabaseError):
        with_store(tmp_path / "file" / "games.sqlite3")


# ---------------------------------------------------------------------------------------------- the copy
def test_the_copy_is_made_once_a_day_and_only_of_games(tmp_path: Path) -> None:
    file = tmp_path / "games.sqlite3"
    copy = backup_of(file)

    async def keep(store: Store) -> None:
        await store.keep_copy()

    with_store(file, keep)
    assert not copy.exists(), "an empty database never takes the place of a copy"
    with_store(file, fill)
    with_store(file, keep)
    assert rows(copy, "plays") == rows(file, "plays")
    with_store(file, fill)
    with_store(file, keep)
    assert len(rows(copy, "plays")) == 1
    yesterday = copy.stat().st_mtime - 25 * 60 * 60
    os.utime(copy, (yesterday, yesterday))
    with_store(file, keep)
    assert len(rows(copy, "plays")) == 2
    assert sorted(f.name for f in tmp_path.iterdir()) == ["games.sqlite3", "games.sqlite3.backup"]
