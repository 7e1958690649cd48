"""From what a player did, move by move and undo by undo, to a line with variations."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from arfa.engine.moves import Move
from arfa.notation.record import MAX_DEPTH, Line, Node

Log = Iterable[Move | str | None]
"""Moves in the order in which they were made, None for each undo, and texts about the position of that moment."""


class _Branch:
    """A move that was made at some time, and what followed it."""

    __slots__ = ("children", "comments", "latest", "move", "parent")

    def __init__(self, move: Move | None, parent: _Branch | None) -> None:
        self.move = move
        self.parent = parent
        self.children: dict[Move, _Branch] = {}
        self.latest: _Branch | None = None  # where redo would go
        self.comments: list[str] = []


def grow(log: Log) -> Line:
    """The tree of a game from its log.

    What stands at the end is the main line; every branch that was taken back is a variation.  An undo at the start
    changes nothing.  Moving again along an old branch (redo) adds nothing.
    """
    root = here = _Branch(None, None)
    for move in log:
        if move is None:
            here = here.parent or here
            continue
        if isinstance(move, str):
            if move not in here.comments:
                here.comments.append(move)
            continue
        if move not in here.children:
            here.children[move] = _Branch(move, here)
        here.latest = here.children[move]
        here = here.latest
    end = here
    while here.parent is not None:  # the main line leads to where the game stands
        here.parent.latest = here
        here = here.parent
    end.latest = None
    line = _line(root, 0)
    return Line(line.nodes, tuple(root.comments))


def _line(start: _Branch, depth: int) -> Line:
    """The line that leads on from a branch; branches deeper than may be nested are told as lines of their own."""
    nodes: list[Node] = []
    here: _Branch | None = start
    while here is not None:
        others = [child for child in here.children.values() if child is not here.latest]
        variations = tuple(line for child in others for line in _variations(child, depth + 1))
        if here.latest is not None:
            comments = tuple(here.latest.comments)
            nodes.append(Node(here.latest.move, comments=comments, variations=variations))
        elif variations:
            nodes.append(Node(None, variations=variations))
        here = here.latest
    return Line(tuple(nodes))


def _variations(branch: _Branch, depth: int) -> Iterator[Line]:
    if depth < MAX_DEPTH:
        rest = _line(branch, depth)
        yield Line((Node(branch.move, comments=tuple(branch.comments)), *rest.nodes))
        return
    todo: list[tuple[_Branch, tuple[Node, ...]]] = [(branch, ())]
    while todo:  # every path to an end, from the same beginning
        at, path = todo.pop()
        path = (*path, Node(at.move, comments=tuple(at.comments)))
        if not at.children:
            yield Line(path)
        todo += ((child, path) for child in reversed(at.children.values()))
