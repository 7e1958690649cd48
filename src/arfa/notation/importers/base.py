"""What a format of another program is to this one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from arfa.cards import Card
from arfa.engine.game import Game
from arfa.engine.position import Position
from arfa.errors import Message
from arfa.notation.record import Record

#: Longer texts are refused unread: characters.  Records have a limit of their own.
LIMIT = 100_000

Source = Sequence[Card] | Position | Record
"""What can be written in a format: a deck in dealing order, a position, or a record."""


@dataclass(frozen=True)
class Imported:
    """What a text of another program holds: a deck, a position, or a whole game."""

    format: str
    game: Game
    """The patience that it was read as."""
    notes: tuple[Message, ...]
    """What should be known of the reading, first of all which end of the stock is drawn first."""
    deck: tuple[Card, ...] | None = None
    """The deck in the dealing order of the patience, if it is a deal."""
    position: Position | None = None
    """The position, if it is one in the middle of a game."""
    record: Record | None = None
    """The game, if there were moves as well; the deck is given too."""

    def start(self) -> Position:
        """The position in which it begins."""
        if self.record is not None:
            return self.record.start(self.game)
        if self.deck is not None:
            return self.game.start(self.deck)
        assert self.position is not None
        return self.position.copy()


@dataclass(frozen=True)
class Format:
    """A format: how it is told from others, read and written."""

    name: str
    looks: Callable[[str], bool]
    """Whether a text looks like it."""
    read: Callable[[str, Game | None], Imported]
    """Reads it as the given patience, or chooses one.  Raises :class:`~arfa.errors.ArfaError`."""
    write: Callable[[Game, Source], str]
    """Writes it.  Raises :class:`~arfa.errors.ArfaError` where the format cannot say it."""
