"""What makes playing comfortable, through the service: autoplay, finish, branches, bookmarks, moves in words."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

from arfa.cards import card_text
from arfa.deals import Deal, deck_text
from arfa.engine.auto import follow_up, safe_lifts
from arfa.engine.game import Game
from arfa.engine.moves import Move
from arfa.engine.position import Position
from arfa.engine.view import view
from arfa.notation.move import head_card
from tests.web.house import Browser, House, Reply
from tests.web.wins import won

SIX = ("small-harp", "big-harp", "black-harp", "harp-9", "spider-pauk", "fig288")


@pytest.fixture
def guest(house: House) -> Browser:
    return house.browser()


def ask(browser: Browser, state: Any, action: str, **more: Any) -> Reply:
    """Ask for an action with whatever belongs to it."""
    wish = {"version": state["version"], "action": action, **more}
    return browser.post(f"/api/plays/{state['id']}/actions?lang=en", wish)


def do(browser: Browser, state: Any, action: str, **more: Any) -> Any:
    """Do something that is possible."""
    reply = ask(browser, state, action, **more)
    assert reply.status == 200, reply.body
    return reply.json


def course(browser: Browser, state: Any) -> Any:
    reply = browser.get(f"/api/plays/{state['id']}/course?lang=en")
    assert reply.status == 200, reply.body
    return reply.json


def faces(state: Any) -> dict[str, list[str | None]]:
    return {name: [face for _, face in pile["cards"]] for name, pile in state["piles"].items()}


def before_a_lift(how: str) -> tuple[str, tuple[str, ...], str, list[str]]:
    """A deck, a way, a move, and what must follow it by itself."""
    rng = random.Random(how)
    game = Game.named("klondike")
    for number in range(1, 300):
        deck = Deal("ours", number).deck(game.rules)
        position = game.start(deck)
        while len(position.plies) < 120 and (moves := position.legal_moves()):
            move = rng.choice(moves)
            there = Position(game, position.state)
            there.push(move)
            follows = follow_up(there, "safe" if how == "safe" else "all", move)
            if len(follows) > 1:
                way = tuple(map(str, position.history))
                return deck_text(deck), way, str(move), list(map(str, follows))
            position.push(move)
    raise AssertionError("no lift anywhere")


# ---------------------------------------------------------------------------------------------- autoplay
@pytest.mark.parametrize("how", ["safe", "all"])
def test_a_move_and_what_follows_it_are_one(guest: Browser, how: str) -> None:
    """Field report 29: one undo takes both back, one redo makes both again."""
    deck, way, move, follows = before_a_lift(how)
    state = guest.deal("klondike", deck)
    if way:
        state = do(guest, state, "move", move=" ".join(way))
    before = faces(state)
    after = do(guest, state, "move", move=move, auto=how)
    assert after["version"] == state["version"] + 1
    assert after["counts"]["moves"] == state["counts"]["moves"] + 1 + len(follows)
    assert "foundation" in after["said"]
    back = do(guest, after, "undo")
    assert faces(back) == before
    assert back["counts"]["moves"] == len(way)
    again = do(guest, back, "redo")
    assert faces(again) == faces(after)
    tree = course(guest, again)
    assert tree["nodes"][-1]["moves"].split() == [move, *follows]
    assert tree["node"] == tree["nodes"][-1]["node"] == again["node"]
    # Without it the cards stay, and the way there is another branch.
    back = do(guest, again, "undo")
    alone = do(guest, back, "move", move=move)
    assert alone["counts"]["moves"] == len(way) + 1
    assert faces(alone) != faces(after)
    assert [node["parent"] for node in course(guest, alone)["nodes"][-2:]] == [state["node"]] * 2


def test_on_demand_all_goes_up_and_nothing_is_a_refusal(guest: Browser) -> None:
    deck, way, move, _ = before_a_lift("all")
    state = guest.deal("klondike", deck)
    state = do(guest, state, "move", move=" ".join([*way, move]))
    after = do(guest, state, "auto")
    assert after["counts"]["moves"] > state["counts"]["moves"] + 1
    refused = ask(guest, after, "auto")
    assert (refused.status, refused.code) == (422, "auto-none")
    assert faces(guest.show(after)) == faces(after)
    assert faces(do(guest, after, "undo")) == faces(state)


def test_safe_autoplay_leaves_what_is_not_safe(guest: Browser) -> None:
    """Field report 32, through the service: after every move no safe card is left, and no other has gone."""
    game = Game.named("small-harp")
    rng = random.Random(32)
    there = game.start(Deal("ours", 7).deck(game.rules))
    state = guest.deal("small-harp", "7")
    lifted = 0
    for _ in range(150):
        if not state["moves"]:
            break
        text = rng.choice(state["moves"])["text"]
        state = do(guest, state, "move", move=text, auto="safe")
        there.push(Move.parse(text))
        while (lift := next(safe_lifts(game, there.state), None)) is not None:
            there.push(lift)
            lifted += 1
        assert faces(state)["f1"] == [card_text(c) for c in there.cards("f1")]
        assert state["counts"]["moves"] == len(there.plies)
    assert lifted


@pytest.mark.parametrize("text", ["t1t1", "", "t1", "sw sw zz", "9H-9H", "sw;sw"])
def test_a_move_that_is_refused_brings_nothing_with_it(guest: Browser, text: str) -> None:
    state = guest.deal("klondike", "1")
    reply = ask(guest, state, "move", move=text, auto="all")
    assert reply.status == 422
    assert guest.show(state)["version"] == 0


# ---------------------------------------------------------------------------------------------- moves in words
def test_moves_can_be_written_as_people_write_them(guest: Browser) -> None:
    state = guest.deal("small-harp", "7")
    game = Game.named("small-harp")
    there = game.start(Deal("ours", 7).deck(game.rules))
    human = 0
    for _ in range(30):
        move = there.legal_moves()[0]
        card = head_card(there, move)
        text = "draw" if str(move) == "sw" else str(move)
        if card is not None and move.dst[0] in "tf":
            text = f"{card_text(card).lower()} - {move.dst}"
            human += 1
        there.push(move)
        state = do(guest, state, "move", move=text)
        assert state["counts"]["moves"] == len(there.plies)
        seen = {pile.name: list(pile.cards) for pile in view(there) if pile.kind == "foundation"}
        assert {name: len(faces(state)[name]) for name in seen} == {
            n: len(c) for n, c in seen.items()
        }
    assert human


def test_a_run_is_moved_by_its_number_only(guest: Browser) -> None:
    """The page writes down what is dropped where: one card must never be taken for a run."""
    game = Game.named("big-harp")
    rng = random.Random(4)
    for number in range(1, 50):
        position = game.start(Deal("ours", number).deck(game.rules))
        while len(position.plies) < 60:
            moves = position.legal_moves()
            runs = [m for m in moves if m.count > 1 and m._replace(count=1) not in moves]
            if runs:
                state = guest.deal("big-harp", str(number))
                state = do(guest, state, "move", move=" ".join(map(str, position.history)))
                assert ask(guest, state, "move", move=str(runs[0]._replace(count=1))).status == 422
                do(guest, state, "move", move=str(runs[0]))
                return
            position.push(rng.choice(moves))
    raise AssertionError("no run")


# ---------------------------------------------------------------------------------------------- finish
@pytest.mark.parametrize("name", SIX)
def test_a_game_is_finished_in_one_action(guest: Browser, name: str) -> None:
    deck, moves = won(name)
    state = guest.deal(name, deck)
    offered = None
    for text in moves:
        if state["can_finish"]:
            offered = state
            break
        refused = ask(guest, state, "finish") if state["version"] % 25 == 0 else None
        assert refused is None or refused.code == "finish-none"
        state = do(guest, state, "move", move=text)
    assert offered is not None
    done = do(guest, state, "finish")
    assert done["status"] == "won"
    assert done["version"] == state["version"] + 1
    assert done["clean"] is True
    assert not done["can_finish"]
    assert done["said"]
    back = do(guest, done, "undo")
    assert (back["status"], faces(back)) == ("playing", faces(state))
    assert back["clean"] is True, "the first win holds"
    assert do(guest, back, "redo")["status"] == "won"


def test_that_it_comes_out_is_not_told_before_the_stock_was_seen(guest: Browser) -> None:
    """Three cards at a time: whether the stock is in order is a secret until it was gone through."""
    columns = "t1: -- / t2: -- / t3: -- / t4: -- / t5: -- / t6: -- / t7: --"
    text = f"klondike+draw-3 / f: KC KD KH 9S / {columns} / s: Ks Qs Js Ts / w: --"
    position = Position.parse(text)
    assert position.legal_moves()
    state = guest.deal("klondike+draw-3", text)
    assert not state["can_finish"]
    seen = []
    for _ in range(3):
        text = state["moves"][0]["text"]
        state = do(guest, state, "move", move=text)
        seen.append(state["can_finish"])
    assert seen[-1] or not any(seen)


# ---------------------------------------------------------------------------------------------- branches
def test_what_was_left_is_kept_and_can_be_gone_to(house: House, tmp_path: Path) -> None:
    guest = house.browser()
    state = guest.deal("small-harp", "12345")
    assert course(guest, state) == {"node": 0, "nodes": [], "bookmarks": []}
    state = do(guest, state, "move", move="sw")
    state = do(guest, state, "move", move="sw")
    left = faces(state)
    state = do(guest, state, "undo")
    other = next(m["text"] for m in state["moves"] if m["text"] != "sw")
    state = do(guest, state, "move", move=other)
    tree = course(guest, state)
    assert [(n["node"], n["parent"], n["moves"]) for n in tree["nodes"]] == [
        (1, 0, "sw"),
        (2, 1, "sw"),
        (4, 1, other),
    ]
    assert all(n["words"] for n in tree["nodes"])
    assert tree["node"] == state["node"] == 4
    state = do(guest, state, "goto", node=2)
    assert faces(state) == left
    assert state["said"] == "This is the position after 2 moves."
    for node, code in ((2, "goto-here"), (3, "goto-none"), (99, "goto-none")):
        assert ask(guest, state, "goto", node=node).code == code
    assert ask(guest, state, "goto").code == "goto-none"
    assert ask(guest, state, "goto", node=-1).status == 422
    state = do(guest, state, "goto", node=0)
    assert (state["counts"]["moves"], state["can_redo"]) == (0, True)
    with House(tmp_path / "games.sqlite3") as other_house:
        again = Browser(other_house, cookies=guest.cookies)
        assert course(again, state) == course(guest, state)
        assert again.show(state) == guest.show(state)


def test_a_long_way_is_walked_back_and_forth(guest: Browser) -> None:
    deck, moves = won("spider-pauk")
    state = guest.deal("spider-pauk", deck)
    state = do(guest, state, "move", move=" ".join(moves[:40]))
    here = faces(state)
    state = do(guest, state, "move", move=" ".join(moves[40:90]))
    there = faces(state)
    for node, wanted in ((1, here), (2, there), (0, None), (2, there), (1, here)):
        state = do(guest, state, "goto", node=node)
        assert wanted is None or faces(state) == wanted


# ---------------------------------------------------------------------------------------------- bookmarks
def test_bookmarks(house: House, tmp_path: Path) -> None:
    guest = house.browser()
    state = guest.deal("small-harp", "1")
    state = do(guest, state, "move", move="sw")
    path = f"/api/plays/{state['id']}/bookmarks"

    def put(slot: int, wish: Any) -> Reply:
        return guest.ask("PUT", f"{path}/{slot}", json.dumps(wish).encode())

    reply = put(3, {"node": 1, "name": " до короля "})
    assert reply.status == 200, reply.body
    (mark,) = reply.json["bookmarks"]
    assert (mark["slot"], mark["node"], mark["name"]) == (3, 1, "до короля")
    assert put(1, {"node": 0}).status == 200
    reply = put(3, {"node": 0, "name": "x" * 80})
    assert [(m["slot"], m["node"]) for m in reply.json["bookmarks"]] == [(1, 0), (3, 0)]
    for slot, wish, code in (
        (3, {"node": 7}, "goto-none"),
        (0, {"node": 0}, None),
        (10, {"node": 0}, None),
        (3, {"node": 0, "name": "x" * 81}, None),
        (3, {"node": "0"}, None),
        (3, {}, None),
    ):
        reply = put(slot, wish)
        assert reply.status == 422, wish
        assert code in (None, reply.code)
    with House(tmp_path / "games.sqlite3") as other:
        again = Browser(other, cookies=guest.cookies)
        assert [m["slot"] for m in course(again, state)["bookmarks"]] == [1, 3]
    assert [m["slot"] for m in guest.ask("DELETE", f"{path}/1").json["bookmarks"]] == [3]
    assert [m["slot"] for m in guest.ask("DELETE", f"{path}/1").json["bookmarks"]] == [3]
    stranger = house.browser()
    stranger.deal()
    for method, body in (("PUT", b'{"node":0}'), ("DELETE", b"")):
        reply = stranger.ask(method, f"{path}/3", body)
        assert (reply.status, reply.code) == (404, "play-unknown")
    assert stranger.get(f"/api/plays/{state['id']}/course").status == 404
    assert [m["slot"] for m in course(guest, state)["bookmarks"]] == [3]


def test_a_bookmark_of_another_site_is_refused(guest: Browser) -> None:
    state = guest.deal()
    path = f"/api/plays/{state['id']}/bookmarks/1"
    reply = guest.ask("PUT", path, b'{"node":0}', origin="https://elsewhere.example")
    assert reply.status == 403
    assert course(guest, state)["bookmarks"] == []


# ---------------------------------------------------------------------------------------------- ends
@pytest.mark.parametrize("by", ["move", "undo and redo", "finish"])
def test_a_win_is_seen_however_it_comes(guest: Browser, by: str) -> None:
    """Field report 35: the last card lies by a move, by going back and forth, or by itself."""
    deck, moves = won("small-harp")
    state = guest.deal("small-harp", deck)
    for at in range(0, len(moves) - 3, 60):
        state = do(guest, state, "move", move=" ".join(moves[at : min(at + 60, len(moves) - 3)]))
    assert state["status"] == "playing"
    last: dict[str, Any] = {} if by == "finish" else {"move": " ".join(moves[-3:])}
    state = do(guest, state, "finish" if by == "finish" else "move", **last)
    if by == "undo and redo":
        assert do(guest, state, "undo")["status"] == "playing"
        state = do(guest, guest.show(state), "redo")
    assert (state["status"], state["clean"]) == ("won", True)
    assert state["counts"]["moves"] >= len(moves) - 3


def test_the_clock_starts_with_the_first_move_and_a_taking_back_is_remembered(
    guest: Browser,
) -> None:
    """Field report 52."""
    state = guest.deal("small-harp", "1")
    assert (state["started"], state["seconds"], state["clean"]) == (False, 0, True)
    state = do(guest, state, "move", move="sw")
    assert state["started"]
    state = do(guest, state, "undo")
    assert (state["started"], state["clean"]) == (True, False)
