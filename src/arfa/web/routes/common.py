"""What all end points have in common."""

from __future__ import annotations

import re
from typing import Annotated, Any

from fastapi import Query, Request

from arfa.store import Stale
from arfa.store.errors import PlayUnknown
from arfa.web.problems import Json, problem, status_of
from arfa.web.schemas import ErrorAnswer, StaleAnswer
from arfa.web.service import Service
from arfa.web.state import state_of

_PLAY_ID = re.compile(r"[A-Za-z0-9_-]{22}")

Lang = Annotated[
    str, Query(description="`ru` or `en`; without it, as `Accept-Language` says", max_length=20)
]


STALE: dict[int | str, dict[str, Any]] = {
    409: {"model": StaleAnswer | ErrorAnswer, "description": "The play has gone on elsewhere"}
}
"""For the description of an end point that names a version."""


def errors(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """The errors of an end point, for its description."""
    return {
        status: {"model": ErrorAnswer, "description": "Not done, and why"} for status in statuses
    }


async def player_of(service: Service, request: Request, play_id: str) -> str:
    """The player who sends a request about a play.  Raises :class:`PlayUnknown` for one who can have none."""
    player = await service.players.known(request)
    if player is None or not _PLAY_ID.fullmatch(play_id):
        raise PlayUnknown
    return player


def stale_answer(service: Service, stale: Stale, lang: str) -> Json:
    """The answer to what was meant for another version, with the present state."""
    present = state_of(stale.session, service.tables.sight(stale.session), lang)
    return Json(StaleAnswer(error=problem(stale.message, lang), state=present), status_of(stale))
