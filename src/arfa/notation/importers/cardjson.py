"""JSON as far as deals need it: an object of names with texts or lists of texts, each with its place.

The reader of the standard library says nothing of places and recurses; this one knows no numbers at all, so that NaN
and its kin are simply no text, and it is done at the fourth bracket.
"""

from __future__ import annotations

import json
import re
from typing import NamedTuple

from arfa.notation.scan import Scanner

_SPACE = re.compile(r"[ \t\n]*")
_TEXT = re.compile(r'"(?:[^"\\\x00-\x1f]|\\.)*"')
_DEEPEST = 3
_MOST_KEYS = 20


class Text(NamedTuple):
    """A text and where it stands."""

    text: str
    at: int


class List(NamedTuple):
    """A list and where it stands."""

    items: tuple[Text | List, ...]
    at: int


def read_object(scanner: Scanner) -> dict[str, Text | List]:
    """The object that stands here.  Raises the error of the scanner."""
    _mark(scanner, "{")
    found: dict[str, Text | List] = {}
    if _peek(scanner) == "}":
        scanner.at += 1
        return found
    while True:
        key = _text(scanner)
        if key.text in found:
            raise scanner.error("import-json-twice", key.at, text=key.text[:40])
        if len(found) == _MOST_KEYS:
            raise scanner.error("import-json-keys", key.at, limit=_MOST_KEYS)
        _mark(scanner, ":")
        found[key.text] = _value(scanner, 0)
        if _peek(scanner) != ",":
            break
        scanner.at += 1
    _mark(scanner, "}")
    return found


def _value(scanner: Scanner, depth: int) -> Text | List:
    if _peek(scanner) != "[":
        return _text(scanner)
    at = scanner.at
    if depth == _DEEPEST:
        raise scanner.error("import-json-deep")
    scanner.at += 1
    items: list[Text | List] = []
    if _peek(scanner) != "]":
        items.append(_value(scanner, depth + 1))
        while _peek(scanner) == ",":
            scanner.at += 1
            items.append(_value(scanner, depth + 1))
    _mark(scanner, "]")
    return List(tuple(items), at)


def _text(scanner: Scanner) -> Text:
    _peek(scanner)
    at = scanner.at
    found = scanner.take(_TEXT)
    if found is None:
        raise scanner.error("import-json-text", found=scanner.text[at : at + 20])
    try:
        return Text(str(json.loads(found[0])), at)
    except ValueError as error:
        raise scanner.error("import-json-text", at, found=found[0][:20]) from error


def _peek(scanner: Scanner) -> str:
    """The next character that is not white space, or nothing at the end."""
    scanner.take(_SPACE)
    return scanner.text[scanner.at : scanner.at + 1]


def _mark(scanner: Scanner, mark: str) -> None:
    if _peek(scanner) != mark:
        found = scanner.text[scanner.at : scanner.at + 20]
        raise scanner.error("import-json-mark", mark=mark, found=found)
    scanner.at += 1
