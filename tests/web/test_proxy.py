"""The service behind nginx and Caddy as ``deploy/`` sets them up: what a browser gets, who it is taken for, and what
becomes of it when the service is started anew."""

from __future__ import annotations

import contextlib
import signal
import threading
import time
from collections.abc import Iterator
from http.client import HTTPConnection, IncompleteRead
from http.cookies import SimpleCookie
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from arfa.web.settings import Rate
from tests.web.fronts import HOST, Front, front, missing
from tests.web.house import Reply, process

SAFE = "__Host-arfa_player"
LARGEST = 8 * 1024 * 1024


def need(name: str) -> None:
    """Skip, and say why, where there is no such proxy."""
    why = missing(name)
    if why is not None:
        pytest.skip(f"no {name}: {why}")


@pytest.fixture(scope="module", params=["nginx", "caddy"])
def behind(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Front]:
    """A service behind a proxy."""
    need(request.param)
    folder = tmp_path_factory.mktemp("behind")
    with (
        process(folder / "games.sqlite3") as service,
        front(request.param, folder / "front", service.port) as opened,
    ):
        yield opened


def test_page_and_api_come_through_as_they_are(behind: Front) -> None:
    visitor = behind.visitor(Accept_Encoding="gzip")
    page = visitor.ask("GET", "/", Accept_Encoding="gzip")
    assert page.status == 200
    assert page.headers["content-security-policy"].startswith("default-src 'none'")
    assert page.headers["strict-transport-security"] == "max-age=31536000"
    assert page.headers["content-encoding"] == "gzip"
    assert "access-control-allow-origin" not in page.headers
    direct = HTTPConnection(HOST, behind.service)
    for path in ("/", "/app.js", "/api/games", "/nothing", "/api/nothing"):
        through = visitor.ask("GET", path)
        direct.request("GET", path)
        with direct.getresponse() as answer:
            assert (through.status, through.body) == (answer.status, answer.read())
    direct.close()


def test_http_leads_to_https(behind: Front) -> None:
    plain = HTTPConnection(HOST, behind.plain)
    plain.request("GET", "/x?y=1")
    with plain.getresponse() as answer:
        assert answer.status in (301, 308)
        assert str(answer.headers["Location"]).startswith(f"https://{HOST}")
    plain.close()


def test_the_cookie_is_for_https_and_this_host_alone(behind: Front) -> None:
    visitor = behind.visitor()
    reply = visitor.deal()
    assert reply.status == 201
    [cookie] = SimpleCookie(reply.headers["set-cookie"]).values()
    assert cookie.key == SAFE
    assert (cookie["secure"], cookie["httponly"]) == (True, True)
    assert (cookie["samesite"], cookie["path"], cookie["domain"]) == ("lax", "/", "")
    assert len(visitor.ask("GET", "/api/plays").json) == 1
    # The browser cannot talk the service out of it.
    reply = behind.visitor(**{"X-Forwarded-Proto": "http"}).deal()
    assert f"{SAFE}=" in reply.headers["set-cookie"]


def test_requests_of_other_sites_are_told_from_our_own(behind: Front) -> None:
    for origin in ("https://elsewhere.example", f"http://{HOST}:{behind.plain}", "null"):
        reply = behind.visitor(Origin=origin).deal()
        assert (reply.status, reply.code) == (403, "web-cross-site")
    forged = behind.visitor(Origin="https://elsewhere.example")
    assert (
        forged.ask("POST", "/api/plays", b"{}", X_Forwarded_Host="elsewhere.example").status == 403
    )


def test_the_largest_file_goes_through_and_a_larger_one_is_refused_in_words(behind: Front) -> None:
    visitor = behind.visitor()
    reply = visitor.ask("POST", "/api/player/import?lang=en", b" " * LARGEST)
    assert (reply.status, reply.code) == (422, "archive-not-json"), "it was read"
    for size in (LARGEST + 1, LARGEST + 1, 4 * LARGEST):
        reply = behind.visitor().ask("POST", "/api/player/import?lang=en", b" " * size)
        assert (reply.status, reply.code) == (413, "web-file-too-large"), size
    assert behind.visitor().ask("POST", "/api/plays", b" " * 70_000).code == "web-too-large"
    beyond = b" " * (4 * LARGEST + 1)
    if behind.name == "nginx":
        assert behind.visitor().ask("POST", "/api/player/import", beyond).status == 413
        return
    # Caddy 2.6 takes it for a fault of the service, or breaks its answer off.
    with contextlib.suppress(IncompleteRead):
        assert behind.visitor().ask("POST", "/api/player/import", beyond).status in (413, 502)
    assert behind.visitor().ask("GET", "/healthz").status == 200


