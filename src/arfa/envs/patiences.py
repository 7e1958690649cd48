"""Many games of a patience at once as a vector environment: every step is one call of the native core."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium.utils import seeding
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import batch_space, create_empty_array

from arfa.deals.daily import EASY_NUMBERS
from arfa.engine.game import Game
from arfa.envs.actions import Actions
from arfa.envs.patience import Observation, seen_of
from arfa.solver.native import Core

Array = np.ndarray[Any, np.dtype[Any]]


class Patiences(gymnasium.vector.VectorEnv[Observation, Array, Array]):
    """``num_envs`` games of :class:`~arfa.envs.patience.Patience` side by side, which see and do the same.

    A game that has ended is dealt anew as ``autoreset_mode`` says; by default at the next step, whose action for it
    counts for nothing.  With the same seeds and actions the answers are those of gymnasium's ``SyncVectorEnv``.  While
    the core steps, other threads of Python run.

    ``copy=False`` gives the same arrays each time, with what is seen now, and saves the time to copy them.

    ``reset(options={"deal": 7})`` deals our deal of that number, or with a sequence of numbers to each game its own;
    ``options={"reset_mask": ...}`` deals anew where the mask says so alone.
    """

    def __init__(
        self,
        game: str = "small-harp",
        num_envs: int = 1,
        variants: Sequence[str] = (),
        limit: int = 1000,
        *,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        copy: bool = True,
    ) -> None:
        self.game = Game.named("+".join([game, *variants]))
        self.core = Core.of(self.game)
        self.actions = Actions(self.game)
        self.limit = limit
        self.num_envs = num_envs
        self.copy = copy
        self.autoreset_mode = AutoresetMode(autoreset_mode)
        self.metadata = {"render_modes": [], "autoreset_mode": self.autoreset_mode}
        self.single_action_space = gymnasium.spaces.Discrete(len(self.actions))
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.single_observation_space = seen_of(self.actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        pages: Any = create_empty_array(self.single_observation_space, num_envs)
        self._seen: Observation = pages
        self._rewards = np.zeros(num_envs, np.float64)
        self._over, self._cut, self._legal = (np.zeros(num_envs, np.bool_) for _ in range(3))
        self._dice: list[np.random.Generator | None] = [None] * num_envs
        self._dealt = np.zeros(num_envs, np.bool_)
        self._games = self.core.games(
            self.actions.moves,
            limit,
            piles=pages["piles"],
            mask=pages["action_mask"],
            redeals=pages["redeals"],
            rewards=self._rewards,
            over=self._over,
            cut=self._cut,
            legal=self._legal,
        )

    def reset(
        self,
        *,
        seed: int | Sequence[int | None] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[Observation, dict[str, Any]]:
        """Deal anew; game ``k`` has the seed ``seed + k``, or its own of several."""
        options = options or {}
        which = np.asarray(options.get("reset_mask", np.ones(self.num_envs)), np.bool_)
        if seed is not None:
            seeds = [seed + k for k in range(self.num_envs)] if isinstance(seed, int) else seed
            for k, one in enumerate(seeds):
                if which[k] and one is not None:
                    self._dice[k] = seeding.np_random(one)[0]
        told = self._deal(which, options.get("deal"))
        return self._shown(), told

    def step(self, actions: Any) -> tuple[Observation, Array, Array, Array, dict[str, Any]]:
        """Make a move in every game.  Raises :class:`ValueError` for what is no action."""
        assert self._dealt.all(), "reset comes first"
        mode, anew = self.autoreset_mode, self._over | self._cut
        told: dict[str, Any] = {}
        if anew.any():
            assert mode is AutoresetMode.NEXT_STEP, "reset the games that have ended"
            told = self._deal(anew)
        self._games.step(np.ascontiguousarray(actions, np.int64), ~anew)
        answer = self._rewards.copy(), self._over.copy(), self._cut.copy()
        if mode is AutoresetMode.SAME_STEP:
            anew = self._over | self._cut
            if anew.any():
                told = self._last(anew) | self._deal(anew)
        if not anew.all():
            told |= {"legal": self._legal & ~anew, "_legal": ~anew}
        return self._shown(), *answer, told

    def _last(self, ended: Array) -> dict[str, Any]:
        """What is told of games that will be dealt anew at once: what was seen last."""
        told: dict[str, Any] = {}
        for k in np.flatnonzero(ended):
            seen = {name: pages[k].copy() for name, pages in self._seen.items()}
            last = {"final_obs": seen, "final_info": {"legal": bool(self._legal[k])}}
            told = self._add_info(told, last, int(k))
        return told

    def _deal(self, which: Array, wanted: int | Sequence[int] | None = None) -> dict[str, Any]:
        numbers = np.zeros(self.num_envs, np.int64)
        if wanted is not None:
            numbers[which] = np.broadcast_to(wanted, self.num_envs)[which]
        else:
            for k in np.flatnonzero(which):
                numbers[k] = self._die(int(k)).integers(EASY_NUMBERS)
        self._games.deal(numbers.astype(np.uint64), which)
        self._dealt |= which
        return {"deal": numbers, "_deal": which.copy()}

    def _die(self, game: int) -> np.random.Generator:
        die = self._dice[game]
        if die is None:
            die = self._dice[game] = seeding.np_random()[0]
        return die

    def _shown(self) -> Observation:
        if not self.copy:
            return self._seen
        return {name: pages.copy() for name, pages in self._seen.items()}
