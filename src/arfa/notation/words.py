"""Moves written for people: ``9H-TS`` derived from the position, and in words in both languages."""

from __future__ import annotations

from arfa.cards import Card, card_text
from arfa.engine.game import Seen
from arfa.engine.mechanics.waste import Waste
from arfa.engine.moves import REDEAL, Move
from arfa.engine.position import Position
from arfa.errors import Message
from arfa.notation.move import WORDS, head_card, notes_text, target_card


def with_notes(move: Move, seen: tuple[Seen, ...]) -> str:
    """The exact form with what turned up: ``t7t3=9H``; ``seen`` is what ``Position.push`` returned."""
    return f"{move}{notes_text(seen)}"


def human(position: Position, move: Move) -> str:
    """A legal move as people write it: ``9H-TS``, ``KD-t4``, ``AS-f``, ``draw``.

    It is read back as the same move: where cards of two decks make it fit several moves, the exact form is given.
    """
    text = _short(position, move)
    alike = (other for other in position.legal_moves() if _short(position, other) == text)
    return text if [*alike] == [position.game.normal(move)] else str(move)


def _short(position: Position, move: Move) -> str:
    c = head_card(position, move)
    if c is None:
        return next(word for word, moves in _WORD_ORDER.items() if move in moves)
    goal = target_card(position, move)
    end = move.dst if goal is None else card_text(goal)
    return f"{card_text(c)}-{end}{'!' if move.mercy else ''}"


#: Each action has one word of its own: a deal is a deal, and drawing is from a stock to a waste.
_WORD_ORDER = {word: WORDS[word] for word in ("redeal", "pass", "turn", "deal", "draw")}
_WORD_ORDER["turn"] = (Move("s", "o"),)
_WORD_ORDER["deal"] = (Move("s", "t"), Move("s", "x"))


def say_move(position: Position, move: Move) -> Message:
    """A legal move in words: first and last card of what moves, and the card that it goes to (not yet made)."""
    game = position.game
    c = head_card(position, move)
    if c is None:
        return _say_action(position, move)
    if game.kind(move.dst) == "cell":
        goal = target_card(position, move)
        if goal is None:
            return Message("say-front", card=c, row=ord(move.dst[0]) - ord("a") + 1)
        return Message("say-gap", card=c, card_to=goal)
    back = game.kind(move.src) == "foundation"
    if move.dst in game.slots:
        return Message("say-transfer" if back else "say-foundation", card=c, pile_to=move.dst)
    said = _say_to_column(position, move, c, back)
    return Message("say-mercy", move=said) if move.mercy else said


def _say_to_column(position: Position, move: Move, c: Card, back: bool) -> Message:
    goal = target_card(position, move)
    if move.count > 1:
        last = position.cards(move.src)[-1]
        if goal is None:
            return Message(
                "say-group-space", card=c, card_last=last, n=move.count, pile_to=move.dst
            )
        return Message("say-group", card=c, card_last=last, n=move.count, card_to=goal)
    if goal is None:
        return Message("say-back-space" if back else "say-space", card=c, pile_to=move.dst)
    return Message("say-back" if back else "say-card", card=c, card_to=goal)


def _say_action(position: Position, move: Move) -> Message:
    game, stock = position.game, position.game.stock
    if move == REDEAL:
        return Message("say-reshuffle")
    match move.src, move.dst:
        case "s", "w":
            draw = stock.spec.draw if isinstance(stock, Waste) else 1
            return Message("say-draw", n=min(draw, len(position.cards("s"))))
        case "s", "o":
            return Message("say-turn")
        case "o", _:
            return Message("say-pass", card=position.cards("o")[0])
        case "w", _:
            return Message("say-waste-over")
        case "t", _:
            return Message("say-gather")
    after, _ = game.apply(position.state, move)
    s = game.index["s"]
    code = "say-deal-row" if move.dst == "x" else "say-deal-columns"
    return Message(code, n=len(position.cards("s")) - len(after.piles[s]))


def say_move_and_piles(position: Position, move: Move) -> Message:
    """The same with the piles behind it, so that twins of a second deck can be told apart."""
    said = say_move(position, move)
    if head_card(position, move) is None or position.game.kind(move.dst) == "cell":
        return said
    return Message("say-piles", move=said, pile=move.src, pile_to=move.dst)


def say_seen(seen: tuple[Seen, ...]) -> tuple[Message, ...]:
    """What a move showed, one message a card: it turned up, or it went up by itself."""
    return tuple(
        Message("seen-rises" if one.rises else "seen-turns", card=one.card, pile=one.pile)
        for one in seen
    )
