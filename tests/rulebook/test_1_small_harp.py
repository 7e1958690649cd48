"""Арфа малая: rulebook section 1 with its worked examples, and the conventions of section 0."""

from __future__ import annotations

from collections import Counter

import pytest

from arfa.cards import card_text, is_red, parse_card, rank, suit
from arfa.engine.game import Game
from arfa.engine.moves import Move
from arfa.engine.outcome import Outcome
from arfa.engine.position import Position
from arfa.rules.dealing import lay_out
from tests.rulebook.table import at, deal, plays, refused, shown, top

rule = pytest.mark.rule


@rule("0.1", "0.2")
def test_a_card_is_a_rank_and_a_suit_and_hearts_and_diamonds_are_red() -> None:
    for text, r, red in (("AC", 1, False), ("TD", 10, True), ("QH", 12, True), ("KS", 13, False)):
        c = parse_card(text)
        assert (rank(c), is_red(c), card_text(c)) == (r, red, text)
    assert [suit(parse_card(f"9{s}")) for s in "CDHS"] == [0, 1, 2, 3]
    assert Counter(Game.named("big-harp").pack())[parse_card("9S")] == 2


@rule("0.3", "0.4")
def test_a_column_is_listed_from_its_deepest_card_and_a_run_is_its_face_up_end() -> None:
    position = at("small-harp", "t1: 2c JH TS 9D / s: *")
    assert top(position, "t1") == "9D"
    assert position.game.building.run_length(position.state, 0) == 3
    broken = at("small-harp", "t1: JH TS 8D / s: *")
    assert broken.game.building.run_length(broken.state, 0) == 1


@rule("0.5", "1.a.1", "1.a.2", "A6")
def test_the_deal_row_by_row() -> None:
    game = Game.named("small-harp")
    deck = game.pack()
    assert len(deck) == len(set(deck)) == 52
    piles = lay_out(game.rules, deck)
    # Row 1 covers columns 1 to 7, row 2 columns 1 to 6, and so on.
    expected = [[deck[sum(range(7, 7 - row, -1)) + c] for row in range(7 - c)] for c in range(7)]
    assert [[c for c, _ in piles[f"t{n}"]] for n in range(1, 8)] == expected
    assert [len(column) for column in expected] == [7, 6, 5, 4, 3, 2, 1]
    ups = [[up for _, up in piles[f"t{n}"]] for n in range(1, 8)]
    assert all(column == [False] * (len(column) - 1) + [True] for column in ups)
    assert len(piles["s"]) == 24
    assert not any(up for _, up in piles["s"])
    assert piles["s"][-1][0] == deck[28], "the first card left is the first one turned"
    assert Game.named("big-harp").rules.deck.decks == 2


@rule("0.5", "1.a.7")
def test_the_first_stock_card_of_the_deck_is_the_first_one_turned() -> None:
    position = deal("klondike")
    deck = position.game.pack()
    plays(position, "sw")
    assert top(position, "w") == card_text(deck[28])


@rule("0.6")
def test_worrying_back_is_an_option() -> None:
    piles = "f: -- -- 5H -- / t1: 6S / s: *"
    for game in ("small-harp", "big-harp", "black-harp", "harp-9", "klondike"):
        back = "f3t1"
        assert refused(at(game, piles), back) == "worry-never"
        position = plays(at(f"{game}+worry-back", piles), back)
        assert shown(position, "t1") == "6S 5H"
        assert top(position, "f3") == "4H"


@rule("0.7", "1.a.3")
def test_an_open_ace_leaves_at_once_wherever_it_turns_up() -> None:
    dealt = at("small-harp", "t1: AS / s: *")
    assert top(dealt, "f4") == "AS"
    assert top(dealt, "t1") == "--"
    drawn = at("small-harp", "s: * AH")
    plays(drawn, "sw")
    assert (top(drawn, "f3"), top(drawn, "w")) == ("AH", "--")
    chain = at("small-harp", "t1: 9c ah ad QS / t2: KD / s: *")
    plays(chain, "t1t2")
    assert (top(chain, "f2"), top(chain, "f3"), shown(chain, "t1")) == ("AD", "AH", "9C")
    assert chain.history == (Move("t1", "t2"),), "what follows is no move of its own"
    chain.pop()
    assert shown(chain, "t1") == "QS"
    by_hand = at("harp-9", "t1: AS / s: *")
    assert top(by_hand, "f4") == "--", "elsewhere the player puts it up"


