"""What stands around everything else: each request gets a number, is timed, counted, and written down."""

from __future__ import annotations

import logging
import secrets
import time

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from arfa.web.players import PLAYER
from arfa.web.service import Service

log = logging.getLogger("arfa.request")

REQUEST = "arfa.request"
"""In the scope of a request: its number."""

_METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS")
_EACH = 5.0
"""How often a worker writes down what it has used, in seconds."""


class Watch:
    """An application that is watched."""

    def __init__(self, app: ASGIApp, service: Service) -> None:
        self.app = app
        self.service = service
        self._measured = 0.0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        metrics = self.service.metrics
        began = time.perf_counter()
        number = scope[REQUEST] = secrets.token_hex(8)
        status = 0

        async def send_watched(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                MutableHeaders(scope=message)["X-Request-ID"] = number
            await send(message)

        metrics.count("arfa_requests_under_way")
        try:
            await self.app(scope, receive, send_watched)
        finally:
            took = time.perf_counter() - began
            route = route_of(scope)
            method = scope["method"] if scope["method"] in _METHODS else "other"
            metrics.count("arfa_requests_under_way", -1)
            metrics.count("arfa_requests_total", route=route, method=method, status=status)
            metrics.observe("arfa_request_seconds", took, route=route)
            metrics.put("arfa_plays_in_memory", self.service.sessions.kept)
            if began - self._measured > _EACH:
                self._measured = began
                metrics.measure()
            if self.service.settings.log_requests:
                player = scope.get(PLAYER)
                more = {
                    "id": number,
                    "method": method,
                    "route": route,
                    "status": status,
                    "ms": round(took * 1000, 2),
                    "player": player and self.service.players.signer.alias(player),
                    "worker": metrics.worker + 1,
                }
                log.info("%s %s %s", method, route, status, extra={"request": more})


def route_of(scope: Scope) -> str:
    """The template of the route that answered, ``/api/plays/{play_id}``: there are few of them, and no ids in them."""
    path = getattr(scope.get("route"), "path", None)
    if isinstance(path, str) and path.startswith(("/api/", "/healthz", "/readyz", "/metrics")):
        return path
    return "(unknown)" if scope["path"].startswith("/api") else "(page)"
