"""What may be typed or pasted: every deal is understood before it is dealt, and what is wrong is shown where it is."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from typing import Any

import pytest

from arfa.cards import card_text
from arfa.deals import Deal, deck_text, encode
from arfa.deals.daily import daily_number, today
from arfa.engine.game import Game
from arfa.engine.position import Position
from arfa.engine.view import view
from arfa.notation import of_position
from arfa.notation.importers import export
from arfa.rules.load import game_ids, load_game
from tests.scale import scale
from tests.web.house import Browser, House, Reply

FIVE = Deal("ours", 5)


@pytest.fixture
def guest(house: House) -> Browser:
    return house.browser()


def check(
    guest: Browser, deal: str | None, game: str | None = "small-harp", lang: str = "ru"
) -> Reply:
    return guest.post(f"/api/deals/check?lang={lang}", {"game": game, "deal": deal})


def walked(name: str, deal: Deal, seed: object, steps: int = 30) -> Position:
    """A position after some moves."""
    game = Game.named(name)
    position = game.start(deal.deck(game.rules))
    rng = random.Random(str(seed))
    for _ in range(steps):
        if not (moves := position.legal_moves()):
            break
        position.push_legal(rng.choice(moves))
    return position


# ---------------------------------------------------------------------------------------------- what is understood
def texts() -> Iterator[tuple[str | None, str | None, str, str, str | None]]:
    """(text, patience chosen, kind, patience understood, deal understood)."""
    harp, big = load_game("small-harp"), load_game("big-harp")
    deck = FIVE.deck(harp.rules)
    exact = Deal.of_deck(deck, harp.rules)
    klondike = Game.named("klondike")
    board = FIVE.deck(klondike.rules)
    own = str(Deal.of_deck(board, klondike.rules))
    yield None, "small-harp", "random", "small-harp", None
    yield "12345", "big-harp+draw-3", "number", "big-harp+draw-3", "12345"
    yield " № 12345 ", "big-harp", "number", "big-harp", "12345"
    yield "pysol:7", "klondike", "pysol", "klondike", "pysol:7"
    yield "perm:0", "gaps", "exact", "gaps", "perm:0"
    yield encode(big, FIVE), "small-harp", "number", "big-harp", "5"
    yield encode(big, FIVE).lower(), None, "number", "big-harp", "5"
    yield f"#/deal/{encode(big, FIVE)}", "small-harp", "number", "big-harp", "5"
    yield f"https://arfa.example/#/deal/{encode(big, FIVE)}", None, "number", "big-harp", "5"
    yield "http://localhost:8000/#/deal/gaps+redeals=2/17", None, "number", "gaps+redeals=2", "17"
    yield (
        f"daily:{today()}",
        "gaps",
        "daily",
        "gaps",
        str(daily_number(load_game("gaps").file, today())),
    )
    yield "daily:2026-01-02", "gaps", "daily", "gaps", None
    yield deck_text(deck), "small-harp", "exact", "small-harp", str(exact)
    yield (
        deck_text(deck).replace(" ", "\r\n").replace("T", "10"),
        "small-harp",
        "exact",
        "small-harp",
        str(exact),
    )
    yield json.dumps({"deck": deck_text(deck)}), "small-harp", "exact", "small-harp", str(exact)
    yield "small-harp / t1: 5c 9H / s: *", "big-harp", "position", "small-harp", None
    yield "klondike+draw-3\nt1: 5c 9H\ns: *", None, "position", "klondike+draw-3", None
    yield "t1: 5c 9H / s: *", "klondike", "position", "klondike", None
    yield '\ufeff[Game "klondike"] [Deal "1"]\r\nsw sw', "gaps", "record", "klondike", "1"
    yield export("solvitaire", klondike, board), "klondike", "exact", "klondike", own
    yield export("solvitaire", klondike, board), "big-harp", "exact", "klondike", own
    yield export("klondike-solver", klondike, board), None, "exact", "klondike", own
    yield export("lonelybot", klondike, board), "klondike", "exact", "klondike", own


@pytest.mark.parametrize("expected", list(texts()), ids=lambda expected: str(expected[0])[:30])
def test_every_form_is_understood(guest: Browser, expected: Any) -> None:
    text, chosen, kind, game, deal = expected
    reply = check(guest, text, chosen)
    assert reply.status == 200, reply.json
    found = reply.json
    assert (found["kind"], found["game"]) == (kind, game)
    assert found["name"] == load_game(game).title("ru")
    assert found["said"].startswith(found["name"])
    if deal is not None:
        assert found["deal"]["text"] == deal
    assert (found["deal"] is None) == (kind in ("random", "position"))
    # What was understood is what is dealt, also without naming its patience.
    if text is not None:
        unbound = guest.post("/api/plays", {"game": chosen, "deal": text, "other": True}).json
        assert unbound["game"] == game
    dealt = guest.post("/api/plays", {"game": game, "deal": text})
    assert dealt.status == 201, dealt.json
    assert dealt.json["game"] == game
    if deal is not None:
        assert dealt.json["deal"] == found["deal"]
    if kind == "daily":
        assert text == f"daily:{found['deal']['day']}"
        assert guest.get("/api/plays").json[0]["day"] == found["deal"]["day"]


def test_looking_deals_nothing(guest: Browser) -> None:
    for text in ("12345", "small-harp / t1: 5c 9H / s: *", "nonsense"):
        check(guest, text)
    assert guest.cookies == {}
    assert guest.get("/api/plays").json == []


def test_short_decks_have_links(guest: Browser) -> None:
    """They have no code, but an address all the same."""
    for name in game_ids():
        file = load_game(name).file
        small = next(key for key, variant in file.variants.items() if variant.small)
        state = guest.deal(f"{name}+{small}", "7")
        assert state["deal"]["code"] is None
        link = state["deal"]["link"]
        again = guest.post("/api/plays", {"deal": link}).json
        assert (again["game"], again["piles"]) == (state["game"], state["piles"])


@pytest.mark.parametrize(
    "deal", ["0", "999999", "18446744073709551615", "pysol:1", "perm:0", "deck"]
)
@pytest.mark.parametrize("name", ["small-harp", "big-harp+draw-3", "klondike+redeals=2+draw-3"])
def test_a_link_gives_anybody_the_same_deal(house: House, name: str, deal: str) -> None:
    one, two = house.browser(), house.browser()
    rules = load_game(name).rules
    state = one.deal(name, deck_text(FIVE.deck(rules)) if deal == "deck" else deal)
    again = two.post(
        "/api/plays", {"deal": f"https://cards.example/play/{state['deal']['link']}"}
    ).json
    assert again["id"] != state["id"]
    assert (again["game"], again["deal"], again["piles"]) == (
        state["game"],
        state["deal"],
        state["piles"],
    )


def test_the_link_of_a_day_gives_the_day(house: House) -> None:
    state = house.browser().deal("klondike+draw-3", "daily")
    other = house.browser()
    again = other.post("/api/plays", {"deal": state["deal"]["link"]}).json
    assert again["deal"] == state["deal"]
    assert again["deal"]["day"] == other.get("/api/plays").json[0]["day"] is not None


# ---------------------------------------------------------------------------------------------- what is wrong
DECK = deck_text(FIVE.deck(load_game("small-harp").rules)).split()


@pytest.mark.parametrize(
    ("text", "chosen", "code", "place"),
    [
        (" ".join(DECK[:51]), "small-harp", "deck-text-missing", None),
        (" ".join([*DECK[:51], DECK[0]]), "small-harp", "deck-text-again", (1, 154)),
        (" ".join([*DECK, DECK[3]]), "small-harp", "deck-text-again", (1, 157)),
        (" ".join([*DECK[:26], "\n", "0S", *DECK[27:]]), "small-harp", "deck-text-card", (2, 2)),
        (" ".join(DECK), None, "deal-needs-game", None),
        ("small-harp / t1: 5S 9X / s: *", "small-harp", "position-card", (1, 21)),
        ("small-harp\nt1: 5S 5S\ns: *", "gaps", "position-extra", (2, 8)),
        ('[Game "klondike"] [Deal "1"]\n1. sw 2. ws', "gaps", "text-at", (2, 10)),
        (
            '{"tableau piles": [["KS"], ["QH"], [], ["2C"]], "stock": []}',
            "klondike",
            "import-columns",
            None,
        ),
        ("RXP-7M09", "small-harp", "code-check", None),
        ("daily:2999-01-01", "small-harp", "daily-future", None),
        ("daily:yesterday", "small-harp", "daily-date", None),
        ("gaps/zebra", "small-harp", "deal-unknown", None),
        ("no-such-harp/12345", "small-harp", "game-unknown", None),
        ("http://localhost/#/deal/%E4%B8", "small-harp", "deal-unknown", None),
        ("zebra", "small-harp", "deal-unknown", None),
        ("", "small-harp", "deal-unknown", None),
        ("12345", "no-such-harp", "game-unknown", None),
    ],
)
def test_what_is_wrong_is_shown_where_it_is(
    guest: Browser, text: str, chosen: str | None, code: str, place: tuple[int, int] | None
) -> None:
    for lang in ("ru", "en"):
        reply = check(guest, text, chosen, lang)
        assert (reply.status, reply.code) == (422, code)
        error = reply.json["error"]
        if place is not None:
            assert (error["line"], error["column"]) == place
        refused = guest.post(f"/api/plays?lang={lang}", {"game": chosen, "deal": text})
        assert refused.status == 422
    assert guest.get("/api/plays").json == []


def test_four_columns_of_seven_are_told_with_both_numbers(guest: Browser) -> None:
    """Field report 15."""
    text = '{"tableau piles": [["KS"], ["QH"], [], ["2C"]], "stock": []}'
    words = check(guest, text, "klondike", "en").json["error"]["text"]
    assert "4" in words
    assert "7" in words


def test_what_belongs_to_another_patience_is_not_dealt_unasked(guest: Browser) -> None:
    for text in ("klondike / t1: * / s: 2c 7h", '[Game "klondike"] [Deal "1"] sw', "klondike/5"):
        reply = guest.post("/api/plays", {"game": "small-harp", "deal": text})
        assert (reply.status, reply.code) == (422, "wish-other")
    reply = guest.post("/api/plays", {"game": "gaps", "deal": "5", "other": "yes"})
    assert (reply.status, reply.code) == (422, "web-field")


SOLVED = (
    "072103023042094134111092051034044074114052123011083122012131091082124064014093033112071104132053133102084041013073"
    "063031061043081054113062024021101022032121 IC @@AL KL @@AK @@@@@AE LJ AK LK"
)


def test_a_solution_of_another_program_is_gone_on_with(guest: Browser) -> None:
    """Field report 57: MinimalKlondike's text, with its moves."""
    found = check(guest, SOLVED, "big-harp", "en").json
    assert (found["kind"], found["game"]) == ("record", "klondike")
    assert found["said"].startswith("Klondike, a recorded game of ")
    assert found["notes"]
    state = guest.post("/api/plays", {"game": "big-harp", "deal": SOLVED, "other": True}).json
    assert state["can_undo"]


