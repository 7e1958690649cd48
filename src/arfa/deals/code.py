"""Share codes: a patience, its variants, the version of its rules and a deal in a few symbols.

The same code is used in the API, on the command line and in the address bar.  It is written in Crockford's base 32
and may be typed in any case, with or without hyphens, O for 0, I or L for 1.  Its last symbol is a check that finds
every single wrong symbol and every two neighbours that changed places.  docs/deals.md says exactly what the symbols
mean, tests/vectors/codes.json holds codes that never change.
"""

from __future__ import annotations

from collections.abc import Iterator

from arfa.deals.deal import SCHEMES, Deal
from arfa.deals.errors import CodeError
from arfa.rules.file import GameFile
from arfa.rules.load import GameSpec, choose, game_ids, load_game

ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Crockford's 32 symbols: without I, L, O and U."""
FIRST = "BCDEFGHMNPRSVWXY"
"""The symbols that a code may begin with: no digit and no rank, so that it is neither a number nor a deck."""
MAX_SYMBOLS = 160
"""No deal has a longer code: an exact order of two decks takes about 105 symbols."""
_LEAST = (
    3  # symbols before the check: anything shorter would look like the name of a pile or a card
)

_ALIKE = str.maketrans("OIL", "011")
# What a Russian keyboard gives for the letters that look the same.
_CYRILLIC = str.maketrans("АВЕКМНОРСТХ", "ABEKMH0PCTX")
_SPACING = str.maketrans("", "", "-‐‑‒–—− \t\n\r")

Digit = tuple[int, int]
"""A digit and how many values it may have."""


def encode(spec: GameSpec, deal: Deal) -> str:
    """The share code of a deal of this patience with these variants, in its exact form.

    Raises :class:`CodeError` for a patience that has no share codes (one that is not of this package, or a variant for
    tests), :class:`~arfa.deals.errors.DealError` for a deal that the patience does not have.
    """
    if _coded_games().get(spec.file.code) != spec.file:
        raise CodeError("code-none", game=spec.id)
    if any(spec.file.variants[key].small for key, _ in spec.chosen):
        raise CodeError("code-small", game=spec.name)
    deal.check(spec.rules)
    digits = [*_natural(spec.file.code - 1, 16), *_natural(spec.file.version - 1, 4)]
    digits.append((SCHEMES.index(deal.scheme) * 2 + bool(spec.chosen), 2 * len(SCHEMES)))
    digits += _variant_digits(spec)
    total = deal.number
    for digit, base in reversed(digits):
        total = total * base + digit
    return _grouped(_symbols(total))


def decode(code: str) -> tuple[GameSpec, Deal]:
    """The patience and the deal of a share code, in any writing.

    Raises :class:`CodeError` for a code that is mistyped, unknown, or of another version of the rules.
    """
    reader = _Reader(_number(_checked(code)))
    number = 1 + reader.natural(16)
    version = 1 + reader.natural(4)
    file = _coded_games().get(number)
    if file is None:
        raise CodeError("code-game", number=number)
    if version != file.version:
        raise CodeError("code-version", game=file.id, found=version, current=file.version)
    scheme, has_variants = divmod(reader.digit(2 * len(SCHEMES)), 2)
    spec = choose(file, list(_variant_words(reader, file)) if has_variants else [])
    deal = Deal(SCHEMES[scheme], reader.rest)
    if clean(encode(spec, deal)) != clean(code):  # one deal, one code
        raise CodeError("code-broken")
    return spec, deal


def clean(text: str) -> str:
    """A share code in capital letters of the alphabet, without hyphens and spaces, as far as they can be told."""
    return text.translate(_SPACING).upper().translate(_CYRILLIC).translate(_ALIKE)


def may_be_code(text: str) -> bool:
    """Whether a text begins like a share code: then it is neither a number nor a deck."""
    return clean(text[:8])[:1] in tuple(FIRST)


def _coded_games() -> dict[int, GameFile]:
    files = [load_game(name).file for name in game_ids()]
    return {file.code: file for file in files if file.code}


