"""The terminal: how wide it is, whether it shows colours and suits."""

from __future__ import annotations

import sys

from rich.console import Console

_SIGNS = "♣♦♥♠▒"


def console() -> Console:
    """Where a command prints.  Rich leaves out colours in a pipe and where ``NO_COLOR`` is set."""
    return Console(highlight=False, markup=False, emoji=False)


def signs() -> bool:
    """Whether the signs of the suits can be printed here; letters have to do otherwise."""
    try:
        _SIGNS.encode(sys.stdout.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True
