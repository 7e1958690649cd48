"""Reviews: the sum is exact, the move that lost the deal is the one, and hints are moves that the table offers."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest

from arfa.analysis.annotate import annotated
from arfa.analysis.chance import fair_chance, has_player
from arfa.analysis.hints import hint, lost_for_everybody
from arfa.analysis.knowledge import Knowledge
from arfa.analysis.review import HOPELESS, Review, Reviewer
from arfa.analysis.xray import Light, xray
from arfa.cards import Card
from arfa.deals.deal import Deal
from arfa.engine.auto import safe_lifts
from arfa.engine.game import Game
from arfa.engine.identities import Identities
from arfa.engine.moves import Move
from arfa.engine.position import Position
from arfa.notation import of_position, read_record, write_record
from arfa.rules.load import game_ids
from arfa.solver import Verdict, solve
from arfa.solver.blind import Thought
from tests.scale import scale

FAST = Thought(iterations=120)


def _played(name: str, number: int, length: int, careless: float) -> tuple[Position, Knowledge]:
    """A game as people play it: mostly the hint, sometimes any move at all."""
    game, rng = Game.named(name), random.Random(number)
    deck = Deal("ours", number).deck(game.rules)
    position, knowledge = game.start(deck), Knowledge(Identities(game, deck))
    while not position.is_won and len(position.plies) < length:
        legal = position.legal_moves()
        if not legal:
            break
        found = None
        if rng.random() > careless:
            found = hint(position, knowledge, thought=Thought(60))
        position.push(found.move if found is not None else rng.choice(legal))
    return position, knowledge


def _reviewed(
    name: str, number: int, length: int = 25, careless: float = 0.3
) -> tuple[Position, Review]:
    position, _ = _played(name, number, length, careless)
    game = position.game
    deck = Deal("ours", number).deck(game.rules)
    # What was known at each move is what had been seen by then.
    knowledge = Knowledge(Identities(game, deck))
    review = Reviewer(game.start(deck), position.history, knowledge, thought=FAST).run()
    assert review is not None
    return position, review


JUDGED = {
    "small-harp": 40,
    "black-harp": 40,
    "klondike+draw-3": 40,
    "klondike+draw-1": 40,
    "small-harp+mercy": 40,
    "harp-9": 8,
    "big-harp": 4,
    "double-klondike": 4,
    "gargantua": 4,
    "harp-slope": 4,
}
"""Every patience that is judged, and how many games of it make all."""


def test_every_patience_that_is_judged_is_among_them() -> None:
    for name in game_ids():
        game = Game.named(name)
        start = game.start(Deal("ours", 1).deck(game.rules))
        assert has_player(game, start.state) == any(one.startswith(name) for one in JUDGED)


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=() if at < 3 else pytest.mark.soak)
        for at, name in enumerate(JUDGED)
    ],
)
def test_skill_and_luck_add_up_to_the_result(name: str) -> None:
    for number in range(scale(1, JUDGED[name])):
        _adds_up(*_reviewed(name, number, scale(20, 15)))


@pytest.mark.parametrize(
    "name",
    [
        "small-harp+small-4x4",
        "klondike+draw-1+small-4x4",
        pytest.param("black-harp+small-4x4", marks=pytest.mark.soak),
        pytest.param("klondike+draw-3+redeals=1+small-4x4", marks=pytest.mark.soak),
    ],
)
def test_skill_and_luck_of_whole_games_add_up_to_the_result(name: str) -> None:
    won = 0
    for number in range(scale(4, 80)):
        position, review = _reviewed(name, number, 60, 0.3)
        _adds_up(position, review)
        won += position.is_won
    assert 0 < won < scale(5, 80)


def _adds_up(position: Position, review: Review) -> None:
    assert review.won == position.is_won
    assert review.start.value + review.skill + review.luck == (10_000 if position.is_won else 0)
    for one, following in zip(review.moves, review.moves[1:], strict=False):
        assert one.after == following.reached == following.before
        assert one.after.value - one.reached.value == one.skill + one.luck
        if one.before.value < HOPELESS:
            assert one.mark is None


def test_whoever_looked_around_a_corner_has_no_luck_with_what_he_met_there() -> None:
    game, looked = Game.named("small-harp"), 0
    for number in range(scale(4, 40)):
        deck = Deal("ours", number).deck(game.rules)
        names, position = Identities(game, deck), game.start(deck)
        turning = next((m for m in position.legal_moves() if m.src in game.column_number), None)
        if turning is None:
            continue
        position.push(turning)
        seen = names.of(position).shown
        position.pop()
        other = next(m for m in position.legal_moves() if game.stock.owns(m))
        moves = [other, turning]
        blind, knowing = (
            Reviewer(
                game.start(deck), moves, Knowledge(Identities(game, deck)), thought=FAST, seen=known
            ).run()
            for known in ([], [seen, seen])
        )
        assert blind is not None
        assert knowing is not None
        assert blind.start == knowing.start
        for review in (blind, knowing):
            assert review.start.value + review.skill + review.luck == 0
            assert review.moves[1].before == review.moves[0].after
        assert all(one.looked == 0 for one in blind.moves)
        first, second = knowing.moves
        assert first.reached == blind.start
        assert first.after.value - first.reached.value == first.skill + first.luck
        assert (second.looked, second.luck) == (0, 0)
        assert knowing.moves[1].after == blind.moves[1].after
        looked += first.looked != 0 and blind.moves[1].luck != 0
    assert looked


def _after(name: str, number: int, moves: str) -> tuple[Position, Knowledge]:
    game = Game.named(name)
    deck = Deal("ours", number).deck(game.rules)
    position, knowledge = game.start(deck), Knowledge(Identities(game, deck))
    for move in moves.split():
        position.push(Move.parse(move))
        knowledge.look(position)
    return position, knowledge


def test_where_xray_has_shown_that_all_is_lost_a_hint_makes_progress() -> None:
    """A card that nothing needs any more goes up first; what turns up a card does more where no chance is left."""
    position, knowledge = _after("klondike+draw-3+small-5x4", 89, "t1t3")
    assert solve(position).verdict is Verdict.UNWINNABLE
    assert len(knowledge.view(position).unseen) > 1
    usual = hint(position, knowledge, thought=FAST)
    assert usual is not None
    assert str(usual.move) == "t1f"
    known = hint(position, knowledge, thought=FAST, lost=True)
    assert known is not None
    assert (str(known.move), known.before, known.after) == ("t3t4.2", None, None)
    assert known.reasons[0].code == "hint-turns"


def test_where_everyone_can_know_that_all_is_lost_no_card_is_put_up_for_nothing() -> None:
    moves = (
        "sw t3t1 t1t2.2 sw sw t4t3 sw t1t3 wt4 t2t4.2 t2t1 t3f wt1 t4t1 wf sw t4f t1t4.2 t4f t3f "
        "t4f sw t3f wf"
    )
    position, knowledge = _after("small-harp+small-4x4", 48, moves)
    assert Move.parse("t4f") in safe_lifts(position.game, position.state)
    assert lost_for_everybody(position, knowledge.view(position), FAST)
    assert hint(position, knowledge, thought=FAST) is None


def test_what_a_move_was_worth_does_not_hang_on_what_it_turned_up() -> None:
    """Two deals that look the same until a move turns up another card in each: what differs is luck."""
    game = Game.named("small-harp+small-5x4")
    differing = 0
    for number in range(1, scale(6, 60)):
        deck = list(Deal("ours", number).deck(game.rules))
        start = game.start(deck)
        move = next((m for m in start.legal_moves() if _turns(start, m)), None)
        if move is None:
            continue
        names = Identities(game, deck).of(start).state
        turned = names.piles[game.index[move.src]][start.face_down(move.src) - 1]
        deepest = next(
            pile[0] for i, pile in enumerate(names.piles)
            if i in game.columns and pile[0] != turned and start.face_down(game.pile_names[i])
        )  # fmt: skip
        reviewed = []
        for swaps in (False, True):
            if swaps:
                deck[turned], deck[deepest] = deck[deepest], deck[turned]
            knowledge = Knowledge(Identities(game, deck))
            review = Reviewer(game.start(deck), [move], knowledge, thought=FAST).run()
            assert review is not None
            reviewed.append(review.moves[0])
        one, other = reviewed
        assert (one.before, one.chosen, one.best) == (other.before, other.chosen, other.best)
        differing += one.luck != other.luck
    assert differing


def _turns(position: Position, move: Move) -> bool:
    """Whether a move turns up a card in a column."""
    game = position.game
    if move.src not in game.column_number:
        return False
    down = position.face_down(move.src)
    return 0 < down == len(position.cards(move.src)) - move.count


def test_a_review_names_the_move_that_lost_the_deal() -> None:
    game = Game.named("small-harp")
    for number in range(100):
        deck = Deal("ours", number).deck(game.rules)
        moves = _careless(game, deck, number)
        knowledge = Knowledge(Identities(game, deck))
        verdicts = Reviewer(game.start(deck), moves, knowledge).verdicts()
        if verdicts[0] == "winnable" and verdicts[-1] == "unwinnable":
            break
    lost = verdicts.index("unwinnable")
    review = Reviewer(game.start(deck), moves[: lost + 2], knowledge, thought=FAST).run()
    assert review is not None
    assert review.lost_at == lost
    assert [one.number for one in review.moves if one.lost_here] == [lost]


def _careless(game: Game, deck: Sequence[Card], number: int) -> list[Move]:
    """Moves at random, cards to the foundations before all others."""
    rng, position = random.Random(number), game.start(deck)
    for _ in range(60):
        legal = position.legal_moves()
        if not legal or position.is_won:
            break
        up = [move for move in legal if move.dst in game.slots]
        position.push(rng.choice(up or legal))
    return list(position.history)


def test_a_review_is_a_record_that_can_be_read_again() -> None:
    position, review = _reviewed("small-harp", 3, 60, 0.5)
    for lang in ("ru", "en"):
        deal = Deal("ours", 3)
        record = of_position(position, deal=deal, line=annotated(review, lang))
        again = read_record(write_record(record))
        assert again.moves == position.history
        marks = [one.mark.glyph for one in review.moves if one.mark is not None]
        assert [glyph for node in again.line.nodes for glyph in node.glyphs] == marks


@pytest.mark.parametrize(
    "name", ["small-harp", "big-harp", "black-harp", "harp-9", "spider-pauk", "fig288", "gaps"]
)
def test_a_hint_is_a_move_that_the_table_offers_and_says_why(name: str) -> None:
    for number in range(scale(2, 20)):
        position, knowledge = _played(name, number, 12, 0.5)
        found = hint(position, knowledge, thought=FAST)
        if found is None:
            continue
        assert position.is_legal(found.move)
        assert not position.game.changes_nothing(position.state, found.move)
        assert found.reasons


@pytest.mark.parametrize(
    ("columns", "wanted"),
    [
        ("t1: TC KD QC JD / t2: TD KC QD JC", {"t1", "t2"}),
        ("t1: KD QC JD / t2: TC TD KC QD JC", {"t2"}),
    ],
)
def test_row_40_a_group_goes_to_a_space_if_that_helps_and_no_whole_column_does(
    columns: str, wanted: set[str]
) -> None:
    position = Position.parse(f"klondike / f: KS KH 9C 9D / {columns}")
    assert {move.dst[0] for move in position.legal_moves()} == {"t"}, "nothing goes up"
    found = hint(position, Knowledge(Identities.from_position(position)), thought=FAST)
    assert found is not None
    assert found.move.src in wanted
    assert (found.move.count, position.cards(found.move.dst)) == (3, ())


def test_where_the_win_is_certain_hints_lead_to_it() -> None:
    """There nobody weighs the moves any more; a hint is one all the same, and after it the win is still certain."""
    game = Game.named("small-harp+small-4x4")
    deck = Deal("ours", 2).deck(game.rules)
    position, knowledge = game.start(deck), Knowledge(Identities(game, deck))
    for text in "sw t1f t3t4 sw t4t3.2 sw".split():
        position.push(Move.parse(text))
        knowledge.look(position)
    chance = fair_chance(knowledge.view(position), FAST)
    assert chance is not None
    assert (chance.exact, chance.fair.value, chance.prospects) == (True, 1, ())
    for _ in range(60):
        if position.is_won:
            break
        found = hint(position, knowledge, thought=FAST)
        assert found is not None, position
        position.push(found.move)
        assert solve(position).verdict is Verdict.WINNABLE
    assert position.is_won


def test_no_hint_hangs_on_a_hidden_card() -> None:
    rng = random.Random(2)
    for number in range(scale(6, 60)):
        position, knowledge = _played("small-harp", number, 14, 0.5)
        view = knowledge.view(position)
        cards = list(view.cards)
        rng.shuffle(cards)
        other = Position(position.game, view.world(cards))
        # Somebody for whom the same cards are unseen, and who sees the same.
        mine = hint(position, knowledge, thought=FAST)
        theirs = hint(other, _knows(other, view.unseen), thought=FAST)
        assert mine == theirs


class _Told(Knowledge):
    """Somebody who knows all but some places."""

    def __init__(self, position: Position, unseen: tuple[tuple[str, int], ...]) -> None:
        super().__init__(Identities.from_position(position))
        names = self._identities.of(position).state
        game = position.game
        hidden = {names.piles[game.index[pile]][at] for pile, at in unseen}
        self.seen = sum(1 << name for pile in names.piles for name in pile if name not in hidden)


def _knows(position: Position, unseen: tuple[tuple[str, int], ...]) -> Knowledge:
    return _Told(position, unseen)


def test_x_ray_says_what_is_proved() -> None:
    game = Game.named("small-harp+small-5x4")
    lights = set()
    for number in range(60):
        position = game.start(Deal("ours", number).deck(game.rules))
        for _ in range(6):
            legal = position.legal_moves()
            if not legal:
                break
            position.push(legal[-1])
        shown = xray(position)
        lights.add(shown.light)
        assert (shown.light is Light.WINNABLE) == (solve(position).verdict is Verdict.WINNABLE)
        for move in shown.line:
            position.push(move)
        assert position.is_won or not shown.line
    assert {Light.WINNABLE, Light.LOST} <= lights | {Light.LOST}
    assert Light.WINNABLE in lights
    assert lights & {Light.LOST, Light.STUCK}
