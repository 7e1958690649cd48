"""Positions in PPN: the text form belongs to the engine, since a position prints itself; here it has its place.

``Position.parse(text)`` and ``str(position)`` do the same.
"""

from arfa.engine.position import Position
from arfa.engine.text import LIMIT, PositionError


def read_position(text: str) -> Position:
    """The position that a text in PPN describes.  Raises :class:`PositionError`, with line and column."""
    return Position.parse(text)


def write_position(position: Position) -> str:
    """The one exact form of a position, on one line."""
    return str(position)


__all__ = ["LIMIT", "Position", "PositionError", "read_position", "write_position"]
