"""Write what ``docs/analysis.md`` says of the player who cannot see, and draw its picture, from what was measured.

    python -m tools.make_player_page [--check]

``--check`` only says whether the tables are what they should be.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from arfa.intervals import wilson
from tools.calibration import Tenth, tenths
from tools.measure_player import MEASURED

DOCS = Path(__file__).parent.parent / "docs"
PAGE = DOCS / "analysis.md"
PICTURE = DOCS / "pictures" / "calibration.svg"
NAMES = {
    "small-harp": "Small Harp",
    "black-harp": "Black Harp",
    "klondike+draw-3+worry-back": "Klondike draw 3, worry back",
    "big-harp": "Big Harp",
    "harp-9": "Nine-column Harp, 3 redeals",
    "harp-9+redeals=2": "Nine-column Harp, 2 redeals",
    "harp-9+redeals=1": "Nine-column Harp, 1 redeal",
}
PLAYERS = ("first", "greedy", "policy", "tree")
FEW = 100
"""A tenth with fewer decisions than that is left out of the picture."""


def title(row: dict[str, Any]) -> str:
    """What a row is called."""
    return NAMES[row["name"]] + (", only the top card seen" if row["knows"] == "top" else "")


def share(row: dict[str, Any] | None) -> str:
    """A share with its interval."""
    if row is None:
        return ""
    low, high = wilson(row["won"], row["games"])
    value = row["won"] / row["games"]
    places = 2 if row["games"] >= 5000 else 1
    return f"{100 * value:.{places}f} ({100 * low:.{places}f} to {100 * high:.{places}f})"


def rates(measured: Sequence[dict[str, Any]]) -> Iterable[str]:
    """The table of how often he wins."""
    found = {(row["name"], row["knows"], row["player"]): row for row in measured}
    yield "| patience | first legal move | greedy | policy alone | **thinking** | games | worlds | s a game |"
    yield "|---|---|---|---|---|---|---|---|"
    for row in measured:
        if row["player"] == "tree":
            simple = [
                share(found.get((row["name"], "spread", player)))
                if row["knows"] == "spread"
                else ""
                for player in PLAYERS[:3]
            ]
            yield (
                f"| {title(row)} | {' | '.join(simple)} | **{share(row)}** | {row['games']:,} | "
                f"{row['iterations']:,} | {row['seconds']:.2f} |"
            )


def calibration(measured: Sequence[dict[str, Any]]) -> Iterable[str]:
    """The table of what was said and what was won."""
    yield (
        "| patience | decisions | "
        + " | ".join(f"{k}0s" if k else "0 to 9" for k in range(10))
        + " |"
    )
    yield "|---|---|" + "---|" * 10
    for row in measured:
        if row["player"] == "tree":
            found = tenths(row["thought"])
            cells = [f"{100 * t.said:.1f}: {100 * t.won:.1f}" if t.decisions else "" for t in found]
            total = sum(t.decisions for t in found)
            yield f"| {title(row)} | {total:,} | {' | '.join(cells)} |"


def written(page: str, name: str, lines: Iterable[str]) -> str:
    """A page with what lies between the signs of a part written anew."""
    pattern = rf"(<!-- {name}: .*? -->\n).*?(\n<!-- /{name} -->)"
    text = "\n".join(lines)
    assert re.search(pattern, page, re.DOTALL), name
    return re.sub(pattern, lambda match: match[1] + text + match[2], page, flags=re.DOTALL)


def picture(measured: Sequence[dict[str, Any]]) -> str:
    """Small charts side by side: what was said, and the share that was won."""
    import vl_convert  # of the extra ``study``: only who draws needs it

    def points(row: dict[str, Any]) -> Iterable[dict[str, Any]]:
        for tenth in tenths(row["thought"]):
            if tenth.decisions >= FEW:
                yield {
                    "patience": title(row),
                    "said": 100 * tenth.said,
                    "won": 100 * tenth.won,
                    "decisions": tenth.decisions,
                }

    data = [point for row in measured if row["player"] == "tree" for point in points(row)]
    scale = {"scale": {"domain": [0, 100]}}
    ends = {"x": 0, "y": 0, "x2": 100, "y2": 100}
    diagonal = {
        "mark": {"type": "rule", "color": "#999", "strokeDash": [4, 3]},
        "encoding": {axis: {"datum": at} | (scale if at == 0 else {}) for axis, at in ends.items()},
    }
    dots = {
        "mark": {"type": "point", "filled": True, "opacity": 1, "color": "#1f6f54"},
        "encoding": {
            "x": {"field": "said", "type": "quantitative", "title": "said, %"} | scale,
            "y": {"field": "won", "type": "quantitative", "title": "won, %"} | scale,
            "size": {"field": "decisions", "type": "quantitative", "legend": None},
        },
    }
    chart = {
        "data": {"values": data},
        "facet": {"field": "patience", "type": "nominal", "title": None, "sort": None},
        "columns": 4,
        "spec": {"width": 170, "height": 170, "layer": [diagonal, dots]},
        "config": {"background": "white", "font": "sans-serif"},
    }
    return str(vl_convert.vegalite_to_svg(chart))


def worst(found: Sequence[Tenth]) -> float:
    """By how much the share that was won is off what was said, at most, from 0 to 1."""
    return max(abs(t.won - t.said) for t in found if t.decisions)


def main() -> int:
    """Run."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--check", action="store_true")
    asked = parser.parse_args()
    measured = json.loads(MEASURED.read_text("utf-8"))
    page = PAGE.read_text("utf-8")
    fresh = written(page, "rates", rates(measured))
    fresh = written(fresh, "calibration", calibration(measured))
    if asked.check:
        return int(fresh != page)
    PAGE.write_text(fresh, "utf-8")
    PICTURE.write_text(picture(measured), "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
