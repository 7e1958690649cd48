"""What the analyst has found, as it is told to the player.  No card is named that the player does not see."""

from __future__ import annotations

from arfa.analysis.hints import Hint
from arfa.analysis.xray import Light, Xray
from arfa.engine.game import Game
from arfa.engine.moves import REDEAL, Move
from arfa.errors import Message
from arfa.store import Session
from arfa.texts import pile_name, say
from arfa.web.analysis_schemas import HintAnswer, XrayAnswer
from arfa.web.analyst.thinking import Hinted, Lost
from arfa.web.labels import label, pile_label
from arfa.web.state import choice_of
from arfa.web.table import Sight

_NONE: dict[Lost | None, str] = {
    None: "web-hint-none",
    "open": "web-hint-lost",
    "xray": "web-xray-lost",
}
"""What is said where no move helps."""


def hint_answer(
    session: Session, sight: Sight, hinted: Hinted, grade: int, lang: str
) -> HintAnswer:
    """A hint, as far as it was asked for: 1 where to look, 2 the move, 3 why.

    That there is no win is told with it only if X-ray has shown it, or where everything is known.
    """
    if hinted.hint is None:
        none = say(Message(_NONE[hinted.lost]), lang)
        return HintAnswer(src=None, cards=[], said=none, clean=session.play.clean)
    answer = _answer(session, sight, hinted.hint, grade, lang)
    if hinted.lost is None:
        return answer
    return answer.model_copy(update={"note": say(Message(_NONE[hinted.lost]), lang)})


def _answer(session: Session, sight: Sight, found: Hint, grade: int, lang: str) -> HintAnswer:
    clean = session.play.clean
    game = session.course.game
    choice = choice_of(game, sight, found.move, lang)
    cards = _cards(game, sight, found.move)
    words = Message("web-hint-move", move=label(game, sight.state, found.move))
    if grade == 1:
        where = say(_look_at(game, found.move, words, lang), lang)
        return HintAnswer(src=choice.src, cards=cards, said=where, clean=clean)
    answer = HintAnswer(
        src=choice.src,
        cards=cards,
        said=say(words, lang),
        clean=clean,
        to=choice.dst,
        move=choice.text,
    )
    if grade == 2:
        return answer
    why = {
        "reasons": [say(reason, lang) for reason in found.reasons],
        "before": _rounded(found.before),
        "after": _rounded(found.after),
    }
    return answer.model_copy(update=why)


def xray_answer(session: Session, found: Xray, lang: str) -> XrayAnswer:
    """What X-ray shows."""
    n = len(found.line)
    if found.light is Light.WINNABLE:
        said = Message("web-xray-winnable", n=n) if n else Message("web-xray-won")
    else:
        said = Message(f"web-xray-{found.light.value}")
    return XrayAnswer(
        light=found.light.value,
        length=n if found.light is Light.WINNABLE else None,
        said=say(said, lang),
        clean=session.play.clean,
    )


def _look_at(game: Game, move: Move, words: Message, lang: str) -> Message:
    """Where to look; of a reshuffle there is nothing to be told but itself."""
    if move == REDEAL:
        return words
    known = move.src in game.index
    place = pile_label(game, move.src, lang) if known else pile_name(move.src, lang)
    return Message("web-hint-look", place=place)


def _cards(game: Game, sight: Sight, move: Move) -> list[str]:
    """The names of the cards that a move takes along."""
    if move == REDEAL or game.stock.owns(move):
        return []
    names = sight.names.state
    if game.kind(move.src) == "hand":
        return [str(dict(game.stock.hand(names))[move.src])]
    return [str(name) for name in names.piles[game.index[move.src]][-move.count :]]


def _rounded(chance: float | None) -> float | None:
    return None if chance is None else round(chance, 4)
