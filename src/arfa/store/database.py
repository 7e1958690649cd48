"""The connection to the database: SQLite in a file of the player's, or PostgreSQL by URL.

The statements run in threads of their own, through the synchronous half of SQLAlchemy.  For one transaction on SQLite
its asynchronous half goes to and fro between threads a dozen times, this goes once: measured, that takes a third of the
processor's time, and a tenth in the thread that answers requests.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from sqlalchemy import create_engine, event
from sqlalchemy.engine import URL, Connection, make_url
from sqlalchemy.exc import ArgumentError, NoSuchModuleError

from arfa.store.errors import DatabaseError

T = TypeVar("T")

_DRIVERS = {"sqlite": "pysqlite", "postgresql": "psycopg", "postgres": "psycopg"}

_READERS, _WRITERS = 4, 8
_TOGETHER = 64
"""So many changes at most are written in one transaction of SQLite."""

# WAL lets readers go on while one writes.  FULL waits, at every commit, until the disk has it: a move that was answered
# survives a power cut, which costs about half a millisecond.  `fullfsync` makes that true on a Mac as well.
_PRAGMAS = (
    "PRAGMA journal_mode = WAL",
    "PRAGMA synchronous = FULL",
    "PRAGMA fullfsync = ON",
    "PRAGMA busy_timeout = 10000",
    "PRAGMA foreign_keys = ON",
    # Carrying the log over into the file takes the disk a tenth of a second, in which nothing would be written: another
    # thread does it once a second, and who writes only when that has not kept up (64 MB).
    "PRAGMA wal_autocheckpoint = 16000",
)
_CARRY_OVER = "PRAGMA wal_checkpoint(PASSIVE)"
_CARRY_EACH = 1.0
"""How often the log is carried over, in seconds."""


def default_database(environment: Mapping[str, str] = os.environ) -> str:
    """Where games are kept unless another place is named: ``$ARFA_DATABASE``, or a file in the user's data folder."""
    named = environment.get("ARFA_DATABASE")
    if named:
        return named
    data = environment.get("XDG_DATA_HOME", "")
    # The base directory specification says that a relative path is to be ignored.
    folder = Path(data) if data.startswith("/") else Path("~/.local/share").expanduser()
    return str(folder / "arfa" / "arfa.sqlite3")


def database_url(place: str) -> URL:
    """The URL of a database named by a URL or by the path of a file.  Raises :class:`DatabaseError`."""
    scheme, separator, _ = place.partition("://")
    if not separator:
        return URL.create("sqlite+pysqlite", database=str(Path(place).expanduser().absolute()))
    try:
        url = make_url(place)
    except (ArgumentError, ValueError) as error:
        raise DatabaseError("database-url", found=scheme[:40]) from error
    kind, _, driver = url.drivername.partition("+")
    if kind not in _DRIVERS or (kind == "sqlite" and not url.database):
        raise DatabaseError("database-url", found=scheme[:40])
    kind = "postgresql" if kind == "postgres" else kind
    return url.set(drivername=f"{kind}+{driver or _DRIVERS[kind]}")


class _Change(NamedTuple):
    """A change that is in line, and who waits for it."""

    make: Callable[[Connection], Any]
    future: asyncio.Future[Any]

    def settle(self, result: object, error: BaseException | None) -> None:
        """Tell who waits, in the thread where that is."""

        def tell() -> None:
            if self.future.done():  # who waited has gone
                return
            if error is None:
                self.future.set_result(result)
            else:
                self.future.set_exception(error)

        with contextlib.suppress(RuntimeError):  # the loop is closed: nobody waits any more
            self.future.get_loop().call_soon_threadsafe(tell)


