"""How much of a long test is run: a sample by `make test`, all of it by `make soak`."""

from __future__ import annotations

import os

SOAK = bool(os.environ.get("ARFA_SOAK"))
"""Whether this is `make soak`."""


def scale(sample: int, full: int) -> int:
    """A count for a test that can be run at any length."""
    return full if SOAK else sample
