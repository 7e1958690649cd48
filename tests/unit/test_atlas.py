"""The atlas: what was measured goes to the page and to the app, and nothing else is changed."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

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


def test_a_variant_is_held_against_what_it_varies(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(make_atlas, "STUDIES", tmp_path)
    monkeypatch.setattr(make_atlas, "RESULTS", tmp_path / "results")
    for name in ("small-harp", "small-harp+mercy"):
        (tmp_path / f"{name}.toml").write_text(
            f'game = "{name}"\nfirst = 1\ndeals = 60\nstates = [1_000, 100_000]\nunit = 20\n'
        )
    make_atlas.run(tmp_path / "small-harp+mercy.toml", tmp_path / "shards", 40)
    found = make_atlas.results()
    assert found.keys() == {"small-harp+mercy"}
    assert not (tmp_path / "shards" / "small-harp").exists()  # 60 deals were not asked for
    (pair,) = make_atlas.pairs(found)
    assert (pair.base, pair.other, pair.deals) == ("small-harp", "small-harp+mercy", 40)
    only_base, only_other = pair.alone
    assert only_base == 0 < only_other  # mercy takes no win away
    (line,) = make_atlas.pair_lines([pair])
    assert f"| 40 | {only_other} | 0 |" in line
    make_atlas.run(tmp_path / "small-harp.toml", tmp_path / "shards", None)
    make_atlas.run(tmp_path / "small-harp+mercy.toml", tmp_path / "shards", None)
    (pair,) = make_atlas.pairs(make_atlas.results())
    assert pair.deals == 60
