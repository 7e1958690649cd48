"""``arfa schema``: the JSON Schema of rule files, for editors."""

from __future__ import annotations

from importlib.resources import files

import click

from arfa.cli.base import command as make_command
from arfa.cli.base import lang_option


@make_command("schema")
@lang_option
def command() -> None:
    """Print the schema."""
    click.echo(files("arfa.games").joinpath("schema.json").read_text("utf-8"), nl=False)
