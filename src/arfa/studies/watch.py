"""A page that shows how a study stands, and goes on showing it while it runs."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import Route

from arfa.studies import report
from arfa.studies.errors import StudyError
from arfa.studies.page import page as page_of
from arfa.studies.study import Study
from arfa.studies.summary import Table

EVERY = 5
"""After so many seconds the page looks again."""
HEADERS = {
    "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Cache-Control": "no-store",
    "Refresh": str(EVERY),
}


def app(study: Study, folder: Path, words: Sequence[str]) -> Starlette:
    """The page at ``/`` and the same figures at ``/summary.json``, read anew from the shards each time."""

    def page(_: Request) -> Response:
        try:
            table = Table(folder, study)
        except StudyError as error:
            return HTMLResponse(
                page_of(study.game, f"# {study.game}\n\n{error}\n", []), headers=HEADERS
            )
        pictures = [report.effort_picture(table), report.length_picture(table)]
        text = report.markdown(table.summary(), words)
        return HTMLResponse(page_of(study.game, text, pictures), headers=HEADERS)

    def figures(_: Request) -> Response:
        try:
            return JSONResponse(report.as_json(Table(folder, study).summary()), headers=HEADERS)
        except StudyError as error:
            return JSONResponse({"error": str(error)}, 404, HEADERS)

    return Starlette(routes=[Route("/", page), Route("/summary.json", figures)])
