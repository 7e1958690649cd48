"""Чёрная арфа: rulebook section 3 with its worked examples."""

from __future__ import annotations

from collections import deque
from math import gcd

import pytest

from arfa.cards import card_text
from arfa.engine.game import Game
from arfa.engine.mechanics.cycle import Cycle
from arfa.engine.moves import Move
from arfa.engine.outcome import Outcome
from arfa.engine.position import Position
from arfa.engine.state import Pile
from arfa.rules.dealing import lay_out
from tests.rulebook.table import at, plays, refused, shown, top

rule = pytest.mark.rule

#: A table on which nothing moves and which takes none of the cards used below.
IDLE = "t1: ?* KD / t2: KH"


def opened(position: Position, turns: int) -> list[str]:
    """What is opened in so many fruitless turns, beginning and ending with a closed pile."""
    cards = []
    for _ in range(turns):
        plays(position, "so")
        cards.append(top(position, "o"))
        plays(position, "os")
    return cards


@rule("3.a.1", "C8")
def test_the_deal_from_the_bottom_column_by_column() -> None:
    game = Game.named("black-harp")
    deck = game.pack()
    piles = lay_out(game.rules, deck)
    first = 0
    for n in range(1, 8):
        assert piles[f"t{n}"] == [
            (c, place == n - 1) for place, c in enumerate(deck[first : first + n])
        ]
        first += n
    assert [c for c, _ in piles["s"]] == list(deck[28:]), "what is left keeps its order in the hand"


@rule("3.a.2", "0.7")
def test_table_and_foundations_are_those_of_small_harp() -> None:
    position = at("black-harp", "t1: 4c AS / t2: 2c KH / t3: 3d QS / s: *")
    assert top(position, "f4") == "AS"
    plays(position, "t3t2")
    assert (shown(position, "t2"), shown(position, "t3")) == ("KH QS", "3D")
    assert refused(position, "t3t4") == "space-king"
    plays(position, "t2t4.2")


@rule("3.a.3")
def test_there_is_no_waste() -> None:
    position = at("black-harp", f"{IDLE} / s: 5C 6C 7C")
    assert "w" not in position.game.pile_names
    assert refused(position, "sw") == "pile-unknown"


@rule("3.a.4", "3.2")
def test_a_closed_circle_with_no_move_on_the_table_is_lost() -> None:
    position = at("black-harp", "t1: ?* 9C / t2: 9S / s: 3S 3D 7C 5D 5C 7S")
    assert position.legal_moves() == [Move("s", "o")]
    assert position.outcome() is Outcome.STUCK
    won = plays(at("black-harp", "f: KC KD KH QS / s: KS"), "so", "of")
    assert won.outcome() is Outcome.WON


@rule("3.1", "C3")
def test_two_cards_pass_one_by_one_and_the_third_is_opened() -> None:
    position = at("black-harp", f"{IDLE} / s: 5C 6C 7C 8C 9C")
    plays(position, "so")
    assert (top(position, "o"), [card_text(c) for c in position.cards("s")]) == (
        "7C",
        ["8C", "9C", "5C", "6C"],
    ), "the cards that passed keep their order"
    assert refused(position, "so") == "cycle-open"
    plays(position, "os")
    assert [card_text(c) for c in position.cards("s")] == ["8C", "9C", "5C", "6C", "7C"]
    assert refused(position, "os") == "cycle-closed"
    assert refused(position, "ot1") == "cycle-closed"


@rule("3.1")
def test_an_ace_that_is_opened_leaves_at_once_and_the_next_turn_skips_two_again() -> None:
    position = at("black-harp", f"{IDLE} / s: 5C 6C AS 8C 9C TC")
    plays(position, "so")
    assert (top(position, "f4"), top(position, "o")) == ("AS", "--")
    plays(position, "so")
    assert top(position, "o") == "TC"


@rule("3.1", "C1", "T3.1")
def test_t3_1() -> None:
    for ten, accepted in (("TH", True), ("TD", True), ("TC", False), ("TS", False)):
        position = at("black-harp", f"t1: {ten} / t2: 2c 9S / s: *")
        assert position.is_legal(Move("t2", "t1")) == accepted
        if not accepted:
            assert refused(position, "t2t1") == "build-colour"


@rule("C2")
def test_the_card_turned_up_is_that_of_the_column_which_was_left() -> None:
    position = at("black-harp", "t1: 5c TH / t2: 2c 9S / s: *")
    (seen,) = position.push(Move.parse("t2t1"))
    assert (seen.pile, card_text(seen.card)) == ("t2", "2C")
    assert position.face_down("t1") == 1


