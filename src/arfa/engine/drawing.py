"""Positions as pictures: SVG with outlines and letters alone, for notebooks and documents."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from typing import TYPE_CHECKING, NamedTuple

from arfa.cards import Card, card_symbol, is_red

if TYPE_CHECKING:
    from arfa.engine.game import Game
    from arfa.engine.moves import Move
    from arfa.engine.position import Position
    from arfa.engine.state import State
    from arfa.rules.file import Layout

_WIDE, _HIGH = 44.0, 62.0
_EDGE = 8.0
_STEPS = {
    "none": (0.0, 0.0),
    "down": (0, 0.3),
    "up": (0, -0.3),
    "left": (-0.4, 0),
    "right": (0.4, 0),
}
"""How far each next card of a fan lies from the one before, in card sizes."""
_BACK_STEP = 0.5
"""A step over a card that lies face down, as a share of the usual one."""


class _Laid(NamedTuple):
    x: float
    y: float
    card: Card | None
    down: bool


def svg(game: Game, state: State) -> str:
    """A position as a picture; what lies face down shows its back."""
    laid = list(_laid(game, state))
    left, top = min(one.x for one in laid), min(one.y for one in laid)
    right, bottom = max(one.x for one in laid) + _WIDE, max(one.y for one in laid) + _HIGH
    width, height = right - left + 2 * _EDGE, bottom - top + 2 * _EDGE
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" height="{height:.0f}" '
        f'viewBox="{left - _EDGE:.1f} {top - _EDGE:.1f} {width:.1f} {height:.1f}" font-family="sans-serif">'
        f'<rect x="{left - _EDGE:.1f}" y="{top - _EDGE:.1f}" width="{width:.1f}" height="{height:.1f}" fill="#2f6b4f"/>'
        + "".join(map(_drawn, laid))
        + "</svg>"
    )


def film(position: Position, moves: Sequence[Move], every: int = 1) -> str:
    """A line of moves as pictures in HTML, one after every so many moves, with the moves above each.

    Raises :class:`~arfa.engine.position.IllegalMove`.
    """
    at = position.copy()
    parts = [f"<figure>{svg(at.game, at.state)}</figure>"]
    since: list[str] = []
    for number, move in enumerate(moves, 1):
        at.push(move)
        since.append(str(move))
        if number % every == 0 or number == len(moves):
            words = escape(" ".join(since))
            picture = svg(at.game, at.state)
            parts.append(f"<figure><figcaption>{number}: {words}</figcaption>{picture}</figure>")
            since.clear()
    return "".join(parts)


def _laid(game: Game, state: State) -> Iterator[_Laid]:
    for name, left, top, fan in _places(game.spec.layout):
        i = game.index.get(name)
        if i is None:
            continue
        cards, down = state.piles[i], game.face_down(state, name)
        x, y = left, top
        yield _Laid(x * _WIDE, y * _HIGH, None, down=False)
        dx, dy = _STEPS[fan]
        shown = range(len(cards)) if dx or dy else range(max(0, len(cards) - 1), len(cards))
        for k in shown:
            yield _Laid(x * _WIDE, y * _HIGH, cards[k], k < down)
            step = _BACK_STEP if k < down else 1
            x, y = x + step * dx, y + step * dy


def _places(layout: Layout) -> Iterator[tuple[str, float, float, str]]:
    for placing in layout.placings.values():
        for n, name in enumerate(placing.piles):
            yield name, placing.x + n * placing.dx, placing.y + n * placing.dy, placing.fan


def _drawn(one: _Laid) -> str:
    fill = "none" if one.card is None else "#31518f" if one.down else "#fff"
    line = "#7fae95" if one.card is None else "#444"
    box = (
        f'<rect x="{one.x:.1f}" y="{one.y:.1f}" width="{_WIDE:.0f}" height="{_HIGH:.0f}" rx="4" '
        f'fill="{fill}" stroke="{line}"/>'
    )
    if one.card is None or one.down:
        return box
    colour = "#b3261e" if is_red(one.card) else "#111"
    text = card_symbol(one.card)
    return f'{box}<text x="{one.x + 4:.1f}" y="{one.y + 15:.1f}" font-size="15" fill="{colour}">{text}</text>'
