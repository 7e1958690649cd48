"""What every answer has in common: errors in words, headers, sizes, origins, languages, files."""

from __future__ import annotations

import asyncio
import gzip
import json
import re
from pathlib import Path
from typing import Any

import pytest
from fastapi.routing import APIRoute
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import arfa.web
from arfa.rules.load import game_ids, load_game
from arfa.web import schemas
from arfa.web.language import preferred
from arfa.web.lesson_schemas import Lesson
from arfa.web.routes import ROUTERS
from tests.web.house import Browser, House, Reply

STATIC = Path(str(arfa.web.__file__)).with_name("static")


@pytest.fixture
def guest(house: House) -> Browser:
    return house.browser()


def well_formed(reply: Reply) -> Reply:
    """Every answer has the headers, and every error a code and a text, and nothing of our insides."""
    policy = reply.headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "unsafe" not in policy
    assert "*" not in policy
    assert reply.headers["x-content-type-options"] == "nosniff"
    assert reply.headers["referrer-policy"] == "no-referrer"
    assert "server" not in reply.headers
    if reply.status >= 400:
        assert reply.code
        assert "Traceback" not in reply.body.decode()
        assert 'File "' not in reply.body.decode()
        assert not re.search(r"\{[a-z_.]+\}", reply.json["error"]["text"]), (
            "a field without a value"
        )
    return reply


# ---------------------------------------------------------------------------------------------- errors
@pytest.mark.parametrize(
    ("method", "path", "status", "code"),
    [
        ("GET", "/nowhere", 404, "web-not-found"),
        ("GET", "/api/nowhere", 404, "web-not-found"),
        ("GET", "/api/games/", 404, "web-not-found"),
        ("GET", "/api/games/no-such-harp/lesson", 404, "game-unknown"),
        ("GET", "/api/games/small-harp+x/lesson", 404, "variant-unknown"),
        ("GET", "/api/plays/1", 404, "play-unknown"),
        ("GET", "/../../etc/passwd", 404, "web-not-found"),
        ("GET", "/..%2f..%2fetc/passwd", 404, "web-not-found"),
        ("GET", "/__init__.py", 404, "web-not-found"),
        ("GET", "/deck.js/", 404, "web-not-found"),
        ("GET", "/i18n", 404, "web-not-found"),
        ("GET", "/\0", 404, "web-not-found"),
        ("GET", "/docs", 404, "web-not-found"),
        ("DELETE", "/api/plays", 405, "web-method"),
        ("PUT", "/api/games", 405, "web-method"),
        ("POST", "/api/games", 405, "web-method"),
        ("POST", "/", 405, "web-method"),
        ("POST", "/api/plays/1/actions", 422, "web-field"),
    ],
)
def test_errors_are_in_words(
    guest: Browser, method: str, path: str, status: int, code: str
) -> None:
    texts = set()
    for lang in ("ru", "en"):
        body = b"{}" if method == "POST" else b""
        reply = well_formed(guest.ask(method, f"{path}?lang={lang}", body))
        assert (reply.status, reply.code) == (status, code)
        if status == 405:
            assert reply.headers["allow"]
        texts.add(reply.json["error"]["text"])
    assert len(texts) == 2


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"null",
        b"[]",
        b"1",
        b'"x"',
        b"{",
        b"\xff\xfe",
        b"{}" * 5,
        b"[" * 30_000,
        b'{"a":' * 10_000,
        b'{"version":0,"action":"undo","more":1}',
        b'{"version":"0","action":"undo"}',
        b'{"version":0.0,"action":"undo"}',
        b'{"version":true,"action":"undo"}',
        b'{"version":-1,"action":"undo"}',
        b'{"version":NaN,"action":"undo"}',
        b'{"version":Infinity,"action":"undo"}',
        b'{"version":1e400,"action":"undo"}',
        b'{"version":' + b"9" * 5000 + b',"action":"undo"}',
        b'{"version":0,"action":"fly"}',
        b'{"version":0,"action":null}',
        b'{"version":0,"action":"move","move":5}',
        b'{"version":0,"action":"move","move":"' + b"t" * 100 + b'"}',
        b'{"version":0,"action":"move","move":"\\ud800"}',
        b'{"version":0,"action":"move","move":"\\u0000"}',
        b'{"version":0,"action":"move","move":"{0.__class__}"}',
        b'{"version":0,"\\ud800":"move"}',
        b'{"game":"\\ud800","deal":null}',
        b'{"game":"small-harp","deal":"\\ud800"}',
        b'{"game":"small-harp","deal":"{}{0}%s"}',
        b'{"game":"small-harp","deal":"1","seed":"x"}',
        b'{"game":["small-harp"],"deal":"1"}',
        b'{"game":"small-harp","deal":12345}',
        b'{"game":"' + b"a" * 300 + b'","deal":"1"}',
        b'{"game":"small-harp","deal":"' + b"1" * 30_000 + b'"}',
    ],
)
def test_garbage_is_refused_in_words_and_changes_nothing(guest: Browser, body: bytes) -> None:
    state = guest.deal()
    listed = guest.get("/api/plays").body
    for path in ("/api/plays", f"/api/plays/{state['id']}/actions"):
        for lang in ("ru", "en"):
            reply = well_formed(guest.ask("POST", f"{path}?lang={lang}", body))
            assert reply.status in (400, 422)
    assert guest.show(state) == state
    assert guest.get("/api/plays").body == listed


