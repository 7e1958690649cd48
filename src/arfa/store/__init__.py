"""Games and players in a database: what was answered is stored, and what is stored is never lost."""

from arfa.store.course import Action, Course
from arfa.store.database import default_database
from arfa.store.plays import Play, Player, Store
from arfa.store.sessions import Session, Sessions, Stale

__all__ = [
    "Action",
    "Course",
    "Play",
    "Player",
    "Session",
    "Sessions",
    "Stale",
    "Store",
    "default_database",
]
