"""The analyst at the table: the chances as they are thought out, hints, and X-ray."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Annotated, TypeVar

from fastapi import APIRouter, Query, Request
from starlette.responses import Response

from arfa.store import Session, Stale
from arfa.store.counting import Help
from arfa.web.analysis_schemas import Estimate, HintAnswer, HintWish, XrayAnswer, XrayWish
from arfa.web.analyst.analyst import Analyst
from arfa.web.analyst.errors import Dropped
from arfa.web.analyst.pool import Job
from arfa.web.analyst.thinking import Hinted
from arfa.web.analyst.words import hint_answer, xray_answer
from arfa.web.events import Events, OneEvent, stream_of
from arfa.web.language import language
from arfa.web.problems import Json
from arfa.web.routes.common import STALE, Lang, errors, player_of, stale_answer
from arfa.web.service import Service

T = TypeVar("T")

router = APIRouter(responses={**errors(404, 422, 500, 503), **STALE}, tags=["analysis"])

Version = Annotated[
    int | None,
    Query(
        ge=0, lt=2**31, description="The version that the player sees; without it, the present one"
    ),
]


@router.get("/api/plays/{play_id}/chance", response_class=Response, responses=stream_of(Estimate))
async def chance(
    request: Request, play_id: str, version: Version = None, lang: Lang = ""
) -> Response:
    """How good the chances are, by what can be seen: one `Estimate` after the other, each better than the last.

    It ends behind the final one, and at once, without one, when something is done in the play.
    """
    service = Service.of(request)
    player = await player_of(service, request, play_id)
    session = await service.sessions.open(play_id, player)
    if version is not None and version != session.play.version:
        return stale_answer(service, Stale(session), language(request))
    known = service.analyst.known(session)
    return Events(service.analyst.chance(session)) if known is None else OneEvent(known)


@router.post(
    "/api/plays/{play_id}/hint",
    response_model=HintAnswer,
    responses=errors(403, 413),
)
async def hint(request: Request, play_id: str, wish: HintWish, lang: Lang = "") -> Json:
    """A move that is worth making; it never rests on a card that was not seen.  After it a win is not clean, unless
    there was none.
    """
    service, lang = Service.of(request), language(request)
    try:
        session, found = await helped(
            request, play_id, wish.version, "hints", Analyst.hint, counts=_is_help
        )
    except Stale as stale:
        return stale_answer(service, stale, lang)
    sight = service.tables.sight(session)
    return Json(hint_answer(session, sight, found, wish.grade, lang))


@router.post(
    "/api/plays/{play_id}/xray",
    response_model=XrayAnswer,
    responses=errors(403, 413),
)
async def xray(request: Request, play_id: str, wish: XrayWish, lang: Lang = "") -> Json:
    """Whether this very deal can still be won, hidden cards and all.  After it a win is not clean."""
    service, lang = Service.of(request), language(request)
    try:
        session, found = await helped(request, play_id, wish.version, "xrays", Analyst.xray)
    except Stale as stale:
        return stale_answer(service, stale, lang)
    return Json(xray_answer(session, found, lang))


async def helped(
    request: Request,
    play_id: str,
    version: int,
    what: Help,
    ask: Callable[[Analyst, Session], Job[T]],
    *,
    counts: Callable[[T], bool] = lambda _: True,
) -> tuple[Session, T]:
    """What was asked for of a version of a play, when it is stored that it was; what does not count is not stored.

    Raises :class:`Stale` when the play is at another version, or comes to one meanwhile.
    """
    service = Service.of(request)
    player = await player_of(service, request, play_id)
    session = await service.sessions.open(play_id, player)
    if session.play.version != version:
        raise Stale(session)
    try:
        found = await while_wanted(request, ask(service.analyst, session))
    except Dropped:
        session = await service.sessions.open(play_id, player)
        if session.play.version != version:
            raise Stale(session) from None
        raise
    if counts(found):
        return await service.sessions.help(play_id, player, version, what), found
    session = await service.sessions.open(play_id, player)
    if session.play.version != version:
        raise Stale(session)
    return session, found


def _is_help(found: Hinted) -> bool:
    """Whether a hint helped (field report 39: that there is none is no help)."""
    return found.hint is not None


async def while_wanted(request: Request, job: Job[T]) -> T:
    """The result of a job, which is dropped when who asked for it hangs up."""

    async def hang_up() -> None:
        while (await request.receive())["type"] != "http.disconnect":
            pass
        job.drop()

    listening = asyncio.create_task(hang_up())
    try:
        return await job.result()
    finally:
        listening.cancel()
        job.drop()
