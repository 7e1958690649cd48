"""Click's commands, options and arguments with all their texts out of the catalogue.

Click words its help and its complaints in English; here the same pages are set in the language of the call.  A help
text in the code is the key of a text.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

import click

from arfa.cli.failures import Usage
from arfa.cli.language import tr
from arfa.texts import LANGUAGES

Function = TypeVar("Function", bound=Callable[..., Any])

if TYPE_CHECKING:
    _Choice = click.Choice[str]
    _Type = click.ParamType[int]
else:  # generic since Click 8.2 and 8.4
    _Choice = click.Choice
    _Type = click.ParamType


class Decorator(Protocol):
    """Adds something to a command."""

    def __call__(self, function: Function, /) -> Function:
        """The function itself, with the parameter noted."""
        ...


class Option(click.Option):
    """An option whose help is a key of the catalogue, and so is its metavar."""

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        """The names of the option and its help."""
        if self.hidden:
            return None
        names = ", ".join(sorted([*self.opts, *self.secondary_opts], key=len))
        if not self.is_flag:
            word = str(self.metavar)
            word = tr(word) if word.startswith("cli-") else word
            names += f" [{word}]" if self._flag_needs_value else f" {word}"
        return names, tr(self.help or "cli-help")


class Argument(click.Argument):
    """An argument whose metavar is a key of the catalogue."""

    def make_metavar(self, *_: object) -> str:
        """The argument as the usage line shows it."""
        word = tr(self.metavar or "cli-word-name")
        dots = "..." if self.nargs != 1 else ""
        return f"[{word}]{dots}" if not self.required else f"{word}{dots}"


class Translated:
    """What commands and groups have in common."""

    help: str | None
    params: list[click.Parameter]

    def format_usage(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The usage line."""
        pieces = [tr("cli-word-options")]
        pieces += [p.make_metavar(ctx) for p in self.params if isinstance(p, Argument)]
        if isinstance(self, click.Group):
            pieces.append(tr("cli-word-command"))
        formatter.write_usage(ctx.command_path, " ".join(pieces), prefix=tr("cli-usage") + " ")

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """What the command does."""
        for paragraph in tr(self.help or "").split("\n\n"):
            formatter.write_paragraph()
            with formatter.indentation():
                if paragraph.startswith("  "):  # examples keep their lines
                    formatter.write("".join(f"  {line}\n" for line in paragraph.splitlines()))
                else:
                    formatter.write_text(paragraph)

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The options, a line or two each."""
        records = [p.get_help_record(ctx) for p in self.params if isinstance(p, Option)]
        with formatter.section(tr("cli-options")):
            formatter.write_dl([*filter(None, records), ("--help", tr("cli-help"))])

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Nothing stands behind the options."""


class Command(Translated, click.Command):
    """A command whose help is a key of the catalogue."""

    def __init__(self, *args: Any, **more: Any) -> None:
        more["context_settings"] = {**CONTEXT, **more.get("context_settings", {})}
        super().__init__(*args, **more)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the words; one too many is a mistake."""
        rest = super().parse_args(ctx, args)
        if rest and not ctx.resilient_parsing:
            raise Usage("cli-extra", ctx, word=" ".join(rest))
        return rest


CONTEXT = {
    "help_option_names": ["--help", "-h"],
    "max_content_width": 100,
    "allow_extra_args": True,  # counted by Command.parse_args, which complains in the right language
}


def command(name: str) -> Callable[[Callable[..., int | None]], Command]:
    """A command; its help is the text ``cli-NAME-help``.  Its function returns the exit code, None being 0."""
    return click.command(name, cls=Command, help=f"cli-{name}-help")


def option(*names: str, help: str, **more: Any) -> Decorator:  # noqa: A002  (Click's own word)
    """An option of a command; ``help`` is a key of the catalogue."""
    return click.option(*names, cls=Option, help=help, **more)


def argument(name: str, metavar: str, **more: Any) -> Decorator:
    """An argument of a command; ``metavar`` is a key of the catalogue."""
    return click.argument(name, cls=Argument, metavar=metavar, **more)


class OneOf(_Choice):
    """One of some words."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The word itself."""
        if value in self.choices:
            return str(value)
        return self.fail(
            tr("cli-one-of", found=str(value)[:40], known=", ".join(self.choices)), param, ctx
        )


class Whole(_Type):
    """A whole number within limits."""

    name = "number"

    def __init__(self, least: int, most: int) -> None:
        self.least, self.most = least, most

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """The number."""
        text = str(value)
        if (
            text.isascii()
            and text.isdigit()
            and len(text) < 16
            and self.least <= int(text) <= self.most
        ):
            return int(text)
        return self.fail(
            tr("cli-whole", found=text[:20], min=str(self.least), max=str(self.most)), param, ctx
        )


# The value is read before anything else is (arfa.cli.language), so that it holds for help and for complaints as well.
def lang_option(function: Function) -> Function:
    """The option ``--lang``, which every command has."""
    choice = OneOf(LANGUAGES)
    add = click.option(
        "--lang", cls=Option, help="cli-opt-lang", metavar="ru|en", type=choice, expose_value=False
    )
    return add(function)
