"""The tables: players, their plays, the log of what was done in each play, and bookmarks.

The log is only ever added to.  The state of a play is the fold of its log (:mod:`arfa.store.course`); the columns of a
play that could be computed from the log (version, moves, status) are there for lists and are written in the same
transaction as the log.

The tables are described without classes for their rows: SQLAlchemy's mapper would make the start of the program a fifth
longer, and nothing here needs it.
"""

from __future__ import annotations

from datetime import UTC, datetime

from sqlalchemy import (
    Boolean,
    CheckConstraint,
    Column,
    DateTime,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
)
from sqlalchemy.engine import Dialect
from sqlalchemy.types import TypeDecorator


class Moment(TypeDecorator[datetime]):
    """A point in time, kept as UTC also where the database knows no time zones (SQLite)."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """The moment in UTC, without its zone for SQLite."""
        if value is None:
            return None
        value = value.astimezone(UTC)
        return value.replace(tzinfo=None) if dialect.name == "sqlite" else value

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """The moment with its zone."""
        return value if value is None else value.replace(tzinfo=value.tzinfo or UTC).astimezone(UTC)


METADATA = MetaData(
    naming_convention={  # constraints have names, so that migrations can change them
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)

PLAYERS = Table(
    "players",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("token_hash", String(64), nullable=False),  # of the secret, which is stored nowhere
    Column("created", Moment, nullable=False),
    UniqueConstraint("token_hash"),
)
"""Those who play, known by nothing but the secret in the browser."""

PLAYS = Table(
    "plays",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("player_id", ForeignKey("players.id", ondelete="CASCADE"), nullable=False),
    Column("game", String(200), nullable=False),  # the full name with its variants
    Column("rules_hash", String(16), nullable=False),
    Column("rules_version", Integer, nullable=False),
    Column("deal", Text, nullable=False),  # 12345 or pysol:1
    Column("deck", Text, nullable=False),  # what is played with, whatever becomes of numbers
    Column("created", Moment, nullable=False),
    Column("updated", Moment, nullable=False),
    Column("started", Moment),  # the first move: a deal that was only looked at is not played
    Column("status", String(16), nullable=False),
    Column("version", Integer, nullable=False),  # how many actions the log has
    Column("moves", Integer, nullable=False),  # how many moves lead to the present position
    Column(
        "origin", String(16), nullable=False, server_default="dealt"
    ),  # or daily, position, record
    Column("start", Text),  # the position that it began from, when that was no deal
    Column("seconds", Integer, nullable=False, server_default="0"),  # at play
    Column("undos", Integer, nullable=False, server_default="0"),  # how often moves were taken back
    Column("hints", Integer, nullable=False, server_default="0"),  # how often help was asked for
    Column(
        "xrays", Integer, nullable=False, server_default="0"
    ),  # how often hidden cards were looked at
    # Of the first time that it came out; what is done afterwards changes none of these.
    Column("won", Moment),
    Column("won_moves", Integer),
    Column("won_seconds", Integer),
    Column("won_clean", Boolean),  # without taking back and without help
    Column("won_breaches", Integer),  # how many moves of mercy led there
    # Of a deal that was to be winnable: the moves of a win that was known when it was dealt; empty when none was found.
    Column("proof", Text),
    Index(None, "player_id", "updated"),
)
"""The games of patience."""

ACTIONS = Table(
    "actions",
    METADATA,
    Column("play_id", ForeignKey("plays.id", ondelete="CASCADE"), primary_key=True),
    Column("version", Integer, primary_key=True, autoincrement=False),  # from 1
    Column("kind", String(8), nullable=False),
    Column("move", Text),  # one move, or several in a row that are taken back as one
    Column(
        "node", Integer
    ),  # where a `goto` goes: the version of the move that led there, 0 for the deal
    Column("at", Moment, nullable=False),
    CheckConstraint("kind IN ('move', 'undo', 'redo', 'restart', 'goto')", name="kind"),
    CheckConstraint("(kind = 'move') = (move IS NOT NULL)", name="move"),
    CheckConstraint("(kind = 'goto') = (node IS NOT NULL)", name="node"),
    sqlite_with_rowid=False,
)
"""What players did.  No two actions of a play have the same version: that is what keeps two tabs, or two servers, from
both going on from one state."""

BOOKMARKS = Table(
    "bookmarks",
    METADATA,
    Column("play_id", ForeignKey("plays.id", ondelete="CASCADE"), primary_key=True),
    Column("slot", Integer, primary_key=True, autoincrement=False),
    Column("node", Integer, nullable=False),  # as in `actions`
    Column("name", String(80), nullable=False),
    Column("at", Moment, nullable=False),
    CheckConstraint("slot BETWEEN 1 AND 9", name="slot"),
)
"""Positions of a play that its player wants to find again."""

SECRETS = Table(
    "secrets",
    METADATA,
    Column("name", String(32), primary_key=True),
    Column("value", String(128), nullable=False),
)
"""What all servers on one database share and nobody else may know."""
