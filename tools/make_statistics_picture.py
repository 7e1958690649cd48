"""Take the picture of docs/statistics.md: the charts of somebody who has played Арфа малая for some weeks.

``python -m tools.make_statistics_picture`` starts a service of its own, gives it a file of plays, and writes
``docs/statistics.png``.
"""

from __future__ import annotations

import os
import sys
import tempfile
from datetime import UTC, datetime
from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.web.archives import archive
from tests.web.tables import Server

ROOT = Path(__file__).resolve().parent.parent
GAMES = {"small-harp": (60, 0.55)}
UNTIL = datetime(2026, 11, 29, 20, tzinfo=UTC)
BROWSER = os.environ.get("CHROMIUM", "/usr/bin/chromium")


def main() -> int:
    """The command."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder) / "arfa.sqlite3")
        try:
            browser = playwright.chromium.launch(executable_path=BROWSER, args=["--no-sandbox"])
            context = browser.new_context(
                viewport={"width": 1000, "height": 1400}, locale="en-GB", timezone_id="UTC"
            )
            page = context.new_page()
            page.goto(server.url)
            answer = context.request.post(
                f"{server.url}api/player/import",
                data=archive(GAMES, 75, UNTIL),
                headers={"Content-Type": "application/json"},
            )
            assert answer.ok, answer.text()
            page.goto(f"{server.url}#/statistics/small-harp")
            page.locator(".drawing svg").nth(4).wait_for()
            page.locator(".charts").screenshot(path=ROOT / "docs" / "statistics.png")
            browser.close()
        finally:
            server.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
