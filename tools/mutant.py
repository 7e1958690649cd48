"""A change of the sources that the tests must see."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple


class Change(NamedTuple):
    """What is written in the place of something that is there once."""

    file: str
    """Below the root of the sources."""
    old: str
    new: str


@dataclass(frozen=True)
class Mutant:
    """A change of one place or of several, and who must see it."""

    name: str
    file: str
    old: str
    new: str
    further: tuple[Change, ...] = ()
    """What else has to be changed, where a second guard would hide the first one's absence."""
    model: str = ""
    """The model whose slice of the soundness matrix must find a fault."""
    test: str = ""
    """The test that must fail; where there is none it is the matrix."""

    @property
    def changes(self) -> Iterator[Change]:
        """All that is changed."""
        yield Change(self.file, self.old, self.new)
        yield from self.further
