"""What is thought about a play, in a thread.

How much is thought depends on the patience alone, and by chance it goes by what is seen: so neither an answer nor the
time that it takes tells anything of a card that was not seen.  Only X-ray looks through the cards, and says so.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Generator
from dataclasses import dataclass, replace
from typing import Literal

from arfa.analysis.chance import Chance, Interval, fair_chance, sighted_share
from arfa.analysis.hints import Hint, hint, lost_for_everybody
from arfa.analysis.knowledge import View
from arfa.analysis.xray import Light, Xray, xray
from arfa.engine.game import Game
from arfa.solver import Verdict, solve
from arfa.solver.api import Limits
from arfa.solver.blind import FOR_CHANCE, Thought
from arfa.web.analysis_schemas import Estimate, Share
from arfa.web.analyst.pool import Desk
from arfa.web.analyst.seen import Look

FOR_OPEN: Limits = {"states": 300_000, "seconds": 2, "memory": 256 << 20}
"""What the solver may use for the chances where nothing is hidden."""
FOR_XRAY: Limits = {"states": 1_000_000, "seconds": 5, "memory": 256 << 20}
"""And for X-ray."""
SOON = 0.2
"""After how many seconds of thinking the first figure is told, if the last is not there before; then the time doubles
from one to the next.  Sooner it would often be five points off (benchmarks/chance.py).
"""
_GLANCE = 5
"""What part of the thinking comes first where others wait."""
_WORLDS = 200
"""In how many deals it is looked for a win."""

NOBODY = Estimate(
    kind="none",
    value=None,
    low=None,
    high=None,
    exact=False,
    iterations=0,
    final=True,
    sighted=None,
)
"""There is nobody who judges these rules."""


Lost = Literal["xray", "open"]
"""How it is known that there is no win: X-ray has shown it, or what the player knows proves it."""


@dataclass(frozen=True, slots=True)
class Hinted:
    """A hint; none where no move is known to help."""

    hint: Hint | None
    lost: Lost | None = None
    """Whether it is known that there is no win."""


def thought_of(view: View) -> Thought:
    """How a position is thought about.

    Two decks take three times as long, so they have half the worlds.  Chance begins with what is seen and nothing else.
    """
    decks = view.game.rules.deck.decks
    digest = hashlib.blake2b(repr((view.state, view.unseen)).encode(), digest_size=7).digest()
    return Thought(FOR_CHANCE // min(decks, 2), int.from_bytes(digest))


def ripening(soon: float, clock: Callable[[], float] = time.perf_counter) -> Callable[[], bool]:
    """Whether it is time to tell of what was found so far: after ``soon`` seconds, and each time that they doubled."""
    begun = clock()

    def ripe() -> bool:
        nonlocal soon
        passed = clock() - begun
        if passed < soon:
            return False
        soon = 2 * passed
        return True

    return ripe


def estimate(look: Look, desk: Desk) -> Generator[None, None, Estimate | None]:
    """The chances of a position, told as they become known; None when it was dropped."""
    view = look.view
    thought = thought_of(view)
    least = 0
    if look.chance is None and desk.crowded:
        # Everybody's first figure comes before anybody's last one; it is less sure than usual then.
        glance = replace(thought, iterations=thought.iterations // _GLANCE)
        first = fair_chance(view, glance, cancel=desk.stop)
        if first is not None and not first.exact:
            least = first.iterations
            desk.tell(_estimate(first))
            yield
    ripe = ripening(SOON)

    def tell(so_far: Chance) -> None:
        if so_far.iterations > least and ripe():
            desk.tell(_estimate(so_far))

    chance = look.chance or fair_chance(view, thought, tell=tell, cancel=desk.stop)
    if desk.dropped:
        return None
    if chance is None:
        return _end(look, desk, NOBODY if view.unseen else _open(look, desk))
    look.found(chance)
    if chance.exact or not _tells_something(view):
        return _end(look, desk, _estimate(chance, final=True))
    desk.tell(_estimate(chance))
    yield
    share = sighted_share(view, _WORLDS, seed=thought.seed, cancel=desk.stop).share
    return _end(look, desk, _estimate(chance, share, final=True))


def hinted(look: Look, desk: Desk) -> Hinted:
    """A hint for a position."""
    view, thought = look.view, thought_of(look.view)
    found = hint(
        look.position,
        look.knowledge,
        thought=thought,
        chance=look.chance,
        lost=look.lost,
        cancel=desk.stop,
    )
    if look.lost:
        return Hinted(found, "xray")
    if found is None and len(view.unseen) <= 1 and not look.position.is_won:
        position, chance = look.position, look.chance
        if lost_for_everybody(position, view, thought, chance=chance, cancel=desk.stop):
            return Hinted(found, "open")
    return Hinted(found)


def looked_through(look: Look, desk: Desk) -> Xray:
    """What the cards of a position allow."""
    found = xray(look.position, cancel=desk.stop, **FOR_XRAY)
    if found.light in (Light.LOST, Light.STUCK) and not desk.dropped:
        look.seen.lost.add(look.node)
    return found


def _end(look: Look, desk: Desk, last: Estimate) -> Estimate | None:
    if desk.dropped:
        return None
    desk.tell(last)
    look.seen.estimate = look.play.version, last
    return last


def _open(look: Look, desk: Desk) -> Estimate:
    """What the solver says where nothing is hidden; it is told at once that it is asked."""
    desk.tell(_verdict(None, final=False))
    found = solve(look.position, line=False, stop=desk.stop, **FOR_OPEN)
    return _verdict({Verdict.WINNABLE: 1.0, Verdict.UNWINNABLE: 0.0}.get(found.verdict), final=True)


def _verdict(value: float | None, *, final: bool) -> Estimate:
    return Estimate(
        kind="open",
        value=value,
        low=value,
        high=value,
        exact=value is not None,
        iterations=0,
        final=final,
        sighted=None,
    )


def _tells_something(view: View) -> bool:
    """Whether some of the deals that look so can be lost with open eyes: with two decks hardly any."""
    game: Game = view.game
    return bool(view.unseen) and game.rules.deck.decks == 1


def _estimate(chance: Chance, sighted: Interval | None = None, *, final: bool = False) -> Estimate:
    fair = chance.fair
    return Estimate(
        kind="fair",
        value=round(fair.value, 4),
        low=round(fair.low, 4),
        high=round(fair.high, 4),
        exact=chance.exact,
        iterations=chance.iterations,
        final=final,
        sighted=None
        if sighted is None
        else Share(
            value=round(sighted.value, 4), low=round(sighted.low, 4), high=round(sighted.high, 4)
        ),
    )
