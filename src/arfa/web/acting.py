"""What a player asks for, as an action of the log: moves in any notation, and what follows from them by themselves."""

from __future__ import annotations

from arfa.engine.auto import follow_up
from arfa.engine.moves import Move, MoveError
from arfa.engine.position import Position
from arfa.notation.move import read_move
from arfa.store import Action, Session
from arfa.store.errors import ActionRefused
from arfa.store.sessions import Wish
from arfa.web.schemas import ActionWish
from arfa.web.table import Tables


def wish_of(wish: ActionWish, tables: Tables) -> Wish:
    """How the action is found out once it is known where the play is."""
    match wish.action:
        case "move":
            return lambda session: _move(wish, session)
        case "auto":
            return _auto
        case "finish":
            return lambda session: _finish(session, tables)
        case "goto":
            return Action("goto", None, -1 if wish.node is None else wish.node)
        case kind:
            return Action(kind)


def _move(wish: ActionWish, session: Session) -> Action:
    """The moves that are asked for, with those that are made by themselves afterwards.

    Raises what :meth:`~arfa.engine.position.Position.push` and :func:`~arfa.notation.move.read_move` raise.
    """
    position = session.course.position
    at = Position(position.game, position.state)
    words = (wish.move or "").split()
    # A person may write one move with spaces in it: "9H - TS".
    texts = words if words and all(map(_is_exact, words)) else [wish.move or ""]
    moves = []
    for text in texts:
        move = Move.parse(text) if _is_exact(text) else read_move(text, at, notes=False)
        at.push(move)
        moves.append(at.plies[-1].move)
    moves += follow_up(at, wish.auto, moves[-1])
    return Action("move", " ".join(map(str, moves)))


def _is_exact(text: str) -> bool:
    try:
        Move.parse(text)
    except MoveError:
        return False
    return True


def _auto(session: Session) -> Action:
    """All that can go up, at the player's word."""
    moves = follow_up(session.course.position, "all")
    if not moves:
        raise ActionRefused("auto-none")
    return Action("move", " ".join(map(str, moves)))


def _finish(session: Session, tables: Tables) -> Action:
    moves = tables.sight(session).finish
    if not moves:
        raise ActionRefused("finish-none")
    return Action("move", " ".join(map(str, moves)))
