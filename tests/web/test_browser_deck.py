"""The deck: light, and read at the smallest size by every eye."""

from __future__ import annotations

import gzip
import re
import subprocess
import sys
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from arfa.cards import SUITS
from tests.web.tables import Sit
from tools import make_deck

pytestmark = pytest.mark.browser

ROOT = Path(__file__).parents[2]
DECK = ROOT / "src" / "arfa" / "web" / "static" / "deck.js"
RANK = 0.2  # of a card's height: the glyph of the rank
STRIP = {
    False: 0.265,
    True: 0.335,
}  # of a card's height: what a fan leaves free; large indices have more

LOOKS = """async () => {
    const { face, back, pip } = await import("./deck.js");
    const found = [];
    const box = document.createElement("div");
    document.body.append(box);
    for (const indices of ["lat", "rus"])
    for (const colours of [2, 4])
    for (const tone of ["light", "dark", "contrast"])
    for (const [side, ratio, large] of [["top", 1.4, false], ["top", 1.4, true], ["bottom", 1.4, false],
        ["left", 1.4, false], ["right", 1.4, false], ["top", 2.3, false], ["top", 1.1, false]])
    for (const card of ["AC", "2D", "TH", "JS", "QC", "KD"]) {
        const text = face(card, { indices, colours, tone, pips: false, side, ratio, large });
        box.innerHTML = text;
        const svg = box.firstChild;
        const [width, height] = svg.getAttribute("viewBox").split(" ").slice(2).map(Number);
        const [rank, suit] = [...svg.querySelectorAll("g[fill] path")].map((path) => {
            const { x, y, width, height } = path.getBBox();
            const m = svg.getScreenCTM().inverse().multiply(path.getScreenCTM());
            return { x: x * m.a + m.e, y: y * m.d + m.f, width: width * m.a, height: height * m.d };
        });
        const ground = svg.querySelector("svg > path");
        found.push({ card, side, ratio, large, colours, tone, width, height, rank, suit,
            paper: svg.querySelector("rect").getAttribute("fill"), tint: ground?.getAttribute("fill") ?? null,
            ink: svg.querySelector("g[fill]").getAttribute("fill") });
    }
    box.remove();
    return found;
}"""


def test_an_index_can_be_read_on_every_card(sit: Sit) -> None:
    """Every look of every kind of card: how big rank and suit are, where they are, and how they stand out."""
    table = sit("en")
    looks: list[dict[str, Any]] = table.page.evaluate(LOOKS)
    assert len(looks) == 2 * 2 * 3 * 7 * 6
    inks: dict[tuple[int, str], set[str]] = {}
    for look in looks:
        rank, suit, height = look["rank"], look["suit"], look["height"]
        assert rank["height"] >= RANK * height, look
        for part in (rank, suit):
            assert part["x"] >= 1, look
            assert part["x"] + part["width"] <= 99, look
            assert part["y"] >= 1, look
            assert part["y"] + part["height"] <= height - 1, look
        strip = STRIP[look["large"]] * height
        if look["ratio"] == 1.4 and look["side"] == "top":
            assert rank["y"] + rank["height"] <= strip, look
            assert suit["x"] >= rank["x"] + rank["width"], look
        elif look["side"] == "bottom":
            assert rank["y"] >= height - strip, look
        elif look["side"] == "left":
            assert rank["x"] + rank["width"] <= 40, look
        elif look["side"] == "right":
            assert rank["x"] >= 60, look
        assert contrast(look["ink"], look["paper"]) >= 4.5, look
        if look["tint"]:
            assert contrast(look["ink"], look["tint"]) >= 4.5, look
        # With four colours red suits are told from black ones by more than their colours.
        assert bool(look["tint"]) is (look["colours"] == 4 and look["card"][1] in "DH"), look
        inks.setdefault((look["colours"], look["card"][1]), set()).add(look["ink"])
    assert all(len(found) == 1 or suit == "C" for (_, suit), found in inks.items())
    for one, other in combinations(SUITS, 2):
        assert not inks[4, one] & inks[4, other]
        assert (inks[2, one] == inks[2, other]) is ((one in "DH") is (other in "DH"))


def contrast(one: str, other: str) -> float:
    """The contrast of two colours by WCAG."""
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def luminance(colour: str) -> float:
    """How light ``#123`` or ``#123456`` is."""
    digits = colour.removeprefix("#")
    digits = "".join(2 * digit for digit in digits) if len(digits) == 3 else digits
    parts = [int(digits[i : i + 2], 16) / 255 for i in (0, 2, 4)]
    red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def test_the_deck_is_light_and_draws_with_outlines_alone() -> None:
    text = DECK.read_text("utf-8")
    assert len(gzip.compress(text.encode(), 9)) <= 6 * 1024
    assert not re.search(r"<text|font-family|xlink|https?://(?!www\.w3\.org/2000/svg)", text)


@pytest.mark.skipif(
    not any((folder / make_deck.FONT_NAME).exists() for folder in make_deck.FONT_FOLDERS),
    reason=f"{make_deck.FONT_NAME} is not on this machine",
)
def test_the_deck_is_what_its_tool_draws() -> None:
    made = subprocess.run(
        [sys.executable, "tools/make_deck.py", "--check"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert made.returncode == 0, made.stderr


def test_every_colour_of_the_table_stands_out(sit: Sit) -> None:
    """Text of the page 4.5 to 1 and marks 3 to 1, in every theme."""
    table = sit("en")
    names = ("felt", "felt-edge", "bar", "on-felt", "soft", "page", "panel", "ink", "dim", "accent")
    for theme in ("light", "dark", "contrast"):
        colours: dict[str, str] = table.page.evaluate(
            """([theme, names]) => {
                document.documentElement.dataset.theme = theme;
                const style = getComputedStyle(document.documentElement);
                return Object.fromEntries([...names, "on-accent", "gold", "warn"]
                    .map((name) => [name, style.getPropertyValue(`--${name}`).trim()]));
            }""",
            [theme, names],
        )
        for text, ground in (
            ("on-felt", "bar"),
            ("soft", "bar"),
            ("on-felt", "felt"),
            ("ink", "page"),
            ("ink", "panel"),
            ("dim", "page"),
            ("dim", "panel"),
            ("on-accent", "accent"),
            ("accent", "page"),
            ("accent", "panel"),
        ):
            assert contrast(colours[text], colours[ground]) >= 4.5, (theme, text, ground)
        for mark in ("gold", "warn"):
            for ground in ("felt", "felt-edge", "bar"):
                assert contrast(colours[mark], colours[ground]) >= 3, (theme, mark, ground)
