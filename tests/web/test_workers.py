"""Several processes on one PostgreSQL that answer as one, and what becomes of them when one dies."""

from __future__ import annotations

import contextlib
import os
import random
import signal
import time
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from arfa.web.settings import Rate
from tests.postgres import Cluster
from tests.web.house import Line, Process, line, process
from tests.web.test_kill import Gambler, check


def workers_of(server: Process) -> set[int]:
    """The processes that a service has started."""
    number = server.process.pid
    text = Path(f"/proc/{number}/task/{number}/children").read_text("utf-8")
    return {int(word) for word in text.split()}


def gone(number: int) -> bool:
    """Whether a process has ended, be it that nobody has asked how."""
    try:
        return Path(f"/proc/{number}/stat").read_text("utf-8").rpartition(")")[2].split()[0] == "Z"
    except OSError:
        return True


def until(what: Any, seconds: float = 30) -> None:
    """Wait for something to become true."""
    ends = time.monotonic() + seconds
    while not what():
        assert time.monotonic() < ends, "it never came"
        time.sleep(0.02)


def at_each(server: Process, cookie: str = "") -> dict[int, Line]:
    """A connection to each of two workers."""
    lines: dict[int, Line] = {}
    for _ in range(200):
        browser = Line(server.port, cookie)
        assert browser.ask("GET", "/api/games") is not None
        worker = answering(server, browser)
        if worker in lines:
            browser.close()
        else:
            lines[worker] = browser
        if len(lines) == 2:
            return lines
    for browser in lines.values():
        browser.close()
    raise AssertionError("one worker answers everything")


def answering(server: Process, browser: Line) -> int:
    """The worker that holds the other end of a connection, by what the kernel says of both."""
    here = browser.http.sock.getsockname()[1]
    ends = f":{server.port:04X}", f":{here:04X}"
    rows = (row.split() for row in Path("/proc/net/tcp").read_text("utf-8").splitlines()[1:])
    [inode] = [row[9] for row in rows if (row[1][-5:], row[2][-5:]) == ends]
    for worker in workers_of(server):
        for file in Path(f"/proc/{worker}/fd").iterdir():
            with contextlib.suppress(OSError):  # closed meanwhile
                if str(file.readlink()) == f"socket:[{inode}]":
                    return worker
    raise AssertionError("no worker holds it")


def test_a_player_does_not_notice_which_worker_answers(postgres: Cluster) -> None:
    with postgres.lent() as url, process(url, workers=2) as server:
        two = list(at_each(server).values())
        dealt = two[0].ask("POST", "/api/plays", {"game": "small-harp", "deal": "1"})
        assert dealt is not None
        two[1].cookie = two[0].cookie
        state = dealt.json
        path = f"/api/plays/{state['id']}"
        rng = random.Random(1)
        for _ in range(40):
            here, there = rng.sample(two, 2)
            kinds = ["undo"] * state["can_undo"] + ["redo"] * state["can_redo"]
            wish = {"version": state["version"], "action": "move"}
            if state["moves"] and (not kinds or rng.random() < 0.7):
                wish["move"] = rng.choice(state["moves"])["text"]
            else:
                wish["action"] = rng.choice(kinds)
            done = here.ask("POST", f"{path}/actions", wish)
            assert done is not None
            assert done.status == 200, done.body
            again = there.ask("POST", f"{path}/actions", wish)
            shown = there.ask("GET", path)
            assert again is not None
            assert shown is not None
            assert again.status == 409
            assert again.json["state"] == done.json == shown.json
            state = done.json
        for browser in two:
            browser.close()
        assert server.stop() == (0, "")


def test_figures_are_those_of_all_workers(postgres: Cluster) -> None:
    with postgres.lent() as url, process(url, workers=2) as server:
        two = list(at_each(server).values())
        for browser in two:
            for _ in range(3):
                assert browser.ask("GET", "/healthz") is not None
        for browser in two:
            deadline = time.monotonic() + 10
            text = ""
            # A request is counted once its answer is on its way, which may be a moment after it has come.
            while 'route="/healthz",method="GET",status="200"} 6' not in text:
                assert time.monotonic() < deadline, text
                reply = browser.ask("GET", "/metrics")
                assert reply is not None
                text = reply.body.decode()
            assert 'arfa_cpu_seconds_total{worker="2"}' in text
            browser.close()
        assert server.stop() == (0, "")


