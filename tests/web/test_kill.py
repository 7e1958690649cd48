"""A server that is killed without warning: every action that was answered is there after the restart."""

from __future__ import annotations

import random
import signal
import socket
import sqlite3
import threading
import time
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from tests.scale import scale
from tests.web.house import Line, Process, line, process

GAMES = ("small-harp", "big-harp", "black-harp", "klondike", "spider-pauk", "harp-9")


class Gambler(threading.Thread):
    """Plays at random as fast as it can, and remembers what was answered, until the line breaks."""

    def __init__(self, port: int, cookie: str, play: str | None, seed: int) -> None:
        super().__init__(daemon=True)
        self.line = Line(port, cookie)
        self.play = play
        self.rng = random.Random(seed)
        self.answered: Any = None
        """The last state that came."""
        self.asked = 0
        """The version that the last action asked for would have led to."""
        self.actions = 0
        self.asked_to_stop = False
        self.nodes: set[int] = set()
        self.fault: str | None = None

    def run(self) -> None:
        """Play until the server dies."""
        if self.play is None:
            reply = self.line.ask(
                "POST", "/api/plays", {"game": self.rng.choice(GAMES), "deal": None}
            )
        else:
            reply = self.line.ask("GET", f"/api/plays/{self.play}")
        while reply is not None:
            if reply.status not in (200, 201):
                self.fault = f"{reply.status} {reply.body!r}"
                return
            self.answered = state = reply.json
            self.play = state["id"]
            if self.asked_to_stop:
                return
            self.nodes.add(state["node"])
            elsewhere = sorted(self.nodes - {state["node"]})
            kinds = ["undo", "undo", "restart"] * state["can_undo"] + ["redo"] * state["can_redo"]
            kinds += ["goto", "goto"] * bool(elsewhere)
            wish = {"version": state["version"], "action": "move"}
            if state["moves"] and (not kinds or self.rng.random() < 0.8):
                wish["move"] = self.rng.choice(state["moves"])["text"]
                wish["auto"] = self.rng.choice(["off", "safe", "all"])
            else:
                wish["action"] = kind = self.rng.choice(kinds)
                if kind == "goto":
                    wish["node"] = self.rng.choice(elsewhere)
            self.asked = state["version"] + 1
            reply = self.line.ask("POST", f"/api/plays/{self.play}/actions", wish)
            self.actions += reply is not None


def check(server: Process, before: Gambler) -> int:
    """Compare a play with what was answered; how many actions were done that nobody was told of (0 or 1)."""
    if before.answered is None:  # killed before the first answer
        return 0
    with line(server, before.line.cookie) as browser:
        reply = browser.ask("GET", f"/api/plays/{before.play}")
    assert reply is not None
    assert reply.status == 200, reply.body
    state, answered = reply.json, before.answered
    if state["version"] == answered["version"]:
        assert state == answered, "the state is the one that was answered"
        return 0
    # The last action was done, and the answer did not arrive any more.
    assert state["version"] == before.asked == answered["version"] + 1
    return 1


@pytest.mark.parametrize("players", [4, pytest.param(1, marks=pytest.mark.soak)])
def test_every_answered_action_survives_a_kill(tmp_path: Path, players: int) -> None:
    """Killed again and again at random points while games are being played."""
    database = tmp_path / "games.sqlite3"
    rng = random.Random(players)
    kills, actions, unheard = scale(3, 50), 0, 0
    gamblers: list[Gambler] = []
    server = Process(database)
    try:
        for kill in range(kills):
            gamblers = [
                Gambler(
                    server.port,
                    gamblers[n].line.cookie if gamblers else "",
                    # A game goes on over several kills before there is a new one.
                    gamblers[n].play if gamblers and rng.random() < 0.7 else None,
                    seed=kill * 100 + n,
                )
                for n in range(players)
            ]
            for gambler in gamblers:
                gambler.start()
            enough = rng.randrange(40)
            while any(g.actions < enough and g.is_alive() for g in gamblers):
                time.sleep(0.002)
            time.sleep(rng.uniform(0, 0.02))
            server.kill()
            for gambler in gamblers:
                gambler.join(20)
                assert gambler.fault is None
                gambler.line.close()
            server = Process(database)
            unheard += sum(check(server, gambler) for gambler in gamblers)
            actions += sum(gambler.actions for gambler in gamblers)
        assert actions > 5 * kills * players
        assert server.stop()[0] == 0
    finally:
        if server.process.poll() is None:
            server.kill()
    with closing(sqlite3.connect(database)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        gaps = connection.execute(
            "SELECT play_id FROM actions GROUP BY play_id HAVING count(*) != max(version)"
        ).fetchall()
        assert gaps == []


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_server_that_is_told_to_stop_stops_in_peace(tmp_path: Path, number: int) -> None:
    with process(tmp_path / "games.sqlite3") as server:
        with line(server) as browser:
            assert browser.ask("GET", "/healthz") is not None
        code, complaints = server.stop(number)
        assert (code, complaints) == (0, "")
    # What was in the log of the database has been carried over into its file.
    assert {f.name for f in tmp_path.iterdir()} == {"games.sqlite3"}


def test_requests_under_way_are_answered_before_it_stops(tmp_path: Path) -> None:
    with process(tmp_path / "games.sqlite3") as server:
        gambler = Gambler(server.port, "", None, 1)
        gambler.start()
        while gambler.actions < 3 and gambler.is_alive():
            time.sleep(0.01)
        code, complaints = server.stop()
        gambler.join(10)
        gambler.line.close()
        assert (code, complaints, gambler.fault) == (0, "", None)
    with process(tmp_path / "games.sqlite3") as server:
        assert check(server, gambler) == 0


def test_the_usual_port_or_the_next_one(tmp_path: Path) -> None:
    """A second table beside a first one, and what is said of it."""
    taken = socket.socket()
    taken.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        taken.bind(("127.0.0.1", 8288))
        taken.listen()
    except OSError:
        pass  # somebody plays on this machine: it is taken just the same
    with taken, process(tmp_path / "games.sqlite3", port=None, lang="ru") as server:
        assert server.port > 8288
        assert server.said[0].startswith("Порт 8288 занят")
        assert str(server.port) in server.said[0]
        with line(server) as browser:
            reply = browser.ask("GET", "/")
        assert reply is not None
        assert reply.status == 200


def test_a_port_that_was_asked_for_is_taken_or_refused(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        with pytest.raises(AssertionError, match="is taken"):
            Process(tmp_path / "games.sqlite3", port=taken.getsockname()[1])


def test_two_servers_on_one_file(tmp_path: Path) -> None:
    """Whoever comes second is stale, on whichever server it is."""
    database = tmp_path / "games.sqlite3"
    with (
        process(database) as one,
        process(database) as two,
        line(one) as here,
    ):
        dealt = here.ask("POST", "/api/plays", {"game": "small-harp", "deal": "1"})
        assert dealt is not None
        state = dealt.json
        path = f"/api/plays/{state['id']}"
        with line(two, here.cookie) as there:
            for turn in range(4):
                quick, slow = (here, there) if turn % 2 else (there, here)
                wish = {"version": state["version"], "action": "move", "move": "sw"}
                first = quick.ask("POST", f"{path}/actions", wish)
                second = slow.ask("POST", f"{path}/actions", wish)
                shown = slow.ask("GET", path)
                assert first is not None
                assert second is not None
                assert shown is not None
                assert (first.status, second.status) == (200, 409)
                assert second.json["state"] == first.json == shown.json
                state = first.json
