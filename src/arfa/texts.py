"""Words for people, in Russian and English, through catalogues.

A template is a :meth:`str.format` text whose fields know grammar: ``{card:acc}`` is the card in the
accusative, ``{n:ход|хода|ходов}`` a number with the right form of its noun.  Each language of
``locale/`` is one flat JSON file; a test fails where a key is missing in one of them.
"""

from __future__ import annotations

import json
from functools import cache
from pkgutil import get_data
from typing import Any

from arfa.cards import is_red, rank, suit
from arfa.errors import Message

LANGUAGES = ("ru", "en")

_RANKS_RU = (
    "туз двойка тройка четвёрка пятёрка шестёрка семёрка восьмёрка девятка десятка валет дама король"
).split()
_RANKS_RU_ACC = (
    "туза двойку тройку четвёрку пятёрку шестёрку семёрку восьмёрку девятку десятку валета даму короля"
).split()
_RANKS_RU_GEN = (
    "туза двойки тройки четвёрки пятёрки шестёрки семёрки восьмёрки девятки десятки валета дамы короля"
).split()
_SUITS_RU = ("треф", "бубен", "червей", "пик")
_RANKS_EN = "ace two three four five six seven eight nine ten jack queen king".split()
_SUITS_EN = ("clubs", "diamonds", "hearts", "spades")
_MASCULINE = {1, 11, 13}  # туз, валет, король; the other ranks are feminine in Russian
_RED_RU = {"m": "красный красного красного", "f": "красная красную красной"}
_BLACK_RU = {"m": "чёрный чёрного чёрного", "f": "чёрная чёрную чёрной"}
_CASES = ("nom", "acc", "gen")


def plural_form(n: int, lang: str) -> int:
    """Which form a number takes: ru 0 one (1, 21), 1 few (2-4), 2 many (0, 5-20); en 0 one, 1 other."""
    n = abs(n)
    if lang != "ru":
        return 0 if n == 1 else 1
    if n % 10 == 1 and n % 100 != 11:
        return 0
    if n % 10 in (2, 3, 4) and n % 100 not in (12, 13, 14):
        return 1
    return 2


def rank_name(r: int, lang: str, case: str = "nom") -> str:
    """The name of a rank (1..13); the case (nom, acc, gen) matters in Russian only."""
    if lang != "ru":
        return _RANKS_EN[r - 1]
    return (_RANKS_RU, _RANKS_RU_ACC, _RANKS_RU_GEN)[_CASES.index(case or "nom")][r - 1]


def suit_name(s: int, lang: str) -> str:
    """The name of a suit: ``spades``; in Russian the genitive plural, ``пик``."""
    return (_SUITS_RU if lang == "ru" else _SUITS_EN)[s]


def card_name(c: int, lang: str, case: str = "nom") -> str:
    """A card in words: ``nine of spades``, ``девятка пик``, accusative ``девятку пик``."""
    if lang != "ru":
        return f"{_RANKS_EN[rank(c) - 1]} of {_SUITS_EN[suit(c)]}"
    return f"{rank_name(rank(c), lang, case)} {_SUITS_RU[suit(c)]}"


class _Card:
    """A card in a template; cases ``nom acc gen``, and ``class`` / ``class-acc`` for «красная девятка»."""

    def __init__(self, c: int, lang: str) -> None:
        self.c, self.lang = c, lang

    def __format__(self, spec: str) -> str:
        if spec == "colour":
            return _colour(rank(self.c), is_red(self.c), self.lang, "nom")
        if not spec.startswith("class"):
            return card_name(self.c, self.lang, spec or "nom")
        return coloured_rank(rank(self.c), is_red(self.c), self.lang, spec[6:] or "nom")

    def __str__(self) -> str:
        return card_name(self.c, self.lang)


class _Parent:
    """What a card may be built on, as a colour and a rank: «чёрная десятка», "a black ten"."""

    def __init__(self, value: tuple[int, bool], lang: str) -> None:
        self.value, self.lang = value, lang

    def __format__(self, spec: str) -> str:
        return coloured_rank(self.value[0], self.value[1], self.lang, spec or "nom")


class _Rank:
    def __init__(self, r: int, lang: str) -> None:
        self.r, self.lang = r, lang

    def __format__(self, spec: str) -> str:
        return rank_name(self.r, self.lang, spec or "nom")


