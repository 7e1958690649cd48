"""The course of a play: its position, and the moves that were taken back and can be made again."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, NamedTuple

from arfa.engine.game import Game
from arfa.engine.moves import Move
from arfa.engine.position import Position
from arfa.errors import ArfaError
from arfa.store.errors import ActionRefused, LogBroken

Kind = Literal["move", "undo", "redo", "restart"]


class Action(NamedTuple):
    """One thing that a player does."""

    kind: Kind
    move: str | None = None
    """The move in PPN, for the kind ``move`` alone."""


class Course:
    """The fold of a log: what was done so far, from the deal on.

    There is one line of moves with a mark in it.  Moves behind the mark have been taken back and can be made again,
    until a different move is made there.  A restart takes back everything, and can itself be played through again.
    """

    def __init__(self, start: Position) -> None:
        self.position = start
        self.line: list[Move] = []
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
        return self.made < len(self.line)

    def do(self, action: Action) -> Action:
        """Do something and return it in its exact form.

        Raises :class:`~arfa.engine.moves.MoveError`, :class:`~arfa.engine.position.IllegalMove` or
        :class:`ActionRefused`, and then nothing has changed.
        """
        undone: tuple[Move, ...] = ()
        match action.kind:
            case "move":
                self.position.push(Move.parse(action.move or ""))
                move = self.position.plies[-1].move  # in its exact form
                action = Action("move", str(move))
                if self.line[self.made - 1 : self.made] != [move]:
                    self.line[self.made - 1 :] = [move]
            case "redo":
                if not self.can_redo:
                    raise ActionRefused("redo-none")
                self.position.push(self.line[self.made])
            case "undo":
                if not self.made:
                    raise ActionRefused("undo-none")
                undone = (self.position.pop(),)
            case "restart":
                if not self.made:
                    raise ActionRefused("restart-none")
                undone = tuple(self.position.pop() for _ in range(self.made))
        self.last, self.undone = action, undone
        return action
