"""Арфа большая: rulebook section 2 with its worked examples."""

from __future__ import annotations

import pytest

from arfa.cards import card_text
from arfa.engine.game import Game
from arfa.engine.moves import Move
from tests.rulebook.table import at, deal, plays, refused, shown, top

rule = pytest.mark.rule

#: Stuck: nothing that is open fits anywhere, and there are spaces.
STUCK = "t1: ?* 7d 9c 7C / t2: 4d 3s 5S / t5: JC / t6: TS / t7: 2C / t8: 9S"


@rule("2.a", "T2.1")
def test_t2_1() -> None:
    game = Game.named("big-harp")
    layout = game.layout(game.pack())
    sizes = [len(layout.piles[i]) for i in game.columns]
    assert sizes == [10, 9, 8, 7, 6, 5, 4, 3, 2, 1]
    assert (sum(layout.down), sum(sizes) - sum(layout.down)) == (45, 10)
    assert len(layout.piles[game.index["s"]]) == 49
    assert len(game.foundations) == 8
    deck = game.pack()
    assert [layout.piles[i][0] for i in game.columns] == list(deck[:10]), (
        "the first row is dealt first"
    )


@rule("2.a")
def test_the_rest_is_as_in_small_harp() -> None:
    position = at("big-harp", "t1: 2c KH / t2: 3c KD QC JD / t3: QC / s: * 5H 9C")
    assert refused(position, "t2t4.2") == "space-king"
    plays(position, "t2t5.3", "sw", "sw")
    assert (top(position, "w"), shown(position, "t5")) == ("5H", "KD QC JD")


@rule("V1")
def test_three_cards_at_a_time() -> None:
    position = at("big-harp+draw-3", "t1: ?* KS / s: 2C 3C 4C 5H 6H 7H 8H")
    plays(position, "sw")
    assert shown(position, "w") == "8H 7H 6H"
    assert {str(m) for m in position.legal_moves()} == {
        "sw",
        "t1t2",
        "t1t3",
        "t1t4",
        "t1t5",
        "t1t6",
        "t1t7",
        "t1t8",
        "t1t9",
        "t1t10",
    }
    plays(position, "sw", "sw")
    assert shown(position, "w") == "8H 7H 6H 5H 4C 3C 2C", "a short last group: all that are left"
    plays(position, "ws", "sw")
    assert shown(position, "w") == "8H 7H 6H", "turned over unshuffled"


@rule("V1")
def test_the_card_beneath_becomes_free_when_the_top_one_is_played() -> None:
    position = at("big-harp+draw-3", "t1: ?* 9C / t2: 8S / s: 2C 8H 7D 4S")
    plays(position, "sw")
    assert shown(position, "w") == "4S 7D 8H"
    assert refused(position, "wt2") == "build-rank"
    plays(position, "wt1", "wt2")
    assert shown(position, "w") == "4S"


@rule("V2", "B1", "T2.2")
def test_t2_2() -> None:
    position = at(
        "big-harp+extra-row",
        STUCK.replace("?*", "?* 3h") + " / s: KC KD 2D 2H 3D 3H 4C 4H 5C 6C 6S 8C 8S",
    )
    assert position.is_legal(Move("s", "x")), "the first row, too, is dealt only when stuck"
    plays(position, "sx")
    assert shown(position, "x") == "8S 8C 6S 6C 5C 4H 4C 3H 3D 2H"
    sources = {m.src for m in position.legal_moves() if m.src.startswith("x")}
    assert sources == {"x6"}, "the four of hearts on the five of spades"
    assert refused(position, "x1t3") == "space-king"
    assert refused(position, "sx") == "draw-not-stuck"
    plays(position, "x6t2")
    assert shown(position, "x") == "8S 8C 6S 6C 5C 4C 3H 3D 2H"
    assert refused(position, "t2x") == "destination-wrong", "nothing is built on the row"


@rule("V2", "T2.2")
def test_every_card_of_the_row_can_be_chosen() -> None:
    row = "KC KD KH KS KD KC KH 4D KS 4H"
    position = at(
        "big-harp+extra-row", f"t1: ?* 9c 7C / t2: 5S / t3: JC / t4: TS / t5: 2C / s: {row}"
    )
    plays(position, "sx")
    assert {m.src for m in position.legal_moves()} == {f"x{n}" for n in range(1, 11)}
    plays(position, "x5t6")
    assert shown(position, "t6") == "KC"


@rule("T2.2", "B1")
def test_the_fifth_row_has_nine_cards() -> None:
    game = Game.named("big-harp+extra-row")
    state = game.layout(game.pack())
    rows = []
    while state.piles[game.index["s"]]:
        before = len(state.piles[game.index["x"]])
        state = game.stock.apply(state, Move("s", "x"))
        rows.append(len(state.piles[game.index["x"]]) - before)
    assert rows == [10, 10, 10, 10, 9]
    sized = Game.named("big-harp+extra-row+row-size=7")
    assert sized.stock.apply(sized.layout(sized.pack()), Move("s", "x")).piles[-1] == tuple(
        sized.pack()[55:62]
    )


@rule("V2")
def test_the_gate_does_not_open_while_an_event_can_be_reached() -> None:
    position = at("big-harp+extra-row", STUCK + " / t9: 8D / s: 5C 5D")
    assert refused(position, "sx") == "draw-not-stuck"
    plays(position, "t9t8")
    assert position.is_legal(Move("s", "x")) == position.game.is_stuck(
        position.state, drawing=False
    )


