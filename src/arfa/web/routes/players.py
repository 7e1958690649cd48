"""What belongs to a player as a whole: figures, the list of plays, all of it as a file and back, and its end.

The player is always the one whose cookie comes with the request; no address names another.
"""

from __future__ import annotations

import gzip
from datetime import timedelta, timezone, tzinfo
from functools import cache
from typing import Annotated, Any
from zoneinfo import ZoneInfo, available_timezones

from fastapi import APIRouter, Query, Request
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from arfa.store.archive import Archive, export
from arfa.store.players import all_rows, delete_play, delete_player
from arfa.store.restore import follow, take
from arfa.store.results import Result, entries
from arfa.store.statistics import statistics_of
from arfa.web.figures import (
    PlayPage,
    RestoreAnswer,
    StatisticsAnswer,
    play_page,
    statistics_answer,
)
from arfa.web.language import language
from arfa.web.players import forget_cookie, give_cookie
from arfa.web.problems import Json
from arfa.web.routes.common import Lang, errors, player_of
from arfa.web.service import Service
from arfa.web.table import standing

router = APIRouter(responses=errors(422, 503), tags=["players"])

Offset = Annotated[
    int,
    Query(
        description="Minutes that the player's clock is ahead of UTC, where `zone` is not known here",
        ge=-900,
        le=900,
    ),
]
Zone = Annotated[str, Query(description="The player's time zone: `Europe/Berlin`", max_length=64)]


@router.get("/api/player/statistics", response_model=StatisticsAnswer)
async def statistics(
    request: Request, *, zone: Zone = "", offset: Offset = 0, lang: Lang = ""
) -> Json:
    """This player's plays in figures, in all and for each patience with its variants."""
    service = Service.of(request)
    player = await service.players.known(request)
    rows = [] if player is None else await all_rows(service.store, player)
    found = await run_in_threadpool(statistics_of, rows, _clock(zone, offset))
    return Json(statistics_answer(found, language(request)))


def _clock(zone: str, offset: int) -> tzinfo:
    """A player's clock: that of the zone, with its summer and winter, or one that is always so far ahead of UTC."""
    return ZoneInfo(zone) if zone in _zones() else timezone(timedelta(minutes=offset))


@cache
def _zones() -> frozenset[str]:
    """The time zones that this machine knows; none where it has no data of them."""
    return frozenset(available_timezones())


@router.get("/api/player/plays", response_model=PlayPage)
async def list_plays(
    request: Request,
    *,
    game: Annotated[str, Query(max_length=200, description="A patience with its variants")] = "",
    result: Annotated[Result | None, Query(description="What the plays count as")] = None,
    after: Annotated[str, Query(max_length=40, description="`after` of the page before")] = "",
    limit: Annotated[int, Query(ge=1, le=200)] = 30,
    lang: Lang = "",
) -> Json:
    """This player's plays with what they count as, the last touched first."""
    service = Service.of(request)
    player = await service.players.known(request)
    rows = [] if player is None else await all_rows(service.store, player)
    wanted = [
        entry
        for entry in await run_in_threadpool(entries, rows)
        if (not game or entry.row.game == game) and result in (None, entry.result)
    ]
    return Json(play_page(wanted, after, limit, language(request)))


@router.delete("/api/plays/{play_id}", status_code=204, responses=errors(403, 404), tags=["plays"])
async def delete(request: Request, play_id: str, lang: Lang = "") -> Response:
    """Delete a play of this player, with all that was done in it."""
    service = Service.of(request)
    player = await player_of(service, request, play_id)
    await delete_play(service.store, play_id, player)
    service.sessions.forget(play_id)
    service.analyst.pool.drop(play_id)
    return Response(status_code=204)


@router.get("/api/player/export", response_model=Archive)
async def export_plays(request: Request, lang: Lang = "") -> Response:
    """Everything that is kept of this player's plays, as a file that can be imported again."""
    service = Service.of(request)
    player = await service.players.known(request)
    body = await export(service.store, player)
    headers = {"Content-Disposition": 'attachment; filename="arfa-plays.json"'}
    if "gzip" in request.headers.get("accept-encoding", ""):  # here, in a thread: it may be large
        body = await run_in_threadpool(gzip.compress, body, 5)
        headers |= {"Content-Encoding": "gzip", "Vary": "Accept-Encoding"}
    return Response(body, media_type="application/json", headers=headers)


_FILE: dict[str, Any] = {
    "requestBody": {
        "required": True,
        "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Archive"}}},
    }
}


@router.post(
    "/api/player/import",
    response_model=RestoreAnswer,
    responses=errors(403, 413),
    openapi_extra=_FILE,
)
async def import_plays(request: Request, lang: Lang = "") -> Json:
    """Take over the plays of an exported file.  To do so again changes nothing.

    Every play is followed by the referee and counted anew.  A file that is broken changes nothing.
    """
    service = Service.of(request)
    source = await request.body()
    async with service.importing:
        followed = await run_in_threadpool(follow, source, standing)
    player, token = await service.players.welcome(request)
    done = await take(service.store, player, followed)
    answer = Json(RestoreAnswer.model_validate(done, from_attributes=True))
    give_cookie(request, answer, token)
    return answer


@router.delete("/api/player", status_code=204, responses=errors(403))
async def delete_all(request: Request, lang: Lang = "") -> Response:
    """Delete this player with all plays; nothing is left of either, and the cookie is taken back."""
    service = Service.of(request)
    player = await service.players.known(request)
    if player is not None:
        await delete_player(service.store, player)
        service.players.forget(player)
        service.sessions.forget_player(player)
        service.analyst.pool.drop_player(player)
    answer = Response(status_code=204)
    forget_cookie(request, answer)
    return answer
