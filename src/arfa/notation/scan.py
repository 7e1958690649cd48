"""A text with places: what the readers of records and of other programs' formats have in common."""

from __future__ import annotations

import re
from typing import TypeVar

from arfa.notation.errors import TextError

_Error = TypeVar("_Error", bound=TextError)


class Scanner:
    """Walks through a text and makes errors that say where they are."""

    def __init__(self, text: str, error: type[TextError], limit: int) -> None:
        if len(text) > limit:
            raise error("text-too-long", n=len(text), limit=limit)
        self.text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
        self.at = 0
        self._error = error

    def error(self, code: str, at: int | None = None, **values: object) -> TextError:
        """An error at an offset, by default here."""
        return self._error(code, at=self.place(self.at if at is None else at), **values)

    def place(self, at: int) -> tuple[int, int]:
        """Line and column of an offset, both from 1."""
        before = self.text.rfind("\n", 0, at)
        return self.text.count("\n", 0, at) + 1, at - before

    def take(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        """What stands here, if it matches; the scanner moves behind it."""
        found = pattern.match(self.text, self.at)
        if found is not None:
            self.at = found.end()
        return found

    @property
    def done(self) -> bool:
        """Whether the end is reached."""
        return self.at >= len(self.text)

    def closing(self, mark: str) -> int:
        """The offset of a closing mark that no backslash protects, from here on; -1 when there is none."""
        end = self.text.find(mark, self.at)
        while end >= 0:
            slashes = end
            while slashes > self.at and self.text[slashes - 1] == "\\":
                slashes -= 1
            if (end - slashes) % 2 == 0:
                return end
            end = self.text.find(mark, end + 1)
        return -1


def protect(text: str, mark: str) -> str:
    """A text to be put before a closing mark: the mark and the backslash get a backslash."""
    return text.replace("\\", "\\\\").replace(mark, "\\" + mark)


def unprotect(text: str, mark: str) -> str:
    """The inverse of :func:`protect`; a backslash before anything else stands for itself."""
    return re.sub(r"\\([\\" + re.escape(mark) + "])", r"\1", text)
