"""Figures, the list of plays, export, import and deletion: through the service, as a browser asks for them."""

from __future__ import annotations

import asyncio
import gzip
import json
import random
import re
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from sqlalchemy import Update, update

from arfa.deals import Deal
from arfa.engine.game import Game
from arfa.rules.load import load_game
from arfa.store.models import PLAYS as TABLE
from tests.scale import scale
from tests.web.house import Browser, House, Process, Reply, line, process
from tests.web.test_kill import Gambler
from tests.web.wins import won

FIGURES = "/api/player/statistics"
PLAYS = "/api/player/plays"
EXPORT = "/api/player/export"
IMPORT = "/api/player/import"
NOTHING_DONE = {"added": 0, "extended": 0, "known": 0, "different": 0, "other_rules": 0}


@pytest.fixture
def guest(house: House) -> Browser:
    return house.browser()


@pytest.fixture
def anywhere(place: str) -> Iterator[House]:
    """A service with each kind of database."""
    with House(place) as opened:
        yield opened


def win(guest: Browser, game: str = "small-harp", number: int = 0) -> Any:
    """Play a deal that comes out; the last state."""
    deck, moves = won(game, number)
    state = guest.deal(game, deck)
    for move in moves:
        state = guest.move(state, move)
    assert state["status"] == "won"
    return state


def total(guest: Browser) -> Any:
    return guest.get(FIGURES).json["total"]


def counts(guest: Browser) -> tuple[int, int, int, int]:
    figures = total(guest)
    return figures["played"], figures["won"], figures["lost"], figures["open"]


def listed(guest: Browser, query: str = "") -> list[Any]:
    reply = guest.get(f"{PLAYS}?limit=200{query}")
    assert reply.status == 200
    plays: list[Any] = reply.json["plays"]
    return plays


def take(guest: Browser, body: bytes, lang: str = "en") -> Reply:
    return guest.ask("POST", f"{IMPORT}?lang={lang}", body)


def exported(guest: Browser) -> Any:
    reply = guest.get(EXPORT)
    assert reply.status == 200
    return reply.json["plays"]


# ---------------------------------------------------------------------------------------------- counting
def test_who_has_not_played_has_empty_figures_and_no_cookie(guest: Browser) -> None:
    figures = guest.get(FIGURES)
    assert (figures.status, figures.json["patiences"]) == (200, [])
    assert figures.json["total"]["rate"] is None
    assert guest.get(PLAYS).json == {"plays": [], "total": 0, "after": None}
    assert guest.get(EXPORT).json["plays"] == []
    assert guest.cookies == {}


def test_dealing_anew_without_a_move_is_not_playing(guest: Browser) -> None:
    """Field report 52."""
    guest.deal("small-harp", "1")
    guest.deal("small-harp", "2")
    assert counts(guest) == (0, 0, 0, 0)
    state = guest.move(guest.deal("small-harp", "3"), "sw")
    assert counts(guest) == (1, 0, 0, 1)
    guest.deal("small-harp", "4")  # looked at: the one before still lies there
    assert counts(guest) == (1, 0, 0, 1)
    guest.act(state, "undo")
    assert counts(guest) == (1, 0, 0, 1)
    guest.move(guest.deal("small-harp", "5"), "sw")
    assert counts(guest) == (2, 0, 1, 1)


def test_win_undo_win_is_one_win(anywhere: House) -> None:
    guest = anywhere.browser()
    state = win(guest)
    first = listed(guest)[0]
    assert (first["result"], first["won_clean"], first["undos"]) == ("won", True, 0)
    assert counts(guest) == (1, 1, 0, 0)
    state = guest.act(state, "undo").json
    assert counts(guest) == (1, 1, 0, 0), "what has come out has come out"
    state = guest.act(state, "redo").json
    assert state["status"] == "won"
    state = guest.act(state, "restart").json
    for move in won("small-harp")[1]:
        state = guest.move(state, move)
    assert counts(guest) == (1, 1, 0, 0)
    again = listed(guest)[0]
    facts = ("won_moves", "won_seconds", "won_clean", "won_breaches")
    assert [again[name] for name in facts] == [first[name] for name in facts]
    assert again["undos"] == 2
    win(guest)
    figures = total(guest)
    assert (figures["played"], figures["won"], figures["again"]) == (1, 1, 1), "a deal counts once"


