"""``arfa study``: measure how often a patience can be won (``docs/studies.md``)."""

from __future__ import annotations

import os
import re
import signal
from collections.abc import Callable, Sequence
from contextlib import closing
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
    from arfa.studies.summary import Table
    from arfa.studies.tally import Tally

_SHARD = re.compile(r"(\d{1,6})/(\d{1,6})")


@make_command("study")
@argument("what", "cli-study-what", type=OneOf(("run", "report", "watch", "compare")))
@argument("files", "cli-word-file", nargs=-1, required=True, type=click.Path(path_type=Path))
@option("--out", help="cli-study-out", metavar="cli-word-folder", type=click.Path(path_type=Path))
@option(
    "--shards", help="cli-study-shards", metavar="cli-word-folder", type=click.Path(path_type=Path)
)
@option("--threads", help="cli-solve-threads", metavar="cli-word-number", type=Whole(1, 1024))
@option("--on", "address", help="cli-study-on", metavar="local|auto|ray://HOST:PORT")
@option("--shard", help="cli-study-shard", metavar="i/n")
@option("--port", help="cli-study-port", metavar="cli-word-number", type=Whole(1, 65535))
@option("--tables", is_flag=True, help="cli-study-tables")
@lang_option
def command(
    *,
    what: str,
    files: tuple[Path, ...],
    out: Path | None,
    shards: Path | None,
    threads: int | None,
    address: str | None,
    shard: str | None,
    port: int | None,
    tables: bool,
) -> int | None:
    """Run or report; stopped at any moment, it goes on where it was."""
    try:
        from arfa.studies.study import Study
        from arfa.studies.summary import Table
    except ImportError as error:
        raise CommandError("study-extra", why=str(error)) from error
    if what == "compare":
        if len(files) < 2:
            raise Usage("cli-study-two")
        folders = [shards / file.stem if shards else file.with_suffix("") for file in files]
        them = [
            Table(folder, Study.read(file)) for folder, file in zip(folders, files, strict=True)
        ]
        _compare(them, out or folders[0] / "compare", files, shards)
        return None
    if len(files) > 1:
        raise Usage("cli-extra", word=str(files[1])[:40])
    file = files[0]
    study = Study.read(file)
    folder = out or file.with_suffix("")
    if what == "run":
        return _run(study, folder, _part(shard), lambda: _executor(study, address, threads))
    words = [str(file), *(("--out", str(out)) if out else ())]
    if what == "watch":
        _watch(study, folder, port or 8010, words)
    else:
        _report(Table(folder, study), folder / "report", words, tables)
    return None


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


def _run(
    study: Study, folder: Path, part: tuple[int, int], start: Callable[[], Executor]
) -> int | None:
    from arfa.studies.measure import measured
    from arfa.studies.unit import roots

    signal.signal(signal.SIGTERM, signal.default_int_handler)
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
    )
    deals = sum(len(unit.deals) for unit in roots(study, *part))
    try:
        with (
            closing(measured(study, folder, start, *part)) as tallies,
            Progress(*columns, transient=True) as bar,
        ):
            task = bar.add_task(study.game, total=deals)
            for tally in tallies:
                bar.update(task, completed=tally.share.deals, description=_so_far(study, tally))
    except KeyboardInterrupt:  # what is finished is kept
        click.echo(tr("cli-study-stopped"), err=True)
        return INTERRUPTED
    click.echo(tr("cli-study-done", folder=str(folder)))
    return None


def _so_far(study: Study, tally: Tally) -> str:
    share = tally.share
    if not share.deals:
        return study.game
    low, high = share.anytime  # it is looked at all the time
    return f"{study.game}  {100 * low:.2f} - {100 * high:.2f} %"


def _watch(study: Study, folder: Path, port: int, words: Sequence[str]) -> None:
    import uvicorn

    from arfa.studies.watch import app

    click.echo(tr("cli-study-watch", url=f"http://127.0.0.1:{port}/"))
    uvicorn.run(app(study, folder, words), host="127.0.0.1", port=port, log_level="warning")


def _report(table: Table, folder: Path, words: Sequence[str], tables: bool) -> None:
    from arfa.studies import report

    summary = report.write(table, folder, words, tables=tables or None)
    click.echo(report.markdown(summary, words))
    click.echo(tr("cli-study-written", folder=str(folder)))


def _compare(
    tables: Sequence[Table], folder: Path, files: Sequence[Path], shards: Path | None
) -> None:
    from arfa.studies import compare

    text = compare.write(compare.Comparison(tables), folder, [*map(str, files)], shards)
    click.echo(text)
    click.echo(tr("cli-study-written", folder=str(folder)))
