"""Positions as pictures: every open card is there once, nothing that lies face down, and a film of a line."""

from __future__ import annotations

import re
from collections import Counter
from xml.etree import ElementTree

import pytest

from arfa import Deal, Game, solve
from arfa.cards import card_symbol
from arfa.engine.drawing import film, svg
from arfa.rules.load import game_ids


def faces(picture: str) -> Counter[str]:
    """The cards that a picture shows."""
    return Counter(re.findall(r">([^<>]+)</text>", picture))


@pytest.mark.parametrize("name", game_ids())
def test_what_lies_open_is_shown_and_nothing_else(name: str) -> None:
    game = Game.named(name)
    position = game.start(Deal("ours", 5).deck(game.rules))
    picture = position._repr_svg_()
    root = ElementTree.fromstring(picture)
    assert root.tag.endswith("svg")
    fanned = {
        pile
        for placing in game.spec.layout.placings.values()
        for pile in placing.piles
        if placing.fan != "none"
    }
    wanted: Counter[str] = Counter()
    for pile in game.pile_names:
        cards, down = position.cards(pile), position.face_down(pile)
        open_cards = cards[down:] if pile in fanned else cards[max(down, len(cards) - 1) :]
        wanted.update(card_symbol(card) for card in open_cards)
    assert faces(picture) == wanted
    left, top, width, height = map(float, root.attrib["viewBox"].split())
    for box in root.iter("{http://www.w3.org/2000/svg}rect"):
        x, y = float(box.attrib["x"]), float(box.attrib["y"])
        assert left <= x + 0.1
        assert top <= y + 0.1
        assert x + float(box.attrib["width"]) <= left + width + 0.2
        assert y + float(box.attrib["height"]) <= top + height + 0.2


def test_hidden_cards_leave_no_trace() -> None:
    game = Game.named("small-harp")
    position = game.start(Deal("ours", 5).deck(game.rules))
    piles = list(position.state.piles)
    stock = game.index["s"]
    piles[stock] = piles[stock][::-1]
    assert svg(game, position.state._replace(piles=tuple(piles))) == svg(game, position.state)


def test_a_line_is_a_film() -> None:
    game = Game.named("small-harp+small-5x4")
    for number in range(20):
        position = game.start(Deal("ours", number).deck(game.rules))
        line = solve(position).line
        if line:
            break
    shown = film(position, line, every=5)
    assert shown.count("<svg") == 1 + -(-len(line) // 5)
    assert f"<figcaption>{len(line)}: " in shown
    assert position == game.start(Deal("ours", number).deck(game.rules))
