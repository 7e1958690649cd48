"""The player who cannot see: that he cannot, that his wins are wins, and that thinking helps him."""

from __future__ import annotations

import random
from collections.abc import Container
from dataclasses import replace
from itertools import permutations
from math import isfinite

import pytest

from arfa.analysis.chance import counted, fair_chance, sighted_share
from arfa.analysis.hints import reasons
from arfa.analysis.knowledge import Knowledge, View, first_view, view_of
from arfa.analysis.outcomes import outcomes
from arfa.deals import Deal
from arfa.engine.game import Game
from arfa.engine.identities import Identities
from arfa.engine.position import Position
from arfa.solver.blind import Blind, BlindGame, Thought
from arfa.solver.native import Core
from tests.scale import scale

PLAYED = [
    "small-harp",
    "small-harp+worry-back",
    "black-harp",
    "black-harp+open-next",
    "klondike+draw-1",
    "klondike+draw-3",
    "klondike+draw-3+worry-back",
    "klondike+redeals=2",
    "klondike+draw-3+redeals=1",
    "big-harp",
    "big-harp+draw-3",
    "big-harp+grosse-harfe",
    "big-harp+redeals=1",
    "double-klondike",
    "gargantua",
]
PLAIN = [
    "harp-9",
    "harp-9+redeals=1",
    "harp-9+unlimited",
    "harp-9+worry-back",
    "small-harp+strict-runs",
    "small-harp+draw-when-stuck",
    "small-harp+mercy",
    "small-harp+mercy+worry-back",
    "black-harp+forced-play",
    "black-harp+draw-when-stuck+open-next",
    "big-harp+extra-row",
    "big-harp+extra-row+row-cover",
    "big-harp+draw-when-stuck+draw-3",
]
"""Played in ordinary moves: runs do not move as they like, or something waits until nothing else can be done."""
WON = [
    *PLAYED[:7],
    "harp-9",
    "harp-9+redeals=1+small-4x2",
    "harp-9+unlimited",
    "harp-9+worry-back",
    "small-harp+strict-runs",
    "small-harp+draw-when-stuck",
    "small-harp+mercy",
    "black-harp+forced-play",
    "black-harp+draw-when-stuck+open-next",
    "big-harp+extra-row",
    "big-harp+extra-row+row-cover+small-4x2",
    "klondike+redeals=2",
    "klondike+draw-3+redeals=1+small-5x4",
    "big-harp",
    "big-harp+draw-3",
    "big-harp+grosse-harfe+small-4x2",
    "big-harp+redeals=1+small-4x2",
    "double-klondike",
]
"""Those of which the policy alone wins some."""
TURNED = {"black-harp", "klondike+draw-3"}
"""Those of which the stock may be unseen at the first decision, or some of it seen."""
CLOSED = {"harp-9", "klondike+draw-3+redeals=1", "small-harp+mercy"}
"""Those of which none of the stock is seen before it is chosen to turn it."""
QUICK = Thought(iterations=60)


def walk(game: Game, number: int, moves: int, rng: random.Random) -> tuple[Position, Knowledge]:
    """A position after some moves at random, a few of them taken back."""
    deck = Core.of(game).deck(number)
    position = game.start(deck)
    knowledge = Knowledge(Identities(game, deck))
    for _ in range(moves):
        legal = position.legal_moves()
        if not legal or position.is_won:
            break
        position.push(rng.choice(legal))
        knowledge.look(position)
        if rng.random() < 0.2:
            position.pop()
    return position, knowledge


def _redealt(view: View, rng: random.Random) -> Position:
    """A position that looks the same."""
    cards = list(view.cards)
    rng.shuffle(cards)
    return Position(view.game, view.world(cards))


@pytest.mark.parametrize("name", [*PLAYED, *PLAIN])
def test_the_same_sight_is_the_same_view_and_the_same_thought(name: str) -> None:
    game, rng = Game.named(name), random.Random(5)
    blind = Blind(Core.of(game))
    compared = 0
    for number in range(scale(4, 40)):
        position, knowledge = walk(game, number, rng.randrange(30), rng)
        view = knowledge.view(position)
        if not view.unseen:
            continue
        other = _redealt(view, rng)
        seen_again = first_view(game, other.state)
        if len(seen_again.unseen) == len(view.unseen):  # nothing is known that lies face down
            assert seen_again == view
        mine = blind.think(view.state, view.unseen, QUICK, tell=lambda estimate: None)
        again = blind.think(view.state, view.unseen, QUICK)
        assert mine == again
        # What lies at the unseen places may be anything: the core puts it in order by itself.
        assert blind.think(other.state, view.unseen, QUICK) == mine
        assert all(position.is_legal(option.move) for option in mine.options)
        for move in position.legal_moves():
            assert reasons(game, position, move) == reasons(game, other, move)
        compared += 1
    assert compared


