"""Moves as people write them, read with the position at hand.

``t7t3.4`` says exactly what is done; ``9H-TS`` says which card goes where, and the position tells from where; ``draw``
names an action of the stock.  Three things can be wrong, and they are three errors: the text is no move, the rules
refuse the move, or the text fits several moves.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from arfa.cards import Card, card_text, parse_card
from arfa.engine.game import Seen
from arfa.engine.moves import REDEAL, Move
from arfa.engine.position import IllegalMove, Position
from arfa.errors import Message
from arfa.notation.errors import AmbiguousMove, IllFormedMove, WrongNote

#: Longer texts are no moves.
LIMIT = 400

_ARROW = r"(?:\s*(?:->|[-\u2010-\u2014\u2192>:])\s*|\s+)"
_CARD = r"(?:10|[1-9ATJQK])[CDHS♣♦♥♠]"
_PILE = r"[A-Z][0-9]{0,2}"
_EXACT = re.compile(rf"({_PILE})(?:{_ARROW})?({_PILE})(?:\s*\.\s*([0-9]{{1,2}}))?", re.IGNORECASE)
_HUMAN = re.compile(rf"({_CARD}){_ARROW}({_CARD}|{_PILE})", re.IGNORECASE)
_BARE_CARD = re.compile(_CARD, re.IGNORECASE)
_NOTES = re.compile(rf"(?:\s*[=^]\s*{_CARD})+$", re.IGNORECASE)
_NOTE = re.compile(rf"([=^])\s*({_CARD})", re.IGNORECASE)

#: The actions that a word may mean, the first that the patience has.
WORDS: dict[str, tuple[Move, ...]] = {
    "draw": (Move("s", "w"), Move("s", "x"), Move("s", "o"), Move("s", "t")),
    "deal": (Move("s", "t"), Move("s", "x"), Move("s", "w")),
    "turn": (Move("s", "o"), Move("s", "w")),
    "pass": (Move("o", "s"),),
    "redeal": (Move("w", "s"), Move("t", "s"), REDEAL),
}


def read_move(text: str, position: Position, *, notes: bool = True) -> Move:
    """The legal move that a text means, in its one form.

    ``t7t3.4``, ``t4f``, ``sw``, ``t3t5!``; ``9H-TS``, ``KD-t4``, ``AS-f``; ``draw``, ``redeal``, ``turn``, ``pass``,
    ``deal``; each may be followed by what turns up, ``t7t3=9H``, which is checked unless ``notes`` is false (a player
    who does not know yet what turns up must not be told by a refusal).

    Raises :class:`IllFormedMove`, :class:`~arfa.engine.position.IllegalMove` with the referee's reason,
    :class:`AmbiguousMove` with the candidates, or :class:`WrongNote`.
    """
    word = text.strip() if len(text) <= LIMIT else ""
    found = _NOTES.search(word)
    body, noted = (word[: found.start()], found[0]) if found else (word, "")
    move = _legal(body.rstrip(), position)
    if noted and notes:
        _check_notes(word, noted, position, move)
    return move


def _legal(body: str, position: Position) -> Move:
    mercy = body.endswith("!")
    word = body.removesuffix("!").rstrip()
    if word.lower() in WORDS and not mercy:
        return _allowed(_action(word.lower(), position), position)
    exact = _EXACT.fullmatch(word)
    if exact is not None:
        move = Move(exact[1].lower(), exact[2].lower(), int(exact[3] or 1), mercy)
        # A bare card is no move, but "ts" may be an action, and "TS" is always the card.
        if not _BARE_CARD.fullmatch(word) or (word.islower() and position.game.stock.owns(move)):
            return _exact(move, position, counted=exact[3] is not None)
    human = _HUMAN.fullmatch(word)
    if human is None:
        raise IllFormedMove("move-unreadable", text=body[:20])
    return _derived(body, parse_card(human[1]), human[2], mercy, position)


# -- exact forms --------------------------------------------------------------------------------------------


def _exact(move: Move, position: Position, *, counted: bool) -> Move:
    """The move itself, or the one group that goes there when no number was written and no single card does."""
    if position.refusal(move) is not None and not counted and not move.mercy:
        wanted = position.game.normal(move)
        groups = [m for m in position.legal_moves() if m._replace(count=1) == wanted]
        if len(groups) == 1:
            return groups[0]
    return _allowed(move, position)


def _allowed(move: Move, position: Position) -> Move:
    why = position.refusal(move)
    if why is not None:
        raise IllegalMove(move, why)
    return position.game.normal(move)


def _action(word: str, position: Position) -> Move:
    game = position.game
    for move in WORDS[word]:
        known = move == REDEAL if game.rules.grid is not None else game.stock.owns(move)
        if known:
            return move
    raise IllegalMove(WORDS[word][0], Message("move-word-none", text=word))


# -- forms derived from the position ------------------------------------------------------------------------


def head_card(position: Position, move: Move) -> Card | None:
    """The deepest card that a legal move takes along; None for an action of the stock or a redeal."""
    game = position.game
    if move == REDEAL or game.stock.owns(move):
        return None
    hand = dict(game.stock.hand(position.state))
    return hand[move.src] if move.src in hand else position.cards(move.src)[-move.count]


def target_card(position: Position, move: Move) -> Card | None:
    """The card that a legal move puts its cards on, or behind (in a grid); None for a space, a foundation, a front."""
    game = position.game
    if move.dst in game.column_number:
        pile = position.cards(move.dst)
        return pile[-1] if pile else None
    if game.kind(move.dst) == "cell":
        grid = game.rules.grid
        i = game.index[move.dst]
        if grid is not None and i % grid.places:
            return position.state.piles[i - 1][0]
    return None


def _derived(text: str, c: Card, target: str, mercy: bool, position: Position) -> Move:
    candidates = [
        move
        for move in position.legal_moves()
        if move.mercy == mercy and head_card(position, move) == c
        if _goes_to(position, move, target)
    ]
    # A card as the target is one of a column where it can be; the foundation has a name of its own.
    onto_cards = [move for move in candidates if move.dst not in position.game.slots]
    if len(candidates) > 1 and onto_cards:
        candidates = onto_cards
    if len(candidates) == 1:
        return candidates[0]
    if candidates:
        raise AmbiguousMove(text[:20], tuple(candidates))
    raise _why_not(c, target, mercy, position)


def _goes_to(position: Position, move: Move, target: str) -> bool:
    """Whether a legal move goes to the pile or onto the card that a text names."""
    game = position.game
    if _BARE_CARD.fullmatch(target):
        goal = parse_card(target)
        if move.dst in game.slots:
            tops = [position.state.piles[i] for i in _foundations(position, move.dst)]
            c = head_card(position, move)
            return any(pile and pile[-1] == goal and _follows(goal, c) for pile in tops)
        return target_card(position, move) == goal
    name = target.lower()
    if name == "f" and "f" not in game.slots:
        return move.dst in game.slots
    return move.dst in _piles_called(position, name)


def _follows(top: Card, c: Card | None) -> bool:
    return c is not None and abs(top - c) == 1


def _foundations(position: Position, letter: str) -> Iterator[int]:
    for same in position.game.slots[letter].values():
        yield from same


def _piles_called(position: Position, name: str) -> tuple[str, ...]:
    """The destinations that a name in a text stands for: a pile, a kind of foundations, the front of a row."""
    game = position.game
    if name in game.slots or name not in game.index:
        front = (f"{name}0",) if game.rules.grid is not None and f"{name}0" in game.index else ()
        return (name, *front)
    return (game.normal(Move("", name)).dst,)


def _why_not(c: Card, target: str, mercy: bool, position: Position) -> IllegalMove:
    """The referee's reason against the most likely move that was meant."""
    game = position.game
    sources = list(_open_places(position, c))
    if not sources:
        return IllegalMove(Move("?", target.lower()), Message("move-card-closed", card=c))
    if not _BARE_CARD.fullmatch(target):
        goals = [target.lower()]
        if goals == ["f"] and "f" not in game.slots:
            goals = list(game.slots)
    else:
        goal = parse_card(target)
        goals = list(_open_ends(position, goal))
        if not goals:
            src, count = sources[0]
            why = Message("move-target-closed", card=c, card_to=goal)
            return IllegalMove(Move(src, "?", count), why)
    for name in goals:
        for pile in _piles_called(position, name):
            for src, count in sources:
                move = Move(src, pile, count, mercy)
                why_not = position.refusal(move)
                if why_not is not None and why_not.code != "pile-unknown":
                    return IllegalMove(move, why_not)
    return IllegalMove(Move(*sources[0][:1], goals[0]), Message("pile-unknown", name=goals[0]))


