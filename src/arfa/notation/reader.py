"""Records read: every tag is understood, every move of every variation goes through the referee.

Nothing recurses and nothing is half read: either the whole text is a legal game, or there is one typed error with line
and column.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from arfa.engine.game import Game
from arfa.engine.moves import Move, MoveError
from arfa.engine.position import IllegalMove, Position
from arfa.engine.state import State
from arfa.errors import ArfaError
from arfa.notation.errors import RecordError
from arfa.notation.head import Head, read_head
from arfa.notation.move import read_move
from arfa.notation.record import (
    MAX_DEPTH,
    MAX_NODES,
    MAX_WORDS,
    RESULT,
    UNFINISHED,
    Line,
    Node,
    Record,
    parse_result,
    result_of,
)
from arfa.notation.scan import Scanner, unprotect

#: Longer texts are refused unread: characters.
LIMIT = 1 << 20
#: The same for a text of several records.
FILE_LIMIT = 4 << 20
#: How many records such a text may hold, and how many moves they may have together.
MAX_RECORDS = 1000
MAX_FILE_NODES = 100_000

_SPACE = re.compile(r"\s+")
_REMARK = re.compile(";[^\n]*")
_NUMBER = re.compile(r"\d+\.+|\d+(?=[\s(){};]|$)", re.ASCII)
_GLYPH = re.compile(r"\$(\d*)|(\?\?|!\?|\?!|!!|\?|!)", re.ASCII)
_NOTHING = re.compile(r"--(?=[\s(){};$!?]|$)")
_RESULT = re.compile(rf"(?:{RESULT.pattern})(?=[\s(){{}};]|$)", RESULT.flags)
_WORD = re.compile(r"[^\s(){};$?]+")
_MARKS = {"!": 1, "?": 2, "!!": 3, "??": 4, "!?": 5, "?!": 6}
# A mark that hangs on a move is a judgement, but a single "!" belongs to the move: it is mercy.
_HANGING = re.compile(r"(.*[^!])!!$")


def read_record(text: str, game: Game | None = None) -> Record:
    """The record that a text holds; ``game`` where its patience is not one of the package.

    Lax: tags in any order, what can be worked out may be left out (rules, result, deck or deal), moves in any writing,
    numbers optional.  Strict: all moves must be legal, and what is said must be true.  Raises :class:`RecordError`.
    """
    scanner = Scanner(text, RecordError, LIMIT)
    head = read_head(scanner, game)
    return _Movetext(scanner, head).read()


def read_records(text: str) -> list[Record]:
    """The records that a text holds, one after another; each is read as :func:`read_record` reads one.

    A record ends with its result or, if it has moves, before the tags of the next.  What stands behind a result and a
    semicolon belongs to no record and is passed over.  Raises :class:`RecordError`
    with line and column: either all of them are legal games, or none is read.
    """
    scanner = Scanner(text, RecordError, FILE_LIMIT)
    records: list[Record] = []
    moves = 0
    while True:
        begin = scanner.at
        head = read_head(scanner, None)
        reader = _Movetext(scanner, head, alone=False)
        records.append(reader.read())
        moves += reader.nodes
        if scanner.at - begin > LIMIT:
            raise scanner.error("text-too-long", begin, n=scanner.at - begin, limit=LIMIT)
        if scanner.done:
            return records
        if len(records) == MAX_RECORDS or moves > MAX_FILE_NODES:
            raise scanner.error("records-many", records=MAX_RECORDS, limit=MAX_FILE_NODES)


class _Frame:
    """A line that is being read, and the states before and after its last move."""

    def __init__(self, state: State, opened: int) -> None:
        self.before = self.state = state
        self.opened = opened
        self.comments: list[str] = []
        self.nodes: list[_Open] = []


class _Open:
    """A move to which glyphs, comments and variations may still be added."""

    def __init__(self, move: Move | None) -> None:
        self.move = move
        self.glyphs: list[int] = []
        self.comments: list[str] = []
        self.variations: list[Line] = []


class _Movetext:
    """The moves behind the tags."""

    def __init__(self, scanner: Scanner, head: Head, *, alone: bool = True) -> None:
        self.scanner = scanner
        self.head = head
        self.alone = alone
        self.stack = [_Frame(head.start.state, scanner.at)]
        self.nodes = self.words = 0

    def read(self) -> Record:
        scanner = self.scanner
        result: str | None = None
        while not scanner.done:
            if scanner.take(_SPACE):
                continue
            found = scanner.take(_RESULT)
            if found is not None:
                if len(self.stack) > 1:
                    raise scanner.error("record-result-inside", found.start())
                result = parse_result(found[0])
                self._nothing_more()
                self._check_result(result or UNFINISHED, found.start())
                break
            if not self.alone and scanner.text[scanner.at] == "[" and len(self.stack) == 1:
                break  # the next one
            self.words += 1
            if self.words > MAX_WORDS:
                raise scanner.error("record-words", limit=MAX_WORDS)
            self._token()
        if len(self.stack) > 1:
            raise scanner.error("record-variation-open", self.stack[-1].opened)
        return self._record(result)

    # -- tokens ---------------------------------------------------------------------------------------------

    def _token(self) -> None:
        scanner = self.scanner
        mark = scanner.text[scanner.at]
        if mark in "{;":
            self._comment(mark)
        elif mark == "(":
            self._open()
        elif mark == ")":
            self._close()
        elif mark == "}":
            raise scanner.error("record-comment-end")
        elif (found := scanner.take(_GLYPH)) is not None:
            self._glyph(found)
        elif scanner.take(_NOTHING):
            self._add(None, scanner.at - 2)
        elif not scanner.take(_NUMBER):
            self._move()

    def _comment(self, mark: str) -> None:
        scanner = self.scanner
        begin = scanner.at
        scanner.at += 1
        if mark == ";":
            end = scanner.text.find("\n", scanner.at)
            end = len(scanner.text) if end < 0 else end
            text, scanner.at = scanner.text[scanner.at : end], end
        else:
            end = scanner.closing("}")
            if end < 0:
                raise scanner.error("record-comment-open", begin)
            text, scanner.at = unprotect(scanner.text[scanner.at : end], "}"), end + 1
        frame = self.stack[-1]
        (frame.nodes[-1].comments if frame.nodes else frame.comments).append(text)

    def _open(self) -> None:
        scanner, frame = self.scanner, self.stack[-1]
        if not frame.nodes:
            raise scanner.error("record-variation-first")
        if len(self.stack) > MAX_DEPTH:
            raise scanner.error("record-deep", limit=MAX_DEPTH)
        self.stack.append(_Frame(frame.before, scanner.at))
        scanner.at += 1

    def _close(self) -> None:
        scanner = self.scanner
        if len(self.stack) == 1:
            raise scanner.error("record-variation-end")
        frame = self.stack.pop()
        if not frame.nodes:
            raise scanner.error("record-variation-empty", frame.opened)
        self.stack[-1].nodes[-1].variations.append(_line(frame))
        scanner.at += 1

    def _glyph(self, found: re.Match[str]) -> None:
        frame, number = self.stack[-1], found[1]
        if number is not None and not (number and len(number) <= 3 and int(number) <= 255):
            raise self.scanner.error("record-glyph", found.start(), text=found[0][:20])
        if not frame.nodes:
            raise self.scanner.error("record-glyph-first", found.start(), text=found[0])
        frame.nodes[-1].glyphs.append(_MARKS[found[2]] if number is None else int(number))

    # -- moves ----------------------------------------------------------------------------------------------

    def _move(self) -> None:
        scanner = self.scanner
        begin = scanner.at
        found = scanner.take(_WORD)
        word = found[0] if found else scanner.text[begin]
        scanner.at = begin + len(word)
        if scanner.text[scanner.at : scanner.at + 1] == "?" and word.endswith("!"):
            word = word[:-1]  # t7t3!? hangs a judgement on t7t3
            scanner.at -= 1
        hanging = _HANGING.match(word)
        if hanging is not None:
            word = hanging[1]
            scanner.at = begin + len(word)
        frame = self.stack[-1]
        position = Position(self.head.game, frame.state)
        try:
            move = read_move(word, position)
        except IllegalMove as error:
            raise scanner.error(
                "record-illegal", begin, text=word[:20], why=error.message
            ) from error
        except MoveError as error:
            raise scanner.error("record-move", begin, text=word[:20], why=error.message) from error
        self._add(move, begin)
        position.push_legal(move)
        frame.before, frame.state = frame.state, position.state

    def _add(self, move: Move | None, begin: int) -> None:
        frame = self.stack[-1]
        if frame.nodes and frame.nodes[-1].move is None:
            raise self.scanner.error("record-nothing", begin)
        self.nodes += 1
        if self.nodes > MAX_NODES:
            raise self.scanner.error("record-many", begin, limit=MAX_NODES)
        frame.nodes.append(_Open(move))
        if move is None:
            frame.before = frame.state

    # -- the end --------------------------------------------------------------------------------------------

    def _nothing_more(self) -> None:
        scanner = self.scanner
        while scanner.take(_SPACE) or scanner.take(_REMARK):
            pass
        if not scanner.done and (self.alone or scanner.text[scanner.at] != "["):
            raise scanner.error("record-after-result")

    def _check_result(self, result: str, at: int) -> None:
        tag = self.head.result
        if tag is not None and tag != result:
            raise self.scanner.error("record-result-differs", at, found=result, tag=tag)

    def _record(self, result: str | None) -> Record:
        frame = self.stack[0]
        end = Position(self.head.game, frame.state)
        said = result or self.head.result
        true = result_of(end)
        # A game may be given up before it is stuck, but it is won or it is not.
        if said is not None and said != true and (said != UNFINISHED or end.is_won):
            raise self.scanner.error("record-result-false", found=said, result=true)
        tags = self.head.tags | {"Result": said or true}
        try:
            return Record(tuple(tags.items()), _line(frame))
        except ArfaError as error:  # pragma: no cover  (all of it has been checked on the way)
            raise self.scanner.error(error.message.code, **error.message.values) from error


def _line(frame: _Frame) -> Line:
    return Line(tuple(_nodes(frame)), tuple(frame.comments))


def _nodes(frame: _Frame) -> Iterator[Node]:
    for node in frame.nodes:
        yield Node(node.move, tuple(node.glyphs), tuple(node.comments), tuple(node.variations))
