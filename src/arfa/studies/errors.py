"""What can be wrong with a study."""

from __future__ import annotations

from arfa.errors import ArfaError


class StudyError(ArfaError):
    """A file that is no study, or shards that belong to another one."""
