"""``arfa games``: the patiences and their variants."""

from __future__ import annotations

import json
from typing import Any

import click
from rich.console import Console
from rich.text import Text

from arfa.cli.base import command as make_command
from arfa.cli.base import lang_option, option
from arfa.cli.language import language, tr
from arfa.cli.names import Chosen, name_argument
from arfa.cli.page import wrapped
from arfa.cli.screen import console
from arfa.rules.file import GameFile, Variant
from arfa.rules.load import game_ids, load_game


@make_command("games")
@name_argument(required=False, nargs=-1)
@option("--all", "small", is_flag=True, help="cli-games-all")
@option("--json", "as_json", is_flag=True, help="cli-opt-json")
@lang_option
def command(chosen: tuple[Chosen, ...], small: bool, as_json: bool) -> None:
    """Print the patiences, or all about those that are named."""
    games = [one.spec.file for one in chosen] or [load_game(game).file for game in game_ids()]
    if as_json:
        entries = [_entry(game, small) for game in games]
        click.echo(json.dumps(entries, ensure_ascii=False, indent=1))
    else:
        _print(games, small, fully=bool(chosen))


def _variants(game: GameFile, small: bool) -> list[tuple[str, Variant]]:
    return [(key, v) for key, v in game.variants.items() if small or not v.small]


def _entry(game: GameFile, small: bool) -> dict[str, Any]:
    """A patience as the service gives it (``GET /api/games``)."""
    lang = language()
    return {
        "id": game.id,
        "name": game.name[lang],
        "about": game.about[lang],
        "decks": game.rules.deck.decks,
        "variants": [
            {
                "id": key,
                "name": v.name[lang],
                "about": v.about[lang],
                "excludes": list(v.excludes),
                "requires": list(v.requires),
                "parameter": None if v.parameter is None else v.parameter.model_dump(),
            }
            for key, v in _variants(game, small)
        ],
    }


def _print(games: list[GameFile], small: bool, *, fully: bool) -> None:
    lang, out = language(), console()
    for game in games:
        out.print()
        head = Text(f"{game.id}  ", "bold cyan") + Text(game.name[lang], "bold")
        out.print(head, no_wrap=True, overflow="ignore", crop=False)
        for line in wrapped(game.about[lang], min(out.width - 2, 98)):
            out.print(f"  {line}", no_wrap=True, overflow="ignore", crop=False)
        _print_variants(out, _variants(game, small), fully)
    out.print()
    if not fully:
        for line in wrapped(tr("cli-games-end"), min(out.width, 98)):
            out.print(line, style="dim")


def _print_variants(out: Console, variants: list[tuple[str, Variant]], fully: bool) -> None:
    """The variants: what to write, and what it means."""
    words = [f"+{key}" + ("" if v.parameter is None else "=N") for key, v in variants]
    indent = 4 + max(map(len, words), default=0) + 2
    for word, (_, variant) in zip(words, variants, strict=True):
        about = _about(variant) if fully else variant.name[language()]
        first, *others = wrapped(about, max(20, min(out.width, 98) - indent))
        head = Text("    ") + Text(word, "cyan") + Text(" " * (indent - 4 - len(word)) + first)
        out.print(head, no_wrap=True, overflow="ignore", crop=False)
        for line in others:
            out.print(" " * indent + line, no_wrap=True, overflow="ignore", crop=False)


def _about(variant: Variant) -> str:
    """All about a variant."""
    lang = language()
    about = f"{variant.name[lang]} — {variant.about[lang]}"
    if variant.parameter is not None:
        about += f" N: {variant.parameter.min}–{variant.parameter.max}."
    if variant.requires:
        about += f" {tr('cli-games-requires', names=', '.join(variant.requires))}"
    if variant.excludes:
        about += f" {tr('cli-games-excludes', names=', '.join(variant.excludes))}"
    return about
