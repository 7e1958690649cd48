"""What stands before every request and behind every answer: sizes, origins, and the headers that browsers obey."""

from __future__ import annotations

from collections.abc import Mapping
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from arfa.errors import Message as Words
from arfa.web.problems import refuse

_POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' blob: data:",
        "connect-src 'self'",
        "manifest-src 'self'",
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


class Guard:
    """An application with guards before it."""

    def __init__(
        self, app: ASGIApp, max_body: int, larger: Mapping[str, int] | None = None
    ) -> None:
        self.app = app
        self.max_body = max_body
        self.larger = larger or {}
        """The addresses that take a larger body, and how large."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, or refuse it."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        begun = False

        async def send_guarded(message: Message) -> None:
            nonlocal begun
            if message["type"] == "http.response.start":
                begun = True
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
                headers.setdefault("Cache-Control", "no-store")
            await send(message)

        headers = Headers(scope=scope)
        if scope["method"] not in _SAFE and _is_foreign(scope, headers):
            answer = refuse(HTTPConnection(scope), 403, Words("web-cross-site"))
            await answer(scope, receive, send_guarded)
            return
        limit = self.larger.get(scope["path"], self.max_body)
        body = await self._body(headers, receive, limit)
        if body is None:
            answer = refuse(HTTPConnection(scope), 413, Words("web-too-large", limit=limit))
            answer.headers["Connection"] = "close"  # the rest of the body is not wanted
            await answer(scope, receive, send_guarded)
            return

        async def receive_read() -> Message:
            return body.pop(0) if body else await receive()

        try:
            await self.app(scope, receive_read, send_guarded)
        except Exception:
            if not begun:
                answer = refuse(HTTPConnection(scope), 500, Words("web-fault"))
                await answer(scope, receive, send_guarded)
            raise  # the server writes it down

    @staticmethod
    async def _body(headers: Headers, receive: Receive, limit: int) -> list[Message] | None:
        """The body as it came, or None when it is too large."""
        declared = headers.get("content-length")
        if declared is None and "transfer-encoding" not in headers:
            return []
        if declared is not None and (
            not (declared.isascii() and declared.isdigit()) or int(declared) > limit
        ):
            return None
        messages: list[Message] = []
        size, more = 0, True
        while more:
            message = await receive()
            messages.append(message)
            size += len(message.get("body", b""))
            if size > limit:
                return None
            more = message["type"] == "http.request" and message.get("more_body", False)
        return messages


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
