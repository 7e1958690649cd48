"""``arfa deal``: decks and share codes of deals."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import date, timedelta

import click

from arfa.cli.base import Whole, argument, lang_option, option
from arfa.cli.base import command as make_command
from arfa.cli.deals import code_of, deal_of, headline
from arfa.cli.failures import CommandError
from arfa.cli.names import Chosen, name_argument
from arfa.cli.page import wrapped
from arfa.cli.screen import console
from arfa.deals import Deal, deck_text
from arfa.deals.daily import daily_number, parse_day
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
@option(
    "--daily",
    "day",
    help="cli-deal-daily",
    metavar="cli-word-date",
    is_flag=False,
    flag_value="",
    default=None,
)
@lang_option
def command(
    chosen: Chosen, word: str | None, count: int, form: str | None, day: str | None
) -> None:
    """Print deals, one after another."""
    spec = chosen.spec
    if day is not None:
        if word is not None:
            raise CommandError("cli-deal-two", word=word[:40])
        deals = _days(spec, parse_day(day), count)
    else:
        numbered = word is not None or chosen.deal is not None
        deals = _deals(deal_of(chosen, word), count, numbered)
    for deal in deals:
        print_deal(spec, deal, form)


def _days(spec: GameSpec, first: date, count: int) -> Iterator[Deal]:
    """The deals of a day and of those that follow it."""
    for i in range(min(count, (date.max - first).days + 1)):
        yield Deal("ours", daily_number(spec.file, first + timedelta(i)))


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
