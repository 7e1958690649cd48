"""The solver for programs: what it answers, what it may claim, how it is stopped and watched."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import threading
import time
from dataclasses import replace

import pytest

from arfa.deals import Deal
from arfa.engine.game import Game
from arfa.engine.moves import Move
from arfa.engine.position import IllegalMove, Position
from arfa.errors import DeckError
from arfa.rules.load import load_game
from arfa.solver import (
    TECHNIQUES,
    Cancel,
    Proof,
    Result,
    SolverError,
    Verdict,
    brute_force,
    fewest_breaches,
    fewest_redeals,
    solve,
    solve_async,
    solve_many,
    solve_many_async,
)
from arfa.solver import api as api_module
from arfa.solver.native import Core
from tools.vectors import all_names, deck_of

SMALL = "small-harp+small-5x4"
WON = 3
"""A deal of it that can be won."""
HARD = "harp-9+redeals=0"
"""Deals of it are won or proved lost by nobody in a second."""


def start(name: str, number: int) -> Position:
    """The beginning of a numbered deal."""
    return Game.named(name).start(deck_of(name, number))


def replayed(position: Position, result: Result) -> bool:
    at = position.copy()
    for move in result.line:
        at.push(move)
    return at.is_won


# -- one position -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", all_names(small=True)[::9])
def test_the_verdict_is_the_one_of_plain_search(name: str) -> None:
    for number in range(3):
        position = start(name, number)
        true, found = brute_force(position, states=30_000), solve(position)
        if true.verdict is not Verdict.UNKNOWN:
            assert found.verdict is true.verdict
        if found.verdict is Verdict.WINNABLE:
            assert (found.proof, found.replayed) == (Proof.LINE, "referee")
            assert replayed(position, found)
        else:
            assert found.proof in (Proof.RELAXATION, Proof.EXHAUSTED)


def test_the_position_is_left_alone_and_its_history_too() -> None:
    position = start(SMALL, 1)
    position.push(position.legal_moves()[0])
    before, history = str(position), position.history
    found = solve(position)
    assert (str(position), position.history) == (before, history)
    assert found.verdict is not Verdict.WINNABLE or replayed(position, found)


def test_a_position_that_is_won_needs_no_line() -> None:
    found = solve(Position.parse("klondike+small-4x4 / f: 4C 4D 4H 4S"))
    assert (found.verdict, found.line, found.replayed) == (Verdict.WINNABLE, (), "referee")


def test_the_verdict_alone() -> None:
    found = solve(start(SMALL, WON), line=False)
    assert found.verdict is Verdict.WINNABLE
    assert (found.line, found.replayed, found.proof) == ((), "core", Proof.LINE)


def test_the_same_question_has_the_same_answer() -> None:
    """Whatever was asked in between."""
    first = [solve(start(SMALL, n)) for n in range(12)]
    assert [solve(start(SMALL, n)) for n in reversed(range(12))] == first[::-1]
    assert all(result.seconds > 0 for result in first)


def test_what_ran_out_is_said() -> None:
    position = start(HARD, 1)
    assert solve(position, states=500).ran_out == "states"
    assert solve(position, states=500) == solve(position, states=500)
    assert solve(position, seconds=0.05).ran_out == "seconds"
    small = solve(position, memory=1 << 20)
    assert small.ran_out in ("memory", "states")
    assert small.proof is Proof.NONE


def test_a_technique_can_be_switched_off_and_must_exist() -> None:
    position = start(SMALL, 2)
    for name, preserves in TECHNIQUES:
        assert preserves
        assert solve(position, without=(name,)).verdict is solve(position).verdict
    with pytest.raises(ValueError, match="witchcraft"):
        solve(position, without=("witchcraft",))


def test_a_false_line_never_leaves_the_solver(monkeypatch: pytest.MonkeyPatch) -> None:
    """The referee judges each move, so a fault of the core is an error and no answer."""
    position = start(SMALL, WON)
    true = Core.of(position.game).solve(position.state)
    for line in ((), true.line[:-1], (Move("t1", "t1"), *true.line)):
        false = type(true)(
            true.verdict, true.proof, "", true.states, true.generated, 0, 0.0, tuple(line)
        )
        monkeypatch.setattr(Core, "solve", lambda *_, answer=false, **__: answer)
        with pytest.raises((RuntimeError, IllegalMove)):
            solve(position)


def test_rules_that_the_core_has_no_room_for() -> None:
    rules = Game.named("spider-pauk").rules
    kinds = tuple(kind.model_copy(update={"per_suit": 2}) for kind in rules.foundations)
    game = Game(
        replace(load_game("spider-pauk"), rules=rules.model_copy(update={"foundations": kinds}))
    )
    with pytest.raises(SolverError) as caught:
        solve(Position(game, start("spider-pauk", 1).state))
    assert "spider-pauk" in str(caught.value)


# -- many deals ---------------------------------------------------------------------------------------------


def test_many_deals_in_order_by_any_name() -> None:
    game = Game.named(SMALL)
    numbers = list(range(40))
    one_by_one = [solve(start(SMALL, n), line=False) for n in numbers]
    assert solve_many(SMALL, numbers) == one_by_one
    assert solve_many(game, [Deal("ours", n) for n in numbers], threads=1) == one_by_one
    assert solve_many(game, [deck_of(SMALL, n) for n in numbers], threads=3) == one_by_one
    assert solve_many(game, []) == []


def test_many_deals_with_their_lines() -> None:
    with_lines = solve_many(SMALL, range(20), line=True)
    assert with_lines == [solve(start(SMALL, n)) for n in range(20)]


def test_results_are_handed_out_in_order_while_the_rest_is_solved() -> None:
    seen: list[tuple[int, Result]] = []
    results = solve_many(SMALL, range(50), done=lambda place, result: seen.append((place, result)))
    assert seen == list(enumerate(results))
    # The first answers are there long before a hard deal is decided.
    times: list[float] = []
    begin = time.perf_counter()
    solve_many(
        HARD,
        [1, 2, 3],
        threads=1,
        seconds=0.2,
        done=lambda *_: times.append(time.perf_counter() - begin),
    )
    assert times[0] < 0.45 < times[2]


def test_a_wrong_deck_stops_the_batch_before_it_begins() -> None:
    with pytest.raises(DeckError):
        solve_many(SMALL, [deck_of(SMALL, 0), deck_of(SMALL, 0)[:-1]])


def test_a_callback_that_fails_ends_the_batch() -> None:
    def done(place: int, result: Result) -> None:
        raise KeyError(place)

    with pytest.raises(KeyError):
        solve_many(SMALL, range(5), done=done)


def test_the_referee_replays_a_sample(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Position] = []
    true = api_module.solve

    def noted(position: Position, **limits: object) -> Result:
        asked.append(position)
        return true(position)

    monkeypatch.setattr(api_module, "solve", noted)
    monkeypatch.setattr(api_module, "SAMPLE", 8)
    results = solve_many(SMALL, range(40))
    wins = [n for n, result in enumerate(results) if result.verdict is Verdict.WINNABLE]
    assert asked == [start(SMALL, n) for n in wins[::8]]


# -- stopping and watching ----------------------------------------------------------------------------------


def test_a_search_is_stopped_from_another_thread() -> None:
    stop, stopped = Cancel(), 0.0

    def later() -> None:
        nonlocal stopped
        stopped = time.perf_counter()
        stop.cancel()

    timer = threading.Timer(0.2, later)
    timer.start()
    found = solve(start(HARD, 1), stop=stop, states=10**12, seconds=30)
    assert time.perf_counter() - stopped < 0.3
    assert (found.verdict, found.ran_out) == (Verdict.UNKNOWN, "cancelled")
    timer.join()


def test_a_batch_is_stopped_too() -> None:
    stop = Cancel()
    threading.Timer(0.2, stop.cancel).start()
    begin = time.perf_counter()
    results = solve_many(HARD, range(1, 50), stop=stop, states=10**12, seconds=30)
    assert time.perf_counter() - begin < 5
    assert len(results) == 49
    assert results[-1].ran_out == "cancelled"


def test_progress_is_told_while_other_threads_run() -> None:
    told: list[int] = []
    solve(start(HARD, 1), progress=told.append, seconds=0.4)
    assert len(told) > 3
    assert all(states >= 0 for states in told)


def test_asynchronous_forms() -> None:
    async def both() -> tuple[Result, list[Result], list[tuple[int, Result]]]:
        seen: list[tuple[int, Result]] = []
        one = await solve_async(start(SMALL, 3))
        many = await solve_many_async(SMALL, range(10), done=lambda n, r: seen.append((n, r)))
        await asyncio.sleep(0)
        return one, many, seen

    one, many, seen = asyncio.run(both())
    assert one == solve(start(SMALL, 3))
    assert many == solve_many(SMALL, range(10))
    assert seen == list(enumerate(many))


def test_the_loop_goes_on_and_a_cancelled_task_ends_at_once() -> None:
    async def cancelled() -> tuple[int, float]:
        told: list[int] = []
        task = asyncio.create_task(
            solve_async(start(HARD, 1), states=10**12, seconds=30, progress=told.append)
        )
        turns = 0
        for _ in range(30):
            await asyncio.sleep(0.01)
            turns += 1
        begin = time.perf_counter()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert told
        return turns, time.perf_counter() - begin

    turns, waited = asyncio.run(cancelled())
    assert turns == 30
    assert waited < 0.3


# -- fewest -------------------------------------------------------------------------------------------------

BREACHED = "AS 2D 4H AC 4S 3S 3C 2S 4D AH 4C 2H 2C AD 3D 3H"


def test_fewest_breaches() -> None:
    for mercy in ("mercy", "mercy-max=3"):
        game = Game.named(f"small-harp+draw-when-stuck+{mercy}+small-4x4")
        for number in range(12):
            position = start(game.name, number)
            true = brute_force(position)
            found = fewest_breaches(position)
            assert found.exact
            if true.verdict is Verdict.UNWINNABLE:
                assert (found.found, found.result.verdict) == (None, Verdict.UNWINNABLE)
            else:
                assert found.found == found.result.breaches == true.breaches
                assert replayed(position, found.result)
        found = fewest_breaches(game.start(Deal.parse(BREACHED, game.rules).deck(game.rules)))
        assert (found.least, found.found) == (1, 1)


def test_fewest_breaches_of_a_patience_without_mercy() -> None:
    found = fewest_breaches(start(SMALL, WON))
    assert (found.found, found.exact) == (0, True)


@pytest.mark.parametrize(
    ("name", "counted"),
    [
        ("harp-9+unlimited+small-5x2", "harp-9+redeals={}+small-5x2"),
        ("gaps+redeals=2+small-5x4", "gaps+redeals={}+small-5x4"),
    ],
)
def test_fewest_redeals(name: str, counted: str) -> None:
    """With one fewer, the patience that allows so many is lost by plain search, and with as many it is won."""
    spread = set()
    for number in range(25):
        position = start(name, number)
        found = fewest_redeals(position)
        if found.result.verdict is not Verdict.WINNABLE:
            continue
        assert replayed(position, found.result)
        assert found.exact
        assert found.found is not None
        spread.add(found.found)
        for n in range(max(found.found - 1, 0), min(found.found, 2) + 1):
            true = brute_force(start(load_game(counted.format(n)).name, number), states=100_000)
            if true.verdict is not Verdict.UNKNOWN:
                assert (true.verdict is Verdict.WINNABLE) == (n >= found.found)
    assert len(spread) > 1


# -- what is loaded -----------------------------------------------------------------------------------------


def test_the_core_is_loaded_when_it_is_needed() -> None:
    asked = "'arfa._core' in sys.modules"
    code = f"import arfa, arfa.solver, sys; print({asked}); arfa.solve; print({asked})"
    run = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert run.stdout.split() == ["False", "True"]
