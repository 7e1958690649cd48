"""In which language the command line speaks."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from contextvars import ContextVar
from typing import Any

from arfa.errors import Message
from arfa.texts import LANGUAGES, say

_current: ContextVar[str] = ContextVar("language", default="en")


def language() -> str:
    """The language of this call: ``ru`` or ``en``."""
    return _current.get()


def tr(code: str, /, **values: Any) -> str:
    """A text of the catalogue in the language of this call."""
    return say(Message(code, **values), language())


def set_language(words: Sequence[str], environment: Mapping[str, str] = os.environ) -> None:
    """Choose the language before anything is read or printed.

    ``--lang`` anywhere among the words wins, so that help and complaints about other words are in that language too;
    then ``ARFA_LANG``, ``LC_ALL``, ``LC_MESSAGES``, ``LANG``; and English where none of them says Russian.
    """
    _current.set(_asked_for(words) or _usual(environment))


def _asked_for(words: Sequence[str]) -> str | None:
    for i, word in enumerate(words):
        name, sign, value = word.partition("=")
        if name == "--lang":
            value = value if sign else "".join(words[i + 1 : i + 2])
            if value in LANGUAGES:
                return value
    return None


def _usual(environment: Mapping[str, str]) -> str:
    for key in ("ARFA_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        if environment.get(key):
            return "ru" if environment[key].lower().startswith("ru") else "en"
    return "en"
