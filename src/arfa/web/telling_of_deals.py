"""From the facts about a deal to what is told of them."""

from __future__ import annotations

from arfa.analysis.about import About, told, verdict_word
from arfa.analysis.difficulty import CROWD
from arfa.solver.fewest import Fewest
from arfa.texts import say
from arfa.web.about_schemas import ByOtherRules, DealFacts, LeastNumber, NarrowWay


def facts_of(found: About, lang: str, *, clean: bool) -> DealFacts:
    """The facts as an answer."""
    narrow = found.narrow
    return DealFacts(
        verdict=found.result.verdict.value,
        moves=len(found.result.line) or None,
        wins=found.wins,
        crowd=CROWD,
        grade=None if found.grade is None else found.grade.value,
        narrow=None
        if narrow is None
        else NarrowWay(
            decisions=narrow.decisions,
            moves=narrow.moves,
            safe=narrow.safe,
            lost=narrow.lost,
            single=narrow.single,
        ),
        breaches=_least(found.breaches),
        redeals=_least(found.redeals),
        variants=[
            ByOtherRules(
                game=other.spec.name,
                name=other.spec.title(lang),
                verdict=other.verdict.value,
                said=say(verdict_word(other.verdict), lang),
            )
            for other in found.variants
        ],
        said=[f"{say(message, lang)}." for message in told(found)],
        clean=clean,
    )


def _least(found: Fewest | None) -> LeastNumber | None:
    return None if found is None else LeastNumber(least=found.least, found=found.found)
