#!/usr/bin/env python3
"""Draw the deck: write ``src/arfa/web/static/deck.js``.

The page needs a pack that can be read at 30 px width and weighs next to nothing, so the deck is drawn
from outlines only: no fonts at run time, no pictures.  What the drawing keeps to:

* rank and suit fill a strip that ends at 26 % of the height, so that a fan may cover all the rest;
* no letter of an index has a tail that the next card would cut off (a cut Q reads as O);
* aces, numbers and courts differ in shape, not in colour alone: the courts are their own suit in a hat;
* the suits of the four-colour pack stay apart for every kind of colour blindness.

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

# The back: a harp, its frame and its strings.
HARP = "M37 106C27 86 26 58 33 36C41 28 46 43 56 43S69 32 77 40C78 46 76 49 72 53L40 107"
STRINGS = "M39 38V100M46 41V92M53 45V82M60 45V72M67 41V61"

SCRIPT = """\
// Written by tools/make_deck.py: change that, not this.
// Rank outlines from DejaVu Sans Condensed Bold; their licence is in deck.LICENSE.txt.

/**
 * How the pack looks.
 * @typedef {object} Look
 * @property {"lat" | "rus"} indices letters of the ranks: A J Q K or Т В Д К
 * @property {2 | 4} colours two colours, or one for each suit
 * @property {boolean} dark for a dark table: the paper shines less
 * @property {boolean} pips for big cards: as many pips as the number says
 * @property {"top" | "bottom" | "left" | "right"} side where the index is: what another card leaves free in a fan
 */

/** @type {Record<string, string>} */
const SUITS = %(suits)s;
const LATIN = %(latin)s;
/** @type {Record<number, string>} */
const RUSSIAN = %(russian)s;
/** @type {Record<number, string[]>} */
const HATS = %(hats)s;
/** @type {Record<number, number[][]>} */
const PIPS = %(pips)s;
/** @type {Record<string, string>} */
const TWO = { C: "#111", D: "#c00d0d", H: "#c00d0d", S: "#111" };
/** @type {Record<string, string>} */
const FOUR = { C: "#008060", D: "#0024b2", H: "#900", S: "#111" };
const RANKS = "A23456789TJQK";

/** @param {string} paper @param {string} inside */
const card = (paper, inside) =>
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 140">' +
  `<rect x=".8" y=".8" width="98.4" height="138.4" rx="8" fill="${paper}" stroke="#0006" stroke-width="1.6"/>` +
  `${inside}</svg>`;

/** @param {Look} look */
const paper = (look) => (look.dark ? "#e4dfd3" : "#fffefa");

/** @param {string} d @param {number} x @param {number} y @param {number | string} k @param {string} [more] */
const put = (d, x, y, k, more = "") =>
  `<path d="${d}" transform="translate(${x} ${y})scale(${k})"${more}/>`;

/**
 * The picture of an open card as SVG text.
 * @param {string} face rank and suit, "9S"
 * @param {Look} look
 */
export function face(face, look) {
  const rank = RANKS.indexOf(face[0]) + 1;
  const suit = face[1];
  const d = SUITS[suit];
  const index = (look.indices === "rus" && RUSSIAN[rank]) || LATIN[rank - 1];
  // What is below the strip is drawn around its middle, 50 87; beside an index at the side it is smaller.
  let body = "";
  if (rank > 10) {
    const [cloth, gold] = HATS[rank];
    body = put(d, 23, 80, 0.54) + put(cloth, 23, 48, 0.54) + put(gold, 23, 48, 0.54, ' fill="#c8901a"');
  } else if (look.pips && (look.side === "top" || look.side === "bottom") && rank > 1) {
    const k = rank < 4 ? 0.3 : rank < 9 ? 0.24 : 0.21;
    for (const [x, y] of PIPS[rank]) {
      const turn = y > 87 ? -1 : 1; // the lower half stands on its head, as on every pack
      body += put(d, x - 50 * k * turn, y - 50 * k * turn, k * turn);
    }
  } else {
    const k = rank === 1 && look.pips ? 0.74 : 0.66;
    body = put(d, 50 - 50 * k, 87 - 50 * k, k);
  }
  let corner = put(index, 6, 6, 1) + put(d, 62, 4.5, 0.32);
  if (look.side === "bottom") {
    corner = `<g transform="translate(0 99)">${corner}</g>`;
    body = `<g transform="translate(0 -33)">${body}</g>`;
  } else if (look.side !== "top") {
    const x = look.side === "left" ? 5 : 61;
    const narrow = rank === 10 ? 0.74 : 0.95;
    corner = put(index, x, 6, `${narrow} 1`) + put(d, x, 41, 0.32);
    body = `<g transform="translate(${look.side === "left" ? 27 : -1} 32)scale(.74)">${body}</g>`;
  }
  const colour = (look.colours === 4 ? FOUR : TWO)[suit];
  return card(paper(look), `<g fill="${colour}">${corner}${body}</g>`);
}

/**
 * The picture of a card that lies face down.
 * @param {Look} look
 */
export function back(look) {
  const ink = look.dark ? "#22385e" : "#27508f";
  return card(
    paper(look),
    `<rect x="6" y="6" width="88" height="128" rx="5" fill="${ink}"/>` +
      '<g fill="none" stroke="#fff" stroke-linejoin="round"><path d="M11 11H89V129H11Z' +
      'M11 30L30 11M70 11L89 30M89 110L70 129M30 129L11 110" stroke-opacity=".45" stroke-width="1.6"/>' +
      '<path d="%(strings)s" stroke-opacity=".7" stroke-width="1.6"/>' +
      '<path d="%(harp)s" stroke="#eec95c" stroke-width="5.5"/></g>',
  );
}

/**
 * The outline of a suit alone, as SVG text.
 * @param {string} suit "C", "D", "H" or "S"
 * @param {string} colour
 */
export const pip = (suit, colour) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"><path fill="${colour}" d="${SUITS[suit]}"/></svg>`;
"""


def number(value: float) -> str:
    """A coordinate as short as it can be written."""
    return f"{value:.1f}".rstrip("0").rstrip(".").replace("-0.", "-.").removeprefix("0") or "0"


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

    def path(self, text: str) -> str:
        """The outline of an index with its upper left corner at 0, 0.

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
        return re.sub(r"[ ,](?=-)", "", str(pen.getCommands()))


def script(font: Path) -> str:
    """The text of ``deck.js``."""
    outlines = Outlines(font)

    def data(value: object) -> str:
        return json.dumps(value, separators=(", ", ": "), ensure_ascii=False)

    return SCRIPT % {
        "suits": data(SUITS),
        "latin": data([outlines.path(r) for r in LATIN]),
        "russian": data({r: outlines.path(letter) for r, letter in RUSSIAN.items()}),
        "hats": data(HATS),
        "pips": data(PIPS),
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
