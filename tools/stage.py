"""A service and a browser for tools that look at the page: pictures, film strips, measurements.

Everything is of its own and goes when it is done with: the service listens on a port that was free, its database lies
in a folder that is deleted.  ``CHROMIUM`` names the browser where it is not ``/usr/bin/chromium``.
"""

from __future__ import annotations

import base64
import os
import re
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any, cast

from playwright.sync_api import Browser, BrowserContext, CDPSession, Page, sync_playwright

from arfa.deals import Deal
from arfa.engine.game import Game
from arfa.solver import Verdict
from arfa.solver.api import solve

ROOT = Path(__file__).resolve().parent.parent
WINS = ROOT / "tests" / "vectors" / "wins"
BROWSER = os.environ.get("CHROMIUM", "/usr/bin/chromium")
LOCALES = {"ru": "ru-RU", "en": "en-GB"}


@dataclass(frozen=True)
class Seat:
    """A page that shows a play."""

    page: Page
    context: BrowserContext
    state: dict[str, Any]

    def spot(self, pile: str, at: int = -1) -> tuple[float, float]:
        """Where a card of a pile can be taken hold of, or the middle of its empty place."""
        x, y = self.page.evaluate(
            """([pile, at]) => {
                const place = document.getElementById(`pile-${pile}`);
                const cards = (place.getAttribute("aria-owns") ?? "").split(" ").filter(Boolean);
                const { left, top, width, height } =
                    (cards.length ? document.getElementById(cards.at(at)) : place).getBoundingClientRect();
                return [left + width / 2, top + Math.min(height / 2, 12)];
            }""",
            [pile, at],
        )
        return float(x), float(y)

    def devtools(self) -> CDPSession:
        """The browser's own tools for this page."""
        return self.context.new_cdp_session(self.page)


@dataclass(frozen=True)
class Stage:
    """A running service and a browser."""

    address: str
    browser: Browser

    def sit(
        self,
        game: str,
        deal: str,
        moves: Sequence[str] = (),
        *,
        lang: str = "ru",
        theme: str = "light",
        size: tuple[int, int] = (1366, 768),
        still: bool = True,
        scale: float = 1,
    ) -> Seat:
        """Open a play that has gone so far."""
        context = self.browser.new_context(
            viewport={"width": size[0], "height": size[1]},
            locale=LOCALES[lang],
            color_scheme="dark" if theme == "dark" else "light",
            reduced_motion="reduce" if still else "no-preference",
            device_scale_factor=scale,
            has_touch=size[0] < 700,
            bypass_csp=True,  # what looks at the page may evaluate what it likes
        )

        def ask(path: str, wish: dict[str, Any]) -> dict[str, Any]:
            address = f"{self.address}/api/{path}?lang={lang}"
            reply = context.request.post(address, data=wish, headers={"Origin": self.address})
            assert reply.ok, reply.text()
            return cast("dict[str, Any]", reply.json())

        state = ask("plays", {"game": game, "deal": deal})
        for move in moves:
            wish = {"version": state["version"], "action": "move", "move": move}
            state = ask(f"plays/{state['id']}/actions", wish)
        page = context.new_page()
        page.goto(f"{self.address}/#/play/{state['id']}")
        page.wait_for_selector(f'body[data-version="{state["version"]}"]:not([data-busy])')
        page.wait_for_function("[...document.images].every((image) => image.complete)")
        return Seat(page, context, state)


@contextmanager
def stage() -> Iterator[Stage]:
    """Start a service and a browser; both end with the block."""
    command = [sys.executable, "-m", "arfa", "serve", "--no-browser", "--port", "0", "--database"]
    with (
        tempfile.TemporaryDirectory() as folder,
        sync_playwright() as playwright,
        subprocess.Popen(
            [*command, f"{folder}/table.sqlite3"], stdout=subprocess.PIPE, text=True
        ) as server,
    ):
        try:
            assert server.stdout is not None
            found = re.search(r"http://[\d.]+:\d+", server.stdout.readline())
            assert found is not None
            browser = playwright.chromium.launch(executable_path=BROWSER, args=["--no-sandbox"])
            yield Stage(found[0], browser)
            browser.close()
        finally:
            server.send_signal(signal.SIGINT)


def won(game: str) -> tuple[str, list[str]]:
    """A deal of a patience and the moves that win it: a stored one, or else the first that the solver finds."""
    file = WINS / f"{game}.txt"
    if file.exists():
        rows = [row for row in file.read_text("utf-8").splitlines() if row[0] != "#"]
        return rows[0], rows[1].split()
    known = Game.named(game)
    for number in count(1):
        deck = Deal.parse(str(number), known.spec).deck(known.rules)
        result = solve(known.start(deck), seconds=5)
        if result.verdict is Verdict.WINNABLE:
            return str(number), [str(move) for move in result.line]
    raise AssertionError


def montage(
    browser: Browser, rows: Sequence[Sequence[tuple[bytes, str]]], height: int, file: Path
) -> None:
    """Put pictures, each with a caption, side by side and write them as one WebP file."""
    pictures = [
        [(base64.b64encode(picture).decode(), caption) for picture, caption in row] for row in rows
    ]
    page = browser.new_page()
    data: str = page.evaluate(
        """async ([rows, height]) => {
            const gap = 12, line = 26;
            const loaded = await Promise.all(rows.map((row) => Promise.all(row.map(async ([data, caption]) => {
                const image = new Image();
                image.src = `data:image/png;base64,${data}`;
                await image.decode();
                return { image, caption, width: Math.round((image.width * height) / image.height) };
            }))));
            const wide = (row) => row.reduce((sum, { width }) => sum + width + gap, gap);
            const canvas = document.createElement("canvas");
            canvas.width = Math.max(...loaded.map(wide));
            canvas.height = gap + loaded.length * (height + line);
            const pen = canvas.getContext("2d");
            pen.fillStyle = "#f5f1e6";
            pen.fillRect(0, 0, canvas.width, canvas.height);
            pen.font = "15px sans-serif";
            pen.imageSmoothingQuality = "high";
            loaded.forEach((row, i) => {
                let x = gap;
                const y = gap + i * (height + line);
                for (const { image, caption, width } of row) {
                    pen.drawImage(image, x, y, width, height);
                    pen.fillStyle = "#22261f";
                    pen.fillText(caption, x, y + height + 18);
                    x += width + gap;
                }
            });
            return canvas.toDataURL("image/webp", 0.74);
        }""",
        [pictures, height],
    )
    page.close()
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(base64.b64decode(data.partition(",")[2]))
