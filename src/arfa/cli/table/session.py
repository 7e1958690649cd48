"""A game in play: its position, what was taken back, and the deal it began with."""

from __future__ import annotations

import re
from collections.abc import Sequence

from arfa.cards import Card
from arfa.cli.names import Chosen, choose
from arfa.deals import Deal, parse_deck
from arfa.engine.game import Game, Seen
from arfa.engine.moves import Move
from arfa.engine.position import Position
from arfa.engine.state import State
from arfa.notation import Line, Node, Record, of_position, read_record
from arfa.rules.load import GameSpec, RuleError
from arfa.rules.load import choose as with_variants

RULE_FILE = "RuleFile"
"""The tag of a record that names a rule file of the player's own."""
_RULE_FILE = re.compile(rf'^\[{RULE_FILE}\s+"((?:[^"\\]|\\.)*)"\]', re.MULTILINE)


class Session:
    """What one game in the terminal consists of.

    ``deal`` and ``deck`` say what it began with; a game that began with a position has neither.  ``undone`` are the
    moves that were taken back and can be made again, the next one last.  ``rule_file`` names the rule file of the
    player's own by which the game is played, if it is.
    """

    def __init__(
        self,
        position: Position,
        deal: Deal | None = None,
        deck: Sequence[Card] | None = None,
        rule_file: str | None = None,
    ) -> None:
        self.position = position
        self.deal = deal
        self.deck = deck
        self.rule_file = rule_file
        self.undone: list[Move] = []

    @classmethod
    def dealt(cls, chosen: Chosen, deal: Deal) -> Session:
        """A new game.  Raises :class:`~arfa.deals.DealError`."""
        deck = deal.deck(chosen.spec.rules)
        return cls(Game(chosen.spec).start(deck), deal, deck, chosen.rule_file)

    @property
    def spec(self) -> GameSpec:
        """The patience with its variants."""
        return self.position.game.spec

    # -- playing --------------------------------------------------------------------------------------------

    def push(self, move: Move) -> tuple[Seen, ...]:
        """Make a legal move; what was taken back stays to be made again only if this is the next move of it."""
        seen = self.position.push(move)
        if self.undone and self.undone[-1] == self.position.history[-1]:
            self.undone.pop()
        else:
            self.undone.clear()
        return seen

    def undo(self, n: int = 1) -> int:
        """Take back up to ``n`` moves; how many there were."""
        n = min(n, len(self.position.plies))
        self.undone += [self.position.pop() for _ in range(n)]
        return n

    def redo(self, n: int = 1) -> int:
        """Make up to ``n`` moves again; how many there were."""
        n = min(n, len(self.undone))
        for _ in range(n):
            self.position.push_legal(self.undone.pop())
        return n

    # -- mercy ----------------------------------------------------------------------------------------------

    def with_mercy(self) -> Session | None:
        """The same game by the rules that know mercy, if the patience has them and they offer it here.

        Mercy only adds moves, so that everything played so far stays as it was.
        """
        spec = self.spec
        for key, variant in spec.file.variants.items():
            if "mercy" not in variant.rules or variant.parameter is not None:
                continue
            words = [v if n is None else f"{v}={n}" for v, n in spec.chosen]
            try:
                game = Game(with_variants(spec.file, [*words, key]))
            except RuleError:  # it does not go with another variant that was chosen
                continue
            position = Position(game, self.first_state())
            for move in self.position.history:
                position.push(move)
            if position.mercy_offered():
                own = self.rule_file and f"{self.rule_file}+{key}"
                return Session(position, self.deal, self.deck, own)
        return None

    def first_state(self) -> State:
        """The state in which the game began."""
        plies = self.position.plies
        return plies[0].before if plies else self.position.state

    # -- records --------------------------------------------------------------------------------------------

    def record(self) -> Record:
        """The game as a record; moves taken back are a variation at its end."""
        tags = {RULE_FILE: self.rule_file} if self.rule_file else {}
        nodes = [Node(move) for move in self.position.history]
        if self.undone:
            tried = Line(tuple(Node(move) for move in reversed(self.undone)))
            nodes.append(Node(None, variations=(tried,)))
        return of_position(
            self.position, deal=self.deal, deck=self.deck, line=Line(tuple(nodes)), tags=tags
        )


def session_of(text: str) -> Session:
    """The game that a record tells, up to its end; a variation there is what was taken back.

    Raises :class:`~arfa.notation.RecordError`, or :class:`~arfa.rules.load.RuleError` for a rule file that is gone.
    """
    named = _RULE_FILE.search(text)
    own = re.sub(r"\\(.)", r"\1", " ".join(named[1].split())) if named else None
    game = Game(choose(own).spec) if own else None
    record = read_record(text, game)
    position = record.position(game)
    rules = position.game.rules
    deal = Deal.parse(record.tag("Deal"), position.game.spec) if record.tag("Deal") else None
    deck = None
    if record.tag("Deck"):
        deck = parse_deck(record.tag("Deck"), rules)
    elif deal is not None:
        deck = deal.deck(rules)
    session = Session(position, deal, deck, own)
    last = record.line.nodes[-1] if record.line.nodes else None
    if last is not None and last.move is None and last.variations:
        session.undone = list(reversed(last.variations[0].moves))
    return session
