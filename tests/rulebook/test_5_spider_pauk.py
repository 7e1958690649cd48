"""Паук / Змей: rulebook section 5 with its worked examples."""

from __future__ import annotations

import pytest

from arfa.cards import card_text
from arfa.engine.game import Game
from arfa.engine.moves import Move
from arfa.engine.outcome import Outcome
from arfa.engine.position import Position
from arfa.rules.dealing import lay_out
from arfa.texts import say
from tests.rulebook.table import at, deal, plays, refused, shown, top

rule = pytest.mark.rule

CLOCKWISE = ["u1", "u2", "r1", "r2", "r3", "r4", "b2", "b1", "l4", "l3", "l2", "l1"]
LITERAL = ["u1", "u2", "l1", "l2", "l3", "l4", "b1", "b2", "r4", "r3", "r2", "r1"]


def free(position: Position) -> bool:
    """Whether all groups have been dealt."""
    return position.state.free


@rule("5.1")
def test_the_body_and_the_twelve_columns() -> None:
    game = Game.named("spider-pauk")
    position = deal("spider-pauk")
    assert [top(position, f"a{n}") for n in range(1, 5)] == ["AS", "AH", "AC", "AD"]
    assert [top(position, f"k{n}") for n in range(1, 5)] == ["KS", "KH", "KC", "KD"]
    columns = [game.pile_names[i] for i in game.columns]
    assert sorted(columns) == sorted(
        ["u1", "u2", "b1", "b2", *(f"{side}{n}" for side in "lr" for n in range(1, 5))]
    )
    where = {
        pile: (p.x + n * p.dx, p.y + n * p.dy)
        for p in game.spec.layout.placings.values()
        for n, pile in enumerate(p.piles)
    }
    for n in range(1, 5):  # a row of the body with its two side columns
        assert where[f"l{n}"][0] < where[f"a{n}"][0] < where[f"k{n}"][0] < where[f"r{n}"][0]
        assert len({where[f"{pile}{n}"][1] for pile in "lakr"}) == 1
    assert where["u1"][1] < where["a1"][1] < where["a4"][1] < where["b1"][1]


@rule("5.2.1")
def test_bases_are_laid_out_and_96_cards_shuffled() -> None:
    game = Game.named("spider-pauk")
    pack = [card_text(c) for c in game.pack()]
    assert len(pack) == 96
    assert [pack.count(f"{r}{s}") for r in "AK2" for s in "CDHS"] == [1] * 8 + [2] * 4


@rule("5.2.2")
def test_ace_piles_go_up_king_piles_down_and_bases_stay() -> None:
    position = at("spider-pauk", "a: 3S / k: QS / l1: 4S / r1: JS / u1: * / phase: free")
    assert refused(position, "a2k") == "foundation-base"
    assert refused(position, "a2u2") == "worry-never"
    plays(position, "l1a", "r1k")
    assert (top(position, "a1"), top(position, "k1")) == ("4S", "JS")
    for height in range(13):
        king = position.game.index["k1"]
        assert position.game.next_rank(king, height) == 13 - height


@rule("5.2.3", "E2", "E5")
def test_the_deal_phase() -> None:
    position = deal("spider-pauk")
    assert [len(position.cards(position.game.pile_names[i])) for i in position.game.columns] == [
        1
    ] * 12
    for _ in range(6):
        assert Move("s", "t") in position.legal_moves(), "no transfer is compulsory"
        assert all(m.dst in "ak" or m == Move("s", "t") for m in position.legal_moves())
        assert refused(position, "ts") == "groups-left"
        plays(position, "st")
    assert not free(position)
    plays(position, "st")
    assert free(position)
    assert refused(position, "st") == "groups-all-dealt"
    assert {len(position.cards(position.game.pile_names[i])) for i in position.game.columns} == {8}


@rule("5.2.3", "E3")
def test_a_card_that_a_transfer_uncovers_may_follow_and_gaps_are_filled_by_the_next_group() -> None:
    piles = "u1: 3S 2S / l1: 7D / u2: 8D / s: *"
    position = at("spider-pauk", piles)
    plays(position, "u1a", "u1a")
    assert top(position, "u1") == "--"
    assert refused(position, "l1u1") == "deal-phase"
    plays(position, "st")
    assert len(position.cards("u1")) == 1


