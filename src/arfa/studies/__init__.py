"""Studies: how often a patience can be won, measured so that anybody can check it."""

from __future__ import annotations

from arfa.studies.errors import StudyError
from arfa.studies.study import Study
from arfa.studies.unit import Unit

__all__ = ["Study", "StudyError", "Unit"]
