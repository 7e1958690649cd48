"""What is known of a deal, in the terminal and as JSON."""

from __future__ import annotations

from typing import Any

from rich.console import Console

from arfa.analysis.about import About, told, verdict_word
from arfa.analysis.difficulty import CROWD
from arfa.cli.language import language, tr
from arfa.solver import Fewest
from arfa.texts import say


def print_about(out: Console, facts: About) -> None:
    """A sentence a line, then a line for each variant."""
    lang = language()
    out.print()
    for message in told(facts):
        out.print(f"{say(message, lang)}.", soft_wrap=True)
    if facts.variants:
        out.print(tr("about-variants"))
        names = [other.spec.title(lang) for other in facts.variants]
        width = max(map(len, names))
        for name, other in zip(names, facts.variants, strict=True):
            word = tr(verdict_word(other.verdict).code)
            out.print(f"  {name:<{width}}  {word}", soft_wrap=True)


def about_json(facts: About) -> dict[str, Any]:
    """The same for programs; ``null`` where something is not known or makes no sense."""
    narrow = facts.narrow
    return {
        "verdict": facts.result.verdict.value,
        "moves": len(facts.result.line) or None,
        "wins": facts.wins,
        "crowd": None if facts.wins is None else CROWD,
        "grade": None if facts.grade is None else facts.grade.value,
        "narrow": None
        if narrow is None
        else {
            "decisions": narrow.decisions,
            "moves": narrow.moves,
            "safe": narrow.safe,
            "lost": narrow.lost,
            "single": narrow.single,
        },
        "breaches": _fewest(facts.breaches),
        "redeals": _fewest(facts.redeals),
        "variants": {other.spec.name: other.verdict.value for other in facts.variants},
    }


def _fewest(found: Fewest | None) -> dict[str, int | None] | None:
    return None if found is None else {"least": found.least, "found": found.found}