@rule("5.2.4", "E6", "E9")
def test_the_free_phase() -> None:
    piles = "u1: 6C / u2: 7C / l1: 5C / l2: AD / l3: 2D / r1: KD / r2: KH / b1: * / phase: free"
    position = at("spider-pauk", piles)
    for move in ("u2u1", "l1u1", "r1l2", "l3l2", "l2r1", "l2r4", "r2r4"):
        assert position.is_legal(Move.parse(move)), move
    assert refused(position, "u1r4") == "space-king-or-ace"
    assert refused(position, "r2l2") == "build-same-suit-both"
    stays = at("spider-pauk+no-spaces", piles)
    assert refused(stays, "r2r4") == "space-none"
    plays(position, "ts")


@rule("5.2.5", "5.4", "T5.7")
def test_t5_7() -> None:
    piles = "a: KS KH QC JD / k: AS AH AC AD / u1: QD KD / r1: KC / phase: free"
    position = at("spider-pauk", piles)
    assert [position.game.pile_names[i] for i in position.game.columns] == CLOCKWISE
    plays(position, "ts")
    assert [top(position, n) for n in ("u1", "u2", "r1")] == ["QD", "KD", "KC"]
    assert free(position), "the only group is the last one"
    assert refused(position, "ts") == "redeal-none-left"
    literal = plays(at("spider-pauk+literal-deal", piles), "ts")
    assert [top(literal, n) for n in ("u1", "u2", "l1")] == ["QD", "KD", "KC"]
    reverse = plays(at("spider-pauk+reverse-gather", piles), "ts")
    assert [top(reverse, n) for n in ("u1", "u2", "r1")] == ["KC", "QD", "KD"]


@rule("5.2.5", "E7")
def test_the_redeal_is_at_the_players_word_and_has_the_limits_of_the_deal() -> None:
    position = deal("spider-pauk")
    plays(position, *["st"] * 7)
    assert Move("t", "s") in position.legal_moves(), "even while other moves are left"
    before = [c for i in position.game.columns for c in position.state.piles[i]]
    plays(position, "ts")
    assert not free(position)
    assert [position.state.piles[i][0] for i in position.game.columns] == before[:12]
    assert len(position.cards("s")) == 84
    assert all(m.dst in "ak" or m == Move("s", "t") for m in position.legal_moves())
    plays(position, *["st"] * 7)
    assert free(position)
    assert refused(position, "ts") == "redeal-none-left"


@rule("5.2.6")
def test_won_with_all_cards_on_bases_and_lost_after_the_redeal() -> None:
    won = at("spider-pauk", "a: KS KH KC QD / k: AS AH AC AD / u1: KD / phase: free")
    assert won.outcome() is Outcome.PLAYING
    plays(won, "u1a")
    assert won.outcome() is Outcome.WON
    # Jacks and queens lie deep, and no two of the exposed cards are neighbours.
    piles = "u1: JD QD KD TD 2D / u2: JD QD 9D 8D 4D / l1: 7D 5D 3D AD 6D / phase: free"
    bases = "a: KS KH KC TD / k: AS AH AC KD / "
    assert at("spider-pauk", bases + piles).outcome() is Outcome.PLAYING, "the redeal is left"
    assert at("spider-pauk", f"{bases}{piles} / redeals: 1").outcome() is Outcome.NO_MOVE


@rule("5.3")
def test_the_dealing_order() -> None:
    for variant, order in (("", CLOCKWISE), ("+literal-deal", LITERAL)):
        game = Game.named(f"spider-pauk{variant}")
        piles = lay_out(game.rules, game.pack())
        assert [piles[name][0][0] for name in order] == list(game.pack()[:12])
    assert (
        Game.named("spider-pauk").spec.rules_hash
        != Game.named("spider-pauk+literal-deal").spec.rules_hash
    )


@rule("E8")
def test_columns_may_grow_beyond_eight_cards_in_the_free_phase() -> None:
    column = "2C 9C 4C 9D 4D 9H 4H 6C"
    position = at("spider-pauk", f"u1: {column} / u2: 7C / l1: 8C / b1: * / phase: free")
    plays(position, "u2u1", "l1u1")
    assert len(position.cards("u1")) == 10


