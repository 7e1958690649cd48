"""``arfa show``: a position drawn in the terminal."""

from __future__ import annotations

import re

import click

from arfa.cli.base import argument, lang_option, option
from arfa.cli.base import command as make_command
from arfa.cli.board import print_board
from arfa.cli.deals import deal_of, deal_option, headline
from arfa.cli.files import must_read, read_text
from arfa.cli.names import NameOrText, choose
from arfa.cli.screen import console, signs
from arfa.cli.table.session import session_of
from arfa.deals import Deal
from arfa.engine.game import Game
from arfa.engine.position import Position


@make_command("show")
@argument("what", "cli-word-what", type=NameOrText())
@deal_option
@option("--open", "faces", is_flag=True, help="cli-show-open")
@option("--ppn", is_flag=True, help="cli-show-ppn")
@lang_option
def command(what: str, deal: str | None, faces: bool, ppn: bool) -> None:
    """Draw what is named."""
    position, dealt = find_position(what, deal)
    if ppn:
        click.echo(str(position))
        return
    out = console()
    out.print(headline(position.game.spec, dealt), style="bold", soft_wrap=True)
    out.print()
    print_board(out, position, faces=faces, signs=signs())


def find_position(what: str, word: str | None) -> tuple[Position, Deal | None]:
    """The position that a text, a file or the name of a patience means, and the deal where it is known."""
    text = read_text(what)
    if text is None and ":" in what:
        text = what
    if text is None and re.search(r"[/.]", what) and ".toml" not in what:
        text = must_read(what)
    if text is not None and text.lstrip().startswith("["):
        session = session_of(text)
        return session.position, session.deal
    if text is not None:
        return Position.parse(text), None
    chosen = choose(what)
    deal = deal_of(chosen, word)
    game = Game(chosen.spec)
    return game.start(deal.deck(chosen.spec.rules)), deal
