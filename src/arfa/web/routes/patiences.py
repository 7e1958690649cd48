"""The patiences."""

from __future__ import annotations

from fastapi import APIRouter, Request

from arfa.web import games as texts
from arfa.web.language import language
from arfa.web.routes.common import Lang, errors
from arfa.web.schemas import GameInfo

router = APIRouter(responses=errors(422), tags=["patiences"])


@router.get("/api/games")
async def list_games(request: Request, lang: Lang = "") -> list[GameInfo]:
    """The patiences and their variants."""
    return texts.games(language(request))
