"""PPN, portable patience notation: positions, moves and records as text, and the formats of other programs.

Lax in, one exact form out; docs/notation.md has the grammar.
"""

from arfa.notation.errors import (
    AmbiguousMove,
    FormatError,
    IllFormedMove,
    RecordError,
    WrongNote,
)
from arfa.notation.move import read_move
from arfa.notation.position import PositionError, read_position, write_position
from arfa.notation.reader import read_record, read_records
from arfa.notation.record import Line, Node, Record, of_position
from arfa.notation.tree import grow
from arfa.notation.words import human, say_move, say_move_and_piles, say_seen, with_notes
from arfa.notation.writer import write_record

__all__ = [
    "AmbiguousMove",
    "FormatError",
    "IllFormedMove",
    "Line",
    "Node",
    "PositionError",
    "Record",
    "RecordError",
    "WrongNote",
    "grow",
    "human",
    "of_position",
    "read_move",
    "read_position",
    "read_record",
    "read_records",
    "say_move",
    "say_move_and_piles",
    "say_seen",
    "with_notes",
    "write_position",
    "write_record",
]
