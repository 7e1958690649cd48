"""What can be wrong with a text in PPN or in a format of another program."""

from __future__ import annotations

from arfa.engine.moves import Move, MoveError
from arfa.errors import ArfaError, Message


class IllFormedMove(MoveError):  # noqa: N818  (three answers to a player, not faults)
    """A text that is no move in any writing."""


class AmbiguousMove(MoveError):  # noqa: N818
    """A text that fits several legal moves; ``.candidates`` are these moves."""

    def __init__(self, text: str, candidates: tuple[Move, ...]) -> None:
        listed = ", ".join(map(str, candidates))
        super().__init__("move-ambiguous", text=text, moves=listed)
        self.candidates = candidates


class WrongNote(MoveError):  # noqa: N818
    """A legal move with a note of what turned up, which it does not turn up."""


class TextError(ArfaError):
    """A text that cannot be read; ``.reason`` says why, ``.line`` and ``.column`` where (from 1; 0: nowhere in it)."""

    def __init__(self, code: str, *, at: tuple[int, int] | None = None, **values: object) -> None:
        self.reason = Message(code, **values)
        self.line, self.column = at or (0, 0)
        if at is None:
            super().__init__(code, **values)
        else:
            place = {"line": str(at[0]), "column": str(at[1])}
            super().__init__("text-at", why=self.reason, **place)


class RecordError(TextError):
    """A record that cannot be read, or cannot be made."""


class FormatError(TextError):
    """A text of another program that cannot be read, or a game that its format cannot express."""