def test_a_form_is_no_json(guest: Browser) -> None:
    """Nor is plain text: other sites can send both without asking the guest first."""
    body = b'{"game":"small-harp","deal":"1"}'
    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""):
        reply = well_formed(guest.ask("POST", "/api/plays", body, content_type=kind))
        assert reply.status in (415, 422)


METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "HEAD", "FLY")


@pytest.mark.parametrize(
    "path",
    ["/api", "/api/", "/api/nothing", "/api//plays", "/api/games/a/b/c", "/api/plays/x/y"],
)
def test_where_there_is_nothing_no_method_finds_anything(guest: Browser, path: str) -> None:
    for method in METHODS:
        reply = guest.ask(method, path)
        assert (reply.status, reply.code) == (404, "web-not-found"), method


@pytest.mark.parametrize(
    ("path", "allowed"),
    [("/api/plays", "GET, POST"), ("/api/games", "GET"), ("/api/plays/x", "DELETE, GET")],
)
def test_where_there_is_something_it_is_said_how(guest: Browser, path: str, allowed: str) -> None:
    for method in METHODS:
        if method not in allowed.split(", "):
            reply = guest.ask(method, path)
            assert (reply.status, reply.code) == (405, "web-method"), method
            assert reply.headers["allow"] == allowed


def test_health_has_a_head(guest: Browser) -> None:
    assert [guest.ask("HEAD", path).status for path in ("/healthz", "/readyz")] == [200, 200]


@pytest.mark.parametrize("size", [64 * 1024 + 1, 5_000_000])
def test_megabytes_are_refused(guest: Browser, size: int) -> None:
    body = b'{"game":"small-harp","deal":"' + b"1" * (size - 31) + b'"}'
    for headers in (
        {},
        {"content_length": "10"},
        {"content_length": "x"},
        {"content_length": "-1"},
    ):
        reply = well_formed(guest.ask("POST", "/api/plays?lang=ru", body, **headers))
        assert (reply.status, reply.code) == (413, "web-too-large")


def test_nobody_waits_for_more_of_a_body_that_has_come_whole(tmp_path: Path) -> None:
    with House(tmp_path / "games.sqlite3", body_seconds=3600) as house:
        said = house.browser().ask_soon("POST", "/api/plays", b" " * 65537, content_length="10")
        reply = house.loop.run(asyncio.wait_for(said, 60))
    assert (reply.status, reply.code) == (413, "web-too-large")


