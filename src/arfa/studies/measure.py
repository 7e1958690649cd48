"""A study from what there is of it to its end, for whoever wants to see how it goes."""

from __future__ import annotations

from collections.abc import Callable, Generator
from pathlib import Path

from arfa.studies.errors import StudyError
from arfa.studies.executors import Executor
from arfa.studies.run import Run
from arfa.studies.shard import Shards
from arfa.studies.study import Study
from arfa.studies.summary import Table
from arfa.studies.tally import Tally


def measured(
    study: Study, folder: Path, start: Callable[[], Executor], shard: int = 0, of: int = 1
) -> Generator[Tally, None, None]:
    """Do what is missing of a study, or of one shard of so many; tell how it stands at once and after each unit.

    The executor is started when it is known that the folder is of this study, and closed at the end, however that
    comes.  Raises :class:`StudyError`.
    """
    shards = Shards(folder, study)
    shards.open()
    tally = _settled(study, folder) if of == 1 else Tally(len(study.states) - 1)
    yield tally
    executor = start()
    try:
        for step in Run(study, shards, shard, of).work(executor):
            tally.add(step.rows)
            yield tally
    finally:
        executor.close()


def _settled(study: Study, folder: Path) -> Tally:
    """What earlier runs have settled."""
    last = len(study.states) - 1
    try:
        return Tally(last, *Table(folder, study).settled())
    except StudyError:  # there is nothing yet
        return Tally(last)