@rule("0.8", "A4")
def test_no_other_card_has_to_go_up() -> None:
    position = at("small-harp", "f: AC -- -- -- / t1: 2C / t2: 3D / s: * 3C")
    assert top(position, "t1") == "2C"
    assert {str(m) for m in position.legal_moves()} >= {"t1f", "t1t2", "sw"}
    plays(position, "t1t2", "sw")
    assert Move.parse("wt1") not in position.legal_moves()


@rule("1.a.3")
def test_foundations_go_up_in_suit_one_card_at_a_time() -> None:
    position = at("small-harp", "f: -- -- 4H -- / t1: 7S 6H 5S / t2: 5H / t3: 6D 5C / s: *")
    assert refused(position, "t1f") == "foundation-wants"
    assert refused(position, "t3f.2") == "foundation-single"
    assert refused(position, "t2f4") == "foundation-suit"
    plays(position, "t2f")
    assert top(position, "f3") == "5H"


@rule("1.a.4", "A1")
def test_any_part_of_a_run_moves_but_never_with_its_order_changed() -> None:
    position = at("small-harp", "t1: QS JH TS 9D / t2: JD / t3: KH / t4: TC / s: *")
    sizes = {(m.dst, m.count) for m in position.legal_moves() if m.src == "t1"}
    assert sizes == {("t2", 2), ("t3", 4), ("t4", 1)}
    for move in ("t1t2.3", "t1t2.1", "t1t3.2"):
        assert refused(position, move).startswith("build-")
    assert refused(position, "t1t2.5") == "group-too-many"


@rule("1.a.5")
def test_a_face_down_card_turns_up_the_moment_it_is_exposed() -> None:
    position = at("small-harp", "t1: 5c 9h TS / t2: JD / s: *")
    (seen,) = position.push(Move.parse("t1t2"))
    assert (seen.pile, card_text(seen.card), seen.rises) == ("t1", "9H", False)
    assert (shown(position, "t1"), position.face_down("t1")) == ("9H", 1)


@rule("1.a.6")
def test_a_space_may_stay_empty() -> None:
    position = at("small-harp", "t1: 2c KH / t2: QS / s: *")
    assert {"t1t3", "t2t1", "sw"} <= {str(m) for m in position.legal_moves()}
    plays(position, "sw")
    assert top(position, "t3") == "--"


@rule("1.a.7", "1.a.8", "A3")
def test_the_stock_goes_round_in_the_same_order_without_limit() -> None:
    position = at("small-harp", "t1: ?* KS / s: 9C 5D 7H")
    passes = []
    for _ in range(5):
        drawn = []
        for _ in range(3):
            plays(position, "sw")
            drawn.append(top(position, "w"))
        passes.append(drawn)
        assert refused(position, "sw") == "stock-empty-redeal"
        plays(position, "ws")
        assert refused(position, "ws") == "redeal-stock-left"
    assert passes == [["7H", "5D", "9C"]] * 5
    assert position.state.redeals == 0, "unlimited redeals are not counted in a position"


@rule("1.a.9")
def test_won_with_all_cards_up_and_lost_when_stuck() -> None:
    position = at("small-harp", "f: KC KD KH QS / t1: KS / s:")
    assert position.outcome() is Outcome.PLAYING
    plays(position, "t1f")
    assert position.outcome() is Outcome.WON
    assert position.is_won
    assert not position.is_stuck()
    assert dead().outcome() is Outcome.NO_MOVE