def _variant_digits(spec: GameSpec) -> Iterator[Digit]:
    """The chosen variants by their index in the file: how far each lies behind the one before, its number if it takes
    one, and whether another follows."""
    keys = list(spec.file.variants)
    behind = 0
    for at, (key, number) in enumerate(spec.chosen, start=1):
        yield from _natural(keys.index(key) - behind, 8)
        behind = keys.index(key) + 1
        if number is not None:
            yield from _natural(number, 8)
        yield (int(at < len(spec.chosen)), 2)


def _variant_words(reader: _Reader, file: GameFile) -> Iterator[str]:
    """The variants as they are named: ``redeals=2``."""
    keys = list(file.variants)
    index, more = 0, True
    while more:
        index += reader.natural(8)
        if index >= len(keys):
            raise CodeError("code-broken")
        key = keys[index]
        yield key if file.variants[key].parameter is None else f"{key}={reader.natural(8)}"
        index += 1
        more = bool(reader.digit(2))


def _natural(n: int, base: int) -> Iterator[Digit]:
    """A number of any size as digits: below ``base - 1`` one digit; else the highest digit, and the rest with digits of
    twice the length.  Small numbers stay short, and there is room for all that will come."""
    while n >= base - 1:
        yield (base - 1, base)
        n -= base - 1
        base *= base
    yield (n, base)


class _Reader:
    """Takes digits off a number, the least significant first."""

    def __init__(self, number: int) -> None:
        self.rest = number

    def digit(self, base: int) -> int:
        digit = self.rest % base
        self.rest //= base
        return digit

    def natural(self, base: int) -> int:
        result = digit = self.digit(base)
        while digit == base - 1:
            base *= base
            digit = self.digit(base)
            result += digit
        return result


def _symbols(number: int) -> str:
    """A number as symbols and their check.

    The numbers are counted through the texts of the least length, then those one symbol longer, and so on: no number
    has two texts, and no text is wasted.
    """
    length, count = _LEAST, len(FIRST) * 32 ** (_LEAST - 1)
    while number >= count:
        number -= count
        length, count = length + 1, count * 32
    rest = ""
    for _ in range(length - 1):
        number, value = divmod(number, 32)
        rest = ALPHABET[value] + rest
    text = FIRST[number] + rest
    return text + next(s for s in ALPHABET if _remainder(text + s) == 0)


def _number(text: str) -> int:
    """The number of symbols that end with their check: the inverse of :func:`_symbols`."""
    body = text[:-1]
    number = FIRST.index(body[0])
    for symbol in body[1:]:
        number = number * 32 + ALPHABET.index(symbol)
    return number + sum(len(FIRST) * (1 << 5 * (n - 1)) for n in range(_LEAST, len(body)))


def _remainder(text: str) -> int:
    """The value of the symbols as a polynomial at a generator of the field of 32 elements; 0 when the check is right.

    Symbol i from the right counts ``g**i`` times: never nothing, and never as much as its neighbour.  So neither one
    wrong symbol nor a swap of neighbours leaves the value as it was.
    """
    value = 0
    for symbol in text:
        value <<= 1
        if value & 32:
            value ^= 0b100101
        value ^= ALPHABET.index(symbol)
    return value


def _checked(code: str) -> str:
    """The symbols of a code, known to be well formed."""
    text = clean(code) if len(code) <= 4 * MAX_SYMBOLS else code
    if len(text) > MAX_SYMBOLS:
        raise CodeError("code-long", n=len(text), limit=MAX_SYMBOLS)
    for place, symbol in enumerate(text, start=1):
        if symbol not in ALPHABET:
            raise CodeError("code-symbol", symbol=symbol, place=place)
    if len(text) <= _LEAST:
        raise CodeError("code-short", n=len(text))
    if text[0] not in FIRST:
        raise CodeError("code-first", symbol=text[0], allowed=" ".join(FIRST))
    if _remainder(text):
        raise CodeError("code-check", text=_grouped(text))
    return text


def _grouped(text: str) -> str:
    """The exact form: groups of at most four symbols, as equal as can be, the longer ones last."""
    groups = -(-len(text) // 4)
    ends = [len(text) * (i + 1) // groups for i in range(groups)]
    return "-".join(text[a:b] for a, b in zip([0, *ends[:-1]], ends, strict=True))
