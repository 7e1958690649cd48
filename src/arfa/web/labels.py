"""Moves and what came of them in words.  Only open cards are named."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from arfa.engine.game import Game, Seen
from arfa.engine.identities import first_card
from arfa.engine.moves import REDEAL, Move
from arfa.engine.position import Ply
from arfa.engine.state import State
from arfa.engine.view import PileView
from arfa.errors import Message
from arfa.store import Course
from arfa.texts import card_name, pile_name, say

_NAMED = 4
"""More cards than these are counted, not named."""


def label_text(game: Game, state: State, move: Move, lang: str) -> str:
    """The label of a move in words."""
    message = label(game, state, move)
    return _said(message.code, tuple(message.values.items()), lang)


@lru_cache(maxsize=20_000)
def _said(code: str, values: tuple[tuple[str, object], ...], lang: str) -> str:
    # The same few labels are wanted for every position of a play.
    return say(Message(code, **dict(values)), lang)


def label(game: Game, state: State, move: Move) -> Message:
    """A move that is legal in this state, as a person would say it: "seven of hearts and 2 more to column 5"."""
    if move == REDEAL:
        return Message("web-move-reshuffle")
    if game.stock.owns(move):
        return _action(game, state, move)
    card = first_card(game, state, move)
    kind = game.kind(move.dst)
    if kind == "foundation":
        if len(game.slots) == 1:
            return Message("web-move-base", card=card)
        slot = game.building.slot_for(state, move.dst, card)
        base = "ace" if slot is None else game.foundation_spec[slot].base
        return Message(f"web-move-base-{base}", card=card)
    if kind == "cell":
        return Message("web-move-gap", card=card, cell=move.dst)
    if game.kind(move.src) == "foundation":
        return Message("web-move-back", card=card, pile=move.dst)
    code = "web-move-mercy" if move.mercy else "web-move"
    code += "-column" if state.piles[game.index[move.dst]] else "-space"
    if move.count == 1:
        return Message(code, card=card, pile=move.dst)
    return Message(f"{code}-run", card=card, pile=move.dst, n=move.count - 1)


def _action(game: Game, state: State, move: Move) -> Message:
    """An action of the stock."""
    rules, left = game.rules.stock, len(state.piles[game.stock.s])
    match rules.kind if rules else "", move.src:
        case "waste", "s":
            n = min(rules.draw, left) if rules and rules.kind == "waste" else 1
            return Message("web-move-draw", n=n) if n > 1 else Message("web-move-draw-one")
        case "waste", _:
            return Message("web-move-redeal")
        case "cycle", "s":
            return Message("web-move-turn")
        case "cycle", _:
            return Message("web-move-pass", card=dict(game.stock.hand(state))[move.src])
        case "row", _:
            n = min(rules.size, left) if rules and rules.kind == "row" else left
            return Message("web-move-row", n=n)
        case "groups", "s":
            return Message("web-move-group")
        case "groups", _:
            return Message("web-move-gather")
        case _:
            return Message("web-move-deal")


def said(course: Course, piles: Sequence[PileView], lang: str) -> str:
    """What the last action did, for the eye and for screen readers; at the beginning, that the cards are dealt.

    ``piles`` are those of the position as its player sees them.
    """
    game, position = course.game, course.position
    last = course.last.kind if course.last else None
    sentences: list[Message] = []
    match last:
        case None:
            sentences.append(Message("web-said-dealt"))
            sentences += _consequences(_at_once(course))
        case "restart":
            sentences.append(Message("web-said-restart"))
        case "undo":
            first = label(game, position.state, course.undone[-1])
            move = _inside(_and_more(first, len(course.undone) - 1, lang), lang)
            sentences.append(Message("web-said-undo", move=move))
        case "goto":
            n = course.made
            sentences.append(Message("web-said-goto", n=n) if n else Message("web-said-goto-start"))
        case _:
            ply, *rest = position.plies[-len(course.at.plies) :]
            move_label = label(game, ply.before, ply.move)
            if last == "redo":
                move = _inside(_and_more(move_label, len(rest), lang), lang)
                move_label = Message("web-said-redo", move=move)
            news = list(news_of(game, (ply, *rest), piles, lang))
            if last == "redo" or ply.move.src != "s" or not news:
                sentences.append(move_label)  # what came from the stock says it all
            if last == "move":
                sentences += _followed(game, rest, lang)
            sentences += news
    return " ".join(f"{say(sentence, lang)}." for sentence in sentences)


def _and_more(first: Message, n: int, lang: str) -> Message:
    """The first of several moves that are one."""
    return Message("web-said-more", move=say(first, lang), n=n) if n else first


def _followed(game: Game, plies: Sequence[Ply], lang: str) -> Iterator[Message]:
    """The cards that went to the foundations in the wake of a move."""
    cards = [first_card(game, ply.before, ply.move) for ply in plies if ply.move.dst in game.slots]
    if len(cards) > _NAMED:
        yield Message("web-said-followed-many", n=len(cards))
    elif cards:
        yield Message("web-said-followed", cards=", ".join(card_name(c, lang) for c in cards))


def news_of(
    game: Game, plies: Sequence[Ply], piles: Sequence[PileView], lang: str
) -> Iterator[Message]:
    """What the moves of one action showed."""
    stock, ply = game.stock.s, plies[0]
    all_seen = [seen for one in plies for seen in one.seen]
    drawn = [seen.card for seen in all_seen if game.kind(seen.pile) == "hand" and not seen.rises]
    onto_columns = game.stock.owns(ply.move) and not game.hand_letter
    if onto_columns:
        # All that was dealt, an ace that has risen since as well.
        drawn = [seen.card for seen in ply.seen if not seen.rises]
    passed = game.stock.passed(ply.before, ply.move)
    if passed:
        yield Message("web-said-passed", n=passed)
    if drawn and (len(plies) == 1 or len(drawn) <= _NAMED):
        yield Message("web-said-drawn", cards=", ".join(card_name(c, lang) for c in drawn))
    turned = [seen for seen in all_seen if seen.rises or game.kind(seen.pile) != "hand"]
    if onto_columns and len(plies) == 1:
        # The others have just been named, column by column.
        turned = [seen for seen in turned if seen.rises]
    if len(plies) > 1 and len(turned) > _NAMED:
        turned = []  # there is more to be seen than anyone wants to hear
    yield from _consequences(iter(turned))
    if stock >= 0 and len(ply.before.piles[stock]) != len(piles[stock].cards):
        n = len(piles[stock].cards)
        yield Message("web-said-stock", n=n) if n else Message("web-said-stock-empty")


def _consequences(seen: Iterator[Seen]) -> Iterator[Message]:
    for pile, card, rises in seen:
        if rises:
            yield Message("web-said-rises", card=card)
        else:
            yield Message("web-said-turned", pile=pile, card=card)


def _at_once(course: Course) -> Iterator[Seen]:
    """The cards that went up when the cards were dealt."""
    game, state = course.game, course.position.state
    for i in game.foundations:
        for card in state.piles[i][game.fixed[i] :]:
            yield Seen(game.pile_names[i], card, True)


def _inside(message: Message, lang: str) -> str:
    """A message within a sentence."""
    text = say(message, lang)
    return text[:1].lower() + text[1:]


def pile_label(game: Game, name: str, lang: str) -> str:
    """What a pile is called: "column 3", "foundation of spades"."""
    i = game.index[name]
    if game.kind(name) == "cell":
        return _inside(Message("web-pile-cell", cell=name), lang)
    if i not in game.letters:
        return pile_name(name, lang)
    spec, suit = game.foundation_spec[i], game.suits[i]
    code = "web-pile-base" if len(game.slots) == 1 else f"web-pile-base-{spec.base}"
    same = game.slots[game.letters[i]][suit]
    number = f" {same.index(i) + 1}" if len(same) > 1 else ""
    return _inside(Message(code, suit=suit), lang) + number
