"""Positions as text: the position part of PPN, lax in and one exact form out (``docs/notation.md``)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from arfa.cards import RANKS, SUITS, Card, card, card_text, rank, suit
from arfa.engine.game import Game
from arfa.engine.mechanics.groups import Groups
from arfa.engine.state import State
from arfa.errors import ArfaError
from arfa.rules.dealing import full_deck, taken_away

#: Longer texts are refused unread.
LIMIT = 20_000


class PositionError(ArfaError):
    """A text that is not a position; the message says where (line and column, from 1)."""


class Word(NamedTuple):
    """A word of the text and where it stands."""

    text: str
    line: int
    column: int

    def error(self, code: str, **values: object) -> PositionError:
        """An error at this word."""
        return PositionError(
            code, line=str(self.line), column=str(self.column), text=self.text[:20], **values
        )


def write(game: Game, state: State) -> str:
    """The one exact form: ``small-harp / f: 3C -- AH 2S / t1: 7s KD QS / ... / s: 4h / w: 5H``."""
    fields = [game.name]
    for letter, slots in game.slots.items():
        piles = [state.piles[i] for i in sorted(i for same in slots.values() for i in same)]
        fields.append(f"{letter}: " + " ".join(card_text(p[-1]) if p else "--" for p in piles))
    for k, i in enumerate(game.columns):
        pile, down = state.piles[i], state.down[k]
        words = [card_text(c, face_down=n < down) for n, c in enumerate(pile)]
        fields.append(f"{game.pile_names[i]}: " + (" ".join(words) or "--"))
    if game.rules.grid is not None:
        width = game.rules.grid.places
        for r in range(game.rules.grid.rows):
            row = state.piles[r * width : (r + 1) * width]
            words = [card_text(place[0]) if place else "--" for place in row]
            fields.append(f"{chr(ord('a') + r)}: " + " ".join(words))
    for i, name in enumerate(game.pile_names):
        kind = game.kind(name)
        if kind in ("stock", "hand"):
            words = [card_text(c, face_down=kind == "stock") for c in state.piles[i]]
            if words or name == "s" or len(name) == 1:
                fields.append(f"{name}: " + (" ".join(words) or "--"))
    if state.redeals:
        fields.append(f"redeals: {state.redeals}")
    if isinstance(game.stock, Groups) and state.free:
        fields.append("phase: free")
    if state.merciful:
        names = [game.pile_names[i] for k, i in enumerate(game.columns) if state.merciful >> k & 1]
        fields.append("mercy: " + " ".join(names))
    if state.breaches:
        fields.append(f"breaches: {state.breaches}")
    return " / ".join(fields)


def read(source: str, game: Game | None = None, *, partial: bool = False) -> tuple[Game, State]:
    """The patience and the state that a text describes.

    Fields stand in any order, one a line or with slashes between them; piles that are not named are empty; ``*``
    stands for all cards that are named nowhere, in the order of a new deck, and ``?*`` for the same face down in a
    column.  With ``partial``, cards that are named nowhere may be missing.  Raises :class:`PositionError`.
    """
    if len(source) > LIMIT:
        raise PositionError("text-too-long", n=len(source), limit=LIMIT)
    fields = list(_fields(source))
    if fields and fields[0][0] is None:
        words = fields.pop(0)[1]
        if len(words) > 1:
            raise words[1].error("position-field")
        game = game or Game.named(words[0].text.lower())
    if game is None:
        raise PositionError("position-no-game")
    return game, _Reader(game, fields).state(partial=partial)


def _fields(source: str) -> Iterator[tuple[Word | None, list[Word]]]:
    """The fields of a text: (key, words); the key is None for a field without a colon."""
    for number, line in enumerate(source.splitlines(), 1):
        start = 0
        for part in line.split("#")[0].split("/"):
            words = [
                Word(m[0], number, start + m.start() + 1) for m in re.finditer(r"[^\s:]+|:", part)
            ]
            start += len(part) + 1
            if not words:
                continue
            if len(words) > 1 and words[1].text == ":":
                yield words[0]._replace(text=words[0].text.lower()), words[2:]
            else:
                yield None, words


class _Reader:
    """Fills the piles of a game from the fields of a text."""

    def __init__(self, game: Game, fields: list[tuple[Word | None, list[Word]]]) -> None:
        self.game = game
        self.piles: dict[str, list[Card | None]] = {}  # None: to be filled by "*"
        self.down: dict[str, int] = {}
        self.numbers: dict[str, int] = {}
        self.mercy: list[str] = []
        self.free: bool | None = None
        self.rest: list[tuple[str, int, bool]] = []  # (pile, place, is a grid row)
        self.where: dict[Card, Word] = {}  # where a card was named last
        self.keys: dict[str, Word] = {}
        for key, words in fields:
            if key is None:
                raise words[0].error("position-field")
            if key.text in self.keys:
                raise key.error("position-twice")
            self.keys[key.text] = key
            self._field(key, words)

    def _field(self, key: Word, words: list[Word]) -> None:
        game, name = self.game, key.text
        if name in ("redeals", "breaches"):
            if len(words) != 1 or not re.fullmatch(r"[0-9]{1,4}", words[0].text):
                raise key.error("position-number")
            self.numbers[name] = int(words[0].text)
        elif name == "phase":
            if len(words) != 1 or words[0].text not in ("deal", "free"):
                raise key.error("position-phase")
            self.free = words[0].text == "free"
        elif name == "mercy":
            for word in words:
                if word.text not in game.column_number:
                    raise word.error("position-pile", pile=word.text)
                self.mercy.append(word.text)
        elif name in game.slots:
            self._foundations(name, words)
        elif game.rules.grid is not None and f"{name}0" in game.index:
            self._row(name, words)
        elif name in game.index and game.kind(name) != "foundation":
            self._pile(key, words)
        else:
            raise key.error("position-pile", pile=name)

    def _foundations(self, letter: str, words: list[Word]) -> None:
        """Top cards, each for a pile of its own suit; in the exact form every pile is listed in its order."""
        game = self.game
        free = sorted(i for same in game.slots[letter].values() for i in same)
        listed = len(words) == len(free)
        for position, word in enumerate(words):
            if word.text == "--":
                continue
            top, up = _card(word)
            fitting = [i for i in free if game.suits[i] == suit(top)]
            if listed:  # keep the written place where the suit allows it
                own = sorted(i for same in game.slots[letter].values() for i in same)[position]
                fitting = [own] if own in fitting else fitting
            ranks = game.rules.deck.ranks
            if not up or not fitting or rank(top) > ranks:
                raise word.error("position-foundation")
            i = fitting[0]
            free.remove(i)
            first = game.next_rank(i, 0)
            step = 1 if rank(top) >= first else -1
            pile = [card(r, suit(top)) for r in range(first, rank(top) + step, step)]
            self.piles[game.pile_names[i]] = list[Card | None](pile)
            self.where |= dict.fromkeys(pile, word)

    def _row(self, name: str, words: list[Word]) -> None:
        grid = self.game.rules.grid
        assert grid is not None
        if len(words) > grid.places:
            raise words[grid.places].error("position-row-long", n=grid.places)
        for place, word in enumerate(words):
            cell = f"{name}{place}"
            if word.text == "--":
                continue
            if word.text == "*":
                if word is not words[-1]:
                    raise word.error("position-star-last")
                if any(not is_row for _, _, is_row in self.rest):
                    raise word.error("position-star-twice")
                self.rest += [(f"{name}{p}", 0, True) for p in range(place, grid.places)]
                break
            c, up = _card(word)
            if not up:
                raise word.error("position-face-down")
            self.piles[cell] = [c]
            self.where[c] = word

    def _pile(self, key: Word, words: list[Word]) -> None:
        name = key.text
        kind = self.game.kind(name)
        pile: list[Card | None] = []
        down = 0
        c: Card | None
        for word in words:
            if word.text == "--":
                continue
            if word.text in ("*", "?*"):  # "?*": the rest face down
                if self.rest:  # there is one rest, and it is put in one place
                    raise word.error("position-star-twice")
                c, up = None, word.text == "*"
                self.rest.append((name, len(pile), False))
            else:
                c, up = _card(word)
                self.where[c] = word
            if kind == "column" and not up:
                if down < len(pile):
                    raise word.error("position-face-down")
                down += 1
            elif kind == "hand" and not up:
                raise word.error("position-face-down")
            pile.append(c)
        self.piles[name] = pile
        self.down[name] = down

    def state(self, *, partial: bool) -> State:
        game = self.game
        for i in game.foundations:  # dealt bases lie there even if the text does not say so
            if game.fixed[i] and game.pile_names[i] not in self.piles:
                self.piles[game.pile_names[i]] = [card(game.next_rank(i, 0), game.suits[i])]
        wanted = Counter(c for c in full_deck(game.rules) if not taken_away(game.rules, c))
        named = Counter(c for pile in self.piles.values() for c in pile if c is not None)
        extra = next(iter(named - wanted), None)
        if extra is not None:
            raise self.where[extra].error("position-extra", card=extra, n=named[extra])
        left = sorted((wanted - named).elements())
        if left and not self.rest and not partial:
            raise PositionError(
                "position-missing", text=" ".join(map(card_text, left[:5])), n=len(left)
            )
        if self.rest:
            self._fill(left)
        piles = tuple(
            tuple(c for c in self.piles.get(name, ()) if c is not None) for name in game.pile_names
        )
        down = tuple(self.down.get(game.pile_names[i], 0) for i in game.columns)
        if game.hand_letter == "o" and len(piles[game.index["o"]]) > 1:
            raise self.keys["o"].error("position-open-many")
        phased = isinstance(game.stock, Groups) and bool(piles[game.stock.s])
        free = not phased if self.free is None else self.free
        if free == phased:
            raise self.keys["phase"].error("position-phase-stock")
        merciful = sum(1 << game.column_number[name] for name in set(self.mercy))
        breaches = self.numbers.get("breaches", len(set(self.mercy)))
        self._check_numbers(breaches)
        return State(piles, down, self.numbers.get("redeals", 0), free, merciful, breaches)

    def _fill(self, left: list[Card]) -> None:
        """Put the cards that were not named where the stars stand."""
        for name, place, is_row in self.rest:
            if is_row:
                if left:
                    self.piles[name] = [left.pop(0)]
            else:
                if place < self.down.get(name, 0):
                    self.down[name] += len(left) - 1
                self.piles[name][place : place + 1] = left
                left = []
        if left:
            raise PositionError(
                "position-missing", text=" ".join(map(card_text, left[:5])), n=len(left)
            )

    def _check_numbers(self, breaches: int) -> None:
        rules = self.game.rules
        counted = (
            rules.grid.redeals if rules.grid is not None else getattr(rules.stock, "redeals", 0)
        )
        used = self.numbers.get("redeals", 0)
        limit = 0 if counted == "unlimited" else counted
        if used > limit:
            raise self.keys["redeals"].error("position-redeals", n=used, limit=limit)
        budget = {"off": 0, "per-space": len(self.game.columns)}.get(str(rules.mercy), rules.mercy)
        spaces = len(set(self.mercy))  # each breach has its own column where each may have one
        if breaches > int(budget) or spaces != (breaches if rules.mercy == "per-space" else 0):
            key = self.keys.get("breaches", self.keys.get("mercy"))
            assert key is not None
            raise key.error("position-breaches", n=breaches)


def _card(word: Word) -> tuple[Card, bool]:
    """A card of PPN: ``9S`` face up, ``9s`` face down but known."""
    text = "T" + word.text[2:] if word.text.startswith("10") else word.text
    if text == "??":
        raise word.error("position-unknown-card")
    if len(text) == 2 and text[0].upper() in RANKS and text[1].upper() in SUITS:
        value = card(RANKS.index(text[0].upper()) + 1, SUITS.index(text[1].upper()))
        return value, text[1].isupper()
    raise word.error("position-card")
