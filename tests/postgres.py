"""A PostgreSQL of the tests' own: made in a temporary folder, spoken to through a socket in it, gone at the end."""

from __future__ import annotations

import asyncio
import contextlib
import importlib.util
import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from itertools import count
from pathlib import Path

from arfa.store.database import Database
from arfa.store.migrate import make_ready
from arfa.store.models import METADATA

_USER = "postgres"
"""Whom the server runs as where this is root: PostgreSQL refuses to be root."""
_SETTINGS = ("listen_addresses=", "max_connections=200", "shared_buffers=64MB")
_NUMBERS = count(1)


def missing() -> str | None:
    """Why there can be no PostgreSQL here, or None."""
    if importlib.util.find_spec("psycopg") is None:
        return "psycopg is not installed"
    if programs() is None:
        return "there is no initdb and pg_ctl, neither on PATH nor in /usr/lib/postgresql"
    if os.geteuid() == 0 and shutil.which("runuser") is None:
        return "this is root, and there is no runuser to be somebody else with"
    return None


def programs() -> Path | None:
    """The folder with the programs of PostgreSQL, the newest there is."""
    named = shutil.which("pg_ctl")
    folders = [Path(named).resolve().parent] if named else []
    versions = Path("/usr/lib/postgresql").glob("*/bin")
    folders += sorted(versions, key=lambda f: _number(f.parent.name), reverse=True)
    return next((f for f in folders if (f / "initdb").exists() and (f / "pg_ctl").exists()), None)


def name_of(url: str) -> str:
    """The name of the database of a URL."""
    return url.partition("@/")[2].partition("?")[0]


def _number(version: str) -> float:
    try:
        return float(version)
    except ValueError:
        return 0.0


class Cluster:
    """A server with databases."""

    def __init__(self, folder: Path, *, durable: bool = False) -> None:
        """``durable``: commits wait for the disk, as they should anywhere but in tests that do not cut the power."""
        found = programs()
        assert found is not None
        self.bin = found
        self.folder = folder
        self._free: list[str] = []
        self.data = folder / "data"
        if os.geteuid() == 0:
            shutil.chown(folder, _USER)
        options = [*_SETTINGS, f"unix_socket_directories={folder}"]
        if not durable:
            options += ["fsync=off", "full_page_writes=off"]
        self.options = " ".join(f"-c {option}" for option in options)
        self._run("initdb", "-D", self.data, "-A", "trust", "-U", _USER, "-E", "UTF8", "--no-sync")
        self.start()

    def start(self) -> None:
        """Start the server and wait until it answers."""
        log = self.folder / "log"
        self._run("pg_ctl", "start", "-w", "-D", self.data, "-l", log, "-o", self.options)

    def stop(self, how: str = "fast") -> None:
        """Stop the server; ``immediate`` is how a power cut looks to it."""
        self._run("pg_ctl", "stop", "-w", "-D", self.data, "-m", how)

    def database(self) -> str:
        """The URL of a new database without tables."""
        name = f"arfa_{os.getpid()}_{next(_NUMBERS)}"
        self.sql(f"CREATE DATABASE {name}")
        return self.url(name)

    @contextlib.contextmanager
    def lent(self) -> Iterator[str]:
        """The URL of a database with the present tables, all empty; it goes back at the end.

        To empty tables is thirty times as fast as to make a database, and to be rid of one again.
        """
        url = self._free.pop() if self._free else self._ready()
        yield url
        names = ", ".join(table.name for table in METADATA.sorted_tables)
        self.sql(f"TRUNCATE {names}", name_of(url))
        self._free.append(url)

    def _ready(self) -> str:
        database = Database(self.database())
        make_ready(database)
        asyncio.run(database.close())
        return database.url.render_as_string(hide_password=False)

    def url(self, name: str) -> str:
        """The URL of a database."""
        return f"postgresql://{_USER}@/{name}?host={self.folder}"

    def sql(self, statement: str, name: str = "postgres") -> None:
        """Run a statement."""
        import psycopg

        where = f"host={self.folder} user={_USER} dbname={name}"
        with psycopg.connect(where, autocommit=True) as connection:
            connection.execute(statement)

    def _run(self, program: str, *arguments: object) -> None:
        command = [str(self.bin / program), *map(str, arguments)]
        if os.geteuid() == 0:
            command = ["runuser", "-u", _USER, "--", *command]
        # The server keeps the streams that it is born with: a pipe would never end.
        with (self.folder / "said").open("wb") as said:
            done = subprocess.run(command, cwd="/", stdout=said, stderr=said, check=False)
        if done.returncode:
            raise RuntimeError(f"{program}: {(self.folder / 'said').read_text('utf-8')}")


@contextlib.contextmanager
def cluster(*, durable: bool = False) -> Iterator[Cluster]:
    """A server that is gone at the end."""
    # A socket's path may have no more than 107 letters, which the folders of pytest exceed.
    folder = Path(tempfile.mkdtemp(prefix="arfa-pg-", dir="/tmp"))
    try:
        server = Cluster(folder, durable=durable)
        try:
            yield server
        finally:
            server.stop("immediate")
    finally:
        for _ in range(5):  # its last processes are writing still
            shutil.rmtree(folder, ignore_errors=True)
            if not folder.exists():
                break
            time.sleep(0.2)