class _Suit:
    def __init__(self, s: int, lang: str) -> None:
        self.s, self.lang = s, lang

    def __format__(self, spec: str) -> str:
        return suit_name(self.s, self.lang)


class _Number:
    """A number; ``{n:move|moves}`` prints it with the form of the noun, ``{n}`` alone."""

    def __init__(self, n: int, lang: str) -> None:
        self.n, self.lang = n, lang

    def __format__(self, spec: str) -> str:
        if "|" not in spec:
            return format(self.n, spec)
        return f"{self.n} {spec.split('|')[plural_form(self.n, self.lang)]}"


class _Pile:
    """A pile by its name; the catalogue says it in words (``pile-t``: «столбец {n}»)."""

    def __init__(self, name: str, lang: str) -> None:
        self.name, self.lang = name, lang

    def __format__(self, spec: str) -> str:
        return pile_name(self.name, self.lang, spec or "nom")


class _Cell:
    """A place of a grid: ``d3`` is row 4, place 3 (the front is place 0)."""

    def __init__(self, name: str, lang: str) -> None:
        self.name, self.lang = name, lang

    def __format__(self, spec: str) -> str:
        row, place = ord(self.name[0]) - ord("a") + 1, self.name[1:]
        return catalogue(self.lang)["cell"].format(row=row, place=place)


def coloured_rank(r: int, red: bool, lang: str, case: str = "nom") -> str:
    """A class of cards in words: ``red nine``, «красная девятка», accusative «красную девятку»."""
    return f"{_colour(r, red, lang, case)} {rank_name(r, lang, case)}"


def _colour(r: int, red: bool, lang: str, case: str) -> str:
    """The colour of a card of a rank; in Russian it agrees with the rank: «чёрный валет», «чёрная дама»."""
    if lang != "ru":
        return "red" if red else "black"
    gender = "m" if r in _MASCULINE else "f"
    return (_RED_RU if red else _BLACK_RU)[gender].split()[_CASES.index(case)]


def pile_name(name: str, lang: str, case: str = "nom") -> str:
    """A pile in words (nom, acc): ``t3`` is "column 3", «столбец 3»; whole names may be listed too."""
    texts = catalogue(lang)
    suffix = "" if case == "nom" else f"-{case}"
    letter, number = name[:1], name[1:]
    # A card of a row is called by its number, the row as a whole has a name without one.
    numbered = (f"pile-{letter}-n{suffix}",) if number else ()
    keys = (f"pile-{name}{suffix}", *numbered, f"pile-{letter}{suffix}", f"pile-{letter}")
    key = next((key for key in keys if key in texts), "")
    return texts[key].format(n=number, name=name).rstrip() if key else name


_WRAPPERS: dict[str, type[Any]] = {
    "card": _Card,
    "parent": _Parent,
    "rank": _Rank,
    "suit": _Suit,
    "pile": _Pile,
    "cell": _Cell,
}


def _wrap(name: str, value: Any, lang: str) -> Any:
    """Give a value its grammar by the name that it has in the template (``card``, ``card_below``)."""
    if isinstance(value, Message):
        return _words(value, lang)
    wrapper = _WRAPPERS.get(name.split("_", maxsplit=1)[0])
    if wrapper is not None:
        return wrapper(value, lang)
    if isinstance(value, int) and not isinstance(value, bool):
        return _Number(value, lang)
    return value


@cache
def catalogue(lang: str) -> dict[str, str]:
    """The templates of a language, by code."""
    if lang not in LANGUAGES:
        raise KeyError(lang)
    data = get_data("arfa.locale", f"{lang}.json")  # a third of the cost of importlib.resources
    if data is None:
        raise FileNotFoundError(f"arfa/locale/{lang}.json")
    loaded: dict[str, str] = json.loads(data)
    return loaded


def say(message: Message, lang: str) -> str:
    """A message in words, its first letter a capital.  ``lang`` is one of :data:`LANGUAGES`."""
    words = _words(message, lang)
    return words[:1].upper() + words[1:]


def _words(message: Message, lang: str) -> str:
    """A message as it stands inside another one."""
    template = catalogue(lang)[message.code]
    return template.format(**{k: _wrap(k, v, lang) for k, v in message.values.items()})
