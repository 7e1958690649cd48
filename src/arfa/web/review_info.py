"""From what was found out about a game to what is told of it, and to a record with marks."""

from __future__ import annotations

from arfa.analysis.annotate import annotated
from arfa.analysis.hints import reasons
from arfa.analysis.review import Advice, ReviewedMove
from arfa.deals import Deal
from arfa.engine.position import Position
from arfa.notation import Line, Node, Record, of_position
from arfa.store import Play
from arfa.texts import say
from arfa.web.labels import label_text
from arfa.web.review_schemas import AdviceInfo, AsideInfo, Figures, ReviewedMoveInfo, ReviewInfo
from arfa.web.reviewing import Reviewed
from arfa.web.schemas import PileState
from arfa.web.state import deal_name, piles_of, plan_of, standing
from arfa.web.table import Sight


def review_info(found: Reviewed, lang: str, play: Play | None = None) -> ReviewInfo:
    """A review as it is told; ``play`` is that of the game, if it is no record."""
    review, game = found.review, found.played.game
    over = found.status != "playing"
    given_up = review.given_up if review is not None and over else 0
    skill = 0 if review is None else sum(one.skill for one in review.moves) + given_up
    luck = 0 if review is None else review.luck
    start = None if review is None else review.start.value
    moves = _Moves(found, lang)
    return ReviewInfo(
        play=None if play is None else play.id,
        version=0 if play is None else play.version,
        game=game.name,
        name=game.spec.title(lang),
        lang=lang,
        deal=None if play is None else deal_name(game.name, play.deal),
        layout=plan_of(game, lang),
        piles=moves.piles,
        status=standing(found.status),
        over=over,
        won=found.status == "won",
        start=start,
        start_error=0 if review is None else review.start.error,
        skill=skill,
        luck=luck,
        given_up=given_up,
        end=None if start is None else start + skill + luck,
        verdicts=None if found.verdicts is None else list(found.verdicts),
        lost_at=found.lost_at,
        turning_point=None if review is None else review.turning_point,
        moves=[moves.make(number) for number in range(1, len(found.played.moves) + 1)],
    )


class _Moves:
    """Goes through the game once more and tells of each move."""

    def __init__(self, found: Reviewed, lang: str) -> None:
        self.found = found
        self.lang = lang
        self.at = found.played.start.copy()
        self.names = found.played.names()
        self.piles = self._look()

    def _look(self) -> dict[str, PileState]:
        return piles_of(self.at.game, Sight(self.at, self.names.of(self.at)))

    def make(self, number: int) -> ReviewedMoveInfo:
        """Make the next move."""
        found, at, lang = self.found, self.at, self.lang
        move, node = found.played.moves[number - 1], found.played.nodes[number - 1]
        one = None if found.review is None else found.review.moves[number - 1]
        label = label_text(at.game, at.state, move, lang)
        best = [] if one is None else [_advice(at, advice, lang) for advice in one.best]
        asides = self._asides(number)
        at.push(move)
        before, after = self.piles, self._look()
        self.piles = after
        return ReviewedMoveInfo(
            number=number,
            move=str(move),
            label=label,
            node=None if node < 0 else node,
            figures=None if one is None else _figures(one),
            mark=None if one is None or one.mark is None else one.mark.value,
            fortune=0 if one is None else one.fortune,
            lost_here=number == found.lost_at,
            best=best,
            asides=asides,
            piles={name: pile for name, pile in after.items() if before[name] != pile},
        )

    def _asides(self, number: int) -> list[AsideInfo]:
        at = self.at
        return [
            AsideInfo(
                node=None if aside.node < 0 else aside.node,
                move=" ".join(map(str, aside.moves)),
                label=label_text(at.game, at.state, aside.moves[0], self.lang),
                moves=aside.length,
                chance=chance.value,
            )
            for aside, chance in self.found.asides
            if aside.number == number
        ]


def _figures(one: ReviewedMove) -> Figures:
    return Figures(
        looked=one.looked,
        before=one.before.value,
        before_error=one.before.error,
        chosen=one.chosen.value,
        after=one.after.value,
        after_error=one.after.error,
        skill=one.skill,
        luck=one.luck,
    )


def _advice(at: Position, advice: Advice, lang: str) -> AdviceInfo:
    return AdviceInfo(
        move=str(advice.move),
        label=label_text(at.game, at.state, advice.move, lang),
        chance=advice.value,
        reasons=[say(reason, lang) for reason in reasons(at.game, at, advice.move)],
    )


def marked(found: Reviewed, play: Play, lang: str) -> Record:
    """The line of a play as a record with what was found out about it: marks as glyphs, chances as comments."""
    played = found.played
    end = played.start.copy()
    for move in played.moves:
        end.push(move)
    deal = None if played.deck is None else Deal.parse(play.deal, played.game.spec)
    plain = Line(tuple(Node(move) for move in played.moves))
    line = plain if found.review is None else annotated(found.review, lang)
    return of_position(end, deal=deal, deck=played.deck, line=line)