class Database:
    """An engine, and the threads in which its statements run.

    SQLite has one writer at a time, so it has one thread for writing: to wait in line is better than to be refused.
    What has come into line while the disk was busy with one transaction is written in the next one together, since it
    is the disk that takes the time.
    """

    def __init__(self, place: str) -> None:
        self.url = database_url(place)
        self.is_sqlite = self.url.get_backend_name() == "sqlite"
        try:
            self.engine = create_engine(
                self.url,
                pool_size=_READERS + _WRITERS,
                hide_parameters=True,  # errors are written down, and their values are players'
            )
        except (ImportError, NoSuchModuleError) as error:
            raise DatabaseError("database-driver", driver=self.url.drivername) from error
        if self.is_sqlite:
            event.listen(self.engine, "connect", _connected)
            event.listen(self.engine, "begin", _begun)
        writers = 1 if self.is_sqlite else _WRITERS
        self.observe: Callable[[str, float], None] = lambda _kind, _seconds: None
        """Is told how long each transaction took, the time in line included: ``read`` or ``write``, and seconds."""
        self._line: list[_Change] = []
        self._lock = threading.Lock()
        self._writing = False
        self._carried = time.monotonic()
        self._readers = ThreadPoolExecutor(_READERS, thread_name_prefix="arfa-read")
        self._writers = ThreadPoolExecutor(writers, thread_name_prefix="arfa-write")

    @property
    def file(self) -> Path:
        """The file of an SQLite database."""
        return Path(self.url.database or "")

    @property
    def name(self) -> str:
        """What the database is called in messages; without the password."""
        return str(self.file) if self.is_sqlite else self.url.render_as_string(hide_password=True)

    async def read(self, query: Callable[[Connection], T]) -> T:
        """What a query finds; all its statements see one state of an SQLite database."""
        return await self._timed("read", self._readers, self._query, query)

    async def write(self, change: Callable[[Connection], T]) -> T:
        """Make a change in one transaction.  When this returns it is on disk; after an error nothing has changed.

        A change may be made twice, the second time for good: it must do nothing but what it does to the database.
        """
        if self.is_sqlite:
            return await self._in_line(change)
        return await self._timed("write", self._writers, self._change, change)

    async def close(self) -> None:
        """Finish what has been begun and close all connections."""
        await asyncio.to_thread(self._close)

    async def _timed(
        self,
        kind: str,
        threads: ThreadPoolExecutor,
        run: Callable[[Callable[[Connection], T]], T],
        work: Callable[[Connection], T],
    ) -> T:
        began = time.perf_counter()
        try:
            return await asyncio.get_running_loop().run_in_executor(threads, run, work)
        finally:
            self.observe(kind, time.perf_counter() - began)

    async def _in_line(self, change: Callable[[Connection], T]) -> T:
        began = time.perf_counter()
        future: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        with self._lock:
            self._line.append(_Change(change, future))
            idle, self._writing = not self._writing, True
        if idle:
            self._writers.submit(self._write_line)
        try:
            return await future
        finally:
            self.observe("write", time.perf_counter() - began)

    def _write_line(self) -> None:
        """Write until nobody is in line."""
        while True:
            with self._lock:
                changes, self._line = self._line[:_TOGETHER], self._line[_TOGETHER:]
                self._writing = bool(changes)
            if not changes:
                return
            if not self._written(changes) and len(changes) > 1:
                # Nothing of it was.  Each by itself, so that one that fails takes no other with it.
                for one in changes:
                    self._written([one])

    def _written(self, changes: Sequence[_Change]) -> bool:
        """Write changes in one transaction and tell who waits for them; of several that fail nobody is told yet."""

        def make(connection: Connection) -> list[object]:
            return [one.make(connection) for one in changes]

        try:
            results = self._change(make)
        except BaseException as error:  # noqa: BLE001  (it is told to who waits for it)
            if len(changes) == 1:
                changes[0].settle(None, error)
            return False
        for one, result in zip(changes, results, strict=True):
            one.settle(result, None)
        if time.monotonic() - self._carried > _CARRY_EACH:
            self._carried = time.monotonic()
            with contextlib.suppress(RuntimeError):  # it is being closed, which does it as well
                self._readers.submit(self._carry_over)
        return True

    def _carry_over(self) -> None:
        """Carry the log over into the file, beside whoever reads and writes; what cannot be yet is later."""
        with contextlib.closing(self.engine.raw_connection()) as connection:
            connection.cursor().execute(_CARRY_OVER)

    def _query(self, query: Callable[[Connection], T]) -> T:
        with self.engine.connect() as connection:
            return query(connection)

    def _change(self, change: Callable[[Connection], T]) -> T:
        with self.engine.connect() as plain:
            # In line at once: who has read something before it wants to write would be refused by SQLite if another
            # process wrote in between.
            connection = plain.execution_options(sqlite_begin="BEGIN IMMEDIATE")
            with connection.begin():
                return change(connection)

    def _close(self) -> None:
        self._readers.shutdown()
        self._writers.shutdown()
        self.engine.dispose()


def _connected(connection: Any, _record: Any) -> None:
    # The driver's own notion of transactions leaves out the definition of tables; ours is `_begun`.
    connection.isolation_level = None
    cursor = connection.cursor()
    for pragma in _PRAGMAS:
        cursor.execute(pragma)
    cursor.close()


def _begun(connection: Connection) -> None:
    cursor = connection.connection.cursor()
    cursor.execute(connection.get_execution_options().get("sqlite_begin", "BEGIN"))
    cursor.close()
