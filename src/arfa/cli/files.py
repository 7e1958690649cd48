"""Files that a call names."""

from __future__ import annotations

import sys
from pathlib import Path

from arfa.cli.failures import CommandError

LIMIT = 4_000_000
"""How many characters are read at most: no record is as long, and no garbage should fill the memory."""


def read_text(name: str) -> str | None:
    """The text of a file, or of the standard input for ``-``; None when there is no such file.

    A rule file is no text of this kind: it names a patience.  Raises :class:`CommandError` for a file that cannot be
    read.
    """
    if name == "-":
        return _read(sys.stdin.buffer.read(LIMIT + 1), name)
    path = Path(name)
    try:
        if name.endswith(".toml") or not path.is_file():
            return None
        with path.open("rb") as file:
            return _read(file.read(LIMIT + 1), name)
    except (OSError, ValueError) as error:  # ValueError: a name with a null character
        raise CommandError("cli-unreadable", file=name[:80], why=str(error)) from error


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
