"""Film strips of what moves: a deal, a drag, and the pile of Чёрная арфа being worked.

``python -m tools.film_strip`` writes docs/film.webp.  Animations are stopped and set to their moments, so that the
strip is the same on every machine, however slow.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Literal

from playwright.sync_api import FloatRect

from tools.stage import ROOT, Seat, Stage, montage, stage, won

FILE = ROOT / "docs" / "film.webp"
HEIGHT = 200
Frame = tuple[bytes, str]

AT = """(at) => {
    for (const it of document.getElementById("board").getAnimations({ subtree: true })) {
        it.pause();
        it.currentTime = at;
    }
    return new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
}"""
# Catch what begins to move before it has moved.
CATCH = """() => new MutationObserver(() => {
    for (const it of document.getElementById("board").getAnimations({ subtree: true })) it.pause();
}).observe(document.getElementById("board"), { attributes: true, childList: true, subtree: true })"""


def area_of(seat: Seat, piles: str, width: float, height: float) -> FloatRect:
    """An area that begins at the first of some piles."""
    box = seat.page.locator(piles).first.bounding_box()
    assert box is not None
    return {"x": box["x"] - 10, "y": box["y"] - 10, "width": width, "height": height}


def frame(seat: Seat, area: FloatRect) -> bytes:
    """What is seen of an area now."""
    animations: Literal["allow"] = "allow"
    return seat.page.screenshot(clip=area, animations=animations)


def dealt(stage_: Stage) -> Iterator[Frame]:
    """The deal of Арфа большая, from the first card to the last."""
    seat = stage_.sit("big-harp", "1", still=False, size=(800, 600))
    page = seat.page
    page.evaluate(CATCH)
    page.locator("#new-deal").click()
    page.wait_for_function(
        "document.getElementById('board').getAnimations({subtree: true}).length > 50"
    )
    area = area_of(seat, "#pile-s", 720, 400)
    for at in (60, 240, 420, 600, 800, 1100):
        page.evaluate(AT, at)
        yield frame(seat, area), f"{at} ms"
    seat.context.close()


def dragged(stage_: Stage) -> Iterator[Frame]:
    """A run is taken hold of, carried, and let go near enough."""
    deal, moves = won("big-harp")
    upto, move = next(
        (n, move)
        for n, move in enumerate(moves)
        if "." in move and move[0] == "t" and int(move.partition(".")[2]) > 2
    )
    seat = stage_.sit("big-harp", deal, moves[:upto], still=False, size=(800, 600))
    page = seat.page
    source, _, rest = move[1:].partition("t")
    target, _, n = rest.partition(".")
    area = area_of(seat, "#pile-s", 720, 400)
    x, y = seat.spot(f"t{source}", -int(n))
    to_x, to_y = seat.spot(f"t{target}")
    dx, dy = (to_x - x) * 0.9, to_y - y + 30
    yield frame(seat, area), "before"
    page.mouse.move(x, y)
    page.mouse.down()
    for part in (0.1, 0.55, 1):
        page.mouse.move(x + dx * part, y + dy * part, steps=4)
        page.wait_for_function("document.querySelector('#board .held') !== null")
        page.evaluate(AT, 0)
        yield frame(seat, area), "carried: what is lit takes it"
    page.evaluate(CATCH)
    page.mouse.up()
    page.wait_for_selector(f'body[data-version="{seat.state["version"] + 1}"]:not([data-busy])')
    page.evaluate(AT, 60)
    yield frame(seat, area), "let go near enough, after 60 ms"
    page.evaluate(AT, 1000)
    yield frame(seat, area), "at rest"
    seat.context.close()


def worked(stage_: Stage) -> Iterator[Frame]:
    """Two cards pass from the bottom of the pile to its top, and the third is opened."""
    seat = stage_.sit("black-harp", "5", still=False, size=(900, 800))
    page = seat.page
    page.evaluate(CATCH)
    page.mouse.click(*seat.spot("s"))
    page.wait_for_selector('body[data-version="1"]:not([data-busy])')
    page.wait_for_function("[...document.images].every((image) => image.complete)")
    area = area_of(seat, "#pile-s", 360, 200)
    for at in (40, 140, 260, 480, 700, 900):
        page.evaluate(AT, at)
        yield frame(seat, area), f"{at} ms"
    seat.context.close()


def take(stage_: Stage, file: Path) -> None:
    """Take the strips and put them into one file."""
    rows = [list(film(stage_)) for film in (dealt, dragged, worked)]
    montage(stage_.browser, rows, HEIGHT, file)


def main() -> int:
    """The command."""
    parser = argparse.ArgumentParser(description="Film strips of the table.")
    parser.add_argument("--out", type=Path, default=FILE, help="the file to write")
    options = parser.parse_args()
    with stage() as opened:
        take(opened, options.out)
    print(f"{options.out}: {options.out.stat().st_size // 1024} KiB")
    return 0


if __name__ == "__main__":
    sys.exit(main())