def test_a_game_that_finishes_by_itself_is_won(guest: Browser) -> None:
    """Field report 52: whoever closes the page while the cards are still going up has won; every move counts."""
    deck, moves = won("small-harp")
    state = guest.deal("small-harp", deck)
    for move in moves:
        if state["can_finish"]:
            break
        state = guest.move(state, move)
    made = state["counts"]["moves"]
    assert counts(guest) == (1, 0, 0, 1)
    state = guest.act(state, "finish").json
    entry = listed(guest)[0]
    assert (entry["result"], entry["won_clean"]) == ("won", True)
    assert entry["won_moves"] == state["counts"]["moves"] > made + 1
    guest.act(state, "undo")
    assert counts(guest) == (1, 1, 0, 0)
    assert listed(guest)[0]["moves"] == made, "what was made as one is taken back as one"
    # And it comes through a file as it was.
    other = guest.house.browser()
    assert take(other, guest.get(EXPORT).body).json["added"] == 1
    assert figures_of(other) == figures_of(guest)


def test_a_jump_to_another_branch_spoils_a_clean_win(guest: Browser) -> None:
    deck, moves = won("small-harp")
    state = guest.deal("small-harp", deck)
    state = guest.move(guest.move(state, moves[0]), moves[1])
    for node in (1, 2):
        wish = {"version": state["version"], "action": "goto", "node": node}
        state = guest.post(f"/api/plays/{state['id']}/actions", wish).json
    for move in moves[2:]:
        state = guest.move(state, move)
    entry = listed(guest)[0]
    assert (entry["result"], entry["won_clean"], entry["undos"]) == ("won", False, 2)
    assert entry["won_moves"] == len(moves), "the line that led to the win, not what lies beside it"


def test_reloading_and_a_second_tab_count_nothing(guest: Browser) -> None:
    state = guest.move(guest.deal("small-harp", "1"), "sw")
    other = Browser(guest.house, cookies=dict(guest.cookies))
    for _ in range(3):
        assert other.show(state)["version"] == 1
    moved = guest.move(state, "sw")
    assert other.act(state, "move", "sw").status == 409
    assert other.act(state, "undo").status == 409
    entry = listed(other)[0]
    assert (entry["moves"], entry["undos"], entry["result"]) == (2, 0, "open")
    assert other.show(moved) == moved
    assert counts(guest) == counts(other) == (1, 0, 0, 1)


def test_expected_wins_stand_beside_the_real_ones(guest: Browser) -> None:
    win(guest)
    guest.move(guest.deal("small-harp+worry-back", "1"), "sw")
    answer = guest.get(f"{FIGURES}?lang=ru").json
    assert answer["total"]["expected"]["deals"] == 1
    assert answer["total"]["expected"]["unmeasured"] == 1
    assert answer["total"]["expected"]["least"] == pytest.approx(0.9018)
    measured = {each["game"]: each["winnable"] for each in answer["patiences"]}
    assert measured["small-harp"]["deals"] == 10_000
    assert measured["small-harp+worry-back"] is None, "what was not measured is not guessed"
    names = {each["game"]: each["name"] for each in answer["patiences"]}
    assert names["small-harp"] == load_game("small-harp").title("ru")


