"""Environments of gymnasium, one for each patience.

After ``import arfa.envs``: ``gymnasium.make("arfa/small-harp-v0")``.

With variants: ``gymnasium.make("arfa/big-harp-v0", variants=["draw-3"])``.  Many games at once, stepped by the native
core: ``gymnasium.make_vec("arfa/small-harp-v0", num_envs=256)``.
"""

from __future__ import annotations

import gymnasium

from arfa.envs.actions import Actions
from arfa.envs.patience import Patience
from arfa.envs.patiences import Patiences
from arfa.rules.load import game_ids

__all__ = ["Actions", "Patience", "Patiences", "register"]


def register() -> None:
    """Make all patiences known to gymnasium."""
    for name in game_ids():
        if f"arfa/{name}-v0" not in gymnasium.registry:
            gymnasium.register(
                f"arfa/{name}-v0",
                "arfa.envs.patience:Patience",
                vector_entry_point="arfa.envs.patiences:Patiences",
                kwargs={"game": name},
            )


register()
