"""Cards that go up by themselves, against exact search: what can be won is still to be won when they have gone.

Short decks of every patience with every variant and any two of them, made ones with few columns, and rules at random.
Every position of a walk is looked at, and all that would follow there is made, down to the last card (engine/auto.py
has the proof; field reports 31 and 32 are why it is wanted).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from random import Random

import pytest

from arfa.engine.auto import all_lifts, follow_up, gated, safe_lifts
from arfa.engine.moves import Move
from arfa.engine.position import Position
from arfa.engine.state import State
from arfa.rules.load import game_ids
from arfa.solver.native import Core, Effort
from tests.differential.small_games import Deal, deals
from tests.scale import scale

DEALS = {"files": scale(400, 20_000), "made": scale(300, 12_000), "random": scale(150, 6_000)}
WALK = 45
EFFORT = Effort(states=60_000, line=False)
PLAIN = Effort(states=400_000, line=False, config="plain")

Followers = Callable[[Position], list[Move]]


@dataclass
class Tally:
    """What was compared."""

    tried: int = 0
    """Positions that can be won and where something goes by itself."""
    went: int = 0
    """The cards that went there."""
    lost_already: int = 0
    open: int = 0
    """Positions whose verdict was not found out."""
    by: Counter[str] = field(default_factory=Counter)
    """Positions tried of each patience."""
    wrong: list[str] = field(default_factory=list)
    """Positions that were lost by what followed."""

    def look(self, deal: Deal, position: Position, followers: Followers) -> None:
        """See what follows here, and what becomes of the verdict."""
        if not (moves := followers(position)):
            return
        before = self._verdict(deal, position.state, EFFORT)
        if before != "winnable":
            self.lost_already += before == "unwinnable"
            self.open += before == "unknown"
            return
        there = Position(position.game, position.state)
        for move in moves:
            there.push(move)
        after = self._verdict(deal, there.state, EFFORT)
        if after == "unwinnable":  # the exhaustive search has the last word
            after = self._verdict(deal, there.state, PLAIN)
        self.open += after == "unknown"
        self.tried += after != "unknown"
        self.went += len(moves)
        self.by[deal.about.partition("+")[0]] += 1
        if after == "unwinnable":
            self.wrong.append(f"{deal.about}: {position} {' '.join(map(str, moves))}")

    @staticmethod
    def _verdict(deal: Deal, state: State, effort: Effort) -> str:
        return Core.of(deal.game).solve(state, effort).verdict


def walk(random: Random, deal: Deal) -> Iterator[Position]:
    """The positions of a game at random, inclined to send cards up."""
    position = Position(deal.game, deal.state)
    for _ in range(WALK):
        yield position
        moves = position.legal_moves()
        if not moves:
            return
        up = [move for move in moves if move.dst in deal.game.slots]
        position.push_legal(random.choice(up if up and random.random() < 0.35 else moves))


def compare(some: Iterable[Deal], followers: Followers, seed: int = 3) -> Tally:
    """Look at all positions of a walk through each of these deals."""
    random, tally = Random(seed), Tally()
    for deal in some:
        if deal.game.rules.grid is None:
            for position in walk(random, deal):
                tally.look(deal, position, followers)
    return tally


def safe(position: Position) -> list[Move]:
    """What goes by itself where only safe cards do."""
    return follow_up(position, "safe")


@pytest.mark.parametrize("family", DEALS)
def test_what_can_be_won_is_still_to_be_won(family: str) -> None:
    tally = compare(deals(Random(4), family, DEALS[family]), safe)
    print(family, tally)
    assert not tally.wrong, tally.wrong[0]
    assert tally.tried > DEALS[family] // (20 if family == "random" else 1)
    assert tally.went > tally.tried, "several cards in a row"
    assert tally.open * 50 < tally.tried
    if family == "files":
        with_columns = {name for name in game_ids() if name not in ("fig288", "gaps")}
        assert set(tally.by) == with_columns


def test_a_card_that_goes_too_soon_is_seen() -> None:
    """With all that can go instead of what is safe, deals are lost: the test above can fail."""
    tally = compare(deals(Random(4), "made", 200), lambda position: follow_up(position, "all"))
    assert tally.wrong


def test_nothing_goes_while_a_gate_is_open_or_where_there_are_gaps() -> None:
    """docs/table.md says when nothing goes by itself."""
    seen = Counter[str]()
    random = Random(5)
    for deal in deals(random, "files", scale(300, 3_000)):
        grid = deal.game.rules.grid is not None
        for position in walk(random, deal):
            shut = not grid and gated(deal.game, position.state)
            if not grid and not shut:
                continue
            assert safe(position) == []
            assert not grid or (not [*safe_lifts(deal.game, position.state)])
            can = [] if grid else [*all_lifts(deal.game, position.state)]
            seen["grid" if grid else "gate"] += grid or bool(can)
    assert seen["grid"] > 50
    assert seen["gate"] > 50, "cards that could go, and stay"