@pytest.mark.parametrize(
    ("clock", "first"),
    [
        ("zone=Europe/Berlin&offset=60", "2026-07-01"),
        ("zone=Europe/Moscow&offset=180", "2026-07-01"),
        ("zone=America/New_York&offset=-300", "2026-06-30"),
        # No zone that there is: the player's clock as it goes at this moment is better than none.
        ("offset=60", "2026-06-30"),
        ("zone=Europe&offset=120", "2026-07-01"),
        ("zone=../../../etc/passwd&offset=120", "2026-07-01"),
        ("zone=Europe/Nowhere&offset=60", "2026-06-30"),
    ],
)
def test_days_are_those_of_the_players_zone(
    house: House, guest: Browser, clock: str, first: str
) -> None:
    """Looked at in winter, a game of half past midnight in summer lies on the day on which it was begun."""
    for deal, moment in (("101", "2026-06-30T22:30"), ("102", "2026-07-03T12:00")):
        state = guest.move(guest.deal("small-harp", deal), "sw")
        started = datetime.fromisoformat(moment).replace(tzinfo=UTC)
        change = update(TABLE).where(TABLE.c.id == state["id"]).values(started=started)

        async def write(change: Update = change) -> None:
            await house.service.store.database.write(lambda connection: connection.execute(change))

        house.loop.run(write())
    periods = guest.get(f"{FIGURES}?{clock}").json["total"]["periods"]
    assert periods[0] == {"begin": first, "played": 1, "won": 0}
    assert periods[-1] == {"begin": "2026-07-03", "played": 1, "won": 0}


@pytest.mark.parametrize("offset", ["-901", "901", "x", "1.5", ""])
def test_a_clock_that_cannot_be(guest: Browser, offset: str) -> None:
    reply = guest.get(f"{FIGURES}?offset={offset}")
    assert (reply.status, reply.code) == (422, "web-field")


# ---------------------------------------------------------------------------------------------- the list
def test_the_list_is_filtered_and_comes_in_pages(anywhere: House) -> None:
    guest = anywhere.browser()
    for n in range(101, 106):
        guest.move(guest.deal("small-harp", str(n)), "sw")
    guest.deal("klondike", "1")
    win(guest)
    everything = listed(guest)
    assert [each["result"] for each in everything] == ["won", "looked", *["lost"] * 5]
    assert [each["updated"] for each in everything] == sorted(
        (each["updated"] for each in everything), reverse=True
    )
    assert len(listed(guest, "&result=lost")) == 5
    assert len(listed(guest, "&game=klondike")) == 1
    assert listed(guest, "&game=klondike&result=lost") == []
    assert listed(guest, "&game=no-such-harp") == []
    found: list[Any] = []
    after: str | None = ""
    for _ in range(4):
        page = guest.get(f"{PLAYS}?limit=2&after={after}").json
        assert page["total"] == 7
        found += page["plays"]
        after = page["after"]
    assert after is None
    assert found == everything


@pytest.mark.parametrize(
    "query", ["result=none", "limit=0", "limit=201", "limit=x", "after=" + "x" * 50]
)
def test_what_cannot_be_asked_for(guest: Browser, query: str) -> None:
    reply = guest.get(f"{PLAYS}?{query}")
    assert (reply.status, reply.code) == (422, "web-field")


# ---------------------------------------------------------------------------------------------- deleting
def test_a_play_is_deleted_with_all_that_was_done_in_it(anywhere: House) -> None:
    guest = anywhere.browser()
    kept = guest.move(guest.deal("small-harp", "1"), "sw")
    gone = guest.move(guest.deal("small-harp", "2"), "sw")
    assert counts(guest) == (2, 0, 1, 1)
    path = f"/api/plays/{gone['id']}"
    reply = guest.ask("DELETE", path)
    assert (reply.status, reply.body) == (204, b"")
    assert counts(guest) == (1, 0, 0, 1)
    for answer in (guest.get(path), guest.act(gone, "undo"), guest.ask("DELETE", path)):
        assert (answer.status, answer.code) == (404, "play-unknown")
    assert guest.show(kept) == kept


def test_another_players_play_cannot_be_deleted(house: House, guest: Browser) -> None:
    state = guest.move(guest.deal("small-harp", "1"), "sw")
    stranger = house.browser()
    stranger.deal("small-harp", "1")
    for who in (stranger, house.browser()):
        reply = who.ask("DELETE", f"/api/plays/{state['id']}")
        assert (reply.status, reply.code) == (404, "play-unknown")
        who.ask("DELETE", "/api/player")
    assert guest.show(state) == state


