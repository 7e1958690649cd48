"""The nine-column Арфа: rulebook section 4 with its worked examples."""

from __future__ import annotations

import pytest

from arfa.engine.game import Game
from arfa.engine.moves import Move
from arfa.engine.outcome import Outcome
from arfa.engine.position import Position
from arfa.rules.dealing import lay_out
from tests.rulebook.table import at, plays, refused, shown, top

rule = pytest.mark.rule


@rule("4.a.1")
def test_the_deal() -> None:
    game = Game.named("harp-9")
    deck = game.pack()
    piles = lay_out(game.rules, deck)
    assert [len(piles[f"t{n}"]) for n in range(1, 10)] == list(range(1, 10))
    assert [c for n in range(1, 10) for c, _ in piles[f"t{n}"]] == list(deck[:45])
    assert all([up for _, up in piles[f"t{n}"]] == [False] * (n - 1) + [True] for n in range(1, 10))
    assert (len(piles["s"]), piles["s"][-1][0]) == (59, deck[45])
    assert len(game.foundations) == 8
    position = at("harp-9", "f: AC -- -- -- -- -- -- -- / t1: 4S 3D 2C / t2: KD QC / s: *")
    assert refused(position, "t2f.2") == "foundation-single"
    plays(position, "t1f")


@rule("4.a.2", "D2")
def test_single_cards_move_freely_and_groups_only_under_their_king() -> None:
    piles = "t1: KS QH JC / t2: QS JH TC / t3: QD / t4: JD / s: *"
    position = at("harp-9", piles)
    assert {str(m) for m in position.legal_moves() if m.src in ("t1", "t2")} >= {
        "t1t3",
        "t2t4",
        "t1t5.3",
    }
    assert refused(position, "t1t5.2") == "group-king"
    assert refused(position, "t2t5.3") == "group-king"
    assert refused(position, "t2t3.2") == "group-king"
    # "Its lower card is a king" means the deepest card of the group.
    plays(position, "t1t5.3")
    assert shown(position, "t5") == "KS QH JC"


@rule("4.a.3", "T4.2")
def test_a_space_takes_a_king_or_its_group_and_nothing_else() -> None:
    position = at("harp-9", "t1: 2c KH / t2: 3c KD QC JD / t3: QS / s: * KC 9S")
    assert refused(position, "t3t4") == "space-king"
    assert refused(position, "t2t4.2") == "group-king"
    plays(position, "t1t4", "t2t5.3", "sw")
    assert refused(position, "wt6") == "space-king"
    plays(position, "sw", "wt6")
    assert refused(at("harp-9", "f: -- -- 5H / t1: 6S / s: *"), "f3t1") == "worry-never"


@rule("4.a.4")
def test_lost_when_the_redeals_are_used_and_no_move_is_left() -> None:
    piles = "t1: ?* 3C / t2: 5S / s: 9S 7S / redeals: {}"
    position = at("harp-9", piles.format(3))
    plays(position, "sw", "sw")
    assert position.outcome() is Outcome.NO_MOVE
    assert refused(position, "ws") == "redeal-none-left"
    won = plays(at("harp-9", "f: KC KD KH KS KC KD KH QS / s: KS"), "sw", "wf")
    assert won.outcome() is Outcome.WON


def passes(position: Position) -> int:
    """How often the stock can be gone through to its end."""
    n = 0
    while True:
        while Move("s", "w") in position.legal_moves():
            plays(position, "sw")
        n += 1
        if Move("w", "s") not in position.legal_moves():
            return n
        plays(position, "ws")


@rule("D1", "T4.3")
@pytest.mark.parametrize(
    ("variant", "expected"), [("", 4), ("+redeals=2", 3), ("+redeals=0", 1), ("+redeals=1", 2)]
)
def test_n_redeals_are_n_plus_one_passes(variant: str, expected: int) -> None:
    assert passes(at(f"harp-9{variant}", "t1: ?* 3C / t2: 5S / s: 9S 7S 2S")) == expected


@rule("D1")
def test_unlimited_redeals() -> None:
    position = at("harp-9+unlimited", "t1: ?* 3C / t2: 5S / s: 9S")
    for _ in range(20):
        plays(position, "sw", "ws")


@rule("D3")
def test_a_king_that_begins_its_column_gains_nothing_by_moving() -> None:
    position = at("harp-9", "t1: KS QH / t2: ?* 3C / s:")
    before = position.key()
    offered = [
        m for m in position.legal_moves() if not position.game.changes_nothing(position.state, m)
    ]
    assert offered == [], "nobody is offered it"
    assert position.is_stuck(), "legal, but it does not keep a game alive"
    plays(position, "t1t3.2")
    assert position.key() == before, "and the position is the same but for the order of its columns"


@rule("T4.1")
def test_t4_1() -> None:
    for card, accepted in (("8S", True), ("8C", True), ("8D", False)):
        position = at("harp-9", f"t1: 4c 9H / t2: 5c {card} / s: *")
        assert position.is_legal(Move("t2", "t1")) == accepted
    assert refused(position, "t2t1") == "build-colour"


@rule("T4.2")
def test_t4_2() -> None:
    piles = "t1: 2c 7H 6S 5D / t2: 8C / t3: 6C / t4: 3c KS QH JC / t5: KC / s: *"
    position = at("harp-9", piles)
    assert refused(position, "t1t2.3") == "group-king"
    assert refused(position, "t4t5.2") == "group-king"
    plays(position, "t1t3", "t4t6.3")
    assert (shown(position, "t3"), shown(position, "t6")) == ("6C 5D", "KS QH JC")


@rule("T4.3", "D1")
def test_t4_3() -> None:
    piles = "t1: ?* 3C / w: 9S 7S / redeals: {}"
    assert refused(at("harp-9", piles.format(3)), "ws") == "redeal-none-left"
    assert refused(at("harp-9", piles.format(3)), "sw") == "stock-empty-redeal"
    plays(at("harp-9", piles.format(2)), "ws", "sw")
    assert refused(at("harp-9+redeals=2", piles.format(2)), "ws") == "redeal-none-left"
    assert top(plays(at("harp-9", piles.format(0)), "ws", "sw"), "w") == "9S", "in the same order"
