"""The course of a play: undo, redo and restart, and the fold of a log."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arfa.deals import Deal
from arfa.engine.game import Game
from arfa.engine.moves import MoveError
from arfa.engine.position import IllegalMove, Position
from arfa.rules.load import game_ids
from arfa.store import Action, Course
from arfa.store.errors import ActionRefused, LogBroken


def start(name: str = "small-harp", number: int = 1) -> Position:
    game = Game.named(name)
    return game.start(Deal("ours", number).deck(game.rules))


def play_on(course: Course, rng: random.Random, steps: int) -> list[Action]:
    """Do things at random and return the log."""
    log = []
    for _ in range(steps):
        choices = [Action("undo"), Action("redo"), Action("restart")]
        weights = [3, 3, 0.2]
        for move in course.position.legal_moves():
            choices.append(Action("move", str(move)))
            weights.append(3)
        action = rng.choices(choices, weights)[0]
        try:
            log.append(course.do(action))
        except ActionRefused:
            assert action.kind != "move"
    return log


@pytest.mark.parametrize("name", game_ids())
def test_the_fold_of_the_log_is_the_course(name: str) -> None:
    rng = random.Random(name)
    for number in range(6):
        course = Course(start(name, number))
        log = play_on(course, rng, 60)
        folded = Course.fold(start(name, number), log)
        assert str(folded.position) == str(course.position)
        assert folded.position.history == course.position.history
        assert folded.line == course.line
        assert (folded.last, folded.undone) == (course.last, course.undone)


@pytest.mark.parametrize("name", game_ids())
def test_undo_all_and_redo_all(name: str) -> None:
    """Undo and redo go through everything: draws, redeals, phases of the deal, the shuffle of a gaps patience."""
    rng = random.Random(name)
    course = Course(start(name))
    texts = [str(course.position)]
    while course.made < 150 and (moves := course.position.legal_moves()):
        # What a stock does is rare among the moves, and it is what undo goes wrong with elsewhere.
        rare = [m for m in moves if course.game.stock.owns(m) or not m.dst]
        course.do(Action("move", str(rng.choice(rare if rare and rng.random() < 0.3 else moves))))
        texts.append(str(course.position))
    for text in texts[-2::-1]:
        course.do(Action("undo"))
        assert str(course.position) == text
    for text in texts[1:]:
        course.do(Action("redo"))
        assert str(course.position) == text
    course.do(Action("restart"))
    assert str(course.position) == texts[0]
    assert len(course.undone) == len(texts) - 1
    while course.can_redo:
        course.do(Action("redo"))
    assert str(course.position) == texts[-1]


def test_the_shuffle_of_a_redeal_is_the_same_when_it_is_made_again() -> None:
    course = Course(start("gaps+redeals=2"))
    course.do(Action("move", "redeal"))
    board = str(course.position)
    course.do(Action("undo"))
    course.do(Action("redo"))
    assert str(course.position) == board
    course.do(Action("undo"))
    course.do(Action("move", "redeal"))
    assert str(course.position) == board


def test_moves_taken_back_stay_until_a_different_move_is_made() -> None:
    course = Course(start())
    for move in ("sw", "sw", "sw"):
        course.do(Action("move", move))
    third = str(course.position)
    course.do(Action("undo"))
    course.do(Action("undo"))
    course.do(Action("move", "sw"))
    assert course.can_redo
    course.do(Action("redo"))
    assert str(course.position) == third
    course.do(Action("restart"))
    assert course.can_redo
    other = next(m for m in course.position.legal_moves() if str(m) != "sw")
    course.do(Action("move", str(other)))
    assert not course.can_redo


@pytest.mark.parametrize(
    ("action", "error"),
    [
        (Action("undo"), ActionRefused),
        (Action("redo"), ActionRefused),
        (Action("restart"), ActionRefused),
        (Action("move", "t1t1"), IllegalMove),
        (Action("move", "t9t1"), IllegalMove),
        (Action("move", "ws"), IllegalMove),
        (Action("move", "nonsense"), MoveError),
        (Action("move", ""), MoveError),
        (Action("move"), MoveError),
    ],
)
def test_what_is_refused_changes_nothing(action: Action, error: type[Exception]) -> None:
    course = Course(start())
    before = str(course.position)
    with pytest.raises(error):
        course.do(action)
    assert str(course.position) == before
    assert (course.line, course.last, course.made) == ([], None, 0)


def test_a_move_is_logged_in_its_exact_form() -> None:
    course = Course(start("small-harp", 12345))
    assert course.do(Action("move", " sw ")) == Action("move", "sw")


@given(
    st.lists(st.sampled_from(["sw", "ws", "undo", "redo", "restart", "t1t2", "x", ""]), max_size=12)
)
def test_a_log_that_cannot_be_followed_says_where(words: list[str]) -> None:
    log = [
        Action(
            "undo"
            if w == "undo"
            else "redo"
            if w == "redo"
            else "restart"
            if w == "restart"
            else "move",
            w,
        )
        for w in words
    ]
    good = Course(start())
    for version, action in enumerate(log, start=1):
        try:
            good.do(action)
        except Exception:  # noqa: BLE001  (whatever it is, the fold must say so)
            with pytest.raises(LogBroken) as broken:
                Course.fold(start(), log)
            assert broken.value.message.values["version"] == version
            return
    assert str(Course.fold(start(), log).position) == str(good.position)
