"""Decks as text: read in any usual writing, written in one."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from arfa.cards import Card, card_text, parse_card
from arfa.errors import DeckError
from arfa.rules.dealing import pack
from arfa.rules.spec import Rules

MAX_TEXT = 10_000
"""How many characters are read at most; the longest deck in its widest writing is a tenth of it."""

_WORD = re.compile(r"[^\s,;|]+")
# The sign of a suit may be followed by a mark that makes it a letter or a picture.
_CARD = re.compile("(10|[1-9AaTtJjQqKk])([CcDdHhSs♣♦♥♠])[\ufe0e\ufe0f]?")
_NAMED = 5  # how many missing cards an error names


class Found(NamedTuple):
    """A card of a text and where it stands, both counted from 1."""

    card: Card
    line: int
    column: int


def deck_text(deck: Sequence[Card]) -> str:
    """A deck in its exact form, ``AS 9H TC ...``: one line, one space between cards, the first card dealt first."""
    return " ".join(map(card_text, deck))


def cards_in(text: str) -> Iterator[Found]:
    """The cards of a text one by one, between spaces, line ends, commas, semicolons or bars, or without any of them.

    Raises :class:`DeckError` at the first thing that is no card, with its line and column.
    """
    for number, line in enumerate(re.split(r"\r\n|\r|\n", text), start=1):
        for word in _WORD.finditer(line):
            at = word.start()
            while at < word.end():
                match = _CARD.match(line, at, word.end())
                if match is None:
                    found = line[at : min(word.end(), at + 20)]
                    raise DeckError("deck-text-card", found=found, line=number, column=at + 1)
                yield Found(parse_card(match[1] + match[2]), number, at + 1)
                at = match.end()


def parse_deck(text: str, rules: Rules) -> tuple[Card, ...]:
    """The deck that a text lists, the card that is dealt first being the first.

    Raises :class:`DeckError` for anything but the cards that this patience shuffles; nothing is half read.
    """
    if len(text) > MAX_TEXT:
        raise DeckError("deck-text-long", n=len(text), limit=MAX_TEXT)
    allowed = Counter(pack(rules))
    seen: dict[Card, list[Found]] = defaultdict(list)
    deck: list[Card] = []
    for found in cards_in(text):
        c, line, column = found
        if not allowed[c]:
            raise DeckError("deck-text-stranger", card=c, line=line, column=column)
        if len(seen[c]) == allowed[c]:
            first = seen[c][0]
            raise DeckError(
                "deck-text-again",
                card=c,
                line=line,
                column=column,
                first_line=first.line,
                first_column=first.column,
                allowed=allowed[c],
            )
        seen[c].append(found)
        deck.append(c)
    missing = sorted((allowed - Counter(deck)).elements())
    if missing:
        names = ", ".join(map(card_text, missing[:_NAMED])) + (
            ", ..." if len(missing) > _NAMED else ""
        )
        raise DeckError("deck-text-missing", n=len(deck), wanted=allowed.total(), missing=names)
    return tuple(deck)
