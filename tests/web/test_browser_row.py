"""The extra row of Арфа большая: every card of it can be taken by hand, also where new rows cover old ones."""

from __future__ import annotations

import random
from itertools import count

import pytest

from arfa.deals import Deal
from arfa.engine.game import Game
from arfa.engine.moves import Move
from tests.web.tables import Sit
from tests.web.wins import Look

pytestmark = pytest.mark.browser


def until_the_row_can_be_used(name: str) -> tuple[str, list[str], Move]:
    """A deal, a way to a position, and a move from the middle of the row to a column there."""
    game = Game.named(name)
    chance = random.Random(5)
    for number in count(1):
        position = game.start(Deal.parse(str(number)).deck(game.rules))
        way: list[str] = []
        while len(way) < 90 and (moves := position.legal_moves()):
            dealt = [m for m in moves if m.src[0] == "x" and m.src != "x1" and m.dst[0] == "t"]
            if dealt:
                return str(number), way, dealt[0]
            move = chance.choice(moves)
            position.push(move)
            way.append(str(move))
    raise AssertionError


@pytest.mark.parametrize("name", ["big-harp+extra-row", "big-harp+extra-row+row-cover"])
@pytest.mark.parametrize("touch", [False, True])
def test_a_card_of_the_row_goes_to_a_column(sit: Sit, name: str, touch: bool) -> None:
    deck, way, move = until_the_row_can_be_used(name)
    table = sit("ru", touch=touch)
    table.resume(name, deck, way)
    alone = "x" in table.look()["piles"]
    pile, at = ("x", int(move.src[1:]) - 1) if alone else (move.src, -1)
    before: Look = table.look()
    # No move of the row is taken for one that no pile stands for.
    assert not table.page.locator("#offers").is_visible()
    face = before["piles"][pile][at]
    if touch:
        table.click(*table.spot(pile, at))
        if table.ask("lifted(argument)", table.version + 1) == "lifted":
            table.click(*table.spot(move.dst, -1))
    else:
        table.drag(pile, at, *table.way(pile, at, move.dst))
    after = table.next()
    assert face in after["piles"][move.dst] or face not in after["piles"][pile]
    assert len(after["piles"][pile]) == len(before["piles"][pile]) - 1
