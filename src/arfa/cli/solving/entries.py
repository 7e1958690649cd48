"""Answers as JSON objects."""

from __future__ import annotations

from typing import Any

from arfa.cli.solving.subject import Subject
from arfa.solver import Result, Verdict


def entry(result: Result, *, line: bool) -> dict[str, Any]:
    """An answer: always with ``verdict``, ``proof``, ``states`` and ``seconds``; a win with its ``line``, if wanted."""
    found: dict[str, Any] = {
        "verdict": result.verdict.value,
        "proof": result.proof.value or None,
        "ran_out": result.ran_out or None,
        "states": result.states,
        "generated": result.generated,
        "seconds": round(result.seconds, 6),
        "memory": result.peak_bytes,
    }
    if line and result.verdict is Verdict.WINNABLE:
        found["breaches"] = result.breaches
        found["line"] = [str(move) for move in result.line]
    return found


def about(subject: Subject) -> dict[str, Any]:
    """What was solved."""
    found: dict[str, Any] = {"game": subject.position.game.name}
    if subject.deal is not None and subject.deal.scheme != "exact":
        found["deal"] = str(subject.deal)
    found["position"] = str(subject.position)
    return found
