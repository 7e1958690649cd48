"""Take the picture of the README: the table in the middle of a game of Арфа большая.

``python tools/make_picture.py`` starts a service of its own, plays the beginning of a stored won game, and writes
``docs/table.png``.
"""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import APIRequestContext, sync_playwright

ROOT = Path(__file__).resolve().parent.parent
WINS = ROOT / "tests" / "vectors" / "wins" / "big-harp.txt"
MOVES = 118
BROWSER = os.environ.get("CHROMIUM", "/usr/bin/chromium")


def play(request: APIRequestContext, address: str) -> str:
    """Play the beginning of a won game and return the id of the play."""
    deck, moves = WINS.read_text("utf-8").splitlines()[1:3]
    headers = {"Origin": address}
    wish = {"game": "big-harp", "deal": deck}
    state = request.post(f"{address}/api/plays", data=wish, headers=headers).json()
    for move in moves.split()[:MOVES]:
        act = {"version": state["version"], "action": "move", "move": move}
        reply = request.post(
            f"{address}/api/plays/{state['id']}/actions", data=act, headers=headers
        )
        state = reply.json()
    return str(state["id"])


def main() -> int:
    """The command."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        command = [sys.executable, "-m", "arfa", "serve", "--no-browser", "--port", "0"]
        command += ["--database", f"{folder}/table.sqlite3"]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
            try:
                assert server.stdout is not None
                found = re.search(r"http://[\d.]+:\d+", server.stdout.readline())
                assert found is not None
                browser = playwright.chromium.launch(executable_path=BROWSER, args=["--no-sandbox"])
                context = browser.new_context(
                    viewport={"width": 1280, "height": 760}, locale="ru-RU", reduced_motion="reduce"
                )
                play_id = play(context.request, found[0])
                page = context.new_page()
                page.goto(f"{found[0]}/#/play/{play_id}")
                page.wait_for_selector(f'body[data-version="{MOVES}"]:not([data-busy])')
                page.screenshot(path=ROOT / "docs" / "table.png")
                browser.close()
            finally:
                server.send_signal(signal.SIGINT)
    return 0


if __name__ == "__main__":
    sys.exit(main())
