"""Several processes that answer as one: they share a socket, a database, and the memory of what was counted.

The first process only looks after the others: it starts them, starts a new one where one died, and tells them to stop.
They are forked from it, so that they start at once and share what is in memory; it therefore never has a thread.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import selectors
import signal
import socket
import sys
import time
from collections.abc import Callable, Iterator
from typing import NoReturn

from arfa.store.database import Database
from arfa.store.migrate import make_ready
from arfa.web.metrics import Metrics, regions
from arfa.web.server import ServerError, run_worker
from arfa.web.settings import Settings

log = logging.getLogger("arfa.workers")

_GRACE = 8.0
"""Seconds that workers have to stop in, a little more than their requests have."""
_QUICK = 2.0
"""Who lives shorter than these seconds has not begun to work."""
_TRIES = 5
"""So many in a row, and it is given up."""
_SIGNALS = (signal.SIGTERM, signal.SIGINT, signal.SIGCHLD)


class Workers:
    """The workers of a service."""

    def __init__(
        self,
        settings: Settings,
        listener: socket.socket,
        count: int,
        ready: Callable[[], None],
    ) -> None:
        self.settings = settings
        self.listener = listener
        self.count = count
        self.ready = ready
        self.regions = regions(count)
        self.places: dict[int, int] = {}
        """The place of each process by its number."""
        self.began: dict[int, float] = {}
        self.quick = 0
        """How many died young in a row."""
        self.not_ready = set(range(count))

    def run(self) -> None:
        """Serve until SIGTERM or SIGINT.

        Raises :class:`~arfa.store.errors.DatabaseError`, and
        :class:`~arfa.web.server.ServerError` when workers die as soon as they are started.
        """
        database = Database(self.settings.database)
        make_ready(database)  # once, and here, where its errors can be told
        database.engine.dispose()
        with contextlib.ExitStack() as stack:
            # What a worker writes into the one, and what ends for all of them when this process does.
            self.said, self.say = stack.enter_context(_pipe())
            self.alive, self.life = stack.enter_context(_pipe())
            woken, wake = stack.enter_context(_pipe())
            os.set_blocking(wake, False)
            before = {number: signal.signal(number, _nothing) for number in _SIGNALS}
            old_wake = signal.set_wakeup_fd(wake)
            try:
                self._look_after(woken)
            finally:
                self._end(signal.SIGKILL)
                signal.set_wakeup_fd(old_wake)
                for number, handler in before.items():
                    signal.signal(number, handler)

    def _look_after(self, woken: int) -> None:
        for place in range(self.count):
            self._start(place)
        with selectors.DefaultSelector() as selector:
            selector.register(woken, selectors.EVENT_READ)
            selector.register(self.said, selectors.EVENT_READ)
            while True:
                for key, _ in selector.select():
                    heard = os.read(key.fd, 4096)
                    if key.fd == self.said:
                        self._heard(heard)
                    elif {signal.SIGTERM, signal.SIGINT} & set(heard):
                        self._end(signal.SIGTERM)
                        return
                self._replace_the_dead()

    def _heard(self, places: bytes) -> None:
        """Workers have begun to answer."""
        was_ready = not self.not_ready
        self.not_ready -= set(places)
        if not self.not_ready and not was_ready:
            self.ready()

    def _replace_the_dead(self) -> None:
        for number, status in self._reap():
            place = self.places.pop(number)
            lived = time.monotonic() - self.began.pop(number)
            self.quick = self.quick + 1 if lived < _QUICK else 0
            if self.quick > _TRIES:
                raise ServerError("serve-workers-die", n=self.quick)
            log.warning("worker %d ended (%s) and is started again", place + 1, _why(status))
            time.sleep(0.1 * self.quick)
            self._start(place)

    def _reap(self) -> list[tuple[int, int]]:
        """The workers that have ended, and how."""
        ended = []
        for number in self.places:
            found, status = os.waitpid(number, os.WNOHANG)
            if found:
                ended.append((number, os.waitstatus_to_exitcode(status)))
        return ended

    def _end(self, number: signal.Signals) -> None:
        """End all workers; who does not end in time is killed."""
        patience = time.monotonic() + _GRACE
        for process in self.places:
            os.kill(process, number)
        while self.places:
            for process, _ in self._reap():
                del self.places[process]
            if time.monotonic() > patience:
                patience += _GRACE
                for process in self.places:
                    os.kill(process, signal.SIGKILL)
            time.sleep(0.01)

    def _start(self, place: int) -> None:
        sys.stdout.flush()
        sys.stderr.flush()
        # A signal between the fork and the worker's own handlers would be lost.
        signal.pthread_sigmask(signal.SIG_BLOCK, _SIGNALS)
        try:
            number = os.fork()
            if number == 0:
                self._work(place)
        finally:
            signal.pthread_sigmask(signal.SIG_UNBLOCK, _SIGNALS)
        self.places[number] = place
        self.began[number] = time.monotonic()

    def _work(self, place: int) -> NoReturn:
        """The life of a worker."""
        code = 1
        try:
            os.close(self.life)
            signal.set_wakeup_fd(-1)
            signal.signal(signal.SIGTERM, signal.SIG_DFL)
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            # Ctrl-C goes to all processes of a terminal; the first one tells the others.
            signal.signal(signal.SIGINT, signal.SIG_IGN)
            signal.pthread_sigmask(signal.SIG_UNBLOCK, _SIGNALS)
            asyncio.run(
                run_worker(
                    self.settings.of_worker(self.count),
                    self.listener,
                    lambda: self._tell(place),
                    Metrics(self.regions, place),
                    self.alive,
                )
            )
            code = 0
        except BaseException:
            log.exception("worker %d", place + 1)
        finally:
            sys.stdout.flush()
            sys.stderr.flush()
            os._exit(code)  # nothing of the first process is to be ended here

    def _tell(self, place: int) -> None:
        os.write(self.say, bytes([place]))


@contextlib.contextmanager
def _pipe() -> Iterator[tuple[int, int]]:
    ends = os.pipe()
    try:
        yield ends
    finally:
        for end in ends:
            with contextlib.suppress(OSError):
                os.close(end)


def _nothing(*_: object) -> None:
    """A signal that only wakes."""


def _why(code: int) -> str:
    return f"exit code {code}" if code >= 0 else signal.Signals(-code).name
