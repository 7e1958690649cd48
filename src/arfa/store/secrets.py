"""Secrets that all servers on one database share: whoever needs one first makes it."""

from __future__ import annotations

import contextlib
import secrets

from sqlalchemy import insert, select
from sqlalchemy.engine import Connection
from sqlalchemy.exc import IntegrityError

from arfa.store.database import Database
from arfa.store.models import SECRETS


async def shared_secret(database: Database, name: str) -> str:
    """The secret of this name; it is made once and never changes."""
    query = select(SECRETS.c.value).where(SECRETS.c.name == name)

    def find(connection: Connection) -> str | None:
        return connection.execute(query).scalar()

    def make(connection: Connection) -> None:
        connection.execute(insert(SECRETS), {"name": name, "value": secrets.token_urlsafe(32)})

    found = await database.read(find)
    if found is None:
        with contextlib.suppress(
            IntegrityError
        ):  # another server was quicker, and its secret holds
            await database.write(make)
        found = await database.read(find)
    assert found is not None
    return found
