"""One game of a patience as an environment: what the player sees, what he may do, and whether he has won."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces

from arfa.cards import card_text
from arfa.deals.daily import EASY_NUMBERS
from arfa.engine.game import Game
from arfa.engine.state import State
from arfa.envs.actions import Actions
from arfa.solver.native import Core

FACE_DOWN = 53
"""Stands for a card that lies face down; 0 is no card, and 1 to 52 are cards by suit and rank."""
Observation = dict[str, Any]


def seen_of(actions: Actions) -> spaces.Dict:
    """The space of what is seen of a patience with these actions."""
    game = actions.game
    return spaces.Dict(
        {
            "piles": spaces.Box(0, FACE_DOWN, (len(game.pile_names), game.total), np.uint8),
            "redeals": spaces.Box(0, 127, (1,), np.int8),
            "action_mask": spaces.Box(0, 1, (len(actions),), np.int8),
        }
    )


class Patience(gymnasium.Env[Observation, "np.integer[Any]"]):
    """A patience against the clock of its moves.

    *Observation*: ``piles``, a row of cards for each pile, deepest first, without anything that lies face down;
    ``redeals``, the redeals that the state counts; ``action_mask``, 1 for each legal action.  *Action*: a number of
    :class:`~arfa.envs.actions.Actions`.  *Reward*: 1 for the move that wins, otherwise 0.  The game ends won, or where
    no move is left; it is cut off after ``limit`` moves.  An action that is not legal changes nothing and costs a move.

    ``reset(seed=...)`` deals at random from the seed; ``reset(options={"deal": 7})`` deals our deal of that number.
    """

    metadata = {"render_modes": ["ansi"], "render_fps": 4}  # noqa: RUF012  (gymnasium's own name)

    def __init__(
        self,
        game: str = "small-harp",
        variants: Sequence[str] = (),
        limit: int = 1000,
        render_mode: str | None = None,
    ) -> None:
        self.game = Game.named("+".join([game, *variants]))
        self.core = Core.of(self.game)
        self.actions = Actions(self.game)
        self.limit = limit
        self.render_mode = render_mode
        self.action_space = spaces.Discrete(len(self.actions))
        self.observation_space = seen_of(self.actions)
        self._shape = (len(self.game.pile_names), self.game.total)
        self._state: State | None = None
        self._made = 0

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Deal anew."""
        super().reset(seed=seed)
        number = (options or {}).get("deal")
        if number is None:
            number = int(self.np_random.integers(EASY_NUMBERS))
        self._state = self.core.start(self.core.deck(number))
        self._made = 0
        return self._seen(), {"deal": number}

    def step(
        self, action: np.integer[Any] | int
    ) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Make a move."""
        assert self._state is not None, "reset comes first"
        move = self.actions.moves[int(action)]
        legal = self.core.is_legal(self._state, move)
        if legal:
            self._state = self.core.apply(self._state, move)
        self._made += 1
        won = self.core.is_won(self._state)
        seen = self._seen()
        over = won or not seen["action_mask"].any()
        return seen, float(won), over, self._made >= self.limit and not over, {"legal": legal}

    def action_masks(self) -> np.ndarray[Any, np.dtype[np.int8]]:
        """Which actions are legal, as wrappers ask for it."""
        assert self._state is not None, "reset comes first"
        mask = np.zeros(len(self.actions), np.int8)
        mask[self.actions.mask(self.core.legal_moves(self._state))] = 1
        return mask

    def render(self) -> Any:
        """The board as text, a line for each pile."""
        if self.render_mode is None or self._state is None:
            return None
        lines = []
        for name, cards in zip(self.game.pile_names, self._state.piles, strict=True):
            down = self.game.face_down(self._state, name)
            faces = ["##"] * down + [card_text(card) for card in cards[down:]]
            lines.append(f"{name:>3}: {' '.join(faces)}\n")
        return "".join(lines)

    def _seen(self) -> Observation:
        state = self._state
        assert state is not None
        piles = np.zeros(self._shape, np.uint8)
        for i, (name, cards) in enumerate(zip(self.game.pile_names, state.piles, strict=True)):
            down = self.game.face_down(state, name)
            piles[i, :down] = FACE_DOWN
            piles[i, down : len(cards)] = [card + 1 for card in cards[down:]]
        redeals = np.array([min(127, state.redeals)], np.int8)
        return {"piles": piles, "redeals": redeals, "action_mask": self.action_masks()}
