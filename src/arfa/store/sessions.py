"""Plays that are being played, kept folded in memory, so that an action costs a move and one transaction."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import replace
from weakref import WeakValueDictionary

from arfa.errors import ArfaError
from arfa.store.counting import Help
from arfa.store.course import Action, Course
from arfa.store.errors import StalePlay
from arfa.store.plays import Play, Store


class Session:
    """A play with its course, as of one version."""

    def __init__(self, play: Play, course: Course) -> None:
        self.play = play
        self.course = course


_FEW = 20
"""So many actions of another server are followed one by one; after more, the log is folded anew."""

Standing = Callable[[Session], str]
"""How a play stands, as it is told to its player."""

Wish = Action | Callable[[Session], Action]
"""What a player wants to do, or how it is found out from where the play is then."""


class Stale(StalePlay):
    """An action for another version than the present one; ``session`` has the present one."""

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.session = session


class Sessions:
    """The plays that were touched last.

    The database is the truth: whenever it holds another version than the memory, the log is folded anew.
    """

    def __init__(self, store: Store, standing: Standing, size: int = 1000) -> None:
        self.store = store
        self.standing = standing
        self.size = size
        self._kept: OrderedDict[str, Session] = OrderedDict()
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    @property
    def kept(self) -> int:
        """How many plays are in memory."""
        return len(self._kept)

    def add(self, session: Session) -> None:
        """Keep a session, and let go of the one that was not used for longest."""
        self._kept[session.play.id] = session
        self._kept.move_to_end(session.play.id)
        while len(self._kept) > self.size:
            self._kept.popitem(last=False)

    def forget(self, play_id: str) -> None:
        """Let go of a play that was deleted."""
        self._kept.pop(play_id, None)

    def forget_player(self, player_id: str) -> None:
        """Let go of all plays of a player who is no more."""
        for play_id in [key for key, s in self._kept.items() if s.play.player_id == player_id]:
            del self._kept[play_id]

    async def open(self, play_id: str, player_id: str) -> Session:
        """The present state of a play of this player.

        Raises :class:`~arfa.store.errors.PlayUnknown`, also when it is another's, and what :meth:`Store.load` raises.
        """
        async with self._lock(play_id):
            return await self._present(play_id, player_id)

    async def act(self, play_id: str, player_id: str, version: int, wish: Wish) -> Session:
        """Do something in a play; when this returns, it is on disk.

        Raises :class:`Stale` when the play is at another version, the reasons of :meth:`Course.do` when it is not
        possible, what the wish raises, and what :meth:`open` raises.  Then nothing has been done.
        """
        async with self._lock(play_id):
            session = self._own(play_id, player_id)
            if session is None or session.play.version != version:
                session = await self._present(play_id, player_id)
                if session.play.version != version:
                    raise Stale(session)
            for _ in range(2):
                if await self._done(session, wish):
                    return session
                # Another server was quicker.  If only help was asked for there, the action is still meant for this.
                session = await self._load(play_id, player_id)
                if session.play.version != version:
                    break
            raise Stale(session)

    async def help(self, play_id: str, player_id: str, version: int, what: Help) -> Session:
        """Count that help was asked for in a play; when this returns, it is on disk.

        Raises :class:`Stale` when the play is at another version, and what :meth:`open` raises.
        """
        async with self._lock(play_id):
            session = await self._present(play_id, player_id)
            if session.play.version != version:
                raise Stale(session)
            try:
                session.play = await self.store.help(session.play, what)
            except StalePlay:
                self._kept.pop(play_id, None)
                raise Stale(await self._load(play_id, player_id)) from None
            return session

    async def _done(self, session: Session, wish: Wish) -> bool:
        """Do something and store it; False, and the session is forgotten, when the play has gone on elsewhere."""
        action = wish if isinstance(wish, Action) else wish(session)
        exact = session.course.do(action)
        try:
            session.play = await self.store.append(
                session.play,
                exact,
                self.standing(session),
                session.course.made,
                session.course.position.breaches,
            )
        except StalePlay:
            self._kept.pop(session.play.id, None)
            return False
        except BaseException:
            self._kept.pop(session.play.id, None)  # it may be ahead of the database
            raise
        return True

    def _lock(self, play_id: str) -> asyncio.Lock:
        """What keeps two requests for one play apart; requests for different plays never wait for each other."""
        return self._locks.setdefault(play_id, asyncio.Lock())

    def _own(self, play_id: str, player_id: str) -> Session | None:
        """The session in memory, if it is this player's."""
        session = self._kept.get(play_id)
        if session is None or session.play.player_id != player_id:
            return None
        self._kept.move_to_end(play_id)
        return session

    async def _present(self, play_id: str, player_id: str) -> Session:
        """The session in memory, or a new one when the database has gone on."""
        session = self._own(play_id, player_id)
        if session is not None and session.course.version == session.play.version:
            sign = await self.store.sign_of(play_id)
            mine = session.play.version
            if sign is not None and sign.version == mine:
                session.play = replace(session.play, hints=sign.hints, xrays=sign.xrays)
                return session
            few = sign is not None and mine < sign.version <= mine + _FEW
            if few and await self._catch_up(session):
                return session
        return await self._load(play_id, player_id)

    async def _catch_up(self, session: Session) -> bool:
        """Do what another server has done; whether that could be followed."""
        play, log = await self.store.since(session.play)
        try:
            for action in log:
                session.course.do(action)
        except ArfaError:
            self._kept.pop(play.id, None)
            return False
        session.play = play
        return True

    async def _load(self, play_id: str, player_id: str) -> Session:
        session = Session(*await self.store.load(play_id, player_id))
        self.add(session)
        return session
