"""The course of a play: its position, and the tree of everything that was tried on the way."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, NamedTuple

from arfa.engine.game import Game
from arfa.engine.moves import Move
from arfa.engine.position import Ply, Position
from arfa.errors import ArfaError
from arfa.store.errors import ActionRefused, LogBroken

Kind = Literal["move", "undo", "redo", "restart", "goto"]


class Action(NamedTuple):
    """One thing that a player does."""

    kind: Kind
    move: str | None = None
    """For the kind ``move`` alone: a move in PPN, or several in a row that are made, and taken back, as one."""
    node: int | None = None
    """For the kind ``goto`` alone: the position to go to, by its name (:attr:`Node.version`)."""


class Node:
    """A position of the tree, reached by one action."""

    __slots__ = ("branches", "parent", "plies", "recent", "version")

    def __init__(self, version: int, parent: Node | None, plies: tuple[Ply, ...]) -> None:
        self.version = version
        """Its name: the version of the play that the action made which first led here; 0 is the deal."""
        self.parent = parent
        """The position before; None for the deal."""
        self.plies = plies
        """The moves that lead here from there."""
        self.branches: list[Node] = []
        """What was tried from here, the oldest first."""
        self.recent: Node | None = None
        """The branch that was entered or left last: where a redo goes."""

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves that lead here from the position before."""
        return tuple(ply.move for ply in self.plies)

    def __repr__(self) -> str:
        return f"<node {self.version}: {' '.join(map(str, self.moves)) or 'the deal'}>"


class Course:
    """The fold of a log: where the play is, and the tree of what was done so far, from the deal on.

    A move goes to a new branch, or enters again the one that was made by the same move.  Nothing that was tried is
    ever lost: undo and redo walk along the branch that was left last, restart goes back to the deal, and goto to any
    position that there has been.
    """

    def __init__(self, start: Position) -> None:
        self.position = start
        self.at = Node(0, None, ())
        """Where the play is."""
        self.nodes: dict[int, Node] = {0: self.at}
        """All positions by their names."""
        self.version = 0
        """How many actions were done."""
        self.last: Action | None = None
        """What was done last."""
        self.undone: tuple[Move, ...] = ()
        """The moves that it took back, the last one first."""

    @classmethod
    def fold(cls, start: Position, log: Iterable[Action]) -> Course:
        """The course that a log describes.  Raises :class:`LogBroken` where it cannot be followed."""
        course = cls(start)
        for version, action in enumerate(log, start=1):
            try:
                course.do(action)
            except ArfaError as error:
                raise LogBroken(version) from error
        return course

    @property
    def game(self) -> Game:
        """The patience."""
        return self.position.game

    @property
    def made(self) -> int:
        """How many moves lead to the position."""
        return len(self.position.plies)

    @property
    def can_redo(self) -> bool:
        """Whether a move was taken back that can be made again."""
        return self.at.recent is not None

    def do(self, action: Action) -> Action:
        """Do something and return it in its exact form.

        Raises :class:`~arfa.engine.moves.MoveError`, :class:`~arfa.engine.position.IllegalMove` or
        :class:`ActionRefused`, and then nothing has changed.
        """
        undone: tuple[Move, ...] = ()
        match action.kind:
            case "move":
                action = self._move(action.move or "")
            case "redo":
                if self.at.recent is None:
                    raise ActionRefused("redo-none")
                self._enter(self.at.recent)
            case "undo":
                if self.at.parent is None:
                    raise ActionRefused("undo-none")
                undone = self._leave()
            case "restart":
                if self.at.parent is None:
                    raise ActionRefused("restart-none")
                undone = self._climb(self.nodes[0])
            case "goto":
                undone = self._go_to(action.node)
        self.version += 1
        self.last, self.undone = action, undone
        return action

    def _move(self, text: str) -> Action:
        """Make one or several moves, all or none."""
        position, before = self.position, self.made
        try:
            for word in text.split() or [""]:
                position.push(Move.parse(word))
        except ArfaError:
            while self.made > before:
                position.pop()
            raise
        plies = tuple(position.plies[before:])
        node = Node(self.version + 1, self.at, plies)
        # In their exact form, so that the same move is known again.
        for branch in self.at.branches:
            if branch.moves == node.moves:
                node = branch
                break
        else:
            self.at.branches.append(node)
            self.nodes[node.version] = node
        self.at.recent = node
        self.at = node
        return Action("move", " ".join(map(str, node.moves)))

    def _enter(self, node: Node) -> None:
        """Make the moves of a branch from here."""
        for ply in node.plies:
            self.position.push_legal(ply.move)
        self.at.recent = node
        self.at = node

    def _leave(self) -> tuple[Move, ...]:
        """Take back the moves that led here."""
        node, parent = self.at, self.at.parent
        assert parent is not None
        parent.recent = node
        self.at = parent
        return tuple(self.position.pop() for _ in node.plies)

    def _climb(self, to: Node) -> tuple[Move, ...]:
        """Take back everything up to a position on the way to this one."""
        undone: list[Move] = []
        while self.at is not to:
            undone += self._leave()
        return tuple(undone)

    def _go_to(self, name: int | None) -> tuple[Move, ...]:
        """Go to a position of the tree, and return what was taken back for it."""
        to = None if name is None else self.nodes.get(name)
        if to is None:
            raise ActionRefused("goto-none")
        if to is self.at:
            raise ActionRefused("goto-here")
        above = {id(node) for node in way(self.at)}
        down: list[Node] = []
        at = to
        while id(at) not in above:
            down.append(at)
            assert at.parent is not None  # the deal is above everything
            at = at.parent
        undone = self._climb(at)
        for node in reversed(down):
            self._enter(node)
        return undone


def way(node: Node) -> list[Node]:
    """The positions from this one back to the deal."""
    found = [node]
    while node.parent is not None:
        node = node.parent
        found.append(node)
    return found
