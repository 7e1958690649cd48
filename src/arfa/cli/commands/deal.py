"""``arfa deal``: decks and share codes of deals."""

from __future__ import annotations

import json
from collections.abc import Iterator

import click

from arfa.cli.base import Whole, argument, lang_option, option
from arfa.cli.base import command as make_command
from arfa.cli.deals import code_of, deal_of, headline
from arfa.cli.names import Chosen, name_argument
from arfa.cli.page import wrapped
from arfa.cli.screen import console
from arfa.deals import Deal, deck_text
from arfa.rules.load import GameSpec


@make_command("deal")
@name_argument()
@argument("word", "cli-word-deal", required=False)
@option(
    "--count", help="cli-deal-count", metavar="cli-word-number", type=Whole(1, 10**9), default=1
)
@option("--text", "form", flag_value="text", help="cli-deal-text")
@option("--code", "form", flag_value="code", help="cli-deal-code-only")
@option("--json", "form", flag_value="json", help="cli-deal-json")
@lang_option
def command(chosen: Chosen, word: str | None, count: int, form: str | None) -> None:
    """Print deals, one after another."""
    spec = chosen.spec
    numbered = word is not None or chosen.deal is not None
    for deal in _deals(deal_of(chosen, word), count, numbered):
        print_deal(spec, deal, form)


def _deals(first: Deal, count: int, numbered: bool) -> Iterator[Deal]:
    """The first deal and those that follow it: the next numbers, or more random ones."""
    yield first
    for i in range(1, count):
        yield Deal(first.scheme, first.number + i) if numbered else Deal.random()


def print_deal(spec: GameSpec, deal: Deal, form: str | None) -> None:
    """One deal: its deck in a line, its share code in a line, all of it as JSON in a line, or to be read."""
    deck = deck_text(deal.deck(spec.rules))
    if form == "text":
        click.echo(deck)
    elif form == "code":
        click.echo(code_of(spec, deal) or str(deal))
    elif form == "json":
        entry = {
            "game": spec.name,
            "deal": str(deal),
            "code": code_of(spec, deal),
            "deck": deck.split(),
        }
        click.echo(json.dumps(entry))
    else:
        out = console()
        out.print(headline(spec, deal), style="bold", soft_wrap=True)
        for line in wrapped(deck, min(out.width, 80)):
            out.print(line, soft_wrap=True)