def test_all_workers_together_let_no_more_through_than_one(postgres: Cluster) -> None:
    """Somebody who comes with a new connection each time meets both of them."""
    with (
        postgres.lent() as url,
        process(url, workers=2, address_rate=Rate(0.001, 100)) as server,
    ):
        statuses: Counter[int] = Counter()
        for _ in range(400):
            with line(server) as browser:
                reply = browser.ask("GET", "/api/games")
                assert reply is not None
                statuses[reply.status] += 1
            if statuses[429] > 200:
                break
        assert set(statuses) == {200, 429}
        assert 50 < statuses[200] <= 101, "more than one lets through, and no more than both may"
        assert server.stop() == (0, "")


def test_a_worker_that_dies_is_replaced_and_nothing_is_lost(postgres: Cluster) -> None:
    with postgres.lent() as url, process(url, workers=2) as server:
        for kill in range(4):
            before = workers_of(server)
            assert len(before) == 2
            gamblers = [Gambler(server.port, "", None, kill * 10 + n) for n in range(4)]
            for gambler in gamblers:
                gambler.start()
            until(lambda them=gamblers: all(g.actions > 3 or not g.is_alive() for g in them))
            os.kill(sorted(before)[kill % 2], signal.SIGKILL)
            until(lambda old=before: len(workers_of(server) - old) == 1)
            for gambler in gamblers:  # those of the other worker go on until they are stopped
                gambler.asked_to_stop = True
                gambler.join(20)
                assert gambler.fault is None
                gambler.line.close()
                check(server, gambler)
        code, said = server.stop()
        assert code == 0
        assert said.count("(SIGKILL) and is started again") == 4


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_all_workers_stop_in_peace(postgres: Cluster, number: int) -> None:
    with postgres.lent() as url, process(url, workers=2) as server:
        workers = workers_of(server)
        gamblers = [Gambler(server.port, "", None, n) for n in range(4)]
        for gambler in gamblers:
            gambler.start()
        until(lambda: all(g.actions > 2 or not g.is_alive() for g in gamblers))
        assert server.stop(number) == (0, "")
        assert all(map(gone, workers))
        for gambler in gamblers:
            gambler.join(20)
            assert gambler.fault is None
            gambler.line.close()
        with process(url) as again:
            assert sum(check(again, gambler) for gambler in gamblers) == 0, "all were answered"


def test_workers_end_with_the_process_that_looks_after_them(postgres: Cluster) -> None:
    with postgres.lent() as url, process(url, workers=2) as server:
        workers = workers_of(server)
        server.kill()
        until(lambda: all(map(gone, workers)))


def test_two_workers_need_a_postgresql(tmp_path: Path) -> None:
    with pytest.raises(AssertionError, match="2 workers need a PostgreSQL"):
        Process(tmp_path / "games.sqlite3", workers=2)
    assert list(tmp_path.iterdir()) == []


def test_a_postgresql_that_starts_again_is_found_again(postgres: Cluster) -> None:
    with postgres.lent() as url, process(url) as server, line(server) as browser:
        dealt = browser.ask("POST", "/api/plays", {"game": "small-harp", "deal": "1"})
        assert dealt is not None
        state = dealt.json
        wish = {"version": 0, "action": "move", "move": "sw"}
        postgres.stop()
        try:
            away = browser.ask("POST", f"/api/plays/{state['id']}/actions", wish)
            not_ready = browser.ask("GET", "/readyz")
            alive = browser.ask("GET", "/healthz")
        finally:
            postgres.start()
        assert [r.status for r in (away, not_ready, alive) if r is not None] == [503, 503, 200]

        def done() -> bool:
            reply = browser.ask("POST", f"/api/plays/{state['id']}/actions", wish)
            return reply is not None and reply.status == 200

        until(done)
        assert server.stop()[0] == 0
