"""``arfa study``: measure how often a patience can be won (``docs/studies.md``)."""

from __future__ import annotations

import os
import re
import signal
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import click
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from arfa.cli.base import OneOf, Whole, argument, lang_option, option
from arfa.cli.base import command as make_command
from arfa.cli.failures import INTERRUPTED, CommandError, Usage
from arfa.cli.language import tr

if TYPE_CHECKING:
    from arfa.studies.executors import Executor
    from arfa.studies.study import Study
    from arfa.studies.tally import Tally

_SHARD = re.compile(r"(\d{1,6})/(\d{1,6})")


@make_command("study")
@argument("what", "cli-study-what", type=OneOf(("run", "report", "watch")))
@argument("file", "cli-word-file", type=click.Path(path_type=Path))
@option("--out", help="cli-study-out", metavar="cli-word-folder", type=click.Path(path_type=Path))
@option("--threads", help="cli-solve-threads", metavar="cli-word-number", type=Whole(1, 1024))
@option("--on", "address", help="cli-study-on", metavar="local|auto|ray://HOST:PORT")
@option("--shard", help="cli-study-shard", metavar="i/n")
@option("--port", help="cli-study-port", metavar="cli-word-number", type=Whole(1, 65535))
@lang_option
def command(
    *,
    what: str,
    file: Path,
    out: Path | None,
    threads: int | None,
    address: str | None,
    shard: str | None,
    port: int | None,
) -> None:
    """Run or report; stopped at any moment, it goes on where it was."""
    try:
        from arfa.studies.study import Study
        from arfa.studies.summary import Table
    except ImportError as error:
        raise CommandError("study-extra", why=str(error)) from error
    study = Study.read(file)
    folder = out or file.with_suffix("")
    if what == "run":
        _run(study, folder, _part(shard), lambda: _executor(study, address, threads))
    elif what == "watch":
        _watch(study, folder, port or 8010, f"arfa study report {file}")
    else:
        _report(Table(folder, study), folder / "report", f"arfa study report {file}")


def _part(shard: str | None) -> tuple[int, int]:
    if shard is None:
        return 0, 1
    found = _SHARD.fullmatch(shard)
    if found is None or not 1 <= int(found[1]) <= int(found[2]):
        raise Usage("cli-study-no-shard", found=shard[:20])
    return int(found[1]) - 1, int(found[2])


def _executor(study: Study, address: str | None, threads: int | None) -> Executor:
    if address is None:
        from arfa.studies.executors import Threads

        return Threads(study, threads or os.cpu_count() or 1)
    try:
        from arfa.studies.cluster import Cluster

        return Cluster(study, address, threads)
    except ImportError as error:
        raise CommandError("study-cluster-extra", why=str(error)) from error
    except (ConnectionError, RuntimeError, ValueError) as error:
        raise CommandError("study-cluster", address=address[:80], why=str(error)) from error


def _run(study: Study, folder: Path, part: tuple[int, int], make: Callable[[], Executor]) -> None:
    from arfa.studies.run import Run
    from arfa.studies.shard import Shards
    from arfa.studies.tally import Tally
    from arfa.studies.unit import roots

    shards = Shards(folder, study)
    shards.open()
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    executor = make()
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
    )
    tally = _tally(study, folder) if part[1] == 1 else Tally(len(study.states) - 1)
    deals = sum(len(unit.deals) for unit in roots(study, *part))
    try:
        with Progress(*columns, transient=True) as bar:
            task = bar.add_task(study.game, total=deals, completed=tally.share.deals)
            for step in Run(study, shards, *part).work(executor):
                tally.add(step.rows)
                bar.update(task, completed=tally.share.deals, description=_so_far(study, tally))
    except KeyboardInterrupt:
        click.echo(tr("cli-study-stopped"), err=True)
        # What is finished is kept; to wait for threads that wait for a killed process might take for ever.
        executor.close()
        sys.stderr.flush()
        os._exit(INTERRUPTED)
    finally:
        executor.close()
    click.echo(tr("cli-study-done", folder=str(folder)))


def _tally(study: Study, folder: Path) -> Tally:
    """What has been settled by earlier runs."""
    from arfa.studies.errors import StudyError
    from arfa.studies.summary import Table
    from arfa.studies.tally import Tally

    last = len(study.states) - 1
    try:
        return Tally(last, *Table(folder, study).settled())
    except StudyError:  # there is nothing yet
        return Tally(last)


def _so_far(study: Study, tally: Tally) -> str:
    share = tally.share
    if not share.deals:
        return study.game
    low, high = share.wilson
    return f"{study.game}  {100 * low:.2f} - {100 * high:.2f} %"


def _watch(study: Study, folder: Path, port: int, made_by: str) -> None:
    import uvicorn

    from arfa.studies.watch import app

    click.echo(tr("cli-study-watch", url=f"http://127.0.0.1:{port}/"))
    uvicorn.run(app(study, folder, made_by), host="127.0.0.1", port=port, log_level="warning")


def _report(table: object, folder: Path, made_by: str) -> None:
    from arfa.studies import report
    from arfa.studies.summary import Table

    assert isinstance(table, Table)
    summary = report.write(table, folder, made_by)
    click.echo(report.markdown(summary, made_by))
    click.echo(tr("cli-study-written", folder=str(folder)))
