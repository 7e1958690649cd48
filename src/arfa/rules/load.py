"""From a TOML file to a specification.

Every error names the file, the field, what was found and what is allowed.
"""

from __future__ import annotations

import hashlib
import json
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from arfa.errors import ArfaError
from arfa.rules.faults import allowed
from arfa.rules.file import GameFile, Layout, Sentence, Variant, Words
from arfa.rules.spec import Rules


class RuleError(ArfaError):
    """A rule file that is wrong, or a patience or variant that does not exist."""


@dataclass(frozen=True)
class GameSpec:
    """A patience with its variants chosen: what the engine plays and the table shows."""

    file: GameFile
    chosen: tuple[tuple[str, int | None], ...]
    """The variants in canonical order, each with its number if it takes one."""
    rules: Rules
    layout: Layout

    @property
    def id(self) -> str:
        """The name of the patience without variants."""
        return self.file.id

    @cached_property
    def name(self) -> str:
        """The one name of this patience with these variants: ``big-harp+mercy+redeals=2``."""
        return "+".join([self.id, *(v if n is None else f"{v}={n}" for v, n in self.chosen)])

    def title(self, lang: str) -> str:
        """The name for people: «Арфа большая: по три карты»."""
        parts = [
            self.file.variants[v].name[lang] + ("" if n is None else f" {n}")
            for v, n in self.chosen
        ]
        return self.file.name[lang] + (": " + ", ".join(parts) if parts else "")

    @cached_property
    def rules_hash(self) -> str:
        """Sixteen hexadecimal digits that change when the rules change (texts and layout do not count).

        A field that has its default does not count either, so that a rule which is added to the language later leaves
        the hashes of all older games as they are; for the same reason a default is never changed.
        """
        rules = self.rules.model_dump(mode="json", exclude_defaults=True)
        text = json.dumps(rules, sort_keys=True, ensure_ascii=True)
        return hashlib.sha256(text.encode("ascii")).hexdigest()[:16]

    def sentences(self) -> tuple[Sentence, ...]:
        """The sentences of the rule text that hold for the chosen variants."""
        chosen = {v for v, _ in self.chosen}
        return tuple(
            s
            for s in self.file.text
            if all(
                (word.removeprefix("!") in chosen) != (word[0] == "!") for word in s.when.split()
            )
        )


def game_ids() -> tuple[str, ...]:
    """The names of the patiences that come with the package, in the order of their share codes."""
    return tuple(sorted(_built_in(), key=lambda game: _built_in()[game].code))


@lru_cache(maxsize=512)
def load_game(name: str) -> GameSpec:
    """A patience of the package by its name, with or without variants: ``small-harp``, ``harp-9+redeals=2``.

    Raises :class:`RuleError` for a name, a variant or a combination that does not exist.
    """
    game, *variants = name.strip().split("+")
    if game not in _built_in():
        raise RuleError("game-unknown", name=game[:40], known=", ".join(game_ids()))
    return choose(_built_in()[game], variants)


def load_file(path: str | Path, variants: Sequence[str] = ()) -> GameSpec:
    """A patience from a TOML file of one's own.  Raises :class:`RuleError`."""
    try:
        text = Path(path).read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise RuleError("file-unreadable", file=str(path), why=str(error)) from error
    return choose(parse_file(text, str(path)), variants)


