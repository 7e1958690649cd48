"""The deals of the day: a calendar with what a player made of them."""

from __future__ import annotations

import calendar
import re
from datetime import date, timedelta
from typing import Annotated

from fastapi import APIRouter, Query, Request

from arfa.deals.daily import FIRST_DAY, today
from arfa.deals.errors import DealError
from arfa.rules.load import load_game
from arfa.store.dailies import PlayedDay, played_days, streak
from arfa.web.language import language
from arfa.web.routes.common import Lang, errors
from arfa.web.schemas import Day, Days
from arfa.web.service import Service

router = APIRouter(responses=errors(422), tags=["deals"])

_MONTH = re.compile(r"(\d{4})-(0[1-9]|1[0-2])", re.ASCII)
Month = Annotated[str, Query(description="`2026-11`; without it, the present month", max_length=20)]


@router.get("/api/daily/{name}", responses=errors(404, 503))
async def days(request: Request, name: str, month: Month = "", lang: Lang = "") -> Days:
    """The deals of the day of a patience with its variants in a month, and how many in a row were won in time."""
    service = Service.of(request)
    spec = load_game(name)
    now = today()
    first = _first_of(month, now)
    player = await service.players.known(request)
    played = {} if player is None else await played_days(service.store, player, spec.name)
    row = streak(played.values(), now)
    length = calendar.monthrange(first.year, first.month)[1]
    dates = [first + timedelta(n) for n in range(length)]
    return Days(
        game=spec.name,
        name=spec.title(language(request)),
        today=now,
        month=first,
        first=FIRST_DAY,
        days=[_day(day, played.get(day)) for day in dates if day <= now],
        streak=row.now,
        best=row.best,
    )


def _first_of(month: str, now: date) -> date:
    """The first day of a month that has deals.  Raises :class:`DealError`."""
    if not month:
        return now.replace(day=1)
    found = _MONTH.fullmatch(month)
    if found is None:
        raise DealError("daily-month", found=month, example=str(now)[:7])
    if int(found[1]) < FIRST_DAY.year:
        raise DealError("daily-early", found=month, first=str(FIRST_DAY))
    first = date(int(found[1]), int(found[2]), 1)
    if first > now:
        raise DealError("daily-future", found=month, today=str(now))
    return first


def _day(day: date, played: PlayedDay | None) -> Day:
    if played is None:
        return Day(day=day, status="new", play=None)
    if played.won is not None:
        return Day(day=day, status="won" if played.in_time else "late", play=played.play)
    return Day(day=day, status="begun" if played.moves else "new", play=played.play)
