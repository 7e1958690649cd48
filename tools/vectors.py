"""The vector files: which patiences they must cover, and their form.

A file in tests/vectors/<kind>/<game>.txt is plain text in blocks with an empty line between.  A line of a block is a
word and its value; lines that begin with # are remarks.  docs/perft.md says what each kind means.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from pathlib import Path

from arfa.cards import Card
from arfa.deals import Deal
from arfa.rules.file import GameFile
from arfa.rules.load import RuleError, game_ids, load_game

ROOT = Path(__file__).resolve().parent.parent
VECTORS = ROOT / "tests" / "vectors"
KINDS = ("perft", "order", "record", "brute")
"""The kinds of vectors that every patience has."""

Block = dict[str, str]
"""The lines of a block: word -> value."""


# -- which patiences ----------------------------------------------------------------------------------------


def names(game: str, *, small: bool | None = None) -> list[str]:
    """A patience with every variant that it has, one at a time, and with all that go together.

    A variant that takes a number comes with the smallest and the largest.  ``small``: only short decks (each with
    every other variant), or only full ones; both, when None.
    """
    file = load_game(game).file
    shorts = [key for key, variant in file.variants.items() if variant.small]
    rules = [key for key, variant in file.variants.items() if not variant.small]
    choices: list[list[str]] = [[]]
    choices += [word for key in rules for word in _words(file, key)]
    choices += [_as_many(file, order) for order in (rules, rules[::-1])]
    found = [] if small else [_name(game, words) for words in choices]
    if small is not False:
        found += [_name(game, [short, *words]) for short in shorts for words in choices]
    return list(dict.fromkeys(name for name in found if name))


def pair_names(game: str) -> list[str]:
    """Short decks with any two variants that go together and that :func:`names` does not have."""
    file = load_game(game).file
    keys = [key for key, variant in file.variants.items() if not variant.small]
    shorts = [key for key, variant in file.variants.items() if variant.small]
    words = [_words(file, key)[-1] for key in keys]
    pairs = [list(dict.fromkeys([*a, *b])) for a, b in combinations(words, 2)]
    found = dict.fromkeys(_name(game, [short, *pair]) for short in shorts for pair in pairs)
    return [name for name in found if name and name not in names(game, small=True)]


def all_names(*, small: bool | None = None) -> list[str]:
    """The names of every patience of the package with its variants."""
    return [name for game in game_ids() for name in names(game, small=small)]


def _words(file: GameFile, key: str) -> list[list[str]]:
    """A variant with those that it needs, once for each end of the range of its number."""
    limits = file.variants[key].parameter
    words = [key] if limits is None else [f"{key}={n}" for n in {limits.min: 0, limits.max: 0}]
    needed = [w for other in file.variants[key].requires for w in _words(file, other)[0]]
    return [[*needed, word] for word in words]


def _as_many(file: GameFile, keys: Iterable[str]) -> list[str]:
    """As many variants at once as go together, taken in this order."""
    chosen: list[str] = []
    for key in keys:
        words = list(dict.fromkeys([*chosen, *_words(file, key)[-1]]))
        if _name(file.id, words):
            chosen = words
    return chosen


def _name(game: str, words: Sequence[str]) -> str:
    """The one name of these variants; empty when they do not go together."""
    try:
        return load_game("+".join([game, *words])).name
    except RuleError:
        return ""


def deck_of(name: str, number: int) -> tuple[Card, ...]:
    """The deck of a numbered deal for a patience of the package."""
    return Deal("ours", number).deck(load_game(name).rules)


# -- their form ---------------------------------------------------------------------------------------------


def path(kind: str, game: str) -> Path:
    """Where the vectors of a patience lie."""
    return VECTORS / kind / f"{game}.txt"


def read(kind: str, game: str) -> list[Block]:
    """The blocks of a vector file; none when there is no file."""
    file = path(kind, game)
    return list(_blocks(file.read_text("ascii"))) if file.exists() else []


def _blocks(text: str) -> Iterator[Block]:
    for part in text.split("\n\n"):
        lines = [line for line in part.splitlines() if line and not line.startswith("#")]
        if lines:
            yield {word: value for word, _, value in (line.partition(" ") for line in lines)}


def write(kind: str, game: str, head: str, blocks: Iterable[Block]) -> None:
    """Write a vector file; ``head`` says in a line what it holds."""
    parts = ["".join(f"# {line}\n" for line in head.splitlines())]
    parts += ["".join(f"{word} {value}\n" for word, value in block.items()) for block in blocks]
    file = path(kind, game)
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text("\n".join(parts), "ascii")
