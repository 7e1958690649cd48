"""What is to be solved: the deal, position or file that the words of a call mean."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from arfa.analysis.variants import under, varied
from arfa.cards import Card
from arfa.cli.deals import deal_of
from arfa.cli.failures import CommandError, Usage
from arfa.cli.files import must_read, read_text
from arfa.cli.names import Chosen, choose
from arfa.cli.table.session import session_of
from arfa.deals import Deal
from arfa.engine.game import Game
from arfa.engine.position import Position
from arfa.errors import Message
from arfa.notation.importers import FORMATS, import_text
from arfa.rules.load import GameSpec

_TYPED = ("position", "klondike-solver", "lonelybot", "solvitaire")
"""The formats whose texts may be typed in place of a deal."""


class Subject(NamedTuple):
    """A position to be solved, and what is known of where it comes from."""

    position: Position
    deal: Deal | None = None
    deck: tuple[Card, ...] | None = None
    """The deck, if the position is the beginning of a deal."""
    notes: tuple[Message, ...] = ()
    """What should be known of how a text was read."""

    def by(self, spec: GameSpec) -> Subject | None:
        """The same deal or position by other rules; None where the cards cannot lie so."""
        found = under(spec, self.position, self.deck)
        if found is None:
            return None
        return Subject(found) if self.deck is None else Subject(found, self.deal, self.deck)


def named(word: str, variants: Sequence[str]) -> Chosen:
    """A patience by its name, with more variants."""
    chosen = choose(word)
    return chosen._replace(spec=varied(chosen.spec, variants))


def find(what: str, word: str | None, variants: Sequence[str], moves: int | None) -> Subject:
    """What a call means: a patience and its deal, or a text or file that names its patience itself.

    ``moves``: of a record, the position after so many moves instead of its last one.  Raises
    :class:`~arfa.cli.failures.Usage` where it is given and there is no record,
    :class:`~arfa.cli.failures.CommandError` where the record has not so many.
    """
    text = _text(what)
    if text is not None:
        if word is not None:
            raise Usage("cli-solve-two", word=word[:40])
        found = _read(text, None, moves)
        if not variants:
            return found
        other = found.by(varied(found.position.game.spec, variants))
        if other is None:
            raise CommandError("cli-solve-other-cards")
        return other._replace(notes=found.notes)
    chosen = named(what, variants)
    text = None if word is None else _text(word)
    if text is None and word is not None and any(FORMATS[name].looks(word) for name in _TYPED):
        text = word
    if text is not None:
        return _read(text, Game(chosen.spec), moves)
    if moves is not None:
        raise Usage("cli-solve-to-no-record")
    deal = deal_of(chosen, word)
    deck = deal.deck(chosen.spec.rules)
    return Subject(Game(chosen.spec).start(deck), deal, deck)


def _text(word: str) -> str | None:
    """The text that a word is or names; None where it is the name of something else."""
    text = read_text(word)
    if text is None and FORMATS["position"].looks(word):
        return word
    if text is None and re.search(r"[/.]", word) and ".toml" not in word:
        return must_read(word)
    return text


def _read(text: str, game: Game | None, moves: int | None) -> Subject:
    """The position of a text in any format; of a record the last one, or the one after so many moves."""
    if text.lstrip().startswith("["):
        session = session_of(text)
        if game is not None and session.position.game != game:
            raise CommandError(
                "cli-solve-other-game", game=session.spec.name, wanted=game.spec.name
            )
        if moves is not None:
            made = len(session.position.plies)
            if moves > made:
                raise CommandError("cli-solve-to-more", made=made, moves=moves)
            session.undo(made - moves)
        fresh = not session.position.plies and session.deck is not None
        deck = tuple(session.deck) if fresh and session.deck is not None else None
        return Subject(session.position, session.deal, deck)
    if moves is not None:
        raise Usage("cli-solve-to-no-record")
    found = import_text(text, game=game)
    return Subject(found.start(), deck=found.deck, notes=found.notes)
