"""Whether a position can be won: verdicts, and the searches that reach them.

The names of the native solver are loaded when they are first used.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from arfa.solver.brute import brute_force
from arfa.solver.errors import SolverError
from arfa.solver.verdict import Proof, Result, Verdict

if TYPE_CHECKING:
    from arfa.solver.api import Limits, solve, solve_async, solve_many, solve_many_async
    from arfa.solver.fewest import Fewest, fewest_breaches, fewest_redeals
    from arfa.solver.line import Step, steps
    from arfa.solver.native import TECHNIQUES, Cancel
    from arfa.solver.shorten import short_line, tidy

_WHERE = {
    "Cancel": "native",
    "Fewest": "fewest",
    "Limits": "api",
    "Step": "line",
    "TECHNIQUES": "native",
    "fewest_breaches": "fewest",
    "fewest_redeals": "fewest",
    "short_line": "shorten",
    "solve": "api",
    "solve_async": "api",
    "solve_many": "api",
    "solve_many_async": "api",
    "steps": "line",
    "tidy": "shorten",
}

__all__ = [
    "TECHNIQUES",
    "Cancel",
    "Fewest",
    "Limits",
    "Proof",
    "Result",
    "SolverError",
    "Step",
    "Verdict",
    "brute_force",
    "fewest_breaches",
    "fewest_redeals",
    "short_line",
    "solve",
    "solve_async",
    "solve_many",
    "solve_many_async",
    "steps",
    "tidy",
]


def __getattr__(name: str) -> Any:
    if name not in _WHERE:
        raise AttributeError(f"module 'arfa.solver' has no attribute {name!r}")
    return getattr(import_module(f"arfa.solver.{_WHERE[name]}"), name)
