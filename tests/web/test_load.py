"""Many players at once on a service of its own, undisturbed and killed again and again: no error, and no move is lost.

A sample of ``benchmarks/load.py``, which says what waiting is like; how long anything takes is not looked at here.
"""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from benchmarks.load import Plan, Served, Tally, run, wrong_in
from tests.postgres import Cluster
from tests.scale import SOAK, scale


def play(database: str, plan: Plan) -> Tally:
    """Let them play, and look at what is left."""
    served = Served(database, plan.workers)
    try:
        tally, players, _ = asyncio.run(run(served, plan))
        assert served.stop() == 0
    finally:
        if served.process.poll() is None:
            served.kill()
    assert not tally.faults
    assert wrong_in(database) == []
    assert sum(len(player.plays) for player in players) >= plan.players
    assert len(tally.waits) > plan.players
    return tally


CALM = Plan(scale(30, 500), scale(3, 60), 2 if SOAK else 0.4)
KILLED = Plan(scale(12, 500), scale(5, 300), 2 if SOAK else 0.2, kills=scale(2, 50))


def test_many_players_on_a_file(tmp_path: Path) -> None:
    assert play(str(tmp_path / "games.sqlite3"), CALM).broken == 0


def test_many_players_on_two_workers(postgres: Cluster) -> None:
    with postgres.lent() as url:
        assert play(url, CALM._replace(workers=2)).broken == 0


def test_no_move_that_was_answered_is_lost_to_kills(tmp_path: Path) -> None:
    assert play(str(tmp_path / "games.sqlite3"), KILLED).broken >= KILLED.kills


@pytest.mark.soak
def test_no_move_that_was_answered_is_lost_to_kills_of_workers(postgres: Cluster) -> None:
    with postgres.lent() as url:
        assert play(url, KILLED._replace(workers=2)).broken >= KILLED.kills