@rule("T3.2")
def test_t3_2() -> None:
    piles = "t1: 2c JH TS 9D / t2: QC / t3: QS / t4: QD / t5: KS / t6: JD / s: *"
    position = at("black-harp", piles)
    assert refused(position, "t1t4.3") == "build-colour"
    assert refused(position, "t1t5.3") == "build-rank"
    for move in ("t1t2.3", "t1t3.3", "t1t6.2"):
        plays(at("black-harp", piles), move)


@rule("T3.3", "3.2")
def test_t3_3() -> None:
    position = at("black-harp", f"{IDLE} / s: 3C 4C 5C 6C 7C 8C")
    assert opened(position, 4) == ["5C", "8C", "5C", "8C"]
    assert position.game.stock.reach(position.state) == {position.cards("s")[i] for i in (2, 5)}


@rule("T3.4", "3.1", "C4")
def test_t3_4() -> None:
    position = at("black-harp", f"{IDLE} / s: 3C 4C 5C 6C 7C")
    assert opened(position, 6) == ["5C", "3C", "6C", "4C", "7C", "5C"]
    played = at("black-harp", "t1: ?* 6D / t2: KH / s: 3C 4C 5C 6C 7C")
    plays(played, "so", "ot1")
    assert [card_text(c) for c in played.cards("s")] == ["6C", "7C", "3C", "4C"]
    plays(played, "so")
    assert top(played, "o") == "3C"
    at_once = at("black-harp+open-next", "t1: ?* 6D / t2: KH / s: 3C 4C 5C 6C 7C")
    plays(at_once, "so", "ot1")
    assert top(at_once, "o") == "6C", "the new bottom card is opened at once"


@rule("T3.5")
def test_t3_5() -> None:
    assert opened(at("black-harp", f"{IDLE} / s: 3C 4C"), 3) == ["3C", "4C", "3C"]
    assert opened(at("black-harp", f"{IDLE} / s: 3C"), 3) == ["3C"] * 3


@rule("3.2", "3.3")
def test_what_can_be_reached_without_a_play_for_every_size_of_pile() -> None:
    game = Game.named("black-harp")
    assert isinstance(game.stock, Cycle)
    deck = game.pack()
    for n in range(1, 25):
        piles: list[Pile] = [() for _ in game.pile_names]
        piles[game.index["s"]] = deck[:n]
        state = game.layout(deck)._replace(piles=tuple(piles), down=(0,) * 7)
        model, expected = deque(deck[:n]), []
        for _ in range(n // gcd(n, 3)):  # an independent walk by the words of rulebook 3.1
            model.rotate(-2)
            expected.append(model[0])
            model.rotate(-1)
        assert model == deque(deck[:n]), "the circle is closed after n / gcd(n, 3) turns"
        assert len(set(expected)) == len(expected), "and not before"
        assert game.stock.reach(state) == set(expected)
        assert len(expected) == (n if n % 3 else n // 3)


@rule("3.2")
def test_the_circle_is_not_closed_after_one_pass() -> None:
    # With seven cards the second pass opens others: the six that fits comes in the third turn of it.
    position = at("black-harp", "t1: ?* 7D / t2: KH / s: 3C 6C 4C 8C 9C 5C TC")
    assert "6C" not in opened(position.copy(), 2)
    assert not position.is_stuck()


@rule("C5")
def test_the_pile_at_any_time_or_only_when_stuck() -> None:
    piles = "t1: ?* 3C / t2: 4H / s: 9S 7S 5S"
    assert Move("s", "o") in at("black-harp", piles).legal_moves()
    assert refused(at("black-harp+draw-when-stuck", piles), "so") == "draw-not-stuck"
    plays(at("black-harp+draw-when-stuck", "t1: ?* 3C / t2: 5S / s: 9S 7S 4S"), "so", "os", "so")


@rule("C6")
def test_a_king_from_the_pile_goes_into_a_space() -> None:
    position = at("black-harp", "t1: ?* 3C / s: 9S 7S KS QD")
    plays(position, "so", "ot4")
    assert shown(position, "t4") == "KS"
    other = plays(at("black-harp", "t1: ?* 3C / s: 9S 7S QS QD"), "so")
    assert refused(other, "ot4") == "space-king"


@rule("C7")
def test_an_opened_card_may_be_passed_unless_play_is_forced() -> None:
    piles = "t1: ?* 8D / t2: KH / s: 9S 2S 7S QD 3S"
    plays(at("black-harp", piles), "so", "os")
    forced = plays(at("black-harp+forced-play", piles), "so")
    assert refused(forced, "os") == "cycle-forced"
    plays(forced, "ot1", "so", "os")
