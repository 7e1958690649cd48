"""How often the hidden cards of a play were looked at."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """To this schema."""
    op.add_column("plays", sa.Column("xrays", sa.Integer(), nullable=False, server_default="0"))


def downgrade() -> None:
    """Back from it is not offered: what was looked at would be forgotten.  The file as it was before lies beside it."""
    raise NotImplementedError