@pytest.mark.parametrize("play", ["x", "x" * 22, "x" * 300, "a%00b", "..", "%ED%A0%80"])
def test_what_is_no_play_cannot_be_deleted(guest: Browser, play: str) -> None:
    guest.deal()
    assert guest.ask("DELETE", f"/api/plays/{play}").status in (404, 405)


def test_a_play_that_another_server_deletes_is_gone_here_too(tmp_path: Path) -> None:
    with House(tmp_path / "games.sqlite3") as one, House(tmp_path / "games.sqlite3") as two:
        here = one.browser()
        state = here.move(here.deal("small-harp", "1"), "sw")
        there = Browser(two, cookies=dict(here.cookies))
        assert there.ask("DELETE", f"/api/plays/{state['id']}").status == 204
        for reply in (here.act(state, "move", "sw"), here.get(f"/api/plays/{state['id']}")):
            assert (reply.status, reply.code) == (404, "play-unknown")


def test_a_player_is_deleted_with_everything(anywhere: House) -> None:
    house, guest = anywhere, anywhere.browser()
    state = win(guest)
    other = house.browser()
    kept = other.move(other.deal("small-harp", "1"), "sw")
    cookies = dict(guest.cookies)
    reply = guest.ask("DELETE", "/api/player")
    assert reply.status == 204
    assert "Max-Age=0" in reply.headers["set-cookie"]
    thief = Browser(house, cookies=cookies)  # one who has kept the cookie
    assert thief.get(PLAYS).json["plays"] == []
    assert thief.get(f"/api/plays/{state['id']}").status == 404
    assert counts(other) == (1, 0, 0, 1)
    assert other.show(kept) == kept

    def left(connection: Any) -> list[int]:
        tables = ("players", "plays", "actions", "bookmarks")
        ask = connection.exec_driver_sql
        return [ask(f"SELECT count(*) FROM {table}").scalar() for table in tables]

    assert house.loop.run(house.service.store.database.read(left)) == [1, 1, 1, 0]
    assert guest.ask("DELETE", "/api/player").status == 204, "there is nothing left to delete"


# ---------------------------------------------------------------------------------------------- out and in
def played(guest: Browser) -> None:
    """A bit of everything."""
    win(guest)
    state = guest.deal("black-harp", "7")
    rng = random.Random(1)
    for _ in range(30):
        if state["can_undo"] and rng.random() < 0.3:
            wish = {"version": state["version"], "action": "goto", "node": 1}
            reply = guest.post(f"/api/plays/{state['id']}/actions", wish)
            assert reply.status in (200, 422)  # it may be here
            state = guest.show(state)
            state = guest.act(state, rng.choice(["undo", "restart"])).json
        elif state["can_redo"] and rng.random() < 0.5:
            state = guest.act(state, "redo").json
        else:
            state = guest.move(state, rng.choice(state["moves"])["text"])
    guest.act(state, "restart")
    bookmark = {"node": 1, "name": "тут"}
    guest.ask("PUT", f"/api/plays/{state['id']}/bookmarks/3", json.dumps(bookmark).encode())
    guest.deal("spider-pauk", "3")
    game = Game.named("klondike")
    position = game.start(Deal.parse("5").deck(game.rules))
    position.push(position.legal_moves()[0])
    state = guest.deal(None, str(position))
    guest.move(state, state["moves"][0]["text"])


def figures_of(guest: Browser) -> Any:
    """Everything but the addresses of plays, which are others for another player."""
    answer = guest.get(FIGURES).json
    for figures in (answer["total"], *(each["figures"] for each in answer["patiences"])):
        for name in ("moves", "times"):
            if figures[name] is not None:
                del figures[name]["least_play"]
    return answer


