"""What can be wrong with a deal."""

from __future__ import annotations

from arfa.errors import ArfaError


class DealError(ArfaError):
    """A deal that cannot be read, or that this patience does not have."""


class CodeError(DealError):
    """A share code that is mistyped, of rules that are not played here, or that cannot be made."""
