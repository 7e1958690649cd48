"""From what was asked for to a play: dealt, begun from a position, or taken over from a record with its moves."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import timedelta
from typing import NamedTuple

from arfa.store import Course, Session
from arfa.store.plays import begun
from arfa.store.records import Whole, keep
from arfa.web.exchange import Taken, begun_on, seconds_of, taken
from arfa.web.service import Service
from arfa.web.table import Sight, identities_of
from arfa.web.wishes import Wish

_NOTHING = Taken((), (), 0)


class Prepared(NamedTuple):
    """A play that is not stored yet."""

    session: Session
    whole: Whole
    left: int
    """How many comments of its record there was no bookmark for."""


async def begin(service: Service, player: str, wish: Wish) -> Session:
    """Store a new play of a player, and keep it at hand."""
    if wish.record is None:
        ready = prepared(player, wish)
    else:  # many moves to be checked: in a thread of its own
        ready = await asyncio.to_thread(prepared, player, wish)
    await keep(service.store, [ready.whole])
    service.sessions.add(ready.session)
    return ready.session


def prepared(player: str, wish: Wish, place: int = 0) -> Prepared:
    """A play as it will be stored; ``place`` keeps the order of plays that were begun on the same day.

    Raises :class:`~arfa.errors.ArfaError` for a record that cannot be followed."""
    record = wish.record
    tried = _NOTHING if record is None else taken(record)
    course = Course.fold(wish.begin(), tried.log)
    play = begun(
        player, wish.game, wish.deal, wish.deck, "playing", origin=wish.origin, start=wish.start
    )
    created = play.created if record is None else begun_on(record) or play.created
    names = identities_of(play).of(course.position)
    play = replace(
        play,
        deal=wish.name,
        proof=wish.proof,
        created=created + timedelta(microseconds=place),
        seconds=0 if record is None else seconds_of(record),
        version=len(tried.log),
        moves=course.made,
        started=play.created if tried.log else None,
        status=Sight(course.position, names).status,
    )
    return Prepared(Session(play, course), Whole(play, tried.log, tried.marks), tried.left)
