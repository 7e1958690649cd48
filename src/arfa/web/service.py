"""What the end points work with: the store, the plays in memory, and who is playing."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from starlette.requests import HTTPConnection

from arfa.store import Sessions, Store
from arfa.web.players import Players
from arfa.web.settings import Settings
from arfa.web.table import Tables


class Service:
    """Everything that lives as long as the server."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.store = Store(settings.database)
        self.tables = Tables()
        self.sessions = Sessions(self.store, self.tables.standing, settings.sessions)
        self.players = Players(self.store)

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
            yield
        finally:
            await self.store.close()
