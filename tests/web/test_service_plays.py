"""The end points of plays: dealing, acting, stale versions, other players, resuming."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Iterator
from datetime import datetime
from typing import Any

import pytest

from arfa.cards import parse_card
from arfa.deals import Deal, deck_text, encode
from arfa.engine.game import Game
from arfa.engine.moves import Move
from arfa.engine.position import Position
from arfa.rules.dealing import gather, pack
from arfa.rules.load import game_ids, load_game
from arfa.texts import card_name
from arfa.web import schemas
from tests.web.house import Browser, House
from tests.web.test_service_names import variants


@pytest.fixture
def house(place: str) -> Iterator[House]:
    """A service on an empty database of each kind."""
    with House(place) as opened:
        yield opened


@pytest.fixture
def guest(house: House) -> Browser:
    return house.browser()


# ---------------------------------------------------------------------------------------------- dealing
def offered(position: Position) -> list[str]:
    """What is offered: every legal move but those that only move a king's column to another space."""
    nothing = position.game.changes_nothing
    return [str(m) for m in position.legal_moves() if not nothing(position.state, m)]


@pytest.mark.parametrize("name", sorted(set(variants())))
def test_every_patience_and_variant_is_dealt_and_described(guest: Browser, name: str) -> None:
    for lang in ("ru", "en"):
        state = guest.deal(name, "7", lang)
        schemas.State.model_validate_json(guest.record[-1].body)
        game = Game.named(name)
        there = game.start(Deal.parse("7").deck(game.rules))
        assert state["game"] == name
        assert state["name"] == game.spec.title(lang)
        assert state["status"] == "playing"
        assert (state["version"], state["can_undo"], state["can_redo"]) == (0, False, False)
        assert [m["text"] for m in state["moves"]] == offered(there)
        assert state["said"]
        small = any(word.startswith("small-") for word in name.split("+")[1:])
        assert state["deal"]["text"] == "7"
        if small:
            assert state["deal"]["code"] is None
        else:
            assert state["deal"]["code"] == encode(game.spec, Deal.parse("7"))
        check_layout(state, there)


def check_layout(state: Any, there: Position) -> None:
    """Every pile lies somewhere, is called something, and has the cards that can be seen."""
    game = there.game
    placed = [pile["id"] for pile in state["layout"]["piles"]]
    assert sorted(placed) == sorted(game.pile_names)
    labels = [pile["label"] for pile in state["layout"]["piles"]]
    assert len(set(labels)) == len(labels)
    kinds = {pile["id"]: pile["kind"] for pile in state["layout"]["piles"]}
    for name, pile in state["piles"].items():
        assert pile["kind"] == kinds[name]
        if pile["kind"] == "stock":
            assert (pile["cards"], pile["hidden"]) == ([], len(there.cards(name)))
        else:
            assert "hidden" not in pile
            faces = [face for _, face in pile["cards"]]
            assert len(faces) == len(there.cards(name))
            assert faces.count(None) == there.face_down(name)
    for pile in state["layout"]["piles"]:
        assert (pile["suit"] is not None) == (pile["kind"] == "foundation")
        assert 0 <= pile["x"] <= state["layout"]["width"]
        assert 0 <= pile["y"] <= state["layout"]["height"]
    for move in state["moves"]:
        assert move["label"].strip()
        if game.kind(move["dst"]) == "foundation":
            assert move["dst"] in state["piles"], "one pile, not a letter"


def test_a_deal_may_be_named_in_every_way(guest: Browser) -> None:
    spec = load_game("small-harp")
    deck = Deal.parse("12345").deck(spec.rules)
    code = encode(spec, Deal.parse("12345"))
    first = guest.deal("small-harp", "12345")
    for game, deal in (
        ("small-harp", code),
        (None, code),
        (None, code.lower().replace("-", "")),
        ("small-harp", deck_text(deck)),
        ("small-harp", deck_text(deck).replace(" ", "\n")),
        ("small-harp", " 12345 "),
    ):
        state = guest.deal(game, deal)
        assert state["piles"] == first["piles"]
        assert state["id"] != first["id"]
    exact = guest.deal("small-harp", deck_text(deck))
    assert guest.deal(None, exact["deal"]["code"])["piles"] == first["piles"]
    assert guest.deal("klondike", "pysol:1")["deal"]["text"] == "pysol:1"
    names = {guest.deal("small-harp", None)["deal"]["text"] for _ in range(5)}
    assert len(names) == 5, "deals at random"


