"""How the service is."""

from __future__ import annotations

from fastapi import APIRouter, Request

from arfa.web.routes.common import errors
from arfa.web.schemas import Health
from arfa.web.service import Service

router = APIRouter(responses=errors(422), tags=["service"])


@router.get("/healthz", responses=errors(503))
async def health(request: Request) -> Health:
    """Whether the service can reach its database."""
    await Service.of(request).store.ping()
    return Health(status="ok")
