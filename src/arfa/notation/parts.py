"""A text of many records divided into texts that can be read: found by their tags, without following any move."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from arfa.notation.reader import FILE_LIMIT, MAX_FILE_NODES, MAX_RECORDS

_PIECE = re.compile(
    r"""
    (?P<tag> \[ [^"\]\n]* " (?:[^"\\]|\\.)* " \s* \] )
  | \{ (?:[^}\\]|\\.)* \} | ;[^\n]*               # comments, in which anything may stand
  | \s+ | [0-9]+\.* (?=[\s(){};]|$) | [(){}]
  | (?P<move> [^\s(){};\[]+ ) | .
    """,
    re.VERBOSE | re.DOTALL,
)


class _Piece(NamedTuple):
    """A record in a text."""

    begin: int
    end: int
    moves: int
    """At least as many as it has."""


def parts_of(text: str, size: int = FILE_LIMIT) -> list[str]:
    """A text of records, divided between records so that each part may be read by itself.

    ``size``: bytes in UTF-8 that a part may have.  A record that is too large for any part is one by itself.  Whether
    the records are legal is not looked at; put together, the parts are the text.
    """
    parts: list[str] = []
    begin, filled, moves, records = 0, 0, 0, 0
    for piece in _records(text):
        length = len(text[piece.begin : piece.end].encode())
        full = (
            filled + length > size or moves + piece.moves > MAX_FILE_NODES or records == MAX_RECORDS
        )
        if full and records:
            parts.append(text[begin : piece.begin])
            begin, filled, moves, records = piece.begin, 0, 0, 0
        filled, moves, records = filled + length, moves + piece.moves, records + 1
    return [*parts, text[begin:]]


def _records(text: str) -> Iterator[_Piece]:
    """The records of a text: each begins with tags that stand behind something that is none."""
    begin = moves = 0
    tagged, in_tags = False, False
    for found in _PIECE.finditer(text):
        if found["tag"] is not None:
            if tagged and not in_tags:
                yield _Piece(begin, found.start(), moves)
                begin, moves = found.start(), 0
            tagged = in_tags = True
        elif not found[0].isspace():
            in_tags = False
            moves += found["move"] is not None
    yield _Piece(begin, len(text), moves)