@pytest.mark.parametrize("name", ["mercy+big-harp", "big-harp+worry-back+mercy", "big-harp+mercy"])
def test_a_patience_has_one_name(guest: Browser, name: str) -> None:
    wish = guest.post("/api/plays", {"game": name, "deal": "1"})
    if name.startswith("mercy"):
        assert (wish.status, wish.code) == (422, "game-unknown")
    else:
        assert wish.json["game"] == load_game(name).name


@pytest.mark.parametrize(
    ("wish", "code"),
    [
        ({"game": "no-such-harp", "deal": None}, "game-unknown"),
        ({"game": "small-harp+nonsense", "deal": None}, "variant-unknown"),
        ({"game": "big-harp+mercy+mercy-max=2", "deal": None}, "variant-excludes"),
        ({"game": "harp-9+redeals=99", "deal": None}, "variant-number"),
        ({"game": "small-harp", "deal": "zebra"}, "deal-unknown"),
        ({"game": "small-harp", "deal": ""}, "deal-unknown"),
        ({"game": "small-harp", "deal": "-1"}, "deal-unknown"),
        ({"game": "small-harp", "deal": "9" * 50}, "deal-number"),
        ({"game": "small-harp", "deal": "9" * 300}, "text-at"),
        ({"game": "small-harp", "deal": "AS AS"}, "deck-text-again"),
        ({"game": "small-harp", "deal": "AS 2S 0S"}, "deck-text-card"),
        ({"game": "small-harp", "deal": "1" + "♥" * 9000}, None),
        ({"game": "small-harp", "deal": "A" * 15000}, None),
        ({"game": None, "deal": None}, "deal-needs-game"),
        ({"game": None, "deal": "12345"}, None),
        ({}, "deal-needs-game"),
    ],
)
def test_what_cannot_be_dealt_is_explained(guest: Browser, wish: object, code: str | None) -> None:
    for lang in ("ru", "en"):
        reply = guest.post(f"/api/plays?lang={lang}", wish)
        assert reply.status == 422
        assert code in (None, reply.code)
    assert guest.cookies == {}, "nobody has played"
    assert guest.get("/api/plays").json == []


def test_fifty_one_cards_are_no_deck(guest: Browser) -> None:
    deck = Deal.parse("1").deck(load_game("small-harp").rules)
    for cards in (deck[:51], (*deck[:51], deck[0]), (*deck, deck[0]), deck * 2):
        reply = guest.post("/api/plays", {"game": "small-harp", "deal": deck_text(cards)})
        assert reply.status == 422
        assert reply.code.startswith("deck")


# ---------------------------------------------------------------------------------------------- playing
@pytest.mark.parametrize("name", game_ids())
def test_a_game_is_played_as_the_referee_plays_it(house: House, place: str, name: str) -> None:
    """The same moves, outcomes and texts; and after the server has started again, the same state to the byte."""
    rng = random.Random(name)
    game = Game.named(name)
    there = game.start(Deal.parse("3").deck(game.rules))
    browser = house.browser()
    state = browser.deal(name, "3", "ru")
    left: dict[
        tuple[str, ...], str
    ] = {}  # behind the moves of the key, the move that was left last
    for _ in range(60):
        way = tuple(map(str, there.history))
        kind = rng.choices(["move", "undo", "redo", "restart"], [8, 2, 1, 0.1])[0]
        if kind == "undo" and state["can_undo"]:
            there.pop()
        elif kind == "redo" and state["can_redo"]:
            there.push(Move.parse(left[way]))
        elif kind == "restart" and state["can_undo"]:
            while there.plies:
                there.pop()
        elif state["moves"]:
            kind = "move"
            move = rng.choice(there.legal_moves())
            there.push_legal(move)
        else:
            break
        for n, text in [*enumerate(way), *enumerate(map(str, there.history))]:
            left[(*way[:n], *map(str, there.history[len(way) : n]))] = text
        last = str(there.history[-1]) if kind == "move" else None
        reply = browser.act(state, kind, last, "ru")
        assert reply.status == 200, reply.body
        state = reply.json
        assert [m["text"] for m in state["moves"]] == offered(there)
        assert state["counts"]["moves"] == len(there.plies)
        assert (state["can_undo"], state["can_redo"]) == (
            bool(there.plies),
            tuple(map(str, there.history)) in left,
        )
        check_layout(state, there)
    shown = browser.get(f"/api/plays/{state['id']}?lang=ru")
    assert shown.body == browser.record[-2].body
    with House(place) as other:
        again = Browser(other, cookies=browser.cookies).get(f"/api/plays/{state['id']}?lang=ru")
        assert again.body == shown.body


