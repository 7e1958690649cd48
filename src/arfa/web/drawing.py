"""Deals at random that can be won: looked for beside the loop, one after the other."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from arfa.analysis.dealing import draw_winnable
from arfa.deals import Deal
from arfa.solver.api import in_thread
from arfa.solver.native import Cancel
from arfa.web.service import Service
from arfa.web.wishes import Wish


async def drawn(service: Service, wish: Wish) -> Wish:
    """A wish for a deal at random with the deal that is dealt, and the win that is known of it, if that was wanted."""
    if wish.kind != "random":
        return wish
    if not wish.winnable:
        return replace(wish, deal=Deal.random())
    stop = Cancel()
    async with service.drawing:
        found = await in_thread(partial(draw_winnable, wish.game, stop=stop), stop)
    return replace(wish, deal=found.deal, proof=" ".join(map(str, found.line or ())))
