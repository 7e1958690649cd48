"""The work of a unit: its deals are solved, and each becomes a row.  Every executor does it by this function."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from arfa import __version__
from arfa.solver.native import BACK, LIMITS, MERCY, PROOFS, VERDICTS, Cancel, Core
from arfa.studies.row import Row
from arfa.studies.study import Study


def rows(
    study: Study,
    tier: int,
    deals: Sequence[int],
    *,
    threads: int = 1,
    cancel: Cancel | None = None,
    progress: Callable[[int], object] | None = None,
) -> list[Row]:
    """A row for each deal, in their order.  Every line of a win has been played by the engine of the core.

    ``progress`` hears how many are done; after ``cancel`` what is returned is worth nothing.
    """
    core = Core.of(study.play())
    decks = [core.raw.deck(deal) for deal in deals]
    effort = study.effort(tier).options()
    answers = core.raw.solve_many(decks, True, effort, threads, cancel, progress)
    found = []
    for deal, answer in zip(deals, answers, strict=True):
        won = answer.verdict == 0
        line = answer.line if won else []
        kinds = [move[0] for move in line]
        found.append(
            Row(
                deal,
                VERDICTS[answer.verdict],
                PROOFS[answer.proof],
                LIMITS[answer.ran_out],
                tier,
                answer.states,
                answer.generated,
                answer.bytes,
                answer.seconds,
                len(line) if won else None,
                kinds.count(BACK) if won else None,
                kinds.count(MERCY) if won else None,
                __version__,
            )
        )
    return found
