#!/usr/bin/env python3
"""Draw the deck: write ``src/arfa/web/static/deck.js``.

The page needs a pack that can be read at 30 px width and weighs next to nothing, so the deck is drawn
from outlines only: no fonts at run time, no pictures.  What the drawing keeps to:

* rank and suit fill a strip that ends at 26 % of the height, so that a fan may cover all the rest;
* no letter of an index has a tail that the next card would cut off (a cut Q reads as O);
* aces, numbers and courts differ in shape, not in colour alone: on small cards the courts are their own suit
  in a hat, on big ones people;
* the suits of the four-colour pack stay apart for every kind of colour blindness.

What draws a card from the outlines is ``deck.template.js`` beside this file; the numbers are put in here.

Run it after a change and commit the file that it writes (``--check`` only says whether it is up to date):

    python tools/make_deck.py [--font DejaVuSansCondensed-Bold.ttf] [--check]

It needs fontTools (``pip install fonttools``) and DejaVu Sans Condensed Bold (Debian: ``fonts-dejavu``);
neither is needed to play.  The outlines of the ranks come under the Bitstream Vera licence, kept beside
the deck in ``deck.LICENSE.txt``.
"""

from __future__ import annotations

import argparse
import gzip
import json
import re
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

TARGET = Path(__file__).resolve().parent.parent / "src" / "arfa" / "web" / "static" / "deck.js"
TEMPLATE = Path(__file__).with_name("deck.template.js")
FONT_NAME = "DejaVuSansCondensed-Bold.ttf"
FONT_FOLDERS = (
    Path("/usr/share/fonts/truetype/dejavu"),
    Path("/usr/share/fonts/dejavu"),
    Path("/usr/share/fonts/TTF"),
    Path(),
)

# A card is 100 wide and 140 high; the index strip ends at 36 = 26 % of it.
INDEX_HEIGHT, INDEX_WIDTH = 29.0, 47.0
LATIN = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
RUSSIAN = {1: "Т", 11: "В", 12: "Д", 13: "К"}

# Each suit in a square of 100.
SUITS = {
    "C": (
        "M50 4A21 21 0 0 1 67 38A21 21 0 1 1 56 71C57 83 61 91 70 96H30"
        "C39 91 43 83 44 71A21 21 0 1 1 33 38A21 21 0 0 1 50 4Z"
    ),
    "D": "M50 3C60 21 74 38 89 50C74 62 60 79 50 97C40 79 26 62 11 50C26 38 40 21 50 3Z",
    "H": "M50 94C25 69 5 53 5 31A22 22 0 0 1 50 24A22 22 0 0 1 95 31C95 53 75 69 50 94Z",
    "S": (
        "M50 4C69 30 95 44 95 65A20 20 0 0 1 56 73C57 84 61 91 70 96H30"
        "C39 91 43 84 44 73A20 20 0 0 1 5 65C5 44 31 30 50 4Z"
    ),
}

# What the courts wear, in a box 100 wide and 70 high: (in the colour of the suit, in gold).
HATS = {
    11: (
        "M8 54C8 28 30 15 55 19C74 22 87 33 92 54ZM6 58H94V70H6Z",
        "M30 26C40 2 66-6 94-4C92 6 86 13 75 16C81 17 85 18 88 21C71 33 48 36 30 26Z",
    ),
    12: (
        "M15 54L5 20L29 37L36 8L50 33L64 8L71 37L95 20L85 54ZM13 58H87V70H13Z",
        "".join(
            f"M{x} {y}a7 7 0 1 1 14 0a7 7 0 1 1-14 0Z"
            for x, y in ((-1, 13), (29, 1), (57, 1), (87, 13))
        ),
    ),
    13: (
        "M10 54L2 14L28 32L41 10H59L72 32L98 14L90 54ZM9 58H91V70H9Z",
        "M46-14H54V-7H61V1H54V9H46V1H39V-7H46Z"
        + "".join(f"M{x} 64L{x + 7} 59L{x + 14} 64L{x + 7} 69Z" for x in (25, 43, 61)),
    ),
}