def test_an_error_of_ours_is_told_without_our_insides(house: House) -> None:
    browser = house.browser()
    state = browser.deal()

    async def broken(*_: Any) -> None:
        raise RuntimeError("secret of the house")

    house.service.sessions.open = broken  # type: ignore[method-assign, assignment]
    for lang in ("ru", "en"):
        reply = well_formed(browser.get(f"/api/plays/{state['id']}?lang={lang}"))
        assert (reply.status, reply.code) == (500, "web-fault")
        assert b"secret" not in reply.body


def test_a_database_that_fails_is_told_as_a_passing_trouble(house: House) -> None:
    browser = house.browser()
    state = browser.deal()
    with house.service.store.database.engine.begin() as connection:
        connection.exec_driver_sql("ALTER TABLE plays RENAME TO elsewhere")
    for reply in (browser.act(state, "move", "sw"), browser.get("/api/plays")):
        assert (well_formed(reply).status, reply.code) == (503, "web-unavailable")
    with house.service.store.database.engine.begin() as connection:
        connection.exec_driver_sql("ALTER TABLE elsewhere RENAME TO plays")
    assert browser.show(state) == state
    assert browser.move(state, "sw")["version"] == 1


# ---------------------------------------------------------------------------------------------- other sites
@pytest.mark.parametrize(
    "headers",
    [
        {"sec_fetch_site": "cross-site"},
        {"sec_fetch_site": "same-site"},
        {"origin": "https://evil.example"},
        {"origin": "http://127.0.0.1.evil.example"},
        {"origin": "http://127.0.0.1:9999"},
        {"origin": "null"},
        {"origin": "file://127.0.0.1"},
        {"origin": "http://[bad"},
    ],
)
def test_other_sites_change_nothing(guest: Browser, headers: dict[str, str]) -> None:
    state = guest.deal()
    for path, wish in (
        ("/api/plays", {"game": "small-harp", "deal": "1"}),
        (f"/api/plays/{state['id']}/actions", {"version": 0, "action": "move", "move": "sw"}),
    ):
        reply = well_formed(guest.post(path, wish, **headers))
        assert (reply.status, reply.code) == (403, "web-cross-site")
    assert guest.show(state) == state
    assert "access-control-allow-origin" not in guest.record[-1].headers


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"sec_fetch_site": "same-origin", "origin": "http://127.0.0.1"},
        {"sec_fetch_site": "none"},
        {"origin": "http://127.0.0.1"},
        {"origin": "https://127.0.0.1"},
    ],
)
def test_the_page_itself_and_programs_may(guest: Browser, headers: dict[str, str]) -> None:
    assert guest.post("/api/plays", {"game": "small-harp", "deal": "1"}, **headers).status == 201


# ---------------------------------------------------------------------------------------------- languages
@pytest.mark.parametrize(
    ("header", "lang"),
    [
        ("ru-RU,ru;q=0.9,en-US;q=0.8", "ru"),
        ("en-GB,en;q=0.9,ru;q=0.8", "en"),
        ("de,ru;q=0.5,en;q=0.4", "ru"),
        ("de", "en"),
        ("", "en"),
        ("ru;q=0", "en"),
        ("RU", "ru"),
        ("ru;q=x,,;;=", "en"),
        ("en;q=0.1,ru;q=nan", "en"),
    ],
)
def test_the_language_is_the_one_that_the_browser_likes(
    guest: Browser, header: str, lang: str
) -> None:
    assert preferred(header) == lang
    reply = guest.post("/api/plays", {"game": "small-harp", "deal": "1"}, accept_language=header)
    assert reply.json["lang"] == lang


def test_the_address_has_the_last_word_on_the_language(guest: Browser) -> None:
    reply = guest.get("/nowhere?lang=en", accept_language="ru")
    assert reply.json["error"]["text"].isascii()
    reply = guest.get("/nowhere?lang=tlh", accept_language="ru")
    assert not reply.json["error"]["text"].isascii()


