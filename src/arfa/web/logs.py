"""What the service writes to its error stream: lines for people, or one JSON object a line for machines.

Neither ever holds cookies, secrets, or the values of a statement (:class:`~arfa.store.database.Database` hides them).
"""

from __future__ import annotations

import json
import logging
import sys
from datetime import UTC, datetime
from typing import Literal

Format = Literal["text", "json"]

_NAMES = ("arfa", "uvicorn", "asyncio")


class Lines(logging.Formatter):
    """For people."""

    def format(self, record: logging.LogRecord) -> str:
        """``2026-01-31 12:00:00 WARNING text``, and below it where an error came from."""
        request = getattr(record, "request", None)
        if request is not None:
            record = logging.makeLogRecord(record.__dict__)
            record.msg += f" {request['ms']} ms, {request['player'] or '-'}, {request['id']}"
        return super().format(record)


class Objects(logging.Formatter):
    """For machines."""

    def format(self, record: logging.LogRecord) -> str:
        """One JSON object."""
        at = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        line: dict[str, object] = {
            "at": at.replace("+00:00", "Z"),
            "level": record.levelname.lower(),
        }
        request = getattr(record, "request", None)
        if request is not None:
            line |= {"what": "request", **request}
        else:
            line |= {"what": record.name, "text": record.getMessage()}
        if record.exc_info:
            line["trace"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False)


def set_up(form: Format) -> None:
    """Let all that is worth telling go to the error stream in this form."""
    handler = logging.StreamHandler(sys.stderr)
    if form == "json":
        handler.setFormatter(Objects())
    else:
        handler.setFormatter(Lines("%(asctime)s %(levelname)s %(message)s", "%Y-%m-%d %H:%M:%S"))
    for name in _NAMES:
        logger = logging.getLogger(name)
        logger.handlers[:] = [handler]
        logger.setLevel(logging.WARNING)
        logger.propagate = False
    logging.getLogger("arfa").setLevel(logging.INFO)