def _open_places(position: Position, c: Card) -> Iterator[tuple[str, int]]:
    """Where a card lies open: (pile, how many cards move with it), the hand and ends of columns first."""
    game = position.game
    found = [(name, 1) for name, card in game.stock.hand(position.state) if card == c]
    for name in game.pile_names:
        pile = position.cards(name)
        kind = game.kind(name)
        if kind in ("foundation", "cell") and pile and pile[-1] == c:
            found.append((name, 1))
        elif kind == "column":
            down = position.face_down(name)
            found += [(name, len(pile) - at) for at in range(down, len(pile)) if pile[at] == c]
    return iter(sorted(found, key=lambda place: (game.kind(place[0]) == "foundation", place[1])))


def _open_ends(position: Position, goal: Card) -> Iterator[str]:
    """The destinations whose end is a card: columns, places behind it, foundations."""
    game = position.game
    for name in game.pile_names:
        pile = position.cards(name)
        if not pile or pile[-1] != goal:
            continue
        kind = game.kind(name)
        if kind == "column":
            yield name
        elif kind == "foundation":
            yield game.letters[game.index[name]]
        elif kind == "cell" and game.rules.grid is not None:
            i = game.index[name] + 1
            if i % game.rules.grid.places:
                yield game.pile_names[i]


# -- notes --------------------------------------------------------------------------------------------------


def notes_text(seen: tuple[Seen, ...]) -> str:
    """What a move showed, as a note behind it: ``=9H`` turned up, ``^AS`` went up by itself."""
    return "".join(("^" if one.rises else "=") + card_text(one.card) for one in seen)


def _check_notes(text: str, noted: str, position: Position, move: Move) -> None:
    """Every note must have come true, in this order; what was not noted does not matter."""
    _, seen = position.game.apply(position.state, move)
    happened = iter((one.rises, one.card) for one in seen)
    for mark, name in _NOTE.findall(noted):
        c = parse_card(name)
        if (mark == "^", c) not in happened:
            code = "move-note-rises" if mark == "^" else "move-note-turns"
            raise WrongNote(code, text=text[:20], card=c)
