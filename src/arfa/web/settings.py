"""How a service is set up."""

from __future__ import annotations

from dataclasses import dataclass, field

from arfa.store import default_database


@dataclass(frozen=True, slots=True)
class Settings:
    """All that can be chosen about a service."""

    database: str = field(default_factory=default_database)
    """The path of an SQLite file, or a URL."""
    max_body: int = 64 * 1024
    """The longest body of a request in bytes."""
    max_import: int = 8 * 1024 * 1024
    """The longest file of plays that may be imported, in bytes; it holds some two thousand plays."""
    sessions: int = 1000
    """How many plays are kept in memory."""
