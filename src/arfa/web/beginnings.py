"""From what was asked for to a play: dealt, begun from a position, or taken over from a record with its moves."""

from __future__ import annotations

import asyncio
from dataclasses import replace

from arfa.store import Course, Session
from arfa.store.plays import begun
from arfa.store.records import Whole, keep
from arfa.web.exchange import log_of
from arfa.web.service import Service
from arfa.web.table import Sight, identities_of
from arfa.web.wishes import Wish


async def begin(service: Service, player: str, wish: Wish) -> Session:
    """Store a new play of a player, and keep it at hand."""
    if wish.record is None:
        session, whole = prepared(player, wish)
    else:  # many moves to be checked: in a thread of its own
        session, whole = await asyncio.to_thread(prepared, player, wish)
    await keep(service.store, [whole])
    service.sessions.add(session)
    return session


def prepared(player: str, wish: Wish) -> tuple[Session, Whole]:
    """A play as it will be stored.  Raises :class:`~arfa.errors.ArfaError` for a record that cannot be followed."""
    start = wish.begin()
    log = () if wish.record is None else log_of(wish.record)
    course = Course.fold(start.copy(), log)
    play = begun(
        player,
        wish.game,
        wish.deal,
        wish.deck,
        "playing",
        origin=wish.origin,
        start=wish.start,
    )
    names = identities_of(play).of(course.position)
    play = replace(
        play,
        deal=wish.name,
        version=len(log),
        moves=course.made,
        started=play.created if log else None,
        status=Sight(course.position, names).status,
    )
    return Session(play, course), Whole(play, log)
