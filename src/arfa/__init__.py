"""arfa: patience taken seriously.

The public API in one screen::

    from arfa import Deal, Game, Move, Position, solve

    game = Game.named("small-harp+mercy")
    position = game.start(Deal.parse("12345").deck(game.rules))
    for move in position.legal_moves():
        print(move)
    position.push(Move.parse("sw"))
    print(solve(position).verdict)

Everything is loaded when it is first used, so that importing the package costs next to nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from arfa.deals.deal import Deal
    from arfa.engine.game import Game
    from arfa.engine.moves import Move
    from arfa.engine.outcome import Outcome
    from arfa.engine.position import IllegalMove, Position
    from arfa.errors import ArfaError, Message
    from arfa.solver.api import solve
    from arfa.solver.verdict import Result, Verdict

__version__ = "0.1.0"

_WHERE = {
    "ArfaError": "arfa.errors",
    "Deal": "arfa.deals.deal",
    "Game": "arfa.engine.game",
    "IllegalMove": "arfa.engine.position",
    "Message": "arfa.errors",
    "Move": "arfa.engine.moves",
    "Outcome": "arfa.engine.outcome",
    "Position": "arfa.engine.position",
    "Result": "arfa.solver.verdict",
    "Verdict": "arfa.solver.verdict",
    "solve": "arfa.solver.api",
}

__all__ = [
    "ArfaError",
    "Deal",
    "Game",
    "IllegalMove",
    "Message",
    "Move",
    "Outcome",
    "Position",
    "Result",
    "Verdict",
    "__version__",
    "solve",
]


def __getattr__(name: str) -> Any:
    if name not in _WHERE:
        raise AttributeError(f"module 'arfa' has no attribute {name!r}")
    return getattr(import_module(_WHERE[name]), name)