@pytest.mark.parametrize(
    "name",
    ["small-harp", "black-harp", "klondike+draw-3", "big-harp", *sorted(CLOSED)],
)
def test_in_a_whole_game_hidden_cards_change_no_first_thought(name: str) -> None:
    game, rng = Game.named(name), random.Random(7)
    core = Core.of(game)
    blind = Blind(core)
    compared = differing = 0
    for number in range(scale(5 if game.rules.deck.decks == 2 else 12, 100)):
        deck = list(core.deck(number))
        columns, stock = _hidden(game, deck, game.column_number), _hidden(game, deck, "s")
        places = [*columns, *stock] if name in CLOSED else columns
        faces = [deck[at] for at in places]
        rng.shuffle(faces)
        first, other = _both(blind, deck, _with(deck, places, faces), number)
        # What is forced may turn up cards before there is anything to decide; and where turning costs nothing, some of
        # the stock may have been seen, or all of it.
        untouched = {len(columns)}
        if name in CLOSED:
            untouched = {len(columns) + len(stock)}
        elif name in TURNED:
            untouched = {len(columns) + len(stock) - seen for seen in range(len(stock) + 1)}
        if first.unseen[0] not in untouched or first.unseen[0] != other.unseen[0]:
            continue
        compared += 1
        assert first.values[0] == other.values[0]
        differing += first.values != other.values
    assert compared
    assert differing  # the rest of the game does hang on them


@pytest.mark.parametrize("name", sorted(CLOSED))
def test_what_comes_last_from_the_stock_changes_no_thought_before_it(name: str) -> None:
    """Turned over or drawn from, a stock keeps what has not been seen of it."""
    game = Game.named(name)
    core = Core.of(game)
    blind = Blind(core)
    compared = differing = 0
    for number in range(scale(3, 40)):
        deck = list(core.deck(number))
        stock = _hidden(game, deck, "s")
        hidden = len(_hidden(game, deck, game.column_number)) + len(stock)
        first, other = _both(
            blind, deck, _with(deck, stock[:2], [deck[at] for at in stock[1::-1]]), number
        )
        for one, two, unseen in zip(first.values, other.values, first.unseen, strict=False):
            if hidden - unseen >= len(stock) - 1:
                break
            compared += hidden > unseen
            assert one == two
        differing += first != other
    assert compared > 3
    assert differing


def _both(
    blind: Blind, deck: list[int], other: list[int], seed: int
) -> tuple[BlindGame, BlindGame]:
    """Games of two decks, played by the same player."""
    first, second = (blind.play([cards], Thought(40, seed=seed))[0] for cards in (deck, other))
    return replace(first, seconds=0), replace(second, seconds=0)


def _with(deck: list[int], places: list[int], faces: list[int]) -> list[int]:
    """A deck with other cards at some places."""
    other = deck.copy()
    for at, card in zip(places, faces, strict=True):
        other[at] = card
    return other


def _hidden(game: Game, deck: list[int], piles: Container[str]) -> list[int]:
    """The places in a deck of the cards that lie face down in some piles when play begins."""
    position = game.start(deck)
    names = Identities(game, deck).of(position).state
    return [
        name
        for pile, named in zip(game.pile_names, names.piles, strict=True)
        if pile in piles
        for name in named[: position.face_down(pile)]
    ]


@pytest.mark.parametrize("name", WON)
def test_every_win_is_replayed_by_the_referee(name: str) -> None:
    game = Game.named(name)
    core = Core.of(game)
    decks = [core.deck(number) for number in range(scale(30, 300))]
    games = Blind(core).play(decks, QUICK, thinks=False)
    games += Blind(core).play(decks[:3], Thought(20))
    won = 0
    for deck, played in zip([*decks, *decks[:3]], games, strict=True):
        position = game.start(deck)
        for move in played.line:
            position.push(move)
        assert position.is_won == played.won
        won += played.won
    assert won


@pytest.mark.parametrize(
    ("name", "games", "iterations"),
    [
        ("black-harp+small-6x4", 400, 200),
        pytest.param("harp-9", 30, 100, marks=pytest.mark.soak),
    ],
)
def test_thinking_plays_better_than_the_policy_alone(
    name: str, games: int, iterations: int
) -> None:
    core = Core.of(Game.named(name))
    decks = [core.deck(number) for number in range(games)]
    policy = sum(g.won for g in Blind(core).play(decks, QUICK, thinks=False))
    thinking = sum(g.won for g in Blind(core).play(decks, Thought(iterations)))
    assert thinking > policy


