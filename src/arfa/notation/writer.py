"""Records written in their one exact form."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from arfa.engine.game import Game
from arfa.engine.position import Position
from arfa.engine.state import State
from arfa.notation.errors import RecordError
from arfa.notation.reader import LIMIT
from arfa.notation.record import Line, Node, Record
from arfa.notation.scan import protect
from arfa.notation.words import with_notes

WIDTH = 96
"""No line is longer, but for a single word that is."""
EVERY = 10
"""Every tenth move is numbered, and each that follows something other than a move."""


def write_record(record: Record, *, notes: bool = False, game: Game | None = None) -> str:
    """The exact form of a record; with ``notes``, each move says what turned up (``t7t3=9H``).

    The notes are no part of the record: both texts are read as the same one.  They are worked out by replaying it, so
    ``game`` is needed then where its patience is not one of the package.  Raises :class:`RecordError` for a text longer
    than what can be read, and :class:`~arfa.engine.position.IllegalMove` for notes to moves that are not legal.
    """
    lines = [line for name, value in record.tags for line in _tag(name, value)]
    start = record.start(game) if notes else None
    words = [*_line(record.line, 1, start), record.result]
    text = "\n".join([*lines, "", *_wrapped(words)]) + "\n"
    if len(text) > LIMIT:
        raise RecordError("text-too-long", n=len(text), limit=LIMIT)
    return text


def _tag(name: str, value: str) -> Iterator[str]:
    return _wrapped(f'[{name} "{protect(value, chr(34))}"]'.split(" "))


def _wrapped(words: Iterable[str]) -> Iterator[str]:
    """Lines of words, as many in each as there is room for."""
    line = ""
    for word in words:
        if line and len(line) + 1 + len(word) > WIDTH:
            yield line
            line = word
        else:
            line = f"{line} {word}" if line else word
    yield line


def _line(line: Line, number: int, position: Position | None) -> Iterator[str]:
    """The words of a line whose first move has this number; ``position`` is where it begins, if notes are wanted."""
    for text in line.comments:
        yield from _comment(text)
    numbered = False
    for node in line.nodes:
        state = position.state if position is not None else None
        move = _move(node, position)
        needs_number = node.move is not None and (not numbered or number % EVERY == 0)
        yield f"{number}. {move}" if needs_number else move
        yield from (f"${glyph}" for glyph in node.glyphs)
        for text in node.comments:
            yield from _comment(text)
        for variation in node.variations:
            yield from _variation(variation, number, position, state)
        numbered = not node.comments and not node.variations
        number += 1


def _move(node: Node, position: Position | None) -> str:
    if node.move is None:
        return "--"
    if position is None:
        return str(node.move)
    return with_notes(node.move, position.push(node.move))


def _variation(
    line: Line, number: int, position: Position | None, state: State | None
) -> Iterator[str]:
    """The words of a variation, the brackets on the first and the last of them."""
    start = None
    if position is not None and state is not None:
        start = Position(position.game, state)
    words = list(_line(line, number, start))
    words[0] = "(" + words[0]
    words[-1] += ")"
    yield from words


def _comment(text: str) -> Iterator[str]:
    words = protect(text, "}").split(" ")
    words[0] = "{" + words[0]
    words[-1] += "}"
    yield from words
