"""Answers that come piece by piece: server-sent events."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any

from pydantic import BaseModel
from starlette.responses import StreamingResponse
from starlette.types import Receive, Scope, Send

from arfa.errors import ArfaError
from arfa.web.analyst.errors import Dropped
from arfa.web.analyst.pool import Job
from arfa.web.problems import problem
from arfa.web.schemas import ErrorAnswer

MEDIA_TYPE = "text/event-stream"


def stream_of(model: type[BaseModel]) -> dict[int | str, dict[str, Any]]:
    """For the description of an end point that answers with such events.

    Its ``response_class`` is the plain one, since errors are JSON.
    """
    # What is in the text has names of its own, so it has an address of its own as well.
    inside = {"$id": f"arfa:{model.__name__}", **model.model_json_schema(mode="serialization")}
    data = {"type": "string", "contentMediaType": "application/json", "contentSchema": inside}
    event = {"type": "object", "required": ["data"], "properties": {"data": data}}
    return {200: {"description": "Events", "content": {MEDIA_TYPE: {"schema": event}}}}


def event(model: BaseModel) -> str:
    """A model as an event."""
    return f"data: {model.model_dump_json(by_alias=True)}\n\n"


LONGEST = 30
"""Seconds after which a stream is ended, wherever it is: before the guard does it, who takes it for a fault."""


class Events(StreamingResponse):
    """What a job tells, as it tells it.  Who asked may hang up: then the job is dropped."""

    media_type = MEDIA_TYPE

    def __init__(self, job: Job[Any], seconds: float = LONGEST) -> None:
        # A proxy that gathers answers would keep them back until there is nothing more to come.
        super().__init__(self._events(), headers={"X-Accel-Buffering": "no"})
        self.job = job
        self.seconds = seconds

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        clock = asyncio.get_running_loop().call_later(self.seconds, self.job.drop)
        try:
            await super().__call__(scope, receive, send)
        finally:
            clock.cancel()
            self.job.drop()

    async def _events(self) -> AsyncIterator[str]:
        async for news in self.job.news():
            yield event(news)
        try:
            await self.job.result()  # raises what went wrong
        except Dropped:
            return


class Progress(Events):
    """How far a job is, and at the end what it found or why it found nothing; its result is an event too."""

    def __init__(self, job: Job[Any], lang: str, seconds: float) -> None:
        super().__init__(job, seconds)
        self.lang = lang

    async def _events(self) -> AsyncIterator[str]:
        async for news in self.job.news():
            yield event(news)
        try:
            # It may be large; what is not said in it need not be sent.
            yield f"data: {(await self.job.result()).model_dump_json(exclude_unset=True)}\n\n"
        except ArfaError as error:
            yield event(ErrorAnswer(error=problem(error.message, self.lang)))


class OneEvent(StreamingResponse):
    """An answer of one event, where all is known already."""

    media_type = MEDIA_TYPE

    def __init__(self, model: BaseModel) -> None:
        async def only() -> AsyncIterator[str]:
            yield event(model)

        super().__init__(only())