def test_what_goes_out_comes_in_again_the_same(anywhere: House) -> None:
    house, guest = anywhere, anywhere.browser()
    played(guest)
    body = guest.get(EXPORT).body
    plays = json.loads(body)["plays"]
    assert {kind for play in plays for kind, *_ in play["log"]} >= {"move", "undo", "redo", "goto"}
    assert [play["bookmarks"][0]["name"] for play in plays if play["bookmarks"]] == ["тут"]
    other = house.browser()
    assert take(other, body).json == NOTHING_DONE | {"added": 4}
    assert exported(other) == exported(guest)
    assert figures_of(other) == figures_of(guest)
    mine, theirs = listed(guest), listed(other)
    for here, there in zip(mine, theirs, strict=True):
        assert here.pop("id") != there.pop("id")
        assert here == there
        assert (here["won_clean"] is True) == (here["result"] == "won")
    for entry in listed(other):
        assert other.show(entry)["counts"]["moves"] == entry["moves"]


def test_to_import_twice_adds_nothing(anywhere: House) -> None:
    house, guest = anywhere, anywhere.browser()
    played(guest)
    body = guest.get(EXPORT).body
    before = listed(guest)
    assert take(guest, body).json == NOTHING_DONE | {"known": 4}
    assert listed(guest) == before
    other = house.browser()
    take(other, body)
    there = listed(other)
    assert take(other, body).json == NOTHING_DONE | {"known": 4}
    # And back again: what has come from here is known here.
    assert take(guest, other.get(EXPORT).body).json == NOTHING_DONE | {"known": 4}
    assert (listed(guest), listed(other)) == (before, there)


def test_the_same_file_from_two_windows_at_once(anywhere: House) -> None:
    house, guest = anywhere, anywhere.browser()
    played(guest)
    body = guest.get(EXPORT).body
    other = house.browser()
    other.deal()
    windows = [Browser(house, cookies=dict(other.cookies)) for _ in range(4)]

    async def at_once() -> list[Reply]:
        return await asyncio.gather(*(each.ask_soon("POST", IMPORT, body) for each in windows))

    done = [reply.json for reply in house.loop.run(at_once())]
    assert sorted(each["added"] for each in done) == [0, 0, 0, 4]
    assert len(listed(other)) == 5


def test_a_play_that_went_on_elsewhere_goes_on_here(anywhere: House) -> None:
    house, guest = anywhere, anywhere.browser()
    state = guest.move(guest.deal("small-harp", "1"), "sw")
    early = guest.get(EXPORT).body
    other = house.browser()
    take(other, early)
    state = guest.act(guest.move(state, "sw"), "undo").json
    late = guest.get(EXPORT).body
    there = other.show(listed(other)[0])
    assert take(other, late).json == NOTHING_DONE | {"extended": 1}
    assert exported(other) == exported(guest)
    assert listed(other)[0]["undos"] == 1
    # A window in which it was lying is told so.
    assert other.act(there, "move", "sw").status == 409
    assert take(other, early).json == NOTHING_DONE | {"known": 1}, "nothing goes back"
    # Both go on, each in its own way: then each stays as it is.
    guest.move(state, "sw")
    mine = other.show(there)
    other.act(mine, "redo")
    before = listed(other)
    assert take(other, guest.get(EXPORT).body).json == NOTHING_DONE | {"different": 1}
    assert listed(other) == before


def test_other_rules_are_left_out(house: House, guest: Browser) -> None:
    played(guest)
    archive = guest.get(EXPORT).json
    archive["plays"][0]["rules"] = "0123456789abcdef"
    archive["plays"][1]["game"] = "no-such-harp"
    archive["plays"][2]["game"] += "+no-such-variant"
    other = house.browser()
    done = take(other, json.dumps(archive).encode())
    assert done.json == NOTHING_DONE | {"added": 1, "other_rules": 3}
    assert take(other, guest.get(EXPORT).body).json == NOTHING_DONE | {"added": 3, "known": 1}


def test_a_file_shows_no_card_that_its_player_cannot_see(guest: Browser) -> None:
    """Of a game that has not come out, the file holds no deck: only what it follows from."""
    win(guest)
    guest.move(guest.deal("small-harp", "1"), "sw")
    game = Game.named("small-harp")
    guest.deal(None, str(game.start(Deal.parse("2").deck(game.rules))))
    body = guest.get(EXPORT)
    assert ["deck" in play for play in body.json["plays"]] == [True, False, False]
    for row in body.body.decode().splitlines()[2:4]:
        assert not re.search(r"\b[A2-9TJQK][cdhsCDHS]\b", row)


