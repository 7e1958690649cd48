"""The patiences and their rules."""

from __future__ import annotations

from fastapi import APIRouter, Request

from arfa.web import games as texts
from arfa.web.language import language
from arfa.web.routes.common import Lang, errors
from arfa.web.schemas import GameInfo, RuleText

router = APIRouter(responses=errors(422), tags=["patiences"])


@router.get("/api/games")
async def list_games(request: Request, lang: Lang = "") -> list[GameInfo]:
    """The patiences and their variants."""
    return texts.games(language(request))


@router.get("/api/games/{name}/rules", responses=errors(404))
async def rules(request: Request, name: str, lang: Lang = "") -> RuleText:
    """The rule text of a patience with its variants: `big-harp+draw-3`."""
    return texts.rules(name, language(request))
