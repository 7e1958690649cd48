"""How much may be asked for, how long a request may take, and what is said to who asks for too much."""

from __future__ import annotations

import asyncio
import socket
import time
from pathlib import Path
from typing import Any

import pytest

from arfa.web.limits import Buckets, cost_of, network_of
from arfa.web.settings import Rate, Settings
from tests.web.house import Browser, House, process


class Clock:
    """A clock that is put on by hand."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


# ---------------------------------------------------------------------------------------------- buckets
def test_a_bucket_lets_a_burst_through_and_fills_again() -> None:
    clock = Clock()
    buckets = Buckets(Rate(2, 10), clock=clock)

    def ask(cost: float = 1.0) -> float:
        wait = buckets.wait("x", cost)
        if not wait:
            buckets.take("x", cost)
        return wait

    assert [ask() for _ in range(10)] == [0.0] * 10
    assert ask() == pytest.approx(0.5)
    assert ask() == pytest.approx(0.5), "to be refused costs nothing"
    clock.now += 0.5
    assert ask() == 0
    assert ask(4) == pytest.approx(2)
    clock.now += 100
    assert [ask() for _ in range(11)][-2:] == [0.0, pytest.approx(0.5)], "no more than a full one"
    assert buckets.wait("y", 10) == 0, "each has a bucket of its own"
    clock.now += 100
    assert ask(50) == 0, "what costs more than a bucket holds takes a full one"
    assert ask() == pytest.approx(20.5)


def test_buckets_do_not_grow_without_end() -> None:
    clock = Clock()
    buckets = Buckets(Rate(1, 1), size=3, clock=clock)
    for name in "abcd":
        buckets.take(name, 1)
    assert buckets.wait("a", 1) == 0
    assert buckets.wait("d", 1) > 0
    assert Buckets(Rate(0, 0)).wait("x", 10**9) == 0


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"),
        ("2001:db8:1:2::9", "2001:db8:1:2::"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("fe80::1%eth0", "fe80::"),
        ("unix", "unix"),
        ("", ""),
    ],
)
def test_with_ipv6_a_network_is_one(address: str, network: str) -> None:
    assert network_of(address) == network


def test_what_makes_something_new_costs_more() -> None:
    play = "/api/plays/" + "A" * 22
    assert cost_of("GET", "/card.js") < cost_of("GET", play) == cost_of("POST", f"{play}/actions")
    assert cost_of("POST", f"{play}/actions") < cost_of("POST", "/api/plays")


def test_workers_share_a_limit() -> None:
    whole = Settings(database="x", player_rate=Rate(20, 200), address_rate=Rate(60, 600))
    assert whole.of_worker(1) == whole
    two = whole.of_worker(2)
    assert (two.player_rate, two.address_rate) == (Rate(10, 100), Rate(30, 300))
    many = whole.of_worker(64)
    assert many.player_rate.a_second * 64 == 20
    page = 30 * cost_of("GET", "/app.js") + 5 * cost_of("GET", "/api/games")
    assert many.player_rate.at_once >= page + cost_of("POST", "/api/plays")
    assert Rate(0, 0).part(3) == Rate(0, 0), "none is none"
    assert Rate(0.5, 12).part(2) == Rate(0.25, 12), "never more than was asked for"


# ---------------------------------------------------------------------------------------------- answers
@pytest.mark.parametrize("lang", ["ru", "en"])
def test_one_too_many_is_told_when_to_come_again(tmp_path: Path, lang: str) -> None:
    with House(tmp_path / "games", player_rate=Rate(0.5, 12)) as house:
        browser = house.browser()
        state = browser.deal()
        path = f"/api/plays/{state['id']}?lang={lang}"
        replies = [browser.get(path) for _ in range(20)]
        assert [r.status for r in replies] == [200] * 12 + [429] * 8
        reply = replies[-1]
        assert reply.code == "web-too-often"
        assert 1 <= int(reply.headers["retry-after"]) <= 2
        assert reply.headers["retry-after"] in reply.json["error"]["text"]
        assert reply.json["error"]["text"].isascii() == (lang == "en")
        assert "content-security-policy" in reply.headers
        # Others, and the page itself, are not meant.
        assert house.browser().get("/api/games").status == 200
        assert browser.get("/").status == 200
        assert browser.get("/healthz").status == 200
        # Nothing was done.
        assert browser.act(state, "move", "sw").status == 429
        limits = guard(house).limits
        limits.player._full.clear()
        assert browser.show(state) == state
        assert "arfa_requests_refused_total 9" in house.service.metrics.text()


def guard(house: House) -> Any:
    """The guard of an application."""
    found = house.app.middleware_stack
    while not hasattr(found, "limits"):
        found = found.app  # type: ignore[union-attr]
    return found


def test_an_address_has_a_limit_too(tmp_path: Path) -> None:
    with House(tmp_path / "games", address_rate=Rate(0.01, 30), proxies="127.0.0.1") as house:
        here = {"x-forwarded-for": "192.0.2.7"}
        dealt = [
            house.browser(**here).post("/api/plays", {"game": "small-harp", "deal": "1"}).status
            for _ in range(5)
        ]
        assert dealt == [201, 201, 201, 429, 429], "new players are dear"
        there = house.browser(**{"x-forwarded-for": "192.0.2.8"})
        assert there.post("/api/plays", {"game": "small-harp", "deal": "1"}).status == 201
        lying = house.browser(**{"x-forwarded-for": "198.51.100.1, 192.0.2.7"})
        assert lying.get("/api/games").status == 429, "the proxy itself wrote the last one"


def test_the_usual_limits_are_not_felt_by_people(tmp_path: Path) -> None:
    usual = Settings(database="x")
    rates = {"player_rate": usual.player_rate, "address_rate": usual.address_rate}
    with House(tmp_path / "games", **rates) as house:
        browser = house.browser()
        state = browser.deal()
        for _ in range(60):  # as fast as a key repeats
            state = browser.move(state, "sw") if len(state["moves"]) else state
            reply = browser.act(state, "undo")
            assert reply.status == 200
            state = reply.json


# ---------------------------------------------------------------------------------------------- time
def test_a_body_that_does_not_come_is_not_waited_for(tmp_path: Path) -> None:
    with House(tmp_path / "games", body_seconds=0.05) as house:
        never = asyncio.Event()
        sent: list[dict[str, Any]] = []

        async def receive() -> dict[str, Any]:
            await never.wait()
            return {}

        async def send(message: Any) -> None:
            sent.append(message)

        async def ask() -> None:
            await house.app(
                {
                    "type": "http",
                    "method": "POST",
                    "path": "/api/plays",
                    "query_string": b"lang=ru",
                    "headers": [(b"content-length", b"10"), (b"host", b"x")],
                    "scheme": "http",
                    "client": ("127.0.0.1", 1),
                    "server": ("x", 80),
                },
                receive,
                send,
            )

        house.loop.run(ask())
        assert sent[0]["status"] == 408
        assert b"web-too-slow" in sent[1]["body"]
        assert (b"connection", b"close") in [(k.lower(), v) for k, v in sent[0]["headers"]]


def test_an_answer_that_takes_too_long_is_a_passing_trouble(tmp_path: Path) -> None:
    with House(tmp_path / "games", answer_seconds=2) as house:
        browser = house.browser()

        async def forever(*_: Any) -> None:
            await asyncio.Event().wait()

        real = house.service.store.plays_of
        house.service.store.plays_of = forever  # type: ignore[method-assign, assignment]
        browser.deal()
        reply = browser.get("/api/plays")
        assert (reply.status, reply.code) == (503, "web-unavailable")
        house.service.store.plays_of = real  # type: ignore[method-assign]
        assert len(browser.get("/api/plays").json) == 1


def heard(line: socket.socket, last: bytes) -> bytes:
    """What comes, up to these last bytes."""
    said = b""
    while not said.endswith(last):
        more = line.recv(65536)
        assert more, said
        said += more
    return said


def test_a_head_that_does_not_come_is_hung_up_on(tmp_path: Path) -> None:
    """Who sends a letter a minute keeps no connection; who is silent between two requests keeps his."""
    with process(tmp_path / "games.sqlite3", body_seconds=0.5) as server:
        whole = b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n"
        for begin in (b"", b"GET /healthz HT", whole):
            with socket.create_connection(("127.0.0.1", server.port), timeout=20) as line:
                line.sendall(begin)
                if begin == whole:
                    heard(line, b'{"status":"ok"}')
                    line.sendall(b"GET ")
                began = time.monotonic()
                assert line.recv(65536) == b"", "hung up"
                assert time.monotonic() - began < 15
        with socket.create_connection(("127.0.0.1", server.port), timeout=20) as line:
            for _ in range(2):
                line.sendall(whole)
                assert heard(line, b'{"status":"ok"}').startswith(b"HTTP/1.1 200 OK")
                time.sleep(0.8)
        assert server.stop() == (0, "")


@pytest.mark.parametrize("method", ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "FLY"])
@pytest.mark.parametrize("path", ["/api/nothing", "/api/", "/api/plays/", "/api/plays/x/y/z"])
def test_where_there_is_nothing_there_is_nothing_by_any_method(
    house: House, method: str, path: str
) -> None:
    reply = house.browser().ask(method, path, b"{}")
    assert (reply.status, reply.code) == (404, "web-not-found")


def test_what_costs_what_is_about_addresses_that_exist(house: House) -> None:
    browser = Browser(house)
    assert browser.ask("FLY", "/api/plays").status == 405
    assert browser.ask("PUT", "/").status == 405
