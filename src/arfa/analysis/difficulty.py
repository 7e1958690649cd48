"""How hard a deal is for somebody who cannot see its hidden cards.

It is measured, not judged: a crowd of a hundred players plays the deal, each of them once, by habit and without
thinking ahead.  None sees a hidden card.  What the learnt player of :mod:`arfa.solver.blind` weighs, each of them
weighs a little differently, and always in the same way; so the same deal gets the same answer on every machine.  The
ease of a deal is how many of the hundred win it.

The grades are in proportion to the patience: of its deals that can be won, the easiest 30 of 100 are easy, the next 40
medium, the next 20 hard and the last 10 very hard.  Where the bounds lie was measured once for each patience
(``grades.toml``, made by ``tools/make_grades.py``); where nothing was measured there is no grade.  A deal that cannot
be won has none either, whatever the crowd did.
"""

from __future__ import annotations

import random
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cache, lru_cache
from importlib.resources import files
from math import sqrt

from arfa.cards import Card
from arfa.engine.game import Game
from arfa.engine.moves import Move
from arfa.engine.position import Position
from arfa.solver.blind import Blind, Thought
from arfa.solver.native import Cancel, Core, Effort

CROWD = 100
"""How many players there are."""
_SPREAD = sqrt(3)
"""How far what they weigh may differ, in mean weights: a standard deviation of one."""
_MODEL = "counts"
"""The search model of the patiences that the learnt player plays."""
SHARES = (0.3, 0.4, 0.2, 0.1)
"""How many of the deals that can be won have each grade."""


class Grade(Enum):
    """How hard a deal is among the deals of its patience that can be won."""

    EASY = "easy"
    MEDIUM = "medium"
    HARD = "hard"
    VERY_HARD = "very-hard"


@dataclass(frozen=True, slots=True)
class Scale:
    """Where the grades of a patience lie: the least number of the crowd that wins a deal of each."""

    game: str
    rules: str
    """The hash of the rules for which they were measured."""
    deals: int
    """Of how many deals that can be won."""
    easy: int
    medium: int
    hard: int
    habits: tuple[float, ...] = ()
    """What the crowd weighs, before each player's own way: what had been learnt when it was measured.  It is kept, so
    that a player who learns more does not shift the grades."""

    def grade(self, wins: int) -> Grade:
        """The grade of a deal that so many of the crowd win, and that can be won."""
        if wins >= self.easy:
            return Grade.EASY
        if wins >= self.medium:
            return Grade.MEDIUM
        return Grade.HARD if wins >= self.hard else Grade.VERY_HARD


@cache
def scales() -> dict[str, Scale]:
    """All that were measured, by the hash of their rules."""
    text = files("arfa.analysis").joinpath("grades.toml").read_text("utf-8")
    found = [
        Scale(**{**entry, "habits": tuple(entry.get("habits", ()))})
        for entry in tomllib.loads(text).get("scale", [])
    ]
    return {scale.rules: scale for scale in found}


def scale_of(game: Game) -> Scale | None:
    """Where the grades of a patience lie, if that was measured."""
    return scales().get(game.spec.rules_hash)


def has_crowd(game: Game) -> bool:
    """Whether the crowd plays a patience."""
    start = game.start(game.pack())
    core = Core.of(game)
    return core.model(start.state) == _MODEL and Blind(core).plays(start.state)


def crowd(
    game: Game, decks: Sequence[Sequence[Card]], *, cancel: Cancel | None = None
) -> list[int]:
    """How many of the crowd win each deck.

    Raises :class:`ValueError` for a patience that the crowd does not play.  What is found when ``cancel`` was set is
    worth nothing.
    """
    if not has_crowd(game):
        raise ValueError(f"nobody in the crowd plays {game.name}")
    blind = Blind(Core.of(game))
    wins = [0] * len(decks)
    for habits in _habits(game):
        if cancel is not None and cancel.cancelled:
            break
        played = blind.play(decks, Thought(weights=habits), thinks=False, cancel=cancel)
        for place, one in enumerate(played):
            wins[place] += one.won
    return wins


def grade(game: Game, wins: int) -> Grade | None:
    """The grade of a deal that can be won and that so many of the crowd win; None where nothing was measured."""
    scale = scale_of(game)
    return None if scale is None else scale.grade(wins)


def learnt_habits(game: Game) -> tuple[float, ...]:
    """What the learnt player weighs now."""
    return tuple(Blind(Core.of(game)).learn(0))


@lru_cache(maxsize=64)
def _habits(game: Game) -> tuple[tuple[float, ...], ...]:
    """What each player of the crowd weighs, and how much."""
    scale = scale_of(game)
    learnt = scale.habits if scale is not None and scale.habits else learnt_habits(game)
    mean = sum(map(abs, learnt)) / len(learnt)
    chance = random.Random(1)
    # Nothing but sums and products, which come out alike everywhere; a normal distribution would not.
    return tuple(
        tuple(w + _SPREAD * mean * (2 * chance.random() - 1) for w in learnt) for _ in range(CROWD)
    )


# -- how narrow the way is -----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Narrowness:
    """How much care a way to the win asks for: what the other moves on it would have done."""

    decisions: int
    """Positions of the way that were looked at, each with more than one legal move."""
    moves: int
    """Legal moves there, the right ones included."""
    safe: int
    """Those after which the deal can still be won, which was proved."""
    lost: int
    """Those after which it cannot, which was proved; of the others nothing is known."""
    single: int
    """Decisions where every move but that of the way was proved to lose."""


def narrowness(
    start: Position,
    line: Sequence[Move],
    *,
    most: int = 24,
    effort: Effort = Effort(states=5_000, line=False),
    cancel: Cancel | None = None,
) -> Narrowness:
    """Look at up to ``most`` decisions of a line that wins, evenly spread over it, with open eyes."""
    core, at = Core.of(start.game), start.copy()
    places: list[tuple[Position, Move]] = []
    for move in line:
        if len(at.legal_moves()) > 1:
            places.append((Position(at.game, at.state), move))
        at.push_legal(move)
    step = max(1, -(-len(places) // most))
    moves = safe = lost = single = 0
    for position, right in places[::step]:
        others = [move for move in position.legal_moves() if move != right]
        states = [core.apply(position.state, move) for move in others]
        found = [one.verdict for one in core.solve_states(states, effort, cancel=cancel)]
        moves += 1 + len(others)
        safe += 1 + found.count("winnable")
        lost += found.count("unwinnable")
        single += found.count("unwinnable") == len(others)
    return Narrowness(len(places[::step]), moves, safe, lost, single)
