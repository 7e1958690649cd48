"""The atlas: what was measured goes to the page and to the app, and nothing else is changed."""

from __future__ import annotations

import tomllib

from tools import make_atlas

OLD = make_atlas.SHARES.read_text("utf-8")


def entries(text: str) -> dict[str, dict[str, object]]:
    """The shares of a file, by the name of the patience."""
    return {share["game"]: share for share in tomllib.loads(text)["share"]}


def test_without_anything_new_the_file_stays_as_it_is() -> None:
    players = {
        str(share["game"]): (int(str(share["player_won"])), int(str(share["player_games"])))
        for share in entries(OLD).values()
        if "player_games" in share
    }
    assert make_atlas.shares(OLD, {}, players) == OLD


def test_what_was_found_stands_there_and_the_rest_is_kept() -> None:
    found = {
        "small-harp": {"study": {"rules": "0"}, "deals": 9, "won": 5, "lost": 3, "unknown": 1},
        "gaps+new": {"study": {"rules": "1"}, "deals": 2, "won": 1, "lost": 1, "unknown": 0},
    }
    text = make_atlas.shares(OLD, found, {"small-harp": (4, 10), "nothing": (1, 2)})
    before, after = entries(OLD), entries(text)
    assert after.keys() == before.keys() | {"gaps+new"}
    counts = {"deals": 9, "won": 5, "lost": 3, "unknown": 1}
    player = {"player_games": 10, "player_won": 4}
    assert after["small-harp"] == {"game": "small-harp", "rules": "0", **counts, **player}
    assert after["gaps"] == {k: v for k, v in before["gaps"].items() if "player" not in k}
    assert make_atlas.shares(text, found, {"small-harp": (4, 10)}) == text
