"""Reviews: what each move of a game was worth, how much was luck, and which move lost it."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Generator
from typing import Any

from fastapi import APIRouter, Request
from starlette.responses import Response

from arfa.notation import Record, read_record, write_record
from arfa.store import Play, Session
from arfa.web.analyst.pool import Desk
from arfa.web.events import Progress, stream_of
from arfa.web.exchange import MEDIA_TYPE, decoded, file_name
from arfa.web.language import language
from arfa.web.review_info import marked, review_info
from arfa.web.review_schemas import ReviewAnswer, Step
from arfa.web.reviewing import Played, Reviewed, Tell, of_play, of_record, reviewed
from arfa.web.routes.analysis import while_wanted
from arfa.web.routes.common import Lang, errors, player_of
from arfa.web.service import Service

router = APIRouter(tags=["reviews"])

SECONDS = 300
"""After which a review is ended: long games wait for their turn between others."""

_FILE: dict[str, Any] = {
    "requestBody": {
        "required": True,
        "content": {"application/x-ppn": {"schema": {"type": "string"}}},
    }
}
_TEXT: dict[int | str, dict[str, Any]] = {
    200: {"description": "PPN", "content": {"application/x-ppn": {"schema": {"type": "string"}}}}
}


@router.get(
    "/api/plays/{play_id}/review",
    response_class=Response,
    responses={**errors(404, 409, 422, 500, 503), **stream_of(ReviewAnswer)},
)
async def review(request: Request, play_id: str, lang: Lang = "") -> Response:
    """A play of this player under review.

    Events `{"done": 3, "of": 100}` while it is judged and, at the end, `{"review": ReviewInfo}` or
    `{"error": Problem}`.  Whoever goes away stops it.  The line that is judged is that on which the play stands,
    followed to its end.  What the hidden cards allowed is told only when the game has ended there.
    """
    service, lang = Service.of(request), language(request)
    session, played = await _played(service, request, play_id)
    play = session.play

    def work(desk: Desk) -> Generator[None, None, ReviewAnswer]:
        found = yield from _judged(service, play, played, desk)
        return ReviewAnswer(review=review_info(found, lang, play))

    return Progress(service.analyst.review(session, "review", work), lang, SECONDS)


@router.get(
    "/api/plays/{play_id}/review/record",
    response_class=Response,
    responses={**errors(404, 409, 422, 500, 503), **_TEXT},
)
async def record(request: Request, play_id: str, lang: Lang = "") -> Response:
    """The line of a play of this player as a record with marks as glyphs, chances as comments, and better moves."""
    service, lang = Service.of(request), language(request)
    session, played = await _played(service, request, play_id)
    play = session.play

    def work(desk: Desk) -> Generator[None, None, str]:
        found = yield from _judged(service, play, played, desk)
        return write_record(marked(found, play, lang))

    text = await while_wanted(request, service.analyst.review(session, "record", work))
    name = file_name(play).replace(".ppn", "-review.ppn")
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(text, media_type=MEDIA_TYPE, headers=headers)


@router.post(
    "/api/reviews",
    response_class=Response,
    responses={**errors(403, 413, 422), **stream_of(ReviewAnswer)},
    openapi_extra=_FILE,
)
async def review_record(request: Request, lang: Lang = "") -> Response:
    """A record in PPN under review, with the same events; nothing is kept of it.

    A record says where every card lies, so what the cards allowed is told as well.
    """
    service, lang = Service.of(request), language(request)
    body = await request.body()
    played = of_record(await asyncio.to_thread(_read, body))
    played.check()

    def work(desk: Desk) -> Generator[None, None, ReviewAnswer]:
        found = yield from reviewed(played, _teller(desk), desk.stop)
        return ReviewAnswer(review=review_info(found, lang))

    asker = await service.players.known(request)
    if asker is None:  # whoever is behind an address has turns together
        asker = "" if request.client is None else request.client.host
    job = service.analyst.pool.ask(asker, secrets.token_hex(8), "review", work)
    return Progress(job, lang, SECONDS)


async def _played(service: Service, request: Request, play_id: str) -> tuple[Session, Played]:
    """A play as it stands, and its game.  Raises :class:`~arfa.web.reviewing.ReviewError`."""
    player = await player_of(service, request, play_id)
    session = await service.sessions.open(play_id, player)
    played = of_play(session.play, session.course)
    played.check()
    return session, played


def _judged(
    service: Service, play: Play, played: Played, desk: Desk
) -> Generator[None, None, Reviewed]:
    """The review that is kept, or a new one, in steps."""
    found = service.reviews.get(play.id, play.version)
    if found is None:
        found = yield from reviewed(played, _teller(desk), desk.stop)
        if not desk.dropped:
            service.reviews.put(play.id, play.version, found)
    return found


def _teller(desk: Desk) -> Tell:
    return lambda done, of: desk.tell(Step(done=done, of=of))


def _read(body: bytes) -> Record:
    return read_record(decoded(body))
