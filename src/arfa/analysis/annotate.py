"""A review as a record: marks as glyphs, chances as comments, the better move as a variation."""

from __future__ import annotations

from arfa.analysis.review import Review, ReviewedMove
from arfa.errors import Message
from arfa.notation import Line, Node
from arfa.texts import say


def annotated(review: Review, lang: str) -> Line:
    """The main line of a reviewed game with what was found out about each move."""
    nodes = []
    for one in review.moves:
        glyphs = () if one.mark is None else (one.mark.glyph,)
        nodes.append(Node(one.move, glyphs, (say(comment(one), lang),), variations=_better(one)))
    return Line(tuple(nodes))


def comment(one: ReviewedMove) -> Message:
    """What is said of a move: the chance before and after it, and whether it lost the deal."""
    code = "review-comment-lost" if one.lost_here else "review-comment"
    return Message(code, before=percent(one.before.value), after=percent(one.after.value))


def percent(value: int) -> str:
    """Ten-thousandths as whole percents."""
    return str(round(value / 100))


def _better(one: ReviewedMove) -> tuple[Line, ...]:
    """The move that the player who cannot see would have made, where that of the game was marked as bad."""
    if one.mark is None or one.mark.glyph == 1 or not one.best or one.best[0].move == one.move:
        return ()
    return (Line((Node(one.best[0].move),)),)