def test_a_file_names_nobody(house: House, guest: Browser) -> None:
    state = guest.move(guest.deal(), "sw")
    text = guest.get(EXPORT).body.decode()
    token, _, signature = guest.cookies["arfa_player"].partition(".")
    player = house.loop.run(house.service.store.player_of(token))
    assert player
    for secret in (state["id"], player, token, signature):
        assert secret not in text


def test_the_file_is_offered_for_keeping_and_packed_when_wanted(guest: Browser) -> None:
    played(guest)
    plain = guest.get(EXPORT)
    assert plain.headers["content-disposition"] == 'attachment; filename="arfa-plays.json"'
    assert plain.headers["cache-control"] == "no-store"
    packed = guest.get(EXPORT, accept_encoding="gzip")
    assert packed.headers["content-encoding"] == "gzip"
    assert json.loads(gzip.decompress(packed.body))["plays"] == plain.json["plays"]


# ---------------------------------------------------------------------------------------------- what is broken
def changed(archive: Any, path: str, value: Any) -> bytes:
    """The file with one thing in it changed; a value of None takes it away."""
    archive = json.loads(json.dumps(archive))
    *way, last = [int(part) if part.isdigit() else part for part in path.split("/")]
    place = archive
    for part in way:
        place = place[part]
    if value is None:
        del place[last]
    else:
        place[last] = value
    return json.dumps(archive).encode()


@pytest.mark.parametrize(
    ("path", "value", "code"),
    [
        ("format", "something", "archive-other"),
        ("format", None, "archive-other"),
        ("version", 2, "archive-version"),
        ("plays", 5, "archive-field"),
        ("more", 5, "archive-field"),
        ("plays/0", 5, "archive-play"),
        ("plays/0/more", 5, "archive-play"),
        ("plays/0/deal", None, "archive-play"),
        ("plays/0/deal", "2", "archive-play"),
        ("plays/0/deal", "perm:0", "archive-play"),
        ("plays/0/deal", "01", "archive-play"),
        ("plays/0/deal", "9" * 400, "archive-play"),
        ("plays/0/seal", "0" * 16, "archive-play"),
        ("plays/0/deck", "AS AS", "archive-play"),
        ("plays/0/start", "rubbish", "archive-play"),
        ("plays/0/start", "dDE6IDVjIDlI", "archive-play"),
        ("plays/0/game", " small-harp", "archive-play"),
        ("plays/0/rules", "x", "archive-play"),
        ("plays/0/rules_version", 7, "archive-play"),
        ("plays/0/origin", "heaven", "archive-play"),
        ("plays/0/created", "yesterday", "archive-play"),
        ("plays/0/created", "2026-11-30T12:00:00", "archive-play"),
        ("plays/0/created", "1900-01-01T00:00:00Z", "archive-play"),
        ("plays/0/created", "9000-01-01T00:00:00Z", "archive-play"),
        ("plays/0/hints", -1, "archive-play"),
        ("plays/0/xrays", -1, "archive-play"),
        ("plays/0/log/0", ["move", "t1t1", 0], "archive-play"),
        ("plays/0/log/0", ["move", "rubbish", 0], "archive-play"),
        ("plays/0/log/0", ["move", None, 0], "archive-play"),
        ("plays/0/log/0", ["undo", "sw", 0], "archive-play"),
        ("plays/0/log/0", ["undo", None, 0], "archive-play"),
        ("plays/0/log/0", ["goto", 1, 0], "archive-play"),
        ("plays/0/log/0", ["goto", None, 0], "archive-play"),
        ("plays/0/log/0", ["win", None, 0], "archive-play"),
        ("plays/0/log/0", ["move", "sw", -1], "archive-play"),
        ("plays/0/log/0", ["move", "sw", 1e9], "archive-play"),
        ("plays/0/log/0", ["move", "sw", 50], "archive-play"),
        ("plays/0/log/0", ["move", "sw"], "archive-play"),
        ("plays/0/bookmarks", [{"slot": 1, "node": 9, "name": "", "at": "2026-11-30T12:00:00Z"}], "archive-play"),
        ("plays/0/bookmarks", [{"slot": 1, "node": 2, "name": "", "at": "2026-11-30T12:00:00Z"}] * 2, "archive-play"),
        ("plays/0/bookmarks", [{"slot": 0, "node": 0, "name": "", "at": "2026-11-30T12:00:00Z"}], "archive-play"),
        ("plays/0/bookmarks", [{"slot": 1, "node": 0, "name": "\0", "at": "2026-11-30T12:00:00Z"}], "archive-play"),
    ],
)  # fmt: skip
def test_a_file_that_cannot_be_right_changes_nothing(
    house: House, guest: Browser, path: str, value: Any, code: str
) -> None:
    guest.move(guest.move(guest.deal("small-harp", "1"), "sw"), "sw")
    guest.move(guest.deal("small-harp", "2"), "sw")
    archive = guest.get(EXPORT).json
    body = changed(archive, path, value)
    other = house.browser()
    other.deal()
    before = exported(other)
    texts = set()
    for lang in ("ru", "en"):
        reply = take(other, body, lang)
        assert (reply.status, reply.code) == (422, code)
        texts.add(reply.json["error"]["text"])
    assert len(texts) == 2
    assert exported(other) == before, "not even the plays that were right"
    newcomer = house.browser()
    take(newcomer, body)
    assert newcomer.cookies == {}