# ---------------------------------------------------------------------------------------------- positions
@pytest.mark.parametrize("name", game_ids())
def test_a_pasted_position_is_played_from_there(house: House, tmp_path: Any, name: str) -> None:
    """It begins a play of its own, undo goes back to it and no further, and it is there after the server was away."""
    database = tmp_path / "own.sqlite3"
    rng = random.Random(name)
    for number in range(scale(3, 30)):
        start = walked(name, Deal("ours", number), number)
        there = Position.parse(str(start))
        with House(database) as open_house:
            guest = open_house.browser()
            state = guest.post("/api/plays?lang=ru", {"game": name, "deal": str(start)}).json
            assert state["deal"] == {"code": None, "text": "", "day": None, "link": None}
            assert not state["can_undo"]
            first = state["piles"]
            for _ in range(20):
                if not state["moves"]:
                    break
                move = rng.choice(state["moves"])["text"]
                state = guest.act(state, "move", move, "ru").json
                there.push(next(m for m in there.legal_moves() if str(m) == move))
                shown = {p.name: list(p.cards) for p in view(there) if p.kind != "stock"}
                for pile, cards in shown.items():
                    faces = [None if c is None else card_text(c) for c in cards]
                    assert [face for _, face in state["piles"][pile]["cards"]] == faces
        with House(database) as open_house:
            guest.house = open_house
            again = guest.get(f"/api/plays/{state['id']}?lang=ru").json
            assert (again["piles"], again["version"]) == (state["piles"], state["version"])
            while again["can_undo"]:
                again = guest.act(again, "undo", None, "ru").json
            assert again["piles"] == first


