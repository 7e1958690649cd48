"""A patience ready to be played: its specification compiled into tables, and the rules as functions of a state."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from arfa.cards import SUITS, Card, card, suit
from arfa.engine.canonical import canonical_state
from arfa.engine.mechanics import Mechanic, mechanics_for
from arfa.engine.mechanics.building import Building
from arfa.engine.mechanics.cycle import Cycle
from arfa.engine.mechanics.gaps import Gaps
from arfa.engine.mechanics.groups import Groups
from arfa.engine.mechanics.onto_columns import OntoColumns
from arfa.engine.mechanics.row import Row
from arfa.engine.mechanics.stock import Stock
from arfa.engine.mechanics.waste import Waste
from arfa.engine.moves import REDEAL, Move
from arfa.engine.state import State
from arfa.engine.stuck import is_stuck
from arfa.errors import Message
from arfa.rules import predicates
from arfa.rules.dealing import base_cards, full_deck, lay_out, pack, taken_away
from arfa.rules.load import GameSpec, load_game
from arfa.rules.spec import FoundationSpec

if TYPE_CHECKING:
    from arfa.engine.position import Position

_CARDS = 52


class Seen(NamedTuple):
    """A consequence of a move: a card that turned up, or one that left for its foundation by itself."""

    pile: str
    """Where the card lay, or where it was turned up."""
    card: Card
    rises: bool
    """Whether it went up at once (an ace), rather than being turned up."""


class Game:
    """The rules of one patience with its variants.  Immutable; equal when the rules have the same name and hash."""

    def __init__(self, spec: GameSpec) -> None:
        self.spec = spec
        self.rules = rules = spec.rules
        self.name = spec.name
        cards = range(_CARDS)
        self.takes = tuple(bytes(predicates.may_lie_on(rules, b, c) for c in cards) for b in cards)
        """``takes[below][c]``: whether ``c`` may be built on ``below`` in a column."""
        self.space_takes = bytes(predicates.may_begin_column(rules, c) for c in cards)
        """``space_takes[c]``: whether ``c`` may go into an empty column."""
        self._name_piles()
        self.wanted = tuple(self._wanted(i) for i in self.foundations)
        """``wanted[foundation][height]``: the card that it waits for; -1 when it is full."""
        self.rising = (
            frozenset(c[0] for c in self.wanted) if rules.aces == "at-once" else frozenset()
        )
        """The cards that go up by themselves where they lie open."""
        self.total = len(full_deck(rules))
        self.stock = self._make_stock()
        if rules.grid is None:
            self.building = Building(self)
        self.mechanics: tuple[Mechanic, ...] = mechanics_for(self)

    @staticmethod
    @lru_cache(maxsize=256)
    def named(name: str) -> Game:
        """A patience of the package: ``Game.named("big-harp+draw-3")``.  Raises :class:`~arfa.rules.load.RuleError`."""
        spec = load_game(name)
        return Game(spec) if spec.name == name else Game.named(spec.name)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Game):
            return NotImplemented
        return self.name == other.name and self.spec.rules_hash == other.spec.rules_hash

    def __hash__(self) -> int:
        return hash((self.name, self.spec.rules_hash))

    def __repr__(self) -> str:
        return f"Game.named({self.name!r})"

    # -- piles ----------------------------------------------------------------------------------------------

    def _name_piles(self) -> None:
        names: list[str] = []
        self.letters: dict[int, str] = {}
        self.suits: dict[int, int] = {}
        self.fixed: dict[int, int] = {}
        self.foundation_spec: dict[int, FoundationSpec] = {}
        self.slots: dict[str, dict[int, tuple[int, ...]]] = {}
        for f in self.rules.foundations:
            slots: dict[int, tuple[int, ...]] = {}
            order = [SUITS.index(s) for s in (f.suits or self.rules.deck.suits)] * f.per_suit
            for number, s in enumerate(order, 1):
                i = len(names)
                names.append(f"{f.letter}{number}")
                self.letters[i], self.suits[i] = f.letter, s
                self.fixed[i] = 1 if f.dealt else 0
                self.foundation_spec[i] = f
                slots[s] = (*slots.get(s, ()), i)
            self.slots[f.letter] = slots
        self.foundations = tuple(range(len(names)))
        if self.rules.tableau is not None:
            columns = self.rules.tableau.pile_names
            self.columns = tuple(range(len(names), len(names) + len(columns)))
            names += columns
        else:
            grid = self.rules.grid
            assert grid is not None
            self.columns = ()
            rows = [chr(ord("a") + r) for r in range(grid.rows)]
            names += [f"{row}{place}" for row in rows for place in range(grid.places)]
        stock = self.rules.stock
        self.hand_letter = ""
        if stock is not None:
            names.append("s")
            self.hand_letter = {"waste": "w", "cycle": "o", "row": "x"}.get(stock.kind, "")
            if stock.kind == "row" and stock.mode == "cover":
                names += [f"x{n + 1}" for n in range(stock.size)]
            elif self.hand_letter:
                names.append(self.hand_letter)
        self.pile_names = tuple(names)
        self.index = {name: i for i, name in enumerate(names)}
        self.column_number = {names[i]: k for k, i in enumerate(self.columns)}
        self.twins = tuple(
            same for slots in self.slots.values() for same in slots.values() if len(same) > 1
        )
        """The foundations that nobody can tell apart: those of one kind and suit, where there are more than one."""
        self._kinds = dict.fromkeys(names, "cell" if self.rules.grid is not None else "hand")
        self._kinds |= dict.fromkeys(self.column_number, "column") | {"s": "stock"}
        self._kinds |= dict.fromkeys(
            (*(names[i] for i in self.foundations), *self.slots), "foundation"
        )
        if stock is None:
            del self._kinds["s"]

    def _make_stock(self) -> Stock:
        spec = self.rules.stock
        if spec is None:
            return Stock(self)
        match spec.kind:
            case "waste":
                return Waste(self, spec)
            case "cycle":
                return Cycle(self, spec)
            case "row":
                return Row(self, spec)
            case "columns":
                return OntoColumns(self, spec)
            case "groups":
                return Groups(self, spec)

    def kind(self, pile: str) -> str:
        """What a source or destination is: foundation, column, cell, stock, hand, or unknown.

        ``hand`` is a card that the stock has given: the top of the waste, an opened card, a card of the extra row.
        """
        known = self._kinds.get(pile)
        if known is None:
            card_of_hand = self.hand_letter and pile[:1] == self.hand_letter and pile[1:].isdigit()
            known = "hand" if card_of_hand else "unknown"
        return known

    # -- predicates as tables -------------------------------------------------------------------------------

    def face_down(self, state: State, pile: str) -> int:
        """How many of the deepest cards of a pile lie face down (all of a stock)."""
        if pile in self.column_number:
            return state.down[self.column_number[pile]]
        return len(state.piles[self.index[pile]]) if self.kind(pile) == "stock" else 0

    def may_lie_on(self, below: Card, c: Card) -> bool:
        """Whether ``c`` may be built on ``below`` in a column."""
        return bool(self.takes[below][c])

    def may_begin_column(self, c: Card) -> bool:
        """Whether ``c`` may go into an empty column."""
        return bool(self.space_takes[c])

    def next_rank(self, foundation: int, height: int) -> int:
        """The rank that a foundation pile waits for."""
        return predicates.foundation_next_rank(
            self.foundation_spec[foundation], self.rules.deck.ranks, height
        )

    def foundation_takes(self, foundation: int, height: int, c: Card) -> bool:
        """Whether a foundation pile of that height takes ``c``."""
        return self.wanted[foundation][height] == c

    def _wanted(self, foundation: int) -> tuple[Card, ...]:
        ranks, s = self.rules.deck.ranks, self.suits[foundation]
        return (*(card(self.next_rank(foundation, h), s) for h in range(ranks)), -1)

    def may_give(self, state: State, column: str, foundation: str) -> bool:
        """Whether a pile may give to a foundation pile in this phase (rulebook 5.2.3)."""
        return not isinstance(self.stock, Groups) or self.stock.may_give(state, column, foundation)

    def giving_refusal(self, state: State, column: str, foundation: str) -> Message | None:
        """Why a pile may not give to a foundation pile in this phase, or None when it may."""
        if isinstance(self.stock, Groups) and not self.stock.may_give(state, column, foundation):
            return self.stock.why_not(column)
        return None

    # -- beginning ------------------------------------------------------------------------------------------

    def pack(self) -> tuple[Card, ...]:
        """The cards that are shuffled, sorted."""
        return pack(self.rules)

    def layout(self, deck: Sequence[Card]) -> State:
        """The deal of a deck as it lies before anything leaves or turns.  Raises :class:`~arfa.errors.DeckError`."""
        laid = lay_out(self.rules, deck)
        piles = []
        for name in self.pile_names:
            cards = [c for c, _ in laid.get(name, ())]
            piles.append(tuple(c for c in cards if not taken_away(self.rules, c)))
        for i, c in zip(
            (i for i in self.foundations if self.fixed[i]), base_cards(self.rules), strict=True
        ):
            piles[i] = (c,)
        down = tuple(
            sum(not up for _, up in laid.get(self.pile_names[i], ())) for i in self.columns
        )
        phased = isinstance(self.stock, Groups) and bool(piles[self.stock.s])
        return State(tuple(piles), down, free=not phased)

    def start(self, deck: Sequence[Card]) -> Position:
        """The position in which play with a deck begins.  Raises :class:`~arfa.errors.DeckError`."""
        from arfa.engine.position import Position

        return Position(self, self.settle(self.layout(deck))[0])

    # -- playing --------------------------------------------------------------------------------------------

    def legal_moves(self, state: State) -> list[Move]:
        """All legal moves in the pinned order: each mechanic's, foundations before columns before the stock."""
        return [move for mechanic in self.mechanics for move in mechanic.moves(state)]

    def normal(self, move: Move) -> Move:
        """The one form of a move: a foundation as destination by its letter alone."""
        if move.dst not in self.slots and self.kind(move.dst) == "foundation":
            return move._replace(dst=self.letters[self.index[move.dst]])
        return move

    def refusal(self, state: State, move: Move) -> Message | None:
        """Why a move is refused, or None when it is legal."""
        if move == REDEAL and self.rules.grid is None:
            return Message("redeal-word")
        for name in (move.src, move.dst):
            if name and self.kind(name) == "unknown" and not self._named_action(move):
                return Message("pile-unknown", name=name)
        if move.count != 1 and self.stock.owns(move):
            return Message("action-count", n=move.count)
        mechanic = self._mechanic(move)
        refused = mechanic.refusal(state, self.normal(move))
        if refused is None and self.normal(move) != move and not move.mercy:
            return self._wrong_foundation(state, move)
        return refused

    def _named_action(self, move: Move) -> bool:
        return any(m.owns(move) for m in self.mechanics if isinstance(m, Stock)) or not move.dst

    def _wrong_foundation(self, state: State, move: Move) -> Message | None:
        """A move that names its foundation pile must name one that takes the card (T2.3: either of two)."""
        i, src = self.index[move.dst], self.index.get(move.src)
        hand = dict(self.stock.hand(state))
        c = hand[move.src] if move.src in hand else state.piles[src or 0][-1]
        if self.foundation_takes(i, len(state.piles[i]), c):
            return None
        if self.suits[i] != suit(c):
            return Message("foundation-suit", card=c, suit=self.suits[i])
        if self.wanted[i][len(state.piles[i])] < 0:
            return Message("foundation-complete", card=c)
        return Message(
            "foundation-wants", card=c, rank=self.next_rank(i, len(state.piles[i])), suit=suit(c)
        )

    def apply(self, state: State, move: Move) -> tuple[State, tuple[Seen, ...]]:
        """The state after a legal move, and what turned up or went up by itself."""
        after = self._mechanic(move).apply(state, move)
        drawn = tuple(Seen(name, c, False) for name, c in self.stock.turned(state, after, move))
        after, seen = self.settle(after)
        return after, drawn + seen

    def changes_nothing(self, state: State, move: Move) -> bool:
        """Whether a legal move leads to the same position but for the order of interchangeable piles.

        Such a move (a king's column into another space, rulebook 4.b D3) is legal, but nobody should be offered it.
        """
        if self.kind(move.src) != "column" or self.kind(move.dst) != "column":
            return False
        after, seen = self.apply(state, move)
        return not seen and canonical_state(self, after) == canonical_state(self, state)

    def _mechanic(self, move: Move) -> Mechanic:
        for mechanic in reversed(self.mechanics):  # building takes whatever no other mechanic owns
            if mechanic.owns(move):
                return mechanic
        return self.mechanics[0]

    def settle(self, state: State) -> tuple[State, tuple[Seen, ...]]:
        """Turn up what is exposed and send up what goes at once, until nothing changes (1.a.3, 1.a.5)."""
        seen: list[Seen] = []
        names = self.pile_names
        while True:
            for k, i in enumerate(self.columns):
                if state.piles[i] and len(state.piles[i]) <= state.down[k]:
                    down = (*state.down[:k], len(state.piles[i]) - 1, *state.down[k + 1 :])
                    state = state._replace(down=down)
                    seen.append(Seen(names[i], state.piles[i][-1], False))
            move = self._rising(state)
            if move is None:
                return state, tuple(seen)
            c = dict(self.stock.hand(state)).get(move.src)
            c = state.piles[self.index[move.src]][-1] if c is None else c
            seen.append(Seen(move.src, c, True))
            state = self.building.apply(state, move)

    def _rising(self, state: State) -> Move | None:
        """The move of an open card that begins a foundation, where such cards go up at once."""
        first, piles = self.rising, state.piles
        if not first:  # none goes at once
            return None
        tops = [
            (self.pile_names[i], piles[i][-1])
            for i in self.columns
            if piles[i] and piles[i][-1] in first
        ]
        for name, c in (*tops, *((n, c) for n, c in self.stock.hand(state) if c in first)):
            for letter in self.slots:
                slot = self.building.slot_for(state, letter, c)
                if (
                    slot is not None
                    and not state.piles[slot]
                    and self.may_give(state, name, self.pile_names[slot])
                ):
                    return Move(name, letter)
        return None

    # -- outcomes -------------------------------------------------------------------------------------------

    def is_won(self, state: State) -> bool:
        """Whether all cards lie where they belong."""
        gaps = self.mechanics[0]
        if isinstance(gaps, Gaps):
            length = self.rules.deck.ranks - gaps.front + 1
            return all(gaps.sequence(row) == length for row in gaps.rows(state))
        return sum(len(state.piles[i]) for i in self.foundations) == self.total

    def is_stuck(self, state: State, *, drawing: bool = True) -> bool:
        """Whether no event can be reached by reversible moves (rulebook 1.2); ``drawing``: drawing is such a move.

        Exact for the Klondike type; elsewhere a bounded search, and False where the bound is hit.
        """
        return is_stuck(self, state, drawing)
