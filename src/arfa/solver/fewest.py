"""How few breaches of mercy, or how few redeals, a win needs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Unpack

from arfa.engine.game import Game
from arfa.engine.moves import REDEAL, Move
from arfa.engine.position import IllegalMove, Position
from arfa.rules.spec import Rules
from arfa.solver.api import Limits, solve
from arfa.solver.native import Cancel
from arfa.solver.verdict import Result, Verdict, proved_win

_REDEALS = (REDEAL, Move("w", "s"), Move("t", "s"))
_PATIENCE = 10
"""How many numbers are tried where the rules set no end and no win is known."""


@dataclass(frozen=True, slots=True)
class Fewest:
    """How few of something a win needs, as far as that is known."""

    least: int | None
    """No win has fewer, which is proved; None when no win exists at all."""
    found: int | None
    """So many are enough; None when no win was found."""
    result: Result
    """The win with ``found`` of them, or the answer for as many as the rules allow."""

    @property
    def exact(self) -> bool:
        """Whether the number is known for certain."""
        return self.least == self.found


def fewest_breaches(
    position: Position, *, stop: Cancel | None = None, **limits: Unpack[Limits]
) -> Fewest:
    """The fewest mercy moves by which a position can be won (rulebook 1, "Mercy"), from here on."""
    mercy, used = position.game.rules.mercy, position.breaches

    def rules(n: int) -> Rules:
        # Mercy for each space is weaker than as many counted mercies, so a loss by these is one by those.
        return position.game.rules.model_copy(update={"mercy": used + n or "off"})

    most = 0 if mercy == "off" else len(position.game.columns)
    if isinstance(mercy, int):
        most = mercy - used
    return _fewest(position, rules, most, lambda move: move.mercy, stop=stop, limits=limits)


def fewest_redeals(
    position: Position, *, stop: Cancel | None = None, **limits: Unpack[Limits]
) -> Fewest:
    """The fewest redeals by which a position can be won, from here on."""
    game, used = position.game, position.state.redeals
    place, spec = ("grid", game.rules.grid) if game.rules.grid else ("stock", game.rules.stock)
    allowed: int | str = getattr(spec, "redeals", 0)
    most = allowed - used if isinstance(allowed, int) else None

    def rules(n: int) -> Rules:
        assert spec is not None
        return game.rules.model_copy(update={place: spec.model_copy(update={"redeals": used + n})})

    return _fewest(position, rules, most, lambda move: move in _REDEALS, stop=stop, limits=limits)


def _fewest(
    position: Position,
    rules: Callable[[int], Rules],
    most: int | None,
    counts: Callable[[Move], bool],
    *,
    stop: Cancel | None,
    limits: Limits,
) -> Fewest:
    """Tighten the rules to 0, 1, 2, ... until a win is found, with what the rules themselves allow as an upper bound.

    ``most``: how many the rules allow; None for any number.
    """
    whole = solve(position, stop=stop, **limits)
    if whole.verdict is Verdict.UNWINNABLE:
        return Fewest(None, None, whole)
    won = sum(map(counts, whole.line)) if whole.verdict is Verdict.WINNABLE else None
    end = most if won is None else won
    least = 0
    for n in range(_PATIENCE if end is None else end):
        if stop is not None and stop.cancelled:
            break
        strict = Game(replace(position.game.spec, rules=rules(n)))
        result = solve(Position(strict, position.state), stop=stop, **limits)
        if result.verdict is Verdict.WINNABLE and _is_legal(position, result.line):
            return Fewest(least, n, result)
        if result.verdict is Verdict.UNWINNABLE and least == n:
            least = n + 1
    return Fewest(least, won, whole)


def _is_legal(position: Position, line: Sequence[Move]) -> bool:
    """Whether a line that wins by other rules wins by those of the position, too."""
    try:
        proved_win(position, line, 0)
    except IllegalMove:
        return False
    return True
