"""What the end points work with: the store, the plays in memory, who is playing, and what is counted."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from starlette.requests import HTTPConnection

from arfa.store import Sessions, Store
from arfa.store.secrets import shared_secret
from arfa.web.analyst.analyst import Analyst
from arfa.web.cookies import Signer
from arfa.web.metrics import Metrics
from arfa.web.players import Players
from arfa.web.reviewing import Reviews
from arfa.web.settings import Settings, spare
from arfa.web.table import Tables


class Service:
    """Everything that lives as long as the server."""

    def __init__(self, settings: Settings, metrics: Metrics | None = None) -> None:
        self.settings = settings
        self.metrics = metrics or Metrics()
        self.store = Store(settings.database)
        self.store.database.observe = self._transaction
        self.store.observe = self._stored
        self.tables = Tables()
        self.sessions = Sessions(self.store, self.tables.standing, settings.sessions)
        self.players = Players(self.store)
        self.analyst = Analyst(settings.thinkers or spare(), self.tables, self.metrics)
        self.reviews = Reviews()
        self.importing = asyncio.Semaphore(1)
        """The referee follows one file of plays at a time, so that there is time for those who play."""
        self.drawing = asyncio.Semaphore(1)
        """Deals that can be won are looked for one after the other, for the same reason."""
        self.stopping = False
        """Whether no new players should be sent here."""

    @staticmethod
    def of(request: HTTPConnection) -> Service:
        """The service that a request was sent to."""
        service = request.app.state.service
        assert isinstance(service, Service)
        return service

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """The time in which the database is open.  Raises :class:`~arfa.store.errors.DatabaseError`."""
        try:
            await self.store.open()
            keys = self.settings.secrets or (await shared_secret(self.store.database, "cookies"),)
            self.players.signer = Signer(keys)
            yield
        finally:
            await self.analyst.pool.ended()
            await self.store.close()

    def _transaction(self, kind: str, seconds: float) -> None:
        self.metrics.observe("arfa_database_seconds", seconds, kind=kind)

    def _stored(self, what: str, kind: str) -> None:
        if what == "action":
            self.metrics.count("arfa_actions_total", kind=kind)
        else:
            self.metrics.count("arfa_plays_total", game=kind)
