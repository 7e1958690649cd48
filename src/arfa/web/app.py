"""The web application."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from importlib.resources import files
from pathlib import Path

from fastapi import APIRouter, FastAPI
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.routing import BaseRoute, Match, Route
from starlette.types import Receive, Scope, Send
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from arfa import __version__
from arfa.web import problems
from arfa.web.assets import Assets
from arfa.web.guard import Guard
from arfa.web.metrics import Metrics
from arfa.web.routes import ROUTERS
from arfa.web.routes.common import errors
from arfa.web.service import Service
from arfa.web.settings import Settings
from arfa.web.watch import Watch

STATIC = Path(str(files("arfa.web").joinpath("static")))
"""The folder of the page's files."""


def create_app(settings: Settings | None = None, metrics: Metrics | None = None) -> FastAPI:
    """The application, for any ASGI server: ``uvicorn --factory arfa.web:create_app``."""
    service = Service(settings or Settings(), metrics)

    @asynccontextmanager
    async def lifespan(_app: FastAPI) -> AsyncIterator[None]:
        async with service.running():
            yield

    app = FastAPI(
        title="arfa",
        version=__version__,
        summary="Patience: deals, plays and their rules",
        lifespan=lifespan,
        responses=errors(408, 429),  # by the guard, whatever was asked for
        docs_url=None,  # it would load scripts from elsewhere
        redoc_url=None,
        redirect_slashes=False,
    )
    app.state.service = service
    for router in ROUTERS:
        app.include_router(router)
    app.router.routes.append(Nothing(ROUTERS))
    assets = Assets(STATIC)
    app.add_route("/{path:path}", assets.answer, methods=["GET"], include_in_schema=False)
    problems.install(app)
    app.add_middleware(GZipMiddleware, minimum_size=1000, compresslevel=5)
    app.add_middleware(Guard, service=service)
    if service.settings.proxies:
        app.add_middleware(ProxyHeadersMiddleware, trusted_hosts=service.settings.proxies)
    app.add_middleware(Watch, service=service)
    return app


class Nothing(BaseRoute):
    """All addresses of the API at which there is nothing, or nothing by this method.

    Without it they would be asked of the files of the page, which can only be got, and a typing error would be answered
    as a wrong method.
    """

    def __init__(self, routers: Sequence[APIRouter]) -> None:
        self.routes = [route for router in routers for route in router.routes]

    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        """Whether an address is one of the API; it is asked behind all that there is."""
        path = scope["path"] if scope["type"] == "http" else ""
        ours = path == "/api" or path.startswith("/api/")
        return (Match.FULL if ours else Match.NONE), {}

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Say that there is nothing, or what can be done there."""
        allowed: set[str] = set()
        for route in self.routes:
            if isinstance(route, Route) and route.matches(scope)[0] is not Match.NONE:
                allowed |= route.methods or set()
                scope["route"] = route  # it is counted there
        if allowed:
            raise HTTPException(405, headers={"Allow": ", ".join(sorted(allowed))})
        raise HTTPException(404)
