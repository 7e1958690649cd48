"""What stands before every request and behind every answer: how much, how large, how long, from where, and the headers
that browsers obey."""

from __future__ import annotations

import asyncio
import contextlib
import math
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import HTTPConnection
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from arfa.errors import Message as Words
from arfa.web.cookies import set_cookie
from arfa.web.limits import Limits
from arfa.web.players import FRESH_COOKIE
from arfa.web.problems import refuse
from arfa.web.service import Service

_POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' blob: data:",
        "connect-src 'self'",
        "manifest-src 'self'",
        "worker-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    )
)

HEADERS = {
    "Content-Security-Policy": _POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}
"""On every answer."""

_SAFE = ("GET", "HEAD", "OPTIONS")
_FORBEARANCE = 4
"""So many times the largest body are read and thrown away, so that its sender is told that it is too large."""


class Guard:
    """An application with guards before it."""

    def __init__(self, app: ASGIApp, service: Service) -> None:
        self.app = app
        self.service = service
        self.settings = service.settings
        self.larger = dict.fromkeys(
            ("/api/player/import", "/api/records", "/api/reviews"), self.settings.max_import
        )
        """The addresses that take a larger body, and how large."""
        self.limits = Limits(self.settings.player_rate, self.settings.address_rate)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, or refuse it."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        begun = False
        clock = asyncio.timeout(self.settings.answer_seconds)

        async def send_guarded(message: Message) -> None:
            nonlocal begun
            if message["type"] == "http.response.start":
                begun = True
                headers = MutableHeaders(scope=message)
                if headers.get("content-type", "").startswith("text/event-stream"):
                    clock.reschedule(None)  # it has begun, and is told to end when nobody listens
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
                headers.setdefault("Cache-Control", "no-store")
                if FRESH_COOKIE in scope and "set-cookie" not in headers:
                    fresh = Response()
                    set_cookie(scope["scheme"], fresh, scope[FRESH_COOKIE])
                    headers.append("Set-Cookie", fresh.headers["set-cookie"])
            await send(message)

        async def say_no(status: int, words: Words, **headers: str) -> None:
            answer = refuse(HTTPConnection(scope), status, words)
            answer.headers.update({k.replace("_", "-"): v for k, v in headers.items()})
            await answer(scope, receive, send_guarded)

        headers = Headers(scope=scope)
        wait = self.limits.check(HTTPConnection(scope), self.service.players.signer)
        if wait:
            self.service.metrics.count("arfa_requests_refused_total")
            seconds = math.ceil(wait)
            await say_no(429, Words("web-too-often", n=seconds), Retry_After=str(seconds))
            return
        if scope["method"] not in _SAFE and _is_foreign(scope, headers):
            await say_no(403, Words("web-cross-site"))
            return
        limit = self.larger.get(scope["path"], self.settings.max_body)
        try:
            async with asyncio.timeout(self.settings.body_seconds):
                body, speaking = await self._body(headers, receive, limit)
        except TimeoutError:
            await say_no(408, Words("web-too-slow"), Connection="close")
            return
        if body is None:
            if speaking:
                await self._let_pass(receive)
            words = Words("web-too-large")
            if scope["path"] in self.larger:
                words = Words("web-file-too-large", n=limit >> 20)
            await say_no(413, words, Connection="close")
            return

        async def receive_read() -> Message:
            return body.pop(0) if body else await receive()

        try:
            async with clock:
                await self.app(scope, receive_read, send_guarded)
        except TimeoutError:
            if begun:
                raise
            await say_no(503, Words("web-unavailable"))
        except Exception:
            if not begun:
                await say_no(500, Words("web-fault"))
            raise  # the server writes it down

    async def _let_pass(self, receive: Receive) -> None:
        """Read what is not wanted, as far as anybody may send it in good faith.

        To hang up on somebody who is still speaking would take the answer from him: a browser, or the proxy before us,
        would say that the line broke, and not what was wrong.
        """
        room = _FORBEARANCE * self.settings.max_import
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(self.settings.body_seconds):
                while room > 0:
                    message = await receive()
                    room -= len(message.get("body", b""))
                    if not (message["type"] == "http.request" and message.get("more_body", False)):
                        return

    @staticmethod
    async def _body(
        headers: Headers, receive: Receive, limit: int
    ) -> tuple[list[Message] | None, bool]:
        """The body as it came, or None when it is too large; and whether more of it may come."""
        declared = headers.get("content-length")
        if declared is None and "transfer-encoding" not in headers:
            return [], False
        if declared is not None and (
            not (declared.isascii() and declared.isdigit()) or int(declared) > limit
        ):
            return None, True
        messages: list[Message] = []
        size, more = 0, True
        while more:
            message = await receive()
            messages.append(message)
            size += len(message.get("body", b""))
            more = message["type"] == "http.request" and message.get("more_body", False)
            if size > limit:
                return None, more
        return messages, False


def _is_foreign(scope: Scope, headers: Headers) -> bool:
    """Whether a request that changes something was caused by another site.

    Browsers say so themselves; programs that say nothing carry no cookie that could be misused.
    """
    site = headers.get("sec-fetch-site")
    if site is not None and site not in ("same-origin", "none"):
        return True
    origin = headers.get("origin")
    if origin is None:
        return False
    try:
        there = urlsplit(origin)
    except ValueError:
        return True
    return there.scheme not in ("http", "https") or there.netloc != headers.get("host")
