"""Opening a database: look whether it is sound, bring its tables up to date, keep a copy.

A database that cannot be used is left exactly as it was found, with an error that says so: nothing is ever replaced by
an empty one.
"""

from __future__ import annotations

import shutil
import sqlite3
import time
from contextlib import closing
from pathlib import Path

from sqlalchemy import inspect, text
from sqlalchemy.engine import Connection
from sqlalchemy.exc import DBAPIError

from arfa.store.database import Database
from arfa.store.errors import DatabaseError

HEAD = "0004"
"""The schema that this program works with; a test compares it with the migrations."""

_DAY = 24 * 60 * 60
_LARGE = 256 * 1024 * 1024
"""A file of more bytes is neither read through at the start nor copied; who has such a one keeps copies anyway."""
_LOCK = 0x61726661
"""What several servers that start at once on PostgreSQL wait for."""


def make_ready(database: Database) -> None:
    """Bring the tables to the present schema.

    Raises :class:`~arfa.store.errors.DatabaseError` when the database is damaged, newer than the program, or cannot be
    reached.
    """
    try:
        if database.is_sqlite:
            database.file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            _check_file(database.file)
        with database.engine.connect() as plain:
            connection = plain.execution_options(sqlite_begin="BEGIN IMMEDIATE")
            with connection.begin():
                _upgrade(connection, database)
    except (DBAPIError, sqlite3.Error, OSError) as error:
        reason = str(getattr(error, "orig", None) or error)
        raise DatabaseError("database-broken", name=database.name, why=reason) from error


def keep_copy(database: Database) -> None:
    """Copy an SQLite file that has games in it to ``<file>.backup``, unless that was done less than a day ago."""
    if not database.is_sqlite or database.file.stat().st_size > _LARGE:
        return
    target = backup_of(database.file)
    if target.exists() and time.time() - target.stat().st_mtime < _DAY:
        return
    with closing(_plain(database.file)) as connection:
        if connection.execute("SELECT 1 FROM plays LIMIT 1").fetchone() is None:
            return
    _copy(database.file, target)


def backup_of(file: Path) -> Path:
    """The daily copy of a database file."""
    return file.with_name(file.name + ".backup")


def _upgrade(connection: Connection, database: Database) -> None:
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": _LOCK})
    found = _revision(connection)
    if found == HEAD:
        return  # without loading Alembic, which takes longer than all the rest
    from alembic import command
    from alembic.config import Config
    from alembic.script import ScriptDirectory

    config = Config()
    config.set_main_option("script_location", "arfa.store:migrations")
    config.attributes["connection"] = connection
    if found is not None:
        known = {script.revision for script in ScriptDirectory.from_config(config).walk_revisions()}
        if found not in known:
            raise DatabaseError("database-newer", found=found)
        if database.is_sqlite:  # PostgreSQL is left to those who run it
            _copy(database.file, database.file.with_name(f"{database.file.name}.schema-{found}"))
    command.upgrade(config, "head")


def _revision(connection: Connection) -> str | None:
    if not inspect(connection).has_table("alembic_version"):
        return None
    found = connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
    return None if found is None else str(found)


def _check_file(file: Path) -> None:
    """Raise unless SQLite can use the file, or make it."""
    if not file.exists():
        return
    if file.stat().st_size == 0:
        # SQLite takes an empty file for a new database, and throws away the log that lies beside it.
        log = file.with_name(file.name + "-wal")
        if backup_of(file).exists() or (log.exists() and log.stat().st_size):
            raise DatabaseError("database-emptied", name=str(file), backup=str(backup_of(file)))
        return
    with closing(_plain(file, "ro")) as connection:
        tables = {str(row[0]) for row in connection.execute("SELECT name FROM sqlite_master")}
        if tables and "alembic_version" not in tables:
            raise DatabaseError("database-foreign", name=str(file))
        if file.stat().st_size > _LARGE:
            return
        said = [str(row[0]) for row in connection.execute("PRAGMA quick_check(3)")]
    if said != ["ok"]:
        raise sqlite3.DatabaseError("; ".join(said))


def _copy(file: Path, target: Path) -> None:
    """Copy a database, also while it is written to; the copy appears whole or not at all."""
    unfinished = target.with_name(target.name + ".part")
    unfinished.unlink(missing_ok=True)
    with closing(_plain(file)) as source, closing(sqlite3.connect(unfinished)) as copy:
        source.backup(copy)
    shutil.copymode(file, unfinished)
    unfinished.replace(target)


def _plain(file: Path, mode: str = "rw") -> sqlite3.Connection:
    return sqlite3.connect(f"{file.absolute().as_uri()}?mode={mode}", uri=True, timeout=10)
