"""Every error as an answer with a code and a text in the player's language, and nothing else."""

from __future__ import annotations

import logging

from fastapi.exceptions import RequestValidationError
from pydantic import BaseModel
from sqlalchemy.exc import DBAPIError, IntegrityError
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response

from arfa.errors import ArfaError, Message
from arfa.notation.examples import ExampleUnknown
from arfa.notation.reasons import is_rule
from arfa.rules.load import RuleError
from arfa.store import Stale
from arfa.store.errors import LogBroken, PlayUnknown, RulesChanged
from arfa.texts import say
from arfa.web.analyst.errors import Busy, Dropped, GoingOn
from arfa.web.language import language
from arfa.web.players import PLAYER
from arfa.web.schemas import ErrorAnswer, Problem

log = logging.getLogger("arfa.web")

_CODES = {
    404: "web-not-found",
    405: "web-method",
    408: "web-too-slow",
    413: "web-too-large",
    415: "web-not-json",
    422: "web-not-understood",
    429: "web-too-often",
    503: "web-unavailable",
}


class Json(Response):
    """A model as JSON."""

    media_type = "application/json"

    def __init__(self, model: BaseModel, status: int = 200) -> None:
        super().__init__(model.model_dump_json(exclude_unset=True, by_alias=True), status)


def problem(message: Message, lang: str) -> Problem:
    """A message as a problem.

    A message may quote what was sent, and what was sent may hold halves of characters, which cannot be written.
    """
    text = say(message, lang).encode("utf-8", "replace").decode("utf-8")
    if is_rule(message.code):
        return Problem(code=message.code, text=text, rule=True)
    line, column = (str(message.values.get(name, "")) for name in ("line", "column"))
    if line.isdigit() and column.isdigit():
        return Problem(code=message.code, text=text, line=int(line), column=int(column))
    return Problem(code=message.code, text=text)


def refuse(request: HTTPConnection, status: int, message: Message) -> Json:
    """The answer that something was not done."""
    return Json(ErrorAnswer(error=problem(message, language(request))), status)


def status_of(error: ArfaError) -> int:
    """The HTTP status of an error of the package."""
    match error:
        case PlayUnknown() | ExampleUnknown():
            return 404
        case Stale() | RulesChanged():
            return 409
        case Dropped() | GoingOn():
            return 409
        case Busy():
            return 429
        case LogBroken():
            return 500
        case _:
            return 422


def install(app: Starlette) -> None:
    """Let every error that can be foreseen be answered in our form; the others are answered by the guard."""
    app.add_exception_handler(ArfaError, _known)
    app.add_exception_handler(HTTPException, _http)
    app.add_exception_handler(RequestValidationError, _invalid)
    app.add_exception_handler(DBAPIError, _database)


async def _known(request: Request, error: Exception) -> Response:
    assert isinstance(error, ArfaError)
    status = status_of(error)
    if isinstance(error, RuleError) and (request.method == "GET" or "name" in request.path_params):
        status = 404  # the address names a patience that does not exist
    if status >= 500:
        log.error("%s %s: %s", request.method, request.url.path, error, exc_info=error)
    return refuse(request, status, error.message)


async def _http(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    if error.status_code == 400:  # a body that is not even text, by FastAPI
        return refuse(request, 422, Message("web-not-json"))
    code = _CODES.get(error.status_code, "web-fault" if error.status_code >= 500 else "web-refused")
    answer = refuse(request, error.status_code, Message(code))
    for name, value in (error.headers or {}).items():  # what is allowed instead
        answer.headers[name] = value
    return answer


async def _invalid(request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    faults = error.errors()
    if not faults or faults[0].get("type") == "json_invalid":
        return refuse(request, 422, Message("web-not-json"))
    field = ".".join(str(part) for part in faults[0]["loc"][1:])
    if not field:
        return refuse(request, 422, Message("web-not-understood"))
    return refuse(request, 422, Message("web-field", field=field[:40]))


async def _database(request: Request, error: Exception) -> Response:
    if isinstance(error, IntegrityError) and PLAYER in request.scope:
        # Another server may have deleted the player: the next try finds that out.
        request.app.state.service.players.forget(request.scope[PLAYER])
    log.error("%s %s: the database fails", request.method, request.url.path, exc_info=error)
    return refuse(request, 503, Message("web-unavailable"))