def test_the_same_play_twice_in_a_file(house: House, guest: Browser) -> None:
    guest.deal()
    archive = guest.get(EXPORT).json
    archive["plays"] *= 2
    reply = take(house.browser(), json.dumps(archive).encode())
    assert (reply.status, reply.code) == (422, "archive-play")


def test_a_win_that_was_not_played_cannot_be_claimed(house: House, guest: Browser) -> None:
    """There is no field for it: everything is counted from the log."""
    win(guest)
    archive = guest.get(EXPORT).json
    archive["plays"][0]["log"].pop()
    other = house.browser()
    assert take(other, json.dumps(archive).encode()).json["added"] == 1
    assert counts(other) == (1, 0, 0, 1)


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """A file with some plays in it."""
    with House(tmp_path_factory.mktemp("file") / "games.sqlite3") as house:
        guest = house.browser()
        played(guest)
        return guest.get(EXPORT).body


@pytest.mark.parametrize("part", [0, 0.1, 0.5, 0.9, 0.999])
def test_a_file_that_is_cut_off_changes_nothing(guest: Browser, file: bytes, part: float) -> None:
    guest.deal()
    before = exported(guest)
    reply = take(guest, file[: int((len(file) - 3) * part)])
    assert (reply.status, reply.code) == (422, "archive-not-json")
    assert exported(guest) == before


@given(st.integers(0, 10**6), st.binary(min_size=1, max_size=4), st.booleans())
@example(place=0, put=b"\xef\xbb\xbf", instead=False)
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=scale(25, 500))
def test_a_damaged_file_is_refused_or_is_another_honest_one(
    guest: Browser, file: bytes, place: int, put: bytes, instead: bool
) -> None:
    """Whatever bytes are changed, it is taken in whole or not at all, and what was taken in can be played."""
    place %= len(file)
    body = file[:place] + put + file[place + len(put) * instead :]
    before = exported(guest)
    reply = take(guest, body)
    if reply.status == 422:
        assert reply.code.startswith("archive-")
        assert exported(guest) == before
        return
    assert reply.status == 200
    for entry in listed(guest):
        assert guest.show(entry)["counts"]["moves"] == entry["moves"]
    guest.ask("DELETE", "/api/player")


@pytest.mark.parametrize(
    "body",
    [
        b"null",
        b"[]",
        b"[" * 100_000,
        b'{"a":' * 10_000,
        b'{"format":"arfa-plays","version":1}',
        b'{"format":"arfa-plays","version":1e400,"exported":"","plays":[]}',
        b'{"format":"arfa-plays","version":1,"exported":"2026-11-30T12:00:00Z","plays":[null]}',
        b"\xff\xfe\x00",
    ],
)
def test_hostile_files_are_refused(guest: Browser, body: bytes) -> None:
    reply = take(guest, body)
    assert reply.status == 422
    assert reply.code.startswith("archive-")


