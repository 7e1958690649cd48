"""Why something is not thought about."""

from __future__ import annotations

from arfa.errors import ArfaError


class Dropped(ArfaError):  # noqa: N818  (what happened; nothing is broken)
    """What was asked for is not wanted any more: the play has gone on, or something newer was asked of it."""

    def __init__(self) -> None:
        super().__init__("analysis-dropped")


class GoingOn(ArfaError):  # noqa: N818
    """What tells of hidden cards was asked of a game that is not over."""

    def __init__(self) -> None:
        super().__init__("about-going-on")


class Busy(ArfaError):  # noqa: N818
    """A player has asked for more than will be kept in line."""

    def __init__(self) -> None:
        super().__init__("analysis-busy")
