"""The page before its scripts: the same elements with their texts in the language of whoever asks.

The page holds what its texts are called (``data-t``, and ``data-t-label`` for accessible names), the catalogue of a
language what they say; the scripts fill in the same texts from the same catalogue when the language is changed.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from html import escape

_TEXT = re.compile(r'(<[a-z][^<>]*\sdata-t="([^"]+)"[^<>]*>)(?=</)')
_LABEL = re.compile(r'\sdata-t-label="([^"]+)"')
_LANGUAGE = re.compile(r'(<html lang=")[a-z]+(?=")')


def shell(page: str, words: Mapping[str, str], lang: str) -> str:
    """A page with the texts of a catalogue; what the catalogue does not know stays empty."""
    page = _LANGUAGE.sub(rf"\g<1>{lang}", page, count=1)
    page = _TEXT.sub(lambda it: it[1] + escape(words.get(it[2], ""), quote=False), page)
    return _LABEL.sub(
        lambda it: f'{it[0]} aria-label="{escape(words.get(it[1], ""))}"',
        page,
    )
