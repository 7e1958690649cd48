"""How the service is: for those who host it, and for the machines that look after it."""

from __future__ import annotations

import asyncio
import hmac
import ipaddress

from fastapi import APIRouter, Request
from sqlalchemy.exc import SQLAlchemyError
from starlette.exceptions import HTTPException
from starlette.responses import PlainTextResponse, Response

from arfa.web.metrics import CONTENT_TYPE
from arfa.web.routes.common import errors
from arfa.web.schemas import Health
from arfa.web.service import Service

_PATIENCE = 3
"""Seconds in which the database should answer."""
_PROXIED = ("x-forwarded-for", "forwarded", "x-real-ip", "via")

router = APIRouter(responses=errors(422), tags=["service"])


# Some who look after services ask for the head alone.
@router.head("/healthz", include_in_schema=False)
@router.get("/healthz")
async def health() -> Health:
    """That the service is alive.  It asks nobody else, so that a database that is away is no reason to kill it."""
    return Health(status="ok")


@router.head("/readyz", include_in_schema=False)
@router.get("/readyz", responses=errors(503))
async def ready(request: Request) -> Health:
    """Whether players may be sent here: the database answers, and the service is not about to stop."""
    service = Service.of(request)
    if service.stopping:
        raise HTTPException(503)
    try:
        async with asyncio.timeout(_PATIENCE):
            await service.store.ping()
    except (SQLAlchemyError, TimeoutError) as error:
        raise HTTPException(503) from error
    return Health(status="ok")


@router.get("/metrics", include_in_schema=False)
async def metrics(request: Request) -> Response:
    """What was counted, for Prometheus.  Who may not see it is told that there is nothing."""
    service = Service.of(request)
    if not _may_see(request, service.settings.metrics_token):
        raise HTTPException(404)
    return PlainTextResponse(service.metrics.text(), headers={"Content-Type": CONTENT_TYPE})


def _may_see(request: Request, token: str) -> bool:
    if token:
        shown = request.headers.get("authorization", "")
        return hmac.compare_digest(shown.encode(), f"Bearer {token}".encode())
    # A proxy on this machine has its address, and does not ask for itself.
    if any(name in request.headers for name in _PROXIED) or request.client is None:
        return False
    try:
        return ipaddress.ip_address(request.client.host.partition("%")[0]).is_loopback
    except ValueError:
        return False
