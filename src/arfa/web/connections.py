"""Connections: how many there may be, and how long one may take to say what it wants."""

from __future__ import annotations

import asyncio
import contextlib
import resource
from typing import Any


def allow_many_connections() -> None:
    """Take as many open files as this user may have: each connection is one, and the usual 1024 are soon used up."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    with contextlib.suppress(ValueError, OSError):  # where it may not be, it is as it was
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def in_time(protocol: Any, seconds: float) -> Any:
    """A protocol of uvicorn's that hangs up when the head of a request is not there in time.

    Otherwise somebody who sends a letter a minute could keep thousands of connections open.
    """

    class InTime(protocol):  # type: ignore[misc]
        """A protocol with a clock."""

        _clock: asyncio.TimerHandle | None = None

        def connection_made(self, transport: Any) -> None:
            super().connection_made(transport)
            self._start()

        def data_received(self, data: bytes) -> None:
            if self._idle():
                self._start()
            super().data_received(data)
            if not self._idle():
                self._stop()

        def connection_lost(self, exc: Exception | None) -> None:
            self._stop()
            super().connection_lost(exc)

        def _idle(self) -> bool:
            """Whether no request is being answered."""
            return self.cycle is None or self.cycle.response_complete

        def _start(self) -> None:
            if self._clock is None:
                self._clock = self.loop.call_later(seconds, self._hang_up)

        def _stop(self) -> None:
            if self._clock is not None:
                self._clock.cancel()
                self._clock = None

        def _hang_up(self) -> None:
            self._clock = None
            if self._idle() and not self.transport.is_closing():
                self.transport.close()

    return InTime
