"""Deals that are proved to be winnable when they are dealt, and by what."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """To this schema."""
    op.add_column("plays", sa.Column("proof", sa.Text(), nullable=True))


def downgrade() -> None:
    """Back from it is not offered: the proofs would be lost.  The file as it was before lies beside the database."""
    raise NotImplementedError