def test_a_position_is_not_a_deal(house: House, guest: Browser) -> None:
    state = guest.post("/api/plays", {"deal": "klondike / t1: * / s: 2c 7h"}).json
    info = guest.get("/api/plays").json[0]
    assert (info["id"], info["deal"]) == (state["id"], "")


def test_a_won_position_is_won(guest: Browser) -> None:
    state = guest.post("/api/plays", {"deal": "klondike / f: KC KD KH KS"}).json
    assert state["status"] == "won"


@pytest.mark.parametrize("name", [n for n in game_ids() if Game.named(n).rules.grid is None])
def test_a_position_hides_what_lies_face_down(house: House, name: str) -> None:
    """Two positions that look the same are answered the same, though one player typed other hidden cards."""
    rng = random.Random(name)
    for number in range(scale(3, 30)):
        start = walked(name, Deal("ours", number), number, 15)
        state = start.state
        hidden = [
            (i, depth)
            for i, pile in enumerate(view(start))
            for depth, card in enumerate(pile.cards)
            if card is None
        ]
        if len(hidden) < 2:
            continue
        (a, i), (b, j) = rng.sample(hidden, 2)
        piles = [list(pile) for pile in state.piles]
        piles[a][i], piles[b][j] = piles[b][j], piles[a][i]
        other = Position(start.game, state._replace(piles=tuple(map(tuple, piles))))
        replies = [
            house.browser().post("/api/plays?lang=ru", {"deal": str(position)}).json
            for position in (start, other)
        ]
        for reply in replies:
            del reply["id"]
        assert replies[0] == replies[1]


# ---------------------------------------------------------------------------------------------- records
def test_a_pasted_record_goes_on_where_it_ends(guest: Browser) -> None:
    position = walked("small-harp", FIVE, "record", 12)
    text = str(of_position(position, deal=FIVE))
    state = guest.post("/api/plays?lang=ru", {"deal": text}).json
    assert (state["deal"]["text"], state["version"], state["counts"]["moves"]) == ("5", 12, 12)
    assert state["can_undo"]
    for _ in range(12):
        state = guest.act(state, "undo").json
    assert state["piles"] == guest.deal("small-harp", "5")["piles"]