@rule("B2")
def test_new_rows_lie_beside_old_ones_or_cover_them() -> None:
    piles = "t1: ?* 9c 7C / t2: 5S / t3: JC / t4: TS / t5: 2C / s: 6S 6C 9S 4C"
    beside = plays(at("big-harp+extra-row+row-size=2", piles), "sx", "sx")
    assert shown(beside, "x") == "4C 9S 6C 6S"
    over = plays(at("big-harp+extra-row+row-size=2+row-cover", piles), "sx", "sx")
    assert (shown(over, "x1"), shown(over, "x2")) == ("4C 6C", "9S 6S")
    assert [card_text(c) for _, c in over.game.stock.hand(over.state)] == ["6C", "6S"]


@rule("B4")
def test_grosse_harfe_takes_any_card_into_a_space_and_goes_through_the_stock_once() -> None:
    piles = "t1: ?* 9c 7C / t2: 5S / s: 4C"
    assert refused(at("big-harp", piles), "t2t3") == "space-king"
    position = plays(at("big-harp+grosse-harfe", piles), "t2t3", "sw", "wt2")
    assert (shown(position, "t2"), shown(position, "t3")) == ("4C", "5S")
    through = plays(at("big-harp+grosse-harfe", piles), "sw")
    assert refused(through, "ws") == "redeal-none-left"
    assert "ws" in map(str, plays(at("big-harp", piles), "sw").legal_moves())


@rule("T2.3")
def test_t2_3() -> None:
    position = at("big-harp", "t1: AS / t2: AS / t3: 2S / s: *")
    assert (top(position, "f4"), top(position, "f8")) == ("AS", "AS")
    for pile in ("f4", "f8", "f"):
        assert position.is_legal(Move("t3", pile))
    assert [str(m) for m in position.legal_moves() if m.src == "t3"] == ["t3f"]
    position.push(Move("t3", "f8"))
    assert sorted((top(position, "f4"), top(position, "f8"))) == ["2S", "AS"]
    assert refused(at("big-harp", "t1: AS / t3: 2S / s: *"), "t3f8") == "foundation-wants"
    last = at("big-harp", "f: KC KD KH KS QC KD KH KS / t1: KC / s:")
    assert refused(last, "t1f1") == "foundation-complete", (
        "it is wanted, but not by this one of the two"
    )
    plays(last, "t1f")
    assert last.is_won


@rule("2.a", "1.mercy")
def test_mercy_holds_in_big_harp_as_well() -> None:
    position = at("big-harp+mercy+worry-back", STUCK)
    plays(position, "t1t3!")
    assert (shown(position, "t3"), position.breaches) == ("7C", 1)


@rule("2.a")
def test_variants_combine_and_have_one_name() -> None:
    assert Game.named("big-harp+worry-back+mercy+draw-3").name == "big-harp+draw-3+mercy+worry-back"
    assert deal("big-harp+redeals=2+draw-3").game.name == "big-harp+draw-3+redeals=2"


@rule("B3")
def test_the_slope_deals_its_rows_onto_the_columns() -> None:
    game = Game.named("harp-slope")
    layout = game.layout(game.pack())
    assert [len(layout.piles[i]) for i in game.columns] == [10, 9, 8, 7, 6, 5, 4, 3, 2, 1]
    assert sum(layout.down) == 45
    state, rows = layout, list[int]()
    while stock := len(state.piles[game.index["s"]]):
        state = game.stock.apply(state, Move("s", "t"))
        rows.append(stock - len(state.piles[game.index["s"]]))
    assert rows == [10, 10, 10, 10, 9]
    assert [len(state.piles[i]) for i in game.columns] == [15, 14, 13, 12, 11, 10, 9, 8, 7, 5]
    assert state.down == layout.down, "face up"
    assert state.piles[game.columns[0]][10] == game.pack()[55], "the first one onto the first"


@rule("B3")
def test_the_slope_passes_over_no_space_and_has_no_waste() -> None:
    position = at("harp-slope", "t1: ?* 9c 7C / t2: 5S / s: 2D 4C 8D")
    assert refused(position, "sw") == "pile-unknown"
    plays(position, "st")
    assert [shown(position, f"t{n}") for n in (1, 2, 3)] == ["7C 8D", "5S 4C", "2D"]
    assert refused(position, "st") == "stock-empty"
    assert refused(position, "t2t4") == "space-king"
    assert refused(position, "t2t1.2") == "group-broken"


@rule("B3", "A2")
def test_the_slope_deals_at_any_time_or_only_when_stuck() -> None:
    piles = "t1: ?* 3d QD / t2: 5d JS / s: 3C 8S"
    plays(at("harp-slope", piles), "st")
    waits = at("harp-slope+draw-when-stuck", piles)
    assert refused(waits, "st") == "draw-not-stuck"
    plays(at("harp-slope+draw-when-stuck", "t1: ?* 3d 3S / t2: 5S / s: 3C 8S"), "st")


@rule("B3")
def test_the_open_harp_is_open_and_takes_any_card_into_a_space() -> None:
    game = Game.named("harp-slope+offene-harfe")
    assert sum(game.layout(game.pack()).down) == 0
    piles = "t1: ?* 9c 7C / t2: 5S 4D / s: 4C"
    assert refused(at("harp-slope", piles), "t2t3.2") == "space-king"
    position = plays(at("harp-slope+offene-harfe", piles), "t2t3.2")
    assert shown(position, "t3") == "5S 4D"
