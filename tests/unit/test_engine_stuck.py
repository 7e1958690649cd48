"""«Тупик» is asked after every move: what was found out once is remembered, and stays right."""

from __future__ import annotations

import random

import pytest

from arfa.cards import Card
from arfa.engine import stuck
from arfa.engine.game import Game
from arfa.engine.position import Position
from arfa.engine.state import State
from arfa.solver.native import Core

NAMES = ["harp-slope", "harp-slope+worry-back", "harp-9+worry-back", "spider-pauk", "fig288"]


@pytest.fixture(autouse=True)
def _afresh() -> None:
    stuck.is_stuck.cache_clear()
    stuck._known.clear()


def stuck_by_itself(position: Position) -> bool:
    """The answer of who remembers nothing."""
    known = dict(stuck._known)
    stuck.is_stuck.cache_clear()
    stuck._known.clear()
    answer = position.is_stuck()
    stuck._known.clear()
    stuck._known.update(known)
    stuck.is_stuck.cache_clear()
    return answer


@pytest.mark.parametrize("name", NAMES)
def test_what_is_remembered_is_what_would_be_found(name: str) -> None:
    game, shared = Game.named(name), 0
    for number in range(8):
        rng, position = random.Random(number), game.start(Core.of(game).deck(number))
        while (moves := position.legal_moves()) and len(position.plies) < 120:
            position.push(rng.choice(moves))
            before = len(stuck._known)
            assert position.is_stuck() == stuck_by_itself(position), str(position)
            shared += len(stuck._known) == before
    assert shared


def test_cards_moved_to_and_fro_are_not_searched_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    """A load of 500 players waited for a few of them who did this, each time for half a second."""
    searches: list[State] = []
    search = stuck._search_closure

    def counted(
        game: Game, start: State, hand: frozenset[Card], drawing: bool, seen: set[State]
    ) -> bool:
        searches.append(start)
        return search(game, start, hand, drawing, seen)

    monkeypatch.setattr(stuck, "_search_closure", counted)
    position = Position.parse(
        "harp-slope / f: 4C 4D 2H 5S -- AD AH -- / t1: 5h 7c 6h 5c Kh 8s 2c TC / t2: 3h Ac Ks 4d 9h Kc QS JD TS 9D / "
        "t3: 2s 8c 5s 6c 2d 8d 7s 6H JH 6C 7D 6S 5H 4C 3D / t4: 7d Qd 3h 9S 8H 7C 6D 5C 4H 3C / t5: Kh 5d Js As 9c 8C "
        "QH JC / t6: Jh Td Kc 4h JS TC 9D 8S 7H 6S 5D KS QD JC TH 9C 8D 7S 6D / t7: Th 4s 2h 8H TD 9S QH / t8: 7H 3S "
        "QS / t9: KD QC / t10: KD QC JD TS 9H / s: --",
        partial=True,
    )
    rng = random.Random(0)
    for _ in range(50):
        assert position.is_stuck()
        position.push(rng.choice(position.legal_moves()))
    assert len(searches) == 1


def test_the_memory_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stuck, "_MOST", 500)
    game = Game.named("harp-slope")
    for number in range(5):
        rng, position = random.Random(number), game.start(Core.of(game).deck(number))
        while (moves := position.legal_moves()) and len(position.plies) < 100:
            position.push(rng.choice(moves))
            position.is_stuck()
            assert len(stuck._known) <= 500 + stuck.BOUND
