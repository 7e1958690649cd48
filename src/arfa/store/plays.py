"""Reading and writing players, plays and their logs."""

from __future__ import annotations

import asyncio
import hashlib
import secrets
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime
from typing import NamedTuple, get_args

from sqlalchemy import Integer, bindparam, insert, select, text, update
from sqlalchemy.engine import Connection
from sqlalchemy.exc import IntegrityError

from arfa.cards import Card
from arfa.deals.deal import Deal
from arfa.deals.text import deck_text, parse_deck
from arfa.engine.game import Game
from arfa.engine.position import Position
from arfa.errors import ArfaError
from arfa.rules.load import RuleError
from arfa.store.counting import Help, Reached, counted
from arfa.store.course import Action, Course
from arfa.store.database import Database
from arfa.store.errors import LogBroken, PlayUnknown, RulesChanged, StalePlay
from arfa.store.migrate import keep_copy, make_ready
from arfa.store.models import ACTIONS, PLAYERS, PLAYS

CHANGING = (
    "version",
    "updated",
    "started",
    "status",
    "moves",
    "seconds",
    "undos",
    "won",
    "won_moves",
    "won_seconds",
    "won_clean",
    "won_breaches",
)
"""What an action changes."""

# Statements are made once and given their values each time: that is three times as fast as making them anew.
_PLAYER_OF = select(PLAYERS.c.id).where(PLAYERS.c.token_hash == bindparam("token_hash"))
_PLAY = select(PLAYS).where(
    (PLAYS.c.id == bindparam("id")) & (PLAYS.c.player_id == bindparam("player_id"))
)
_PLAYS_OF = (
    select(PLAYS)
    .where(PLAYS.c.player_id == bindparam("player_id"))
    .order_by(PLAYS.c.updated.desc(), PLAYS.c.id)
    .limit(bindparam("limit", type_=Integer))
)
_SIGN_OF = select(PLAYS.c.version, PLAYS.c.hints, PLAYS.c.xrays).where(
    PLAYS.c.id == bindparam("id")
)
_LOG = (
    select(ACTIONS.c.version, ACTIONS.c.kind, ACTIONS.c.move, ACTIONS.c.node)
    .where(ACTIONS.c.play_id == bindparam("id"))
    .order_by(ACTIONS.c.version)
)
_SINCE = (
    select(ACTIONS.c.version, ACTIONS.c.kind, ACTIONS.c.move, ACTIONS.c.node)
    .where((ACTIONS.c.play_id == bindparam("id")) & (ACTIONS.c.version > bindparam("from")))
    .order_by(ACTIONS.c.version)
)
_ADD = insert(ACTIONS)
_GO_ON = (
    update(PLAYS)
    .where(
        (PLAYS.c.id == bindparam("of"))
        & (PLAYS.c.version == bindparam("from"))
        # Whether a win is clean hangs on them.
        & (PLAYS.c.hints == bindparam("known_hints"))
        & (PLAYS.c.xrays == bindparam("known_xrays"))
    )
    .values({name: bindparam(f"new_{name}") for name in CHANGING})
)
_HELP = {
    name: update(PLAYS)
    .where((PLAYS.c.id == bindparam("of")) & (PLAYS.c.version == bindparam("from")))
    .values({name: PLAYS.c[name] + 1})
    for name in get_args(Help)
}
_HELPED = select(PLAYS.c.hints, PLAYS.c.xrays).where(PLAYS.c.id == bindparam("of"))


