"""``arfa replay``: a record played over again, every move of it checked."""

from __future__ import annotations

from rich.console import Console

from arfa.cli.base import Whole, argument, lang_option, option
from arfa.cli.base import command as make_command
from arfa.cli.board import print_board
from arfa.cli.deals import headline
from arfa.cli.failures import ILLEGAL, NO, YES, complain
from arfa.cli.files import must_read
from arfa.cli.language import language, tr
from arfa.cli.screen import console, signs
from arfa.cli.table.session import Session, session_of
from arfa.engine.position import Position
from arfa.notation import RecordError, human, say_move
from arfa.texts import say

_FALSE = ("record-illegal", "record-result-false")
"""What is wrong with a record that can be read but did not happen."""


@make_command("replay")
@argument("file", "cli-word-file")
@option("--step", is_flag=True, help="cli-replay-step")
@option("--to", "end", help="cli-replay-to", metavar="cli-word-number", type=Whole(0, 10**6))
@lang_option
def command(file: str, step: bool, end: int | None) -> int:
    """Replay; the exit code says whether the game was won."""
    try:
        session = session_of(must_read(file))
    except RecordError as error:
        if error.reason.code not in _FALSE:
            raise
        complain(error)
        return ILLEGAL
    out = console()
    out.print(headline(session.spec, session.deal), style="bold", soft_wrap=True)
    print_moves(out, session, step, end)
    _print_result(out, session.position)
    return YES if session.position.is_won else NO


def print_moves(out: Console, session: Session, step: bool, end: int | None) -> None:
    """Draw the position after ``end`` moves (all, when None), or with ``step`` every position up to there."""
    moves = session.position.history[:end]
    position = Position(session.position.game, session.first_state())
    for number, move in enumerate(moves, 1):
        if step:
            _draw(out, position)
            words = say(say_move(position, move), language())
            line = f"{number}. {move}  {human(position, move)}  {words}"
            out.print()
            out.print(line, style="bold", soft_wrap=True)
        position.push_legal(move)
    _draw(out, position)


def _draw(out: Console, position: Position) -> None:
    out.print()
    print_board(out, position, signs=signs())


def _print_result(out: Console, position: Position) -> None:
    """How many moves there were, and how the game ended."""
    n = len(position.plies)
    if position.is_won:
        code = "cli-won-breaches" if position.breaches else "cli-won"
    else:
        code = "cli-replay-stuck" if position.is_stuck() else "cli-replay-unfinished"
    out.print()
    out.print(tr(code, moves=n, n=position.breaches), soft_wrap=True)
