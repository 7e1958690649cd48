"""The names of cards: each card keeps its own through the play, and no name tells a face."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from arfa.cards import Card
from arfa.deals import Deal
from arfa.engine.game import Game
from arfa.engine.identities import Identities, Names
from arfa.engine.moves import Move
from arfa.engine.position import Position
from arfa.engine.view import view
from arfa.rules.load import game_ids, load_game
from tests.scale import scale


def variants() -> Iterator[str]:
    """Every patience alone and with each of its variants."""
    for name in game_ids():
        yield name
        for key, variant in load_game(name).file.variants.items():
            number = variant.parameter
            chosen = [*variant.requires, key if number is None else f"{key}={number.min}"]
            yield load_game("+".join([name, *chosen])).name


def walk(position: Position, rng: random.Random, steps: int) -> Iterator[None]:
    """Moves at random, what the stock does more often than its share, and some taken back."""
    for _ in range(steps):
        moves = position.legal_moves()
        if not moves or (position.history and rng.random() < 0.15):
            if not position.history:
                return
            for _ in range(rng.randint(1, min(3, len(position.history)))):
                position.pop()
        else:
            rare = [m for m in moves if position.game.stock.owns(m) or not m.dst]
            position.push_legal(rng.choice(rare if rare and rng.random() < 0.4 else moves))
        yield


def check(position: Position, names: Names, deck: tuple[Card, ...]) -> None:
    """Every card has one name, and the face that lay at that place of the deck."""
    game = position.game
    bases = [position.state.piles[i][0] for i in game.foundations if game.fixed[i]]
    faces = [*deck, *bases]
    flat = [name for pile in names.state.piles for name in pile]
    assert len(set(flat)) == len(flat)
    for pile, theirs in zip(position.state.piles, names.state.piles, strict=True):
        assert pile == tuple(faces[name] for name in theirs)


@pytest.mark.parametrize("name", sorted(set(variants())))
def test_a_card_keeps_its_name(name: str) -> None:
    game = Game.named(name)
    rng = random.Random(name)
    for number in range(scale(2, 40)):
        deck = Deal("ours", number).deck(game.rules)
        position = game.start(deck)
        identities = Identities(game, deck)
        names = identities.of(position)
        check(position, names, deck)
        for _ in walk(position, rng, scale(60, 200)):
            names = identities.of(position)
            check(position, names, deck)
        # Folded anew, as after a restart of the server, the names are the same.
        assert Identities(game, deck).of(position) == names


@pytest.mark.parametrize("name", sorted(set(variants())))
def test_a_card_of_a_position_keeps_its_name(name: str) -> None:
    """Where play begins from a position, a name is the place in it."""
    game = Game.named(name)
    rng = random.Random(name)
    for number in range(scale(1, 20)):
        before = game.start(Deal("ours", number).deck(game.rules))
        for _ in walk(before, rng, 20):
            pass
        position = Position.parse(str(before))
        assert position == before
        faces = [card for pile in position.state.piles for card in pile]
        identities = Identities.from_position(position)
        assert sorted(n for pile in identities.of(position).state.piles for n in pile) == list(
            range(len(faces))
        )
        for _ in walk(position, rng, scale(40, 200)):
            names = identities.of(position).state
            for pile, theirs in zip(position.state.piles, names.piles, strict=True):
                assert pile == tuple(faces[name] for name in theirs)
        anew = Identities.from_position(Position.parse(str(before)))
        assert anew.of(position) == identities.of(position)


@pytest.mark.parametrize("name", game_ids())
def test_names_do_not_depend_on_faces_that_were_never_seen(name: str) -> None:
    """The same moves give the same names whatever lies face down: twins, cyclic passes and redeals included."""
    game = Game.named(name)
    rng = random.Random(name)
    for number in range(scale(4, 40)):
        deck = Deal("ours", number).deck(game.rules)
        other = hidden_changed(game, deck, rng)
        one, two = game.start(deck), game.start(other)
        my, theirs = Identities(game, deck), Identities(game, other)
        for _ in range(150):
            if view(one) != view(two) or not (moves := one.legal_moves()):
                break
            assert my.of(one) == theirs.of(two)
            move = rng.choice(moves)
            one.push_legal(move)
            two.push(move)


def hidden_changed(
    game: Game, deck: tuple[Card, ...], rng: random.Random, most: int = 52
) -> tuple[Card, ...]:
    """Another deck that looks the same when it is dealt: some face-down cards, so many at most, have changed places."""
    position = game.start(deck)
    names = Identities(game, deck).of(position).state
    hidden = [
        name
        for pile, theirs in zip(view(position), names.piles, strict=True)
        for card, name in zip(pile.cards, theirs, strict=True)
        if card is None
    ]
    places = rng.sample(hidden, min(most, len(hidden)))
    changed = list(deck)
    for old, new in zip(places, [*places[1:], *places[:1]], strict=True):
        changed[new] = deck[old]
    return tuple(changed)


def test_a_pass_of_unseen_cards_keeps_their_names() -> None:
    """Чёрная арфа: what passes unseen from the bottom to the top is still the same card when it comes round."""
    game = Game.named("black-harp")
    deck = Deal("ours", 5).deck(game.rules)
    position, identities = game.start(deck), Identities(game, deck)
    stock, opened = game.index["s"], game.index["o"]
    before = identities.of(position).state.piles[stock]
    position.push(Move("s", "o"))
    names = identities.of(position).state
    assert names.piles[opened] == before[2:3]
    assert names.piles[stock] == before[3:] + before[:2]
    position.push(Move("o", "s"))
    assert identities.of(position).state.piles[stock] == before[3:] + before[:3]
    shown = identities.of(position).shown
    assert [name for name in before if shown >> name & 1] == [before[2]]
