"""Between plays and records in PPN: what was done becomes moves and variations, and back."""

from __future__ import annotations

from arfa.notation.record import Record
from arfa.store import Action


def log_of(record: Record) -> tuple[Action, ...]:
    """The log of a play in which a record was played."""
    return tuple(Action("move", str(move)) for move in record.moves)
