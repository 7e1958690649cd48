"""How the figures of a study are told, and the text of a report as a page of HTML that stands alone."""

from __future__ import annotations

import html
import re
import shlex
from collections.abc import Iterable
from pathlib import Path


def percent(value: float) -> str:
    """A share as it is told."""
    return f"{100 * value:.3f} %"


def interval(ends: tuple[float, float]) -> str:
    """An interval of shares."""
    return f"{100 * ends[0]:.3f} to {100 * ends[1]:.3f} %"


def call(what: str, *words: str | Path) -> str:
    """A call of ``arfa study`` as a shell takes it."""
    return shlex.join(["arfa", "study", what, *map(str, words)])


def so_far(done: int, deals: int) -> str:
    """A warning to whoever looks before the end."""
    return (
        f"**{done:,} of {deals:,} deals so far.** The usual intervals are for one look, at a number of deals that was "
        "fixed beforehand: whoever looks again and again and stops when the figure pleases has a wrong one."
    )


def page(title: str, text: str, pictures: Iterable[str]) -> str:
    """A text of headings, paragraphs, tables and blocks of code as a page of HTML with everything in it."""
    body, rows, code = [], list[str](), list[str]()
    in_code = False

    def close() -> None:
        if rows:
            body.append(f"<table>{''.join(rows)}</table>")
            rows.clear()

    for line in text.splitlines():
        if line.startswith("```"):
            if in_code:
                body.append(f"<pre>{html.escape(chr(10).join(code))}</pre>")
                code.clear()
            in_code = not in_code
            continue
        if in_code:
            code.append(line)
            continue
        if line.startswith("|---"):
            continue
        if line.startswith("|"):
            cells = (_told(cell.strip()) for cell in line.strip("|").split("|"))
            kind = "td" if rows else "th"
            rows.append("<tr>" + "".join(f"<{kind}>{cell}</{kind}>" for cell in cells) + "</tr>")
            continue
        close()
        level = len(line) - len(line.lstrip("#"))
        if level:
            body.append(f"<h{level}>{_told(line[level:].strip())}</h{level}>")
        elif line:
            body.append(f"<p>{_told(line)}</p>")
    close()
    return (
        f'<!doctype html><html lang="en"><meta charset="utf-8"><title>{html.escape(title)}</title>'
        "<style>body{font:16px/1.5 sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}"
        "table{border-collapse:collapse;margin:1rem 0}td,th{border:1px solid #bbb;padding:.2rem .6rem;text-align:right}"
        "td:first-child{text-align:left}code{overflow-wrap:anywhere}pre{background:#f4f4f4;padding:.5rem;overflow:auto}svg{max-width:100%;height:auto}"
        "</style>" + "".join(body) + "".join(pictures) + "</html>\n"
    )


def _told(text: str) -> str:
    """A piece of text with its names and what is said with stress."""
    text = re.sub(r"`([^`]*)`", r"<code>\1</code>", html.escape(text))
    return re.sub(r"\*\*(.*?)\*\*", r"<b>\1</b>", text)