# The courts as people, below the strip: what is put over what, each with its colour.  "cloth" is the colour of the
# suit, so that nobody takes a black queen for a red one.
FACE = "M36 66A14 17 0 0 0 64 66V56H36Z"
FEATURES = "M42 67H47M53 67H58M50 67V73"  # eyes and nose, drawn as lines
COURTS = {
    11: (
        ("hair", "M33 54C29 66 30 78 34 85H66C70 78 71 66 67 54Z"),
        ("skin", FACE),
        ("cloth", "M29 57C26 46 37 41 54 42C69 43 75 50 72 57C57 51 43 51 29 57Z"),
        (
            "gold",
            "M30 58Q50 51 71 58L70 61Q50 55 31 61ZM61 46C64 36 80 33 92 37C86 46 74 50 64 50Z",
        ),
        ("cloth", "M13 133C14 109 26 99 40 94H60C74 99 86 109 87 133Z"),
        ("skin", "M44 80H56V95L50 103L44 95Z"),
        ("ivory", "M39 92L50 106L61 92L68 97L55 115L50 108L45 115L32 97Z"),
        (
            "gold",
            "M48 116H52V120H48ZM48 124H52V128H48ZM22 133L27 112L30 113L26 133ZM78 133L73 112L70 113L74 133Z",
        ),
    ),
    12: (
        ("hair", "M28 64C26 48 37 43 50 43S74 48 72 64C72 78 80 86 77 104H23C20 86 28 78 28 64Z"),
        ("skin", FACE),
        ("gold", "M32 55L28 41L40 48L50 38L60 48L72 41L68 55Q50 48 32 55Z"),
        ("cloth", "M34 55Q50 49 66 55V58Q50 52 34 58Z"),
        ("cloth", "M13 133C14 112 25 104 39 99C43 110 57 110 61 99C75 104 86 112 87 133Z"),
        ("skin", "M44 80H56V96C58 100 60 100 61 99C57 112 43 112 39 99C40 100 42 100 44 96Z"),
        (
            "gold",
            "M38 99Q50 116 62 99L64 101Q50 121 36 101Z"
            "M50 113L54 118L50 124L46 118ZM30 133L35 111L38 112L34 133ZM70 133L65 111L62 112L66 133Z",
        ),
    ),
    13: (
        ("hair", "M33 54H67C70 66 69 76 66 82H34C31 76 30 66 33 54Z"),
        ("skin", FACE),
        ("cloth", "M11 133C12 108 24 98 38 94H62C76 98 88 108 89 133Z"),
        (
            "ivory",
            "M37 91C32 99 27 103 21 105L27 115C36 112 44 114 50 121C56 114 64 112 73 115L79 105C73 103 68 99 63 91Z",
        ),
        (
            "ink",
            "M29 106H31V110H29ZM37 104H39V108H37ZM61 104H63V108H61ZM69 106H71V110H69ZM49 111H51V115H49Z",
        ),
        (
            "hair",
            "M35 66C37 77 42 75 50 74.5C58 75 63 77 65 66C69 86 60 97 50 102C40 97 31 86 35 66Z",
        ),
        ("skin", "M44 79.5Q50 83 56 79.5Q50 78 44 79.5Z"),
        (
            "gold",
            "M31 57L26 41L38 49L50 38L62 49L74 41L69 57ZM46 38A4 4 0 1 1 54 38M47 124H53V133H47Z",
        ),
        ("cloth", "M32.5 52.5H67.5L66.5 55.5H33.5Z"),
    ),
}

# Where the pips of a number card lie below the strip (x, y of their centres); more than one pip only on
# the pictures for big cards.
PIPS = {
    2: ((50, 60), (50, 114)),
    3: ((50, 56), (50, 87), (50, 118)),
    4: ((28, 60), (72, 60), (28, 114), (72, 114)),
    5: ((28, 60), (72, 60), (50, 87), (28, 114), (72, 114)),
    6: ((28, 56), (72, 56), (28, 87), (72, 87), (28, 118), (72, 118)),
    7: ((28, 56), (72, 56), (50, 71), (28, 87), (72, 87), (28, 118), (72, 118)),
    8: ((28, 56), (72, 56), (50, 71), (28, 87), (72, 87), (50, 103), (28, 118), (72, 118)),
    9: ((28, 54), (72, 54), (28, 76), (72, 76), (50, 87), (28, 98), (72, 98), (28, 120), (72, 120)),
    10: (
        (28, 54),
        (72, 54),
        (50, 65),
        (28, 76),
        (72, 76),
        (28, 98),
        (72, 98),
        (50, 109),
        (28, 120),
        (72, 120),
    ),
}

# The backs: a harp, its frame and its strings; or a pattern of lines in a small square.
HARP = "M37 106C27 86 26 58 33 36C41 28 46 43 56 43S69 32 77 40C78 46 76 49 72 53L40 107"
STRINGS = "M39 38V100M46 41V92M53 45V82M60 45V72M67 41V61"
BACKS = {
    "harp": {"light": "#27508f", "dark": "#22385e"},
    "waves": {"light": "#8c2433", "dark": "#5e1f2b"},
    "lattice": {"light": "#1f6b4a", "dark": "#1c4a3a"},
    "plain": {"light": "#4d5563", "dark": "#3a414d"},
}
PATTERNS = {
    "waves": "M0 8A8 8 0 0 1 16 8M-8 16A8 8 0 0 1 8 16M8 16A8 8 0 0 1 24 16M4 8A4 4 0 0 1 12 8M-4 16A4 4 0 0 1 4 16"
    "M12 16A4 4 0 0 1 20 16",
    "lattice": "M0 8L8 0L16 8L8 16ZM6 8L8 6L10 8L8 10Z",
    "plain": "",
}