def test_a_won_game_says_so_and_undo_takes_it_back(guest: Browser) -> None:
    name = "klondike+small-4x4"
    for number in range(300):
        won = win(name, number)
        if won:
            break
    state = guest.deal(name, str(number))
    for move in won:
        state = guest.move(state, move)
    assert state["status"] == "won"
    assert guest.get("/api/plays").json[0]["status"] == "won"
    state = guest.act(state, "undo").json
    assert state["status"] == "playing"
    assert guest.get("/api/plays").json[0]["status"] == "playing"
    assert guest.act(state, "redo").json["status"] == "won"


def win(name: str, number: int) -> list[str]:
    """A won line of a deal, found at random; empty where none was found."""
    game = Game.named(name)
    rng = random.Random(number)
    there = game.start(Deal("ours", number).deck(game.rules))
    for _ in range(120):
        moves = there.legal_moves()
        if not moves or there.is_won:
            break
        up = [m for m in moves if m.dst == "f"]
        there.push_legal(rng.choice(up or moves))
    return [str(m) for m in there.history] if there.is_won else []


def test_a_refused_move_is_explained_and_changes_nothing(guest: Browser) -> None:
    state = guest.deal("small-harp", "1")
    for move in (
        "t1t1",
        "t1t99",
        "ws",
        "sw.2",
        "rubbish",
        "t1t2!",
        "f1t1",
        "redeal",
        "so",
        "t1",
        "",
    ):
        for lang, alphabet in (("ru", "абвгдежз"), ("en", "abcdefgh")):
            reply = guest.act(state, "move", move, lang)
            assert reply.status == 422
            assert any(letter in reply.json["error"]["text"].lower() for letter in alphabet)
    assert guest.show(state) == state
    for action in ("undo", "redo", "restart"):
        assert guest.act(state, action).status == 422
    assert guest.show(state) == state
    assert (
        guest.post(f"/api/plays/{state['id']}/actions", {"version": 0, "action": "move"}).status
        == 422
    )


def test_the_same_move_twice_is_done_once(guest: Browser) -> None:
    """Field report 28: the second of two clicks is stale, and no card is lost."""
    state = guest.deal()
    after = guest.move(state, "sw")
    for _ in range(3):
        reply = guest.act(state, "move", "sw")
        assert reply.status == 409
        assert reply.json["error"]["code"] == "play-stale"
        assert reply.json["error"]["text"]
        assert reply.json["state"] == after
        schemas.StaleAnswer.model_validate_json(reply.body)
    assert guest.show(state) == after


@pytest.mark.parametrize("version", [1, 7, 2**31 - 1])
def test_a_version_that_never_was_is_stale(guest: Browser, version: int) -> None:
    state = guest.deal()
    for action in ("move", "undo", "redo", "restart"):
        wish = {"version": version, "action": action, "move": "sw"}
        reply = guest.post(f"/api/plays/{state['id']}/actions", wish)
        assert reply.status == 409
    assert guest.show(state) == state


def test_many_clicks_at_once(house: House, guest: Browser) -> None:
    """However many requests for one version come in at once, one is done."""
    state = guest.deal()

    async def rush() -> list[int]:
        body = f'{{"version":{state["version"]},"action":"move","move":"sw"}}'.encode()
        path = f"/api/plays/{state['id']}/actions"
        replies = await asyncio.gather(*(guest.ask_soon("POST", path, body) for _ in range(12)))
        return sorted(reply.status for reply in replies)

    for _ in range(5):
        assert house.loop.run(rush()) == [200] + [409] * 11
        state = guest.show(state)
    assert (state["version"], state["counts"]["moves"]) == (5, 5)


def test_two_tabs_on_one_play(house: House) -> None:
    one = house.browser()
    state = one.deal()
    two = Browser(house, cookies=one.cookies)
    seen = two.show(state)
    state = one.move(state, "sw")
    stale = two.act(seen, "move", "sw")
    assert stale.status == 409
    state = two.move(stale.json["state"], "sw")
    assert one.act(state, "undo").status == 200
    assert two.show(state)["version"] == 3


