"""Plays as files: out, in and out again, byte for byte; and what is wrong with a file changes nothing."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path
from typing import Any

import pytest

from arfa.deals import Deal, deck_text
from arfa.engine.game import Game
from arfa.notation import read_record, read_records
from arfa.rules.load import game_ids, load_game
from arfa.store.records import keep
from tests.command_line import run
from tests.scale import scale
from tests.web.house import Browser, House, Reply

GAMES = [
    *game_ids(),
    "big-harp+extra-row",
    "black-harp+open-next",
    "small-harp+mercy",
    "klondike+redeals=2",
]


@pytest.fixture
def guest(house: House) -> Browser:
    return house.browser()


def take(guest: Browser, body: bytes | str, lang: str = "en") -> Reply:
    data = body if isinstance(body, bytes) else body.encode()
    return guest.ask("POST", f"/api/records?lang={lang}", data, content_type="application/x-ppn")


def record(guest: Browser, play: str) -> bytes:
    reply = guest.get(f"/api/plays/{play}/record")
    assert reply.status == 200
    assert reply.headers["content-type"] == "application/x-ppn; charset=utf-8"
    return reply.body


def played(guest: Browser, rng: random.Random, name: str, deal: str, steps: int) -> Any:
    """A play with moves, several at once, undos, redos, restarts, jumps and bookmarks."""
    state = guest.deal(name, deal)
    for step in range(steps):
        there = [
            0,
            *(n["node"] for n in guest.get(f"/api/plays/{state['id']}/course").json["nodes"]),
        ]
        kind = rng.choices(["move", "undo", "redo", "restart", "goto"], [12, 4, 1, 0.3, 1])[0]
        move = rng.choice(state["moves"])["text"] if state["moves"] else None
        if kind == "goto":
            reply = guest.post(
                f"/api/plays/{state['id']}/actions",
                {"version": state["version"], "action": "goto", "node": rng.choice(there)},
            )
        else:
            reply = guest.act(state, kind, move if kind == "move" else None)
        if reply.status != 200:
            continue
        state = reply.json
        if step % 7 == 0:
            slot = rng.randint(1, 9)
            name_ = rng.choice(
                ["", "here", "до туза", 'a "b" {c} \\ d', "bookmark 3: no", "x" * 80]
            )
            wish = json.dumps({"name": name_, "node": rng.choice(there)}).encode()
            reply = guest.ask("PUT", f"/api/plays/{state['id']}/bookmarks/{slot}", wish)
            assert reply.status == 200, reply.body
    return state


# ---------------------------------------------------------------------------------------------- out and in again
@pytest.mark.parametrize("name", GAMES)
def test_what_is_exported_and_imported_is_exported_the_same(house: House, name: str) -> None:
    """Every branch that was tried, bookmarks and times included; and the play can be gone on with."""
    rng = random.Random(name)
    for number in range(scale(2, 30)):
        guest, other = house.browser(), house.browser()
        state = played(guest, rng, name, str(number), scale(60, 300))
        first = record(guest, state["id"])
        assert read_record(first.decode()).game_name == load_game(name).name
        reply = take(other, first)
        assert reply.status == 201, reply.json
        play = reply.json["plays"][0]
        assert record(other, play["id"]) == first
        again = other.get(f"/api/plays/{play['id']}").json
        for what in ("game", "deal", "piles", "moves", "status", "breaches", "counts", "can_undo"):
            assert again[what] == state[what], what
        assert again["id"] != state["id"]
        while again["can_undo"]:
            again = other.act(again, "undo").json
        assert again["piles"] == guest.deal(name, str(number))["piles"]


def test_all_plays_go_into_one_file_and_come_out_of_it(house: House, guest: Browser) -> None:
    rng = random.Random(1)
    for name in ("small-harp", "gaps", "spider-pauk"):
        played(guest, rng, name, "5", 20)
    start = "klondike / t1: * / s: 2c 7h"
    state = guest.post("/api/plays", {"deal": start}).json
    guest.act(state, "move", "sw")
    guest.deal("klondike", "1")  # nothing was done in it
    whole = guest.get("/api/records").body
    assert [one.game_name for one in read_records(whole.decode())] == [
        "small-harp",
        "gaps",
        "spider-pauk",
        "klondike",
    ]
    other = house.browser()
    reply = take(other, whole)
    assert reply.status == 201
    assert reply.json["comments_left"] == 0
    assert other.get("/api/records").body == whole
    assert {play["id"] for play in other.get("/api/plays").json} == {
        play["id"] for play in reply.json["plays"]
    }
    # Another writing of the same file: with a BOM, and with the line ends of another system.
    third = house.browser()
    assert take(third, b"\xef\xbb\xbf" + whole.replace(b"\n", b"\r\n")).status == 201
    assert third.get("/api/records").body == whole


SPOILT = (
    "plays SET rules_hash = '0123456789abcdef'",
    "plays SET game = 'no-such-harp'",
    "plays SET deck = 'AS AS'",
    "plays SET deal = 'rubbish'",
    "plays SET deal = 'daily:2026-02-31'",
    "plays SET start = 'klondike / t1: ?!'",
    "actions SET move = 'rubbish'",
    "actions SET move = 't1t1'",
    "actions SET move = ''",
    "actions SET kind = 'goto', move = NULL, node = 77",
    "actions SET kind = 'redo', move = NULL",
    "actions SET version = 2",
)


@pytest.mark.parametrize("lang", ["ru", "en"])
def test_what_cannot_be_written_is_named_in_the_file_and_hinders_nothing(
    house: House, guest: Browser, lang: str
) -> None:
    for change in SPOILT:
        state = guest.deal("small-harp", "12")
        guest.move(state, "sw")
        key = "id" if change.startswith("plays") else "play_id"
        with house.service.store.database.engine.begin() as connection:
            connection.exec_driver_sql(f"UPDATE {change} WHERE {key} = ?", (state["id"],))
    good = guest.deal("klondike", "7")
    guest.move(good, "sw")
    house.service.sessions.forget(good["id"])
    reply = guest.get(f"/api/records?lang={lang}")
    assert reply.status == 200
    assert reply.headers["x-arfa-left-out"] == str(len(SPOILT))
    text = reply.body.decode()
    assert [one.tag("Deal") for one in read_records(text)] == ["7"]
    head, *lines = [line for line in text.splitlines() if line.startswith("; ")]
    assert len(lines) == len(SPOILT)
    assert (
        head
        == {
            "ru": "; Не удалось записать в этот файл 12 партий:",
            "en": "; 12 games could not be written into this file:",
        }[lang]
    )
    name = {"ru": "Арфа малая", "en": "Small Harp"}[lang]
    assert all(re.fullmatch(r"; .+, \d{4}-\d\d-\d\d: .+", line) for line in lines)
    assert sum(line.startswith(f"; {name}, 12, ") for line in lines) >= 8
    assert len({line.rpartition(": ")[2] for line in lines}) >= 3, "each with its reason"
    # The file is taken in again without them, and then nothing is left out.
    other = house.browser()
    assert len(take(other, text).json["plays"]) == 1
    whole = other.get("/api/records")
    assert whole.headers["x-arfa-left-out"] == "0"
    assert ";" not in whole.body.decode()


def test_a_file_of_which_everything_was_left_out_says_so(house: House, guest: Browser) -> None:
    guest.move(guest.deal("small-harp", "1"), "sw")
    with house.service.store.database.engine.begin() as connection:
        connection.exec_driver_sql("UPDATE plays SET rules_hash = '0123456789abcdef'")
    reply = guest.get("/api/records?lang=ru")
    assert reply.status == 200
    assert reply.body.decode().startswith("; Не удалось записать в этот файл 1 партию:\n; ")


def test_nobody_has_records_of_another(house: House, guest: Browser) -> None:
    state = guest.deal()
    other = house.browser()
    reply = other.get(f"/api/plays/{state['id']}/record")
    assert (reply.status, reply.code) == (404, "play-unknown")
    assert other.get("/api/records").body == b""


def test_what_is_told_of_a_game_goes_into_its_record(guest: Browser) -> None:
    """That nothing in the stock helps is a secret, in the file too, until it has been gone through."""
    start = "klondike+redeals=0 / t1: KS / t2: KH / t3: KD / t4: KC / s: * / w: --"
    state = guest.post("/api/plays", {"deal": start}).json
    assert state["status"] == "playing"
    assert b"unfinished" in record(guest, state["id"])


def test_comments_become_bookmarks(guest: Browser) -> None:
    comments = " ".join(f"{{c{n}}}" for n in range(12))
    text = f'[Game "klondike"] [Deal "1"] {{before}} sw {{bookmark 4: mine}} sw {comments} (sw) *'
    reply = take(guest, text)
    play = reply.json["plays"][0]
    assert reply.json["comments_left"] == 12 + 2 - 9
    course = guest.get(f"/api/plays/{play['id']}/course").json
    names = {mark["slot"]: mark["name"] for mark in course["bookmarks"]}
    assert names[1] == "before"
    assert names[4] == "mine"
    assert names[2] == "c0"
    assert len(names) == 9


def test_a_date_and_a_time_are_kept(house: House, guest: Browser) -> None:
    text = '[Game "klondike"] [Deal "1"] [Date "2020-02-29"] [Seconds "754"] sw *'
    play = take(guest, text).json["plays"][0]
    kept = record(guest, play["id"]).decode()
    assert '[Date "2020-02-29"]' in kept
    assert '[Seconds "754"]' in kept
    for date, seconds in (("2999-01-01", "-3"), ("yesterday", "1e9"), ("", "9" * 30)):
        text = f'[Game "klondike"] [Deal "1"] [Date "{date}"] [Seconds "{seconds}"] sw *'
        play = take(guest, text).json["plays"][0]
        kept = record(guest, play["id"]).decode()
        assert "Seconds" not in kept
        assert f'[Date "{date}"]' not in kept


def test_an_imported_win_is_none_of_ones_own(guest: Browser) -> None:
    take(guest, '[Game "klondike"] [Position "klondike / f: KC KD KH QS / t1: KS"] t1f won')
    assert guest.get("/api/plays").json[0]["status"] == "won"
    figures = guest.get("/api/player/statistics").json
    assert figures["total"]["won"] == 0


# ---------------------------------------------------------------------------------------------- the command line
def test_the_command_line_reads_the_same_files(guest: Browser, tmp_path: Any) -> None:
    state = played(guest, random.Random(3), "small-harp", "3", 40)
    file = tmp_path / "play.ppn"
    file.write_bytes(record(guest, state["id"]))
    result = run("replay", str(file))
    assert result.exit_code in (0, 1), result.stderr
    assert f"{state['counts']['moves']} moves" in result.output
    assert run("show", str(file)).exit_code == 0


def test_the_command_line_reads_one_record_of_many(guest: Browser, tmp_path: Any) -> None:
    for name, deal in (("small-harp+small-4x4", "3"), ("klondike", "7")):
        state = guest.deal(name, deal)
        guest.act(state, "move", "sw")
    file = tmp_path / "games.ppn"
    file.write_bytes(guest.get("/api/records").body)
    for command in ("replay", "show"):
        assert "7" in run(command, f"{file}#2").output.splitlines()[0]
        assert "3" in run(command, f"{file}#1").output.splitlines()[0]
    assert run("solve", f"{file}#1").exit_code in (0, 1)
    assert "games.ppn#2" in run("replay", str(file)).stderr
    for number in ("0", "3", "999999"):
        assert "2 records" in run("replay", f"{file}#{number}").stderr
    assert run("replay", f"{tmp_path / 'none.ppn'}#1").exit_code == 2


# ---------------------------------------------------------------------------------------------- what is wrong
GOOD = '[Game "klondike"] [Deal "1"]\nsw sw *\n'


@pytest.mark.parametrize(
    ("body", "code", "place"),
    [
        (b"", "record-empty", None),
        (b" \n\xef\xbb\xbf", "text-at", (2, 1)),
        (b"\xff\xfe[\x00G\x00", "text-at", (1, 1)),
        (GOOD.encode() + '\n[Game "klondike"] {\xe4\xf6'.encode("latin-1"), "text-at", (4, 20)),
        (b"\x00\x01\x02", "text-at", (1, 1)),
        (b"PK\x03\x04 a zip", "text-at", (1, 1)),
        ((GOOD + '[Game "klondike"] [Deal "1"]\n1. sw 2. ws').encode(), "text-at", (4, 10)),
        ((GOOD + "nonsense").encode(), "text-at", (3, 1)),
        ((GOOD + '[Game "no-such-harp"] [Deal "1"] sw').encode(), "text-at", (3, 1)),
        ((GOOD + '[Game "klondike"] [Deal "1"] [Rules "00"] sw').encode(), "text-at", (3, 30)),
        ((GOOD + '[Game "klondike"] sw').encode(), "text-at", (3, 19)),
        (b"(" * 100_000, "text-at", (1, 1)),
        (b'[Game "klondike"] [Deal "1"] ' + b"sw ( sw " * 60, "text-at", None),
        (b'[A "' * 100_000, "text-at", (1, 1)),
        (b"{" * (4 << 20) + b"{", "text-too-long", None),
    ],
    ids=str,
)
def test_a_broken_file_changes_nothing(
    guest: Browser, body: bytes, code: str, place: tuple[int, int] | None
) -> None:
    for lang in ("ru", "en"):
        reply = take(guest, body, lang)
        assert (reply.status, reply.code) == (422, code)
        if place is not None:
            error = reply.json["error"]
            assert (error["line"], error["column"]) == place
    assert guest.get("/api/plays").json == []
    assert guest.cookies == {}


def test_a_file_that_is_too_large_is_refused_unread(house: House, guest: Browser) -> None:
    reply = take(guest, b"x" * (house.service.settings.max_import + 1))
    assert (reply.status, reply.code) == (413, "web-file-too-large")


def test_more_records_than_can_be_read_are_refused(guest: Browser) -> None:
    reply = take(guest, '[Game "klondike"] [Deal "1"] *\n' * 1001)
    assert (reply.status, reply.code) == (422, "text-at")
    assert "1000 records" in reply.json["error"]["text"]


def test_a_failure_while_storing_stores_nothing(
    house: House, guest: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All or none: the second record meets a fault of the database."""

    async def half(store: Any, plays: Any) -> None:
        plays = list(plays)
        plays[1] = plays[0]  # the same key twice
        await keep(store, plays)

    monkeypatch.setattr("arfa.web.routes.records.keep", half)
    assert take(guest, GOOD * 2).status >= 500
    assert guest.get("/api/plays").json == []


