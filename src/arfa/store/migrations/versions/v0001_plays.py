"""Players, plays and the log of their actions."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """To this schema."""
    op.create_table(
        "players",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("token_hash", sa.String(64), nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_players"),
        sa.UniqueConstraint("token_hash", name="uq_players_token_hash"),
    )
    op.create_table(
        "plays",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("player_id", sa.String(32), nullable=False),
        sa.Column("game", sa.String(200), nullable=False),
        sa.Column("rules_hash", sa.String(16), nullable=False),
        sa.Column("rules_version", sa.Integer(), nullable=False),
        sa.Column("deal", sa.Text(), nullable=False),
        sa.Column("deck", sa.Text(), nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.Column("updated", sa.DateTime(timezone=True), nullable=False),
        sa.Column("started", sa.DateTime(timezone=True), nullable=True),
        sa.Column("status", sa.String(16), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("moves", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["player_id"], ["players.id"], name="fk_plays_player_id", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name="pk_plays"),
    )
    op.create_index("ix_plays_player_id_updated", "plays", ["player_id", "updated"])
    op.create_table(
        "actions",
        sa.Column("play_id", sa.String(32), nullable=False),
        sa.Column("version", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("move", sa.String(16), nullable=True),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint(
            "kind IN ('move', 'undo', 'redo', 'restart')", name=op.f("ck_actions_kind")
        ),
        sa.CheckConstraint("(kind = 'move') = (move IS NOT NULL)", name=op.f("ck_actions_move")),
        sa.ForeignKeyConstraint(
            ["play_id"], ["plays.id"], name="fk_actions_play_id", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("play_id", "version", name="pk_actions"),
        sqlite_with_rowid=False,
    )


def downgrade() -> None:
    """Back from it."""
    for table in ("actions", "plays", "players"):
        op.drop_table(table)
