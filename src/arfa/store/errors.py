"""What can go wrong with stored games; each is a message that says what to do next."""

from __future__ import annotations

from arfa.errors import ArfaError


class StoreError(ArfaError):
    """The root of the errors of the store."""


class DatabaseError(StoreError):
    """A database that cannot be opened: it is damaged, newer than this program, or cannot be reached.

    Nothing in it has been changed.
    """


class PlayUnknown(StoreError):  # noqa: N818  (what it is; nothing is broken)
    """There is no such play, or it is another player's: the two are never told apart."""

    def __init__(self) -> None:
        super().__init__("play-unknown")


class StalePlay(StoreError):  # noqa: N818
    """An action meant for a version of the play that is no longer the present one.  Nothing was done."""

    def __init__(self) -> None:
        super().__init__("play-stale")


class RulesChanged(StoreError):  # noqa: N818
    """The rules of the patience are not those that the play was begun with, so it cannot be gone on with."""

    def __init__(self, game: str) -> None:
        super().__init__("play-rules-changed", game=game)


class LogBroken(StoreError):  # noqa: N818
    """The log of a play cannot be followed.  It stays as it is."""

    def __init__(self, version: int) -> None:
        super().__init__("play-log-broken", version=version)


class ActionRefused(StoreError):  # noqa: N818
    """An undo, redo or restart for which there is no move."""


class ArchiveError(StoreError):
    """A file with plays that cannot be taken in: it is broken, of another kind, or claims what the rules refuse."""
