"""Nothing that was answered is lost: over a reload, a server that is killed, an answer that does not arrive, a second
tab and a finger that hits twice.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Route, expect

from arfa.engine.moves import Move
from arfa.web.settings import Rate
from tests.web.hands import Finger, Mouse, Pen, play
from tests.web.tables import RUSSIAN, Server, Sit, Table
from tests.web.wins import Beside, won

pytestmark = pytest.mark.browser

GONE = r"net::ERR_|status of (409|502|503)"
"""What a browser writes when a server is away, and for an answer that a stale action gets."""

LOST = {
    "ru": "Связь пропала. Ход не потерян: пробую отправить его снова.",
    "en": "The connection is lost. Your move is kept and will be sent again.",
}

STALE = {
    "ru": "Партия уже ушла дальше: этот ход задуман для прежнего положения.",
    "en": "The game has gone on; this was meant for an earlier position.",
}


def begun(table: Table, n: int, game: str = "small-harp") -> tuple[Beside, list[str]]:
    """A won game of which so many moves are made, the referee beside it, and the moves to come."""
    deck, moves = won(game)
    table.resume(game, deck, moves[:n])
    beside = Beside(game, deck)
    for text in moves[:n]:
        beside.push(beside.meant(text))
    return beside, list(moves[n:])


@pytest.mark.parametrize("lang", ["ru", "en"])
def test_a_reload_goes_on_where_it_was(sit: Sit, lang: str) -> None:
    table = sit(lang)
    beside, rest = begun(table, 9)
    play(table, beside, Mouse(table, beside), rest[:2], heard=True)
    before = table.look()
    table.page.reload()
    assert table.quiet() == before
    assert table.version == 11
    expect(table.page.locator("#moves")).to_have_text({"ru": "11 ходов", "en": "11 moves"}[lang])
    play(table, beside, Mouse(table, beside), rest[2:4], heard=True)
    # As after a day: by the address of the page alone, from the list of what was begun.
    table.open()
    link = table.page.locator("#plays a").first
    expect(link).to_contain_text({"ru": "13 ходов", "en": "13 moves"}[lang])
    link.click()
    assert table.shows(13) == beside.look()
    expect(table.page.locator("html")).to_have_attribute("lang", lang)
    play(table, beside, Mouse(table, beside), rest[4:5], heard=True)


@pytest.mark.parametrize("lang", RUSSIAN)
def test_a_killed_server_loses_no_answered_move_and_the_page_recovers_by_itself(
    sit: Sit, own_server: Server, lang: str
) -> None:
    table = sit(lang, server=own_server)
    table.watch.allow(GONE)
    beside, rest = begun(table, 6)
    hand = Mouse(table, beside)
    play(table, beside, hand, rest[:2], heard=True)
    own_server.kill()
    move = beside.meant(rest[2])
    hand.make(move)
    table.says(LOST[lang])
    expect(table.page.locator("body.offline")).to_have_count(1)
    assert table.shown() == 8
    own_server.start()
    assert table.next() == beside.push(move)
    expect(table.page.locator("body.offline")).to_have_count(0)
    play(table, beside, hand, rest[3:5], heard=True)
    # And from the beginning: killed while nothing is under way, and the page loaded anew.
    own_server.kill()
    own_server.start()
    table.page.reload()
    assert table.quiet() == beside.look()
    assert table.get("plays")[0]["moves_made"] == 11


def test_what_was_answered_before_the_kill_is_there_after_it(sit: Sit, own_server: Server) -> None:
    """The server dies while moves are on their way; the page sends again what had no answer, and nothing twice."""
    table = sit("en", server=own_server)
    table.watch.allow(GONE)
    beside, rest = begun(table, 0)
    hand = Pen(table)
    for n, text in enumerate(rest[:12]):
        move = beside.meant(text)
        hand.make(move)
        beside.push(move)
        if n == 5:
            own_server.kill()
    table.says(LOST["en"])
    own_server.start()
    table.version = 11
    assert table.next() == beside.look()
    assert table.get("plays")[0]["moves_made"] == 12


def test_moves_that_come_too_fast_are_made_a_little_later(sit: Sit, tmp_path: Path) -> None:
    """The service refuses what is too much at once; the page tries again, in order, and nothing is lost."""
    server = Server(tmp_path / "arfa.sqlite", player_rate=Rate(0.01, 10))
    try:
        table = sit("ru", server=server)
        table.watch.allow(r"net::ERR_|status of (409|429)")
        beside, rest = begun(table, 0)
        hand = Pen(table)
        for text in rest[:14]:
            move = beside.meant(text)
            hand.make(move)
            beside.push(move)
        table.says(LOST["ru"])
        # It would take minutes; a service that knows of nothing lets them through.
        server.kill()
        server.settings.clear()
        server.start()
        table.version = 13
        assert table.next() == beside.look()
        statuses = [
            r.status for r in table.watch.responses if r.url.split("?")[0].endswith("/actions")
        ]
        assert 429 in statuses[:14]
        expect(table.page.locator("body.offline")).to_have_count(0)
    finally:
        server.close()


def test_a_reload_while_the_server_is_away_waits_for_it(sit: Sit, own_server: Server) -> None:
    """The page itself comes from the server; from the chooser to a play it has to wait."""
    table = sit("en", server=own_server)
    table.watch.allow(GONE)
    beside, _ = begun(table, 3)
    address = table.page.url
    table.page.locator("#home").click()
    table.page.locator("#plays a").first.wait_for()
    own_server.kill()
    table.page.locator("#plays a").first.click()
    table.says("The table does not answer. Trying again…", "refused")
    own_server.start()
    assert table.quiet() == beside.look()
    assert table.page.url == address


def test_a_lost_answer_is_asked_for_again_and_the_move_is_made_once(sit: Sit) -> None:
    """Field report 28: the same action twice with one version is one action."""
    table = sit("ru")
    table.watch.allow(GONE)
    beside, rest = begun(table, 4)
    lost: list[int] = []

    def lose(route: Route) -> None:
        if lost:
            route.continue_()
            return
        lost.append(route.fetch().status)  # it arrives and is done, but nobody hears of it
        route.abort()

    table.page.route("**/actions*", lose)
    play(table, beside, Mouse(table, beside), rest[:1])
    assert lost == [200]
    assert table.shown() == 5
    expect(table.page.locator("#moves")).to_have_text("5 ходов")
    play(table, beside, Mouse(table, beside), rest[1:2])


@pytest.mark.parametrize("lang", ["ru", "en"])
def test_a_stale_tab_changes_nothing_and_is_shown_how_it_stands(sit: Sit, lang: str) -> None:
    here = sit(lang)
    here.watch.allow(GONE)
    beside, rest = begun(here, 5)
    there = Table(here.page.context.new_page(), here.watch, lang, touch=False)
    there.open(here.page.url.removeprefix(here.watch.home))
    assert there.quiet() == beside.look()
    stale = beside.meant(rest[0])
    play(here, beside, Mouse(here, beside), rest[:3])
    # The other tab still shows the old table.
    assert there.shown() == 5
    Mouse(there, Beside("small-harp", won("small-harp")[0])).make(stale)
    there.shows(8)
    there.says(STALE[lang], "stale")
    assert there.quiet() == beside.look()
    assert here.get("plays")[0]["moves_made"] == 8
    play(there, beside, Mouse(there, beside), rest[3:4], heard=True)


def only_move_of_its_card(beside: Beside) -> Move:
    """The move of a card that has exactly one place to go, under which another card will turn up."""
    legal = [move for move in beside.position.legal_moves() if move.src != "s"]
    single = [m for m in legal if sum(o.src == m.src and o.count == m.count for o in legal) == 1]
    return next(move for move in single if beside.position.face_down(move.src))


def test_a_double_click_on_a_card_is_one_action(sit: Sit) -> None:
    """Field report 28: a second click hits nothing that the first has brought to light."""
    table = sit("en")
    beside, _ = begun(table, 0)
    move = only_move_of_its_card(beside)
    table.page.mouse.click(*table.spot(move.src, -1), click_count=3)
    assert table.next() == beside.push(move)
    assert table.quiet() == beside.look()
    assert table.version == 1
    assert table.get("plays")[0]["moves_made"] == 1


def test_a_double_tap_on_a_card_is_one_action(sit: Sit) -> None:
    table = sit("ru", touch=True)
    beside, _ = begun(table, 0)
    move = only_move_of_its_card(beside)
    spot = table.spot(move.src, -1)
    table.page.touchscreen.tap(*spot)
    table.page.touchscreen.tap(*spot)
    assert table.next() == beside.push(move)
    assert table.quiet() == beside.look()
    assert table.version == 1
    play(table, beside, Finger(table, beside), ["sw"])


def test_a_double_click_on_the_button_deals_once(sit: Sit) -> None:
    table = sit("en")
    table.page.locator("#games input").first.wait_for()
    table.page.locator("#start-play").dblclick()
    table.quiet()
    assert len(table.get("plays")) == 1
