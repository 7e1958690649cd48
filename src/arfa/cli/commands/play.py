"""``arfa play``: a game in the terminal."""

from __future__ import annotations

from arfa.analysis.dealing import draw_winnable, promise
from arfa.cli.base import argument, lang_option, option
from arfa.cli.base import command as make_command
from arfa.cli.deals import deal_of, deal_option
from arfa.cli.failures import CommandError, Usage
from arfa.cli.files import must_read, read_text
from arfa.cli.language import language
from arfa.cli.names import NameOrText, choose
from arfa.cli.screen import console
from arfa.cli.table.keeping import Keeper, data_folder, latest
from arfa.cli.table.session import Session, session_of
from arfa.cli.table.shell import Shell
from arfa.engine.game import Game
from arfa.texts import say


@make_command("play")
@argument("what", "cli-word-name", type=NameOrText(), required=False)
@deal_option
@option("--winnable", is_flag=True, help="cli-play-winnable")
@option("--resume", is_flag=True, help="cli-play-resume")
@lang_option
def command(what: str | None, deal: str | None, winnable: bool, resume: bool) -> int:
    """Play."""
    folder = data_folder()
    if resume:
        path = latest(folder, choose(what).spec.id if what else None)
        return Shell(session_of(must_read(str(path))), Keeper(folder, path), console()).run()
    if what is None:
        raise Usage("cli-play-what")
    return Shell(_begun(what, deal, winnable), Keeper(folder), console()).run()


def _begun(what: str, deal: str | None, winnable: bool) -> Session:
    """A new game of a patience, or the game of a record file."""
    text = read_text(what)
    if text is not None:
        return session_of(text)
    chosen = choose(what)
    if not winnable:
        return Session.dealt(chosen, deal_of(chosen, deal))
    if deal is not None or chosen.deal is not None:
        raise CommandError("cli-deal-winnable-word", word=(deal or str(chosen.deal))[:40])
    drawn = draw_winnable(Game(chosen.spec))
    console().print(f"{say(promise(drawn), language())}.", soft_wrap=True)
    return Session.dealt(chosen, drawn.deal)