def test_a_file_may_be_larger_than_other_requests_and_not_endless(tmp_path: Path) -> None:
    with House(tmp_path / "games.sqlite3", max_body=1000, max_import=50_000) as house:
        guest = house.browser()
        assert take(guest, b" " * 40_000).code == "archive-not-json"
        for path, size, code in (
            (IMPORT, 50_001, "web-file-too-large"),
            ("/api/plays", 1001, "web-too-large"),
        ):
            reply = guest.ask("POST", path, b" " * size)
            assert (reply.status, reply.code) == (413, code)


def test_a_file_cannot_keep_the_referee_busy_for_ever(
    house: House, guest: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("arfa.store.restore.MOST_STEPS", 20)
    state = guest.deal("small-harp", "1")
    for _ in range(9):
        state = guest.move(state, "sw")
    state = guest.act(state, "restart").json
    body = guest.get(EXPORT).body
    assert take(house.browser(), body).json["added"] == 1
    guest.move(guest.move(guest.move(state, "sw"), "sw"), "sw")
    reply = take(house.browser(), guest.get(EXPORT).body)
    assert (reply.status, reply.code) == (422, "archive-play")
    assert "20" in reply.json["error"]["text"]


# ---------------------------------------------------------------------------------------------- a power cut
def test_an_import_that_is_killed_is_done_or_not_done(tmp_path: Path, file: bytes) -> None:
    """Killed while the file is taken in: all of it is there, or nothing; and it can be taken in again."""
    database = tmp_path / "games.sqlite3"
    cookie = ""
    for delay in (0.0, 0.02, 0.05):
        with process(database) as server:
            with line(server, cookie) as browser:
                if not cookie:
                    browser.ask("POST", "/api/plays", {"game": "small-harp", "deal": "1"})
                    cookie = browser.cookie
                browser.http.request("POST", IMPORT, file, {"Cookie": cookie})
                server.process.poll()
                asyncio.run(asyncio.sleep(delay))
            server.kill()
        with process(database) as server, line(server, cookie) as browser:
            reply = browser.ask("GET", PLAYS)
            assert reply is not None
            assert reply.json["total"] in (1, 5)
    with process(database) as server, line(server, cookie) as browser:
        browser.http.request("POST", IMPORT, file, {"Cookie": cookie})
        with browser.http.getresponse() as answer:
            assert answer.status == 200
            answer.read()  # the line is free for the next request
        reply = browser.ask("GET", PLAYS)
        assert reply is not None
        assert reply.json["total"] == 5


def test_what_was_counted_when_the_server_was_killed_is_what_the_log_says(tmp_path: Path) -> None:
    """Killed in the middle of games, and the columns of every play still agree with its log, counted anew."""
    database = tmp_path / "games.sqlite3"
    cookie, play, actions = "", None, 0
    for round_ in range(scale(2, 20)):
        server = Process(database)
        gambler = Gambler(server.port, cookie, play, seed=round_)
        gambler.start()
        while gambler.actions < 15 and gambler.is_alive():
            time.sleep(0.002)
        server.kill()
        gambler.join(20)
        gambler.line.close()
        assert gambler.fault is None
        cookie, actions = gambler.line.cookie, actions + gambler.actions
        play = gambler.play if round_ % 2 else None
    with process(database) as server, line(server, cookie) as player, line(server) as other:
        file = player.ask("GET", EXPORT)
        assert file is not None
        done = other.ask("POST", IMPORT, file.json)
        assert done is not None
        assert done.json["added"] == len(file.json["plays"]) > 1
        mine, theirs = player.ask("GET", PLAYS), other.ask("GET", PLAYS)
        assert mine is not None
        assert theirs is not None
    stored, counted = ([dict(each, id="") for each in r.json["plays"]] for r in (mine, theirs))
    assert stored == counted
    assert sum(len(each["log"]) for each in file.json["plays"]) >= actions
