"""A file of all plays divided into files that can be taken in one after the other.

What is taken in twice changes nothing, so the parts may be sent in any order and any of them again.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from arfa.store.archive import FORMAT, file_of
from arfa.store.errors import ArchiveError
from arfa.store.restore import MOST_STEPS

PART = 4 << 20
"""Bytes of a part: half of what a service takes."""


def parts_of(source: bytes, size: int = PART, most: int = MOST_STEPS) -> list[bytes]:
    """The plays of a file in as many files as it takes for each to be taken in.

    ``size``: bytes that a part may have, ``most``: moves that may be made and taken back in it.  A play that is too
    large for any part is one by itself.  What was done in the plays is not looked at.  Raises
    :class:`~arfa.store.errors.ArchiveError` for what is no such file.
    """
    try:
        archive = json.loads(source)
    except ValueError as error:
        raise ArchiveError("archive-not-json") from error
    plays = archive.get("plays") if isinstance(archive, dict) else None
    if not isinstance(plays, list) or archive.get("format") != FORMAT:
        raise ArchiveError("archive-other")
    head = {key: value for key, value in archive.items() if key != "plays"}
    parts: list[list[Any]] = [[]]
    filled = steps = 0
    for play in plays:
        length, made = len(file_of({}, [play])), _steps(play)
        if parts[-1] and (filled + length > size or steps + made > most):
            parts.append([])
            filled = steps = 0
        parts[-1].append(play)
        filled, steps = filled + length, steps + made
    return [file_of(head, part) for part in parts]


def _steps(play: Any) -> int:
    """At least as many steps as the referee makes to follow a play.

    To jump somewhere takes the way back to the deal and the way there, and no way is longer than all moves so far.
    """
    log = play.get("log") if isinstance(play, dict) else None
    steps = moves = longest = 0
    for kind, what in _pairs(log):
        if kind == "move":
            made = max(len(str(what).split()), 1)
            moves, longest = moves + made, max(longest, made)
            steps += made
        else:
            steps += longest if kind in ("undo", "redo") else 2 * moves
    return steps


def _pairs(log: Any) -> Iterable[tuple[Any, Any]]:
    rows = log if isinstance(log, list) else []
    return ((row[0], row[1]) for row in rows if isinstance(row, list) and len(row) > 1)
