"""``arfa perft``: how many lines of moves and how many positions a game has, move by move (``docs/perft.md``)."""

from __future__ import annotations

import click

from arfa.cli.base import Whole, argument, lang_option
from arfa.cli.base import command as make_command
from arfa.cli.deals import deal_of, deal_option
from arfa.cli.names import Chosen, name_argument
from arfa.engine.game import Game
from arfa.engine.perft import paths, states


@make_command("perft")
@name_argument()
@argument("depth", "cli-word-depth", type=Whole(0, 1000))
@deal_option
@lang_option
def command(chosen: Chosen, depth: int, deal: str | None) -> None:
    """Print a line for each depth: the depth, the lines of moves, the positions."""
    dealt = deal_of(chosen, deal or (None if chosen.deal else "1"))
    position = Game(chosen.spec).start(dealt.deck(chosen.spec.rules))
    click.echo(f"# {chosen.spec.name} {dealt}\n# depth paths states")
    for d, counts in enumerate(zip(paths(position, depth), states(position, depth), strict=True)):
        click.echo(f"{d} {counts[0]} {counts[1]}")