# ---------------------------------------------------------------------------------------------- patiences
def test_the_patiences_are_listed_without_short_decks(guest: Browser) -> None:
    for lang in ("ru", "en"):
        listed = guest.get(f"/api/games?lang={lang}").json
        assert [game["id"] for game in listed] == list(game_ids())
        for game in listed:
            schemas.GameInfo.model_validate(game)
            file = load_game(game["id"]).file
            assert game["name"] == file.name[lang]
            assert game["decks"] == file.rules.deck.decks
            known = {variant["id"] for variant in game["variants"]}
            assert known == {key for key, variant in file.variants.items() if not variant.small}
            for variant in game["variants"]:
                assert {*variant["excludes"], *variant["requires"]} <= known
                assert variant["about"]
            for name, said in game["odds"].items():
                spec = load_game(name)
                assert (spec.file.id, spec.name) == (game["id"], name)
                assert said.isascii() == (lang == "en")
        odds = next(game["odds"] for game in listed if game["id"] == "small-harp")
        assert {"small-harp", "small-harp+mercy"} <= odds.keys()
        assert "small-harp+worry-back" not in odds, "of what was not measured nothing is said"


@pytest.mark.parametrize("name", [*game_ids(), "big-harp+draw-3", "harp-9+redeals=2"])
def test_the_rules_can_be_read(guest: Browser, name: str) -> None:
    for lang in ("ru", "en"):
        reply = guest.get(f"/api/games/{name}/lesson?lang={lang}")
        assert reply.status == 200
        text = Lesson.model_validate_json(reply.body)
        assert text.name == load_game(name).title(lang)
        told = [s.text for part in text.parts for s in part.sentences]
        assert told == [
            t
            for s in load_game(name).sentences()
            for t in [(s.ru if lang == "ru" else s.en).strip()]
        ]


# ---------------------------------------------------------------------------------------------- files
TYPES = {
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".json": "application/json",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
    ".webmanifest": "application/manifest+json",
}


def test_every_file_of_the_page_is_served(guest: Browser) -> None:
    files = [file for file in STATIC.rglob("*") if file.is_file()]
    assert files
    for file in files:
        path = file.relative_to(STATIC).as_posix()
        plain = well_formed(guest.get(f"/{path}"))
        assert plain.status == 200, f"{path} has no type in arfa.web.assets"
        if path != "index.html":  # that one is in a language
            assert plain.body == file.read_bytes()
        assert plain.headers["content-type"] == TYPES[file.suffix]
        assert "content-encoding" not in plain.headers
        packed = guest.get(f"/{path}", accept_encoding="gzip, br")
        if "content-encoding" in packed.headers:
            assert packed.headers["content-encoding"] == "gzip"
            assert packed.headers["vary"].split(", ")[0] == "Accept-Encoding"
            assert gzip.decompress(packed.body) == plain.body
        known = guest.get(f"/{path}", if_none_match=plain.headers["etag"])
        assert (known.status, known.body) == (304, b"")
        assert known.headers["etag"] == plain.headers["etag"]
        assert guest.get(f"/{path}", if_none_match='"other"').status == 200
    assert guest.get("/").body == guest.get("/index.html").body


def test_a_changed_file_is_sent_anew(house: House, tmp_path: Path) -> None:
    from arfa.web.assets import Assets

    assets = Assets(tmp_path)
    file = tmp_path / "a.js"
    assert assets.find("a.js") is None
    file.write_text("one")
    first = assets.find("a.js")
    file.write_text("another")
    second = assets.find("a.js")
    assert first is not None
    assert second is not None
    assert second.body == b"another"
    assert first.etag != second.etag
    (tmp_path / "secret.py").write_text("x")
    for path in (
        "secret.py",
        "../a.js",
        "./a.js",
        "//a.js",
        "a.js/",
        "\\a.js",
        "x" * 5000,
        "a.js\0",
    ):
        assert assets.find(path) is None


