"""What all end points have in common."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import Query

from arfa.web.schemas import ErrorAnswer

Lang = Annotated[
    str, Query(description="`ru` or `en`; without it, as `Accept-Language` says", max_length=20)
]


def errors(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """The errors of an end point, for its description."""
    return {
        status: {"model": ErrorAnswer, "description": "Not done, and why"} for status in statuses
    }
