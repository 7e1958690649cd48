"""Whether a position can be won: verdicts, and the searches that reach them."""

from arfa.solver.brute import brute_force
from arfa.solver.verdict import Proof, Result, Verdict

__all__ = ["Proof", "Result", "Verdict", "brute_force"]
