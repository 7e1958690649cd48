"""What a command says when it cannot do what was asked, and the exit codes (``docs/cli.md``)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import click

from arfa.cli.language import language, tr
from arfa.errors import ArfaError
from arfa.texts import say

YES, NO, BAD, ILLEGAL, UNDECIDED, INTERRUPTED = 0, 1, 2, 3, 4, 130
"""Exit codes: done or "yes"; an answer "no"; a call or an input that cannot be understood; a record with an illegal
move; a search that found no answer; stopped by Ctrl-C."""


class Usage(click.UsageError):
    """A call that cannot be understood, as a key of the catalogue."""

    def __init__(self, code: str, ctx: click.Context | None = None, **values: Any) -> None:
        super().__init__(tr(code, **values), ctx)


class CommandError(ArfaError):
    """An input that cannot be used, or something that cannot be done, found out by the command line itself."""


def word_usage(error: click.UsageError) -> str:
    """A complaint about the words of a call, with the usage line and where to find help."""
    lines = []
    if error.ctx is not None:
        lines += [error.ctx.get_usage(), tr("cli-see-help", command=error.ctx.command_path), ""]
    return "\n".join([*lines, sentence(_reason(error))])


def _reason(error: click.UsageError) -> str:
    if isinstance(error, click.NoSuchOption):
        names = [o for p in error.ctx.command.params for o in p.opts] if error.ctx else []
        return _near(tr("cli-no-option", name=error.option_name), error.option_name, names)
    if isinstance(error, click.MissingParameter):
        name = error.param.make_metavar(error.ctx) if error.param and error.ctx else "-"
        return tr("cli-missing", name=name)
    if isinstance(error, click.BadParameter):
        name = error.param.opts[0] if isinstance(error.param, click.Option) else ""
        return f"{name}: {error.message}" if name else error.message
    if isinstance(error, click.BadOptionUsage):
        takes = not error.message.endswith("does not take a value.")
        return tr("cli-option-value" if takes else "cli-option-no-value", name=error.option_name)
    return error.message


def no_command(ctx: click.Context, name: str, known: list[str]) -> click.UsageError:
    """A command that does not exist."""
    return click.UsageError(_near(tr("cli-no-command", name=name[:40]), name, known), ctx)


def sentence(text: str) -> str:
    """A text with its full stop."""
    return text if text.endswith((".", "!", "?", "…")) else f"{text}."


def _near(text: str, name: str, known: Sequence[str] | Mapping[str, str]) -> str:
    """A complaint with a guess: the known words that are most like the name, or what they stand for."""
    from difflib import get_close_matches

    meant = known if isinstance(known, Mapping) else dict(zip(known, known, strict=True))
    near = dict.fromkeys(meant[word] for word in get_close_matches(name, meant, n=3))
    return f"{sentence(text)} {tr('cli-did-you-mean', names=', '.join(near))}" if near else text


def word_error(error: ArfaError) -> str:
    """An error of the library in the language of the call, with a guess at what was meant."""
    text = sentence(say(error.message, language()))
    code, values = error.message.code, error.message.values
    if code not in ("game-unknown", "variant-unknown"):
        return text
    name, known = str(values["name"]), str(values["known"]).split(", ")
    if code == "game-unknown":
        from arfa.cli.names import plain, titles

        return _near(text, plain(name), {**dict(zip(known, known, strict=True)), **titles()})
    return _near(text, name, known)


def complain(error: ArfaError) -> None:
    """Print an error."""
    click.echo(f"arfa: {word_error(error)}", err=True)
