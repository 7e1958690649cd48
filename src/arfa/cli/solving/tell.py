"""Answers for people: the board, the verdict at once, then the line as a person would read it."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence

import click
from rich.console import Console
from rich.text import Text

from arfa.cli.board import print_board
from arfa.cli.deals import headline
from arfa.cli.failures import NO, UNDECIDED, YES, sentence
from arfa.cli.language import language, tr
from arfa.cli.screen import signs
from arfa.cli.solving.subject import Subject
from arfa.engine.moves import Move
from arfa.engine.position import Position
from arfa.solver import Fewest, Proof, Result, Step, Verdict, steps
from arfa.texts import say

CODES = {Verdict.WINNABLE: YES, Verdict.UNWINNABLE: NO, Verdict.UNKNOWN: UNDECIDED}
"""The exit code of each verdict."""
_STYLES = {Verdict.WINNABLE: "bold green", Verdict.UNWINNABLE: "bold red"}


def figures(n: int) -> str:
    """A number that can be read: ``1,234,567``, ``1 234 567``."""
    return f"{n:,}".replace(",", "\u00a0") if language() == "ru" else f"{n:,}"


def duration(seconds: float) -> str:
    """``0.3 ms``, ``12 ms``, ``1.5 s``; in Russian with a comma."""
    if seconds < 1:
        n, code = f"{seconds * 1000:.1f}" if seconds < 0.01 else f"{seconds * 1000:.0f}", "cli-ms"
    else:
        n, code = f"{seconds:.1f}", "cli-s"
    return tr(code, time=n.replace(".", ",") if language() == "ru" else n)


def proof(result: Result) -> str:
    """By what a verdict is proved, or what was not enough to reach one."""
    n = figures(result.states)
    if result.proof is Proof.LINE:
        return tr("cli-solve-by-line", found=n)
    if result.proof is Proof.RELAXATION:
        return tr("cli-solve-by-relaxation", found=n)
    if result.proof is Proof.EXHAUSTED:
        return tr("cli-solve-by-exhaustion", found=n)
    match result.ran_out:
        case "states":
            return tr("cli-solve-out-states", found=n)
        case "seconds":
            return tr("cli-solve-out-seconds", found=n)
        case "memory":
            return tr("cli-solve-out-memory", found=n)
    return tr("cli-solve-out-cancelled", found=n)


def verdict(result: Result) -> str:
    """A verdict in a word or two."""
    if result.verdict is Verdict.WINNABLE:
        return tr("cli-solve-winnable")
    return tr(
        "cli-solve-unwinnable" if result.verdict is Verdict.UNWINNABLE else "cli-solve-unknown"
    )


class Teller:
    """Prints answers on a terminal or into a pipe."""

    def __init__(self, out: Console) -> None:
        self.out = out

    def subject(self, subject: Subject) -> None:
        """What is to be solved: its name and the board."""
        spec = subject.position.game.spec
        for note in subject.notes:
            click.echo(sentence(say(note, language())), err=True)
        self.out.print(headline(spec, subject.deal), style="bold", soft_wrap=True)
        self.out.print()
        print_board(self.out, subject.position, signs=signs())
        self.out.print()
        self.flush()

    def answer(self, result: Result) -> None:
        """The verdict, as soon as it is known."""
        style = _STYLES.get(result.verdict, "bold")
        self.out.print(sentence(verdict(result)), style=style, end=" ")
        said = f"{proof(result)}; {duration(result.seconds)}"
        self.out.print(sentence(said), soft_wrap=True)
        if result.verdict is Verdict.UNKNOWN and result.ran_out != "cancelled":
            self.out.print(tr("cli-solve-more"), style="dim", soft_wrap=True)
        self.flush()

    def fewest(self, what: str, found: Fewest) -> None:
        """How few of something a win needs."""
        self.answer(found.result)
        if found.found is None:
            return
        code = "cli-solve-fewest-breaches" if what == "breaches" else "cli-solve-fewest-redeals"
        exact = tr("cli-solve-fewest-exact" if found.exact else "cli-solve-fewest-bound")
        said = f"{tr(code, n=found.found)}; {exact[:1].lower()}{exact[1:]}"
        self.out.print(sentence(said), style="bold", soft_wrap=True)
        self.flush()

    def row(self, subject: Subject, result: Result) -> None:
        """An answer as a row of a table."""
        title = subject.position.game.spec.title(language())
        text = Text(f"{verdict(result):<{self._widest()}}", _STYLES.get(result.verdict, "bold"))
        text.append(f"  {title}", "default")
        text.append(f"  ({proof(result)}; {duration(result.seconds)})", "dim")
        self.out.print(text, soft_wrap=True)
        self.flush()

    @staticmethod
    def _widest() -> int:
        codes = ("cli-solve-winnable", "cli-solve-unwinnable", "cli-solve-unknown")
        return max(len(tr(code)) for code in codes)

    def line(self, position: Position, line: Sequence[Move]) -> None:
        """The steps of a line, one a row."""
        if not line:
            self.out.print(tr("cli-solve-won-already"), soft_wrap=True)
            return
        self.out.print()
        self.out.print(self._length(line), style="bold", soft_wrap=True)
        told = list(steps(position, line))
        width = max(len(step.short) for step in told)
        for step in told:
            row = f"{step.number:>3}. {step.short:<{width}}  {step.words(language())}"
            self.out.print(row, soft_wrap=True)

    def step_by_step(
        self, position: Position, line: Sequence[Move], ask: Callable[[], bool]
    ) -> None:
        """Each step with the board before it; ``ask`` waits and says whether to go on."""
        self.out.print()
        self.out.print(self._length(line), style="bold", soft_wrap=True)
        at = Position(position.game, position.state)
        for step in steps(position, line):
            self._step(at, step)
            if not ask():
                return
            for move in step.moves:
                at.push_legal(move)
        self.out.print()
        print_board(self.out, at, signs=signs())

    def _step(self, at: Position, step: Step) -> None:
        self.out.print()
        print_board(self.out, at, signs=signs())
        self.out.print()
        text = f"{step.number}. {step.short}  {step.words(language())}"
        self.out.print(text, style="bold", soft_wrap=True)
        self.flush()

    @staticmethod
    def _length(line: Sequence[Move]) -> str:
        breaches = sum(move.mercy for move in line)
        code = "cli-solve-line-breaches" if breaches else "cli-solve-line"
        return tr(code, moves=len(line), n=breaches)

    def flush(self) -> None:
        """Let the reader have what was printed."""
        sys.stdout.flush()


def ask_for_enter() -> bool:
    """Wait for the Enter key; False when the reader wants no more.  Where nobody sits at the keyboard, go on."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        return True
    try:
        return not input(tr("cli-solve-enter") + " ").strip()
    except EOFError:
        return False
