"""What is typed at the table: commands by their words in both languages, everything else a move."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from arfa.texts import LANGUAGES, catalogue

ACTIONS = (
    "help",
    "undo",
    "redo",
    "moves",
    "board",
    "look",
    "restart",
    "new",
    "mercy",
    "rules",
    "deal",
    "save",
    "load",
    "quit",
)
"""The commands; the words for one are the text ``cli-play-words-NAME``, parted by spaces."""
STOCK = ("draw", "redeal", "pass")
"""Words for moves of the stock that a language has of its own: ``cli-play-words-draw``."""

# Russian letters by the keys that they share with Latin ones: a move typed with the wrong layout is still a move.
_RUSSIAN, _LATIN = "йцукенгшщзфывапролдячсмить", "qwertyuiopasdfghjklzxcvbnm"
_LAYOUT = str.maketrans(_RUSSIAN + _RUSSIAN.upper() + "ю", _LATIN + _LATIN.upper() + ".")


class Typed(NamedTuple):
    """A line that was typed."""

    action: str
    """The name of a command; ``move`` for anything else; empty for an empty line."""
    rest: str
    """What follows the command, or the text of the move."""


@lru_cache(maxsize=1)
def _words() -> dict[str, str]:
    return {
        word.casefold(): name
        for name in (*ACTIONS, *STOCK)
        for lang in LANGUAGES
        for word in catalogue(lang)[f"cli-play-words-{name}"].split()
    }


def understand(line: str) -> Typed:
    """What a line asks for."""
    text = line.strip()
    first, _, rest = text.partition(" ")
    name = _words().get(first.casefold())
    if name in ACTIONS:
        return Typed(name, rest.strip())
    if name is not None and not rest.strip():
        return Typed("move", name)
    return Typed("move" if text else "", text)


def other_layout(text: str) -> str | None:
    """The text as it would have been typed with the Latin layout; None when it has no Russian letters."""
    turned = text.translate(_LAYOUT)
    return turned if turned != text else None
