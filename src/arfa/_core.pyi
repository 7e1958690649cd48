"""The compiled core (native/bind): numbers in, numbers out."""

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import numpy as np

_Kind = TypeVar("_Kind", bound=np.generic)
_Array = np.ndarray[Any, np.dtype[_Kind]]

class PlanError(ValueError): ...
class StateError(ValueError): ...
class LineError(RuntimeError): ...

_Move = tuple[int, int, int, int]

class Cancel:
    def __init__(self) -> None: ...
    def cancel(self) -> None: ...
    @property
    def cancelled(self) -> bool: ...

class Options:
    def __init__(
        self,
        states: int,
        seconds: float = ...,
        bytes: int = ...,  # noqa: A002
        line: bool = ...,
        seed: int = ...,
        techniques: int = ...,
        config: str = ...,
        weights: Sequence[float] = ...,
    ) -> None: ...

class Answer:
    @property
    def verdict(self) -> int: ...
    @property
    def proof(self) -> int: ...
    @property
    def ran_out(self) -> int: ...
    @property
    def states(self) -> int: ...
    @property
    def generated(self) -> int: ...
    @property
    def bytes(self) -> int: ...
    @property
    def seconds(self) -> float: ...
    @property
    def line(self) -> list[_Move]: ...

class Asked:
    def __init__(
        self,
        iterations: int,
        seed: int = ...,
        solver_visits: int = ...,
        sighted: float = ...,
        noise: float = ...,
        explore: float = ...,
        prior: float = ...,
        spread: bool = ...,
        weights: Sequence[float] = ...,
    ) -> None: ...

class Chance:
    @property
    def value(self) -> float: ...
    @property
    def deviation(self) -> float: ...
    @property
    def iterations(self) -> int: ...
    @property
    def exact(self) -> bool: ...
    @property
    def options(self) -> list[tuple[_Move, float, int]]: ...

class Played:
    @property
    def won(self) -> bool: ...
    @property
    def values(self) -> list[float]: ...
    @property
    def unseen(self) -> list[int]: ...
    @property
    def seconds(self) -> float: ...
    @property
    def line(self) -> list[_Move]: ...

class Core:
    def __init__(self, fields: dict[str, list[int]]) -> None: ...
    def start(self, deck: list[int]) -> list[int]: ...
    def deck(self, number: int) -> list[int]: ...
    def legal_moves(self, state: list[int]) -> list[_Move]: ...
    def is_legal(self, state: list[int], move: _Move) -> bool: ...
    def apply(self, state: list[int], move: _Move) -> list[int]: ...
    def won(self, state: list[int]) -> bool: ...
    def stuck(self, state: list[int], drawing: bool) -> bool: ...
    def canonical(self, state: list[int]) -> bytes: ...
    def model(self, state: list[int]) -> str: ...
    def tune(
        self,
        states: list[list[int]],
        start: list[float],
        population: int,
        elite: float,
        generations: int,
        deals: int,
        width: int,
        noise: float,
        spread: float,
        seed: int,
        progress: Callable[[int, float, int, list[float]], object] | None = ...,
    ) -> list[float]: ...
    def plays_fair(self, state: list[int]) -> bool: ...
    def think(
        self,
        state: list[int],
        unseen: list[int],
        asked: Asked,
        cancel: Cancel | None = ...,
        tell: Callable[[Chance], object] | None = ...,
    ) -> Chance: ...
    def play_fair(
        self,
        decks: list[list[int]],
        asked: Asked,
        thinks: bool,
        cancel: Cancel | None = ...,
        progress: Callable[[int], object] | None = ...,
    ) -> list[Played]: ...
    def optimum(self, state: list[int], unseen: list[int], asked: Asked) -> float: ...
    def learn_fair(
        self, asked: Asked, seconds: float, tell: Callable[[float, float], object] | None = ...
    ) -> list[float]: ...
    def solve(
        self,
        state: list[int],
        options: Options,
        cancel: Cancel | None = ...,
        progress: Callable[[int], object] | None = ...,
    ) -> Answer: ...
    def solve_many(
        self,
        positions: list[list[int]],
        decks: bool,
        options: Options,
        threads: int,
        cancel: Cancel | None = ...,
        progress: Callable[[int], object] | None = ...,
        done: Callable[[int, Answer], object] | None = ...,
    ) -> list[Answer]: ...

class Games:
    def __init__(
        self,
        core: Core,
        actions: Sequence[_Move],
        listed: Sequence[int],
        limit: int,
        piles: _Array[np.uint8],
        mask: _Array[np.int8],
        redeals: _Array[np.int8],
        rewards: _Array[np.float64],
        over: _Array[np.bool_],
        cut: _Array[np.bool_],
        legal: _Array[np.bool_],
    ) -> None: ...
    def deal(self, numbers: _Array[np.uint64], which: _Array[np.bool_]) -> None: ...
    def step(self, actions: _Array[np.int64], which: _Array[np.bool_]) -> None: ...

def techniques() -> list[tuple[str, str]]: ...
def fair_features() -> list[tuple[str, str]]: ...
def features() -> list[tuple[str, str]]: ...
