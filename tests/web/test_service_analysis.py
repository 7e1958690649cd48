"""The analyst through the service: chances as they come, hints, X-ray; and that none of it tells of an unseen card."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Coroutine, Iterator
from http.client import HTTPConnection
from pathlib import Path
from typing import Any, TypeVar

import pytest
from sqlalchemy.exc import OperationalError

from arfa.cards import Card
from arfa.deals import Deal, deck_text
from arfa.engine.game import Game
from arfa.engine.moves import Move
from arfa.engine.position import Position
from arfa.rules.load import game_ids
from arfa.solver import Verdict, solve
from arfa.solver.blind import FOR_CHANCE, Blind
from arfa.solver.native import Core
from arfa.store import Session
from arfa.web.analyst import thinking
from arfa.web.analyst.pool import Pool
from arfa.web.analyst.thinking import ripening, thought_of
from arfa.web.limits import cost_of
from arfa.web.settings import Rate
from tests.scale import scale
from tests.web.house import Browser, House, line, process
from tests.web.test_leaks import WORDS, hidden, seen, swapped
from tests.web.test_service_names import hidden_changed
from tests.web.wins import won

T = TypeVar("T")

SMALL = "klondike+draw-3+small-5x4"
SLOW = "double-klondike"
"""Two decks: the thinking takes long enough to be interrupted."""


@pytest.fixture
def guest(house: House) -> Browser:
    return house.browser()


@pytest.fixture
def eager(monkeypatch: pytest.MonkeyPatch) -> None:
    """All estimates of the chances are told, whatever the clock says."""
    monkeypatch.setattr(thinking, "ripening", lambda _: lambda: True)


def chance_of(state: Any, version: int | None = None) -> str:
    """Where the chance of a play is asked for."""
    at = state["version"] if version is None else version
    return f"/api/plays/{state['id']}/chance?version={at}"


def run(house: House, scene: Coroutine[Any, Any, T]) -> T:
    return house.loop.run(asyncio.wait_for(scene, 60))


def events(house: House, browser: Browser, state: Any) -> list[Any]:
    """All that is told of the chance of a play."""

    async def scene() -> list[Any]:
        return await browser.listen(chance_of(state)).rest()

    return run(house, scene())


def hint(browser: Browser, state: Any, grade: int = 1, lang: str = "en") -> Any:
    """A hint."""
    wish = {"version": state["version"], "grade": grade}
    reply = browser.post(f"/api/plays/{state['id']}/hint?lang={lang}", wish)
    assert reply.status == 200, reply.body
    return reply.json


def xray(browser: Browser, state: Any, lang: str = "en") -> Any:
    """What X-ray shows."""
    wish = {"version": state["version"]}
    reply = browser.post(f"/api/plays/{state['id']}/xray?lang={lang}", wish)
    assert reply.status == 200, reply.body
    return reply.json


# ---------------------------------------------------------------------------------------------- chances
@pytest.mark.usefixtures("eager")
def test_estimates_get_better_and_only_the_last_is_final(house: House, guest: Browser) -> None:
    told = events(house, guest, guest.deal("small-harp", "1"))
    assert [event["final"] for event in told] == [*[False] * (len(told) - 1), True]
    counts = [event["iterations"] for event in told]
    assert counts == sorted(counts)
    assert len(set(counts)) >= 3
    assert counts[-1] == FOR_CHANCE
    for event in told:
        assert event["kind"] == "fair"
        assert 0 <= event["low"] <= event["value"] <= event["high"] <= 1
    widths = [event["high"] - event["low"] for event in told]
    assert widths[-1] < widths[0]
    assert widths[-1] < 0.1
    # The share with open eyes comes behind the fair figure, and is not less.
    assert [event["sighted"] is None for event in told] == [*[True] * (len(told) - 1), False]
    share = told[-1]["sighted"]
    assert share["low"] <= share["value"] <= share["high"]
    assert share["high"] >= told[-1]["low"]


def test_the_first_figure_is_told_after_a_while_and_then_ever_more_seldom() -> None:
    passed = [0.0]
    ripe = ripening(0.2, lambda: passed[0])
    told = []
    for ms in range(10, 2000, 10):
        passed[0] = ms / 1000
        if ripe():
            told.append(ms)
    assert told == [200, 400, 800, 1600]
    late = ripening(0.2, lambda: passed[0])
    passed[0] += 0.7  # the first estimate took so long
    assert late()
    passed[0] += 0.6
    assert not late()
    passed[0] += 0.2
    assert late()


def test_what_is_known_before_long_is_told_once(house: House, guest: Browser) -> None:
    """However long that is on this machine."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(thinking, "SOON", 1e9)
        told = events(house, guest, guest.deal("small-harp", "1"))
    assert [event["iterations"] for event in told] == [FOR_CHANCE] * 2
    assert [event["final"] for event in told] == [False, True]


