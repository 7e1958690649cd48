"""One player never reads or changes what is another's: tried on every end point that there is, by its own description.

The routes are taken from the application.  Whoever adds one with a parameter or a body that is not known here is told
by a failing test to say how it is filled, and its isolation is tested from then on.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest
from fastapi.routing import APIRoute
from sqlalchemy import Table, select

from arfa.store.models import METADATA
from arfa.web.app import create_app
from arfa.web.routes import ROUTERS
from arfa.web.settings import Settings
from tests.web.house import Browser, House, Reply

MISSING = "A" * 22
"""The id of a play that nobody has."""

PARAMETERS = {
    "play_id": "{play}",
    "slot": "1",
    "name": "small-harp",
    "example": "1",
    "game": "small-harp",
    "day": "2026-11-30",
}
"""How the parameters of addresses are filled; ``{play}`` is the play of the other player, or one that nobody has."""

BODIES: dict[str, list[Any]] = {
    "POST /api/plays": [
        {"game": "small-harp", "deal": "1"},
        {"game": None, "deal": "{play}"},
        {"game": "small-harp", "deal": "{play}"},
        {"game": "small-harp", "deal": "{play}", "winnable": True},
    ],
    "POST /api/plays/{play_id}/actions": [
        {"version": 3, "action": "undo"},
        {"version": 3, "action": "move", "move": "sw"},
        {"version": 3, "action": "restart"},
        {"version": 3, "action": "goto", "node": 0},
        {"version": 0, "action": "undo"},
    ],
    "POST /api/plays/{play_id}/hint": [
        {"version": 3, "grade": 1},
        {"version": 3, "grade": 3},
        {"version": 0},
    ],
    "POST /api/plays/{play_id}/xray": [{"version": 3}, {"version": 0}],
    "PUT /api/plays/{play_id}/bookmarks/{slot}": [{"node": 0, "name": "mine"}],
    "POST /api/plays/{play_id}/about": [{"version": 3}],
    "POST /api/player/import": [{}, [], {"plays": ["{play}"]}],
    "POST /api/records": ["", "{play}", '[Game "small-harp"]\n[Deal "1"]\n\n{ {play} } sw *'],
    "POST /api/reviews": ["", "{play}", '[Game "small-harp"]\n[Deal "1"]\n\n{ {play} } sw *'],
    "POST /api/deals/check": [{"deal": "{play}"}, {"deal": "1", "game": "small-harp"}],
    "POST /api/games/{name}/lesson/{example}": [{"moves": ""}, {"moves": "{play}"}],
}
"""Bodies that would do something if the play were one's own; a text is sent as it is, anything else as JSON."""


OF_WON = ("GET /api/plays/{play_id}/about",)
"""What is answered of a game that has come out, and of no other."""
WON = (
    ("fig288+small-3x2", "42"),
    "a3d0 d2a0 a0c0 d3b0 a1a0 c2d2 c1a1 b2c1 c3b2 a2c2 b3a2".split(),
)
"""A deal that comes out soon."""


class Door(NamedTuple):
    """A way in: a route with one of its methods."""

    method: str
    path: str
    route: APIRoute

    @property
    def name(self) -> str:
        """``POST /api/plays``."""
        return f"{self.method} {self.path}"

    def asks(self) -> list[str]:
        """Addresses with everything filled in; ``{play}`` is left open."""
        path = self.path
        for parameter in self.route.dependant.path_params:
            if parameter.name not in PARAMETERS:
                pytest.fail(
                    f"{self.name}: say in PARAMETERS of {__name__} how {{{parameter.name}}} is filled"
                )
            path = path.replace(f"{{{parameter.name}}}", PARAMETERS[parameter.name])
        # What takes a text might take the id of a play.
        queries = [p.alias for p in self.route.dependant.query_params if p.alias != "lang"]
        return [path, *(f"{path}?{name}={{play}}" for name in queries)]

    def bodies(self) -> list[Any]:
        """What is sent."""
        takes = self.route.body_field or (self.route.openapi_extra or {}).get("requestBody")
        if self.name in BODIES:
            return BODIES[self.name]
        if takes:
            pytest.fail(f"{self.name}: say in BODIES of {__name__} what is sent there")
        return [None]


def doors() -> list[Door]:
    """All ways in."""
    return [
        Door(method, route.path, route)
        for router in ROUTERS
        for route in router.routes
        if isinstance(route, APIRoute)
        for method in sorted(route.methods or ())
    ]


