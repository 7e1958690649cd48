"""Deals: what a text asks for, before anything is dealt."""

from __future__ import annotations

import asyncio

from fastapi import APIRouter, Request

from arfa.texts import say
from arfa.web.language import language
from arfa.web.routes.common import Lang, errors
from arfa.web.schemas import DealText, Understood
from arfa.web.state import deal_name
from arfa.web.wishes import understand

router = APIRouter(responses=errors(422), tags=["deals"])


@router.post("/api/deals/check", responses=errors(403, 413))
async def check(request: Request, wish: DealText, lang: Lang = "") -> Understood:
    """Understand a text as `POST /api/plays` would, or say where it is wrong.  Nothing is dealt."""
    lang = language(request)
    found = await asyncio.to_thread(understand, wish.deal, wish.game, winnable=wish.winnable)
    return Understood(
        kind=found.kind,
        game=found.game.name,
        name=found.game.spec.title(lang),
        deal=None if found.deal is None else deal_name(found.game.name, found.name),
        said=found.said(lang),
        notes=[say(note, lang) for note in found.notes],
    )