def dead(game: str = "small-harp") -> Position:
    """All low cards are buried, the exposed ones do not fit, and there are two spaces."""
    return at(game, "t1: ?* 7d 9c 7C / t2: 4d 3s 5S / t5: JC / t6: TS / t7: 2C")


@rule("1.2.stuck")
def test_stuck_does_not_mean_that_no_move_is_left() -> None:
    shuttle = at("small-harp", "t1: KS QD JS / t2: ?* 3C / t3: KC QH / s:")
    assert shuttle.legal_moves(), (
        "the jack goes to and fro between the red queens, the kings between spaces"
    )
    assert shuttle.is_stuck()
    assert shuttle.outcome() is Outcome.STUCK
    turning = at("small-harp", "t1: ?* 3C / t2: 5S / s: 9S 7S")
    assert turning.legal_moves() == [Move("s", "w")]
    assert turning.is_stuck(), "the cards that fall from the stock change nothing"


@rule("1.2.stuck")
@pytest.mark.parametrize(
    ("piles", "event"),
    [
        ("f: AC -- -- -- / t1: ?* KS QD 2C / s:", "a card goes to a foundation"),
        ("t1: ?* 3C / t2: 4H / s:", "a face-down card turns up"),
        ("t1: ?* KS / s: QD", "a card leaves the stock"),
        ("t1: 3C / t2: 4H / t3: ?* 9C / s:", "a column is emptied"),
        ("t1: ?* KS / s: 3C KD 5C", "a space is filled by a king"),
        ("f: -- TD -- TS / t1: KS QD JC / t2: KC QH / t3: ?* JD / s:", "a jack goes up"),
    ],
)
def test_an_event_within_reach_keeps_the_game_alive(piles: str, event: str) -> None:
    assert not at("small-harp", piles).is_stuck(), event


@rule("1.2.stuck")
def test_shifts_that_open_the_way_to_an_event_count() -> None:
    # The jack on the queen of diamonds moves to the other queen, and the queen can go up.
    free = at("small-harp", "f: -- JD -- -- / t1: KS QD JC / t2: KC QH / t3: ?* 9S / s:")
    assert not any(m.dst == "f" for m in free.legal_moves())
    assert not free.is_stuck()
    # Without the other queen it hangs there for ever.
    bound = at("small-harp", "f: -- JD -- -- / t1: KS QD JC / t2: ?* 9S / s:")
    assert bound.is_stuck()


@rule("1.2.no_move")
def test_no_move_is_the_special_case() -> None:
    position = dead()
    assert position.no_move()
    assert position.is_stuck()
    assert position.outcome() is Outcome.NO_MOVE


@rule("T1.1")
def test_t1_1() -> None:
    # The ace that is dealt open has gone up and its column has turned a card.
    position = at(
        "small-harp", "t1: 4c 5c AD / t2: 6c QD / t3: 7c JS / t4: 8c TD / t5: TS / t6: 9D / s: *"
    )
    assert (top(position, "f2"), shown(position, "t1")) == ("AD", "5C")
    assert refused(position, "t5t3") == "build-colour"
    assert refused(position, "t6t3") == "build-rank"
    plays(position, "t3t2")
    assert shown(position, "t3") == "7C"
    plays(position, "t4t2")
    assert shown(position, "t4") == "8C"
    assert shown(position, "t2") == "QD JS TD"


@rule("T1.2", "A1")
@pytest.mark.parametrize(
    ("variant", "spades", "allowed"),
    [
        ("", "TS", True),
        ("+strict-runs", "TS", True),
        ("", "9S", True),
        ("+strict-runs", "9S", False),
    ],
)
def test_t1_2(variant: str, spades: str, allowed: bool) -> None:
    piles = f"f: -- -- -- {spades} / t1: JS TD 9C 8D 7C / t2: QH JC / s: *"
    position = at("small-harp" + variant, piles)
    if not allowed:
        assert refused(position, "t1t2.4") == "group-strict"
        return
    plays(position, "t1t2.4")
    assert shown(position, "t2") == "QH JC TD 9C 8D 7C"
    if spades == "TS":
        plays(position, "t1f")
        assert top(position, "f4") == "JS"


