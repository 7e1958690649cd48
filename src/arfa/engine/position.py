"""A position in play: the referee's state with its moves pushed and popped."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import NamedTuple

from arfa.cards import Card
from arfa.engine import drawing, text
from arfa.engine.canonical import canonical_state
from arfa.engine.game import Game, Seen
from arfa.engine.moves import Move
from arfa.engine.outcome import Outcome
from arfa.engine.state import State
from arfa.errors import ArfaError, Message


class IllegalMove(ArfaError):  # noqa: N818  (what a player calls it; nothing is broken)
    """A move that the rules refuse; ``.message`` says why, ``.move`` which."""

    def __init__(self, move: Move, why: Message) -> None:
        super().__init__(why.code, **why.values)
        self.move = move


class Ply(NamedTuple):
    """A move that was made, what it showed, and the state before it."""

    move: Move
    seen: tuple[Seen, ...]
    before: State


class Position:
    """A patience in play.

    A value as far as comparison goes: two positions are equal when the patience and the lie of the cards are,
    however they were reached.  ``push`` and ``pop`` change it in place; ``copy`` is cheap.
    """

    __slots__ = ("_plies", "game", "state")

    def __init__(self, game: Game, state: State) -> None:
        self.game = game
        self.state = state
        self._plies: list[Ply] = []

    @staticmethod
    def parse(source: str, game: Game | None = None, *, partial: bool = False) -> Position:
        """Read a position in PPN; the text names the patience unless ``game`` is given.

        ``partial``: some of its cards may be missing, as in the examples of the rule text.
        Raises :class:`~arfa.engine.text.PositionError` with line and column.
        """
        found, state = text.read(source, game, partial=partial)
        return Position(found, found.settle(state)[0])

    def __str__(self) -> str:
        return text.write(self.game, self.state)

    def __repr__(self) -> str:
        return f"Position.parse({str(self)!r})"

    def _repr_svg_(self) -> str:
        """The picture that a notebook shows."""
        return drawing.svg(self.game, self.state)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        return self.game == other.game and self.state == other.state

    def __hash__(self) -> int:
        return hash((self.game, self.state))

    def copy(self) -> Position:
        """A position of its own with the same history."""
        other = Position(self.game, self.state)
        other._plies = self._plies.copy()
        return other

    # -- looking --------------------------------------------------------------------------------------------

    def cards(self, pile: str) -> tuple[Card, ...]:
        """The cards of a pile, deepest first."""
        return self.state.piles[self.game.index[pile]]

    def face_down(self, pile: str) -> int:
        """How many of the deepest cards of a pile lie face down (all of a stock)."""
        return self.game.face_down(self.state, pile)

    @property
    def history(self) -> tuple[Move, ...]:
        """The moves made, first to last."""
        return tuple(ply.move for ply in self._plies)

    @property
    def plies(self) -> Sequence[Ply]:
        """The moves made with what each showed."""
        return self._plies

    @property
    def breaches(self) -> int:
        """How many mercy moves were made: a win is "won with k breaches"."""
        return self.state.breaches

    # -- moving ---------------------------------------------------------------------------------------------

    def legal_moves(self) -> list[Move]:
        """All legal moves in the pinned order."""
        return self.game.legal_moves(self.state)

    def refusal(self, move: Move) -> Message | None:
        """Why a move is refused, or None when it is legal."""
        return self.game.refusal(self.state, move)

    def is_legal(self, move: Move) -> bool:
        """Whether a move is legal."""
        return self.refusal(move) is None

    def push(self, move: Move) -> tuple[Seen, ...]:
        """Make a move and return what turned up or went up by itself.

        Raises :class:`IllegalMove` and changes nothing where the rules refuse it.
        """
        why = self.refusal(move)
        if why is not None:
            raise IllegalMove(move, why)
        return self.push_legal(self.game.normal(move))

    def push_legal(self, move: Move) -> tuple[Seen, ...]:
        """Make a move that came out of :meth:`legal_moves`, without asking again whether it is legal."""
        after, seen = self.game.apply(self.state, move)
        self._plies.append(Ply(move, seen, self.state))
        self.state = after
        return seen

    def pop(self) -> Move:
        """Take the last move back.  Raises :class:`IndexError` at the start."""
        ply = self._plies.pop()
        self.state = ply.before
        return ply.move

    # -- standing -------------------------------------------------------------------------------------------

    @property
    def is_won(self) -> bool:
        """Whether all cards lie where they belong."""
        return self.game.is_won(self.state)

    def is_stuck(self) -> bool:
        """Whether no event can be reached by reversible moves (rulebook 1.2)."""
        return self.game.is_stuck(self.state)

    def no_move(self) -> bool:
        """Whether there is no legal move of any kind."""
        return not self.legal_moves()

    def mercy_offered(self) -> bool:
        """Whether a mercy move can be made now."""
        return any(move.mercy for move in self.legal_moves())

    def outcome(self) -> Outcome:
        """How the game stands."""
        if self.is_won:
            return Outcome.WON
        if not self.is_stuck():
            return Outcome.PLAYING
        return Outcome.NO_MOVE if self.no_move() else Outcome.STUCK

    # -- identity -------------------------------------------------------------------------------------------

    def canonical(self) -> Position:
        """The representative of all positions that differ only in the order of interchangeable piles."""
        return Position(self.game, canonical_state(self.game, self.state))

    def key(self) -> Hashable:
        """Equal exactly for positions of one game that have the same canonical form."""
        return canonical_state(self.game, self.state)
