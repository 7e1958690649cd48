"""Hints in three grades: where to look, where to go, and why.

A hint is the move of the player who cannot see, so it never rests on a hidden card.  Where nothing is hidden there is
nothing to peek at, and the solver's own line is followed.  A hint is always a move that the table offers.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from arfa.analysis.chance import Chance, fair_chance
from arfa.analysis.knowledge import Knowledge, View
from arfa.analysis.outcomes import outcomes
from arfa.engine.auto import safe_lifts
from arfa.engine.game import Game
from arfa.engine.moves import REDEAL, Move
from arfa.engine.position import Position
from arfa.errors import Message
from arfa.solver.api import Limits, solve
from arfa.solver.blind import Thought
from arfa.solver.native import Cancel
from arfa.solver.verdict import Verdict

Source = Literal["fair", "open", "rule"]
"""Who says so: the player who cannot see, the solver where nothing is hidden, or a rule of thumb."""

FOR_OPEN: Limits = {"states": 500_000, "seconds": 3}
"""What the solver may use where nothing is hidden."""
_BEFORE_A_LIFT: Limits = {"states": 20_000, "seconds": 0.5}
"""And before a card goes up that nothing needs any more: it is worth a hint unless all is lost."""
_GLANCE = Thought(40)
"""How long it is looked at what a move leads to where the win is certain."""


@dataclass(frozen=True, slots=True)
class Hint:
    """A move that is worth making."""

    move: Move
    reasons: tuple[Message, ...]
    """What it does, the most telling first."""
    source: Source
    before: float | None = None
    """The fair chance before the move, where it is known."""
    after: float | None = None
    """The fair chance with the move."""


def hint(
    position: Position,
    knowledge: Knowledge,
    *,
    thought: Thought = Thought(),
    chance: Chance | None = None,
    lost: bool = False,
    cancel: Cancel | None = None,
) -> Hint | None:
    """A move to make, and why; None where there is none that helps.

    ``chance`` is that of the position, if it has been found out by the same thought already.  ``lost``: X-ray has shown
    that there is no win, so that chances mean nothing; then it is a move that makes some progress all the same.

    A card that nothing can need any more goes up first, unless everyone can know that there is no win.  Else the player
    who cannot see is asked; where nothing is hidden, the solver; and where neither knows, the moves that turn up a
    card, empty a column or put one up.
    """
    game, state = position.game, position.state
    offered = [m for m in position.legal_moves() if not game.changes_nothing(state, m)]
    if not offered or position.is_won:
        return None
    view = knowledge.view(position)
    if lost:
        return _some_progress(position, knowledge, view, offered)
    lifts = [m for m in safe_lifts(game, state) if m in offered]
    if lifts and not (
        len(view.unseen) <= 1
        and lost_for_everybody(position, view, thought, chance=chance, cancel=cancel)
    ):
        return Hint(lifts[0], reasons(game, position, lifts[0]), "rule")
    chance = chance or fair_chance(view, thought, cancel=cancel)
    if chance is not None:
        return _fair(position, knowledge, view, chance, offered)
    if not view.unseen:
        found = solve(position, stop=cancel, **FOR_OPEN)
        if found.line and found.line[0] in offered:
            move = found.line[0]
            return Hint(move, reasons(game, position, move), "open")
        if found.verdict is Verdict.UNWINNABLE:
            return None
    move = min(offered, key=lambda m: _order(position, knowledge, view, m))
    return Hint(move, reasons(game, position, move), "rule")


def lost_for_everybody(
    position: Position,
    view: View,
    thought: Thought = Thought(),
    *,
    chance: Chance | None = None,
    cancel: Cancel | None = None,
) -> bool:
    """Whether it is proved that there is no win, by nothing but what the player knows.

    ``view`` is that of the position, and ``chance`` its chance, if it has been found out already.
    """
    chance = chance or fair_chance(view, thought, cancel=cancel)
    if chance is not None:
        return chance.exact and chance.fair.value == 0
    if view.unseen:
        return False
    found = solve(position, line=False, stop=cancel, **_BEFORE_A_LIFT)
    return found.verdict is Verdict.UNWINNABLE


def _some_progress(
    position: Position, knowledge: Knowledge, view: View, offered: list[Move]
) -> Hint | None:
    """The most telling move by the rules of thumb; none that only goes to and fro."""
    move = min(offered, key=lambda m: _order(position, knowledge, view, m))
    if _order(position, knowledge, view, move)[0] > _BUILDS:
        return None
    return Hint(move, reasons(position.game, position, move), "rule")


def _fair(
    position: Position, knowledge: Knowledge, view: View, chance: Chance, offered: list[Move]
) -> Hint | None:
    if chance.exact and chance.fair.value == 0:
        return None
    for prospect in chance.prospects:
        if prospect.move in offered:
            return Hint(
                prospect.move,
                reasons(position.game, position, prospect.move),
                "fair",
                chance.fair.value,
                prospect.value,
            )
    return _certain(position, knowledge, view, offered) if chance.exact else None


def _certain(
    position: Position, knowledge: Knowledge, view: View, offered: list[Move]
) -> Hint | None:
    """Where the win is certain and the moves were not weighed: the move after which it is the most certain, whatever
    turns up; of several, the most telling one by the rules of thumb.
    """
    best, least = None, -1.0
    for move in sorted(offered, key=lambda m: _order(position, knowledge, view, m)):
        worst = 1.0
        for case in outcomes(knowledge, position, view, move):
            after = fair_chance(case.view, _GLANCE)
            worst = min(worst, 0.0 if after is None else after.fair.value)
            if worst <= least:
                break
        if worst > least:
            best, least = move, worst
        if least == 1:
            break
    if best is None:
        return None
    return Hint(best, reasons(position.game, position, best), "fair", 1.0, least)


def reasons(game: Game, position: Position, move: Move) -> tuple[Message, ...]:
    """What a move does, as far as everyone can see: nothing is said of the card that it turns up."""
    state = position.state
    found: list[Message] = []
    if move == REDEAL:
        return (Message("hint-redeal"),)
    if game.stock.owns(move):
        return (Message("hint-stock"),)
    if game.rules.grid is not None:
        return (Message("hint-front" if move.dst[1:] == "0" else "hint-gap"),)
    if move.src in game.column_number:
        size, down = len(position.cards(move.src)), game.face_down(state, move.src)
        column = game.column_number[move.src] + 1
        if size - move.count == down and down:
            found.append(Message("hint-turns", n=column, left=down - 1))
        elif size == move.count:
            found.append(Message("hint-empties", n=column))
    if move.dst in game.slots:
        found.append(Message("hint-up"))
    elif move.dst in game.column_number and not position.cards(move.dst):
        found.append(Message("hint-fills", n=game.column_number[move.dst] + 1))
    if move.src in game.slots:
        found.append(Message("hint-back"))
    elif game.kind(move.src) == "hand":
        found.append(Message("hint-hand"))
    return tuple(found) or (Message("hint-builds"),)


def _order(position: Position, knowledge: Knowledge, view: View, move: Move) -> tuple[int, ...]:
    """Rules of thumb: cards that turn up first, then foundations, then whatever shows something."""
    game, state = position.game, position.state
    codes = {message.code for message in reasons(game, position, move)}
    shows = len(outcomes(knowledge, position, view, move)[0].view.unseen) < len(view.unseen)
    rank = _BUILDS
    for place, code in enumerate(("hint-turns", "hint-up", "hint-empties", "hint-hand")):
        if code in codes:
            rank = place
            break
    else:
        if "hint-back" in codes:
            rank = 8
        elif game.stock.owns(move):
            rank = 5 if shows else 7
    deepest = -game.face_down(state, move.src) if move.src in game.column_number else 0
    return rank, deepest


_BUILDS = 6
"""The rank of a move that does nothing but build; higher ones go to and fro."""
