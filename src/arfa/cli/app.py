"""The program ``arfa``: its commands by name, each loaded when it is called."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Any, NoReturn

import click
from click.shell_completion import CompletionItem

from arfa import __version__
from arfa.cli.base import CONTEXT, Translated, option
from arfa.cli.commands.serve import run, serve_options
from arfa.cli.failures import BAD, INTERRUPTED, NO, complain, no_command, word_usage
from arfa.cli.language import set_language, tr
from arfa.errors import ArfaError

COMMANDS = (
    "play",
    "serve",
    "games",
    "rules",
    "deal",
    "show",
    "solve",
    "replay",
    "review",
    "import",
    "split",
    "perft",
    "tune",
    "study",
    "schema",
    "completion",
)
"""In the order in which help lists them; the short help of each is the text ``cli-NAME``."""


class Arfa(Translated, click.Group):
    """The root of the commands."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names of the commands."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """A command by its name, or None."""
        if cmd_name not in COMMANDS:
            return None
        module = import_module(f"arfa.cli.commands.{cmd_name.replace('import', 'importing')}")
        found: click.Command = module.command
        return found

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command that the first word names."""
        if args[0] not in COMMANDS and not ctx.resilient_parsing:
            raise no_command(ctx, args[0], list(COMMANDS))
        return super().resolve_command(ctx, args)

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The options, then the commands with a line about each (which loads none of them)."""
        super().format_options(ctx, formatter)
        with formatter.section(tr("cli-commands")):
            formatter.write_dl([(name, tr(f"cli-{name}")) for name in COMMANDS])

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """The commands and options that begin as ``incomplete`` does; no command is loaded for it."""
        names = [name for name in COMMANDS if name.startswith(incomplete)]
        options = click.Command.shell_complete(self, ctx, incomplete)
        return [*(CompletionItem(name, help=tr(f"cli-{name}")) for name in names), *options]

    def main(self, args: Sequence[str] | None = None, *rest: Any, **more: Any) -> NoReturn:
        """Run the words of a command line and exit with a code of ``docs/cli.md``."""
        words = sys.argv[1:] if args is None else list(args)
        set_language(words)
        more["standalone_mode"] = False
        try:
            code = super().main(words, *rest, **more)
            sys.stdout.flush()
        except click.UsageError as error:
            click.echo(word_usage(error), err=True)
            code = BAD
        except ArfaError as error:
            complain(error)
            code = BAD
        except (click.Abort, KeyboardInterrupt):
            code = INTERRUPTED
        except BrokenPipeError:  # the reader has seen enough: `arfa deal ... | head`
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            code = NO
        sys.exit(code if isinstance(code, int) else 0)


@click.group(
    "arfa", cls=Arfa, invoke_without_command=True, context_settings=CONTEXT, help="cli-arfa-help"
)
@serve_options
@option("--version", is_flag=True, help="cli-version")
@click.pass_context
def arfa(ctx: click.Context, /, version: bool, **options: Any) -> None:
    """The table in the browser, unless a command is named."""
    if version:
        click.echo(f"arfa {__version__}")
    elif ctx.invoked_subcommand is None:
        run(**options)