def test_there_is_a_player_wherever_something_is_hidden() -> None:
    for name in [*PLAYED, *PLAIN, "small-harp", "big-harp+strict-runs+mercy", "harp-9+redeals=0"]:
        core = Core.of(Game.named(name))
        assert Blind(core).plays(core.game.start(core.deck(0)).state), name
    for name in ["fig288", "gaps", "spider-pauk"]:  # all cards lie open
        core = Core.of(Game.named(name))
        assert not Blind(core).plays(core.game.start(core.deck(0)).state), name


def test_the_chance_of_a_player_with_open_eyes_is_never_less() -> None:
    game, rng = Game.named("small-harp"), random.Random(1)
    for number in range(5):
        position, knowledge = walk(game, number, 25, rng)
        view = knowledge.view(position)
        fair, sighted = fair_chance(view, Thought(400)), sighted_share(view, 100)
        assert fair is not None
        assert fair.fair.low <= sighted.share.high
        assert sighted.worlds == 100


def test_a_search_that_runs_out_of_memory_spoils_no_later_one() -> None:
    """Some positions of two decks have more children than there is room for.  Once nothing was searched behind them,
    and of a game that is as good as won the chance sank towards two thirds.
    """
    game = Game.named("double-klondike")
    core = Core.of(game)
    for number in (2, 6):
        chance = fair_chance(first_view(game, game.start(core.deck(number)).state), Thought(160))
        assert chance is not None
        assert chance.fair.value > 0.95


@pytest.mark.parametrize("name", ["small-harp", "black-harp", "klondike+draw-3", "big-harp"])
def test_what_a_move_may_bring_adds_up_and_looks_like_what_it_brings(name: str) -> None:
    game, rng = Game.named(name), random.Random(3)
    for number in range(scale(6, 60)):
        position, knowledge = walk(game, number, rng.randrange(25), rng)
        legal = position.legal_moves()
        if not legal:
            continue
        move, view = rng.choice(legal), knowledge.view(position)
        cases = outcomes(knowledge, position, view, move)
        assert sum(case.weight for case in cases) == pytest.approx(1)
        position.push(move)
        after = knowledge.view(position)
        if len(cases) == 1:
            assert cases[0].view == after
        assert any(len(case.view.unseen) == len(after.unseen) for case in cases) or len(cases) > 1


@pytest.mark.parametrize("number", [4, 16, 21])
def test_a_chance_does_not_hang_on_the_card_that_a_forced_move_happens_to_turn_up(
    number: int,
) -> None:
    """An ace goes up, and which card comes from under it nobody knows."""
    game = Game.named("klondike+draw-3+worry-back")
    position = game.start(Core.of(game).deck(number))
    view = view_of(game, position.state, _face_down_in_columns(position))
    blind = Blind(Core.of(game))
    one, other = (blind.think(view.state, view.unseen, Thought(1000, seed=k)) for k in (1, 2))
    assert abs(one.value - other.value) < 4 * (one.deviation**2 + other.deviation**2) ** 0.5


def test_what_was_seen_stays_known_through_undo() -> None:
    game = Game.named("small-harp")
    deck = Core.of(game).deck(1)
    position = game.start(deck)
    knowledge = Knowledge(Identities(game, deck))
    before = knowledge.view(position)
    turning = next(
        m for m in position.legal_moves() if m.src in game.column_number and m.dst != m.src
    )
    position.push(turning)
    after = knowledge.view(position)
    assert len(after.unseen) < len(before.unseen)
    position.pop()
    again = knowledge.view(position)
    assert len(again.unseen) == len(after.unseen)
    # Its face is told now, at its place.
    gone = set(before.unseen) - set(again.unseen)
    assert {again.state.piles[game.index[p]][at] for p, at in gone} == {
        position.state.piles[game.index[p]][at] for p, at in gone
    }


def test_intervals_hold_what_they_should() -> None:
    assert counted(0, 0).low == 0
    assert counted(0, 0).high == 1
    assert counted(50, 100).low == pytest.approx(0.4038, abs=1e-4)
    assert counted(100, 100).high == 1