def test_mutated_files_are_refused_or_taken_but_never_fail(guest: Browser) -> None:
    rng = random.Random(7)
    state = played(guest, rng, "small-harp", "3", 40)
    good = record(guest, state["id"])
    for _ in range(scale(60, 3000)):
        body = bytearray(good)
        for _ in range(rng.randint(1, 4)):
            at = rng.randrange(len(body))
            if rng.random() < 0.5:
                body[at] = rng.randrange(256)
            else:
                del body[at : at + rng.randint(1, 30)]
        reply = take(guest, bytes(body))
        assert reply.status in (201, 422), reply.body
        if reply.status == 422:
            assert reply.code.startswith(("text", "record", "deck", "deal", "position"))


@pytest.mark.parametrize("name", game_ids())
def test_a_deck_of_ones_own_is_exported(house: House, guest: Browser, name: str) -> None:
    """Field report 57: out and in again, the same deck."""
    deck = Deal("ours", 9).deck(Game.named(name).rules)
    state = guest.deal(name, deck_text(deck))
    other = house.browser()
    play = take(other, record(guest, state["id"])).json["plays"][0]
    assert other.get(f"/api/plays/{play['id']}").json["deal"] == state["deal"]


def test_files_of_earlier_versions_are_read_for_ever(guest: Browser) -> None:
    """Field report 55: what was once saved, with branches, bookmarks, a position and deals of every kind."""
    files = sorted((Path(__file__).parents[1] / "vectors/exports").glob("*.ppn"))
    assert files
    for file in files:
        other = guest.house.browser()
        reply = take(other, file.read_bytes())
        assert reply.status == 201, (file.name, reply.json)
        assert other.get("/api/records").body == file.read_bytes()
