"""What is known of the deal of a play to whoever sees all cards."""

from __future__ import annotations

from fastapi import APIRouter, Request

from arfa.store import Stale
from arfa.web.about_schemas import DealFacts
from arfa.web.analysis_schemas import XrayWish
from arfa.web.analyst.analyst import Analyst
from arfa.web.analyst.errors import GoingOn
from arfa.web.language import language
from arfa.web.problems import Json
from arfa.web.routes.analysis import helped, while_wanted
from arfa.web.routes.common import STALE, Lang, errors, player_of, stale_answer
from arfa.web.service import Service
from arfa.web.telling_of_deals import facts_of

router = APIRouter(responses={**errors(404, 422, 500, 503), **STALE}, tags=["analysis"])


@router.get("/api/plays/{play_id}/about", response_model=DealFacts)
async def about(request: Request, play_id: str, lang: Lang = "") -> Json:
    """Whether the deal can be won, how hard it is, and what would come of it by other rules.

    It tells of hidden cards, so it is answered of a game that has come out, and of no other.
    """
    service, lang = Service.of(request), language(request)
    player = await player_of(service, request, play_id)
    session = await service.sessions.open(play_id, player)
    if session.play.won is None:
        raise GoingOn
    found = await while_wanted(request, service.analyst.about(session))
    return Json(facts_of(found, lang, clean=session.play.clean))


@router.post("/api/plays/{play_id}/about", response_model=DealFacts, responses=errors(403, 413))
async def look(request: Request, play_id: str, wish: XrayWish, lang: Lang = "") -> Json:
    """The same of a game that is not over: it counts as X-ray, and after it a win is not clean."""
    service, lang = Service.of(request), language(request)
    try:
        session, found = await helped(request, play_id, wish.version, "xrays", Analyst.about)
    except Stale as stale:
        return stale_answer(service, stale, lang)
    return Json(facts_of(found, lang, clean=session.play.clean))
