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
        plain, _, query = path.partition("?")
        size = 16 * 1024
        parts = [body[at : at + size] for at in range(0, len(body), size)] or [b""]
        asked = [
            {"type": "http.request", "body": part, "more_body": n + 1 < len(parts)}
            for n, part in enumerate(parts)
        ]
        scope = {
            "type": "http",
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "method": method,
            "scheme": scheme,
            "path": plain,
            "raw_path": plain.encode("utf-8", "surrogatepass"),
            "root_path": "",
            "query_string": quote(query, safe="=&%+").encode(),
            "headers": [
                (k.lower().encode("latin-1"), v.encode("latin-1")) for k, v in headers.items()
            ],
            "client": ("127.0.0.1", 50000),
            "server": ("127.0.0.1", 80),
        }
        sent: list[dict[str, Any]] = []

        async def receive() -> dict[str, Any]:
            return asked.pop(0) if asked else {"type": "http.disconnect"}

        async def send(message: Any) -> None:
            sent.append(message)

        # The server logs an error after it was answered; here the answer is what counts.
        with contextlib.suppress(Exception):
            await self.app(scope, receive, send)
        assert sent, "no answer"
        named: dict[str, str] = {}
        for key, value in sent[0]["headers"]:
            named[key.decode().lower()] = value.decode("latin-1")
        number = named.pop("x-request-id")
        body = b"".join(m.get("body", b"") for m in sent[1:])
        return Reply(sent[0]["status"], named, body, number)


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
        **settings: Any,
    ) -> None:
        chosen = {"database": str(database), **UNLIMITED, **settings}
        code = (
            "from arfa.web import Settings, serve; from arfa.web.settings import Rate; "
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
