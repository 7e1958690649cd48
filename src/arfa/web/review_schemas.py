"""Reviews over the wire.  Chances, skill and luck are ten-thousandths, so that their sums are exact."""

from __future__ import annotations

from typing import Literal

from arfa.web.schemas import DealName, PileState, Plan, Status, Wire

Light = Literal["winnable", "unwinnable", "unknown"]
Sign = Literal["!", "?!", "?", "??"]


class AdviceInfo(Wire):
    """A move that might have been made."""

    move: str
    label: str
    chance: int
    reasons: list[str]
    """What it does; nothing is said of a card that it would turn up."""


class AsideInfo(Wire):
    """A branch that was taken back."""

    node: int | None
    """The name of the position that it begins with; null in a record."""
    move: str
    label: str
    moves: int
    """How many moves were tried in it."""
    chance: int
    """That of its first move, before its cards showed."""


class Figures(Wire):
    """What a move was worth."""

    looked: int
    """What it gave or took that moves had been taken back here: ``before`` minus the chance as the line led here."""
    before: int
    """V, the chance before the move, with all that had been seen in moves that were taken back."""
    before_error: int
    """Half of its 95 % interval."""
    chosen: int
    """Q, that of the move before its cards showed."""
    after: int
    """That of the next position."""
    after_error: int
    skill: int
    """``chosen - before``."""
    luck: int
    """``after - chosen + looked``."""


class ReviewedMoveInfo(Wire):
    """A move under review."""

    number: int
    """From 1."""
    move: str
    label: str
    node: int | None
    """The name of the position of the play from which it was made, for another try; null in a record."""
    figures: Figures | None
    """Null where there is nobody who plays these rules without seeing."""
    mark: Sign | None
    fortune: int
    """1 where its cards were lucky, -1 where they were not."""
    lost_here: bool
    """Whether the deal could not be won any more after it; false where that is not to be told."""
    best: list[AdviceInfo]
    """The best moves, the best first, as a player saw them who cannot see."""
    asides: list[AsideInfo]
    """What was tried here as well, and taken back."""
    piles: dict[str, PileState]
    """The piles that look different after it, as its player saw them."""


class ReviewInfo(Wire):
    """A game under review."""

    play: str | None
    """Null for a record."""
    version: int
    """Of the play; 0 for a record."""
    game: str
    name: str
    lang: str
    deal: DealName | None
    """Null for a record."""
    layout: Plan
    piles: dict[str, PileState]
    """How the table looked before the first move."""
    status: Status
    """How the game stands at the end of what is reviewed."""
    over: bool
    """Whether it is won or stuck there, so that the result is 1 or 0 and the rest of the chance was given up."""
    won: bool
    start: int | None
    """The chance of the deal; null where there is nobody who plays these rules without seeing."""
    start_error: int
    skill: int
    """All skill together, giving up included."""
    luck: int
    given_up: int
    """What was left at the end of a game that is over and not won, as a loss of skill."""
    end: int | None
    """``start + skill + luck``: 10000 or 0 for a game that is over, else the chance that there is now."""
    verdicts: list[Light] | None
    """For each position, the deal included, whether the cards allowed a win; null as long as the game is not over."""
    lost_at: int | None
    turning_point: int | None
    """The number of the move that cost most."""
    moves: list[ReviewedMoveInfo]


class Step(Wire):
    """How far a review is."""

    done: int
    of: int


class ReviewAnswer(Wire):
    """A review, when it is there."""

    review: ReviewInfo
