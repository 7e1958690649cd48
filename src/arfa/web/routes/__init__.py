"""The JSON API, one module for each noun; its description is ``/openapi.json``."""

from __future__ import annotations

from fastapi import APIRouter

from arfa.web.routes import (
    about,
    analysis,
    course,
    daily,
    deals,
    examples,
    health,
    patiences,
    players,
    plays,
    records,
    reviews,
)

ROUTERS: tuple[APIRouter, ...] = (
    plays.router,
    patiences.router,
    examples.router,
    deals.router,
    daily.router,
    players.router,
    course.router,
    analysis.router,
    about.router,
    records.router,
    reviews.router,
    health.router,
)
"""In the order of the description, which is that in which they are tried: moves are asked for most."""
