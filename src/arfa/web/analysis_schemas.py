"""What the analyst is asked for and what it says, over the wire."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from arfa.web.schemas import Wire


class Share(Wire):
    """A share from 0 to 1 with its 95 % interval."""

    value: float
    low: float
    high: float


class Estimate(Wire):
    """How good the chances are."""

    kind: Literal["fair", "open", "none"]
    """``fair``: how often a strong player who cannot see would win from here; ``open``: nothing is hidden, and the
    solver says what can be won; ``none``: nobody here judges these rules."""
    value: float | None
    """From 0 to 1; null where it is not known."""
    low: float | None
    """It lies between these in 95 cases of 100."""
    high: float | None
    exact: bool
    """Everything that matters is known, and the value is 0 or 1 for certain."""
    iterations: int
    """How many arrangements of the unseen cards were tried."""
    final: bool
    """No better estimate follows."""
    sighted: Share | None
    """In what share of the deals that look so there is a win at all, for somebody with open eyes; null where that tells
    nothing or is not known yet."""


class HintWish(Wire):
    """Help that is asked for."""

    version: Annotated[int, Field(ge=0, lt=2**31, strict=True)]
    """The version that the player sees."""
    grade: Annotated[int, Field(ge=1, le=3, strict=True)] = 1
    """1: where to look; 2: the move; 3: why."""


class HintAnswer(Wire):
    """A move that is worth making, as far as it was asked for."""

    src: Annotated[str | None, Field(serialization_alias="from")]
    """The pile to look at; null where no move is known to help."""
    cards: list[str]
    """The names of the cards to be moved; empty for what the stock does."""
    said: str
    """The hint in words."""
    clean: bool
    """As in ``State``: after a hint a win is not clean any more."""
    note: str | None = None
    """That there is no win any more, where X-ray has shown it, here or on the way here."""
    to: str | None = None
    """From grade 2 on: where the cards land."""
    move: str | None = None
    """And the move as it is asked for."""
    reasons: list[str] | None = None
    """From grade 3 on: what the move does, the most telling first."""
    before: float | None = None
    """The chance before the move, where it is known."""
    after: float | None = None
    """The chance with it."""


class XrayWish(Wire):
    """The wish to look through the cards."""

    version: Annotated[int, Field(ge=0, lt=2**31, strict=True)]
    """The version that the player sees."""


class XrayAnswer(Wire):
    """What the cards allow, hidden ones included."""

    light: Literal["winnable", "lost", "stuck", "unknown"]
    """``lost``: there are moves, and no win; ``stuck``: no move leads on; ``unknown``: it was not found out in time."""
    length: int | None
    """Of the win that was found, in moves."""
    said: str
    """The same in words."""
    clean: bool
    """As in ``State``: after this a win is not clean any more."""
