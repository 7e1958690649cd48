"""The cookie by which a player is known again: signed, kept from scripts and other sites, and never lost."""

from __future__ import annotations

from typing import Any

import pytest

from tests.web.house import Browser, House

PLAIN, SAFE = "arfa_player", "__Host-arfa_player"
BODY = b'{"game":"small-harp","deal":"1"}'


def parts(browser: Browser, name: str = PLAIN) -> tuple[str, str]:
    token, _, signature = browser.cookies[name].partition(".")
    return token, signature


def counting(house: House) -> list[str]:
    """What the database is asked from now on."""
    asked: list[str] = []
    house.service.store.database.observe = lambda kind, _: asked.append(kind)
    return asked


def altered(text: str) -> str:
    return ("B" if text[0] == "A" else "A") + text[1:]


def test_a_forged_cookie_is_refused_without_asking_the_database(house: House) -> None:
    owner = house.browser()
    state = owner.deal()
    token, signature = parts(owner)
    assert len(token) == len(signature) == 43
    asked = counting(house)
    for forged in (
        f"{altered(token)}.{signature}",
        f"{token}.{altered(signature)}",
        f"{token}.",
        f"{token}.{signature}x",
        f".{signature}",
        f"{signature}.{token}",
        f"{token}{signature}",
        token[:-1],
        "x" * 5000,
        "ж".encode().decode("latin-1"),
    ):
        thief = Browser(house, cookies={PLAIN: forged})
        assert thief.get(f"/api/plays/{state['id']}").status == 404
        assert thief.get("/api/plays").json == []
    assert asked == []
    assert owner.show(state) == state


def test_a_cookie_of_a_version_that_did_not_sign_is_taken_once_and_replaced(house: House) -> None:
    owner = house.browser()
    state = owner.deal()
    token, _ = parts(owner)
    old = Browser(house, cookies={PLAIN: token})
    assert old.show(state) == state
    assert old.cookies == owner.cookies, "the answer brought the signed one"
    assert "set-cookie" in old.record[-1].headers
    assert old.show(state) == state
    assert "set-cookie" not in old.record[-1].headers, "once"
    nobody = Browser(house, cookies={PLAIN: altered(token)})
    assert nobody.get(f"/api/plays/{state['id']}").status == 404
    assert "set-cookie" not in nobody.record[-1].headers


def test_over_https_the_cookie_is_for_this_host_alone(house: House) -> None:
    browser = house.browser()
    given = browser.ask("POST", "/api/plays", BODY, scheme="https").headers["set-cookie"]
    assert given.startswith(f"{SAFE}=")
    for word in ("secure", "httponly", "samesite=lax", "path=/"):
        assert word in given.lower()
    assert "domain" not in given.lower()
    # One that was given before https was there goes on, under the safe name from then on.
    before = house.browser()
    state = before.deal()
    path = f"/api/plays/{state['id']}"
    reply = before.ask("GET", path, scheme="https")
    assert (reply.status, reply.json) == (200, state)
    assert before.cookies[SAFE] == before.cookies[PLAIN]
    only = Browser(house, cookies={SAFE: before.cookies[SAFE]})
    assert only.ask("GET", path, scheme="https").status == 200
    assert only.ask("GET", path).status == 404, "no browser sends it without https"


def test_the_safe_cookie_has_the_last_word(house: House) -> None:
    """Another site of the same domain can plant a plain cookie, and must not make somebody play as someone else."""
    mine, planted = house.browser(), house.browser()
    state = mine.deal()
    planted.deal()
    both = {SAFE: mine.cookies[PLAIN], PLAIN: planted.cookies[PLAIN]}
    reply = Browser(house, cookies=both).ask("GET", "/api/plays", scheme="https")
    assert [play["id"] for play in reply.json] == [state["id"]]


def test_a_proxy_that_is_trusted_says_that_it_was_https(tmp_path: Any) -> None:
    database = tmp_path / "games.sqlite3"
    for proxies, name in (("127.0.0.1", SAFE), ("10.0.0.0/8", PLAIN), ("", PLAIN), ("*", SAFE)):
        with House(database, proxies=proxies) as house:
            browser = house.browser(**{"x-forwarded-proto": "https"})
            browser.deal()
            assert list(browser.cookies) == [name]


@pytest.mark.parametrize("scheme", ["http", "https"])
def test_a_deleted_player_leaves_no_cookie(house: House, scheme: str) -> None:
    browser = house.browser()
    browser.ask("POST", "/api/plays", BODY, scheme=scheme)
    reply = browser.ask("DELETE", "/api/player", scheme=scheme)
    assert reply.status == 204
    assert "max-age=0" in reply.headers["set-cookie"].lower()


def test_keys_may_be_changed_and_no_player_is_lost(tmp_path: Any) -> None:
    database = tmp_path / "games.sqlite3"
    first, second = "a" * 20, "b" * 20
    with House(database, secrets=(first,)) as house:
        owner = house.browser()
        state = owner.deal()
    with House(database, secrets=(second, first)) as house:
        again = Browser(house, cookies=dict(owner.cookies))
        assert again.show(state) == state
        assert again.cookies != owner.cookies, "signed anew"
    with House(database, secrets=(second,)) as house:
        assert Browser(house, cookies=dict(again.cookies)).show(state) == state
        gone = Browser(house, cookies=dict(owner.cookies))
        assert gone.get(f"/api/plays/{state['id']}").status == 404


def test_the_key_lies_in_the_database_and_is_the_same_for_all_servers(place: str) -> None:
    with House(place) as one:
        owner = one.browser()
        state = owner.deal()
        with House(place) as two:
            assert Browser(two, cookies=dict(owner.cookies)).show(state) == state
    with House(place) as again:
        assert Browser(again, cookies=dict(owner.cookies)).show(state) == state


def test_a_player_who_was_deleted_on_another_server_begins_anew(place: str) -> None:
    with House(place) as one, House(place) as two:
        browser = one.browser()
        browser.deal()
        other = Browser(two, cookies=dict(browser.cookies))
        other.deal()
        assert browser.ask("DELETE", "/api/player").status == 204
        # The second server still believes that there is such a player, and finds out.
        tries = [other.ask("POST", "/api/plays", BODY).status for _ in range(2)]
        assert tries == [503, 201]
        assert len(other.get("/api/plays").json) == 1
