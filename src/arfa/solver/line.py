"""A line told step by step, as one would tell it to somebody at the table."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from arfa.engine.game import Game, Seen
from arfa.engine.mechanics.cycle import Cycle
from arfa.engine.mechanics.waste import Waste
from arfa.engine.moves import Move
from arfa.engine.position import Position
from arfa.errors import Message
from arfa.notation import human, say_move, say_seen
from arfa.texts import say

_MANY = 3
"""So many cards at most are named one by one when they turn up: more than that are a whole row."""


class Step(NamedTuple):
    """One thing to do: a move, or all the turns of the stock until some card comes up."""

    number: int
    """The number of its first move, from 1."""
    moves: tuple[Move, ...]
    """What is done; more than one move only where cards of the stock are turned."""
    short: str
    """The same as people write it: ``9H-TS``, ``draw``, ``draw x5``."""
    said: Message
    """What is done, in words: first and last card of what moves, and the card that it goes to."""
    seen: tuple[Message, ...]
    """What turns up by it and what goes up by itself, in words."""

    def words(self, lang: str) -> str:
        """All of it as a sentence without its full stop: "Red nine ...; the four of clubs turns up"."""
        first, *others = (say(message, lang) for message in (self.said, *self.seen))
        return "; ".join([first, *(text[:1].lower() + text[1:] for text in others)])


def steps(position: Position, line: Iterable[Move]) -> Iterator[Step]:
    """The steps of a legal line.  Raises :class:`~arfa.engine.position.IllegalMove` where it is none."""
    at = Position(position.game, position.state)
    turns: list[Move] = []
    number = 1
    for move in line:
        said, short = None, ""
        if at.is_legal(move):
            said, short = say_move(at, move), human(at, move)
        seen = at.push(move)
        rises = [one for one in seen if one.rises]
        if _turns(at.game, move):
            turns.append(move)
            if not rises:
                continue
            yield _turned(at, number, turns, rises)
            number, turns = number + len(turns), []
            continue
        if turns:
            yield _turned(Position(at.game, at.plies[-1].before), number, turns, ())
            number, turns = number + len(turns), []
        assert said is not None  # or push would have raised
        told = _told(seen) if len(seen) <= _MANY else rises
        yield Step(number, (move,), short, said, say_seen(tuple(told)))
        number += 1
    if turns:
        yield _turned(at, number, turns, ())


def _told(seen: Sequence[Seen]) -> list[Seen]:
    """What turns up, without the cards that go up by themselves at once: that they do so says it."""
    again = {one.card for one in seen if one.rises}
    return [one for one in seen if one.rises or one.card not in again]


def _turns(game: Game, move: Move) -> bool:
    """Whether a move only brings the next card of the stock."""
    return isinstance(game.stock, Waste | Cycle) and game.stock.owns(move)


def _turned(after: Position, number: int, turns: Sequence[Move], rises: Sequence[Seen]) -> Step:
    """The step of some turns of the stock, and the position after them."""
    game = after.game
    n = sum(move.src == "s" for move in turns)
    over = any(move == Move("w", "s") for move in turns)
    hand = game.stock.hand(after.state)
    cycle = isinstance(game.stock, Cycle)
    short = "turn" if cycle else "draw" if n else "redeal"
    short += f" x{n}" if n > 1 else ""
    seen = say_seen(tuple(rises))
    if rises:
        card = rises[-1].card
    elif hand:
        card = hand[-1][1]
    else:
        return Step(number, tuple(turns), short, Message("say-waste-over"), seen)
    if n == 1 and not over:
        said = Message("say-turned" if cycle else "say-drawn", card=card)
    elif cycle:
        said = Message("say-turns", n=n, card=card)
    else:
        said = Message("say-draws-over" if over else "say-draws", n=n, card=card)
    return Step(number, tuple(turns), short, said, seen)