@dataclass(frozen=True, slots=True)
class Play:
    """One game of patience as it is stored, without its log."""

    id: str
    player_id: str
    game: str
    rules_hash: str
    rules_version: int
    deal: str
    deck: str
    created: datetime
    updated: datetime
    started: datetime | None
    status: str
    version: int
    moves: int
    origin: str = "dealt"
    start: str | None = None
    seconds: int = 0
    undos: int = 0
    hints: int = 0
    """How often a hint was asked for before the first win, and :attr:`xrays` how often X-ray was."""
    xrays: int = 0
    won: datetime | None = None
    won_moves: int | None = None
    won_seconds: int | None = None
    won_clean: bool | None = None
    won_breaches: int | None = None
    proof: str | None = None
    """The moves of a win that was known when it was dealt; empty when one was asked for and not found."""

    @property
    def clean(self) -> bool:
        """Whether nothing was taken back, and no help was asked for, up to here or up to the first win."""
        if self.won_clean is not None:
            return self.won_clean
        return not (self.undos or self.hints or self.xrays)

    def begin(self) -> Position:
        """The position in which the play began.

        Raises :class:`~arfa.store.errors.RulesChanged` when the patience is no longer played by the same rules, and
        :class:`~arfa.store.errors.LogBroken` when the stored deck or position is not one of it.
        """
        try:
            game = Game.named(self.game)
        except RuleError as error:
            raise RulesChanged(self.game) from error
        if game.spec.rules_hash != self.rules_hash:
            raise RulesChanged(self.game)
        try:
            if self.start is not None:
                return Position.parse(self.start, game)
            return game.start(parse_deck(self.deck, game.rules))
        except ArfaError as error:
            raise LogBroken(0) from error


class Sign(NamedTuple):
    """What changes with everything that is stored of a play."""

    version: int
    hints: int
    xrays: int


@dataclass(frozen=True, slots=True)
class Player:
    """A player, and the secret by which the browser is known again; only its hash is stored."""

    id: str
    token: str


