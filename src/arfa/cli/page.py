"""Text set like a page of a book: paragraphs with an indent, titles in the middle, lines of a comfortable length."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from textwrap import TextWrapper

from rich.console import Console
from rich.text import Text

MEASURE = 70
"""The longest line in characters; longer ones are hard to read."""
_INDENT = "   "
_PARAGRAPH = 560
"""About how many characters a paragraph holds, unless a single sentence is longer."""

# A dash begins no line, and a short word ends none: so that eyes need not jump, as in a printed book.
_BEFORE_DASH = re.compile(r" (?=[—–])")
_AFTER_SHORT = re.compile(r"(?<![\w-])([аивкосуяАИВКОСУЯ]|не|ни|на|из|по|за|от|до) (?=[\w«“„])")


class Page:
    """Prints a page of text, centred on wide terminals, plain in a pipe."""

    def __init__(self, out: Console) -> None:
        self.out = out
        self.width = max(20, min(MEASURE, out.width - 2))
        room = (out.width - self.width) // 2 if out.is_terminal else 0
        self.margin = " " * max(0, min(room, 8))

    def title(self, text: str) -> None:
        """The title of the page."""
        self._centred(text.upper(), "bold")

    def under_title(self, text: str) -> None:
        """A line under the title."""
        self._centred(text, "italic")

    def heading(self, text: str) -> None:
        """The heading of a part."""
        self.out.print()
        self._centred(text, "bold")
        self.out.print()

    def paragraph(self, text: str, style: str = "") -> None:
        """A paragraph, its first line indented."""
        for line in wrapped(text, self.width, first=_INDENT):
            self._line(line, style)

    def note(self, mark: str, text: str) -> None:
        """A note: its mark in the margin of its text."""
        first, *others = wrapped(text, self.width - len(mark) - 1)
        line = Text(self.margin) + Text(f"{mark} ", "dim") + Text(first)
        self.out.print(line, no_wrap=True, crop=False, overflow="ignore")
        for other in others:
            self._line(" " * (len(mark) + 1) + other, "")

    def picture(self, lines: Iterable[Text]) -> None:
        """Something drawn, in the middle of the page."""
        drawn = [line.copy() for line in lines]
        room = max(0, (self.width - max((line.cell_len for line in drawn), default=0)) // 2)
        for line in drawn:
            line.rstrip()
            text = Text(self.margin + " " * room) + line if line.plain else Text()
            self.out.print(text, no_wrap=True, crop=False, overflow="ignore")

    def gap(self) -> None:
        """An empty line."""
        self.out.print()

    def _centred(self, text: str, style: str) -> None:
        for line in wrapped(text, self.width - 8):
            self._line(line.center(self.width).rstrip(), style)

    def _line(self, line: str, style: str) -> None:
        indent = len(line) - len(line.lstrip())
        text = Text(self.margin + line[:indent]) + Text(line[indent:], style)
        self.out.print(text, no_wrap=True, crop=False, overflow="ignore")


def wrapped(text: str, width: int, first: str = "") -> list[str]:
    """The lines of a text."""
    text = _AFTER_SHORT.sub("\\1\u00a0", _BEFORE_DASH.sub("\u00a0", " ".join(text.split())))
    wrapper = TextWrapper(
        width=width, initial_indent=first, break_on_hyphens=False, break_long_words=False
    )
    return [line.replace("\u00a0", " ") for line in wrapper.wrap(text)] or [""]


def paragraphs(sentences: Iterable[str], size: int = _PARAGRAPH) -> Iterator[str]:
    """Sentences run on into paragraphs of about equal length."""
    rest = [" ".join(s.split()) for s in sentences]
    while rest:
        left = sum(len(s) + 1 for s in rest)
        goal = left / max(1, round(left / size))
        taken = [rest.pop(0)]
        while rest and sum(map(len, taken)) + len(rest[0]) / 2 < goal:
            taken.append(rest.pop(0))
        yield " ".join(taken)
