"""``arfa completion``: the script by which a shell completes the words of ``arfa``."""

from __future__ import annotations

import click
from click.shell_completion import get_completion_class

from arfa.cli.base import OneOf, argument, lang_option
from arfa.cli.base import command as make_command

SHELLS = ("bash", "zsh", "fish")


@make_command("completion")
@argument("shell", "cli-word-shell", type=OneOf(SHELLS))
@lang_option
@click.pass_context
def command(ctx: click.Context, shell: str) -> None:
    """Print the script."""
    kind = get_completion_class(shell)
    assert kind is not None
    click.echo(kind(ctx.find_root().command, {}, "arfa", "_ARFA_COMPLETE").source())
