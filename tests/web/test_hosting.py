"""What who hosts the service looks at: health, figures, and lines of a log."""

from __future__ import annotations

import json
import logging
import re
from pathlib import Path
from typing import Any

import pytest
from prometheus_client.parser import text_string_to_metric_families
from sqlalchemy.exc import OperationalError

from arfa.web.logs import Lines, Objects
from arfa.web.metrics import SIZE, Metrics, regions
from tests.web.house import House, line, process


# ---------------------------------------------------------------------------------------------- health
def test_alive_and_ready_are_two_things(house: House) -> None:
    browser = house.browser()
    assert browser.get("/healthz").json == browser.get("/readyz").json == {"status": "ok"}

    async def away() -> None:
        raise OperationalError("SELECT 1", {}, OSError("away"))

    real = house.service.store.ping
    house.service.store.ping = away  # type: ignore[method-assign]
    reply = browser.get("/readyz?lang=ru")
    assert (reply.status, reply.code) == (503, "web-unavailable")
    assert browser.get("/healthz").status == 200, "to start it anew would help nobody"
    house.service.store.ping = real  # type: ignore[method-assign]
    assert browser.get("/readyz").status == 200
    house.service.stopping = True
    assert browser.get("/readyz").status == 503
    assert browser.get("/healthz").status == 200


# ---------------------------------------------------------------------------------------------- figures
def figures(text: str) -> dict[tuple[str, tuple[tuple[str, str], ...]], float]:
    """The figures as Prometheus reads them."""
    return {
        (sample.name, tuple(sorted(sample.labels.items()))): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }


def test_what_was_done_is_counted(house: House) -> None:
    browser = house.browser()
    state = browser.deal("small-harp", "1")
    state = browser.move(state, "sw")
    browser.act(state, "undo")
    browser.act(state, "undo")  # stale
    browser.get(f"/api/plays/{'A' * 22}")
    browser.get("/nowhere")
    browser.ask("FLY", "/api/nowhere")
    text = browser.get("/metrics").body.decode()
    found = figures(text)

    def requests(route: str, method: str, status: int) -> float:
        labels = (("method", method), ("route", route), ("status", str(status)))
        return found["arfa_requests_total", labels]

    actions = "/api/plays/{play_id}/actions"
    assert requests("/api/plays", "POST", 201) == 1
    assert requests(actions, "POST", 200) == 2
    assert requests(actions, "POST", 409) == 1
    assert requests("/api/plays/{play_id}", "GET", 404) == 1
    assert requests("(page)", "GET", 404) == 1
    assert requests("(unknown)", "other", 404) == 1
    assert found["arfa_plays_total", (("game", "small-harp"),)] == 1
    assert found["arfa_actions_total", (("kind", "move"),)] == 1
    assert found["arfa_actions_total", (("kind", "undo"),)] == 1
    assert found["arfa_request_seconds_count", (("route", actions),)] == 3
    assert found["arfa_database_seconds_count", (("kind", "write"),)] >= 4
    assert found["arfa_plays_in_memory", ()] == 1
    assert found["arfa_requests_under_way", ()] == 1, "this one"
    assert state["id"] not in text
    types = dict(re.findall(r"^# TYPE (\S+) (\S+)$", text, re.MULTILINE))
    assert types["arfa_request_seconds"] == "histogram"


def test_a_histogram_is_one() -> None:
    metrics = Metrics()
    seconds = (0.0005, 0.001, 0.0011, 0.3, 9)
    for value in seconds:
        metrics.observe("arfa_database_seconds", value, kind="read")
    found = figures(metrics.text())

    def upto(bound: str) -> float:
        labels = tuple(sorted({"kind": "read", "le": bound}.items()))
        return found["arfa_database_seconds_bucket", labels]

    assert [upto(bound) for bound in ("0.001", "0.002", "0.2", "0.5", "5", "+Inf")] == [
        2, 3, 3, 4, 4, 5,
    ]  # fmt: skip
    assert found["arfa_database_seconds_sum", (("kind", "read"),)] == pytest.approx(sum(seconds))


def test_workers_add_up_and_who_follows_a_dead_one_goes_on_counting() -> None:
    shared = regions(2)
    one, two = Metrics(shared, 0), Metrics(shared, 1)
    one.count("arfa_plays_total", game="gaps")
    two.count("arfa_plays_total", 2, game="gaps")
    two.count("arfa_requests_under_way", 5)
    follower = Metrics(shared, 1)
    follower.count("arfa_plays_total", game="gaps")
    for asked in (one, follower):
        found = figures(asked.text())
        assert found["arfa_plays_total", (("game", "gaps"),)] == 4
        assert found["arfa_requests_under_way", ()] == 0, "what it was doing, nobody does"
    assert {of for name, of in found if name == "arfa_memory_bytes"} == {
        (("worker", "1"),),
        (("worker", "2"),),
    }


