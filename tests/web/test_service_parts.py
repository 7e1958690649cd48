"""Files of games that are too large to be opened, divided by ``arfa split`` and opened in parts."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

from arfa.notation import read_records
from arfa.notation.parts import parts_of as parts_of_records
from arfa.store.errors import ArchiveError
from arfa.store.parts import parts_of as parts_of_plays
from arfa.store.restore import _follow
from tests.command_line import run
from tests.web.house import Browser, House


def wandering(guest: Browser, rng: random.Random, steps: int) -> None:
    """A play in which a player goes to and fro."""
    state = guest.deal(
        rng.choice(["small-harp", "klondike", "spider-pauk"]), str(rng.random())[2:8]
    )
    nodes = [0]
    for _ in range(steps):
        kind = rng.choice(["move", "move", "move", "undo", "redo", "restart", "goto"])
        wish: dict[str, Any] = {"version": state["version"], "action": kind}
        if kind == "move" and state["moves"]:
            wish["move"] = rng.choice(state["moves"])["text"]
        elif kind == "goto":
            wish["node"] = rng.choice(nodes)
        reply = guest.post(f"/api/plays/{state['id']}/actions", wish)
        if reply.status == 200:
            state = reply.json
            nodes.append(state["node"])


@pytest.fixture
def played(house: House) -> Browser:
    """Somebody with some games."""
    guest = house.browser()
    rng = random.Random(5)
    for _ in range(8):
        wandering(guest, rng, 40)
    return guest


def test_plays_in_parts_are_the_plays(
    house: House, played: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = played.get("/api/player/export").body
    assert parts_of_plays(source) == [source], "what is small enough stays as it is, to the byte"
    plays = json.loads(source)["plays"]
    # No part makes the referee take more steps than were allowed.
    steps: list[int] = []

    def counting(archived: Any, *rest: Any) -> Any:
        restored, made = _follow(archived, *rest)
        steps.append(made)
        return restored, made

    monkeypatch.setattr("arfa.store.restore._follow", counting)
    for size, most in ((4000, 10**9), (10**9, 400), (1, 1)):
        parts = parts_of_plays(source, size, most)
        assert len(parts) > 1
        assert [play for part in parts for play in json.loads(part)["plays"]] == plays
        other = house.browser()
        added = 0
        for part in parts:
            assert len(part) < size + 200 or len(json.loads(part)["plays"]) == 1
            steps.clear()
            reply = other.ask("POST", "/api/player/import", part)
            assert reply.status == 200, reply.json
            added += reply.json["added"]
            assert sum(steps) <= most or len(steps) == 1
        assert added == len(plays)
        # Again, and in another order: nothing new.
        reply = other.ask("POST", "/api/player/import", parts[-1])
        assert reply.json["added"] == 0


@pytest.mark.parametrize(
    ("source", "code"),
    [
        (b"", "archive-not-json"),
        (b"{", "archive-not-json"),
        (b"\xff\xfe{}", "archive-not-json"),
        (b"[]", "archive-other"),
        (b'{"plays":[]}', "archive-other"),
        (b'{"format":"arfa-plays","plays":7}', "archive-other"),
    ],
)
def test_another_file_is_not_divided(source: bytes, code: str) -> None:
    with pytest.raises(ArchiveError) as caught:
        parts_of_plays(source)
    assert caught.value.message.code == code


def test_broken_plays_are_divided_too() -> None:
    """What is wrong with them is told where they are opened."""
    plays: list[Any] = [None, {}, {"log": 3}, {"log": [3, [], ["move", None, 1], ["goto"]]}]
    source = json.dumps({"format": "arfa-plays", "plays": plays}).encode()
    assert [json.loads(part)["plays"] for part in parts_of_plays(source, 1)] == [[p] for p in plays]


def test_records_in_parts_are_the_records(played: Browser) -> None:
    text = played.get("/api/records").body.decode()
    whole = read_records(text)
    assert parts_of_records(text) == [text]
    for size in (1, 3000, 10_000):
        parts = parts_of_records(text, size)
        assert "".join(parts) == text
        assert [record for part in parts for record in read_records(part)] == whole
        assert all(len(part.encode()) <= size or len(read_records(part)) == 1 for part in parts)
    many = '[Game "klondike"] [Deal "1"] *\n' * 2500
    assert [len(read_records(part)) for part in parts_of_records(many)] == [1000, 1000, 500]
    moves = ('[Game "klondike"]\n[Deal "1"]\n' + "1. sw sw " * 9000 + "*\n") * 12
    assert len(parts_of_records(moves)) == 3


@pytest.mark.parametrize(
    "inside",
    [
        '{ [Game "klondike"] \\} [Deal "1"] } sw',
        '; [Game "klondike"]\nsw',
        'sw (sw) {a "b [c} sw',
    ],
)
def test_what_looks_like_a_tag_is_none(inside: str) -> None:
    one = f'[Game "klondike"] [Deal "1"] [Event "]\\" [Game \\"x"]\n{inside} *\n; [said "x"]\n'
    assert len(read_records(one)) == 1
    assert parts_of_records(one, 1) == [one]
    assert len(parts_of_records(one + one, 1)) == 2


def test_the_command_writes_parts_beside_the_file(
    played: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = tmp_path / "arfa-plays.json"
    source.write_bytes(played.get("/api/player/export").body)
    result = run("split", str(source))
    assert (result.exit_code, result.stdout) == (0, "")
    assert "can be opened as it is" in result.stderr
    monkeypatch.setattr("arfa.store.parts.PART", 4000)
    monkeypatch.setattr("arfa.store.parts.parts_of.__defaults__", (4000, 10**9))
    result = run("split", str(source))
    assert result.exit_code == 0
    names = result.stdout.split()
    assert names[0] == str(tmp_path / "arfa-plays-1.json")
    assert len(names) > 1
    parts = [json.loads(Path(name).read_bytes())["plays"] for name in names]
    assert [play for part in parts for play in part] == json.loads(source.read_bytes())["plays"]
    again = run("split", str(source), lang="ru")
    assert again.exit_code == 2
    assert "уже есть; ничего не записано" in again.stderr


def test_the_command_divides_records(tmp_path: Path) -> None:
    source = tmp_path / "games.ppn"
    source.write_text('[Game "klondike"] [Deal "1"] *\n' * 1001, "utf-8")
    result = run("split", str(source))
    assert result.exit_code == 0
    assert [Path(name).name for name in result.stdout.split()] == ["games-1.ppn", "games-2.ppn"]
    source.write_bytes(b"\xff")
    assert "UTF-8" in run("split", str(source)).stderr
    assert run("split", str(tmp_path / "none.ppn")).exit_code == 2


@pytest.mark.parametrize("lang", ["ru", "en"])
def test_who_has_too_large_a_file_is_told_what_to_do(
    house: House, monkeypatch: pytest.MonkeyPatch, lang: str
) -> None:
    guest = house.browser()
    records = '[Game "klondike"] [Deal "1"] *\n' * 1001
    reply = guest.ask("POST", f"/api/records?lang={lang}", records.encode())
    assert "`arfa split " in reply.json["error"]["text"]
    wandering(guest, random.Random(2), 30)
    monkeypatch.setattr("arfa.store.restore.MOST_STEPS", 3)
    source = guest.get("/api/player/export").body
    reply = house.browser().ask("POST", f"/api/player/import?lang={lang}", source)
    assert "`arfa split " in reply.json["error"]["text"]
    megabytes = b" " * (house.service.settings.max_import + 1)
    for path in ("/api/player/import", "/api/records"):
        reply = guest.ask("POST", f"{path}?lang={lang}", megabytes)
        assert (reply.status, reply.code) == (413, "web-file-too-large")
        assert ("8 мегабайт;" if lang == "ru" else "8 megabytes") in reply.json["error"]["text"]
        assert "`arfa split " in reply.json["error"]["text"]