def test_nobody_who_cannot_see_wins_more_than_the_exact_optimum() -> None:
    game = Game.named("klondike+draw-1+small-4x4")
    core = Core.of(game)
    blind = Blind(core)
    best = won = games = 0.0
    for number in range(scale(25, 300)):
        deck = core.deck(number)
        position = game.start(deck)
        # With draw 1 and no end of redeals the stock is looked at for nothing: what is unseen lies in the columns.
        view = view_of(game, position.state, _face_down_in_columns(position))
        optimum = blind.optimum(view.state, view.unseen)
        verdicts = [
            o.verdict for o in core.solve_states([*map(view.world, permutations(view.cards))])
        ]
        assert optimum <= verdicts.count("winnable") / len(verdicts) + 1e-12
        best += optimum
        games += 1
        won += blind.play([deck], Thought(100, seed=number))[0].won
    assert best / games > 0.8
    # What was really won lies around it; a player who peeks would be well above.
    assert won / games <= best / games + 4 * (0.25 / games) ** 0.5


def _face_down_in_columns(position: Position) -> list[tuple[str, int]]:
    return [
        (pile, at) for pile in position.game.column_number for at in range(position.face_down(pile))
    ]


def test_the_optimum_of_a_known_deal_is_its_verdict() -> None:
    game = Game.named("small-harp+small-4x4")
    core = Core.of(game)
    for number in range(scale(40, 400)):
        position = game.start(core.deck(number))
        winnable = core.solve(position.state).verdict == "winnable"
        assert Blind(core).optimum(position.state, ()) == winnable


@pytest.mark.parametrize(
    ("name", "mean"),
    [
        ("klondike+draw-1+small-4x4", 0.945555555556),
        ("klondike+draw-3+small-4x4", 0.887592592593),
        ("klondike+draw-3+redeals=1+small-4x4", 0.886689814815),
        ("black-harp+small-4x4", 0.946481481481),
    ],
)
def test_the_optimum_is_what_came_of_going_through_all_arrangements_one_by_one(
    name: str, mean: float
) -> None:
    game = Game.named(name)
    core = Core.of(game)
    found = 0.0
    for number in range(60):
        position = game.start(core.deck(number))
        found += Blind(core).optimum(position.state, _face_down_in_columns(position))
    assert found / 60 == pytest.approx(mean, abs=1e-9)


@pytest.mark.parametrize("number", [255, 275, 411, 412, 456, 662])
def test_a_certain_win_is_found_by_a_move_that_the_policy_thinks_little_of(number: int) -> None:
    game = Game.named("klondike+draw-3+small-4x4")
    core = Core.of(game)
    deck = core.deck(number)
    position = game.start(deck)
    assert Blind(core).optimum(position.state, _face_down_in_columns(position)) == 1
    assert Blind(core).play([deck], Thought(200, seed=number))[0].won


def test_there_is_no_optimum_where_too_much_is_unseen_or_a_game_may_go_round() -> None:
    for name in ["small-harp", "small-harp+small-4x4+worry-back"]:
        game = Game.named(name)
        core = Core.of(game)
        position = game.start(core.deck(0))
        with pytest.raises(ValueError, match="exact optimum"):
            Blind(core).optimum(position.state, _face_down_in_columns(position))


@pytest.mark.parametrize(("name", "weights"), [("small-harp+small-4x4", 36), ("harp-9", 54 * 3)])
def test_what_is_learnt_are_weights_to_play_by(name: str, weights: int) -> None:
    core = Core.of(Game.named(name))
    heard: list[tuple[float, float]] = []
    learnt = Blind(core).learn(0.01, tell=lambda *told: heard.append(told))
    assert len(learnt) == weights
    assert all(isfinite(weight) for weight in learnt)
    assert heard
    assert all(0 <= won <= 1 for _, won in heard)
    played = Blind(core).play([core.deck(0)], Thought(20, weights=tuple(learnt)), thinks=False)
    assert len(played) == 1


@pytest.mark.parametrize("name", ["small-harp+small-4x4", "klondike+draw-1+small-4x4"])
def test_where_all_goes_up_by_itself_the_first_move_is_found_without_the_rest(name: str) -> None:
    """On short decks what costs nothing leads far, by cards that lie otherwise in what the player sees: what was played
    on them once wrote over memory."""
    game = Game.named(name)
    for number in range(1, scale(25, 250)):
        deck = Deal("ours", number).deck(game.rules)
        position, knowledge = game.start(deck), Knowledge(Identities(game, deck))
        for move in position.legal_moves():
            position.push(move)
            chance = fair_chance(knowledge.view(position), QUICK)
            assert chance is not None
            assert 0 <= chance.fair.value <= 1
            legal = position.legal_moves()
            assert all(prospect.move in legal for prospect in chance.prospects)
            position.pop()
