"""What the table shows of a play: nothing that its player cannot see or know."""

from __future__ import annotations

from functools import cached_property
from weakref import WeakKeyDictionary

from arfa.deals.text import parse_deck
from arfa.engine.finish import finish
from arfa.engine.identities import Identities, Names, all_shown
from arfa.engine.mechanics.waste import Waste
from arfa.engine.moves import Move
from arfa.engine.outcome import Outcome
from arfa.engine.position import Position
from arfa.engine.view import PileView, view
from arfa.store import Play, Session


class Sight:
    """One position as its player sees it."""

    def __init__(self, position: Position, names: Names) -> None:
        self.position = position
        self.state = position.state
        self.names = names

    @cached_property
    def piles(self) -> tuple[PileView, ...]:
        """The piles, face-down cards blanked out."""
        return view(self.position)

    @cached_property
    def moves(self) -> list[Move]:
        """The legal moves in the pinned order."""
        return self.position.legal_moves()

    @property
    def offered(self) -> list[Move]:
        """The legal moves that change something: a king's column gains nothing in another space (rulebook D3)."""
        game = self.position.game
        return [move for move in self.moves if not game.changes_nothing(self.state, move)]

    @property
    def mercy(self) -> bool:
        """Whether there are moves of mercy among them."""
        return any(move.mercy for move in self.moves)

    @cached_property
    def status(self) -> str:
        """How the game stands, as far as the player can know it.

        That nothing in the stock helps is a secret until it has been gone through: up to then a game that the referee
        knows to be stuck is still being played.  Only an offer of mercy, which is a rule of its own, gives it away.
        """
        outcome = self.position.outcome()
        if outcome in (Outcome.STUCK, Outcome.NO_MOVE) and not (
            self.mercy or all_shown(self.position.game, self.state, self.names)
        ):
            outcome = Outcome.PLAYING
        return outcome.value

    @cached_property
    def finish(self) -> tuple[Move, ...]:
        """The moves that win by carrying cards away, where nothing else is left to do; empty elsewhere.

        That the rest comes out must not tell what is in the stock: its cards have all been seen, or they are had one by
        one as often as one likes, and then their order makes no difference.
        """
        game = self.position.game
        line = finish(self.position) or ()
        stock = game.stock
        drawn = any(stock.owns(move) for move in line)
        if drawn and not (isinstance(stock, Waste) and stock.one_by_one):
            unseen = self.names.state.piles[stock.s]
            if not all(self.names.shown >> name & 1 for name in unseen):
                return ()
        return line if len(line) > 1 else ()


def identities_of(play: Play) -> Identities:
    """The names of the cards of a play from its beginning on."""
    begin = play.begin()
    if play.start is not None:
        return Identities.from_position(begin)
    return Identities(begin.game, parse_deck(play.deck, begin.game.rules))


def standing(session: Session) -> str:
    """How a play that is not at hand stands, as it is told and stored."""
    position = session.course.position
    return Sight(position, identities_of(session.play).of(position)).status


class Tables:
    """The tables of the plays that are in memory."""

    def __init__(self) -> None:
        self._identities: WeakKeyDictionary[Session, Identities] = WeakKeyDictionary()
        self._sights: WeakKeyDictionary[Session, Sight] = WeakKeyDictionary()

    def sight(self, session: Session) -> Sight:
        """The present position of a play as its player sees it."""
        position = session.course.position
        sight = self._sights.get(session)
        if sight is None or sight.state is not position.state:
            sight = Sight(position, self._named(session).of(position))
            self._sights[session] = sight
        return sight

    def standing(self, session: Session) -> str:
        """How a play stands, as it is told and stored."""
        return self.sight(session).status

    def _named(self, session: Session) -> Identities:
        identities = self._identities.get(session)
        if identities is None:
            identities = identities_of(session.play)
            self._identities[session] = identities
        return identities