def parse_file(text: str, file: str) -> GameFile:
    """The specification in a TOML text; ``file`` is the name used in errors."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise RuleError("toml-broken", file=file, why=str(error)) from error
    try:
        game = GameFile.model_validate_json(json.dumps(data, default=str))
    except ValidationError as error:
        raise _explain(error, file) from error
    for variant in game.variants:  # a variant that cannot be applied is an error of the file
        number = game.variants[variant].parameter
        choose(
            game,
            [*_needed(game, variant), variant if number is None else f"{variant}={number.min}"],
        )
    return game


def choose(game: GameFile, variants: Sequence[str]) -> GameSpec:
    """The patience with the named variants, given in any order: ``["redeals=2"]``."""
    wanted: dict[str, int | None] = {}
    for word in variants:
        key, sign, number = word.strip().partition("=")
        variant = game.variants.get(key)
        if variant is None:
            known = ", ".join(k for k, v in game.variants.items() if not v.small) or "-"
            raise RuleError("variant-unknown", game=game.id, name=key[:40], known=known)
        wanted[key] = _number(game, key, variant, number if sign else None)
    _check_combination(game, wanted)
    chosen = tuple((key, wanted[key]) for key in game.variants if key in wanted)
    rules = _rules(game, chosen)
    # A variant that changes nothing (draw-1 where one card is drawn anyway) is no part of the name: one game, one name.
    for item in chosen:
        without = tuple(other for other in chosen if other != item)
        if not any(item[0] in game.variants[other].requires for other, _ in without):
            chosen = without if _rules(game, without) == rules else chosen
    layout: dict[str, Any] = game.layout.model_dump(mode="json")
    for key, value in chosen:
        layout = _lay_over(layout, game.variants[key].layout, value)
    return GameSpec(game, chosen, rules, Layout.model_validate_json(json.dumps(layout)))


def _rules(game: GameFile, chosen: Sequence[tuple[str, int | None]]) -> Rules:
    """The rules of the patience with these variants laid over them, in this order."""
    rules: dict[str, Any] = game.rules.model_dump(mode="json")
    for key, value in chosen:
        rules = _lay_over(rules, game.variants[key].rules, value)
    try:
        return Rules.model_validate_json(json.dumps(rules))
    except ValidationError as error:
        raise _explain(error, "+".join([game.id, *(key for key, _ in chosen)])) from error


def _number(game: GameFile, key: str, variant: Variant, text: str | None) -> int | None:
    limits = variant.parameter
    if limits is None:
        if text is not None:
            raise RuleError("variant-no-number", game=game.id, name=key)
        return None
    if text is not None and text.isascii() and text.isdigit() and len(text) < 10:
        value = int(text)
        if limits.min <= value <= limits.max:
            return value
    raise RuleError(
        "variant-number",
        game=game.id,
        name=key,
        min=limits.min,
        max=limits.max,
        found=(text or "-")[:20],
    )


def _check_combination(game: GameFile, wanted: Mapping[str, object]) -> None:
    for key in wanted:
        variant = game.variants[key]
        for other in wanted:
            if other != key and other in variant.excludes:
                raise RuleError("variant-excludes", game=game.id, name=key, other=other)
        for other in variant.requires:
            if other not in wanted:
                raise RuleError("variant-requires", game=game.id, name=key, other=other)


def _needed(game: GameFile, key: str) -> Iterator[str]:
    for other in game.variants[key].requires:
        if other not in game.variants:
            raise RuleError(
                "variant-unknown", game=game.id, name=other, known=", ".join(game.variants)
            )
        yield from _needed(game, other)
        yield other


def _lay_over(
    base: dict[str, Any], change: Mapping[str, Any], number: int | None
) -> dict[str, Any]:
    """``base`` with the fields of ``change`` laid over it; a table that names its kind replaces the old one."""
    result = dict(base)
    for key, value in change.items():
        old = result.get(key)
        if isinstance(value, Mapping) and isinstance(old, dict) and "kind" not in value:
            result[key] = _lay_over(old, value, number)
        elif isinstance(value, Mapping):
            result[key] = _lay_over({}, value, number)
        else:
            result[key] = number if value == "$" else value
    return result


def _explain(error: ValidationError, file: str) -> RuleError:
    """The first fault that pydantic found, as a sentence."""
    fault = error.errors(include_url=False)[0]
    root = Rules if error.title == "Rules" else GameFile
    field = ".".join(str(part) for part in fault["loc"]) or "-"
    found = fault.get("input")
    shown = (
        "-"
        if isinstance(found, dict | list)
        else json.dumps(found, ensure_ascii=False, default=str)
    )
    return RuleError(
        "rule-field",
        file=file,
        field=field,
        found=shown[:80],
        allowed=allowed(fault, root),
        more=error.error_count() - 1,
    )


@lru_cache(maxsize=1)
def _built_in() -> dict[str, GameFile]:
    games = {}
    for entry in files("arfa.games").iterdir():
        if entry.name.endswith(".toml"):
            game = parse_file(entry.read_text("utf-8"), entry.name)
            if entry.name != f"{game.id}.toml":
                raise RuleError(
                    "rule-field",
                    file=entry.name,
                    field="id",
                    found=game.id,
                    allowed=entry.name.removesuffix(".toml"),
                    more=0,
                )
            games[game.id] = game
    return games


__all__ = [
    "GameSpec",
    "RuleError",
    "Words",
    "choose",
    "game_ids",
    "load_file",
    "load_game",
    "parse_file",
]
