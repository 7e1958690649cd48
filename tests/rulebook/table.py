"""Short forms for the worked examples: a position as text, a move that is made, a move that is refused."""

from __future__ import annotations

from arfa.cards import card_text
from arfa.engine.game import Game
from arfa.engine.moves import Move
from arfa.engine.position import Position


def at(game: str, piles: str) -> Position:
    """The position of a patience with these piles; ``*`` stands for all cards that are not named."""
    return Position.parse(piles, Game.named(game))


def deal(game: str) -> Position:
    """The patience dealt from an unshuffled deck, so that every card's place is known."""
    named = Game.named(game)
    return named.start(named.pack())


def plays(position: Position, *moves: str) -> Position:
    """Make the moves; each must be listed as legal."""
    for text in moves:
        move = Move.parse(text)
        assert move in position.legal_moves(), f"{text} is not offered: {position}"
        position.push(move)
    return position


def refused(position: Position, move: str) -> str:
    """The code of the reason for which a move is refused; the move must not be listed either."""
    parsed = Move.parse(move)
    why = position.refusal(parsed)
    assert why is not None, f"{move} is legal: {position}"
    assert parsed not in position.legal_moves()
    return why.code


def top(position: Position, pile: str) -> str:
    """The exposed card of a pile, ``--`` when it is empty."""
    cards = position.cards(pile)
    return card_text(cards[-1]) if cards else "--"


def shown(position: Position, pile: str) -> str:
    """The face-up cards of a pile, deepest first."""
    return " ".join(card_text(c) for c in position.cards(pile)[position.face_down(pile) :])