def test_the_figures_are_not_for_who_comes_through(behind: Front) -> None:
    claims: list[dict[str, str]] = [{}, {"X-Forwarded-For": "127.0.0.1"}, {"X-Forwarded-For": ""}]
    for claim in claims:
        assert behind.visitor(**claim).ask("GET", "/metrics").status == 404
    visitor = behind.visitor()
    assert visitor.ask("GET", "/readyz").json == {"status": "ok"}


# ---------------------------------------------------------------------------------------------- limits
@pytest.mark.parametrize("name", ["nginx", "caddy"])
def test_a_limit_is_of_the_real_address_whatever_the_browser_claims(
    tmp_path: Path, name: str
) -> None:
    need(name)
    with (
        process(tmp_path / "games.sqlite3", address_rate=Rate(0.01, 30)) as service,
        front(name, tmp_path / "front", service.port) as proxy,
    ):
        statuses = []
        for n in range(5):  # each with another name for itself
            claims = {"X-Forwarded-For": f"198.51.100.{n}", "Forwarded": f"for=198.51.100.{n}"}
            statuses.append(
                proxy.visitor("127.0.0.2", **claims, **{"X-Real-IP": f"198.51.100.{n}"})
                .deal()
                .status
            )
        assert statuses == [201, 201, 201, 429, 429]
        # Nobody can use up what belongs to another by his name.
        for _ in range(2):
            proxy.visitor("127.0.0.3", **{"X-Forwarded-For": "127.0.0.4"}).deal()
        assert [proxy.visitor("127.0.0.4").deal().status for _ in range(4)] == [201, 201, 201, 429]
        # Nor past the proxy: who is none is not believed.
        straight = []
        for n in range(4):
            line = HTTPConnection(HOST, service.port, source_address=("127.0.0.5", 0))
            forged = {"X-Forwarded-For": f"198.51.100.{n}", "X-Forwarded-Proto": "https"}
            sent = {**forged, "Content-Type": "application/json"}
            line.request("POST", "/api/plays", b'{"game":"small-harp","deal":"1"}', sent)
            with line.getresponse() as answer:
                straight.append(answer.status)
                assert "Secure" not in (answer.headers["Set-Cookie"] or "")
            line.close()
        assert straight == [201, 201, 201, 429]


# ---------------------------------------------------------------------------------------------- stop and start
@pytest.mark.parametrize("name", ["nginx", pytest.param("caddy", marks=pytest.mark.soak)])
def test_what_is_under_way_is_answered_when_the_service_stops(tmp_path: Path, name: str) -> None:
    need(name)
    text = '[Game "klondike"] [Deal "1"]\n' + "sw " * 24 + "ws\n" + ("sw " * 24 + "ws\n") * 60
    body = (text + "*\n") * 3  # half a second of the referee's time
    with (
        process(tmp_path / "games.sqlite3") as service,
        front(name, tmp_path / "front", service.port) as proxy,
    ):
        answers: list[Reply] = []
        visitor = proxy.visitor()
        visitor.ask("GET", "/readyz")

        def send() -> None:
            answers.append(visitor.ask("POST", "/api/records", body.encode()))

        sending = threading.Thread(target=send)
        sending.start()
        time.sleep(0.1)
        assert service.stop(signal.SIGTERM) == (0, "")
        sending.join(20)
        [reply] = answers
        assert reply.status == 201, reply.body
        assert len(reply.json["plays"]) == 3
        away = proxy.visitor().ask("GET", "/api/plays")
        assert away.status in (502, 503), "which the page takes for a line that broke"
        with process(tmp_path / "games.sqlite3", port=service.port):
            again = visitor.ask("GET", "/api/plays")
            assert again.status == 200
            assert len(again.json) == 3


@pytest.mark.browser
def test_the_page_goes_on_when_the_service_behind_nginx_is_started_anew(
    browser: Browser, tmp_path: Path
) -> None:
    need("nginx")
    database = tmp_path / "games.sqlite3"
    with (
        process(database) as service,
        front("nginx", tmp_path / "front", service.port) as proxy,
    ):
        context = browser.new_context(ignore_https_errors=True, locale="ru")
        complaints: list[str] = []
        page = context.new_page()
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.goto(f"https://{HOST}:{proxy.port}/#/deal/small-harp/1")
        moves = page.locator("#moves")
        expect(moves).to_have_text("0 ходов")
        [cookie] = context.cookies()
        assert (cookie["name"], cookie["secure"], cookie["httpOnly"]) == (SAFE, True, True)
        page.keyboard.press("s")
        expect(moves).to_have_text("1 ход")
        assert service.stop() == (0, "")
        page.keyboard.press("s")
        expect(page.locator("body.offline")).to_have_count(1)
        with process(database, port=service.port):
            expect(page.locator("body.offline")).to_have_count(0)
            expect(moves).to_have_text("2 хода")
            page.reload()
            expect(moves).to_have_text("2 хода")
        assert not complaints
        context.close()
