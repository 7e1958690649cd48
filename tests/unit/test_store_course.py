"""The course of a play: undo, redo and restart, and the fold of a log."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arfa.deals import Deal
from arfa.engine.game import Game
from arfa.engine.moves import Move, MoveError
from arfa.engine.position import IllegalMove, Position
from arfa.rules.load import game_ids
from arfa.store import Action, Course
from arfa.store.course import Kind
from arfa.store.errors import ActionRefused, LogBroken


def start(name: str = "small-harp", number: int = 1) -> Position:
    game = Game.named(name)
    return game.start(Deal("ours", number).deck(game.rules))


def play_on(course: Course, rng: random.Random, steps: int) -> list[Action]:
    """Do things at random and return the log."""
    log = []
    for _ in range(steps):
        choices = [
            Action("undo"),
            Action("redo"),
            Action("restart"),
            Action("goto", None, rng.randint(0, course.version)),
        ]
        weights = [3, 3, 0.2, 1]
        for move in course.position.legal_moves():
            choices.append(Action("move", str(move)))
            weights.append(3)
        action = rng.choices(choices, weights)[0]
        try:
            log.append(course.do(action))
        except ActionRefused:
            assert action.kind != "move"
    return log


def shape(course: Course) -> dict[int, tuple[object, ...]]:
    """The tree of a course: of each position the one before, the moves, what was tried, and where a redo goes."""
    return {
        name: (
            node.parent and node.parent.version,
            node.moves,
            [branch.version for branch in node.branches],
            node.recent and node.recent.version,
            node is course.at,
        )
        for name, node in course.nodes.items()
    }


@pytest.mark.parametrize("name", game_ids())
def test_the_fold_of_the_log_is_the_course(name: str) -> None:
    rng = random.Random(name)
    for number in range(6):
        course = Course(start(name, number))
        log = play_on(course, rng, 60)
        folded = Course.fold(start(name, number), log)
        assert str(folded.position) == str(course.position)
        assert folded.position.history == course.position.history
        assert shape(folded) == shape(course)
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
        (Action("move", "sw sw t9t1"), IllegalMove),
        (Action("move", "sw, sw"), MoveError),
        (Action("goto", None, 1), ActionRefused),
        (Action("goto", None, 0), ActionRefused),
        (Action("goto"), ActionRefused),
    ],
)
def test_what_is_refused_changes_nothing(action: Action, error: type[Exception]) -> None:
    course = Course(start())
    before = str(course.position)
    with pytest.raises(error):
        course.do(action)
    assert str(course.position) == before
    assert (len(course.nodes), course.last, course.made, course.version) == (1, None, 0, 0)
    assert not course.at.branches


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


class Line:
    """How courses were folded before they had branches: one line of moves with a mark in it."""

    def __init__(self, position: Position) -> None:
        self.position = position
        self.line: list[Move] = []

    def do(self, kind: Kind, move: str | None) -> None:
        """Follow one entry of a log."""
        made = len(self.position.plies)
        if kind == "move":
            self.position.push(Move.parse(move or ""))
            if self.line[made : made + 1] != [self.position.plies[-1].move]:
                self.line[made:] = [self.position.plies[-1].move]
        elif kind == "redo":
            self.position.push(self.line[made])
        else:
            for _ in range(made if kind == "restart" else 1):
                self.position.pop()


@pytest.mark.parametrize("name", game_ids())
def test_logs_of_the_time_before_branches_lead_where_they_led(name: str) -> None:
    rng = random.Random(f"{name} before")
    for number in range(6):
        line, course = Line(start(name, number)), Course(start(name, number))
        for _ in range(80):
            made = len(line.position.plies)
            kinds: tuple[Kind, ...] = ("move", "undo", "redo", "restart")
            (kind,) = rng.choices(kinds, [4, 2 * (made > 0), 3 * (made < len(line.line)), made > 0])
            moves = line.position.legal_moves()[:3]
            if kind == "move" and not moves:
                continue
            move = str(rng.choice(moves)) if kind == "move" else None
            line.do(kind, move)
            course.do(Action(kind, move))
            assert course.position.history == line.position.history
            assert course.position == line.position


def test_what_was_left_can_be_entered_again() -> None:
    course = Course(start("small-harp", 12345))
    course.do(Action("move", "sw"))  # 1
    course.do(Action("move", "sw"))  # 2
    second = str(course.position)
    course.do(Action("undo"))  # 3
    other = next(str(m) for m in course.position.legal_moves() if str(m) != "sw")
    course.do(Action("move", other))  # 4
    branch = str(course.position)
    course.do(Action("undo"))  # 5
    assert course.at.version == 1
    assert [node.version for node in course.at.branches] == [2, 4]
    course.do(Action("redo"))  # 6, to the branch that was left last
    assert str(course.position) == branch
    course.do(Action("goto", None, 2))  # 7
    assert str(course.position) == second
    assert course.undone == (Move.parse(other),)
    course.do(Action("undo"))
    course.do(Action("redo"))
    assert course.at.version == 2
    course.do(Action("goto", None, 4))
    assert str(course.position) == branch
    course.do(Action("goto", None, 0))
    assert course.made == 0
    course.do(Action("move", "sw"))  # the same move enters what it made before
    assert course.at.version == 1
    assert set(course.nodes) == {0, 1, 2, 4}
    assert course.nodes[2].parent is course.nodes[1]


def test_several_moves_in_one_action_are_taken_back_as_one() -> None:
    course = Course(start("small-harp", 12345))
    before = str(course.position)
    assert course.do(Action("move", " sw  sw sw ")) == Action("move", "sw sw sw")
    after = str(course.position)
    assert course.made == 3
    course.do(Action("undo"))
    assert str(course.position) == before
    assert len(course.undone) == 3
    course.do(Action("redo"))
    assert str(course.position) == after
    with pytest.raises(IllegalMove):
        course.do(Action("move", "sw sw t9t1"))
    assert (str(course.position), course.made, course.version) == (after, 3, 3)
    course.do(Action("undo"))
    course.do(Action("move", "sw"))
    assert course.made == 1
    assert len(course.nodes[0].branches) == 2  # one card is not the same as three
