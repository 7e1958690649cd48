"""A table in a real browser, before a real server, with everything watched that a browser can complain about."""

from __future__ import annotations

import contextlib
import json
import re
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from re import Pattern
from typing import Any, Protocol
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import (
    BrowserContext,
    ConsoleMessage,
    Page,
    Request,
    Response,
    WebError,
    expect,
)

from tests.web.house import Line, Process
from tests.web.wins import Look

# A loaded machine is no fault of the page; nothing waits longer than it has to.
expect.set_options(timeout=15_000)

PROBE = Path(__file__).with_name("probe.js")
RUSSIAN = ["ru", pytest.param("en", marks=pytest.mark.soak)]
ENGLISH = ["en", pytest.param("ru", marks=pytest.mark.soak)]
"""Both languages in a soak, one of them in every run."""

PHONE = {"width": 390, "height": 844}
DESK = {"width": 1366, "height": 768}


def sentence(words: str) -> str:
    """A text of the service as the status line shows it."""
    return words if words.endswith((".", "!", "?", "…")) else f"{words}."


class Server:
    """A server process that can be killed and started again where it was."""

    def __init__(self, database: Path, **settings: Any) -> None:
        self.database = database
        self.settings = settings
        self.process = Process(database, **settings)
        self.url = f"http://127.0.0.1:{self.process.port}/"

    def kill(self) -> None:
        """End it as a power cut would."""
        self.process.kill()

    def start(self) -> None:
        """Start it again, on the same port and with the same database."""
        self.process = Process(self.database, port=self.process.port, **self.settings)

    def close(self) -> None:
        """End it at the end of a test."""
        if self.process.process.poll() is None:
            self.process.kill()


