"""Plays: dealing, looking, acting."""

from __future__ import annotations

from fastapi import APIRouter, Request

from arfa.errors import Message
from arfa.store import Stale
from arfa.texts import say
from arfa.web.acting import wish_of
from arfa.web.beginnings import begin
from arfa.web.drawing import drawn
from arfa.web.language import language
from arfa.web.players import give_cookie
from arfa.web.problems import Json
from arfa.web.routes.common import STALE, Lang, errors, player_of, stale_answer
from arfa.web.schemas import ActionWish, NewPlay, PlayInfo, State
from arfa.web.service import Service
from arfa.web.state import info_of, state_of
from arfa.web.wishes import understand

_LISTED = 200
"""How many plays a list holds at most."""

router = APIRouter(responses=errors(422), tags=["plays"])


@router.post(
    "/api/plays",
    status_code=201,
    response_model=State,
    responses=errors(403, 413, 503),
)
async def deal(request: Request, wish: NewPlay, lang: Lang = "") -> Json:
    """Deal.  A player who is not known yet gets a cookie."""
    service = Service.of(request)
    wanted = understand(wish.deal, wish.game, bound=not wish.other, winnable=wish.winnable)
    wanted = await drawn(service, wanted)
    player, token = await service.players.welcome(request)
    session = await begin(service, player, wanted)
    state = state_of(session, service.tables.sight(session), language(request))
    if wish.winnable and wanted.kind != "random":
        named = say(Message("drawn-named"), language(request))
        state = state.model_copy(update={"said": f"{state.said} {named}."})
    answer = Json(state, 201)
    answer.headers["Location"] = f"/api/plays/{session.play.id}"
    give_cookie(request, answer, token)
    return answer


@router.get("/api/plays", responses=errors(503))
async def list_plays(request: Request, lang: Lang = "") -> list[PlayInfo]:
    """This player's plays, the last touched first."""
    service = Service.of(request)
    player = await service.players.known(request)
    plays = [] if player is None else await service.store.plays_of(player, _LISTED)
    return [info_of(play, language(request)) for play in plays]


@router.get(
    "/api/plays/{play_id}",
    response_model=State,
    responses=errors(404, 409, 500, 503),
)
async def show(request: Request, play_id: str, lang: Lang = "") -> Json:
    """A play of this player."""
    service = Service.of(request)
    player = await player_of(service, request, play_id)
    session = await service.sessions.open(play_id, player)
    return Json(state_of(session, service.tables.sight(session), language(request)))


@router.post(
    "/api/plays/{play_id}/actions",
    response_model=State,
    responses={**errors(403, 404, 413, 500, 503), **STALE},
)
async def act(request: Request, play_id: str, wish: ActionWish, lang: Lang = "") -> Json:
    """Do something in a play.  It is stored before it is answered."""
    service = Service.of(request)
    player = await player_of(service, request, play_id)
    lang = language(request)
    try:
        session = await service.sessions.act(
            play_id, player, wish.version, wish_of(wish, service.tables)
        )
    except Stale as stale:
        return stale_answer(service, stale, lang)
    service.analyst.pool.drop(play_id)  # it was asked about the table as it was
    return Json(state_of(session, service.tables.sight(session), lang))
