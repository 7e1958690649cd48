"""The tree of a play: everything that was tried in it, and its bookmarks."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Request

from arfa.errors import Message
from arfa.store import Session
from arfa.store.bookmarks import bookmarks_of, drop_bookmark, set_bookmark
from arfa.store.course import Node
from arfa.store.errors import ActionRefused
from arfa.texts import say
from arfa.web.course_schemas import (
    BookmarkInfo,
    Bookmarks,
    BookmarkWish,
    CourseInfo,
    CourseNode,
)
from arfa.web.labels import label
from arfa.web.language import language
from arfa.web.problems import Json
from arfa.web.routes.common import Lang, errors, player_of
from arfa.web.service import Service

router = APIRouter(responses=errors(404, 409, 422, 500, 503), tags=["plays"])

Slot = Annotated[int, Path(ge=1, le=9)]


@router.get("/api/plays/{play_id}/course", response_model=CourseInfo)
async def course(request: Request, play_id: str, lang: Lang = "") -> Json:
    """Everything that was tried in a play of this player."""
    service = Service.of(request)
    session = await _session(service, request, play_id)
    lang = language(request)
    nodes = [_node(session, node, lang) for node in session.course.nodes.values() if node.parent]
    return Json(
        CourseInfo(
            node=session.course.at.version,
            nodes=nodes,
            bookmarks=await _bookmarks(service, play_id),
        )
    )


@router.put(
    "/api/plays/{play_id}/bookmarks/{slot}",
    response_model=Bookmarks,
    responses=errors(403, 413),
)
async def set_one(
    request: Request, play_id: str, slot: Slot, wish: BookmarkWish, lang: Lang = ""
) -> Json:
    """Put a bookmark into one of nine slots, in place of what was there."""
    service = Service.of(request)
    session = await _session(service, request, play_id)
    if wish.node not in session.course.nodes:
        raise ActionRefused("goto-none")
    await set_bookmark(service.store.database, play_id, slot, wish.node, wish.name.strip())
    return Json(Bookmarks(bookmarks=await _bookmarks(service, play_id)))


@router.delete(
    "/api/plays/{play_id}/bookmarks/{slot}",
    response_model=Bookmarks,
    responses=errors(403, 413),
)
async def drop_one(request: Request, play_id: str, slot: Slot, lang: Lang = "") -> Json:
    """Take a bookmark away; an empty slot stays empty."""
    service = Service.of(request)
    await _session(service, request, play_id)
    await drop_bookmark(service.store.database, play_id, slot)
    return Json(Bookmarks(bookmarks=await _bookmarks(service, play_id)))


async def _session(service: Service, request: Request, play_id: str) -> Session:
    return await service.sessions.open(play_id, await player_of(service, request, play_id))


async def _bookmarks(service: Service, play_id: str) -> list[BookmarkInfo]:
    return [
        BookmarkInfo(**one._asdict()) for one in await bookmarks_of(service.store.database, play_id)
    ]


def _node(session: Session, node: Node, lang: str) -> CourseNode:
    assert node.parent is not None
    first, *rest = node.plies
    words = label(session.course.game, first.before, first.move)
    if rest:
        words = Message("web-said-more", move=say(words, lang), n=len(rest))
    return CourseNode(
        node=node.version,
        parent=node.parent.version,
        moves=" ".join(map(str, node.moves)),
        words=say(words, lang),
    )
