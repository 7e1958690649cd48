"""What holds for all tests: the order they run in, how hard Hypothesis looks, and which browser plays."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings

from tests.postgres import Cluster, cluster, missing
from tests.scale import SOAK

# The same examples in every run, so that a red test is the fault of the change at hand; `make soak` looks further.
settings.register_profile("steady", deadline=None, derandomize=True, database=None)
settings.register_profile("soak", deadline=None, max_examples=2000, print_blob=True)
settings.load_profile("soak" if SOAK else "steady")

BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
"""Programs that can show the table, the lightest first; tools/setup.sh looks for the same ones."""


def _rank(item: pytest.Item) -> int:
    """Quick tests first: what is wrong in a rule is best said by the smallest test of it."""
    if item.get_closest_marker("browser"):
        return 2
    return 0 if "/tests/unit/" in item.path.as_posix() else 1


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put the items in order; within a rank they stay as they were collected."""
    items.sort(key=_rank)


@pytest.fixture(scope="session")
def postgres() -> Iterator[Cluster]:
    """A PostgreSQL server of our own; a test that needs it is skipped, and says why, where there can be none."""
    why = missing()
    if why is not None:
        pytest.skip(f"no PostgreSQL: {why}")
    with cluster() as server:
        yield server


@pytest.fixture(params=["sqlite", "postgresql"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """Where a store keeps its games: a file, and the same once more in PostgreSQL."""
    if request.param == "sqlite":
        yield str(tmp_path / "games.sqlite3")
        return
    server: Cluster = request.getfixturevalue("postgres")
    with server.lent() as url:
        yield url


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """The system's Chromium instead of a downloaded one; as root it runs only without its sandbox."""
    program = next(filter(None, map(shutil.which, BROWSERS)), None)
    return {
        **browser_type_launch_args,
        "executable_path": program,
        "args": [
            "--no-sandbox",
            "--disable-gpu",
            "--disable-quic",
            "--disable-background-networking",
            # Fewer processes to start for each window, which is a fifth of what a test costs.
            "--in-process-gpu",
            "--renderer-process-limit=1",
        ],
    }
