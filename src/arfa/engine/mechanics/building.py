"""Columns, foundations, and the cards of the hand that go to them (rulebook 1.a.3 to 1.a.7, 4.a.2, 5.2.4)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arfa.cards import Card, is_red, rank, suit
from arfa.engine.moves import Move
from arfa.engine.state import Pile, State
from arfa.errors import Message
from arfa.rules.predicates import ranks_match, suits_match

if TYPE_CHECKING:
    from arfa.engine.game import Game


class Building:
    """Every move whose destination is a column or a foundation."""

    def __init__(self, game: Game) -> None:
        self.game = game
        assert game.rules.tableau is not None
        self.tableau = game.rules.tableau

    # -- questions ------------------------------------------------------------------------------------------

    def run_length(self, state: State, column: int) -> int:
        """How many cards at the end of a column (an index of ``game.columns``) form a run."""
        pile, takes = state.piles[self.game.columns[column]], self.game.takes
        n, most = min(1, len(pile)), len(pile) - state.down[column]
        while n < most and takes[pile[-n - 1]][pile[-n]]:
            n += 1
        return n

    def slot_for(self, state: State, letter: str, c: Card) -> int | None:
        """The foundation pile of a kind that takes the card now; of two equal ones the first."""
        for i in self.game.slots[letter].get(suit(c), ()):
            if self.game.wanted[i][len(state.piles[i])] == c:
                return i
        return None

    def goes_up(self, state: State, c: Card) -> bool:
        """Whether some foundation takes the card now."""
        return any(self.slot_for(state, letter, c) is not None for letter in self.game.slots)

    def playable(self, state: State, c: Card) -> bool:
        """Whether a single card of the hand fits a foundation or a column now."""
        return self.goes_up(state, c) or any(self._lands(state, i, c) for i in self.game.columns)

    def _lands(self, state: State, i: int, c: Card) -> bool:
        return bool(self._taken_by(state.piles[i])[c])

    def _taken_by(self, pile: Pile) -> bytes:
        """For each card, whether a column takes it now."""
        return self.game.takes[pile[-1]] if pile else self.game.space_takes

    def group_sizes(self, state: State, column: int) -> list[int]:
        """How many cards may leave a column together, smallest first."""
        pile = state.piles[self.game.columns[column]]
        if not pile:
            return []
        run = self.run_length(state, column)
        match self.tableau.groups:
            case "single":
                return [1]
            case "run":
                return list(range(1, run + 1))
            case "any":
                return list(range(1, len(pile) - state.down[column] + 1))
            case "king-run":
                king = self.game.rules.deck.ranks
                return [1] + [n for n in range(2, run + 1) if rank(pile[-n]) == king]
            case "strict-run":
                return [
                    n for n in range(1, run + 1) if n == run or self.goes_up(state, pile[-n - 1])
                ]

    # -- legal moves ----------------------------------------------------------------------------------------

    def owns(self, move: Move) -> bool:
        return not move.mercy

    def moves(self, state: State) -> list[Move]:
        game, names, piles = self.game, self.game.pile_names, state.piles
        hand = game.stock.hand(state)
        found: list[Move] = []
        tops = [(names[i], piles[i][-1]) for i in game.columns if piles[i]]
        for name, c in (*tops, *hand):
            for letter in game.slots:
                slot = self.slot_for(state, letter, c)
                if slot is not None and game.may_give(state, name, names[slot]):
                    found.append(Move(name, letter))
        found += self._transfers(state)
        if not state.free:
            return found
        groups = [
            (names[i], n, piles[i][-n])
            for column, i in enumerate(game.columns)
            for n in self.group_sizes(state, column)
        ]
        groups += [(name, 1, c) for name, c in hand]
        if game.rules.worry_back:
            groups += [
                (names[i], 1, piles[i][-1])
                for i in game.foundations
                if self._worry_refusal(state, i) is None and not self._twin_before(state, i)
            ]
        columns = [(names[i], self._taken_by(piles[i])) for i in game.columns]
        found += [
            Move(src, dst, n)
            for src, n, c in groups
            for dst, takes in columns
            if takes[c] and dst != src
        ]
        return found

    def _transfers(self, state: State) -> list[Move]:
        if self._transfer_refusal(state) is not None:
            return []
        found = []
        for i in self.game.foundations:
            for letter in self.game.slots:
                move = Move(self.game.pile_names[i], letter)
                if letter != self.game.letters[i] and self._to_foundation(state, move) is None:
                    found.append(move)
        return found

    def _twin_before(self, state: State, i: int) -> bool:
        """Whether an earlier foundation of the suit has the same height, so that its move is the same."""
        same = self.game.slots[self.game.letters[i]][self.game.suits[i]]
        return any(j < i and len(state.piles[j]) == len(state.piles[i]) for j in same)

    # -- refusals -------------------------------------------------------------------------------------------

    def refusal(self, state: State, move: Move) -> Message | None:
        game = self.game
        kind = game.kind(move.src)
        if kind not in ("column", "foundation", "hand") or move.src in game.slots:
            return Message(
                "source-wrong", pile=move.src
            )  # a foundation gives under its full name only
        if move.dst in game.slots:
            return self._to_foundation(state, move)
        if game.kind(move.dst) != "column":
            return Message("destination-wrong", pile=move.dst)
        if move.src == move.dst:
            return Message("same-pile", pile=move.src)
        if not state.free:
            return Message("deal-phase", n=-(-len(state.piles[game.stock.s]) // len(game.columns)))
        head = self._head(state, move)
        if isinstance(head, Message):
            return head
        return self._landing_refusal(state, game.index[move.dst], head)

    def _head(self, state: State, move: Move) -> Card | Message:
        """The deepest card that a move takes along, or why it cannot be taken."""
        game = self.game
        kind = game.kind(move.src)
        if kind == "foundation":
            if move.count != 1:
                return Message("group-foundation")
            refused = self._worry_refusal(state, game.index[move.src])
            return refused or state.piles[game.index[move.src]][-1]
        if kind == "hand":
            cards = dict(game.stock.hand(state))
            if move.src not in cards:
                return game.stock.empty_hand(state, move.src)
            return cards[move.src] if move.count == 1 else Message("group-hand")
        column = game.column_number[move.src]
        pile = state.piles[game.index[move.src]]
        if not pile:
            return Message("source-empty", pile=move.src)
        if not 1 <= move.count <= len(pile):
            return Message("group-too-many", pile=move.src, n=len(pile))
        if move.count > len(pile) - state.down[column]:
            return Message("group-face-down", pile=move.src)
        if move.count in self.group_sizes(state, column):
            return pile[-move.count]
        return self._group_refusal(state, column, move.count)

    def _group_refusal(self, state: State, column: int, n: int) -> Message:
        """Why the last n open cards of a column do not move as one."""
        pile = state.piles[self.game.columns[column]]
        run = self.run_length(state, column)
        if self.tableau.groups == "single":
            return Message("group-single")
        if n > run:
            return Message("group-broken", card=pile[-run], card_below=pile[-run - 1])
        if self.tableau.groups == "king-run":
            return Message("group-king", card=pile[-n])
        return Message("group-strict", card=pile[-n - 1])

    def _landing_refusal(self, state: State, dst: int, c: Card) -> Message | None:
        game, build = self.game, self.tableau.build
        pile = state.piles[dst]
        if not pile:
            if game.may_begin_column(c):
                return None
            return Message(f"space-{self.tableau.spaces}", card=c)
        below = pile[-1]
        if game.may_lie_on(below, c):
            return None
        if build.match == "nothing":
            return Message("build-nothing")
        if build.match == "alternate-colour" and build.direction == "down" and not build.wrap:
            if rank(c) == game.rules.deck.ranks:
                return Message("build-king", card=c)
            wanted = (rank(c) + 1, not is_red(c))
            code = "build-rank" if suits_match(build, below, c) else "build-colour"
            if not suits_match(build, below, c) and not ranks_match(
                build, game.rules.deck.ranks, below, c
            ):
                code = "build-both"
            return Message(code, card=c, parent=wanted, card_below=below)
        return Message(f"build-{build.match}-{build.direction}", card=c, card_below=below)

    def _to_foundation(self, state: State, move: Move) -> Message | None:
        game = self.game
        if move.count != 1:
            return Message("foundation-single")
        if game.kind(move.src) == "foundation":
            refused = self._transfer_refusal(state)
            if refused is None and game.letters[game.index[move.src]] == move.dst:
                refused = Message("same-pile", pile=move.src)
            if refused is not None:
                return refused
            pile = state.piles[game.index[move.src]]
            if len(pile) <= game.fixed[game.index[move.src]]:
                return Message("foundation-base" if pile else "source-empty", pile=move.src)
            c = pile[-1]
        else:
            head = self._top(state, move)
            if isinstance(head, Message):
                return head
            c = head
        slot = self.slot_for(state, move.dst, c)
        if slot is None:
            return self._unfit(state, move.dst, c)
        if game.kind(move.src) == "foundation":
            return None
        return game.giving_refusal(state, move.src, game.pile_names[slot])

    def _top(self, state: State, move: Move) -> Card | Message:
        """The exposed card of a column or the card of the hand at a source."""
        if self.game.kind(move.src) == "hand":
            cards = dict(self.game.stock.hand(state))
            return cards.get(move.src, self.game.stock.empty_hand(state, move.src))
        pile = state.piles[self.game.index[move.src]]
        return pile[-1] if pile else Message("source-empty", pile=move.src)

    def _unfit(self, state: State, letter: str, c: Card) -> Message:
        """What the foundations of the card's suit wait for instead."""
        game = self.game
        ranks = {
            game.next_rank(i, len(state.piles[i])) for i in game.slots[letter].get(suit(c), ())
        }
        wanted = [r for r in sorted(ranks) if 1 <= r <= game.rules.deck.ranks]
        if not wanted:
            return Message("foundation-full", suit=suit(c))
        return Message("foundation-wants", card=c, rank=wanted[0], suit=suit(c))

    def _transfer_refusal(self, state: State) -> Message | None:
        transfer = self.game.rules.transfer
        if transfer == "never":
            return Message("transfer-never")
        if transfer == "free-phase" and not state.free:
            return Message("transfer-phase")
        return None

    def _worry_refusal(self, state: State, i: int) -> Message | None:
        game = self.game
        if not game.rules.worry_back:
            return Message("worry-never")
        pile = state.piles[i]
        if not pile:
            return Message("source-empty", pile=game.pile_names[i])
        if len(pile) <= game.fixed[i]:
            return Message("foundation-base", pile=game.pile_names[i])
        if game.rules.aces == "at-once" and len(pile) == 1:
            # Or a king, where it is what begins a foundation.
            return Message("worry-ace", card=pile[-1])
        return None

    # -- doing it -------------------------------------------------------------------------------------------

    def apply(self, state: State, move: Move) -> State:
        game = self.game
        if game.kind(move.src) == "hand":
            c = dict(game.stock.hand(state))[move.src]
            state = game.stock.take(state, move.src)
            return game.stock.after_play(self._put(state, move, (c,)))
        i = game.index[move.src]
        pile = state.piles[i]
        return self._put(state.with_pile(i, pile[: -move.count]), move, pile[-move.count :])

    def _put(self, state: State, move: Move, cards: tuple[Card, ...]) -> State:
        if move.dst in self.game.slots:
            slot = self.slot_for(state, move.dst, cards[0])
            assert slot is not None
            return state.with_pile(slot, state.piles[slot] + cards)
        i = self.game.index[move.dst]
        return state.with_pile(i, state.piles[i] + cards)
