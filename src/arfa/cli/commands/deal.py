"""``arfa deal``: decks and share codes of deals."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import date, timedelta
from typing import Any

import click

from arfa.analysis.about import about
from arfa.analysis.dealing import Drawn, draw_winnable, promise
from arfa.cli.about import about_json, print_about
from arfa.cli.base import Whole, argument, lang_option, option
from arfa.cli.base import command as make_command
from arfa.cli.deals import code_of, deal_of, headline
from arfa.cli.failures import CommandError
from arfa.cli.language import language
from arfa.cli.names import Chosen, name_argument
from arfa.cli.page import wrapped
from arfa.cli.screen import console
from arfa.deals import Deal, deck_text
from arfa.deals.daily import daily_number, parse_day
from arfa.engine.game import Game
from arfa.rules.load import GameSpec
from arfa.texts import say


@make_command("deal")
@name_argument()
@argument("word", "cli-word-deal", required=False)
@option(
    "--count", help="cli-deal-count", metavar="cli-word-number", type=Whole(1, 10**9), default=1
)
@option("--text", "form", flag_value="text", help="cli-deal-text")
@option("--code", "form", flag_value="code", help="cli-deal-code-only")
@option("--json", "form", flag_value="json", help="cli-deal-json")
@option("--winnable", is_flag=True, help="cli-deal-winnable")
@option("--about", "asked", is_flag=True, help="cli-deal-about")
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
    *,
    chosen: Chosen,
    word: str | None,
    count: int,
    form: str | None,
    day: str | None,
    winnable: bool,
    asked: bool,
) -> None:
    """Print deals, one after another."""
    spec = chosen.spec
    if winnable:
        named = word or (None if day is None else "--daily")
        if named is not None or chosen.deal is not None:
            raise CommandError("cli-deal-winnable-word", word=(named or str(chosen.deal))[:40])
        for drawn in (draw_winnable(Game(spec)) for _ in range(count)):
            print_deal(spec, drawn.deal, form, drawn=drawn, asked=asked)
        return
    if day is not None:
        if word is not None:
            raise CommandError("cli-deal-two", word=word[:40])
        deals = _days(spec, parse_day(day), count)
    else:
        numbered = word is not None or chosen.deal is not None
        deals = _deals(deal_of(chosen, word), count, numbered)
    for deal in deals:
        print_deal(spec, deal, form, asked=asked)


def _days(spec: GameSpec, first: date, count: int) -> Iterator[Deal]:
    """The deals of a day and of those that follow it."""
    for i in range(min(count, (date.max - first).days + 1)):
        yield Deal("ours", daily_number(spec.file, first + timedelta(i)))


def _deals(first: Deal, count: int, numbered: bool) -> Iterator[Deal]:
    """The first deal and those that follow it: the next numbers, or more random ones."""
    yield first
    for i in range(1, count):
        yield Deal(first.scheme, first.number + i) if numbered else Deal.random()


def print_deal(
    spec: GameSpec,
    deal: Deal,
    form: str | None,
    *,
    drawn: Drawn | None = None,
    asked: bool = False,
) -> None:
    """One deal: its deck in a line, its share code in a line, all of it as JSON in a line, or to be read.

    ``asked``: what is known of it, too.
    """
    cards = deal.deck(spec.rules)
    deck = deck_text(cards)
    if drawn is not None and not drawn.proved and form in ("text", "code"):
        click.echo(f"{say(promise(drawn), language())}.", err=True)
    if form == "text":
        click.echo(deck)
        return
    if form == "code":
        click.echo(code_of(spec, deal) or str(deal))
        return
    facts = about(Game(spec).start(cards), cards) if asked else None
    if form == "json":
        entry: dict[str, Any] = {
            "game": spec.name,
            "deal": str(deal),
            "code": code_of(spec, deal),
            "deck": deck.split(),
        }
        if drawn is not None:
            entry["proof"] = None if drawn.line is None else " ".join(map(str, drawn.line))
        if facts is not None:
            entry["about"] = about_json(facts)
        click.echo(json.dumps(entry))
        return
    out = console()
    out.print(headline(spec, deal), style="bold", soft_wrap=True)
    for line in wrapped(deck, min(out.width, 80)):
        out.print(line, soft_wrap=True)
    if drawn is not None:
        out.print(f"{say(promise(drawn), language())}.", soft_wrap=True)
    if facts is not None:
        print_about(out, facts)