def number(value: float) -> str:
    """A coordinate to half a unit, as short as it can be written."""
    return (
        f"{round(value * 2) / 2:.1f}".rstrip("0").rstrip(".").replace("-0.", "-.").removeprefix("0")
        or "0"
    )


class Outlines:
    """The outlines of index letters, all of one height and not wider than the index may be."""

    def __init__(self, font: Path) -> None:
        self._font: Any = import_module("fontTools.ttLib").TTFont(font)
        self._glyphs: Any = self._font.getGlyphSet()
        self._names: dict[int, str] = self._font.getBestCmap()
        self._bounds: Any = import_module("fontTools.pens.boundsPen").BoundsPen
        self._svg: Any = import_module("fontTools.pens.svgPathPen").SVGPathPen
        self._transform: Any = import_module("fontTools.pens.transformPen").TransformPen
        self._cap = self._box("K")[3]

    def _box(self, letter: str) -> tuple[float, float, float, float]:
        pen = self._bounds(self._glyphs)
        self._glyphs[self._names[ord(letter)]].draw(pen)
        x0, y0, x1, y1 = pen.bounds
        return x0, y0, x1, y1

    def path(self, text: str) -> tuple[str, float]:
        """The outline of an index with its upper left corner at 0, 0, and its width.

        Tails below the line (Q, Д) are squeezed into the height of the other letters.
        """
        boxes = [self._box(letter) for letter in text]
        starts, at = [], 0.0
        for x0, _, x1, _ in boxes:
            starts.append(at - x0)
            at += x1 - x0 + 110  # the two digits of 10 stand close
        low, high = min(b[1] for b in boxes), max(b[3] for b in boxes)
        down = INDEX_HEIGHT / (high - low if low < -100 else self._cap)
        across = min(INDEX_HEIGHT / self._cap, INDEX_WIDTH / (at - 110))
        pen = self._svg(self._glyphs, ntos=number)
        for letter, start in zip(text, starts, strict=True):
            matrix = (across, 0, 0, -down, start * across, high * down)
            self._glyphs[self._names[ord(letter)]].draw(self._transform(pen, matrix))
        width = round((at - 110) * across, 1)
        return re.sub(r"[ ,](?=-)", "", str(pen.getCommands())), width


def script(font: Path) -> str:
    """The text of ``deck.js``."""
    outlines = Outlines(font)

    def data(value: object) -> str:
        return json.dumps(value, separators=(",", ":"), ensure_ascii=False)

    latin = [outlines.path(letter) for letter in LATIN]
    russian = {r: outlines.path(letter) for r, letter in RUSSIAN.items()}
    return TEMPLATE.read_text(encoding="utf-8") % {
        "suits": data(SUITS),
        "latin": data([d for d, _ in latin]),
        "latin_widths": data([round(width) for _, width in latin]),
        "russian": data({r: d for r, (d, _) in russian.items()}),
        "russian_widths": data([round(width) for _, width in russian.values()]),
        "hats": data(HATS),
        "courts": data(COURTS),
        "features": FEATURES,
        "pips": data(PIPS),
        "backs": data(BACKS),
        "patterns": data(PATTERNS),
        "strings": STRINGS,
        "harp": HARP,
    }


def main() -> int:
    """Write the deck, or check it."""
    parser = argparse.ArgumentParser(description="Draw the deck of the page.")
    parser.add_argument("--font", type=Path, help=f"{FONT_NAME} (found by itself on most systems)")
    parser.add_argument(
        "--check", action="store_true", help="only say whether deck.js is up to date"
    )
    options = parser.parse_args()
    font = options.font or next(
        (folder / FONT_NAME for folder in FONT_FOLDERS if (folder / FONT_NAME).exists()), None
    )
    if font is None:
        parser.error(f"{FONT_NAME} is not found; install fonts-dejavu or say --font")
    text = script(font)
    if options.check:
        if TARGET.read_text(encoding="utf-8") == text:
            return 0
        print(f"{TARGET.name} differs from what this script draws: run it", file=sys.stderr)
        return 1
    TARGET.write_text(text, encoding="utf-8")
    packed = len(gzip.compress(text.encode(), 9))
    print(f"{TARGET.name}: {len(text.encode())} bytes, {packed} packed")
    return 0


if __name__ == "__main__":
    sys.exit(main())