@rule("T5.1", "5.2.2")
def test_t5_1() -> None:
    bases = "a: 3S 6H 3C 3D / k: QS KH JC QD"
    position = at("spider-pauk", f"{bases} / u1: * / phase: free")
    on_bases = sum(len(position.cards(f"{pile}{n}")) for pile in "ak" for n in range(1, 5))
    assert on_bases == 23
    accepted = {
        f"{card_text(c)}{letter}"
        for c in set(position.game.pack())
        for letter in "ak"
        if position.game.building.slot_for(position.state, letter, c) is not None
    }
    assert accepted == {"4Sa", "7Ha", "4Ca", "4Da", "JSk", "QHk", "TCk", "JDk"}
    for text, letter in (("4S", "a"), ("7H", "a"), ("JS", "k"), ("QH", "k")):
        plays(at("spider-pauk", f"{bases} / u2: {text} / u1: * / phase: free"), f"u2{letter}")
    assert (
        refused(at("spider-pauk", f"{bases} / u2: 5S / u1: * / phase: free"), "u2a")
        == "foundation-wants"
    )


@rule("T5.2")
def test_t5_2() -> None:
    position = at(
        "spider-pauk", "u1: 6C / u2: 7C / l1: 8C / l2: 7C / l3: 6C / l4: 7S / b1: * / phase: free"
    )
    assert refused(position, "l4u1") == "build-same-suit-both"
    assert refused(position, "l3u1") == "build-same-suit-both"
    plays(position, "u2u1", "l1u1", "l2u1", "l3u1")
    assert shown(position, "u1") == "6C 7C 8C 7C 6C"


@rule("T5.3")
def test_t5_3() -> None:
    position = at("spider-pauk", "u1: 3D / u2: 2D / l1: AD / l2: KD / l3: QD / b1: * / phase: free")
    plays(position, "u2u1", "l1u1", "l2u1", "l3u1")
    assert shown(position, "u1") == "3D 2D AD KD QD"


@rule("T5.4", "E1")
def test_t5_4() -> None:
    for pile, accepted in (("l3", False), ("l2", True), ("r2", True), ("u2", True), ("b1", True)):
        position = at("spider-pauk", f"{pile}: 2H / s: *")
        assert position.is_legal(Move(pile, "a")) == accepted, pile
        if not accepted:
            assert refused(position, f"{pile}a") == "groups-limit"
    whole = at("spider-pauk", "l3: 2H / s: *").refusal(Move("l3", "a"))
    assert whole is not None
    assert say(whole, "ru") == (
        "Пока идёт раздача, левый столбец 3 пополняет только базу на тузе 3 и базу на короле 3"
    )
    assert say(whole, "en") == (
        "While groups are being dealt, left column 3 gives cards only to ace base 3 and king base 3"
    )
    adjacent = at("spider-pauk+side-adjacent", "r2: 2H / l2: QH / s: *")
    assert refused(adjacent, "r2a") == "groups-limit"
    assert refused(adjacent, "l2k") == "groups-limit"
    side = adjacent.refusal(Move("r2", "a"))
    assert side is not None
    assert (
        say(side, "ru") == "Пока идёт раздача, правый столбец 2 пополняет только базу на короле 2"
    )
    plays(at("spider-pauk+side-adjacent", "l2: 2H / r2: QH / s: *"), "l2a", "r2k")
    assert refused(at("spider-pauk", "l2: 8H / l1: 9H / s: *"), "l2l1") == "deal-phase"


@rule("T5.5", "E6")
def test_t5_5() -> None:
    position = at(
        "spider-pauk", "u1: 2C 7S / l1: AS / l2: KD / l3: 3C 4C / l4: 5C / b1: * / phase: free"
    )
    assert refused(position, "u1u2") == "space-king-or-ace"
    assert refused(position, "l3l4.2") == "group-single"
    assert refused(position, "l3u2.2") == "group-single"
    plays(position, "l1u2", "l2r1")
    assert (shown(position, "u2"), shown(position, "r1")) == ("AS", "KD")


@rule("T5.6", "E4")
def test_t5_6() -> None:
    piles = "a: 7S / k: 8S"
    for move, a, k in (("a1k", "6S", "7S"), ("k1a", "8S", "9S")):
        position = plays(at("spider-pauk", f"{piles} / u1: * / phase: free"), move)
        assert (top(position, "a1"), top(position, "k1")) == (a, k)
    dealing = at("spider-pauk", f"{piles} / u1: 2H / s: *")
    assert refused(dealing, "a1k") == "transfer-phase"
    plays(at("spider-pauk+transfer-always", f"{piles} / u1: 2H / s: *"), "a1k")
