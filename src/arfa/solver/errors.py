"""What can be wrong with a question to the solver."""

from __future__ import annotations

from arfa.errors import ArfaError


class SolverError(ArfaError):
    """Rules that the core has no room for, though the referee plays by them."""