def test_cards_keep_their_names_while_they_move(guest: Browser) -> None:
    state = guest.deal("small-harp", "12345")
    before = {name for pile in state["piles"].values() for name, _ in pile["cards"]}
    column = [name for name, _ in state["piles"]["t5"]["cards"]]
    state = guest.move(state, "t5t7")
    assert state["piles"]["t7"]["cards"][-1][0] == column[-1]
    assert state["piles"]["f3"]["cards"] == [[column[-2], "AH"]], (
        "what went up at once is the same card"
    )
    after = {name for pile in state["piles"].values() for name, _ in pile["cards"]}
    assert after == before
    assert guest.act(state, "undo").json["piles"]["t5"]["cards"][-1][0] == column[-1]


def test_what_was_done_is_said(guest: Browser) -> None:
    state = guest.deal("small-harp", "12345", "ru")
    assert state["said"] == "Карты разложены."
    state = guest.act(state, "move", "t5t7", "ru").json
    assert state["said"] == (
        "Семёрка червей на столбец 7. Столбец 5: открывается туз червей. "
        "Туз червей уходит на базу. Столбец 5: открывается тройка треф."
    )
    state = guest.act(state, "move", "sw", "en").json
    assert state["said"].startswith("From the stock: ")
    assert "23 cards in the stock." in state["said"]
    assert guest.act(state, "undo", None, "ru").json["said"] == (
        "Ход взят назад: открыть карту из колоды."
    )


@pytest.mark.parametrize("lang", ["ru", "en"])
def test_each_card_of_a_dealt_row_is_told_once(guest: Browser, lang: str) -> None:
    state = guest.deal("spider-pauk", "1", lang)
    state = guest.act(state, "move", "st", lang).json
    dealt = [pile["cards"][-1][1] for pile in state["piles"].values() if pile["kind"] == "column"]
    names = ", ".join(card_name(parse_card(face), lang) for face in dealt)
    left = {"ru": "В колоде 72 карты.", "en": "72 cards in the stock."}
    begin = {"ru": "Из колоды", "en": "From the stock"}
    assert state["said"] == f"{begin[lang]}: {names}. {left[lang]}"


@pytest.mark.parametrize(
    ("cards", "ru", "en"),
    [
        (
            "f: 9C KD KH KS / t1: -- / s: JC QC KC TC",
            "2 карты прошли наверх колоды. Из колоды: король треф. В колоде 3 карты.",
            "2 cards passed to the top of the pile. From the stock: king of clubs. 3 cards in the stock.",
        ),
        (  # two cards passed once round lie as before
            "f: JC KD KH KS / t1: -- / s: KC QC",
            "Из колоды: король треф. В колоде 1 карта.",
            "From the stock: king of clubs. 1 card in the stock.",
        ),
        (
            "f: QC KD KH KS / t1: -- / s: KC",
            "Из колоды: король треф. Колода кончилась.",
            "From the stock: king of clubs. The stock is used up.",
        ),
    ],
)
def test_what_passes_to_the_top_of_the_pile_is_told(
    guest: Browser, cards: str, ru: str, en: str
) -> None:
    """Rulebook 3.1: two cards pass to the top, one by one, and the third is opened."""
    state = guest.deal("black-harp", cards)
    for lang, words in (("ru", ru), ("en", en)):
        state = guest.act(state, "move", "so", lang).json
        assert state["said"] == words
        state = guest.act(state, "undo", None, lang).json


# ---------------------------------------------------------------------------------------------- whose
def test_another_players_play_is_answered_like_one_that_does_not_exist(house: House) -> None:
    owner, stranger, nobody = house.browser(), house.browser(), house.browser()
    state = owner.move(owner.deal(), "sw")
    stranger.deal()
    missing = "A" * 22
    undo = {"version": 1, "action": "undo"}
    for who in (stranger, nobody):
        theirs = (
            who.get(f"/api/plays/{state['id']}"),
            who.post(f"/api/plays/{state['id']}/actions", undo),
        )
        none = who.get(f"/api/plays/{missing}"), who.post(f"/api/plays/{missing}/actions", undo)
        assert [reply.status for reply in theirs] == [404, 404]
        assert theirs == none
    assert [p["id"] for p in stranger.get("/api/plays").json] != [state["id"]]
    assert nobody.get("/api/plays").json == []
    assert owner.show(state) == state