class Store:
    """The games and players in a database."""

    def __init__(self, place: str) -> None:
        self.database = Database(place)
        self.observe: Callable[[str, str], None] = lambda _what, _kind: None
        """Is told what was stored: ``action`` and its kind, ``play`` and its patience."""

    async def open(self) -> None:
        """Bring the tables up to date.  Raises :class:`~arfa.store.errors.DatabaseError`."""
        await asyncio.to_thread(make_ready, self.database)

    async def close(self) -> None:
        """Let go of the database."""
        await self.database.close()

    async def keep_copy(self) -> None:
        """Keep the daily copy of a database file."""
        await asyncio.to_thread(keep_copy, self.database)

    async def ping(self) -> None:
        """Ask the database for a sign of life."""
        await self.database.read(lambda connection: connection.execute(text("SELECT 1")).scalar())

    # -- players --------------------------------------------------------------------------------------------

    async def new_player(self) -> Player:
        """A player nobody has heard of yet."""
        player = Player(secrets.token_urlsafe(16), secrets.token_urlsafe(32))
        row = {"id": player.id, "token_hash": _hashed(player.token), "created": _now()}
        await self.database.write(lambda connection: connection.execute(insert(PLAYERS), row))
        return player

    async def player_of(self, token: str) -> str | None:
        """The player who has this secret, if there is one."""
        wanted = {"token_hash": _hashed(token)}
        return await self.database.read(
            lambda connection: connection.execute(_PLAYER_OF, wanted).scalar()
        )

    # -- plays ----------------------------------------------------------------------------------------------

    async def new_play(
        self,
        player_id: str,
        game: Game,
        deal: Deal | None,
        deck: Sequence[Card],
        status: str,
        *,
        origin: str = "dealt",
        start: Position | None = None,
    ) -> Play:
        """A play that has just been dealt; one that begins with a position (``start``) has neither deal nor deck."""
        play = begun(player_id, game, deal, deck, status, origin=origin, start=start)
        await self.database.write(
            lambda connection: connection.execute(insert(PLAYS), asdict(play))
        )
        self.observe("play", game.spec.file.id)
        return play

    async def plays_of(self, player_id: str, limit: int) -> list[Play]:
        """The plays of a player, the last touched first."""
        wanted = {"player_id": player_id, "limit": limit}

        def query(connection: Connection) -> list[Play]:
            return [Play(**row._mapping) for row in connection.execute(_PLAYS_OF, wanted)]

        return await self.database.read(query)

    async def sign_of(self, play_id: str) -> Sign | None:
        """What tells whether a play is still as it was, or None when there is no such play."""

        def query(connection: Connection) -> Sign | None:
            found = connection.execute(_SIGN_OF, {"id": play_id}).first()
            return None if found is None else Sign(*found)

        return await self.database.read(query)

    async def load(self, play_id: str, player_id: str) -> tuple[Play, Course]:
        """A play of a player, and its course.

        Raises :class:`~arfa.store.errors.PlayUnknown`, :class:`~arfa.store.errors.RulesChanged` or
        :class:`~arfa.store.errors.LogBroken`.
        """
        wanted = {"id": play_id, "player_id": player_id}

        def query(connection: Connection) -> tuple[Play, Course]:
            found = connection.execute(_PLAY, wanted).first()
            if found is None:
                raise PlayUnknown
            log = connection.execute(_LOG, {"id": play_id}).all()
            # Another server may have added to the log between the two queries: the log is what holds.
            play = _as_of(Play(**found._mapping), [row.version for row in log])
            return play, Course.fold(play.begin(), (Action(*row[1:]) for row in log))

        return await self.database.read(
            query
        )  # in its thread, since a long log takes a while to follow

    async def since(self, play: Play) -> tuple[Play, list[Action]]:
        """A play as it is now, and what was done in it since then.

        Raises :class:`~arfa.store.errors.PlayUnknown` or :class:`~arfa.store.errors.LogBroken`.
        """
        wanted = {"id": play.id, "player_id": play.player_id}

        def query(connection: Connection) -> tuple[Play, list[Action]]:
            found = connection.execute(_PLAY, wanted).first()
            if found is None:
                raise PlayUnknown
            log = connection.execute(_SINCE, {"id": play.id, "from": play.version}).all()
            versions = [*range(1, play.version + 1), *(row.version for row in log)]
            return _as_of(Play(**found._mapping), versions), [Action(*row[1:]) for row in log]

        return await self.database.read(query)

    async def append(
        self, play: Play, action: Action, status: str, moves: int, breaches: int = 0
    ) -> Play:
        """Add an action to the log of a play; when this returns it is on disk.

        ``play`` is the play as it was before.  Raises :class:`~arfa.store.errors.StalePlay`, and nothing is written,
        when it has gone on elsewhere in the meantime, or help was asked for there.
        """
        now = _now()
        after = counted(play, action, now, Reached(status, moves, breaches))
        entry = {
            "play_id": play.id,
            "version": after.version,
            "kind": action.kind,
            "move": action.move,
            "node": action.node,
            "at": now,
        }
        change = {"of": play.id, "from": play.version}
        change |= {"known_hints": play.hints, "known_xrays": play.xrays}
        change |= {f"new_{name}": getattr(after, name) for name in CHANGING}

        def write(connection: Connection) -> None:
            # The key of the log lets one of several writers through, whatever they believed before.
            connection.execute(_ADD, entry)
            if connection.execute(_GO_ON, change).rowcount != 1:
                raise StalePlay

        try:
            await self.database.write(write)
        except IntegrityError as error:
            raise StalePlay from error
        self.observe("action", action.kind)
        return after

    async def help(self, play: Play, what: Help) -> Play:
        """Count that help was asked for; when this returns it is on disk.  After the first win nothing is counted.

        Raises :class:`~arfa.store.errors.StalePlay`, and nothing is written, when the play has gone on elsewhere.
        """
        if play.won is not None:
            return play
        where = {"of": play.id, "from": play.version}

        def write(connection: Connection) -> Play:
            if connection.execute(_HELP[what], where).rowcount != 1:
                raise StalePlay
            hints, xrays = connection.execute(_HELPED, {"of": play.id}).one()
            return replace(play, hints=hints, xrays=xrays)

        return await self.database.write(write)


def begun(
    player_id: str,
    game: Game,
    deal: Deal | None,
    deck: Sequence[Card],
    status: str,
    *,
    origin: str,
    start: Position | None = None,
) -> Play:
    """A play as it is before its first move, not stored yet."""
    now = _now()
    return Play(
        id=secrets.token_urlsafe(16),
        player_id=player_id,
        game=game.name,
        rules_hash=game.spec.rules_hash,
        rules_version=game.spec.file.version,
        deal="" if deal is None else str(deal),
        deck=deck_text(deck),
        created=now,
        updated=now,
        started=None,
        status=status,
        version=0,
        moves=0,
        origin=origin,
        start=None if start is None else str(start),
    )


def _as_of(play: Play, versions: list[int]) -> Play:
    """The play as its log tells; raise :class:`LogBroken` unless the log is whole."""
    for expected, found in enumerate(versions, start=1):
        if found != expected:
            raise LogBroken(expected)
    if len(versions) < play.version:
        raise LogBroken(len(versions) + 1)
    return replace(play, version=len(versions))


def _hashed(token: str) -> str:
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


def _now() -> datetime:
    return datetime.now(UTC)
