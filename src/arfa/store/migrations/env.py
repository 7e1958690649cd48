"""What Alembic runs: the migrations, within the transaction that :mod:`arfa.store.migrate` has begun."""

from __future__ import annotations

from alembic import context

from arfa.store.models import METADATA

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=METADATA,
    transactional_ddl=True,
    render_as_batch=True,  # SQLite changes a table by copying it
)
with context.begin_transaction():
    context.run_migrations()
