"""Lines for people: nothing needless in them, every step in words, and the referee has seen each of them win."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from arfa.deals import parse_deck
from arfa.engine.canonical import canonical_state
from arfa.engine.game import Game
from arfa.engine.moves import Move
from arfa.engine.position import IllegalMove, Position
from arfa.engine.state import State
from arfa.solver import Cancel, brute_force, short_line, solve, steps, tidy
from arfa.solver.loops import without_loops
from arfa.texts import LANGUAGES
from tests.scale import scale
from tools.vectors import all_names, deck_of

END = "klondike / f: TC KD KH KS / t1: KC / t2: QC / t3: JC"
WINS = sorted((Path(__file__).parents[1] / "vectors" / "wins").glob("*.txt"))


def won_game(path: Path, number: int = 0) -> tuple[Position, list[Move]]:
    """A stored game that was won: the deal and the moves."""
    rows = [row for row in path.read_text("utf-8").splitlines() if not row.startswith("#")]
    game = Game.named(path.stem)
    start = game.start(parse_deck(rows[2 * number], game.rules))
    return start, [Move.parse(text) for text in rows[2 * number + 1].split()]


def moves(text: str) -> list[Move]:
    return [Move.parse(word) for word in text.split()]


def wins(position: Position, line: tuple[Move, ...]) -> bool:
    """Whether the referee sees the line win."""
    at = position.copy()
    for move in line:
        at.push(move)
    return at.is_won


# -- needless moves -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", WINS, ids=lambda path: path.stem)
def test_a_tidy_line_wins_with_no_more_moves(path: Path) -> None:
    position, line = won_game(path)
    before = str(position)
    shorter = tidy(position, line)
    assert len(shorter) <= len(line)
    assert wins(position, shorter)
    assert (str(position), position.history) == (before, ())


def positions_met(position: Position, line: Sequence[Move]) -> list[State]:
    """The canonical forms of all positions of a line."""
    game, state = position.game, position.state
    met = [canonical_state(game, state)]
    for move in line:
        state = game.apply(state, move)[0]
        met.append(canonical_state(game, state))
    return met


@pytest.mark.parametrize("path", WINS, ids=lambda path: path.stem)
def test_no_position_comes_twice(path: Path) -> None:
    """Not with its columns in another order either."""
    position, line = won_game(path)
    met = positions_met(position, tidy(position, line))
    assert len(met) == len(set(met))


@pytest.mark.parametrize("name", all_names(small=False)[:: scale(4, 1)])
def test_no_position_comes_twice_in_what_a_search_finds(name: str) -> None:
    game = Game.named(name)
    for number in range(1, scale(2, 10)):
        position = game.start(deck_of(name, number))
        line = solve(position, states=20_000).line
        tidied = tidy(position, line) if line else ()
        assert len(tidied) <= len(line)
        met = positions_met(position, tidied)
        assert len(met) == len(set(met))


@pytest.mark.parametrize(
    ("start", "line", "without"),
    [
        # a king changes columns: what follows is played with the column that he is in
        (END, "t1t4 t3f t2f t4f", "t3f t2f t1f"),
        # two columns change places by way of a space
        (
            "klondike / f: TC JD KH KS / t1: KC QD / t2: QC / t3: KD JC",
            "t3f t1t5.2 t5t6.2 t2f t6f t6f t3f",
            "t3f t2f t1f t1f t3f",
        ),
    ],
)
def test_what_only_changes_the_order_of_piles(start: str, line: str, without: str) -> None:
    position = Position.parse(start)
    found = without_loops(position.game, position.state, moves(line))
    assert " ".join(map(str, found)) == without


def test_random_play_has_much_to_be_left_out() -> None:
    """Lines that were found by playing at random lose a tenth of their moves or more."""
    for path in WINS:
        if path.stem in ("small-harp", "black-harp", "klondike+draw-3"):
            position, line = won_game(path, 0)
            assert len(tidy(position, line)) <= 0.91 * len(line)


def test_shorter_still() -> None:
    position, line = won_game(next(path for path in WINS if path.stem == "spider-pauk"))
    short = tidy(position, line, short=True)
    assert len(short) < len(tidy(position, line))
    assert wins(position, short)


@pytest.mark.parametrize("name", all_names(small=True)[::11])
def test_small_decks_of_every_kind(name: str) -> None:
    game = Game.named(name)
    for number in range(2):
        position = game.start(deck_of(name, number))
        found = brute_force(position, states=5_000)
        if found.line:
            shorter = tidy(position, found.line, short=True)
            assert wins(position, shorter)
            assert len(shorter) <= len(found.line)


def test_a_few_searches_find_a_shorter_line_than_one() -> None:
    for number in (1, 4):
        position = Game.named("fig288").start(deck_of("fig288", number))
        result = solve(position, states=20_000)
        if result.line:
            short = short_line(position, result)
            assert len(short) <= len(tidy(position, result.line))
            assert wins(position, short)


@pytest.mark.parametrize(
    ("start", "line", "tidied"),
    [
        (END, "t3f t2f t1f", "t3f t2f t1f"),
        # from space to space
        (END, "t1t4 t4t5 t3f t2f t5f", "t3f t2f t1f"),
        # onto a column, and then where it could have gone at once
        (
            "klondike / f: TC JD KH KS / t1: KC QD / w: JC / t2: QC KD",
            "wt1 t1f t1f t2f t2f t1f",
            "wf t1f t2f t2f t1f",
        ),
        # once more through the stock for nothing
        (
            "klondike / f: QC KD KH JS / t1: KC / s: KS / w: QS",
            "sw ws sw wf sw wf t1f",
            "wf sw wf t1f",
        ),
    ],
)
def test_what_is_left_out(start: str, line: str, tidied: str) -> None:
    position = Position.parse(start)
    assert " ".join(map(str, tidy(position, moves(line)))) == tidied


def test_a_line_that_does_not_win_is_refused() -> None:
    position = Position.parse(END)
    with pytest.raises(RuntimeError, match="does not win"):
        tidy(position, moves("t3f"))


def test_it_ends_when_it_is_told_to() -> None:
    """What was reached so far still wins."""
    position, line = won_game(next(path for path in WINS if path.stem == "big-harp"))
    stop = Cancel()
    stop.cancel()
    assert wins(position, tidy(position, line, short=True, stop=stop))


# -- told step by step --------------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("path", WINS, ids=lambda path: path.stem)
def test_the_steps_are_the_line(path: Path, lang: str) -> None:
    position, line = won_game(path)
    told = list(steps(position, line))
    assert [move for step in told for move in step.moves] == line
    number = 1
    for step in told:
        assert step.number == number
        number += len(step.moves)
        assert step.short
        words = step.words(lang)
        assert words[0].isupper() or words[0].isdigit()
        assert "{" not in words


def test_a_group_is_told_whole_with_what_turns_up() -> None:
    position = Position.parse("small-harp / t1: 5c 9H 8S / t2: 6c TS / t3: KD / s: *")
    (step,) = steps(position, moves("t1t2.2"))
    assert step.words("en") == (
        "2 cards, the nine of hearts down to the eight of spades, onto the ten of spades; "
        "five of clubs turns up"
    )
    assert step.words("ru") == (
        "2 карты, от девятки червей до восьмёрки пик, на десятку пик; открывается пятёрка треф"
    )
    assert step.short == "9H-TS"


def test_a_card_that_goes_up_by_itself_is_named_once() -> None:
    position = Position.parse("small-harp / t1: as 9H / t2: 6c TS / t3: KD / s: *")
    (step,) = steps(position, moves("t1t2"))
    assert step.words("en") == (
        "Nine of hearts onto the ten of spades; ace of spades goes up by itself"
    )


def test_draws_are_one_step_up_to_the_card_that_is_played() -> None:
    position = Position.parse("klondike / f: AC 2D 2H 2S / t1: * / s: 2C 4C 4S")
    told = list(steps(position, moves("sw sw sw ws sw sw sw wf")))
    assert [(step.number, step.short) for step in told] == [(1, "draw x6"), (8, "2C-f")]
    assert told[0].words("en") == (
        "Turn from the stock 6 times, turning the waste over on the way, "
        "until the two of clubs comes up"
    )
    assert told[0].words("ru") == (
        "Открыть из колоды 6 раз, перевернув по пути сброс: появится двойка треф"
    )


def test_an_illegal_line_is_not_told() -> None:
    with pytest.raises(IllegalMove):
        list(steps(Position.parse(END), moves("t1f")))