def test_the_cookie_is_kept_from_scripts_and_other_sites(house: House) -> None:
    browser = house.browser()
    browser.deal()
    given = browser.record[-1].headers["set-cookie"].lower()
    assert "httponly" in given
    assert "samesite=lax" in given
    assert "path=/" in given
    assert "secure" not in given
    body = b'{"game":"small-harp","deal":"1"}'
    safe = house.browser().ask("POST", "/api/plays", body, scheme="https")
    assert "; secure" in safe.headers["set-cookie"].lower()
    secrets = {
        browser.cookies["arfa_player"] for browser in (browser, house.browser()) if browser.cookies
    }
    assert all(len(secret) >= 40 for secret in secrets)


def test_a_forged_cookie_is_nobody(house: House) -> None:
    browser = house.browser()
    state = browser.deal()
    for forged in ("", "x", "A" * 43, "A" * 5000, browser.cookies["arfa_player"][:-1] + "!", "ж"):
        thief = Browser(house, cookies={"arfa_player": forged.encode("utf-8").decode("latin-1")})
        assert thief.get(f"/api/plays/{state['id']}").status == 404
        assert thief.get("/api/plays").json == []
        assert thief.deal()["version"] == 0, "and gets a secret of its own"
        assert thief.cookies["arfa_player"] != forged


def test_plays_are_listed_the_last_touched_first(guest: Browser) -> None:
    states = [guest.deal(name, "5") for name in ("small-harp", "klondike", "gaps")]
    guest.move(states[0], states[0]["moves"][0]["text"])
    listed = guest.get("/api/plays?lang=ru").json
    assert [p["id"] for p in listed] == [states[n]["id"] for n in (0, 2, 1)]
    assert listed[0]["name"] == "Арфа малая"
    assert listed[0]["moves_made"] == 1
    assert listed[0]["deal"] == "5"
    assert datetime.fromisoformat(listed[0]["updated"]).tzinfo is not None
    for play in guest.get("/api/plays").json:
        schemas.PlayInfo.model_validate(play, strict=False)


# ---------------------------------------------------------------------------------------------- what time does
def test_a_play_whose_rules_changed_is_told_and_kept(house: House, guest: Browser) -> None:
    state = guest.deal()
    engine = house.service.store.database.engine
    with engine.begin() as connection:
        connection.exec_driver_sql("UPDATE plays SET rules_hash = 'x'")
    house.service.sessions._kept.clear()
    for reply in (
        guest.get(f"/api/plays/{state['id']}?lang=ru"),
        guest.act(state, "move", "sw"),
    ):
        assert (reply.status, reply.code) == (409, "play-rules-changed")
    with engine.begin() as connection:
        connection.exec_driver_sql("UPDATE plays SET game = 'gone-harp'")
    assert guest.get(f"/api/plays/{state['id']}").code == "play-rules-changed"
    assert guest.get("/api/plays").json[0]["name"] == "gone-harp"


def test_a_play_whose_log_is_broken_is_told_and_kept(house: House, guest: Browser) -> None:
    state = guest.move(guest.move(guest.deal(), "sw"), "sw")
    with house.service.store.database.engine.begin() as connection:
        connection.exec_driver_sql("UPDATE actions SET move = 't1t1' WHERE version = 1")
    house.service.sessions._kept.clear()
    for reply in (guest.get(f"/api/plays/{state['id']}"), guest.act(state, "undo")):
        assert (reply.status, reply.code) == (500, "play-log-broken")
    with house.service.store.database.engine.begin() as connection:
        connection.exec_driver_sql("UPDATE actions SET move = 'sw' WHERE version = 1")
    assert guest.show(state) == state


@pytest.mark.rule("D3")
def test_a_king_is_not_offered_another_space(guest: Browser) -> None:
    # The queen goes to the king, the ace under her goes up by itself, and there is a space.
    rules = Game.named("small-harp").rules
    known = [parse_card(text) for text in ("KS", "AH", "QH")]
    rest = [c for c in pack(rules) if c not in known]
    sizes = {"t1": 7, "t2": 6, "t3": 5, "t4": 4, "t5": 3, "s": 24}
    piles = {name: [rest.pop() for _ in range(n)] for name, n in sizes.items()}
    deck = gather(rules, piles | {"t6": known[1:], "t7": known[:1]})
    state = guest.deal("small-harp", deck_text(deck))
    state = guest.act(state, "move", "t6t7").json
    assert not [m for m in state["moves"] if m["src"] == "t7"]
    assert guest.act(state, "move", "t7t6.2").status == 200, "it is legal all the same"
