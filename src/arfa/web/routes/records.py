"""Records: plays as files in PPN, out and in."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from typing import Any

from fastapi import APIRouter, Request
from starlette.responses import Response

from arfa.errors import ArfaError
from arfa.errors import Message as Words
from arfa.notation import read_records
from arfa.store import Play
from arfa.store.bookmarks import bookmarks_of
from arfa.store.errors import PlayUnknown
from arfa.store.records import keep, recorded
from arfa.texts import say
from arfa.web.beginnings import Prepared, prepared
from arfa.web.exchange import MEDIA_TYPE, decoded, file_name, record_of
from arfa.web.language import language
from arfa.web.players import give_cookie
from arfa.web.problems import Json
from arfa.web.routes.common import Lang, errors, player_of
from arfa.web.schemas import RecordsTaken
from arfa.web.service import Service
from arfa.web.state import info_of
from arfa.web.wishes import Wish, of_record

router = APIRouter(responses=errors(422, 503), tags=["records"])

_TEXT: dict[int | str, dict[str, Any]] = {
    200: {"description": "PPN", "content": {"application/x-ppn": {"schema": {"type": "string"}}}}
}
_LEFT_OUT = "X-Arfa-Left-Out"
_ALL: dict[int | str, dict[str, Any]] = {
    200: {
        **_TEXT[200],
        "headers": {
            _LEFT_OUT: {
                "description": "How many plays could not be written",
                "schema": {"type": "integer"},
            }
        },
    }
}
_FILE: dict[str, Any] = {
    "requestBody": {
        "required": True,
        "content": {"application/x-ppn": {"schema": {"type": "string"}}},
    }
}


@router.get(
    "/api/plays/{play_id}/record",
    response_class=Response,
    responses={**errors(404, 409, 500), **_TEXT},
)
async def record(request: Request, play_id: str, lang: Lang = "") -> Response:
    """A play of this player as a record: its moves, what was tried beside them, its bookmarks."""
    service = Service.of(request)
    player = await player_of(service, request, play_id)
    text, name = await _written(service, play_id, player)
    return Response(text, media_type=MEDIA_TYPE, headers=_attached(name))


@router.get("/api/records", response_class=Response, responses=_ALL)
async def records(request: Request, lang: Lang = "") -> Response:
    """All plays of this player in which a move was made, the oldest first, one record behind another.

    What was begun by rules that are no longer in force, whose log is broken, and what is too large for a record, is
    left out.  Comments at the end of the file say what that is, and why, and `X-Arfa-Left-Out` how many plays.
    """
    service = Service.of(request)
    player = await service.players.known(request)
    ids = [] if player is None else await recorded(service.store, player)

    texts: list[str] = []
    left_out: dict[str, Words] = {}
    for play_id in ids:
        try:
            text, _ = await _written(service, play_id, player or "")
        except PlayUnknown:  # deleted meanwhile
            continue
        except ArfaError as error:
            left_out[play_id] = error.message
        else:
            texts.append(text)
    if left_out:
        plays = await service.store.plays_of(player or "", len(ids))
        texts.append(_remarks(plays, left_out, language(request)))
    headers = {**_attached("arfa.ppn"), _LEFT_OUT: str(len(left_out))}
    return Response("\n".join(texts), media_type=MEDIA_TYPE, headers=headers)


def _remarks(plays: Sequence[Play], left_out: Mapping[str, Words], lang: str) -> str:
    """Comments that say which plays are not in a file, and why."""
    lines = [say(Words("records-left-out", n=len(left_out)), lang)]
    for play in sorted(plays, key=lambda play: (play.created, play.id)):
        if play.id in left_out:
            shown = info_of(play, lang)
            what = [shown.name, shown.deal, str(play.created.date())]
            lines.append(f"{', '.join(filter(None, what))}: {say(left_out[play.id], lang)}")
    return "".join(f"; {' '.join(line.split())}\n" for line in lines)


@router.post(
    "/api/records",
    status_code=201,
    response_model=RecordsTaken,
    responses=errors(403, 413),
    openapi_extra=_FILE,
)
async def take(request: Request, lang: Lang = "") -> Json:
    """Take over the records of a file; each becomes a play with everything that was tried in it.

    All of them or none: a file that is broken changes nothing, and it is said where it is wrong.
    """
    service = Service.of(request)
    body = await request.body()
    found = await asyncio.to_thread(_read, body)
    player, token = await service.players.welcome(request)
    ready = await asyncio.to_thread(_prepared, player, found)
    await keep(service.store, [one.whole for one in ready])
    lang = language(request)
    answer = RecordsTaken(
        plays=[info_of(one.session.play, lang) for one in ready],
        comments_left=sum(one.left for one in ready),
    )
    reply = Json(answer, 201)
    give_cookie(request, reply, token)
    return reply


async def _written(service: Service, play_id: str, player: str) -> tuple[str, str]:
    """The record of a play and the name of its file."""
    play, course = await service.store.load(play_id, player)
    marks = await bookmarks_of(service.store.database, play_id)

    def write() -> str:
        return str(record_of(play, course, marks, play.status))

    return await asyncio.to_thread(write), file_name(play)


def _attached(name: str) -> dict[str, str]:
    return {"Content-Disposition": f'attachment; filename="{name}"'}


def _read(body: bytes) -> list[Wish]:
    """What a file holds.  Raises :class:`~arfa.errors.ArfaError` with line and column."""
    return [of_record(one) for one in read_records(decoded(body))]


def _prepared(player: str, wishes: list[Wish]) -> list[Prepared]:
    return [prepared(player, wish, place) for place, wish in enumerate(wishes)]
