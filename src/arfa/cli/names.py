"""What a person may write where a patience is asked for."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import click
from click.shell_completion import CompletionItem

from arfa.cli.base import Decorator, argument
from arfa.texts import LANGUAGES

if TYPE_CHECKING:
    from arfa.deals import Deal
    from arfa.rules.load import GameSpec

    _Type = click.ParamType[Any]
else:  # generic since Click 8.4
    _Type = click.ParamType

_OWN_FILE = re.compile(r"(?P<path>.+\.toml)(?P<variants>(?:\+[^+]+)*)")


class Chosen(NamedTuple):
    """A patience with its variants, and the deal if the word that named them was a share code."""

    spec: GameSpec
    deal: Deal | None = None
    rule_file: str | None = None
    """The rule file of one's own with its variants, in full, if that is where the rules come from."""


def choose(word: str) -> Chosen:
    """The patience that a word names.

    It may be a name with or without variants (``big-harp+mercy``), the path of a rule file of one's own with or
    without variants (``./mine.toml+mercy``), a title in any language («Арфа малая»), or a share code.  Raises
    :class:`~arfa.rules.load.RuleError`, or :class:`~arfa.deals.CodeError` for what can only be a code.
    """
    from arfa.rules.load import RuleError, game_ids, load_file, load_game

    own = _OWN_FILE.fullmatch(word.strip())
    if own is not None:
        spec = load_file(own["path"], own["variants"].split("+")[1:])
        return Chosen(spec, rule_file=str(Path(own["path"]).absolute()) + own["variants"])
    game, plus, variants = word.strip().partition("+")
    game = plain(game).replace(" ", "-")
    if game not in game_ids():
        game = titles().get(plain(word.partition("+")[0]), game)
    try:
        return Chosen(load_game(game + plus + variants))
    except RuleError as error:
        if error.message.code != "game-unknown":
            raise
        unknown = RuleError("game-unknown", name=word[:40], known=", ".join(game_ids()))
        if not re.search(r"\d", word):  # a share code has figures
            raise unknown from error
    from arfa.deals import CodeError, decode

    try:
        return Chosen(*decode(word))
    except CodeError as fault:
        if fault.message.code in ("code-symbol", "code-short", "code-first"):  # hardly meant as one
            raise unknown from fault
        raise


def plain(text: str) -> str:
    """A name as it is compared with others: case, dots on ё and kinds of blanks do not count."""
    return " ".join(text.casefold().replace("ё", "е").replace("_", "-").split())


def titles() -> dict[str, str]:
    """The names for people in both languages, and the patiences that bear them."""
    from arfa.rules.load import game_ids, load_game

    return {plain(load_game(g).file.name[lang]): g for g in game_ids() for lang in LANGUAGES}


class Name(_Type):
    """A patience, as a parameter of a command; it completes to names and variants."""

    name = "name"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> Chosen:
        """The patience and perhaps a deal."""
        return value if isinstance(value, Chosen) else choose(str(value))

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """The names that begin as ``incomplete`` does, or the variants after its last plus."""
        if ".toml" in incomplete or "/" in incomplete or incomplete.startswith("."):
            return [CompletionItem(incomplete, type="file")]
        begun, plus, last = incomplete.rpartition("+")
        words = _variants(begun) if plus else _names()
        return [CompletionItem(begun + plus + word) for word in words if word.startswith(last)]


class NameOrText(Name):
    """A patience, or something that is read from a text; it completes like a patience, and to files."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The word as it is: the command finds out what it means."""
        return value

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """Names first; where none begins so, files."""
        return super().shell_complete(ctx, param, incomplete) or [
            CompletionItem(incomplete, type="file")
        ]


def _outlines() -> Iterator[tuple[str, str]]:
    """The patiences of the package and their files, unread: a key press of the shell cannot wait for all of them."""
    from importlib.resources import files

    for entry in files("arfa.games").iterdir():
        if entry.name.endswith(".toml"):
            yield entry.name.removesuffix(".toml"), entry.read_text("utf-8")


def _names() -> list[str]:
    return sorted(name for name, _ in _outlines())


def _variants(begun: str) -> Iterator[str]:
    """The variants that can be added to a name."""
    import tomllib

    game, *taken = (word.partition("=")[0] for word in begun.split("+"))
    for name, text in _outlines():
        if name == game:
            known = tomllib.loads(text).get("variants", {})
            shut_out = {other for v in taken for other in known.get(v, {}).get("excludes", ())}
            for key, variant in known.items():
                excluded = key in shut_out or set(variant.get("excludes", ())) & set(taken)
                fits = not excluded and set(variant.get("requires", ())) <= set(taken)
                if fits and key not in taken and not variant.get("small"):
                    yield key + ("=" if "parameter" in variant else "")


def name_argument(**more: Any) -> Decorator:
    """The argument that names a patience."""
    return argument("chosen", "cli-word-name", type=Name(), **more)
