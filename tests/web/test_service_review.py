"""Reviews over the wire: sums are exact, nothing is told that is hidden, and what cannot be reviewed says why."""

from __future__ import annotations

import asyncio
import json
import random
import re
import sys
from typing import Any

import pytest

from arfa.analysis.knowledge import Knowledge
from arfa.cards import card_text
from arfa.deals import Deal, deck_text, parse_deck
from arfa.engine.game import Game
from arfa.engine.identities import Identities
from arfa.notation import read_record
from arfa.solver import Verdict, solve
from arfa.solver.blind import Thought
from arfa.web import reviewing
from arfa.web.reviewing import LONGEST, Reviews
from tests.scale import scale
from tests.web.house import Browser, House, Reply
from tests.web.test_leaks import swapped
from tests.web.wins import won

EVENT = re.compile(rb"data: (\{.*\})")


@pytest.fixture(autouse=True)
def _in_haste(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is tested here holds for any thought, and a short one is soon over."""
    monkeypatch.setattr(reviewing, "THOUGHT", Thought(iterations=20))


@pytest.fixture
def guest(house: House) -> Browser:
    return house.browser()


def events(reply: Reply) -> list[Any]:
    """What came, one after the other."""
    assert reply.status == 200, reply.body
    assert reply.headers["content-type"].startswith("text/event-stream")
    assert "content-length" not in reply.headers
    *parts, rest = reply.body.split(b"\n\n")
    assert rest == b""
    found = [EVENT.fullmatch(part) for part in parts]
    assert all(found), parts
    return [json.loads(one[1]) for one in found if one is not None]


def review(guest: Browser, state: Any, lang: str = "en") -> Any:
    """The review of a play; what came before it said how far it was, and never went back."""
    *steps, last = events(guest.get(f"/api/plays/{state['id']}/review?lang={lang}"))
    done = [step["done"] for step in steps]
    assert done == sorted(done)
    assert all(set(step) == {"done", "of"} and step["done"] <= step["of"] for step in steps)
    assert set(last) == {"review"}, last
    return last["review"]


def played(guest: Browser, game: str, deal: str, moves: Any) -> tuple[Any, list[Any]]:
    """A play with the piles that were shown after each move, those of the deal first."""
    state = guest.deal(game, deal)
    shown = [state["piles"]]
    for move in moves:
        state = guest.move(state, move)
        shown.append(state["piles"])
    return state, shown


def wander(guest: Browser, game: str, deal: str, steps: int, seed: int = 0) -> Any:
    """A play of random moves that stops where there is none."""
    rng, state = random.Random(seed), guest.deal(game, deal)
    for _ in range(steps):
        if not state["moves"]:
            break
        state = guest.move(state, rng.choice(state["moves"])["text"])
    return state


def adds_up(found: Any) -> None:
    """Everything that is said of chances agrees with everything else."""
    assert found["start"] + found["skill"] + found["luck"] == found["end"]
    value = found["start"]
    for one in found["moves"]:
        worth = one["figures"]
        assert worth["before"] == value + worth["looked"]
        assert worth["skill"] == worth["chosen"] - worth["before"]
        assert worth["luck"] == worth["after"] - worth["chosen"] + worth["looked"]
        assert 0 <= worth["after"] <= 10_000
        value = worth["after"]
    assert found["end"] == value + found["given_up"]
    assert sum(one["figures"]["luck"] for one in found["moves"]) == found["luck"]


@pytest.mark.parametrize("game", ["small-harp", "black-harp"])
def test_skill_and_luck_of_a_won_game_add_up_to_all(guest: Browser, game: str) -> None:
    deck, moves = won(game)
    state, shown = played(guest, game, deck, moves)
    found = review(guest, state)
    adds_up(found)
    assert (found["over"], found["won"], found["end"], found["given_up"]) == (True, True, 10_000, 0)
    assert [one["move"] for one in found["moves"]] == list(moves)
    assert found["verdicts"] == ["winnable"] * (len(moves) + 1)
    assert found["lost_at"] is None
    # The table at each move is the one that was shown then.
    piles = found["piles"]
    assert piles == shown[0]
    for one, then in zip(found["moves"], shown[1:], strict=True):
        piles = piles | one["piles"]
        assert piles == then


def test_a_game_that_is_not_over_has_no_x_ray_and_no_result(guest: Browser) -> None:
    state = wander(guest, "small-harp", "3", 25)
    assert state["status"] == "playing"
    found = review(guest, state)
    adds_up(found)
    assert (found["over"], found["won"], found["status"]) == (False, False, "playing")
    assert (found["verdicts"], found["lost_at"], found["given_up"]) == (None, None, 0)
    assert not any(one["lost_here"] for one in found["moves"])
    assert found["end"] == found["moves"][-1]["figures"]["after"]


def test_a_review_of_a_game_under_way_hangs_on_no_hidden_card(house: House) -> None:
    """Two cards that nobody has seen change places: all that is said stays the same, to the byte."""
    game = Game.named("small-harp")
    for number in range(scale(2, 20)):
        deck = Deal("ours", number).deck(game.rules)
        last = []
        for cards in (deck, swapped(game, deck)):
            guest, rng = house.browser(), random.Random(number)
            state = guest.deal("small-harp", deck_text(cards))
            for _ in range(12):
                state = guest.move(state, rng.choice(state["moves"])["text"])
            found = review(guest, state, "ru")
            for name in ("play", "deal"):
                found.pop(name)
            assert found["verdicts"] is None, "what the cards allow is told at the end"
            last.append((state["piles"], found))
        assert last[0][0] == last[1][0], "the cards that were swapped have shown"
        assert last[0][1] == last[1][1]


def test_no_card_is_in_a_review_before_it_was_seen(guest: Browser) -> None:
    """At each move every face is one that lies open then."""
    deck, moves = won("small-harp")
    state, _ = played(guest, "small-harp", deck, moves[:40])
    found = review(guest, state)
    game = Game.named("small-harp")
    cards = parse_deck(deck, game.rules)
    at, names = game.start(cards), Identities(game, cards)
    known = Knowledge(Identities(game, cards))
    piles = found["piles"]
    for one in [None, *found["moves"]]:
        if one is not None:
            at.push_legal(next(m for m in at.legal_moves() if str(m) == one["move"]))
            piles = piles | one["piles"]
        known.look(at)
        open_now = names.of(at).shown
        for pile in piles.values():
            for name, face in pile["cards"]:
                assert face is None or open_now >> int(name) & 1
                assert face in (None, card_text(cards[int(name)]))
    assert known.seen != (1 << len(cards)) - 1, "there was nothing hidden"


def test_the_move_that_lost_the_deal_is_told_when_the_game_is_stuck(guest: Browser) -> None:
    seen = 0
    for seed in range(30):
        state = wander(guest, "small-harp", str(seed), 400, seed)
        if state["status"] not in ("stuck", "no_move"):
            continue
        found = review(guest, state)
        adds_up(found)
        assert (found["over"], found["won"], found["end"]) == (True, False, 0)
        assert len(found["verdicts"]) == len(found["moves"]) + 1
        assert found["verdicts"][-1] == "unwinnable"
        if found["lost_at"] is None:
            continue
        seen += 1
        game = Game.named("small-harp")
        at = game.start(Deal("ours", seed).deck(game.rules))
        for one in found["moves"][: found["lost_at"]]:
            before = at.copy()
            at.push(next(m for m in at.legal_moves() if str(m) == one["move"]))
        assert solve(before).verdict is Verdict.WINNABLE
        assert solve(at).verdict is Verdict.UNWINNABLE
        assert [o["number"] for o in found["moves"] if o["lost_here"]] == [found["lost_at"]]
        if seen == 2:
            return
    raise AssertionError("no game was lost by a move")


def test_what_was_taken_back_is_listed_with_its_chance(guest: Browser) -> None:
    state = guest.deal("small-harp", "5")
    first, other = [move["text"] for move in state["moves"]][:2]
    state = guest.move(state, first)
    tried = state["node"]
    state = guest.move(state, state["moves"][0]["text"])
    state = guest.act(guest.act(state, "undo").json, "undo").json
    state = guest.move(state, other)
    found = review(guest, state, "ru")
    assert [one["move"] for one in found["moves"]] == [other]
    (aside,) = found["moves"][0]["asides"]
    assert (aside["node"], aside["move"], aside["moves"]) == (tried, first, 2)
    assert 0 <= aside["chance"] <= 10_000
    assert re.search("[а-я]", aside["label"])


def test_what_was_seen_and_taken_back_is_no_luck_afterwards(house: House, guest: Browser) -> None:
    """A card is turned up, the move taken back, made again behind another one: what it turns up was known."""
    deck, _ = won("small-harp")
    state = guest.deal("small-harp", deck)
    turning = next(move["text"] for move in state["moves"] if move["text"].startswith("t"))
    other = next(move["text"] for move in state["moves"] if move["text"].startswith("s"))
    state = guest.act(guest.move(state, turning), "undo").json
    state = guest.move(guest.move(state, other), turning)
    found = review(guest, state)
    adds_up(found)
    assert [one["move"] for one in found["moves"]] == [other, turning]
    first, second = (one["figures"] for one in found["moves"])
    assert first["looked"] != 0
    assert (second["looked"], second["luck"]) == (0, 0)
    # Who had not looked begins with the same chance, and is lucky or unlucky there.
    state, _ = played(guest, "small-harp", deck, [other, turning])
    straight = review(guest, state)
    adds_up(straight)
    assert straight["start"] == found["start"]
    one, two = (one["figures"] for one in straight["moves"])
    assert (one["looked"], two["looked"]) == (0, 0)
    assert two["luck"] != 0
    assert two["after"] == second["after"]
    # A move is judged by what was known when it was first made: to look around later changes nothing.
    state = guest.act(state, "restart").json
    third = next(m["text"] for m in state["moves"] if m["text"] not in (other, turning))
    state = guest.act(guest.move(state, third), "undo").json
    state = guest.move(guest.move(state, other), turning)
    again = review(guest, state)
    assert [one["figures"] for one in again["moves"]] == [one, two]


@pytest.mark.parametrize("game", ["small-harp", "klondike+draw-3"])
def test_skill_and_luck_add_up_whatever_was_tried(guest: Browser, game: str) -> None:
    rng = random.Random(game)
    state = guest.deal(game, "7")
    for _ in range(30):
        kind = rng.choice(["move", "move", "undo"])
        if kind == "move" and state["moves"]:
            state = guest.move(state, rng.choice(state["moves"])["text"])
        elif state["can_undo"]:
            state = guest.act(state, "undo").json
    found = review(guest, state)
    adds_up(found)
    assert any(one["figures"]["looked"] for one in found["moves"])
    assert any(one["asides"] for one in found["moves"])


def test_another_try_begins_where_the_move_was_made_and_leaves_the_review(guest: Browser) -> None:
    deck, moves = won("small-harp")
    state, shown = played(guest, "small-harp", deck, moves[:30])
    found = review(guest, state)
    one = found["moves"][19]
    wish = {"version": found["version"], "action": "goto", "node": one["node"]}
    back = guest.post(f"/api/plays/{state['id']}/actions", wish).json
    assert back["piles"] == shown[19]
    again = review(guest, back)
    assert [move["move"] for move in again["moves"]] == list(moves[:30])
    assert again["moves"] == found["moves"]


def test_a_record_with_marks_can_be_read_and_says_the_same(guest: Browser) -> None:
    state = wander(guest, "small-harp", "8", 40, 1)
    found = review(guest, state)
    for lang in ("en", "ru"):
        reply = guest.get(f"/api/plays/{state['id']}/review/record?lang={lang}")
        assert reply.status == 200
        assert reply.headers["content-type"] == "application/x-ppn; charset=utf-8"
        assert "-review.ppn" in reply.headers["content-disposition"]
        record = read_record(reply.body.decode())
        assert [str(move) for move in record.moves] == [one["move"] for one in found["moves"]]
        glyphs = {"!": 1, "?": 2, "??": 4, "?!": 6}
        assert [node.glyphs for node in record.line.nodes] == [
            (glyphs[one["mark"]],) if one["mark"] else () for one in found["moves"]
        ]
    assert any(one["mark"] for one in found["moves"])


def test_a_record_is_reviewed_like_the_play_that_it_was(guest: Browser) -> None:
    deck, moves = won("small-harp")
    state, _ = played(guest, "small-harp", deck, moves)
    found = review(guest, state)
    text = guest.get(f"/api/plays/{state['id']}/record").body
    there = events(guest.ask("POST", "/api/reviews?lang=en", text))[-1]["review"]
    assert (there["play"], there["deal"], there["version"]) == (None, None, 0)
    for name in ("start", "skill", "luck", "end", "verdicts", "turning_point", "status", "layout"):
        assert there[name] == found[name]
    for mine, theirs in zip(found["moves"], there["moves"], strict=True):
        for name in ("move", "label", "figures", "mark", "fortune", "best"):
            assert mine[name] == theirs[name]
    # Whoever sends a record knows its cards: what they allow is told though the game is not over.
    half = re.sub(rb"\s*won\s*$", b" *", text).replace(b'[Result "won"]', b'[Result "unfinished"]')
    cut = re.sub(rb"60\.\s.*", b"*", half, flags=re.DOTALL)
    over = events(guest.ask("POST", "/api/reviews", cut))[-1]["review"]
    assert (over["over"], len(over["moves"])) == (False, 59)
    assert set(over["verdicts"]) == {"winnable"}


def test_where_nobody_plays_without_seeing_only_what_the_cards_allowed_is_told(
    guest: Browser,
) -> None:
    state = guest.deal("fig288", "1")
    state = guest.move(state, state["moves"][0]["text"])
    (last,) = events(guest.get(f"/api/plays/{state['id']}/review?lang=ru"))
    assert last["error"]["code"] == "review-later"
    assert re.search("[а-я]{4}", last["error"]["text"])
    deck, moves = won("fig288")
    state, _ = played(guest, "fig288", deck, moves)
    found = review(guest, state)
    assert (found["start"], found["end"], found["won"]) == (None, None, True)
    assert all(one["figures"] is None and one["best"] == [] for one in found["moves"])
    assert set(found["verdicts"]) == {"winnable"}


@pytest.mark.parametrize("lang", ["ru", "en"])
def test_what_cannot_be_reviewed_says_why(house: House, guest: Browser, lang: str) -> None:
    state = guest.deal("small-harp", "1")
    for path in ("review", "review/record"):
        fresh = guest.get(f"/api/plays/{state['id']}/{path}?lang={lang}")
        assert (fresh.status, fresh.code) == (422, "review-empty")
        assert re.search({"ru": "[а-я]{4}", "en": "[a-z]{4}"}[lang], fresh.json["error"]["text"])
        theirs = house.browser().get(f"/api/plays/{state['id']}/{path}?lang={lang}")
        assert (theirs.status, theirs.code) == (404, "play-unknown")
    draws = "sw " * 24 + "ws "
    text = f'[Game "klondike"]\n[Deal "1"]\n\n{draws * (LONGEST // 25 + 1)} *'
    long = guest.ask("POST", f"/api/reviews?lang={lang}", text.encode())
    assert (long.status, long.code) == (422, "review-long")
    assert str(LONGEST) in long.json["error"]["text"]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        (b"", "record-empty"),
        (b"   \n", "record-empty"),
        (b'[Game "small-harp"]\n[Deal "1"]\n\nsw zz *', "text-at"),
        (b'[Game "small-harp"]\n[Deal "1"]\n\nt1t1 *', "text-at"),
        (b'[Game "small-harp"]\n\nsw *', "text-at"),
        (b'[Game "small-harp"]\n[Deal "1"]\n\n*', "review-empty"),
        (b"\xff\xfe\x00", "text-at"),
        (b"{not json", "text-at"),
    ],
)
def test_a_broken_record_is_refused_with_its_place(guest: Browser, text: bytes, code: str) -> None:
    reply = guest.ask("POST", "/api/reviews?lang=en", text)
    assert reply.status == 422
    assert reply.code == code, reply.json
    if code == "text-at":
        assert {"line", "column"} <= set(reply.json["error"])


def test_a_review_is_kept_and_follows_the_play(house: House, guest: Browser) -> None:
    state = wander(guest, "small-harp", "9", 15)
    path = f"/api/plays/{state['id']}/review?lang=en"
    assert len(events(guest.get(path))) > 1
    (kept,) = events(guest.get(path))
    state = guest.act(state, "undo").json
    state = guest.move(state, state["moves"][0]["text"])
    assert events(guest.get(path))[-1]["review"]["version"] == state["version"]
    assert kept["review"]["version"] == state["version"] - 2
    held = Reviews(2)
    one = house.service.reviews.get(state["id"], state["version"])
    assert one is not None
    for play in "abc":
        held.put(play, 1, one)
        held.get("a", 1)
    assert [held.get(play, 1) is None for play in "abc"] == [False, True, False]


def at_work() -> bool:
    """Whether any thread judges a game."""
    for frame in sys._current_frames().values():
        at: Any = frame
        while at is not None:
            if at.f_code.co_filename.endswith("/reviewing.py"):
                return True
            at = at.f_back
    return False


def test_a_review_ends_when_nobody_listens(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reviewing, "THOUGHT", Thought(iterations=2000))  # so that there is time
    deck, moves = won("small-harp")
    guest = house.browser()
    state, _ = played(guest, "small-harp", deck, moves)
    heard: list[bytes] = []

    async def hang_up() -> None:
        """Ask, and go away with the first event."""
        gone = asyncio.Event()
        asked: list[Any] = [{"type": "http.request", "body": b"", "more_body": False}]

        async def receive() -> Any:
            if asked:
                return asked.pop()
            await gone.wait()
            return {"type": "http.disconnect"}

        async def send(message: Any) -> None:
            heard.append(message.get("body", b""))
            if message.get("body"):
                gone.set()

        cookie = "; ".join(f"{k}={v}" for k, v in guest.cookies.items())
        await house.app(
            {
                "type": "http",
                "asgi": {"version": "3.0"},
                "http_version": "1.1",
                "method": "GET",
                "scheme": "http",
                "path": f"/api/plays/{state['id']}/review",
                "raw_path": b"",
                "root_path": "",
                "query_string": b"",
                "headers": [(b"host", b"127.0.0.1"), (b"cookie", cookie.encode())],
                "client": ("127.0.0.1", 50000),
                "server": ("127.0.0.1", 80),
            },
            receive,
            send,
        )
        for _ in range(60):  # the rest of the work would take far longer
            if not at_work():
                return
            await asyncio.sleep(0.05)
        raise AssertionError("it goes on")

    house.loop.run(hang_up())
    assert b'"review"' not in b"".join(heard)
    assert house.service.reviews.get(state["id"], state["version"]) is None
