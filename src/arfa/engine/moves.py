"""A move as a value: source, destination, how many cards."""

from __future__ import annotations

import re
from typing import NamedTuple

from arfa.errors import ArfaError

_MOVE = re.compile(r"([a-z]\d{0,2})([a-z]\d{0,2})(?:\.(\d{1,2}))?(!)?", re.ASCII)


class MoveError(ArfaError):
    """A text that is not a move (ill-formed), or that fits more than one (ambiguous)."""


class Move(NamedTuple):
    """One action of the player; what turns up by it is a consequence and no part of it.

    ``src`` and ``dst`` are names of piles.  A foundation as destination is its letter alone, since the card decides
    the pile; as source it has its number.  The reshuffle of a gaps patience is :data:`REDEAL`.
    """

    src: str
    dst: str
    count: int = 1  # type: ignore[assignment]  # hides tuple.count, which no move needs
    mercy: bool = False
    """Whether the move breaks the rule of spaces by mercy (rulebook 1, "Mercy")."""

    def __str__(self) -> str:
        if self == REDEAL:
            return "redeal"
        count = f".{self.count}" if self.count != 1 else ""
        return f"{self.src}{self.dst}{count}{'!' if self.mercy else ''}"

    @staticmethod
    def parse(text: str) -> Move:
        """Read ``t7t3.4``, ``t4f``, ``sw``, ``t3t5!``, ``redeal``.  Raises :class:`MoveError`."""
        word = text.strip()
        if word == "redeal":
            return REDEAL
        found = _MOVE.fullmatch(word)
        if found is None:
            raise MoveError("move-ill-formed", text=word[:20])
        src, dst, count, mercy = found.groups()
        return Move(src, dst, int(count or 1), mercy is not None)


REDEAL = Move("redeal", "", 1)