class Watch:
    """What a browser context complains about, and what it asks for."""

    def __init__(self, context: BrowserContext, home: str) -> None:
        self.home = home
        self.allowed: list[str] = []
        self.complaints: list[str] = []
        self.requests: list[Request] = []
        self.responses: list[Response] = []
        context.on("console", self._console)
        context.on("weberror", self._error)
        context.on("request", self._request)
        context.on("response", self._response)

    def _console(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.complaints.append(f"{message.text} ({message.location.get('url')})")

    def _error(self, error: WebError) -> None:
        self.complaints.append(f"thrown: {error.error}")

    def _request(self, request: Request) -> None:
        self.requests.append(request)
        if not request.url.startswith((self.home, "blob:", "data:")):
            self.complaints.append(f"a third party: {request.url}")

    def _response(self, response: Response) -> None:
        self.responses.append(response)

    def allow(self, pattern: str) -> None:
        """What a test makes the browser complain about on purpose; a regular expression."""
        self.allowed.append(pattern)

    def left(self) -> list[str]:
        """The complaints that nothing allows."""
        return [
            text for text in self.complaints if not any(re.search(p, text) for p in self.allowed)
        ]


class Table:
    """A page, spoken to as a player would."""

    def __init__(self, page: Page, watch: Watch, lang: str, *, touch: bool) -> None:
        self.page = page
        self.watch = watch
        self.lang = lang
        self.touch = touch
        self.version = 0
        self.state: Any = None
        """What the service answered when the play was opened by :meth:`resume`."""
        self._tapped = (0.0, 0.0, 0.0)

    # -- coming and going ---------------------------------------------------------------------------------

    def open(self, address: str = "") -> Table:
        """Go to an address of the page, ``#/play/...``, as if the browser had just been opened."""
        if self.page.url.startswith(self.watch.home):
            self.page.goto("about:blank")
        self.page.goto(self.watch.home + address)
        return self

    def deal(self, game: str, deal: str | None = None) -> Look:
        """Choose a patience and deal, as a player does who can point."""
        page = self.page
        page.locator(f'#games input[value="{game}"]').wait_for()
        self.press(page.locator(f'#games [data-game="{game}"] > label'))
        if deal is not None:
            page.locator("#deal").fill(deal)
        self.press(page.locator("#start-play"))
        return self.quiet()

    def resume(self, game: str, deal: str | None, moves: Iterable[str] = ()) -> None:
        """Open a play that has gone so far already."""
        self.state = self.post("plays", {"game": game, "deal": deal})
        self.go_on(moves)

    def go_on(self, moves: Iterable[str]) -> None:
        """Make more moves behind the back of the page, and open the play anew."""
        path = f"/api/plays/{self.state['id']}/actions?lang={self.lang}"
        port = urlsplit(self.watch.home).port
        cookies = self.page.context.cookies(self.watch.home)
        assert port is not None
        # A browser's own request takes twice as long, and there are thousands of these.
        line = Line(port, "; ".join(f"{one['name']}={one['value']}" for one in cookies))
        with contextlib.closing(line):
            for move in moves:
                wish = {"version": self.state["version"], "action": "move", "move": move}
                answer = line.ask("POST", path, wish)
                assert answer is not None
                assert answer.status == 200, answer.body
                self.state = answer.json
        self.open(f"#/play/{self.state['id']}")
        self.shows(self.state["version"])

    def post(self, path: str, wish: Any) -> Any:
        """Ask the service itself, with the cookie of the page."""
        answer = self.page.request.post(
            f"{self.watch.home}api/{path}?lang={self.lang}",
            data=wish,
        )
        assert answer.ok, answer.text()
        return answer.json()

    def get(self, path: str) -> Any:
        """Ask the service itself, with the cookie of the page."""
        answer = self.page.request.get(f"{self.watch.home}api/{path}?lang={self.lang}")
        assert answer.ok, answer.text()
        return answer.json()

    def press(self, where: Any) -> None:
        """Click or tap a locator."""
        if self.touch:
            where.tap()
        else:
            where.click()

    def choose(self, entry: str) -> None:
        """Choose an entry of the menu; what it opens is still to come."""
        self.press(self.page.locator("#more:visible, #menu:visible"))
        self.press(self.page.locator(f'dialog [data-entry="{entry}"]'))
        expect(self.page.locator("dialog [data-entry]")).to_have_count(0)

    # -- looking ------------------------------------------------------------------------------------------

    def ask(self, what: str, argument: Any = None) -> Any:
        """Something that probe.js knows."""
        return self.page.evaluate(f"(argument) => probe.{what}", argument)

    def quiet(self) -> Look:
        """The board, as soon as nothing is under way; its version is noted."""
        look: Look = self.ask("quiet()")
        self.version = self.shown()
        return look

    def until(self, what: str) -> None:
        """Wait until a JavaScript expression is true; it is looked at whenever the page changes."""
        self.page.evaluate(f"() => probe.when(() => {what}, {json.dumps(what)})")

    def shows(self, version: int) -> Look:
        """The board, as soon as it shows this version."""
        self.version = version
        look: Look = self.ask("settled(argument)", version)
        return look

    def next(self) -> Look:
        """The board, as soon as one more action is confirmed."""
        return self.shows(self.version + 1)

    def look(self) -> Look:
        """The board as it is."""
        look: Look = self.ask("look()")
        return look

    def shown(self) -> int:
        """The version that is shown."""
        return int(self.page.evaluate("document.body.dataset.version"))

    def status(self) -> str:
        """What the status line says."""
        return self.page.locator("#status").text_content() or ""

    def says(self, text: str | Pattern[str], tone: str = "said") -> None:
        """Wait until the status line says this, and in this tone."""
        line = self.page.locator("#status")
        expect(line).to_have_text(text)
        expect(line).to_have_attribute("data-tone", tone)

    def hears(self, words: str) -> None:
        """Wait until the status line says this, looked at as often as it changes."""
        self.ask("hears(argument)", words)

    def told(self) -> str:
        """What the service said of the last action."""
        answers = [answer for answer in self.watch.responses if "/actions" in answer.url]
        text = answers[-1].json()["said"]
        assert isinstance(text, str)
        assert text
        return text

    def card(self, pile: str, at: int = -1) -> dict[str, float]:
        """The box of a card, as it is counted by who cannot see it."""
        box: dict[str, float] = self.ask("boxes(argument)", pile)["cards"][at]
        return box

    def spot(self, pile: str, at: int | None = None) -> tuple[float, float]:
        """Where a card can be hit, or with ``at`` None the place of an empty pile."""
        found = self.page.evaluate(
            """([pile, at]) => probe.bare(
                () => at === null ? document.querySelector(`[data-pile="${pile}"]`) : probe.stops(pile).at(at))""",
            [pile, at],
        )
        assert found is not None, f"{pile} {at}: covered"
        return found["x"], found["y"]

    # -- gestures -----------------------------------------------------------------------------------------

    def click(self, x: float, y: float, *, hurried: bool = False) -> None:
        """A click or a tap that is not taken for the second half of a double one.

        ``hurried``: it may be; the stock is pressed twice by two of them, however soon one follows the other.
        """
        px, py, when = self._tapped
        if not hurried and abs(x - px) < 20 and abs(y - py) < 20:
            # A double tap is one by the clock; nothing but the clock tells two taps apart.
            self.page.evaluate(
                "(until) => new Promise((done) => setTimeout(done, until - performance.now()))",
                when + 400,
            )
        if self.touch:
            self.page.touchscreen.tap(x, y)
        else:
            self.page.mouse.click(x, y)
        self._tapped = (x, y, self.page.evaluate("performance.now()"))

    def drag(self, pile: str, at: int, dx: float, dy: float, steps: int = 2) -> None:
        """Drag a card by so much with the mouse."""
        x, y = self.spot(pile, at)
        mouse = self.page.mouse
        mouse.move(x, y)
        mouse.down()
        mouse.move(x + dx, y + dy, steps=steps)
        mouse.up()

    def way(self, pile: str, at: int, to: str) -> tuple[float, float]:
        """How far a card has to go to lie on the last card of another pile, or on its empty place."""
        way: tuple[float, float] = self.ask("way(argument)", [pile, at, to])
        return way


class Sit(Protocol):
    """Opens tables."""

    def __call__(
        self,
        lang: str = ...,
        *,
        touch: bool = ...,
        viewport: dict[str, int] | None = ...,
        moving: bool = ...,
        dark: bool = ...,
        server: Server | None = ...,
    ) -> Table:
        """A page in a browser context of its own; ``moving`` leaves the animations on."""
        ...


@pytest.fixture(scope="session")
def base_url() -> None:
    """Addresses are written out; the plugin's own fixture of this name warns of itself under pytest 9.2."""


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server for all tests that leave it as it is."""
    running = Server(tmp_path_factory.mktemp("browser") / "arfa.sqlite", thought=20)
    yield running
    running.close()


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Server]:
    """A server to be killed."""
    running = Server(tmp_path / "arfa.sqlite")
    yield running
    running.close()


@pytest.fixture
def sit(
    request: pytest.FixtureRequest, new_context: Callable[..., BrowserContext]
) -> Iterator[Sit]:
    """Opens tables; at the end of the test none of them may have complained about anything."""
    watches: list[Watch] = []

    def opened(
        lang: str = "ru",
        *,
        touch: bool = False,
        viewport: dict[str, int] | None = None,
        moving: bool = False,
        dark: bool = False,
        server: Server | None = None,
    ) -> Table:
        if server is None:
            server = request.getfixturevalue("server")
        context = new_context(
            locale={"ru": "ru-RU", "en": "en-GB"}[lang],
            viewport=viewport or (PHONE if touch else DESK),
            has_touch=touch,
            is_mobile=touch,
            reduced_motion="no-preference" if moving else "reduce",
            color_scheme="dark" if dark else "light",
        )
        context.set_default_timeout(15_000)
        context.add_init_script(path=PROBE)
        watch = Watch(context, server.url)
        watches.append(watch)
        return Table(context.new_page(), watch, lang, touch=touch).open()

    yield opened
    left = [text for watch in watches for text in watch.left()]
    assert not left, left
