"""Branches, bookmarks, plays that began from a position or a record, figures for statistics, and secrets."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"

_KIND = "kind IN ('move', 'undo', 'redo', 'restart', 'goto')"
_MOVE = "(kind = 'move') = (move IS NOT NULL)"
_NODE = "(kind = 'goto') = (node IS NOT NULL)"


def upgrade() -> None:
    """To this schema."""
    for column in (
        sa.Column("origin", sa.String(16), nullable=False, server_default="dealt"),
        sa.Column("start", sa.Text(), nullable=True),
        sa.Column("seconds", sa.Integer(), nullable=False, server_default="0"),
        sa.Column("undos", sa.Integer(), nullable=False, server_default="0"),
        sa.Column("hints", sa.Integer(), nullable=False, server_default="0"),
        sa.Column("won", sa.DateTime(timezone=True), nullable=True),
        sa.Column("won_moves", sa.Integer(), nullable=True),
        sa.Column("won_seconds", sa.Integer(), nullable=True),
        sa.Column("won_clean", sa.Boolean(), nullable=True),
        sa.Column("won_breaches", sa.Integer(), nullable=True),
    ):
        op.add_column("plays", column)
    if op.get_bind().dialect.name == "sqlite":
        _actions_of_sqlite()
    else:
        op.add_column("actions", sa.Column("node", sa.Integer(), nullable=True))
        op.alter_column("actions", "move", type_=sa.Text(), existing_type=sa.String(16))
        op.drop_constraint(op.f("ck_actions_kind"), "actions", type_="check")
        op.create_check_constraint(op.f("ck_actions_kind"), "actions", _KIND)
        op.create_check_constraint(op.f("ck_actions_node"), "actions", _NODE)
    _past()
    op.create_table(
        "bookmarks",
        sa.Column("play_id", sa.String(32), nullable=False),
        sa.Column("slot", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("node", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint("slot BETWEEN 1 AND 9", name=op.f("ck_bookmarks_slot")),
        sa.ForeignKeyConstraint(
            ["play_id"], ["plays.id"], name="fk_bookmarks_play_id", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("play_id", "slot", name="pk_bookmarks"),
    )
    op.create_table(
        "secrets",
        sa.Column("name", sa.String(32), nullable=False),
        sa.Column("value", sa.String(128), nullable=False),
        sa.PrimaryKeyConstraint("name", name="pk_secrets"),
    )


def _actions_of_sqlite() -> None:
    """SQLite cannot change a constraint: the table is made anew and takes the old one's rows."""
    op.create_table(
        "actions_new",
        sa.Column("play_id", sa.String(32), nullable=False),
        sa.Column("version", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("move", sa.Text(), nullable=True),
        sa.Column("node", sa.Integer(), nullable=True),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint(_KIND, name=op.f("ck_actions_kind")),
        sa.CheckConstraint(_MOVE, name=op.f("ck_actions_move")),
        sa.CheckConstraint(_NODE, name=op.f("ck_actions_node")),
        sa.ForeignKeyConstraint(
            ["play_id"], ["plays.id"], name="fk_actions_play_id", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("play_id", "version", name="pk_actions"),
        sqlite_with_rowid=False,
    )
    op.execute(
        "INSERT INTO actions_new (play_id, version, kind, move, at) "
        "SELECT play_id, version, kind, move, at FROM actions"
    )
    op.drop_table("actions")
    op.rename_table("actions_new", "actions")


def _past() -> None:
    """What the log tells of plays that were begun before: time, takings back, and when they were won.

    Time is counted as :mod:`arfa.store.counting` does.  Mercy is marked in the moves, of which all lead to a won
    position where nothing was taken back; otherwise it is not known.  A game that was won and then taken back is not
    known to have been won; a play that stands as won has been.
    """
    op.execute(
        "UPDATE plays SET undos = (SELECT count(*) FROM actions "
        "WHERE actions.play_id = plays.id AND actions.kind IN ('undo', 'restart'))"
    )
    is_sqlite = op.get_bind().dialect.name == "sqlite"
    second = "CAST(strftime('%s', at) AS INTEGER)" if is_sqlite else "floor(extract(epoch FROM at))"
    op.execute(
        "UPDATE plays SET seconds = coalesce((SELECT sum("
        "CASE WHEN gap > 120 THEN 120 WHEN gap < 0 THEN 0 ELSE gap END) FROM ("
        f"SELECT {second} - lag({second}) OVER (ORDER BY version) AS gap "
        "FROM actions WHERE actions.play_id = plays.id) AS gaps), 0)"
    )
    op.execute(
        "UPDATE plays SET won = updated, won_moves = moves, won_seconds = seconds, "
        "won_clean = (undos = 0) WHERE status = 'won'"
    )
    op.execute(
        "UPDATE plays SET won_breaches = (SELECT count(*) FROM actions "
        "WHERE actions.play_id = plays.id AND actions.move LIKE '%!') "
        "WHERE status = 'won' AND undos = 0"
    )


def downgrade() -> None:
    """Back from it is not offered: branches could not be kept.  The file as it was before lies beside the database."""
    raise NotImplementedError
