"""Files that a call names."""

from __future__ import annotations

import re
import sys
from pathlib import Path

from arfa.cli.failures import CommandError

_NUMBERED = re.compile(r"(.+)#(\d{1,6})", re.ASCII | re.DOTALL)
LIMIT = 4_000_000
"""How many characters are read at most: no record is as long, and no garbage should fill the memory."""


def read_text(name: str) -> str | None:
    """The text of a file, or of the standard input for ``-``; None when there is no such file.

    Of a file with several records, ``games.ppn#3`` is the third.  A rule file is no text of this kind: it names a
    patience.  Raises :class:`CommandError` for a file that cannot be read.
    """
    if name == "-":
        return _read(sys.stdin.buffer.read(LIMIT + 1), name)
    path = Path(name)
    try:
        if name.endswith(".toml"):
            return None
        if not path.is_file():
            return _read_one(name)
        with path.open("rb") as file:
            return _read(file.read(LIMIT + 1), name)
    except (OSError, ValueError) as error:  # ValueError: a name with a null character
        raise CommandError("cli-unreadable", file=name[:80], why=str(error)) from error


def _read_one(name: str) -> str | None:
    """One record of a file that holds several: ``games.ppn#3`` is the third; None for another name."""
    numbered = _NUMBERED.fullmatch(name)
    text = None if numbered is None else read_text(numbered[1])
    if numbered is None or text is None:
        return None

    from arfa.notation import read_records  # where it is needed: most calls name no such file

    records = read_records(text)
    number = int(numbered[2])
    if not 1 <= number <= len(records):
        raise CommandError("cli-no-record", file=numbered[1][:80], found=number, n=len(records))
    return str(records[number - 1])


def must_read(name: str) -> str:
    """The text of a file that has to be there."""
    text = read_text(name)
    if text is None:
        raise CommandError("cli-no-file", file=name[:80])
    return text


def _read(data: bytes, name: str) -> str:
    if len(data) > LIMIT:
        raise CommandError("cli-too-long", file=name[:80], limit=LIMIT)
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise CommandError("cli-not-text", file=name[:80], place=error.start) from error