def test_where_others_wait_a_first_figure_comes_before_the_thinking(
    house: House, guest: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(thinking, "SOON", 1e9)
    monkeypatch.setattr(Pool, "crowded", True)
    state = guest.deal("small-harp", "1")
    told = events(house, guest, state)
    assert [event["iterations"] for event in told] == [FOR_CHANCE // 5, FOR_CHANCE, FOR_CHANCE]
    assert [event["final"] for event in told] == [False, False, True]
    monkeypatch.setattr(Pool, "crowded", False)
    assert events(house, guest, guest.deal("small-harp", "1")) == told[1:]


@pytest.mark.usefixtures("eager")
def test_the_stream_is_sent_as_it_is_made(house: House, guest: Browser) -> None:
    state = guest.deal("small-harp", "1")

    async def scene() -> None:
        listening = guest.listen(chance_of(state), accept_encoding="gzip")
        assert await listening.event() is not None
        assert listening.status == 200
        assert listening.headers["content-type"].startswith("text/event-stream")
        assert "content-encoding" not in listening.headers, "packing would keep it back"
        assert listening.headers["x-accel-buffering"] == "no"
        assert listening.headers["cache-control"] == "no-store"
        await listening.rest()

    run(house, scene())


@pytest.mark.usefixtures("eager")
def test_what_was_found_out_is_told_at_once(house: House, guest: Browser) -> None:
    state = guest.deal("small-harp", "1")
    told = events(house, guest, state)
    assert events(house, guest, state) == told[-1:]
    state = guest.move(state, "sw")
    later = events(house, guest, state)
    assert len(later) > 1, "of another position it is not known"


@pytest.mark.usefixtures("eager")
def test_an_action_ends_the_stream(house: House, guest: Browser) -> None:
    state = guest.deal(SLOW, "1")
    path = f"/api/plays/{state['id']}/actions"
    wish = b'{"version": 0, "action": "move", "move": "sw"}'
    refused = b'{"version": 0, "action": "undo"}'

    async def scene() -> None:
        listening = guest.listen(chance_of(state))
        assert (await listening.event())["final"] is False
        assert (await guest.ask_soon("POST", path, refused)).status == 422
        assert (await listening.event())["final"] is False, "nothing was done: it goes on"
        assert (await guest.ask_soon("POST", path, wish)).status == 200
        # What was sent before the answer may still be on its way; nothing is sent behind it.
        there = listening._heard.qsize()
        rest = await listening.rest()
        assert len(rest) <= there
        assert not any(event["final"] for event in rest)
        assert house.service.analyst.pool._wanted == {}

    run(house, scene())


@pytest.mark.usefixtures("eager")
def test_who_hangs_up_is_not_thought_for(house: House, guest: Browser) -> None:
    state = guest.deal(SLOW, "1")
    pool = house.service.analyst.pool

    async def scene() -> None:
        listening = guest.listen(chance_of(state))
        await listening.event()
        await listening.hang_up()
        assert pool._wanted == {}
        await asyncio.wait_for(pool._idle.wait(), 10)

    run(house, scene())


@pytest.mark.usefixtures("eager")
def test_the_same_asked_again_takes_the_place(house: House, guest: Browser) -> None:
    state = guest.deal(SLOW, "1")

    async def scene() -> None:
        one = guest.listen(chance_of(state))
        await one.event()
        other = guest.listen(chance_of(state))
        await other.event()
        assert not any(event["final"] for event in await one.rest())
        await other.hang_up()

    run(house, scene())


@pytest.mark.parametrize("what", ["chance", "hint", "xray"])
def test_another_version_is_stale(house: House, guest: Browser, what: str) -> None:
    state = guest.deal("small-harp", "1")
    guest.move(state, "sw")
    path = f"/api/plays/{state['id']}/{what}"
    chance = what == "chance"
    reply = guest.get(f"{path}?version=0") if chance else guest.post(path, {"version": 0})
    assert reply.status == 409
    assert reply.json["error"]["code"] == "play-stale"
    assert reply.json["state"]["version"] == 1
    play = stored(house, guest)[0]
    assert (play["hints"], play["xrays"]) == (0, 0)


@pytest.mark.parametrize("what", ["chance", "hint", "xray"])
def test_of_another_players_nothing_is_told(house: House, guest: Browser, what: str) -> None:
    state = guest.deal("small-harp", "1")
    other = house.browser()
    other.deal("small-harp", "2")
    path = f"/api/plays/{state['id']}/{what}"
    reply = other.get(path) if what == "chance" else other.post(path, {"version": 0})
    assert (reply.status, reply.code) == (404, "play-unknown")


@pytest.mark.parametrize("name", [*game_ids(), "gaps+redeals=2", SMALL])
def test_who_judges_is_told(house: House, guest: Browser, name: str) -> None:
    """The player who cannot see; where nothing is hidden, the solver; else nobody."""
    state = guest.deal(name, "1")

    async def scene() -> Any:
        listening = guest.listen(chance_of(state))
        event = await listening.event()
        if event["kind"] == "open":
            assert (event["value"], event["final"]) == (None, False), "the solver is asked"
            event = await listening.event()
        await listening.hang_up()
        return event

    event = run(house, scene())
    position = there(house, state).course.position
    if Blind(Core.of(position.game)).plays(position.state):
        assert event["kind"] == "fair"
    elif hidden(position):
        assert event["kind"] == "none"
        assert (event["value"], event["final"]) == (None, True)
    else:
        assert event["kind"] == "open"
        assert event["value"] in (0, 1, None)
        assert (event["exact"], event["final"]) == (event["value"] is not None, True)


# ---------------------------------------------------------------------------------------------- secrets
LOOK_ALIKE = ["small-harp", "black-harp", "klondike+draw-3", "small-harp+worry-back", "harp-9"]


def dealt(browser: Browser, game: Game, deck: tuple[Card, ...]) -> Any:
    return browser.deal(game.name, deck_text(deck))


def both(house: House, plays: list[tuple[Browser, Any]]) -> None:
    """What the analyst says of two plays that look the same is the same, to the last figure."""
    told = [events(house, browser, state) for browser, state in plays]
    assert told[0] == told[1]
    hints = [hint(*play, grade, "ru") for grade in (1, 2, 3) for play in plays]
    assert hints[::2] == hints[1::2]
    # With them how much was thought, and so the time that it took.
    assert len(told[0]) > 1 or told[0][0]["kind"] == "none" or told[0][0]["exact"]


@pytest.mark.usefixtures("eager")
@pytest.mark.parametrize("name", LOOK_ALIKE)
def test_plays_that_look_the_same_are_judged_the_same(house: House, name: str) -> None:
    game, rng = Game.named(name), random.Random(name)
    steps = 0
    for number in range(scale(2, 30)):
        deck = Deal("ours", number).deck(game.rules)
        plays = [
            (house.browser(), deck),
            (house.browser(), hidden_changed(game, deck, rng, most=4)),
        ]
        pair = [(browser, dealt(browser, game, cards)) for browser, cards in plays]
        for step in range(6):
            assert pair[0][1]["piles"] == pair[1][1]["piles"]
            if step % 4 == 0:
                both(house, pair)
                steps += 1
            move = rng.choice([move["text"] for move in pair[0][1]["moves"]])
            pair = [(browser, browser.move(state, move)) for browser, state in pair]
            if pair[0][1]["piles"] != pair[1][1]["piles"]:
                break
    assert steps > scale(2, 30)


@pytest.mark.usefixtures("eager")
@pytest.mark.parametrize("name", ["small-harp", "klondike+draw-3"])
def test_whether_a_deal_can_be_won_is_not_in_what_is_judged(house: House, name: str) -> None:
    """Of two deals that look the same one can be won and the other is lost; to X-ray alone they differ."""
    game, rng = Game.named(name), random.Random(name)
    found = 0
    for number in range(40):
        decks: dict[Verdict, tuple[Card, ...]] = {}
        deck = Deal("ours", number).deck(game.rules)
        for cards in [deck, *(hidden_changed(game, deck, rng) for _ in range(12))]:
            decks.setdefault(solve(game.start(cards), line=False, states=50_000).verdict, cards)
        if Verdict.WINNABLE not in decks or Verdict.UNWINNABLE not in decks:
            continue
        plays = []
        for verdict in (Verdict.WINNABLE, Verdict.UNWINNABLE):
            browser = house.browser()
            plays.append((browser, dealt(browser, game, decks[verdict])))
        both(house, plays)
        found += 1
        if found == scale(1, 10):
            return
    raise AssertionError("no such deals")


@pytest.mark.usefixtures("eager")
@pytest.mark.parametrize("name", ["small-harp", "black-harp", "harp-9"])
def test_a_swap_that_never_shows_changes_nothing(house: House, name: str) -> None:
    """Two cards at the very bottom change places: whole games are played without their being seen."""
    game, rng = Game.named(name), random.Random(name)
    asked = 0
    for number in range(scale(1, 10)):
        deck = Deal("ours", number).deck(game.rules)
        plays = [(house.browser(), cards) for cards in (deck, swapped(game, deck))]
        pair = [(browser, dealt(browser, game, cards)) for browser, cards in plays]
        for step in range(scale(24, 200)):
            moves = [move["text"] for move in pair[0][1]["moves"]]
            action = rng.choice(["move"] * 5 + ["undo"])
            move = rng.choice(moves) if action == "move" and moves else None
            replies = [browser.act(state, action, move) for browser, state in pair]
            if replies[0].status == 200:
                pair = [(one[0], reply.json) for one, reply in zip(pair, replies, strict=True)]
            if pair[0][1]["piles"] != pair[1][1]["piles"]:
                break
            if step % 6 == 0:
                assert hint(*pair[0], 3) == hint(*pair[1], 3)
                asked += 1
        if pair[0][1]["piles"] == pair[1][1]["piles"]:
            both(house, pair)
    assert asked > 3


def test_where_chance_begins_follows_from_what_is_seen(house: House) -> None:
    """Not from the deal, nor from the play: the same table in another play begins the same, another one differently."""
    game = Game.named("small-harp")
    deck = Deal("ours", 3).deck(game.rules)
    one, two = house.browser(), house.browser()
    states = [
        dealt(one, game, deck),
        dealt(two, game, hidden_changed(game, deck, random.Random(1))),
    ]

    def thought(state: Any) -> Any:
        session = there(house, state)
        return thought_of(house.service.analyst._look(session).view)

    assert thought(states[0]) == thought(states[1])
    moved = one.move(states[0], "sw")
    assert thought(moved) != thought(states[1])


def test_hints_name_no_hidden_card(house: House) -> None:
    """All that is said of hints in whole games."""
    for name in ("small-harp", "klondike", "harp-9", "spider-pauk", "big-harp+extra-row", "gaps"):
        rng = random.Random(name)
        guest = house.browser()
        state = guest.deal(name, "5")
        for _ in range(scale(5, 60)):
            lang = rng.choice(["ru", "en"])
            found = hint(guest, state, 3, lang)
            position = there(house, state).course.position
            said = " ".join([found["said"], *found.get("reasons", [])]).lower()
            for card in set(hidden(position)) - seen(position):
                for word in WORDS[card]:
                    assert word not in said
            if not state["moves"]:
                break
            moves = [move["text"] for move in state["moves"]]
            assert found["from"] is None or found["move"] in moves
            state = guest.move(state, found.get("move") or rng.choice(moves))


# ---------------------------------------------------------------------------------------------- what was seen
def there(house: House, state: Any) -> Session:
    """A play in the memory of the service."""
    return house.service.sessions._kept[state["id"]]


def unseen(house: House, state: Any) -> set[tuple[str, int]]:
    """The places of the cards that the player has not seen."""
    return set(house.service.analyst._look(there(house, state)).view.unseen)


def test_what_was_seen_in_a_branch_is_known(house: House, guest: Browser) -> None:
    deck, moves = won("small-harp")
    state = guest.deal("small-harp", deck)
    before = unseen(house, state)
    n = next(n for n, move in enumerate(moves) if _turns_up(house, guest, deck, moves[: n + 1]))
    for move in moves[: n + 1]:
        state = guest.move(state, move)
    state = guest.act(state, "restart").json
    after = unseen(house, state)
    assert after < before
    assert any(pile.startswith("t") for pile, _ in before - after), "a card of a column is known"
    # Read again from the disk it is the same, and so it is where it was never asked about.
    house.service.sessions.forget(state["id"])
    state = guest.show(state)
    assert unseen(house, state) == after


def _turns_up(house: House, guest: Browser, deck: str, moves: tuple[str, ...]) -> bool:
    game = Game.named("small-harp")
    position: Position = there(house, guest.deal("small-harp", deck)).course.position.copy()
    turned: tuple[Any, ...] = ()
    for move in moves:
        turned = position.push(Move.parse(move))
    return any(game.kind(one.pile) == "column" for one in turned)


def test_what_was_seen_is_kept_in_step_with_any_course(house: House, guest: Browser) -> None:
    """Asked at every step, or once at the end, what is known is the same."""
    for name in ("small-harp", "klondike", "black-harp", "big-harp+redeals=1"):
        rng = random.Random(name)
        state = guest.deal(name, "2")
        for _ in range(scale(40, 400)):
            moves = [move["text"] for move in state["moves"]]
            kind = rng.choice(["move"] * 4 + ["undo", "redo", "goto"])
            wish: dict[str, Any] = {"version": state["version"], "action": kind}
            if kind == "move" and moves:
                wish["move"] = rng.choice(moves)
            if kind == "goto":
                wish["node"] = rng.choice(list(there(house, state).course.nodes))
            reply = guest.post(f"/api/plays/{state['id']}/actions", wish)
            if reply.status == 200:
                state = reply.json
            if rng.random() < 0.3:
                unseen(house, state)
        step_by_step = unseen(house, state)
        house.service.sessions.forget(state["id"])
        guest.show(state)
        assert unseen(house, state) == step_by_step


# ---------------------------------------------------------------------------------------------- hints
def stored(house: House, browser: Browser) -> list[Any]:
    """This player's plays as they are listed."""
    found: list[Any] = browser.get("/api/player/plays").json["plays"]
    return found


def test_a_hint_tells_as_much_as_it_is_asked_for(house: House, guest: Browser) -> None:
    state = guest.deal("small-harp", "1")
    one, two, three = (hint(guest, state, grade) for grade in (1, 2, 3))
    assert set(one) == {"from", "cards", "said", "clean"}
    assert set(two) == {*one, "to", "move"}
    assert set(three) == {*two, "reasons", "before", "after"}
    choice = next(move for move in state["moves"] if move["text"] == three["move"])
    assert (choice["src"], choice["dst"]) == (three["from"], three["to"])
    assert choice["label"].lower() in three["said"].lower()
    assert one["from"] == two["from"] == three["from"]
    pile = state["piles"].get(three["from"], {"cards": []})
    shown = [name for name, face in pile["cards"] if face is not None]
    assert one["cards"] == (shown[-choice["count"] :] if shown else [])
    assert three["reasons"]
    assert all(reason[0].isupper() for reason in three["reasons"])
    russian = hint(guest, state, 3, "ru")
    assert not russian["said"].isascii()
    assert {**russian, "said": 0, "reasons": 0} == {**three, "said": 0, "reasons": 0}


def test_the_hint_is_the_same_whether_the_chance_was_known(house: House, guest: Browser) -> None:
    state, again = (guest.deal("small-harp", "4") for _ in range(2))
    told = events(house, guest, state)
    known, asked = hint(guest, state, 3), hint(guest, again, 3)
    assert known == asked
    if known["before"] is not None:
        assert known["before"] == told[-1]["value"]


def test_a_hint_counts_and_a_win_after_it_is_not_clean(house: House, guest: Browser) -> None:
    deck, moves = won("small-harp")
    state = guest.deal("small-harp", deck)
    assert state["clean"]
    assert hint(guest, state)["clean"] is False
    assert hint(guest, state, 2)["clean"] is False
    assert guest.show(state)["clean"] is False
    for move in moves:
        state = guest.move(state, move)
    assert (state["status"], state["clean"]) == ("won", False)
    play = stored(house, guest)[0]
    assert (play["hints"], play["won_clean"]) == (2, False)
    assert guest.get("/api/player/statistics").json["total"]["clean"] == 0


def test_that_there_is_no_hint_does_not_count(house: House, guest: Browser) -> None:
    """Field report 39.  Moves are left and all of them lead nowhere, as everyone can see."""
    state = guest.deal("small-harp+small-4x4", "108")
    moves = "sw sw wt3 sw wf t3f t2t3 t1t3 t2f t1t2 sw sw sw wt4 ws sw t4f t3f t3f t4f t3f"
    for move in moves.split():
        state = guest.move(state, move)
    assert state["status"] == "playing"
    for grade in (1, 2, 3):
        told = hint(guest, state, grade)
        assert (told["from"], told["clean"]) == (None, True)
    assert stored(house, guest)[0]["hints"] == 0
    for _ in range(4):  # to where there was a win
        state = guest.act(state, "undo").json
    assert hint(guest, state)["from"] is not None
    assert stored(house, guest)[0]["hints"] == 1


def test_that_all_is_lost_is_told_with_a_hint_only_when_xray_has_shown_it(guest: Browser) -> None:
    state = guest.move(guest.deal("klondike+draw-3+small-5x4", "89"), "t1t3")
    before = [hint(guest, state, grade, "en") for grade in (1, 2, 3)]
    assert not any("note" in told for told in before)
    assert before[1]["move"] == "t1f"
    light = xray(guest, state)
    assert light["light"] == "lost"
    for grade in (1, 2, 3):
        told, russian = (hint(guest, state, grade, lang) for lang in ("en", "ru"))
        assert told["note"] == light["said"]
        assert russian["note"].startswith("Рентген")
        assert told["from"] == "t3"
    assert (told["move"], told["before"], told["after"]) == ("t3t4.2", None, None)
    # Lost is lost, whatever is played from here; and from elsewhere nothing was shown.
    further = guest.move(state, "t3t4.2")
    assert hint(guest, further)["note"] == light["said"]
    back = guest.act(guest.act(further, "undo").json, "undo").json
    assert "note" not in hint(guest, back)


@pytest.mark.parametrize(("lang", "words"), [("en", "no win any more"), ("ru", "уже не выиграть")])
def test_where_everyone_can_know_it_that_all_is_lost_is_told(
    guest: Browser, lang: str, words: str
) -> None:
    state = guest.deal("small-harp+small-4x4", "48")
    moves = (
        "sw t3t1 t1t2.2 sw sw t4t3 sw t1t3 wt4 t2t4.2 t2t1 t3f wt1 t4t1 wf sw t4f t1t4.2 t4f t3f "
        "t4f sw t3f wf"
    )
    for move in moves.split():
        state = guest.move(state, move)
    told = hint(guest, state, 1, lang)
    assert (told["from"], told["clean"]) == (None, True)
    assert words in told["said"]


def test_help_after_the_win_changes_nothing(house: House, guest: Browser, tmp_path: Path) -> None:
    deck, moves = won("small-harp")
    state = guest.deal("small-harp", deck)
    for move in moves:
        state = guest.move(state, move)
    assert state["clean"]
    assert hint(guest, state) == {
        "from": None, "cards": [], "said": "No move is known to help", "clean": True,
    }  # fmt: skip
    assert xray(guest, state)["light"] == "winnable"
    state = guest.act(state, "undo").json
    assert hint(guest, state, 2)["clean"] is True
    assert guest.show(state)["clean"] is True
    with House(tmp_path / "other") as other:
        copy = other.browser()
        archive = guest.get("/api/player/export").body
        assert copy.ask("POST", "/api/player/import", archive).json["added"] == 1
        play = stored(other, copy)[0]
        assert (play["won_clean"], play["hints"], play["xrays"]) == (True, 0, 0)


@pytest.mark.parametrize("what", ["hint", "xray"])
def test_help_is_stored_before_it_is_answered(house: House, guest: Browser, what: str) -> None:
    state = guest.deal("small-harp", "1")

    async def fails(*_: object) -> None:
        raise OperationalError("UPDATE", {}, Exception("the disk is full"))

    real = house.service.store.help
    house.service.store.help = fails  # type: ignore[assignment, method-assign]
    reply = guest.post(f"/api/plays/{state['id']}/{what}", {"version": 0})
    assert (reply.status, reply.code) == (503, "web-unavailable")
    house.service.store.help = real  # type: ignore[method-assign]
    assert guest.show(state)["clean"]


def test_help_at_one_server_is_known_at_the_other(place: str) -> None:
    """Two on one database: the last move is made at the one that was not asked for help."""
    deck, moves = won("small-harp")
    with House(place) as one, House(place) as two:
        here = one.browser()
        state = here.deal("small-harp", deck)
        there = Browser(two, cookies=dict(here.cookies))
        for move in moves[:-1]:
            state = there.move(state, move)
        hint(here, state)
        state = there.move(state, moves[-1])
        assert (state["status"], state["clean"]) == ("won", False)
        assert here.show(state)["clean"] is False


# ---------------------------------------------------------------------------------------------- X-ray
def verdicts() -> Iterator[tuple[str, bool]]:
    """Small deals, and whether they can be won."""
    game = Game.named(SMALL)
    for number in range(1, 13):
        found = solve(game.start(Deal("ours", number).deck(game.rules)))
        yield str(number), found.verdict is Verdict.WINNABLE


def test_xray_says_what_the_cards_allow(guest: Browser) -> None:
    lights = set()
    for number, winnable in verdicts():
        state = guest.deal(SMALL, number)
        found = xray(guest, state)
        assert (found["light"] == "winnable") == winnable
        assert (found["length"] is not None) == winnable
        assert found["clean"] is False
        assert found["said"].startswith("X-ray")
        assert xray(guest, state, "ru")["said"].startswith("Рентген")
        lights.add(found["light"])
    assert lights >= {"winnable", "lost"}


def test_xray_is_recorded_and_goes_with_the_file(
    house: House, guest: Browser, tmp_path: Path
) -> None:
    deck, moves = won("small-harp")
    state = guest.deal("small-harp", deck)
    state = guest.move(state, moves[0])
    xray(guest, state)
    archive = guest.get("/api/player/export")
    for move in moves[1:]:
        state = guest.move(state, move)
    assert (state["status"], state["clean"]) == ("won", False)
    play = stored(house, guest)[0]
    assert (play["xrays"], play["hints"], play["won_clean"]) == (1, 0, False)
    assert guest.get("/api/player/statistics").json["total"]["clean"] == 0
    whole = guest.get("/api/player/export")
    assert [p["xrays"] for p in whole.json["plays"]] == [1]
    with House(tmp_path / "other") as other:
        copy = other.browser()
        assert copy.ask("POST", "/api/player/import", archive.body).json["added"] == 1
        assert stored(other, copy)[0]["xrays"] == 1
        assert copy.ask("POST", "/api/player/import", whole.body).json["extended"] == 1
        play = stored(other, copy)[0]
        assert (play["xrays"], play["won_clean"]) == (1, False)


def test_a_win_that_is_brought_to_a_play_with_help_is_not_clean(
    house: House, guest: Browser, tmp_path: Path
) -> None:
    """The file goes on without help, but help was asked for here."""
    deck, moves = won("small-harp")
    state = guest.move(guest.deal("small-harp", deck), moves[0])
    begun = guest.get("/api/player/export").body
    with House(tmp_path / "other") as other:
        copy = other.browser()
        copy.ask("POST", "/api/player/import", begun)
        theirs = copy.get(f"/api/plays/{stored(other, copy)[0]['id']}").json
        for move in moves[1:]:
            theirs = copy.move(theirs, move)
        assert theirs["clean"]
        hint(guest, state)
        whole = copy.get("/api/player/export").body
    assert guest.ask("POST", "/api/player/import", whole).json["extended"] == 1
    play = stored(house, guest)[0]
    assert (play["won_clean"], play["hints"]) == (False, 1)


# ---------------------------------------------------------------------------------------------- the house
def test_many_players_get_their_turns(house: House) -> None:
    """One asks for a hundred plays at once; another who comes last is not the last to be answered."""
    greedy, modest = house.browser(), house.browser()
    many = [greedy.deal(SLOW, str(n)) for n in range(12)]
    mine = modest.deal("small-harp", "1")

    async def scene() -> None:
        crowd = [greedy.listen(chance_of(many[n % 12])) for n in range(100)]
        for one in crowd[:12]:
            await asyncio.wait_for(one.begun.wait(), 30)
        told = await modest.listen(chance_of(mine)).rest()
        assert told[-1]["final"]
        assert any(not one.ended for one in crowd)
        still = house.service.analyst.pool.waiting
        assert still > 0, "the greedy one waits for more"
        refused = [one for one in crowd if one._task.done()]
        for one in refused:
            await one.rest()
        assert {one.status for one in refused} <= {200, 429}
        for one in crowd:
            if not one.ended:
                await one.hang_up()

    run(house, scene())


def test_who_asks_for_much_thought_can_still_play(tmp_path: Path) -> None:
    play = "/api/plays/" + "A" * 22
    assert (
        cost_of("GET", f"{play}/chance") == cost_of("POST", f"{play}/hint") > cost_of("GET", play)
    )
    with House(tmp_path / "games", player_rate=Rate(0.01, 20)) as house:
        guest = house.browser()
        state = guest.deal("small-harp", "1")
        replies = [guest.get(chance_of(state)) for _ in range(6)]
        assert [reply.status for reply in replies] == [200] * 4 + [429] * 2
        assert guest.act(state, "move", "sw").status == 200


def test_what_is_asked_is_counted(house: House, guest: Browser) -> None:
    state = guest.deal("small-harp", "1")
    events(house, guest, state)
    hint(guest, state)
    text = guest.get("/metrics").body.decode()
    assert 'arfa_estimates_total{kind="chance",end="done"} 1' in text
    assert 'arfa_estimates_total{kind="hint",end="done"} 1' in text
    assert 'arfa_estimate_first_seconds_count{kind="chance"} 1' in text
    assert state["id"] not in text


def test_a_running_stream_does_not_keep_the_service(tmp_path: Path) -> None:
    with process(tmp_path / "games.sqlite3") as server, line(server) as browser:
        reply = browser.ask("POST", "/api/plays", {"game": "gargantua", "deal": "1"})
        assert reply is not None
        http = HTTPConnection("127.0.0.1", server.port, timeout=20)
        http.request("GET", chance_of(reply.json), headers={"Cookie": browser.cookie})
        answer = http.getresponse()
        assert answer.status == 200
        assert answer.readline().startswith(b"data: ")
        assert server.stop() == (0, "")
        assert b'"final":true' not in answer.read()
        http.close()
