"""Where everything lies: on five screens, for the six patiences, when dealt and when long played."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from tests.web.tables import Sit, Table
from tests.web.wins import Beside, won

pytestmark = pytest.mark.browser

SCREENS = {
    "a small phone": (360, 640),
    "a phone": (390, 844),
    "a phone on its side": (844, 390),
    "a tablet": (820, 1180),
    "a laptop": (1366, 768),
}
PHONES = ("a small phone", "a phone", "a phone on its side")
UPRIGHT = ("a small phone", "a phone")

AROUND_A_BODY = ("spider-pauk",)
"""Columns that grow upwards and downwards from a body six cards high: no phone is high enough for fingers there, and
the moves of these cards can be made by keys and in writing as well."""

FINGER = 24  # px: WCAG 2.5.8
THUMB = 48  # px: for the buttons that are used all the time
INDEX = 0.26  # of a card's height: the strip with its index

Box = dict[str, float]


def inside(inner: Box, outer: Box) -> bool:
    """Whether a box lies within another, but for the rounding of a pixel."""
    return (
        inner["left"] >= outer["left"] - 1
        and inner["top"] >= outer["top"] - 1
        and inner["right"] <= outer["right"] + 1
        and inner["bottom"] <= outer["bottom"] + 1
    )


def apart(one: Box, other: Box) -> bool:
    """Whether two boxes have nothing in common."""
    return (
        one["right"] <= other["left"] + 1
        or other["right"] <= one["left"] + 1
        or one["bottom"] <= other["top"] + 1
        or other["bottom"] <= one["top"] + 1
    )


def stages(game: str) -> list[int]:
    """After how many moves of a won game to look: at the deal, at the longest column of open cards, near the end."""
    deck, moves = won(game)
    beside = Beside(game, deck)
    looks = [beside.look(), *(beside.push(beside.meant(text)) for text in moves)]
    longest = [max(map(len, look["piles"].values())) for look in looks]
    return sorted({0, longest.index(max(longest)), len(moves) * 9 // 10})


@pytest.mark.parametrize(
    "game",
    [
        "big-harp",
        "spider-pauk",
        "fig288",
        *(
            pytest.param(game, marks=pytest.mark.soak)
            for game in ("small-harp", "harp-slope", "black-harp", "harp-9")
        ),
    ],
)
def test_everything_has_its_place_on_every_screen(sit: Sit, game: str) -> None:
    deck, moves = won(game)
    table = sit("ru", touch=True)
    wrong: list[str] = []
    table.resume(game, deck)
    for then, now in pairwise([0, *stages(game)]):
        table.go_on(moves[then:now])
        for name, (width, height) in SCREENS.items():
            table.page.set_viewport_size({"width": width, "height": height})
            table.ask("drawn()")
            wrong += [f"{now} moves, {name}: {fault}" for fault in faults(table, game, name)]
    assert not wrong, "\n".join(wrong)


def faults(table: Table, game: str, screen: str) -> list[str]:
    """What is wrong with the layout on a screen."""
    seen: dict[str, Any] = table.ask("measure()")
    wrong = [f"scrolls sideways: {name}" for name in seen["wide"]]
    wrong += table.ask("cut()")
    if not inside(seen["board"], seen["screen"]):
        wrong.append(f"the board leaves the screen: {seen['board']}")
    wrong += [
        f"outside the board: {box}" for box in seen["things"] if not inside(box, seen["board"])
    ]
    wrong += ["under a bar" for box in seen["around"] if not apart(seen["board"], box)]
    finger = screen in UPRIGHT and game not in AROUND_A_BODY
    for pile, spread in seen["piles"].items():
        wrong += [f"{pile}: {fault}" for fault in fan(spread, FINGER if finger else 0)]
    wrong += small_buttons(seen["buttons"], screen)
    return wrong


def fan(pile: dict[str, Any], finger: float) -> list[str]:
    """What is wrong with the way in which the open cards of a pile are spread: an index can be read, and of up to 13
    cards in a column that hangs down each can be hit by a finger."""
    boxes = [card["box"] for card in pile["cards"] if card["face"] is not None]
    wrong = []
    height, width = pile["place"]["height"], pile["place"]["width"]
    for one, other in pairwise(boxes):
        dx, dy = abs(other["left"] - one["left"]), abs(other["top"] - one["top"])
        least = INDEX * (height if dy > dx else width)
        if dy > dx and len(boxes) <= 13:
            least = max(least, finger)
        if max(dx, dy) < least - 0.5:
            wrong.append(f"a step of {max(dx, dy)} px of {len(boxes)} cards, {least} wanted")
            break
    if min(height, width) < FINGER:
        wrong.append(f"a place of {width} x {height} px")
    return wrong


def small_buttons(buttons: dict[str, Box], screen: str) -> list[str]:
    """What is wrong with the buttons."""
    wrong = [
        f"{name}: {box['width']} x {box['height']} px"
        for name, box in buttons.items()
        if min(box["width"], box["height"]) < FINGER
    ]
    tools = {name: box for name, box in buttons.items() if name in TOOLS}
    assert len(tools) == len(TOOLS)
    if screen in PHONES:
        wrong += [
            f"{name}: {box['width']} x {box['height']} px"
            for name, box in tools.items()
            if min(box["width"], box["height"]) < THUMB
        ]
    # What cannot be taken back is not beside what is pressed all the time (field report 63).
    for name in ("new-deal", "more"):
        undo = tools["undo"]
        gap = max(tools[name]["left"] - undo["right"], tools[name]["top"] - undo["bottom"])
        if gap < THUMB:
            wrong.append(f"{name} is {gap} px from undo")
        if min(tools[name]["width"], tools[name]["height"]) < 44:
            wrong.append(f"{name} is small")
    return wrong


TOOLS = ("undo", "redo", "rules", "new-deal", "more")
