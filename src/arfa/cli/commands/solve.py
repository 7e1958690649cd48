"""``arfa solve``: whether a deal can be won, and how; one deal, all variants, or decks by the thousand."""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import click

from arfa.cli.base import OneOf, Whole, argument, lang_option, option
from arfa.cli.base import command as make_command
from arfa.cli.failures import YES, Usage
from arfa.cli.names import NameOrText
from arfa.cli.screen import console
from arfa.cli.solving.entries import about, entry
from arfa.cli.solving.options import limit_options
from arfa.cli.solving.stream import Stream, open_decks
from arfa.cli.solving.subject import Subject, find, named
from arfa.cli.solving.tell import CODES, Teller, ask_for_enter
from arfa.cli.solving.variants import by_every_variant
from arfa.engine.game import Game
from arfa.engine.moves import Move
from arfa.solver import (
    Limits,
    Result,
    Verdict,
    fewest_breaches,
    fewest_redeals,
    short_line,
    solve,
    tidy,
)
from arfa.solver.tuning import Weights

FEWEST = {"breaches": fewest_breaches, "redeals": fewest_redeals}


@make_command("solve")
@argument("what", "cli-word-what", type=NameOrText())
@argument("word", "cli-word-deal", required=False)
@option("--variant", "variants", help="cli-solve-variant", metavar="cli-word-name", multiple=True)
@option("--all-variants", "every", is_flag=True, help="cli-solve-all-variants")
@option("--line/--no-line", "line", default=None, help="cli-solve-with-line")
@option("--steps", "stepwise", is_flag=True, help="cli-solve-steps")
@option("--short", is_flag=True, help="cli-solve-short")
@option(
    "--fewest",
    help="cli-solve-fewest",
    metavar="breaches|redeals",
    type=OneOf(tuple(FEWEST)),
)
@option("--to", "moves", help="cli-solve-to", metavar="cli-word-number", type=Whole(0, 10**6))
@option("--decks", help="cli-solve-decks", metavar="cli-word-file")
@option("--jsonl", is_flag=True, help="cli-solve-jsonl")
@option("--json", "as_json", is_flag=True, help="cli-opt-json")
@limit_options
@option("--weights", help="cli-solve-weights", metavar="cli-word-file")
@option("--threads", help="cli-solve-threads", metavar="cli-word-number", type=Whole(1, 1024))
@option("--progress", is_flag=True, help="cli-solve-progress")
@lang_option
def command(
    *,
    what: str,
    word: str | None,
    variants: tuple[str, ...],
    decks: str | None,
    jsonl: bool,
    moves: int | None,
    threads: int | None,
    **options: Any,
) -> int:
    """Solve; the exit code is the verdict."""
    call = Call(**options)
    if decks is not None:
        if word is not None:
            raise Usage("cli-solve-two", word=word[:40])
        if moves is not None:
            raise Usage("cli-solve-to-no-record")
        game = Game(named(what, variants).spec)
        stream = Stream(
            game, line=bool(call.line), threads=threads, progress=call.progress, **call.limits()
        )
        return stream.run(open_decks(decks))
    if jsonl:
        raise Usage("cli-solve-no-decks")
    return call.run(find(what, word, variants, moves))


@dataclass(frozen=True)
class Call:
    """What is asked about one deal or position: the options of the call by their names."""

    every: bool
    line: bool | None
    stepwise: bool
    short: bool
    fewest: str | None
    as_json: bool
    progress: bool
    states: int | None
    seconds: float | None
    memory: int | None
    seed: int | None
    weights: str | None

    def limits(self) -> Limits:
        """How much the search may use."""
        limits = Limits()
        if self.states is not None:
            limits["states"] = self.states
        if self.seconds is not None:
            limits["seconds"] = self.seconds
        if self.memory is not None:
            limits["memory"] = self.memory
        if self.seed is not None:
            limits["seed"] = self.seed
        if self.weights is not None:
            limits["weights"] = Weights.read(Path(self.weights)).in_order()
        return limits

    def run(self, subject: Subject) -> int:
        """Answer; the exit code is the verdict."""
        if self.every:
            return self._every_variant(subject)
        if self.as_json:
            return self._as_json(subject)
        teller = Teller(console())
        teller.subject(subject)
        if self.fewest is not None:
            found = FEWEST[self.fewest](subject.position, **self.limits())
            teller.fewest(self.fewest, found)
            result = found.result
        else:
            result = self._solve(subject)
            teller.answer(result)
        if result.verdict is Verdict.WINNABLE and self.line is not False:
            shorter = self._tidy(subject, result)
            if self.stepwise:
                teller.step_by_step(subject.position, shorter, ask_for_enter)
            else:
                teller.line(subject.position, shorter)
        return CODES[result.verdict]

    def _solve(self, subject: Subject) -> Result:
        if not self.progress:
            return solve(subject.position, **self.limits())
        result = solve(subject.position, progress=_count, **self.limits())
        click.echo("\r\033[K" if sys.stderr.isatty() else "", err=True, nl=False)
        return result

    def _tidy(self, subject: Subject, result: Result) -> tuple[Move, ...]:
        if self.fewest is not None:  # what was made few stays few
            return result.line
        if self.short:
            return short_line(subject.position, result, **self.limits())
        return tidy(subject.position, result.line)

    def _as_json(self, subject: Subject) -> int:
        found = about(subject)
        if self.fewest is not None:
            fewest = FEWEST[self.fewest](subject.position, **self.limits())
            found["fewest"] = {"of": self.fewest, "found": fewest.found, "least": fewest.least}
            result = fewest.result
        else:
            result = self._solve(subject)
        if result.verdict is Verdict.WINNABLE and self.line is not False:
            result = replace(result, line=self._tidy(subject, result))
        click.echo(json.dumps(found | entry(result, line=self.line is not False)))
        return CODES[result.verdict]

    def _every_variant(self, subject: Subject) -> int:
        """A row for every variant by whose rules the cards can lie so."""
        teller = None if self.as_json else Teller(console())
        if teller is not None:
            teller.subject(subject)
        for one in by_every_variant(subject):
            result = solve(one.position, line=False, **self.limits())
            if teller is None:
                click.echo(json.dumps(about(one) | entry(result, line=False)))
            else:
                teller.row(one, result)
        return YES


def _count(states: int) -> None:
    """Show how many states were looked at, on the error stream."""
    click.echo(f"\r{states}", err=True, nl=False)
