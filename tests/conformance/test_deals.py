"""Every patience with every variant is dealt as its rules say (field report 8)."""

from __future__ import annotations

import pytest

from arfa.engine.game import Game
from arfa.engine.state import State
from arfa.rules.dealing import full_deck, gather, lay_out, pack, places, taken_away
from tests.conformance.checks import check_state
from tools.vectors import all_names, deck_of

NAMES = all_names()


@pytest.mark.rule("0.5", "0.1")
@pytest.mark.parametrize("name", NAMES)
def test_counts_and_faces(name: str) -> None:
    game, deck = Game.named(name), deck_of(name, 8)
    rules, state = game.rules, game.layout(deck)
    sizes = {pile: len(state.piles[i]) for pile, i in game.index.items()}
    left = len(pack(rules))
    if rules.grid is not None:
        assert sum(sizes.values()) == sum(not taken_away(rules, c) for c in deck)
        assert not rules.grid.empty_front or not any(
            sizes[pile] for pile in sizes if pile[1:] == "0"
        )
        return
    lengths = [1] * len(game.columns)
    if rules.deal.kind in ("rows", "columns"):
        lengths = list(rules.deal.lengths)
        left -= sum(lengths)
        down = 0 if rules.deal.face_up == "all" else 1
        assert list(state.down) == [down * max(0, n - 1) for n in lengths]
    else:
        left -= len(lengths)
        assert not any(state.down)
    assert [len(state.piles[i]) for i in game.columns] == lengths
    assert sizes.get("s", 0) == left
    for i in game.foundations:
        assert len(state.piles[i]) == game.fixed[i]
    hand = [pile for pile in game.pile_names if game.hand_letter and pile[0] == game.hand_letter]
    assert not any(
        sizes[pile] for pile in hand
    )  # waste, opened card and extra row are empty at the start


@pytest.mark.parametrize("name", NAMES)
def test_a_deck_and_its_layout_are_one(name: str) -> None:
    game, deck = Game.named(name), deck_of(name, 9)
    piles = {pile: [c for c, _ in cards] for pile, cards in lay_out(game.rules, deck).items()}
    assert gather(game.rules, piles) == deck
    assert len(places(game.rules)) == len(deck) == len(game.pack())
    assert sorted(deck) == list(game.pack())


@pytest.mark.parametrize("name", NAMES)
def test_the_order_of_the_stock(name: str) -> None:
    """The first card that the deal leaves over is the first one that comes out of the stock."""
    game, deck = Game.named(name), deck_of(name, 10)
    stock = game.rules.stock
    if stock is None:
        pytest.skip("no stock")
    state = game.layout(deck)
    rest = [c for c, place in zip(deck, places(game.rules), strict=True) if place.pile == "s"]
    pile = list(state.piles[game.index["s"]])
    assert pile == (rest if stock.kind == "cycle" else rest[::-1])
    dealt = next(iter(game.stock.actions))
    after = game.stock.apply(
        state, game.legal_moves(state)[0]._replace(src=dealt[0], dst=dealt[1], count=1)
    )
    assert first_out(game, state, after) == rest[stock.skip if stock.kind == "cycle" else 0]


def first_out(game: Game, before: State, after: State) -> int:
    """Which card a first draw or deal shows first."""
    stock = game.rules.stock
    assert stock is not None
    if stock.kind == "waste":
        return after.piles[game.index["w"]][0]
    if stock.kind == "cycle":
        return after.piles[game.index["o"]][0]
    if stock.kind == "row":
        return next(c for _, c in game.stock.hand(after))
    return after.piles[game.columns[0]][-1]


@pytest.mark.parametrize("name", NAMES)
def test_play_begins_with_all_cards_and_nothing_left_undone(name: str) -> None:
    game = Game.named(name)
    for number in range(20):
        position = game.start(deck_of(name, number))
        check_state(game, position.state)
        assert position.history == ()
        assert not position.breaches
        assert game.total == len(full_deck(game.rules))