def test_answers_about_plays_are_kept_nowhere_and_packed(guest: Browser) -> None:
    state = guest.deal()
    reply = guest.get(f"/api/plays/{state['id']}", accept_encoding="gzip")
    assert reply.headers["cache-control"] == "no-store"
    assert reply.headers["content-encoding"] == "gzip"
    assert json.loads(gzip.decompress(reply.body)) == state


# ---------------------------------------------------------------------------------------------- description
def test_the_description_of_the_api_is_whole(house: House, guest: Browser) -> None:
    described = guest.get("/openapi.json").json
    routes = [route for router in ROUTERS for route in router.routes]
    assert set(described["paths"]) == {
        route.path for route in routes if isinstance(route, APIRoute) and route.include_in_schema
    }
    for path, methods in described["paths"].items():
        for method, operation in methods.items():
            assert operation["description"], f"{method} {path} is not described"
            for status, answer in operation["responses"].items():
                if status == "204":
                    assert "content" not in answer
                    continue
                (content,) = answer["content"].values()
                schema = content["schema"]
                assert schema, f"{method} {path} {status}"
                if status.startswith(("4", "5")) and status != "409":
                    assert schema == {"$ref": "#/components/schemas/ErrorAnswer"}
    assert "HTTPValidationError" not in json.dumps(described)


def test_health(house: House, guest: Browser) -> None:
    assert guest.get("/healthz").json == {"status": "ok"}
    house.service.store.database.engine.dispose()
    house.service.store.database.url.set(database="/nowhere")
    assert guest.get("/healthz").status == 200


# ---------------------------------------------------------------------------------------------- fuzz
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=10), inner, max_size=4)
    ),
    max_leaves=10,
)
WISHES = st.one_of(
    JSON,
    st.fixed_dictionaries(
        {},
        optional={
            "version": st.integers(-2, 3) | JSON,
            "action": st.sampled_from(["move", "undo", "redo", "restart"]) | JSON,
            "move": st.sampled_from(["sw", "ws", "t1t2", "t1t2!", "redeal"])
            | st.from_regex(r"[a-z]\d{0,3}[a-z]?\d{0,3}(\.\d{1,3})?!?", fullmatch=True)
            | JSON,
            "game": st.sampled_from([*game_ids(), "big-harp+draw-3", "harp-9+redeals=x"]) | JSON,
            "deal": st.sampled_from(["1", "pysol:1", "perm:0", "F05-C0E", "AS 2S"])
            | st.text()
            | JSON,
        },
    ),
)
PATHS = st.one_of(
    st.sampled_from(["/api/plays", "/api/plays/{id}/actions", "/api/plays/{id}", "/", "/healthz"]),
    st.text(max_size=30).map("/api/plays/{}/actions".format),
    st.text(max_size=30).map("/api/games/{}/lesson".format),
    st.text(max_size=30).map("/{}".format),
)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    method=st.sampled_from(["POST", "POST", "POST", "GET", "PUT", "HEAD"]),
    path=PATHS,
    wish=WISHES,
    query=st.sampled_from(
        ["", "?lang=ru", "?lang=en", "?lang=", "?lang=%ff", "?x=1&lang=ru&lang=en"]
    ),
)
def test_whatever_is_sent_is_answered_in_words(
    house: House, method: str, path: str, wish: object, query: str
) -> None:
    browser = house.browser()
    state = browser.deal()
    body = json.dumps(wish).encode() if method != "GET" else b""
    reply = browser.ask(method, path.replace("{id}", state["id"]) + query, body)
    assert reply.status < 500
    if method != "HEAD":
        well_formed(reply)
    shown = browser.show(state)
    assert sum(len(p["cards"]) + p.get("hidden", 0) for p in shown["piles"].values()) == 52
    if reply.status >= 400:
        assert shown == state
