"""Deals that are to be winnable, and what is told of a deal, through the service."""

from __future__ import annotations

import base64
import json
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select

from arfa.deals import Deal
from arfa.engine.game import Game
from arfa.engine.moves import Move
from arfa.solver import Verdict, solve
from arfa.store.models import PLAYS
from tests.web.house import Browser, House, Reply

WON = "a3d0 d2a0 a0c0 d3b0 a1a0 c2d2 c1a1 b2c1 c3b2 a2c2 b3a2".split()
"""Of deal 42 of fig288+small-3x2."""
PROVED = {
    "ru": "Доказано, что этот расклад сходится.",
    "en": "It is proved that this deal can be won.",
}
UNPROVED = {"ru": "Не доказано", "en": "It is not proved"}


@pytest.fixture
def guest(house: House) -> Browser:
    return house.browser()


def winnable(
    guest: Browser, game: str = "small-harp", deal: str | None = None, lang: str = "en"
) -> Any:
    """A new play of a deal that is wanted to be winnable."""
    reply = guest.post(f"/api/plays?lang={lang}", {"game": game, "deal": deal, "winnable": True})
    assert reply.status == 201, reply.json
    return reply.json


def proofs(house: House) -> dict[str, str | None]:
    """What the database has of each play."""
    with house.service.store.database.engine.connect() as connection:
        return {row.id: row.proof for row in connection.execute(select(PLAYS.c.id, PLAYS.c.proof))}


def wins(game: str, deal: str, line: str) -> bool:
    """Whether a line wins a deal."""
    rules = Game.named(game)
    position = rules.start(Deal.parse(deal).deck(rules.rules))
    for word in line.split():
        position.push(Move.parse(word))
    return position.is_won


# ---------------------------------------------------------------------------------------------- dealing
@pytest.mark.parametrize("lang", ["ru", "en"])
def test_a_deal_that_is_dealt_as_winnable_is_proved_and_the_proof_is_kept(
    house: House, guest: Browser, lang: str
) -> None:
    for _ in range(20):
        state = winnable(guest, lang=lang)
        assert state["proved"] is True
        assert state["said"].endswith(PROVED[lang])
        proof = proofs(house)[state["id"]]
        assert proof
        assert wins("small-harp", state["deal"]["text"], proof)
        # The number is an ordinary one: whoever asks for it gets the same cards, and no promise.
        again = house.browser().deal("small-harp", state["deal"]["text"], lang)
        assert again["piles"] == state["piles"]
        assert again["proved"] is None
        assert PROVED[lang] not in again["said"]
        # It is still known when the play is opened again, and said once only.
        moved = guest.move(state, state["moves"][0]["text"])
        assert (moved["proved"], PROVED[lang] in moved["said"]) == (True, False)


def test_a_deal_at_random_promises_nothing(guest: Browser) -> None:
    state = guest.deal("small-harp", None)
    assert state["proved"] is None
    assert "proved" not in state["said"]