def test_a_region_that_is_full_counts_on_what_it_knows() -> None:
    metrics = Metrics()
    metrics.count("arfa_plays_total", game="gaps")
    for number in range(SIZE // 50):
        metrics.count("arfa_plays_total", game=f"made-up-{number}")
    metrics.count("arfa_plays_total", game="gaps")
    assert figures(metrics.text())["arfa_plays_total", (("game", "gaps"),)] == 2


@pytest.mark.parametrize(
    "headers",
    [{"x-forwarded-for": "192.0.2.7"}, {"via": "1.1 proxy"}, {"forwarded": "for=192.0.2.7"}],
)
def test_the_figures_are_for_this_machine_alone(house: House, headers: dict[str, str]) -> None:
    assert house.browser().get("/metrics").status == 200
    reply = house.browser(**headers).get("/metrics")
    assert (reply.status, reply.code) == (404, "web-not-found"), "somebody behind a proxy"


def test_a_token_opens_the_figures_from_anywhere(tmp_path: Path) -> None:
    with House(tmp_path / "games", metrics_token="open sesame") as house:
        far = {"x-forwarded-for": "192.0.2.7"}
        for shown in ("", "Bearer", "Bearer open", "open sesame", "Basic open sesame", "Bearer ж"):
            token = {"authorization": shown.encode().decode("latin-1")}
            assert house.browser(**token).get("/metrics").status == 404
        assert (
            house.browser(authorization="Bearer open sesame", **far).get("/metrics").status == 200
        )


# ---------------------------------------------------------------------------------------------- lines
def test_each_request_has_a_line_that_gives_nobody_away(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with House(tmp_path / "games", log_requests=True) as house:
        caplog.set_level(logging.INFO, "arfa.request")
        browser, other = house.browser(), house.browser()
        state = browser.deal()
        browser.move(state, "sw")
        other.deal()
        other.get("/")
        lines = [json.loads(Objects().format(record)) for record in caplog.records]
        assert [(line["route"], line["method"], line["status"]) for line in lines] == [
            ("/api/plays", "POST", 201),
            ("/api/plays/{play_id}/actions", "POST", 200),
            ("/api/plays", "POST", 201),
            ("(page)", "GET", 200),
        ]
        assert len({line["id"] for line in lines}) == 4
        assert lines[1]["id"] == browser.record[-1].number, "the answer bears it too"
        players = [line["player"] for line in lines]
        assert players[0] == players[1] != players[2]
        assert players[3] is None
        assert all(line["ms"] > 0 for line in lines)
        text = json.dumps(lines) + "".join(Lines("%(message)s").format(r) for r in caplog.records)
        token, _, signature = browser.cookies["arfa_player"].partition(".")
        player = str(house.loop.run(house.service.store.player_of(token)))
        for secret in (token, signature, player, state["id"]):
            assert secret not in text


def test_a_fault_is_written_down_without_what_was_sent(
    house: House, caplog: pytest.LogCaptureFixture
) -> None:
    browser = house.browser()
    state = browser.deal()
    token = browser.cookies["arfa_player"].partition(".")[0]
    with house.service.store.database.engine.begin() as connection:
        connection.exec_driver_sql("ALTER TABLE players RENAME TO elsewhere")
        connection.exec_driver_sql("ALTER TABLE plays RENAME TO elsewhere_too")
    house.service.players._kept.clear()
    for reply in (browser.get("/api/plays"), browser.get(f"/api/plays/{state['id']}")):
        assert (reply.status, reply.code) == (503, "web-unavailable")
    lines = [Objects().format(record) for record in caplog.records]
    assert any("no such table" in line for line in lines)
    for text in lines:
        assert {"at", "level", "what", "text", "trace"} == set(json.loads(text))
        assert token not in text
        assert state["id"] not in json.loads(text)["trace"]


def test_lines_of_a_process_are_what_was_chosen(tmp_path: Path) -> None:
    for form, requests in (("json", True), ("text", True), ("text", False)):
        with process(tmp_path / "games", log_format=form, log_requests=requests) as server:
            with line(server) as browser:
                assert browser.ask("GET", "/api/games") is not None
            code, said = server.stop()
        assert code == 0
        if not requests:
            assert said == ""
        elif form == "json":
            assert json.loads(said)["route"] == "/api/games"
        else:
            assert re.fullmatch(
                r"\S+ \S+ INFO GET /api/games 200 [\d.]+ ms, -, [0-9a-f]{16}\n", said
            )


def test_a_number_for_each_answer(house: House) -> None:
    browser = house.browser()
    browser.deal()
    for path in ("/", "/nowhere", "/api/games", "/api/plays/x", "/healthz"):
        browser.get(path)
    replies: list[Any] = browser.record
    numbers = [reply.number for reply in replies]
    assert len(set(numbers)) == len(numbers)
    assert all(re.fullmatch("[0-9a-f]{16}", number) for number in numbers)
