"""The web application."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib.resources import files
from pathlib import Path

from fastapi import FastAPI
from starlette.middleware.gzip import GZipMiddleware

from arfa import __version__
from arfa.web import problems
from arfa.web.assets import Assets
from arfa.web.guard import Guard
from arfa.web.routes import ROUTERS
from arfa.web.service import Service
from arfa.web.settings import Settings


def create_app(settings: Settings | None = None) -> FastAPI:
    """The application, for any ASGI server: ``uvicorn --factory arfa.web:create_app``."""
    service = Service(settings or Settings())

    @asynccontextmanager
    async def lifespan(_app: FastAPI) -> AsyncIterator[None]:
        async with service.running():
            yield

    app = FastAPI(
        title="arfa",
        version=__version__,
        summary="Patience: deals, plays and their rules",
        lifespan=lifespan,
        docs_url=None,  # it would load scripts from elsewhere
        redoc_url=None,
        redirect_slashes=False,
    )
    app.state.service = service
    for router in ROUTERS:
        app.include_router(router)
    assets = Assets(Path(str(files("arfa.web").joinpath("static"))))
    app.add_route("/{path:path}", assets.answer, methods=["GET"], include_in_schema=False)
    problems.install(app)
    app.add_middleware(GZipMiddleware, minimum_size=1000, compresslevel=5)
    app.add_middleware(
        Guard,
        max_body=service.settings.max_body,
        larger={"/api/player/import": service.settings.max_import},
    )
    return app
