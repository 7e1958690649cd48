"""What must hold in every position of every patience, whatever its rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import TypeVar

from arfa.cards import card, suit
from arfa.deals.shuffle import Xoshiro256
from arfa.engine.game import Game
from arfa.engine.moves import REDEAL, Move
from arfa.engine.position import Position
from arfa.engine.state import State
from arfa.engine.view import view
from arfa.errors import Message
from arfa.rules.dealing import full_deck, taken_away
from arfa.rules.spec import Rules
from arfa.texts import LANGUAGES, say

T = TypeVar("T")

# -- the cards ----------------------------------------------------------------------------------------------


def check_state(game: Game, state: State) -> None:
    """The cards are all there, each pile is one that can be, and nothing that must happen by itself is left over."""
    rules = game.rules
    cards = Counter(c for pile in state.piles for c in pile)
    assert cards == Counter(c for c in full_deck(rules) if not taken_away(rules, c))
    assert len(state.piles) == len(game.pile_names)
    for k, i in enumerate(game.columns):  # 1.a.5: an exposed card lies face up
        assert 0 <= state.down[k] <= max(0, len(state.piles[i]) - 1)
    for i in game.foundations:
        spec, pile = game.foundation_spec[i], state.piles[i]
        ranks = range(1, 14) if spec.base == "ace" else range(rules.deck.ranks, 0, -1)
        assert pile == tuple(card(r, game.suits[i]) for r in ranks)[: len(pile)]
        assert len(pile) >= game.fixed[i]
    if rules.grid is not None:
        assert all(len(pile) <= 1 for pile in state.piles)
    if rules.aces == "at-once":
        assert not list(_aces_at_rest(game, state))


def _aces_at_rest(game: Game, state: State) -> Iterator[Move]:
    """Moves of cards that should have left by themselves: those that begin a foundation (1.a.3)."""
    for move in game.legal_moves(state):
        if move.dst in game.slots and game.kind(move.src) in ("column", "hand") and not move.mercy:
            c = top(game, state, move.src)
            piles = [i for i in game.slots[move.dst][suit(c)] if not state.piles[i]]
            if any(game.next_rank(i, 0) == c % 13 + 1 for i in piles):
                yield move


def top(game: Game, state: State, pile: str) -> int:
    """The card in play of a column, of the hand or of a foundation."""
    hand = dict(game.stock.hand(state))
    return hand[pile] if pile in hand else state.piles[game.index[pile]][-1]


# -- moves --------------------------------------------------------------------------------------------------


def check_moves(position: Position) -> list[Move]:
    """The legal moves are listed once each, always in the same order, are written and read; they are returned."""
    moves = position.legal_moves()
    assert moves == position.legal_moves()
    assert len(set(moves)) == len(moves)
    for move in moves:
        assert Move.parse(str(move)) == move
    return moves


def check_push(position: Position, move: Move) -> None:
    """A legal move changes the position, can be taken back exactly, and is made again to the same end."""
    game, before, moves = position.game, position.state, position.legal_moves()
    depth = len(position.history)
    assert position.refusal(move) is None
    seen = position.push(move)
    after = position.state
    assert after != before
    assert position.history[depth:] == (move,)
    check_state(game, after)
    assert position.pop() == move
    assert position.state == before
    assert position.legal_moves() == moves
    assert position.push_legal(move) == seen
    assert position.state == after


def candidates(position: Position) -> Iterator[Move]:
    """Every move that could be said: all sources, destinations and counts, some beyond what there is.

    Counts have no meaning in a grid, so they are tried from its first place only.
    """
    game, state = position.game, position.state
    hand = [name for name, _ in game.stock.hand(state)]
    places = [*game.pile_names, *hand, *game.slots]
    extra = [game.hand_letter + "77"] if game.hand_letter == "x" else []
    actions = [name for pair in game.stock.actions for name in pair]
    for src in dict.fromkeys([*places, *extra, *actions]):
        size = len(state.piles[game.index[src]]) if src in game.index else 1
        grid = game.rules.grid is not None
        counts: Iterable[int] = (0, 1, 2) if src == "s" or size == 0 else range(size + 2)
        if grid:
            counts = (0, 1, 2) if src == "a0" else (1,)
        for dst in dict.fromkeys([*places, *actions]):
            for n in counts:
                yield Move(src, dst, n)
                if not grid or src == "a0":
                    yield Move(src, dst, n, True)
    yield REDEAL
    yield Move("q1", "t1")
    yield Move("t1", "zz")
    yield Move("", "")


def check_refusals(position: Position) -> Counter[str]:
    """A move is legal exactly when nothing is said against it, and what is said has words in every language.

    The codes of the refusals are returned.  A list of moves leaves out the second of two twins: foundations of equal
    height are told apart by nobody.
    """
    game = position.game
    legal = position.legal_moves()
    codes: Counter[str] = Counter()
    accepted = set()
    for move in candidates(position):
        why = position.refusal(move)
        if why is None:
            accepted.add(move)
        else:
            codes[why.code] += 1
            check_words(why)
    assert accepted >= set(legal)
    for move in accepted - set(legal):
        if game.normal(move) in legal:  # t4f1 is t4f where both take the card
            continue
        twins = game.slots[game.letters[game.index[move.src]]][game.suits[game.index[move.src]]]
        assert any(move._replace(src=game.pile_names[i]) in legal for i in twins)
        assert any(
            position.state.piles[i] == position.state.piles[game.index[move.src]]
            for i in twins
            if game.pile_names[i] != move.src
        )
    return codes


_SAID: set[Message] = set()


def check_words(message: Message) -> None:
    """A message can be said in every language, and no field of its template is left open."""
    if message in _SAID:
        return
    _SAID.add(message)
    for lang in LANGUAGES:
        words = say(message, lang)
        assert words.strip()
        assert "{" not in words
        assert "}" not in words


# -- identity -----------------------------------------------------------------------------------------------


def check_text(position: Position) -> None:
    """The text of a position gives the position, and is the only exact one; repr rebuilds it."""
    text = str(position)
    again = Position.parse(text, position.game)
    assert again == position
    assert again.state == position.state
    assert str(again) == text
    assert hash(again) == hash(position)
    if position.game == _named(position.game.name):
        rebuilt = eval(repr(position), {"Position": Position})
        assert rebuilt == position


def _named(name: str) -> Game | None:
    try:
        return Game.named(name)
    except Exception:  # noqa: BLE001  (a patience of a test is not of the package)
        return None


def check_view(position: Position) -> None:
    """A player sees every open card and no face-down one."""
    for pile in view(position):
        down = position.face_down(pile.name)
        cards = position.cards(pile.name)
        assert pile.cards == (None,) * down + cards[down:]
        if pile.kind == "stock":
            assert not any(c is not None for c in pile.cards)


def check_identity(position: Position, random: Xoshiro256) -> None:
    """Positions that differ only in the order of interchangeable piles are one, and their games go on alike."""
    game = position.game
    other = Position(game, shuffled_piles(game, position.state, random))
    assert other.key() == position.key()
    assert other.canonical() == position.canonical()
    assert str(other.canonical()) == str(position.canonical())
    assert position.canonical().canonical() == position.canonical()
    assert position.canonical().key() == position.key()
    assert children(other) == children(position)
    assert other.is_won == position.is_won
    assert other.is_stuck() == position.is_stuck()
    assert other.outcome() is position.outcome()


def children(position: Position) -> Counter[object]:
    """The keys of what the legal moves lead to, with their number."""
    game, found = position.game, Counter[object]()
    for move in position.legal_moves():
        after, _ = game.apply(position.state, move)
        found[Position(game, after).key()] += 1
    return found


def shuffled_piles(game: Game, state: State, random: Xoshiro256) -> State:
    """The state with its interchangeable piles in another order.

    Which they are is said here once more, in another way than in the engine: foundations of one kind and suit; rows of
    a grid; cards of an extra row; columns, unless cards will still be dealt onto them.
    """
    piles, down, merciful = list(state.piles), list(state.down), state.merciful
    for letter in game.slots:
        for s in range(4):
            same = [i for i in game.foundations if game.letters[i] == letter and game.suits[i] == s]
            for i, pile in zip(same, _shuffle([piles[i] for i in same], random), strict=True):
                piles[i] = pile
    if game.rules.grid is not None:
        rows = [
            piles[r : r + game.rules.grid.places]
            for r in range(0, len(piles), game.rules.grid.places)
        ]
        piles = [pile for row in _shuffle(rows, random) for pile in row]
    if "x" in game.index:
        piles[game.index["x"]] = tuple(_shuffle(list(piles[game.index["x"]]), random))
    if _columns_are_alike(game.rules, state, game):
        order = _shuffle(list(range(len(game.columns))), random)
        for k, old in enumerate(order):
            piles[game.columns[k]] = state.piles[game.columns[old]]
            down[k] = state.down[old]
        merciful = sum((state.merciful >> old & 1) << k for k, old in enumerate(order))
    return state._replace(piles=tuple(piles), down=tuple(down), merciful=merciful)


def _columns_are_alike(rules: Rules, state: State, game: Game) -> bool:
    if rules.stock is None or rules.stock.kind not in ("columns", "groups"):
        return True
    if state.piles[game.index["s"]]:
        return False
    return rules.stock.kind == "columns" or state.redeals == rules.stock.redeals


def _shuffle(things: list[T], random: Xoshiro256) -> list[T]:
    result = list(things)
    for last in range(len(result) - 1, 0, -1):
        other = random.below(last + 1)
        result[last], result[other] = result[other], result[last]
    return result
