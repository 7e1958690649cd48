"""``arfa review``: what each move of a game was worth, how much was luck, and which move lost it."""

from __future__ import annotations

import json
from typing import Any

import click
from rich.console import Console
from rich.progress import Progress
from rich.table import Table
from rich.text import Text

from arfa.analysis.annotate import annotated, percent
from arfa.analysis.knowledge import Knowledge
from arfa.analysis.review import Judged, Review, ReviewedMove, Reviewer
from arfa.cli.base import Whole, argument, lang_option, option
from arfa.cli.base import command as make_command
from arfa.cli.deals import headline
from arfa.cli.failures import YES, CommandError
from arfa.cli.files import must_read
from arfa.cli.language import language, tr
from arfa.cli.screen import console
from arfa.cli.table.session import Session, session_of
from arfa.engine.identities import Identities
from arfa.engine.position import Position
from arfa.notation import human, of_position, write_record
from arfa.solver.blind import Thought

NUMBERS = ("cli-review-number", "cli-review-skill", "cli-review-luck")
COLUMNS = (
    "cli-review-number",
    "cli-review-move",
    "cli-review-chance",
    "cli-review-skill",
    "cli-review-luck",
    "cli-review-mark",
    "cli-review-better",
)
BAR = 20
"""How wide the bar of a chance is."""


@make_command("review")
@argument("file", "cli-word-file")
@option(
    "--iterations", help="cli-review-iterations", metavar="cli-word-number", type=Whole(50, 10**6)
)
@option("--seed", help="cli-solve-seed", metavar="cli-word-number", type=Whole(0, 2**63))
@option("--json", "as_json", is_flag=True, help="cli-opt-json")
@option("--ppn", "as_record", is_flag=True, help="cli-review-ppn")
@lang_option
def command(
    *, file: str, iterations: int | None, seed: int | None, as_json: bool, as_record: bool
) -> int:
    """Review a game."""
    session = session_of(must_read(file))
    review = reviewed(session, Thought(iterations or 1000, seed or 0))
    if as_json:
        click.echo(json.dumps(about(review), ensure_ascii=False))
    elif as_record:
        record = of_position(
            session.position,
            deal=session.deal,
            deck=session.deck,
            line=annotated(review, language()),
        )
        click.echo(write_record(record), nl=False)
    else:
        out = console()
        out.print(headline(session.spec, session.deal), style="bold", soft_wrap=True)
        show(out, session, review)
    return YES


def reviewed(session: Session, thought: Thought) -> Review:
    """The review of a game, with a bar that shows how far it is."""
    game = session.position.game
    start = Position(game, session.first_state())
    deck = session.deck
    cards = Identities(game, deck) if deck is not None else Identities.from_position(start)
    reviewer = Reviewer(start, session.position.history, Knowledge(cards), thought=thought)
    with Progress(console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(tr("cli-review-working"), total=len(reviewer.moves))
        review = reviewer.run(lambda done, total: progress.update(task, completed=done))
    if review is None:
        raise CommandError("review-nobody", name=game.spec.title(language()))
    return review


def show(out: Console, session: Session, review: Review) -> None:
    """Print a table of the moves and what it comes to."""
    table = Table(box=None, pad_edge=False)
    for code in COLUMNS:
        table.add_column(tr(code), justify="right" if code in NUMBERS else "left")
    at = Position(session.position.game, session.first_state())
    for one in review.moves:
        table.add_row(
            str(one.number),
            human(at, one.move),
            _bar(one.before, one.after),
            _signed(one.skill),
            _signed(one.luck),
            _mark(one),
            _better(at, one),
        )
        at.push_legal(one.move)
    out.print(table)
    out.print()
    result = tr("cli-review-won" if review.won else "cli-review-not-won")
    out.print(
        tr(
            "cli-review-sum",
            start=percent(review.start.value),
            skill=_signed(review.skill),
            luck=_signed(review.luck),
            result=result,
        ),
        soft_wrap=True,
    )
    if review.lost_at is not None:
        out.print(tr("cli-review-lost-at", number=review.lost_at), soft_wrap=True)
    elif review.turning_point is not None:
        out.print(tr("cli-review-turning", number=review.turning_point), soft_wrap=True)


def about(review: Review) -> dict[str, Any]:
    """The review as JSON: chances, skill and luck in ten-thousandths."""
    return {
        "won": review.won,
        "start": review.start.value,
        "skill": review.skill,
        "luck": review.luck,
        "given_up": review.given_up,
        "lost_at": review.lost_at,
        "turning_point": review.turning_point,
        "verdicts": list(review.verdicts),
        "moves": [
            {
                "number": one.number,
                "move": str(one.move),
                "before": one.before.value,
                "error": one.before.error,
                "chosen": one.chosen.value,
                "after": one.after.value,
                "skill": one.skill,
                "luck": one.luck,
                "mark": None if one.mark is None else one.mark.value,
                "lost_here": one.lost_here,
                "best": [{"move": str(a.move), "chance": a.value} for a in one.best],
            }
            for one in review.moves
        ],
    }


def _bar(before: Judged, after: Judged) -> Text:
    full = round(after.value * BAR / 10_000)
    return Text(f"{percent(before.value):>3} → {percent(after.value):>3} % ") + Text(
        "█" * full + "░" * (BAR - full), style="green"
    )


def _signed(value: int) -> str:
    return f"{value / 100:+.1f}"


def _mark(one: ReviewedMove) -> str:
    sign = "" if one.mark is None else one.mark.value
    luck = {1: " ☘", -1: " ☂", 0: ""}[one.fortune]
    return f"{sign}{luck}{' ⛔' if one.lost_here else ''}".strip()


def _better(at: Position, one: ReviewedMove) -> str:
    if one.mark is None or one.mark.glyph == 1 or not one.best or one.best[0].move == one.move:
        return ""
    return f"{human(at, one.best[0].move)} ({percent(one.best[0].value)} %)"