@pytest.mark.parametrize("lang", ["ru", "en"])
def test_a_deal_that_could_not_be_proved_is_said_to_be_none(
    house: House, guest: Browser, lang: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where every deal that is drawn is one that cannot be won."""
    game = Game.named("small-harp")
    lost = next(
        deal
        for deal in (Deal("ours", n) for n in range(1, 200))
        if solve(game.start(deal.deck(game.rules)), line=False).verdict is Verdict.UNWINNABLE
    )
    monkeypatch.setattr("secrets.randbelow", lambda _: lost.number)
    state = winnable(guest, lang=lang)
    assert state["deal"]["text"] == str(lost)
    assert state["proved"] is False
    assert UNPROVED[lang] in state["said"]
    assert proofs(house)[state["id"]] == ""


@pytest.mark.parametrize("lang", ["ru", "en"])
@pytest.mark.parametrize("deal", ["12345", "daily", "pysol:7"])
def test_a_deal_that_is_named_is_dealt_as_it_is_and_that_is_said(
    guest: Browser, deal: str, lang: str
) -> None:
    """Field report 48."""
    said = {"ru": "никто не проверял", "en": "nobody has checked"}[lang]
    state = winnable(guest, deal=deal, lang=lang)
    assert state["proved"] is None
    assert said in state["said"]
    assert said not in guest.deal("small-harp", deal, lang)["said"]
    wish = {"game": "small-harp", "deal": deal, "winnable": True}
    assert said in guest.post(f"/api/deals/check?lang={lang}", wish).json["notes"][0]
    wish["winnable"] = False
    assert guest.post(f"/api/deals/check?lang={lang}", wish).json["notes"] == []


def test_what_would_be_dealt_at_random_is_said(guest: Browser) -> None:
    wish = {"game": "small-harp", "deal": None, "winnable": True}
    found = guest.post("/api/deals/check?lang=en", wish).json
    assert found["said"] == "Small Harp, a random deal that is proved to be winnable"


# ---------------------------------------------------------------------------------------------- the archive
def exported(guest: Browser) -> Any:
    """The file of a player's plays."""
    return guest.get("/api/player/export").json


def test_a_proof_goes_with_the_play_and_is_followed(house: House, guest: Browser) -> None:
    state = winnable(guest)
    guest.move(state, state["moves"][0]["text"])
    file = exported(guest)
    proof = proofs(house)[state["id"]]
    assert proof is not None
    assert proof not in json.dumps(file)
    other = house.browser()
    assert other.post("/api/player/import", file).json["added"] == 1
    assert exported(other)["plays"] == file["plays"]
    taken = other.get("/api/plays").json[0]["id"]
    assert proofs(house)[taken] == proof

    half = " ".join(proof.split()[: len(proof.split()) // 2])
    for wrong in (half, "nonsense", "t1t1", proof + " t1t2"):
        file["plays"][0]["proof"] = base64.b64encode(wrong.encode()).decode()
        refused = house.browser().post("/api/player/import?lang=en", file)
        assert refused.status == 422
        assert "proof" in refused.json["error"]["text"]
    file["plays"][0]["proof"] = "???"
    assert house.browser().post("/api/player/import", file).status == 422


# ---------------------------------------------------------------------------------------------- about a deal
def about(guest: Browser, state: Any, lang: str = "en") -> Reply:
    """What is known of the deal of a play."""
    return guest.get(f"/api/plays/{state['id']}/about?lang={lang}")


def look(guest: Browser, state: Any, lang: str = "en") -> Reply:
    """The same, though the game is not over."""
    path = f"/api/plays/{state['id']}/about?lang={lang}"
    return guest.post(path, {"version": state["version"]})


@pytest.mark.parametrize("lang", ["ru", "en"])
def test_the_deal_of_a_game_that_has_come_out_is_told(guest: Browser, lang: str) -> None:
    state = guest.deal("fig288+small-3x2", "42")
    for move in WON:
        state = guest.move(state, move)
    assert state["status"] == "won"
    found = about(guest, state, lang)
    assert found.status == 200, found.json
    facts = found.json
    assert (facts["verdict"], facts["clean"]) == ("winnable", True)
    assert facts["moves"] > 0
    words = {"ru": "Этот расклад сходится", "en": "This deal can be won"}[lang]
    assert facts["said"][0].startswith(words)
    assert facts["variants"]
    # Nothing is counted any more, also where it is asked for in the other way.
    assert look(guest, state).status == 200
    assert guest.show(state)["clean"] is True
    # What is taken back afterwards does not make it a game that goes on.
    state = guest.act(state, "undo").json
    assert about(guest, state).status == 200


def test_of_a_game_that_goes_on_nothing_is_told_unasked(guest: Browser) -> None:
    state = guest.deal("small-harp", "5")
    for lang, words in (("ru", "чистый"), ("en", "clean")):
        refused = about(guest, state, lang)
        assert (refused.status, refused.code) == (409, "about-going-on")
        assert words in refused.json["error"]["text"]
        assert set(refused.json) == {"error"}
    assert guest.show(state)["clean"] is True


def test_to_be_told_all_the_same_counts_as_xray(house: House, guest: Browser) -> None:
    state = guest.deal("small-harp", "5")
    found = look(guest, state)
    assert found.status == 200, found.json
    facts = found.json
    game = Game.named("small-harp")
    verdict = solve(game.start(Deal("ours", 5).deck(game.rules)), line=False).verdict
    assert facts["verdict"] == verdict.value
    assert facts["clean"] is False
    assert facts["crowd"] == 100
    assert 0 <= facts["wins"] <= 100
    assert {other["verdict"] for other in facts["variants"]} <= {
        "winnable",
        "unwinnable",
        "unknown",
    }
    assert guest.show(state)["clean"] is False
    assert [play["xrays"] for play in exported(guest)["plays"]] == [1]
    assert about(guest, state).status == 409
    stale = look(guest, {**state, "version": 7})
    assert stale.status == 409
    assert stale.json["state"]["version"] == state["version"]


def test_the_database_of_before_knows_no_proofs(tmp_path: Path) -> None:
    """A play that was dealt by an older program promises nothing."""
    with House(tmp_path / "plays.sqlite3") as house:
        guest = house.browser()
        state = guest.deal("small-harp", "5")
        assert proofs(house) == {state["id"]: None}
