"""What lies face down is known to nobody: not to the page, not to the wire, not to what the browser keeps."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Route

from arfa.cards import card_text
from arfa.texts import card_name
from tests.scale import scale
from tests.web.hands import Pen
from tests.web.tables import Sit
from tests.web.test_browser_undo import through_the_stock
from tests.web.wins import Beside, numbered

pytestmark = pytest.mark.browser

# Outlines, and the names of files, are full of things like "5C" and "js"; whose pictures lie there is looked at apart.
SEEN = """() => {
    const copy = document.body.cloneNode(true);
    for (const element of copy.querySelectorAll("svg, script")) element.remove();
    for (const element of copy.querySelectorAll('[src^="data:"]')) element.removeAttribute("src");
    return copy.outerHTML;
}"""
KEPT = "JSON.stringify([{...localStorage}, {...sessionStorage}, history.state, document.cookie])"


def hidden(beside: Beside) -> set[int]:
    """The cards that lie face down now."""
    position = beside.position
    return {
        card
        for pile in beside.game.pile_names
        for card in position.cards(pile)[: position.face_down(pile)]
    }


def named(cards: set[int], text: str) -> list[str]:
    """The cards that a text names, in any of our ways."""
    return [
        card_text(card)
        for card in cards
        if re.search(
            rf"\b{card_text(card)}\b|(?i:{card_name(card, 'ru')}|{card_name(card, 'en')})", text
        )
    ]


@pytest.mark.parametrize(
    ("game", "lang"), [("small-harp", "ru"), pytest.param("klondike", "en", marks=pytest.mark.soak)]
)
def test_no_face_down_card_is_told_or_kept(sit: Sit, game: str, lang: str) -> None:
    """A one-deck game, where every face is there once: nothing that comes in names a card that lies face down."""
    _, line = through_the_stock(game, scale(30, 80))
    table = sit(lang)
    page = table.page
    page.locator("#games input").first.wait_for()
    read = len(table.watch.responses)  # what was told before there was a deal tells nothing of it
    table.deal(game, "3")
    names = page.url.split("/")[-2:]  # of the play and of the deal: any letters
    beside = Beside(game, numbered(game, "3"))
    assert table.look() == beside.look()
    hand = Pen(table)
    never_seen = hidden(beside)

    def nothing_is_told() -> None:
        nonlocal read
        news = table.watch.responses[read:]
        read = len(table.watch.responses)
        secret = hidden(beside)
        never_seen.intersection_update(secret)
        assert secret
        # What lies open is found, so what lies hidden would be found as well.
        assert named(set(range(52)) - secret, page.evaluate(SEEN))
        for answer in news:
            if "/api/" in answer.url:
                text = answer.text()
                for name in names:
                    text = text.replace(name, "")
                assert named(secret, text) == [], answer.url
        assert named(secret, page.evaluate(SEEN)) == []
        # The last state is written down a moment later, and a stock that was turned over has been seen.
        assert named(never_seen, page.evaluate(KEPT)) == []
        backs = page.evaluate(
            """[...document.querySelectorAll("#board [data-card]:not([data-face]) img")].map((i) => i.src)"""
        )
        assert len(set(backs)) <= 1

    nothing_is_told()
    for text in line:
        move = beside.meant(text)
        hand.make(move)
        table.next()
        beside.push(move)
        table.says(table.told())
        nothing_is_told()
    for _ in range(5):
        page.locator("#undo").click()
        table.next()
        beside.pop()
        table.says(table.told())  # the line comes a moment later than the board
        nothing_is_told()
    said = table.told()
    page.reload()
    table.quiet()
    table.says(said)
    nothing_is_told()


def test_a_card_that_is_dragged_shows_nothing_before_the_answer(sit: Sit) -> None:
    """The page moves at once, but what turns up is not known before the service says so."""
    table = sit("en")
    table.resume("small-harp", "3")
    beside = Beside("small-harp", numbered("small-harp", "3"))
    move = next(
        move
        for move in beside.position.legal_moves()
        if move.src != "s" and beside.position.face_down(move.src)
    )
    before = table.look()
    waiting: list[Route] = []

    def hold(route: Route) -> None:
        waiting.append(route)

    table.page.route("**/actions*", hold)
    dst = beside.landing(move)
    table.drag(move.src, -move.count, *table.way(move.src, -move.count, dst))
    table.until("document.body.dataset.busy !== undefined")
    now = table.look()
    assert now["closed"] == before["closed"]
    assert now["piles"][move.src] == [None]
    assert now["piles"][dst] == before["piles"][dst] + before["piles"][move.src][-move.count :]
    waiting[0].continue_()
    assert table.next() == beside.push(move)
