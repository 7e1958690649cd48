"""Pictures of a study as SVG, drawn by Vega-Lite."""

from __future__ import annotations

from typing import Any

GREEN = "#1f6f54"


def axis(name: str, title: str, scale: str = "linear") -> dict[str, Any]:
    """An axis for numbers."""
    return {"field": name, "type": "quantitative", "title": title, "scale": {"type": scale}}


def drawn(points: list[dict[str, Any]], height: int = 240, **spec: Any) -> str:
    """The picture of some points; ``spec``: mark and encoding, or layers."""
    import vl_convert

    whole = {
        "width": 560,
        "height": height,
        "data": {"values": points},
        "config": {"background": "white", "font": "sans-serif"},
        **spec,
    }
    return str(vl_convert.vegalite_to_svg(whole))
