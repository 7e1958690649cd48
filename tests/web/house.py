"""A service for tests: in this process, spoken to directly, or as a process of its own on the loopback."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException
from http.cookies import SimpleCookie
from pathlib import Path
from typing import Any
from urllib.parse import quote

from arfa.web import Settings, create_app
from arfa.web.service import Service
from arfa.web.settings import Rate


@dataclass(frozen=True)
class Reply:
    """An answer of the service."""

    status: int
    headers: Mapping[str, str]
    body: bytes
    number: str = field(default="", compare=False)
    """The number of the request, which no two have in common."""

    @property
    def json(self) -> Any:
        """The body as JSON."""
        return json.loads(self.body)

    @property
    def code(self) -> str:
        """The code of the error in it; every error must have one, and a text."""
        error = self.json["error"]
        assert set(error) in ({"code", "text"}, {"code", "text", "line", "column"})
        assert error["text"].strip()
        return str(error["code"])


UNLIMITED = {"player_rate": Rate(0, 0), "address_rate": Rate(0, 0)}


class House:
    """A service in this process."""

    def __init__(self, database: Path | str, **settings: Any) -> None:
        # Tests play faster than people do, and all from one address.
        self.app = create_app(Settings(database=str(database), **{**UNLIMITED, **settings}))
        self.service: Service = self.app.state.service
        self.loop = asyncio.Runner()

    def __enter__(self) -> House:
        self.running = self.service.running()
        self.loop.run(self._enter())
        return self

    def __exit__(self, *_: object) -> None:
        self.loop.run(self._exit())
        self.loop.close()

    async def _enter(self) -> None:
        await self.running.__aenter__()

    async def _exit(self) -> None:
        await self.running.__aexit__(None, None, None)

    def browser(self, **headers: str) -> Browser:
        """Somebody new."""
        return Browser(self, headers)

    async def speak(
        self,
        method: str,
        path: str,
        headers: Mapping[str, str],
        body: bytes = b"",
        *,
        scheme: str = "http",
    ) -> Reply:
        """One request, straight to the application; its body comes in pieces, as bodies do."""
        size = 16 * 1024
        parts = [body[at : at + size] for at in range(0, len(body), size)] or [b""]
        asked = [
            {"type": "http.request", "body": part, "more_body": n + 1 < len(parts)}
            for n, part in enumerate(parts)
        ]
        scope = asked_for(method, path, headers, scheme)
        sent: list[dict[str, Any]] = []
        answered = asyncio.Event()

        async def receive() -> dict[str, Any]:
            if not asked:  # who asked stays until the answer is there
                await answered.wait()
                return {"type": "http.disconnect"}
            return asked.pop(0)

        async def send(message: Any) -> None:
            sent.append(message)
            if message["type"] == "http.response.body" and not message.get("more_body", False):
                answered.set()

        # The server logs an error after it was answered; here the answer is what counts.
        with contextlib.suppress(Exception):
            await self.app(scope, receive, send)
        assert sent, "no answer"
        named = named_headers(sent[0])
        number = named.pop("x-request-id")
        body = b"".join(m.get("body", b"") for m in sent[1:])
        return Reply(sent[0]["status"], named, body, number)


def asked_for(method: str, path: str, headers: Mapping[str, str], scheme: str) -> dict[str, Any]:
    """A request as a server hands it on."""
    plain, _, query = path.partition("?")
    return {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": method,
        "scheme": scheme,
        "path": plain,
        "raw_path": plain.encode("utf-8", "surrogatepass"),
        "root_path": "",
        "query_string": quote(query, safe="=&%+").encode(),
        "headers": [(k.lower().encode("latin-1"), v.encode("latin-1")) for k, v in headers.items()],
        "client": ("127.0.0.1", 50000),
        "server": ("127.0.0.1", 80),
    }


def named_headers(start: Mapping[str, Any]) -> dict[str, str]:
    """The headers of an answer by their names."""
    return {key.decode().lower(): value.decode("latin-1") for key, value in start["headers"]}


class Listening:
    """Somebody who asks for events and hears them as they come; to be used within one run of the loop."""

    def __init__(self, house: House, path: str, headers: Mapping[str, str]) -> None:
        self._heard: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._gone = asyncio.Event()
        self.begun = asyncio.Event()
        """Whether the answer has begun."""
        self._asked = [{"type": "http.request", "body": b"", "more_body": False}]
        scope = asked_for("GET", path, headers, "http")
        self._task = asyncio.create_task(house.app(scope, self._receive, self._send))
        self.status = 0
        self.headers: dict[str, str] = {}
        self.ended = False

    async def _receive(self) -> dict[str, Any]:
        if self._asked:
            return self._asked.pop()
        await self._gone.wait()
        return {"type": "http.disconnect"}

    async def _send(self, message: Any) -> None:
        self.begun.set()
        await self._heard.put(message)

    async def event(self) -> Any:
        """The next event; None at the end, and where there is none since it was refused."""
        while not self.ended:
            message = await asyncio.wait_for(self._heard.get(), 30)
            if message["type"] == "http.response.start":
                self.status, self.headers = message["status"], named_headers(message)
                continue
            self.ended = not message.get("more_body", False)
            text = message.get("body", b"").decode()
            if text and self.status == 200:
                assert text.startswith("data: ")
                assert text.endswith("\n\n")
                return json.loads(text[6:])
        await self._task
        return None

    async def rest(self) -> list[Any]:
        """All events that are still to come."""
        found = []
        while (event := await self.event()) is not None:
            found.append(event)
        return found

    async def hang_up(self) -> None:
        """Go away; what is sent from now on is not heard."""
        self._gone.set()
        await self._task
        self.ended = True


@dataclass
class Browser:
    """Somebody at the service of this process; keeps cookies, as a browser does."""

    house: House
    headers: dict[str, str] = field(default_factory=dict)
    cookies: dict[str, str] = field(default_factory=dict)
    record: list[Reply] = field(default_factory=list)

    def ask(
        self, method: str, path: str, body: bytes = b"", *, scheme: str = "http", **headers: str
    ) -> Reply:
        """One request."""
        return self.house.loop.run(self.ask_soon(method, path, body, scheme=scheme, **headers))

    async def ask_soon(
        self, method: str, path: str, body: bytes = b"", *, scheme: str = "http", **headers: str
    ) -> Reply:
        """One request among others."""
        all_headers = {"host": "127.0.0.1", **self.headers}
        if self.cookies:
            all_headers["cookie"] = "; ".join(f"{k}={v}" for k, v in self.cookies.items())
        if method not in ("GET", "HEAD"):
            all_headers |= {
                "content-type": "application/json",
                "content-length": str(len(body)),
            }
        all_headers |= {k.replace("_", "-"): v for k, v in headers.items()}
        reply = await self.house.speak(method, path, all_headers, body, scheme=scheme)
        for key, morsel in SimpleCookie(reply.headers.get("set-cookie", "")).items():
            self.cookies[key] = morsel.value
        self.record.append(reply)
        return reply

    def listen(self, path: str, **headers: str) -> Listening:
        """Ask for events; within the loop."""
        cookie = "; ".join(f"{k}={v}" for k, v in self.cookies.items())
        all_headers = {"host": "127.0.0.1", **self.headers, "cookie": cookie}
        all_headers |= {k.replace("_", "-"): v for k, v in headers.items()}
        return Listening(self.house, path, all_headers)

    def get(self, path: str, **headers: str) -> Reply:
        """A GET."""
        return self.ask("GET", path, b"", **headers)

    def post(self, path: str, wish: Any, **headers: str) -> Reply:
        """A POST of JSON."""
        return self.ask("POST", path, json.dumps(wish).encode(), **headers)

    def deal(
        self, game: str | None = "small-harp", deal: str | None = "1", lang: str = "en"
    ) -> Any:
        """A new play."""
        reply = self.post(f"/api/plays?lang={lang}", {"game": game, "deal": deal})
        assert reply.status == 201, reply.body
        return reply.json

    def act(self, state: Any, action: str, move: str | None = None, lang: str = "en") -> Reply:
        """Do something in a play."""
        wish = {"version": state["version"], "action": action}
        if move is not None:
            wish["move"] = move
        return self.post(f"/api/plays/{state['id']}/actions?lang={lang}", wish)

    def move(self, state: Any, move: str) -> Any:
        """Make a legal move."""
        reply = self.act(state, "move", move)
        assert reply.status == 200, reply.body
        return reply.json

    def show(self, state: Any, lang: str = "en") -> Any:
        """The play as the service has it."""
        reply = self.get(f"/api/plays/{state['id']}?lang={lang}")
        assert reply.status == 200, reply.body
        return reply.json


class Process:
    """A service as a process of its own."""

    def __init__(
        self,
        database: Path | str,
        *,
        port: int | None = 0,
        lang: str = "en",
        workers: int = 1,
        log_format: str = "text",
        env: Mapping[str, str] | None = None,
        static: Path | None = None,
        thought: int | None = None,
        **settings: Any,
    ) -> None:
        chosen = {"database": str(database), **UNLIMITED, **settings}
        changed = ""
        if (
            static
        ):  # other files of the page than the installed ones, so that a test can change them
            changed += f"import arfa.web.app, pathlib; arfa.web.app.STATIC = pathlib.{static!r}; "
        if thought:  # reviews in haste
            changed += f"import arfa.web.reviewing as r; r.THOUGHT = type(r.THOUGHT)({thought}); "
        code = (
            f"{changed}from arfa.web import Settings, serve; from arfa.web.settings import Rate; "
            f"serve('127.0.0.1', {port!r}, Settings(**{chosen!r}), "
            f"lang={lang!r}, workers={workers}, log_format={log_format!r})"
        )
        self.began = time.monotonic()
        self.process = subprocess.Popen(
            [sys.executable, "-c", code],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONUNBUFFERED": "1", **(env or {})},
        )
        self.said: list[str] = []
        self.port = self._wait()
        self.took = time.monotonic() - self.began

    def _wait(self) -> int:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.said.append(line.strip())
            found = re.search(r"http://127\.0\.0\.1:(\d+)/", line)
            if found is not None:
                return int(found[1])
        raise AssertionError(f"it did not start: {self._end()[1]}")

    def kill(self) -> None:
        """End it as a power cut would."""
        self.process.send_signal(signal.SIGKILL)
        self._end()

    def stop(self, number: int = signal.SIGTERM) -> tuple[int, str]:
        """Ask it to stop; its exit code and what it complained about."""
        self.process.send_signal(number)
        return self._end()

    def _end(self) -> tuple[int, str]:
        said = self.process.communicate(timeout=30)
        return self.process.returncode, said[1]


class Line:
    """A browser with one connection to a process."""

    def __init__(self, port: int, cookie: str = "") -> None:
        self.http = HTTPConnection("127.0.0.1", port, timeout=20)
        self.cookie = cookie

    def ask(self, method: str, path: str, wish: Any = None) -> Reply | None:
        """One request; None when the line broke before the answer was there."""
        headers = {"Accept-Encoding": "identity"}
        if self.cookie:
            headers["Cookie"] = self.cookie
        body = None
        if wish is not None:
            body = json.dumps(wish)
            headers["Content-Type"] = "application/json"
        try:
            self.http.request(method, path, body, headers)
            with self.http.getresponse() as answer:
                named = {key.lower(): value for key, value in answer.getheaders()}
                reply = Reply(answer.status, named, answer.read())
        except (OSError, HTTPException):
            self.http.close()
            return None
        given = reply.headers.get("set-cookie")
        if given:
            self.cookie = given.partition(";")[0]
        return reply

    def close(self) -> None:
        """Hang up."""
        self.http.close()


@contextlib.contextmanager
def line(server: Process, cookie: str = "") -> Iterator[Line]:
    """A browser at a process; hangs up at the end."""
    speaking = Line(server.port, cookie)
    try:
        yield speaking
    finally:
        speaking.close()


@contextlib.contextmanager
def process(database: Path | str, **how: Any) -> Iterator[Process]:
    """A process that is stopped at the end, if it still runs."""
    running = Process(database, **how)
    try:
        yield running
    finally:
        if running.process.poll() is None:
            running.kill()
