"""The examples of the rule text, set up: a small table for each, with the piles that matter."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from arfa.cards import suit
from arfa.deals import Deal
from arfa.engine.game import Game
from arfa.engine.moves import REDEAL, Move
from arfa.engine.position import Position
from arfa.engine.state import State
from arfa.errors import ArfaError
from arfa.rules.file import Example
from arfa.rules.load import GameSpec, choose, game_ids, load_game


class ExampleUnknown(ArfaError):  # noqa: N818  (nothing is broken)
    """There is no such example."""


class Stage(NamedTuple):
    """An example on the table."""

    position: Position
    """The position of the example, the caller's own: it may be played on."""
    shown: tuple[str, ...]
    """The piles that matter, in the order of the patience; of a deal all of them."""
    full: bool
    """Whether it is a deal, with all its cards, and not a position that was made up."""

    def offered(self) -> list[Move]:
        """The legal moves between piles that are shown."""
        game, state = self.position.game, self.position.state
        return [
            move
            for move in self.position.legal_moves()
            if self.full or set(_touched(game, state, move)) <= set(self.shown)
        ]


def named(spec: GameSpec, name: str) -> Example:
    """The example of a name: the numbers of its sentence and within it, ``12.0``.  Raises :class:`ExampleUnknown`."""
    numbers = [int(n) for n in name.split(".") if n.isdecimal() and n.isascii() and len(n) < 4]
    try:
        sentence, number = numbers
        return spec.file.text[sentence].examples[number]
    except (ValueError, IndexError) as error:
        raise ExampleUnknown("example-unknown") from error


def stage(spec: GameSpec, example: Example) -> Stage:
    """Set up an example of a patience; the variants chosen in ``spec`` do not count, the example has its own.

    Raises :class:`~arfa.errors.ArfaError` for one that cannot be set up; a test sees that ours can.
    """
    game = _game(spec, example.variants)
    if example.deal:
        deal = Deal.parse(example.deal, game.spec)
        return Stage(game.start(deal.deck(game.rules)), game.pile_names, full=True)
    position = Position.parse(example.position, game, partial=True)
    return Stage(position, tuple(_shown(position, example)), full=False)


def moved_together(places: Mapping[str, tuple[float, float]]) -> dict[str, tuple[float, float]]:
    """The places of the piles that are shown, without the gaps where others lay, from (0, 0) on."""
    xs = _closed([x for x, _ in places.values()], 1.16)
    ys = _closed([y for _, y in places.values()], 1.18)
    return {name: (xs[x], ys[y]) for name, (x, y) in places.items()}


def _closed(places: list[float], widest: float) -> dict[float, float]:
    """New places in the same order: the first is 0, and no step is wider than that."""
    found: dict[float, float] = {}
    at, last = 0.0, None
    for place in sorted(set(places)):
        at += 0 if last is None else min(place - last, widest)
        found[place], last = round(at, 4), place
    return found


def _game(spec: GameSpec, variants: str) -> Game:
    name = "+".join(filter(None, (spec.id, variants)))
    if spec.id in game_ids() and load_game(spec.id).file is spec.file:
        return Game.named(name)
    return Game(choose(spec.file, variants.split("+") if variants else []))


def _shown(position: Position, example: Example) -> Iterator[str]:
    game, state = position.game, position.state
    wanted = set(_named(game, example.position))
    wanted |= {game.pile_names[i] for i in game.foundations if len(state.piles[i]) > game.fixed[i]}
    for text in filter(None, (example.legal, example.illegal)):
        wanted |= set(_touched(game, state, Move.parse(text)))
    if example.legal:
        after = position.copy()
        after.push(Move.parse(example.legal))
        wanted |= set(_changed(game, state, after.state))
    if game.rules.grid is not None:
        wanted = set(_window(game, wanted))
    else:
        wanted |= set(_foundations(game, state, wanted))
    return (name for name in game.pile_names if name in wanted)


def _named(game: Game, text: str) -> Iterator[str]:
    """The piles for which a position names cards, or says that there are none."""
    for field in re.split(r"[/\n]", text):
        name, _, words = field.strip().partition(":")
        if name.strip() not in game.index and f"{name.strip()}0" not in game.index:
            continue
        cards = words.split()
        if game.rules.grid is not None:
            yield from (f"{name.strip()}{place}" for place in range(len(cards)))
        elif set(cards) - {"*", "?*"}:
            yield name.strip()


def _touched(game: Game, state: State, move: Move) -> Iterator[str]:
    """The piles that a move, legal or not, names or means."""
    if move == REDEAL:
        return
    hand = game.hand_letter
    for name in (move.src, move.dst):
        if name in game.index:
            yield name
        elif hand and name.startswith(hand) and hand in game.index:
            yield hand
    if move.dst in game.slots:
        source = state.piles[game.index[move.src]] if move.src in game.index else ()
        cards = source or [c for name, c in game.stock.hand(state) if name == move.src]
        for i in game.slots[move.dst].get(suit(cards[-1]) if cards else -1, ()):
            yield game.pile_names[i]


def _changed(game: Game, before: State, after: State) -> Iterator[str]:
    for name, old, new in zip(game.pile_names, before.piles, after.piles, strict=True):
        if old != new:
            yield name


def _foundations(game: Game, state: State, wanted: set[str]) -> Iterator[str]:
    """All foundations of a single deck or of a body, of two decks those of the suits that matter, if any does.

    A card that may begin one makes it matter: it leaves by itself, or is to be seen that it may.
    """
    begin = {cards[0] for cards in game.wanted}
    suits = {game.suits[game.index[n]] for n in wanted if game.index[n] in game.suits}
    suits |= {
        suit(c)
        for i, pile in enumerate(state.piles)
        if i not in game.suits
        for c in pile
        if c in begin
    }
    if not suits and not any(game.fixed.values()):
        return
    for i in game.foundations:
        if not game.twins or game.suits[i] in suits:
            yield game.pile_names[i]


def _window(game: Game, wanted: Iterable[str]) -> Iterator[str]:
    """The part of a grid in which the places lie: whole beginnings of rows, all of one length."""
    places = max((int(name[1:]) for name in wanted), default=0)
    for row in {name[0] for name in wanted}:
        yield from (f"{row}{place}" for place in range(places + 1))
