"""No face-down card leaves the house: not its face, nor anything that follows from it."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Set
from typing import Any

import pytest

from arfa.cards import Card, card_symbol, card_text
from arfa.deals import Deal, deck_text
from arfa.engine.game import Game
from arfa.engine.identities import Identities
from arfa.engine.outcome import Outcome
from arfa.engine.position import Position
from arfa.engine.view import view
from arfa.rules.load import game_ids
from arfa.texts import LANGUAGES, card_name
from tests.scale import scale
from tests.web.house import Browser, House, Reply
from tests.web.test_service_names import hidden_changed

# Every patience that hides cards, and the variants that do something of their own with them.
GAMES = [
    *(name for name in game_ids() if Game.named(name).rules.grid is None),
    "big-harp+draw-3",
    "big-harp+extra-row",
    "big-harp+extra-row+row-cover",
    "big-harp+draw-when-stuck+redeals=1",
    "black-harp+open-next+forced-play",
    "black-harp+draw-when-stuck",
    "klondike+draw-3+redeals=2",
    "small-harp+draw-when-stuck",
    "small-harp+worry-back",
]

_OWN = re.compile(
    rb'("id":"[\w-]{22}"|"deal":\{[^}]*\}|"deal":"[^"]*"|"updated":"[^"]*"|"seconds":\d+)'
)


def masked(reply: Reply) -> tuple[int, bytes]:
    """An answer without what belongs to the play and not to the table: its id, its deal, the time."""
    return reply.status, _OWN.sub(b"", reply.body)


def hidden(position: Position) -> list[Card]:
    """The cards that lie face down."""
    return [
        card
        for pile in view(position)
        for card, shown in zip(position.cards(pile.name), pile.cards, strict=True)
        if shown is None
    ]


def tries(state: Any, rng: random.Random) -> Iterator[tuple[str, str | None]]:
    """What a curious player sends beside the legal moves: refusals must not tell anything either."""
    piles = [pile["id"] for pile in state["layout"]["piles"]]
    for _ in range(3):
        src, dst = rng.choice(piles), rng.choice([*piles, "f", "s", "w", "o", "x", "t"])
        count, mercy = rng.choice(["", "", ".2", ".5", ".13"]), rng.choice(["", "", "!"])
        yield "move", f"{src}{dst}{count}{mercy}"
    for _ in range(2):
        card, other = (rng.choice("A23456789TJQK") + rng.choice("CDHS") for _ in range(2))
        yield (
            "move",
            f"{card}-{rng.choice([other, rng.choice(piles), 'f'])}{rng.choice(['', '=4H'])}",
        )
    yield rng.choice(["undo", "redo", "restart", "auto", "finish"]), None


def legal(state: Any, rng: random.Random) -> str | None:
    """One of the legal moves; what the stock does comes more often than its share."""
    moves = [move["text"] for move in state["moves"]]
    rare = [m for m in moves if m[0] in "so" or m in ("ws", "ts", "redeal")]
    return rng.choice(rare if rare and rng.random() < 0.5 else moves) if moves else None


def dealt(browser: Browser, game: Game, deck: tuple[Card, ...]) -> Reply:
    return browser.post("/api/plays?lang=ru", {"game": game.name, "deal": deck_text(deck)})


def together(
    one: Browser, two: Browser, first: tuple[Reply, Reply], rng: random.Random, steps: int
) -> int:
    """Play the same in two plays that look the same, until they do not; how long that was.

    While they look the same, every answer must be the same to the byte.
    """
    states = [reply.json for reply in first]
    for step in range(steps):
        a, b = states
        asked: list[tuple[str, str | None]] = []
        move = legal(a, rng)
        if move is not None:
            asked.append(("move", move))
        asked += tries(a, rng)
        rng.shuffle(asked)
        for action, text in asked:
            replies = one.act(a, action, text, "ru"), two.act(b, action, text, "ru")
            statuses = [reply.status for reply in replies]
            if statuses == [200, 200]:
                # What turned up may differ: then the two have parted, and all is said.
                looks = [(r.json["piles"], r.json["said"]) for r in replies]
                if looks[0][0] != looks[1][0]:
                    return step
                a, b = (reply.json for reply in replies)
            assert masked(replies[0]) == masked(replies[1]), (action, text)
        if step % 5 == 0:
            for path in ("/api/plays/{id}?lang=en", "/api/plays?lang=ru"):
                replies = one.get(path.format(**a)), two.get(path.format(**b))
                assert masked(replies[0]) == masked(replies[1])
        states = [a, b]
    return steps


@pytest.mark.parametrize("name", GAMES)
def test_two_deals_that_look_the_same_are_answered_the_same(house: House, name: str) -> None:
    """The strongest test: hidden cards are changed, and nothing that is sent may change with them."""
    game = Game.named(name)
    rng = random.Random(name)
    steps = 0
    for number in range(scale(2, 60)):
        deck = Deal("ours", number).deck(game.rules)
        one, two = house.browser(), house.browser()
        other = hidden_changed(game, deck, rng, most=2 + 3 * number)
        first = dealt(one, game, deck), dealt(two, game, other)
        assert masked(first[0]) == masked(first[1])
        steps += together(one, two, first, rng, scale(10, 80))
    assert steps > 0, "the plays part before anything is tried"


@pytest.mark.parametrize("name", ["small-harp", "big-harp", "klondike", "black-harp", "harp-9"])
def test_a_swap_that_never_shows_is_never_told(house: House, name: str) -> None:
    """Two cards at the very bottom change places: whole games can be played without their being seen."""
    game = Game.named(name)
    rng = random.Random(name)
    for number in range(scale(2, 30)):
        deck = Deal("ours", number).deck(game.rules)
        one, two = house.browser(), house.browser()
        first = dealt(one, game, deck), dealt(two, game, swapped(game, deck))
        assert masked(first[0]) == masked(first[1])
        assert together(one, two, first, rng, scale(30, 300)) > 3


def swapped(game: Game, deck: tuple[Card, ...]) -> tuple[Card, ...]:
    """The deck with the deepest cards of the two longest columns changed round."""
    names = Identities(game, deck).of(game.start(deck)).state
    columns = sorted((names.piles[i] for i in game.columns), key=len)[-2:]
    there, here = (column[0] for column in columns)
    changed = list(deck)
    changed[there], changed[here] = deck[here], deck[there]
    return tuple(changed)


@pytest.mark.parametrize("name", GAMES)
def test_no_face_down_card_is_in_any_answer(house: House, name: str) -> None:
    """All traffic of whole games: a face that lies face down is neither listed nor named in words.

    A refusal may name a card that is waited for, wherever it is: that refusals do not depend on hidden cards is shown
    above.
    """
    game = Game.named(name)
    rng = random.Random(name)
    for number in range(scale(1, 20)):
        browser = house.browser()
        reply = dealt(browser, game, Deal("ours", number).deck(game.rules))
        state = reply.json
        for _ in range(scale(50, 500)):
            move = legal(state, rng)
            if move is None:
                break
            for action, text in [*tries(state, rng), ("move", move)]:
                before = seen(position(house, state))
                reply = browser.act(state, action, text, rng.choice(LANGUAGES))
                assert reply.status in (200, 422)
                tell_tale(position(house, state), reply, before)
                if reply.status == 200:
                    state = reply.json
                    break  # the moves are others now


def position(house: House, state: Any) -> Position:
    """The position that the service has of a play, face-down cards and all."""
    return house.service.sessions._kept[state["id"]].course.position


def tell_tale(position: Position, reply: Reply, before: Set[Card] = frozenset()) -> None:
    """Fail if an answer has a card that lies face down and has no twin in sight.

    A card that could be seen ``before``, and has just been put face down, may be named in words.
    """
    _, body = masked(reply)
    text = body.decode().lower()
    for card in set(hidden(position)) - seen(position):
        telling = [f'"{card_text(card).lower()}"', card_symbol(card).lower()]
        if reply.status != 422 and card not in before:
            telling += WORDS[card]
        for told in telling:
            assert told not in text, f"{card_text(card)} lies face down in {position}"


def seen(position: Position) -> set[Card]:
    """The cards that lie face up."""
    return {card for pile in view(position) for card in pile.cards if card is not None}


WORDS = [
    [card_name(card, "en"), *(card_name(card, "ru", case) for case in ("nom", "acc", "gen"))]
    for card in range(52)
]


def test_the_check_would_find_a_leak(house: House) -> None:
    """The test of the test: a card is put where it does not belong."""
    game = Game.named("small-harp")
    browser = house.browser()
    reply = dealt(browser, game, Deal("ours", 1).deck(game.rules))
    there = position(house, reply.json)
    tell_tale(there, reply)
    card = hidden(there)[0]
    for told in (
        f'"{card_text(card)}"',
        card_symbol(card),
        card_name(card, "ru", "acc").capitalize(),
    ):
        leak = Reply(200, {}, reply.body + told.encode())
        with pytest.raises(AssertionError):
            tell_tale(there, leak)
    other = dealt(
        browser, game, hidden_changed(game, Deal("ours", 1).deck(game.rules), random.Random(1))
    )
    assert masked(reply) == masked(other)
    assert masked(reply) != masked(
        Reply(201, {}, other.body.replace(b'"hidden":24', b'"hidden":23'))
    )


def test_mercy_is_offered_by_the_rule_alone(house: House) -> None:
    """The one thing that follows from unseen cards: the referee's word that a game is stuck, where mercy needs it."""
    game = Game.named("big-harp+mercy+small-4x2")
    offers = 0
    for number in (11, 12, 13):
        rng = random.Random(number)
        browser = house.browser()
        state = dealt(browser, game, Deal("ours", number).deck(game.rules)).json
        for _ in range(25):
            there = position(house, state)
            assert state["mercy"] == there.mercy_offered()
            if state["mercy"]:
                offers += 1
                assert state["status"] == there.outcome().value
            moves = [move["text"] for move in state["moves"]]
            if not moves:
                break
            table = [move for move in moves if move[0] != "s"]
            state = browser.act(state, "move", rng.choice(table or moves), "ru").json
    assert offers > 0


@pytest.mark.parametrize(
    ("name", "number", "turns"),
    [("klondike+draw-3", 302, 8), ("klondike+draw-3", 1089, 8), ("black-harp", 826, 8)],
)
def test_that_nothing_helps_is_a_secret_until_the_stock_was_seen(
    house: House, name: str, number: int, turns: int
) -> None:
    """A game that the referee knows to be stuck is being played until its player can know it too."""
    game = Game.named(name)
    deck = Deal("ours", number).deck(game.rules)
    assert game.start(deck).outcome() is Outcome.STUCK
    browser = house.browser()
    state = dealt(browser, game, deck).json
    for turned in range(turns):
        assert state["status"] == "playing", f"told after {turned} cards"
        state = browser.move(state, "sw" if "w" in state["piles"] else "so")
        if "o" in state["piles"] and turned < turns - 1:
            state = browser.move(state, "os")
    assert state["status"] == "stuck"
    assert browser.get("/api/plays").json[0]["status"] == "stuck"
    # Taken back, what was seen is forgotten: the word goes by the cards on the table.
    assert browser.act(state, "undo").json["status"] == "playing"
