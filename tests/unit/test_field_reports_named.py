"""Every row of the public reports that asks for a test is named by one, so that none is forgotten."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

TESTS = Path(__file__).parents[1]

ROWS = {
    1: "worrying back is one flag for rules, search and page",
    2: "a card of a finished set stays",
    3: "an empty column that stops the deal is named",
    4: "strict and relaxed deals",
    5: "what a solver says can be played",
    6: "groups without order",
    7: "every sentence of the rules has examples that are played",
    8: "cards and faces after the deal",
    9: "a double tap obeys the rules",
    12: "every top and every card offered",
    13: "spaces, draws and passes in a matrix",
    14: "groups of a line are told whole",
    15: "too few columns are counted",
    16: "no redeal is left, and that is said",
    17: "n redeals are n + 1 passes",
    19: "a shuffled redeal done again gives the same board",
    20: "redeals of little or nothing",
    21: "the stock lights up when it is all that is left",
    23: "a draw undone and done again",
    25: "two hundred moves and back",
    28: "a second click is stale",
    29: "one undo takes back what followed by itself",
    31: "what was taken down stays down",
    32: "a card that is still wanted stays",
    34: "the finish is offered when it wins",
    35: "the last card wins from wherever it comes",
    36: "splitting a run before a deal is no dead end",
    37: "stuck is stuck, and nothing else is",
    39: "a hint that finds nothing is no help",
    40: "a group to a space is hinted, a whole column never",
    41: "one worry back wins, and its lack is proved",
    43: "no maximum is claimed of what was not won",
    44: "winnable is said before the line is made short",
    45: "first and last card of a group are named",
    47: "a search that was cut short says nothing of losing",
    48: "winnable deals come with a line",
    49: "any position of a game has its verdict",
    50: "figures that were there survive a kill",
    52: "when a game counts, and when its time begins",
    54: "no field of a text is left unfilled",
    55: "records of any version can be read",
    57: "a deck goes out and comes in again",
    58: "looking something up loses no game",
    61: "taps with a shaking hand",
    63: "what cannot be taken back is not beside undo",
    65: "the last move is marked, and there is a left hand",
    67: "a whole game by keys, and every move told",
    68: "every text in the language that was chosen",
}
"""The rows for which a test is wanted."""


def _named() -> dict[int, set[str]]:
    """The rows that tests name, and where: "field report 31", "rows 3 and 4", ``test_row_12_...``."""
    found: dict[int, set[str]] = {}
    words = re.compile(
        r"(?:[Ff]ield reports?|def test_rows?)[ _]((?:\d+)(?:(?:, |_and_| and )\d+)*)"
    )
    for path in TESTS.glob("**/test_*.py"):
        if path == Path(__file__):
            continue
        for text in words.findall(path.read_text("utf-8")):
            for number in re.findall(r"\d+", text):
                found.setdefault(int(number), set()).add(path.name)
    return found


@pytest.mark.parametrize("row", ROWS)
def test_every_row_is_named_by_a_test(row: int) -> None:
    assert _named().get(row), ROWS[row]


def test_no_other_row_is_named() -> None:
    assert set(_named()) <= set(ROWS), "a test names a row that is not in the list"
