"""A service for every test of the web."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.web.house import House
from tests.web.tables import base_url, own_server, server, sit

__all__ = ["base_url", "house", "own_server", "server", "sit"]


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    """A service in this process with an empty database."""
    with House(tmp_path / "games.sqlite3") as opened:
        yield opened