class Owner:
    """A player with something to lose."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.browser = house.browser()
        state = self.browser.deal("small-harp", "1")
        for _ in range(3):
            state = self.browser.move(state, "sw")
        self.play = str(state["id"])
        for slot in ("1", "2"):
            path = f"/api/plays/{self.play}/bookmarks/{slot}"
            body = json.dumps({"node": 0, "name": "a secret place"}).encode()
            assert self.browser.ask("PUT", path, body).status == 200
        other = self.browser.deal("klondike", "2")
        self.plays = {self.play, str(other["id"])}
        token = self.browser.cookies["arfa_player"].partition(".")[0]
        player = house.loop.run(house.service.store.player_of(token))
        assert player is not None
        self.player = player
        self.secrets = {*self.plays, self.player, token, "a secret place"}

    def rows(self) -> list[tuple[Any, ...]]:
        """All that the database has of this player."""
        with self.house.service.store.database.engine.connect() as connection:
            return [
                (table.name, *row.values())
                for table in METADATA.sorted_tables
                for row in sorted(connection.execute(select(table)).mappings(), key=repr)
                if self._is_mine(table, row)
            ]

    def _is_mine(self, table: Table, row: Any) -> bool:
        if table.name == "secrets":  # everybody's: nobody may change them
            return True
        if table.name == "players":
            return bool(row["id"] == self.player)
        if table.name == "plays":
            return bool(row["player_id"] == self.player)
        if "play_id" in row:
            return row["play_id"] in self.plays
        return pytest.fail(f"say in {__name__} whose the rows of the table {table.name} are")


@pytest.fixture(scope="module")
def owner(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Owner]:
    """A player whose things must stay as they are, with all doors tried one after the other."""
    with House(tmp_path_factory.mktemp("isolation") / "games.sqlite3") as house:
        yield Owner(house)


def send(browser: Browser, door: Door, ask: str, body: Any, play: str) -> Reply:
    """One try with an id."""
    text = "" if body is None else body if isinstance(body, str) else json.dumps(body)
    sent = text.replace("{play}", play).encode()
    return browser.ask(door.method, ask.replace("{play}", play), sent)


def harmless(reply: Reply, owner: Owner) -> None:
    """Nothing of the owner's is in an answer, but the id where it was sent along and is quoted."""
    text = reply.body.decode() + repr(reply.headers)
    for secret in owner.secrets - {owner.play}:
        assert secret not in text


@pytest.mark.parametrize("door", doors(), ids=lambda door: door.name)
def test_no_door_leads_to_another_player(owner: Owner, door: Door) -> None:
    before = owner.rows()
    assert {row[0] for row in before} >= {"players", "plays", "actions", "bookmarks", "secrets"}
    tried = 0
    for guest in ("stranger", "nobody"):
        for ask in door.asks():
            for body in door.bodies():
                browser = owner.house.browser()
                if guest == "stranger":
                    browser.deal("small-harp", "7")
                theirs, none = (
                    send(Browser(owner.house, cookies=dict(browser.cookies)), door, ask, body, play)
                    for play in (owner.play, MISSING)
                )
                for reply in (theirs, none):
                    harmless(reply, owner)
                    assert reply.status < 500
                assert owner.rows() == before, f"{door.name} changed what is another's"
                if "{play}" in ask:
                    tried += 1
                    assert same(theirs, owner.play) == same(none, MISSING), (
                        "what is another's is answered like what does not exist"
                    )
    if "{play_id}" in door.path:
        assert tried, "an id was sent"
    shown = owner.browser.get(f"/api/plays/{owner.play}")
    assert (shown.status, shown.json["version"]) == (200, 3)


def same(reply: Reply, play: str) -> tuple[object, ...]:
    """An answer without what cannot be the same: the id that it quotes."""
    return reply.status, reply.headers, reply.body.decode().replace(play, "{play}")


def test_the_owner_opens_every_door(owner: Owner) -> None:
    """The tries above are refused for who asks, and not for what is asked: to the owner the same doors open."""
    opened = set()
    house = owner.house
    for door in doors():
        if door.path == "/api/player" and door.method == "DELETE":
            continue
        mine = house.browser()
        deal, moves = WON if door.name in OF_WON else (("small-harp", "1"), ["sw"] * 3)
        state = mine.deal(*deal)
        for move in moves:
            state = mine.move(state, move)
        replies = [send(mine, door, door.asks()[0], body, state["id"]) for body in door.bodies()]
        if any(reply.status < 300 for reply in replies):
            opened.add(door.name)
    shut = {door.name for door in doors() if "{play_id}" in door.path} - opened
    assert shut == set(), "with these bodies the isolation of these doors is not tested"


def test_the_walk_sees_every_route_of_the_application() -> None:
    """What the application answers beside the routers is the page and its own description."""
    app = create_app(Settings(database=":memory:"))
    described = {
        f"{method.upper()} {path}"
        for path, methods in app.openapi()["paths"].items()
        for method in methods
    }
    walked = {door.name for door in doors()}
    assert described <= walked
    assert walked - described == {"GET /metrics", "HEAD /healthz", "HEAD /readyz"}
    more = {path for route in app.routes if (path := getattr(route, "path", None))}
    assert more == {"/openapi.json", "/{path:path}"}
