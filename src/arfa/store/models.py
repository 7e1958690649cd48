"""The tables: players, their plays, and the log of what was done in each play.

The log is only ever added to.  The state of a play is the fold of its log (:mod:`arfa.store.course`); the columns of a
play that could be computed from the log (version, moves, status) are there for lists and are written in the same
transaction as the log.
"""

from __future__ import annotations

from datetime import UTC, datetime

from sqlalchemy import CheckConstraint, DateTime, ForeignKey, Index, MetaData, String, Text
from sqlalchemy.engine import Dialect
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column
from sqlalchemy.types import TypeDecorator

KINDS = ("move", "undo", "redo", "restart")
"""What can be done in a play."""


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


class Table(DeclarativeBase):
    """The base of all tables; constraints have names, so that migrations can change them."""

    metadata = MetaData(
        naming_convention={
            "ix": "ix_%(table_name)s_%(column_0_N_name)s",
            "uq": "uq_%(table_name)s_%(column_0_N_name)s",
            "ck": "ck_%(table_name)s_%(constraint_name)s",
            "fk": "fk_%(table_name)s_%(column_0_N_name)s",
            "pk": "pk_%(table_name)s",
        }
    )


class PlayerRow(Table):
    """Somebody who plays, known by nothing but the secret in the browser."""

    __tablename__ = "players"

    id: Mapped[str] = mapped_column(String(32), primary_key=True)
    token_hash: Mapped[str] = mapped_column(String(64), unique=True)
    """SHA-256 of the secret, which itself is stored nowhere."""
    created: Mapped[datetime] = mapped_column(Moment)


class PlayRow(Table):
    """One game of patience."""

    __tablename__ = "plays"
    __table_args__ = (Index(None, "player_id", "updated"),)

    id: Mapped[str] = mapped_column(String(32), primary_key=True)
    player_id: Mapped[str] = mapped_column(ForeignKey("players.id", ondelete="CASCADE"))
    game: Mapped[str] = mapped_column(String(200))
    """The full name of the patience with its variants."""
    rules_hash: Mapped[str] = mapped_column(String(16))
    rules_version: Mapped[int]
    deal: Mapped[str] = mapped_column(Text)
    """The deal as text, ``12345`` or ``pysol:1``."""
    deck: Mapped[str] = mapped_column(Text)
    """The cards in dealing order; what is played with, whatever becomes of numbered deals."""
    created: Mapped[datetime] = mapped_column(Moment)
    updated: Mapped[datetime] = mapped_column(Moment)
    started: Mapped[datetime | None] = mapped_column(Moment)
    """When the first move was made: a deal that was only looked at does not count as played."""
    status: Mapped[str] = mapped_column(String(16))
    version: Mapped[int]
    """How many actions the log has."""
    moves: Mapped[int]
    """How many moves lead to the present position."""


class ActionRow(Table):
    """One thing that a player did.  No two have the same version: that is what keeps two tabs, or two servers, from
    both going on from one state."""

    __tablename__ = "actions"
    __table_args__ = (
        CheckConstraint("kind IN ('move', 'undo', 'redo', 'restart')", name="kind"),
        CheckConstraint("(kind = 'move') = (move IS NOT NULL)", name="move"),
        {"sqlite_with_rowid": False},
    )

    play_id: Mapped[str] = mapped_column(
        ForeignKey("plays.id", ondelete="CASCADE"), primary_key=True
    )
    version: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    """1 for the first action of a play."""
    kind: Mapped[str] = mapped_column(String(8))
    move: Mapped[str | None] = mapped_column(String(16))
    at: Mapped[datetime] = mapped_column(Moment)
