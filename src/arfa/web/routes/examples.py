"""The rule text with examples that can be tried.  Nothing is stored, and no player is needed."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response

from arfa.rules.load import load_game
from arfa.web import lessons
from arfa.web.language import language
from arfa.web.lesson_schemas import Lesson, SmallTable, TrialWish
from arfa.web.problems import Json
from arfa.web.routes.common import Lang, errors

router = APIRouter(responses=errors(422), tags=["patiences"])


@router.get("/api/games/{name}/lesson", response_model=Lesson, responses=errors(404))
def lesson(request: Request, name: str, lang: Lang = "") -> Response:
    """The rules of a patience with its variants, each sentence with examples on small tables."""
    text = lessons.lesson_json(load_game(name).name, language(request))
    return Response(text, media_type=Json.media_type)


@router.post(
    "/api/games/{name}/lesson/{example}",
    response_model=SmallTable,
    responses=errors(403, 404, 413),
)
def try_example(
    request: Request, name: str, example: str, wish: TrialWish, lang: Lang = ""
) -> Json:
    """Make moves on the small table of an example, from its beginning; the last one may be refused, with its reason."""
    return Json(lessons.tried(name, example, wish.moves, language(request)))