@rule("T1.2", "A1")
def test_the_strict_reading_lets_whole_runs_move() -> None:
    position = at("small-harp+strict-runs", "t1: 2c JS TD / t2: QH / s: *")
    assert refused(position, "t1t2.1") == "group-strict"
    plays(position, "t1t2.2")


@rule("T1.3", "1.a.6")
def test_t1_3() -> None:
    position = at("small-harp", "t1: 2c KH / t2: 3c KD QC JD / s: * QS")
    plays(position, "sw")
    assert refused(position, "wt3") == "space-king"
    plays(position, "t1t3", "t2t4.3")
    assert (shown(position, "t3"), shown(position, "t4")) == ("KH", "KD QC JD")


@rule("1.mercy", "A5")
def test_mercy_is_off_unless_chosen() -> None:
    position = dead()
    assert not position.mercy_offered()
    assert refused(position, "t1t3!") == "mercy-off"
    assert dead("small-harp+mercy").mercy_offered()


@rule("T1.4", "1.mercy")
def test_t1_4() -> None:
    position = dead("small-harp+mercy")
    assert refused(position, "t1t3") == "space-king"
    plays(position, "t1t3!")
    assert (shown(position, "t3"), shown(position, "t1"), position.breaches) == ("7C", "9C", 1)
    assert position.is_stuck(), "the nine that turned up changes nothing"
    plays(position, "t2t4!")
    assert (shown(position, "t4"), position.breaches) == ("5S", 2)
    assert refused(position, "t1t3!") == "mercy-space", "no space is left"


@rule("T1.4", "1.mercy")
def test_no_mercy_while_an_event_can_be_reached() -> None:
    position = at("small-harp+mercy", "t1: ?* 8d 9C / t2: 4d 3s 5S / t5: JC / t6: TS / t7: 2C / s:")
    plays(position, "t1t3!")
    assert shown(position, "t1") == "8D"
    assert refused(position, "t2t4!") == "mercy-not-stuck"
    plays(position, "t1t3")
    assert position.breaches == 1


@rule("T1.4", "1.mercy")
def test_the_number_of_mercies_can_be_limited_and_a_place_has_one() -> None:
    budget = at(
        "small-harp+mercy-max=1", "t1: ?* 7d 9c 7C / t2: 4d 3s 5S / t5: JC / t6: TS / t7: 2C"
    )
    plays(budget, "t1t3!")
    assert refused(budget, "t2t4!") == "mercy-spent"
    used = at(
        "small-harp+mercy", "t1: ?* 7d 9c 7C / t2: 4d 3s 5S / t5: JC / t6: TS / t7: 2C / mercy: t3"
    )
    assert refused(used, "t1t3!") == "mercy-space-used"
    plays(used, "t1t4!")


@rule("1.mercy")
def test_mercy_takes_any_open_card_the_waste_or_a_run() -> None:
    position = at("small-harp+mercy", "t1: ?* 4d TS 9D / t2: 5C / s: 7S")
    plays(position, "sw")
    offered = {str(m) for m in position.legal_moves() if m.mercy and m.dst == "t3"}
    assert offered == {"t1t3!", "t1t3.2!", "t2t3!", "wt3!"}
    plays(position, "t1t3.2!")
    assert shown(position, "t3") == "TS 9D"


@rule("A2")
def test_drawing_only_when_stuck() -> None:
    piles = "t1: ?* 3C / t2: 4H / s: 9S 7S"
    assert Move("s", "w") in at("small-harp", piles).legal_moves()
    gated = at("small-harp+draw-when-stuck", piles)
    assert refused(gated, "sw") == "draw-not-stuck"
    waiting = at("small-harp+draw-when-stuck", "t1: ?* 3C / t2: 5S / s: 9S 7S")
    plays(waiting, "sw", "sw", "ws")
