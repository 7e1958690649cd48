"""``arfa split``: a file of games that is too large to be opened, divided into several."""

from __future__ import annotations

from pathlib import Path

import click

from arfa.cli.base import argument, lang_option
from arfa.cli.base import command as make_command
from arfa.cli.failures import CommandError
from arfa.cli.language import tr

LIMIT = 1 << 30
"""Bytes that are read at most."""


@make_command("split")
@argument("file", "cli-word-file")
@lang_option
def command(file: str) -> None:
    """Write the parts beside the file and print their names; nothing that is there is written over."""
    path = Path(file)
    parts = _parts(_read(path))
    names = [path.with_name(f"{path.stem}-{n}{path.suffix}") for n in range(1, len(parts) + 1)]
    if len(parts) == 1:
        click.echo(tr("cli-split-whole", file=file), err=True)
        return
    taken = next((name for name in names if name.exists()), None)
    if taken is not None:
        raise CommandError("cli-split-exists", file=str(taken)[:80])
    for name, part in zip(names, parts, strict=True):
        try:
            with name.open("xb") as written:
                written.write(part)
        except OSError as error:
            raise CommandError(
                "cli-split-unwritten", file=str(name)[:80], why=str(error)
            ) from error
        click.echo(name)


def _read(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            data = file.read(LIMIT + 1)
    except (OSError, ValueError) as error:
        raise CommandError("cli-unreadable", file=str(path)[:80], why=str(error)) from error
    if len(data) > LIMIT:
        raise CommandError("cli-too-long", file=str(path)[:80], limit=LIMIT)
    return data


def _parts(data: bytes) -> list[bytes]:
    """The parts of a file of plays, which is JSON, or of a text of records."""
    if data.lstrip().startswith(b"{"):
        from arfa.store.parts import parts_of as parts_of_plays

        return parts_of_plays(data)

    from arfa.notation.parts import parts_of as parts_of_records

    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise CommandError("cli-split-not-text", place=error.start) from error
    return [part.encode() for part in parts_of_records(text)]
