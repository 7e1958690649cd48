"""``arfa import``: deals, positions and games of other programs, turned into ours or into another program's."""

from __future__ import annotations

import click

from arfa.cli.base import OneOf, argument, lang_option, option
from arfa.cli.base import command as make_command
from arfa.cli.deals import code_of
from arfa.cli.failures import CommandError, sentence
from arfa.cli.files import must_read
from arfa.cli.language import language
from arfa.cli.names import Chosen, Name
from arfa.deals import Deal
from arfa.engine.game import Game
from arfa.notation.importers import FORMATS, Imported, Source, export, import_text
from arfa.texts import say

OURS = ("ppn", "code")
"""What can be written besides :data:`FORMATS`: a record or position as it is, and a share code."""


@make_command("import")
@argument("file", "cli-word-file")
@option(
    "--from",
    "source",
    help="cli-import-from",
    metavar="cli-word-format",
    type=OneOf(tuple(FORMATS)),
)
@option("--game", "chosen", help="cli-import-game", metavar="cli-word-name", type=Name())
@option(
    "--to",
    "target",
    help="cli-import-to",
    metavar="cli-word-format",
    type=OneOf((*OURS, *FORMATS)),
    default="ppn",
)
@lang_option
def command(file: str, source: str | None, chosen: Chosen | None, target: str) -> None:
    """Read a text, say on the error stream how it was read, and write it in another form."""
    game = Game(chosen.spec) if chosen is not None else None
    found = import_text(must_read(file), source, game)
    written = converted(found, target)
    for note in found.notes:
        click.echo(sentence(say(note, language())), err=True)
    click.echo(written, nl=not written.endswith("\n"))


def converted(found: Imported, target: str) -> str:
    """What was read, in another form.  Raises :class:`~arfa.errors.ArfaError` where that form cannot say it."""
    if target == "code":
        if found.deck is None:
            raise CommandError("cli-import-no-deal")
        spec = found.game.spec
        deal = Deal.of_deck(found.deck, spec.rules)
        return code_of(spec, deal) or str(deal)
    content: Source = found.record or found.position or found.deck or found.start()
    if target == "ppn":
        target = "record" if found.record is not None else "position"
    if target == "deck" and found.deck is not None:
        content = found.deck
    return export(target, found.game, content)
