"""A deal: which deck a patience is played with, named so that it can be typed, shared and stored."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from arfa.cards import Card
from arfa.deals import permutation
from arfa.deals.daily import EASY_NUMBERS, daily_number, day_of
from arfa.deals.errors import CodeError, DealError
from arfa.deals.pysol import LAST_NUMBER, pysol_deck, require_board
from arfa.deals.shuffle import NUMBERS, numbered_deck
from arfa.deals.text import MAX_TEXT, parse_deck
from arfa.rules.dealing import check_deck, pack
from arfa.rules.load import GameSpec
from arfa.rules.spec import Rules

Scheme = Literal["ours", "pysol", "exact"]
"""What the number of a deal counts."""
SCHEMES: tuple[Scheme, ...] = ("ours", "pysol", "exact")
"""In the order of the share codes."""

_PREFIXES: dict[str, Scheme] = {"pysol": "pysol", "perm": "exact"}
_MAX_DIGITS = 400
_DECK_BEGINS = "123456789ATJQK"


@dataclass(frozen=True, slots=True)
class Deal:
    """A scheme and a number; with the rules of a patience they give a deck.

    ``ours``: a numbered shuffle (:mod:`arfa.deals.shuffle`); ``pysol``: PySolFC's board of that number
    (:mod:`arfa.deals.pysol`); ``exact``: the number of the order itself (:mod:`arfa.deals.permutation`).
    Raises :class:`DealError` for a number that the scheme does not have.
    """

    scheme: Scheme
    number: int

    def __post_init__(self) -> None:
        if self.scheme == "ours" and not 0 <= self.number < NUMBERS:
            raise DealError("deal-number", found=_shown(self.number), last=NUMBERS - 1)
        if self.scheme == "pysol" and not 1 <= self.number <= LAST_NUMBER:
            raise DealError("deal-pysol-number", found=_shown(self.number), last=LAST_NUMBER)
        if self.scheme == "exact" and not 0 <= self.number < 10**_MAX_DIGITS:
            raise DealError("deal-exact", found=_shown(self.number), digits=_MAX_DIGITS)

    @classmethod
    def random(cls) -> Deal:
        """A deal that nobody can foresee, with a number of at most nine figures."""
        return cls("ours", secrets.randbelow(EASY_NUMBERS))

    @classmethod
    def of_deck(cls, deck: Sequence[Card], rules: Rules) -> Deal:
        """The deal of a deck given card by card.  Raises :class:`~arfa.errors.DeckError` for a wrong deck."""
        check_deck(rules, deck)
        return cls("exact", permutation.rank(deck))

    @classmethod
    def parse(cls, text: str, game: GameSpec | Rules | None = None) -> Deal:
        """Read what a person types or pastes: ``12345``, ``pysol:1``, ``perm:67``, ``daily``, a share code, or a deck.

        ``game`` is the patience that the deal is for: a deck and a deal of the day cannot be read without it, and a
        share code must be its own.  Raises :class:`DealError` or, for a deck, :class:`~arfa.errors.DeckError`.
        """
        word = text.strip() if len(text) <= MAX_TEXT else text[:MAX_TEXT].strip()
        day = day_of(word)
        if day is not None:
            if not isinstance(game, GameSpec):
                raise DealError("deal-needs-game")
            return cls("ours", daily_number(game.file, day))
        head, sign, tail = word.partition(":")
        if sign:
            scheme = _PREFIXES.get(head.strip().lower())
            if scheme is None:
                raise DealError("deal-unknown", found=word[:40])
            return cls(scheme, _whole(tail.strip()))
        figures = word.removeprefix("#").removeprefix("№").strip()
        if figures.isascii() and figures.isdigit():
            return cls("ours", _whole(figures))

        from arfa.deals.code import decode, may_be_code  # here, since a code holds a deal

        rules = game.rules if isinstance(game, GameSpec) else game
        if may_be_code(word):
            spec, deal = decode(text)
            if rules is not None and spec.rules != rules:
                wanted = game.name if isinstance(game, GameSpec) else "-"
                raise CodeError("code-other", found=spec.name, wanted=wanted)
            return deal
        if word[:1].upper() not in tuple(_DECK_BEGINS):
            raise DealError("deal-unknown", found=word[:40])
        if rules is None:
            raise DealError("deal-needs-game")
        return cls("exact", permutation.rank(parse_deck(text, rules)))

    def check(self, rules: Rules) -> None:
        """Raise :class:`DealError` when a patience with these rules does not have this deal."""
        if self.scheme == "pysol":
            require_board(rules)
        if self.scheme == "exact":
            orders = permutation.permutations(pack(rules))
            if self.number >= orders:
                raise DealError("deal-exact-range", found=_shown(self.number), last=orders - 1)

    def deck(self, rules: Rules) -> tuple[Card, ...]:
        """The cards in dealing order, for ``Game.start``.  Raises :class:`DealError`."""
        self.check(rules)
        if self.scheme == "ours":
            return numbered_deck(rules, self.number)
        if self.scheme == "pysol":
            return pysol_deck(rules, self.number)
        return permutation.unrank(pack(rules), self.number)

    def __str__(self) -> str:
        """``12345``, ``pysol:1`` or ``perm:67``: what :meth:`parse` reads for every patience."""
        prefix = {scheme: f"{word}:" for word, scheme in _PREFIXES.items()}.get(self.scheme, "")
        return f"{prefix}{self.number}"


def _shown(number: int) -> str:
    """A number that may be too long to be shown as a whole."""
    if abs(number) >= 10**_MAX_DIGITS:
        return "..."
    text = str(number)
    return text if len(text) <= 40 else f"{text[:40]}..."


def _whole(text: str) -> int:
    """A whole number written in figures."""
    if not (text.isascii() and text.isdigit() and len(text) <= _MAX_DIGITS):
        raise DealError("deal-figures", found=text[:40])
    return int(text)
