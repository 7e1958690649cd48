"""The loop at the table: draw, ask, do."""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import suppress
from importlib import import_module

from rich.console import Console

from arfa.cli.board import print_board
from arfa.cli.commands.rules import print_rules
from arfa.cli.deals import code_of, headline
from arfa.cli.failures import YES, sentence, word_error
from arfa.cli.files import must_read
from arfa.cli.language import language, tr
from arfa.cli.names import Chosen
from arfa.cli.page import Page, wrapped
from arfa.cli.screen import signs
from arfa.cli.table.keeping import Keeper, write_new
from arfa.cli.table.session import Session, session_of
from arfa.cli.table.typed import Typed, other_layout, understand
from arfa.deals import Deal, deck_text
from arfa.engine.moves import Move
from arfa.engine.outcome import Outcome
from arfa.engine.position import Position
from arfa.errors import ArfaError
from arfa.notation import IllFormedMove, human, read_move, say_move, say_seen
from arfa.texts import say

_MANY = 3
"""So many cards at most are named one by one when they turn up."""


class Shell:
    """A player and a game, until the game is won or the player leaves."""

    def __init__(self, session: Session, keeper: Keeper, out: Console) -> None:
        self.session = session
        self.keeper = keeper
        self.out = out
        self.live = out.is_terminal and sys.stdin.isatty()
        """Whether a person looks at the screen, which is then cleared before every board."""
        self.over = False
        if self.live:
            with suppress(
                ImportError
            ):  # lines can be edited and called back where there is a readline
                import_module("readline")

    def run(self) -> int:
        """Play; the exit code."""
        self._begin()
        while not self.over:
            try:
                line = self._ask()
            except (EOFError, KeyboardInterrupt):
                self.out.print()
                line = "quit"
            typed = understand(line)
            try:
                self._do(typed)
            except ArfaError as error:
                self._say(word_error(error))
                if isinstance(error, IllFormedMove):
                    self._say(tr("cli-play-see-help"))
        return YES

    def _ask(self) -> str:
        prompt = tr("cli-play-prompt") + " "
        if self.live:
            return input(prompt)
        line = sys.stdin.readline()
        if not line:
            raise EOFError
        self.out.print(prompt + line.rstrip("\n"), soft_wrap=True)
        return line

    def _do(self, typed: Typed) -> None:
        if typed.action:
            act: Callable[[str], None] = getattr(self, f"_on_{typed.action}")
            act(typed.rest)

    # -- moves ----------------------------------------------------------------------------------------------

    def _on_move(self, text: str) -> None:
        position = self.session.position
        move = self._understood(text, position)
        said = [say_move(position, move)]
        seen = self.session.push(move)
        if len(seen) > _MANY:  # a whole row or group: the board shows it better
            seen = tuple(one for one in seen if one.rises)
        elif seen and position.game.stock.owns(move):  # what was drawn tells that it was drawn
            said.clear()
        said += say_seen(seen)
        self._after(*(say(message, language()) for message in said))

    @staticmethod
    def _understood(text: str, position: Position) -> Move:
        """The move that a text means, typed with either layout of the keyboard."""
        turned = other_layout(text)
        if turned is None:
            return read_move(text, position, notes=False)
        return read_move(turned, position, notes=False)

    def _on_undo(self, rest: str) -> None:
        n = self.session.undo(_number(rest))
        self._after(tr("cli-play-undone", n=n) if n else tr("cli-play-undo-none"))

    def _on_redo(self, rest: str) -> None:
        n = self.session.redo(_number(rest))
        self._after(tr("cli-play-redone", n=n) if n else tr("cli-play-redo-none"))

    def _on_restart(self, _: str) -> None:
        n = self.session.undo(len(self.session.position.plies))
        self._after(tr("cli-play-restarted", n=n) if n else tr("cli-play-undo-none"))

    def _on_new(self, rest: str) -> None:
        spec = self.session.spec
        deal = Deal.parse(rest, spec) if rest else Deal.random()
        self._change(Session.dealt(Chosen(spec, rule_file=self.session.rule_file), deal))

    def _on_mercy(self, _: str) -> None:
        session = self.session
        if session.position.mercy_offered():
            self._say(tr("cli-play-mercy-now", move=_mercy_move(session.position)))
            return
        merciful = session.with_mercy() if session.position.is_stuck() else None
        if merciful is None:
            self._say(tr("cli-play-mercy-none"))
            return
        self.session = merciful
        self._after(tr("cli-play-mercy-on"))

    # -- looking --------------------------------------------------------------------------------------------

    def _on_board(self, _: str) -> None:
        self._draw()

    def _on_help(self, _: str) -> None:
        for line in tr("cli-play-help").split("\n"):
            self.out.print(line, soft_wrap=True)

    def _on_moves(self, _: str) -> None:
        position, lang = self.session.position, language()
        moves = position.legal_moves()
        if not moves:
            self._say(tr("cli-play-no-moves"))
        texts = [
            (str(move), human(position, move), say(say_move(position, move), lang))
            for move in moves
        ]
        first = max((len(exact) for exact, _, _ in texts), default=0)
        second = max((len(short) for _, short, _ in texts), default=0)
        for exact, short, words in texts:
            between = short if short != exact else ""
            self.out.print(f"  {exact:<{first}}  {between:<{second}}  {words}", soft_wrap=True)

    def _on_look(self, rest: str) -> None:
        """All cards of a pile that can be seen."""
        position = self.session.position
        name = rest.lower()
        if name not in position.game.index:
            raise ArfaError("pile-unknown", name=rest[:20])
        if position.game.kind(name) == "stock":
            self._say(tr("cli-play-look-stock", n=len(position.cards(name))))
            return
        down = position.face_down(name)
        cards = deck_text(position.cards(name)[down:]) or "--"
        self._say(f"{name}: {cards}" if not down else f"{name}: ({down}) {cards}")

    def _on_rules(self, _: str) -> None:
        print_rules(Page(self.out), self.session.spec)

    def _on_deal(self, _: str) -> None:
        session = self.session
        self._say(headline(session.spec, session.deal))
        if session.deal is not None and code_of(session.spec, session.deal) is None:
            self._say(deck_text(session.deck or ()))

    # -- keeping --------------------------------------------------------------------------------------------

    def _on_save(self, rest: str) -> None:
        if not rest:
            self._say(tr("cli-play-kept", file=str(self.keeper.path)))
            return
        write_new(rest, str(self.session.record()))
        self._say(tr("cli-play-saved", file=rest))

    def _on_load(self, rest: str) -> None:
        self._change(session_of(must_read(rest)))

    def _on_quit(self, _: str) -> None:
        self.over = True
        if self.keeper.leave(self.session):
            self._say(tr("cli-play-left"))

    def _change(self, session: Session) -> None:
        """Another game at the same table; the one before stays where it is kept."""
        self.keeper.leave(self.session)
        self.keeper = Keeper(self.keeper.folder)
        self.session = session
        self._begin()

    # -- saying ---------------------------------------------------------------------------------------------

    def _begin(self) -> None:
        self.keeper.keep(self.session)
        self._draw()
        self._say(tr("cli-play-help-hint"))
        self._standing()

    def _after(self, *said: str) -> None:
        """After something changed: it is kept before it is shown."""
        self.keeper.keep(self.session)
        self._draw()
        self._say(" ".join(map(sentence, said)))
        self._standing()

    def _draw(self) -> None:
        if self.live:
            self.out.clear()
        session = self.session
        self.out.print(headline(session.spec, session.deal), style="bold", soft_wrap=True)
        self.out.print()
        print_board(self.out, session.position, signs=signs())
        self.out.print()
        self.out.print(self._status(), style="dim", soft_wrap=True)

    def _status(self) -> str:
        position = self.session.position
        rules, state = position.game.rules, position.state
        words = [tr("cli-play-moves-made", n=len(position.plies))]
        limit = rules.grid.redeals if rules.grid is not None else getattr(rules.stock, "redeals", 0)
        if isinstance(limit, int) and limit:
            words.append(tr("cli-play-redeals-left", n=limit - state.redeals))
        if position.breaches:
            words.append(tr("cli-play-breaches", n=position.breaches))
        return " · ".join(w[:1].lower() + w[1:] if i else w for i, w in enumerate(words))

    def _standing(self) -> None:
        """Say when the game is won, or stuck."""
        position = self.session.position
        outcome = position.outcome()
        if outcome is Outcome.WON:
            self.over = True
            said = "cli-won-breaches" if position.breaches else "cli-won"
            self._say(tr(said, n=position.breaches, moves=len(position.plies)), "bold green")
        elif outcome in (Outcome.STUCK, Outcome.NO_MOVE):
            self._say(
                tr("cli-play-stuck" if outcome is Outcome.STUCK else "cli-play-no-move"), "bold"
            )
            if position.mercy_offered():
                self._say(tr("cli-play-mercy-now", move=_mercy_move(position)))
            elif self.session.with_mercy() is not None:
                self._say(tr("cli-play-mercy-offer"))
            self._say(tr("cli-play-stuck-what"))

    def _say(self, text: str, style: str = "") -> None:
        for paragraph in text.split("\n"):
            for line in wrapped(paragraph, min(self.out.width, 98)):
                self.out.print(line, style=style, soft_wrap=True)


def _mercy_move(position: Position) -> str:
    return str(next(move for move in position.legal_moves() if move.mercy))


def _number(text: str) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 6 else 1
