"""Cards that go to the foundations by themselves: which of them are safe, and when a patience can be finished."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from arfa.deals import Deal, parse_deck
from arfa.engine.auto import all_lifts, follow_up, safe_lifts
from arfa.engine.finish import finish
from arfa.engine.game import Game
from arfa.engine.moves import REDEAL, Move
from arfa.engine.outcome import Outcome
from arfa.engine.position import Position
from arfa.rules.load import game_ids
from arfa.solver import Verdict, solve
from tests.web.wins import won as won_line

SHORT = (
    "small-harp+small-5x4",
    "small-harp+small-4x4+worry-back",
    "small-harp+small-steep+strict-runs+worry-back",
    "small-harp+small-5x4+mercy",
    "small-harp+small-4x4+draw-when-stuck",
    "big-harp+small-3x4",
    "big-harp+small-5x2",
    "big-harp+small-5x2+worry-back",
    "big-harp+small-5x2+draw-3",
    "big-harp+small-5x2+grosse-harfe",
    "big-harp+small-5x2+redeals=1",
    "big-harp+small-5x2+extra-row+row-size=2",
    "big-harp+small-4x2+extra-row+row-size=3+row-cover",
    "black-harp+small-5x4",
    "black-harp+small-5x4+forced-play",
    "black-harp+small-5x4+open-next",
    "black-harp+small-4x4+worry-back",
    "harp-9+small-3x4",
    "harp-9+small-5x2+redeals=0",
    "harp-9+small-5x2+worry-back",
    "klondike+small-5x4+draw-3",
    "klondike+small-5x4+worry-back+redeals=0",
    "gargantua+small-5x2",
    "spider-pauk+small-4x2",
    "spider-pauk+small-5x2+first-deal+transfer-always",
    "spider-pauk+small-4x3+first-deal",
    "spider-pauk+small-5x2+no-spaces+first-deal",
    "spider-pauk+small-4x3+no-spaces",
)
SPIDERS = tuple(name for name in SHORT if name.startswith("spider"))


def walks(name: str, n: int) -> Iterator[Position]:
    """The positions of random walks, inclined to send cards up."""
    game = Game.named(name)
    rng = random.Random(name)
    for number in range(n):
        position = game.start(Deal("ours", number).deck(game.rules))
        for _ in range(50):
            yield position
            moves = position.legal_moves()
            if not moves:
                break
            up = [move for move in moves if move.dst in game.slots]
            position.push_legal(rng.choice(up if up and rng.random() < 0.4 else moves))


def losses(name: str, n: int, lifts: object) -> tuple[int, list[str]]:
    """How many lifts from positions that can be won were looked at, and those that lost them."""
    assert callable(lifts)
    known: dict[object, bool] = {}

    def can_be_won(position: Position) -> bool:
        key = position.key()
        if key not in known:
            verdict = solve(position, line=False).verdict
            assert verdict is not Verdict.UNKNOWN
            known[key] = verdict is Verdict.WINNABLE
        return known[key]

    looked, lost = 0, []
    for position in walks(name, n):
        moves = list(lifts(position.game, position.state))
        if not moves or not can_be_won(position):
            continue
        for move in moves:
            looked += 1
            position.push(move)
            if not can_be_won(position):
                position.pop()
                lost.append(f"{position} {move}")
            else:
                position.pop()
    return looked, lost


@pytest.mark.parametrize("name", SHORT)
def test_a_safe_lift_never_loses_what_can_be_won(name: str) -> None:
    looked, lost = losses(name, 60, safe_lifts)
    assert not lost, lost[0]
    assert looked > 20 or "mercy" in name, "nothing was tried"


@pytest.mark.parametrize(
    "name", ["big-harp+small-5x2", "spider-pauk+small-5x2+no-spaces+first-deal"]
)
def test_a_lift_that_is_not_safe_may_lose(name: str) -> None:
    """The test above can fail."""
    assert losses(name, 60, all_lifts)[1]


def at(text: str) -> Position:
    return Position.parse(text)


HARP = (
    "f: 3C 4D 4H 3S / t1: 5H / t2: {} / t3: 4C / t4: KD / t5: -- / t6: -- / t7: -- / s: -- / w: {}"
)


def test_a_card_that_black_fours_may_need_stays() -> None:
    """Field report 32."""
    rest = "KC QC JC TC 9C 8C 7C 6C 5C KS QS JS TS 9S 8S 7S 6S 5S QD JD TD 9D 8D 7D 6D 5D KH QH JH TH 9H 8H 7H 6H"
    one = at(f"small-harp / {HARP.format('4S', rest)}")
    ups = {str(move) for move in one.legal_moves() if move.dst == "f"}
    assert ups == {"t1f", "t2f", "t3f"}
    assert "t1f" not in {str(move) for move in safe_lifts(one.game, one.state)}
    assert next(map(str, follow_up(one, "all"))) == "t1f"
    one.push(Move("t2", "f"))
    assert "t1f" not in {str(move) for move in safe_lifts(one.game, one.state)}
    one.push(Move("t3", "f"))
    assert "t1f" in {str(move) for move in safe_lifts(one.game, one.state)}


def test_with_two_decks_all_four_must_be_out() -> None:
    game = Game.named("big-harp+small-5x2")
    for position in walks(game.name, 40):
        for move in safe_lifts(game, position.state):
            if position.game.kind(move.src) == "hand":
                continue
            c = position.cards(move.src)[-1]
            guests = [g for g in set(game.pack()) if game.takes[c][g]]
            up = [card for i in game.foundations for card in position.state.piles[i]]
            assert all(up.count(g) == 2 for g in guests)


def test_what_the_player_took_down_stays_down() -> None:
    """Field report 31: until the next move, and there is no loop."""
    game = Game.named("klondike+small-5x4+worry-back")
    seen = 0
    for position in walks(game.name, 80):
        for move in position.legal_moves():
            if game.kind(move.src) != "foundation":
                continue
            at = Position(game, position.state)
            at.push(move)
            taken = at.cards(move.dst)[-1]
            for following in follow_up(at, "all", move):
                at.push(following)
            assert at.cards(move.dst)[-1] == taken
            seen += 1
    assert seen > 20


@pytest.mark.parametrize("how", ["safe", "all"])
@pytest.mark.parametrize("name", SHORT[::3] + SPIDERS[:1])
def test_what_follows_is_legal_and_ends(name: str, how: str) -> None:
    for position in walks(name, 10):
        before = str(position)
        moves = follow_up(position, "all" if how == "all" else "safe")
        assert str(position) == before
        there = Position(position.game, position.state)
        for move in moves:
            assert move.dst in position.game.slots
            there.push(move)
        assert not follow_up(there, "all" if how == "all" else "safe")


@pytest.mark.parametrize("name", game_ids())
def test_nothing_follows_when_it_is_off(name: str) -> None:
    game = Game.named(name)
    position = game.start(Deal("ours", 1).deck(game.rules))
    assert follow_up(position, "off") == []


# -- the finish -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name", ["small-harp", "big-harp", "black-harp", "harp-9", "spider-pauk", "fig288"]
)
def test_a_won_game_can_be_finished_from_some_point_on(name: str) -> None:
    """And then to its end; and what the finish does is legal and wins."""
    deck, moves = won_line(name)
    game = Game.named(name)
    position = game.start(parse_deck(deck, game.rules))
    offered = 0
    for text in moves:
        line = finish(position)
        if line is not None:
            offered += 1
            there = Position(game, position.state)
            for move in line:
                assert (
                    move.dst in game.slots or game.stock.owns(move) or game.kind(move.dst) == "cell"
                )
                assert move != REDEAL
                there.push(move)
            assert there.outcome() is Outcome.WON
        position.push(Move.parse(text))
    assert position.is_won
    assert finish(position) is None
    assert offered >= 2


def test_a_stock_out_of_order_is_not_offered() -> None:
    """Field report 34: three cards at a time, none of which comes to lie on top when it is wanted."""
    rest = "/ f: KC KD KH 9S / t1: -- / t2: -- / t3: -- / t4: -- / t5: -- / t6: -- / t7: -- / w: --"
    three, one = (
        at(f"klondike+{draw}+redeals=0 {rest} / s: Ks Qs Js Ts") for draw in ("draw-3", "draw-1")
    )
    assert finish(three) is None
    assert solve(three).verdict is Verdict.UNWINNABLE
    assert len(finish(one) or ()) == 8


def test_columns_of_mixed_suits_that_come_out_are_offered() -> None:
    """Field report 34, the other half."""
    columns = "t1: KS QH JS TH / t2: KH QS JH TS / t3: -- / t4: -- / t5: -- / t6: -- / t7: --"
    position = at(f"klondike / f: KC KD 9H 9S / {columns} / s: -- / w: --")
    line = finish(position)
    assert line is not None
    assert len(line) == 8


def test_a_face_down_card_leaves_something_to_decide() -> None:
    for position in walks("small-harp+small-5x4", 40):
        if any(position.state.down):
            assert finish(position) is None
