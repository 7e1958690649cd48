"""Studies: the plan, what is killed and goes on, deals at which the process dies, and what the report says."""

from __future__ import annotations

import asyncio
import os
import random
import re
import signal
import subprocess
import sys
import time
from math import comb
from pathlib import Path
from typing import Any

import httpx
import pytest

from arfa.solver import Verdict, solve
from arfa.studies import Study, StudyError
from arfa.studies import report as reports
from arfa.studies.executors import Done, Job
from arfa.studies.page import page as as_page
from arfa.studies.page import percent
from arfa.studies.row import VARIES, Row
from arfa.studies.run import Run
from arfa.studies.shard import Shards
from arfa.studies.summary import Share, Table
from arfa.studies.tally import Tally
from arfa.studies.unit import Unit, children, roots
from arfa.studies.watch import app
from arfa.studies.work import rows
from tests.command_line import run
from tests.scale import scale

SMALL = {"game": "small-harp", "deals": 300, "unit": 50, "states": [20, 200, 2_000, 200_000]}


class Here:
    """Does the work in this process; ``dies`` says of a job whether its process would die."""

    room = 3

    def __init__(self, study: Study, dies: Any = lambda job: False) -> None:
        self.study = study
        self.dies = dies
        self.jobs: list[Job] = []

    def put(self, job: Job) -> None:
        self.jobs.append(job)

    def get(self) -> Done:
        job = self.jobs.pop(0)
        return Done(job, None if self.dies(job) else rows(self.study, job.unit.tier, job.deals))

    def close(self) -> None:
        pass


def table(folder: Path, study: Study) -> list[tuple[Any, ...]]:
    """The rows of a study without what varies."""
    names = ", ".join(name for name in Row._fields if name not in VARIES)
    return Table(folder, study).ask(f"select {names} from final order by deal")


def done(study: Study, folder: Path, **more: Any) -> list[tuple[Any, ...]]:
    """Run a study here."""
    shards = Shards(folder, study)
    shards.open()
    for _ in Run(study, shards, *more.pop("part", (0, 1))).work(Here(study, **more)):
        pass
    return table(folder, study)


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"deals": 0}, "study-deals"),
        ({"first": -1}, "study-deals"),
        ({"states": [10, 10]}, "study-states"),
        ({"states": []}, "study-states"),
        ({"states": ["many"]}, "study-kind"),
        ({"deals": "many"}, "study-kind"),
        ({"deals": True}, "study-kind"),
        ({"colour": 1}, "study-field"),
        ({"unit": 0}, "study-size"),
        ({"without": ["magic"]}, "study-technique"),
        ({"rules": "0"}, "study-rules"),
        ({"game": "no-such-game"}, "game-unknown"),
    ],
)
def test_what_is_no_study_is_said(change: dict[str, Any], code: str) -> None:
    with pytest.raises(Exception) as caught:
        Study.of(SMALL | change)
    assert caught.value.message.code == code  # type: ignore[attr-defined]


def test_a_file_that_is_no_toml_is_said(tmp_path: Path) -> None:
    file = tmp_path / "x.toml"
    for content in (b"deals =", b"\xff\xfe", b"deals = 3"):
        file.write_bytes(content)
        with pytest.raises(StudyError):
            Study.read(file)
    with pytest.raises(StudyError):
        Study.read(tmp_path / "nowhere.toml")


def test_every_deal_is_in_one_unit_and_in_one_shard() -> None:
    study = Study.of(SMALL | {"deals": 333, "first": 7})
    units = list(roots(study))
    assert [deal for unit in units for deal in unit.deals] == list(range(7, 340))
    parts = [set(roots(study, k, 4)) for k in range(4)]
    assert set.union(*parts) == set(units)
    assert sum(map(len, parts)) == len(units)
    last = Unit((3, 0, 0, 0), (1,))
    assert children(study, last, [1]) == []
    assert [unit.deals for unit in children(study, units[0], [7, 9, 8, 11, 12, 13])] == [
        (7, 9, 8, 11, 12),
        (13,),
    ]


def test_the_same_rows_however_it_is_run(tmp_path: Path) -> None:
    study = Study.of(SMALL)
    whole = done(study, tmp_path / "whole")
    assert [row[0] for row in whole] == list(range(300))
    for k in (2, 0, 1):
        parted = done(study, tmp_path / "parts", part=(k, 3))
    assert parted == whole
    for deal, verdict, *_ in whole[:: scale(30, 1)]:
        start = study.play().start(rows_deck(study, deal))
        assert (solve(start).verdict is Verdict.WINNABLE) == (verdict == "winnable")


def rows_deck(study: Study, deal: int) -> Any:
    from arfa.solver.native import Core

    return Core.of(study.play()).deck(deal)


def test_deals_at_which_the_process_dies_are_written_down_and_harm_no_other(tmp_path: Path) -> None:
    study = Study.of(SMALL)
    whole = done(study, tmp_path / "whole")
    bad = {13, 14, 250}
    found = done(study, tmp_path / "dies", dies=lambda job: bad & set(job.deals))
    for before, after in zip(whole, found, strict=True):
        if before[0] in bad:
            assert after[:4] == (before[0], "unknown", "", "crashed")
        else:
            assert after == before
    assert Table(tmp_path / "dies", study).summary().crashed == tuple(sorted(bad))


def test_a_process_that_dies_once_loses_nothing(tmp_path: Path) -> None:
    study = Study.of(SMALL)
    died: list[Job] = []

    def dies(job: Job) -> bool:
        if len(died) < 6 and job not in died:
            died.append(job)
            return True
        return False

    assert done(study, tmp_path / "dies", dies=dies) == done(study, tmp_path / "whole")
    assert len(died) == 6


def test_a_folder_of_another_study_is_left_alone(tmp_path: Path) -> None:
    Shards(tmp_path, Study.of(SMALL)).open()
    Shards(tmp_path, Study.of(SMALL | {"about": "in other words"})).open()
    with pytest.raises(StudyError, match="another study"):
        Shards(tmp_path, Study.of(SMALL | {"unit": 51})).open()


def processes() -> dict[int, tuple[int, str]]:
    """All processes that live: their parents and command lines."""
    found = {}
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            state, parent = (folder / "stat").read_text().rpartition(")")[2].split()[:2]
            words = (folder / "cmdline").read_text()
        except OSError:  # it has ended
            continue
        if state != "Z":
            found[int(folder.name)] = int(parent), words
    return found


def test_killed_at_any_moment_it_goes_on_to_the_same_table(tmp_path: Path) -> None:
    file = tmp_path / "study.toml"
    deals = scale(2_000, 20_000)
    file.write_text(
        f'game = "small-harp"\ndeals = {deals}\nunit = {deals // scale(20, 100)}\nstates = [200, 20_000, 200_000]\n'
    )
    study = Study.read(file)
    call = [sys.executable, "-m", "arfa", "study", "run", str(file), "--threads", "2", "--out"]
    rng, kills, shards = random.Random(1), 0, set()
    workers: list[int] = []
    for _ in range(60):
        process = subprocess.Popen([*call, str(tmp_path / "killed")], stderr=subprocess.DEVNULL)
        seen = set((tmp_path / "killed").glob("tier-*/*.parquet"))
        wanted = len(seen) + rng.randrange(1, 12)
        while process.poll() is None:
            seen = set((tmp_path / "killed").glob("tier-*/*.parquet"))
            if len(seen) >= wanted and kills < scale(3, 20):
                workers += [
                    pid for pid, (parent, _) in processes().items() if parent == process.pid
                ]
                os.kill(process.pid, rng.choice([signal.SIGKILL, signal.SIGTERM]))
                kills += 1
                wanted = 10**9
            time.sleep(0.001)
        shards |= seen
        if process.wait() == 0:
            break
    assert kills == scale(3, 20)
    assert workers
    deadline = time.monotonic() + 60
    while processes().keys() & set(workers):
        assert time.monotonic() < deadline, "a process was left behind"
        time.sleep(0.05)
    assert table(tmp_path / "killed", study) == done(study, tmp_path / "whole")


def test_what_is_not_decided_is_a_band() -> None:
    share = Share(60, 30, 10)
    assert share.band == (0.6, 0.7)
    assert share.wilson[0] < share.band[0] < share.band[1] < share.wilson[1]
    assert share.exact[0] < share.wilson[0] + 0.01
    assert share.exact[1] > share.wilson[1] - 0.01
    assert Share(0, 5, 0).exact == pytest.approx((0, 0.5218238))  # 1 - 0.025 ** (1 / 5)


def test_the_report_counts_what_is_in_the_shards(tmp_path: Path) -> None:
    study = Study.of(SMALL | {"states": [20, 200], "game": "small-harp+mercy"})
    whole = done(study, tmp_path / "s")
    summary = reports.write(Table(tmp_path / "s", study), tmp_path / "r", ["x.toml"])
    verdicts = [row[1] for row in whole]
    share = summary.share
    assert share == Share(*(verdicts.count(v) for v in ("winnable", "unwinnable", "unknown")))
    assert share.unknown > 0
    assert sum(summary.breaches.values()) == share.won
    text = (tmp_path / "r" / "report.md").read_text("utf-8")
    assert f"| can be won | {share.won:,} | {percent(share.won / 300)} |" in text
    assert "`arfa study run x.toml`, then `arfa study report x.toml`" in text
    assert (tmp_path / "r" / "table.csv").read_text().count("\n") == 301
    page = (tmp_path / "r" / "report.html").read_text("utf-8")
    assert page.count("<svg") == 2
    assert "http://" not in page.replace("http://www.w3.org/", "")


def test_what_is_counted_at_once_is_what_sql_says_of_the_rows(tmp_path: Path) -> None:
    for name, states, stop in (("whole", [20, 200], 99), ("begun", [20, 200, 2_000], 7)):
        study = Study.of(SMALL | {"states": states, "game": "small-harp+mercy"})
        shards = Shards(tmp_path / name, study)
        shards.open()
        for n, _ in enumerate(Run(study, shards).work(Here(study))):
            if n == stop:
                break
        asked = Table(tmp_path / name, study)
        summary = asked.summary()
        for values, what, where in (
            (summary.effort, "states", "verdict <> 'unknown'"),
            (summary.length, "length", "length is not null"),
        ):
            (found,) = asked.ask(
                f"select quantile_cont({what}, {list(values)}) from shards where {where}"
            )[0]
            assert [*values.values()] == pytest.approx(found)
        assert (asked.closed == "final") == (name == "begun")
        rows = "select deal, tier, verdict from {} order by deal, tier"
        assert asked.ask(rows.format(asked.closed)) == asked.ask(rows.format("final"))
        assert [deal for deal, _ in summary.unresolved] == [
            deal for deal, _, verdict in asked.ask(rows.format("final")) if verdict == "unknown"
        ]
        hardest = asked.ask(
            "select deal from shards order by tier desc, states desc, deal limit 20"
        )
        assert [hard.deal for hard in summary.hardest] == [deal for (deal,) in hardest]


def test_tables_of_many_deals_are_written_when_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reports, "TABLES", 299)
    study = Study.of(SMALL | {"states": [20, 200]})
    done(study, tmp_path / "s")
    reports.write(Table(tmp_path / "s", study), tmp_path / "r", ["x"], tables=True)
    names = {"table.csv", "table.parquet"}
    assert {file.name for file in (tmp_path / "r").glob("table.*")} == names
    reports.write(Table(tmp_path / "s", study), tmp_path / "r", ["x"])
    assert not [*(tmp_path / "r").glob("table.*")], "those of the earlier report"


def test_the_report_says_how_each_figure_is_made_again(tmp_path: Path) -> None:
    study = Study.of(SMALL | {"states": [20, 200], "seed": 7, "about": 'to "see"'})
    done(study, tmp_path / "s")
    summary = Table(tmp_path / "s", study).summary()
    text = reports.markdown(summary, ["my file.toml", "--out", "s"])
    assert "`arfa study run 'my file.toml' --out s`, then `arfa study report" in text
    # The file of the study, as the report tells it.
    (tmp_path / "again.toml").write_text(text.split("```toml\n")[1].split("```")[0], "utf-8")
    again = Study.read(tmp_path / "again.toml")
    assert (again.id, again.deals, again.about) == (study.id, study.deals, study.about)
    # The deals that were left open, all of them.
    left_open = [deal for deal, verdict, *_ in table(tmp_path / "s", study) if verdict == "unknown"]
    assert summary.unresolved == tuple((deal, "states") for deal in left_open)
    assert f"({len(left_open)}): {', '.join(map(str, left_open))}." in text
    # What is said of one deal.
    call = re.search(r"`arfa solve (.*?)`", text)
    assert call is not None
    said = run(*("solve", *call[1].split(), "--json"))
    assert str(summary.hardest[0].states) in said.output
    # And the counts, by SQL.
    asked = Table(tmp_path / "s", study).ask(text.split("```sql\n")[1].split("```")[0])
    assert sum(row[3] for row in asked if row[1] == "winnable") == summary.share.won
    page = as_page("x", text, [])
    assert "<pre>select tier" in page
    assert "<code>arfa study run &#x27;my file.toml&#x27; --out s</code>" in page


def test_whoever_looks_all_the_time_is_wrong_no_more_often_than_the_interval_says() -> None:
    rng, wrong, wilson_wrong, runs = random.Random(3), 0, 0, scale(200, 2_000)
    for _ in range(runs):
        share, won, once, once_wilson = rng.choice([0.5, 0.9, 0.99]), 0, False, False
        for n in range(1, 1_001):
            won += rng.random() < share
            if n % 10 == 0:
                found = Share(won, n - won, 0)
                once |= not found.anytime[0] <= share <= found.anytime[1]
                once_wilson |= not found.wilson[0] <= share <= found.wilson[1]
        wrong, wilson_wrong = wrong + once, wilson_wrong + once_wilson
    assert wrong < 0.06 * runs
    assert wilson_wrong > 0.15 * runs, "that is what it is for"
    low, high = Share(40, 10, 0).anytime
    for end in (low, high):  # the mixture is 20 times as likely as the ends: 51 choose 40, times 11
        likely = end**40 * (1 - end) ** 10 * comb(50, 40) * 51
        assert likely == pytest.approx(0.05)
    assert Share(0, 5, 0).anytime[0] == 0
    assert Share(5, 0, 0).anytime[1] == 1
    assert Share(3, 2, 1).anytime[1] == Share(4, 2, 0).anytime[1]


def test_a_study_that_is_not_finished_says_so_and_keeps_what_is_open(tmp_path: Path) -> None:
    study = Study.of(SMALL)
    shards = Shards(tmp_path, study)
    shards.open()
    for n, _ in enumerate(Run(study, shards).work(Here(study))):
        if n == 8:
            break
    found = Table(tmp_path, study)
    summary = found.summary()
    final = found.ask("select deal, verdict from final order by deal")
    assert len({deal for deal, _ in final}) == len(final) == summary.share.deals < study.deals
    assert [v for _, v in final].count("unknown") == summary.share.unknown
    assert f"**{summary.share.deals:,} of 300 deals so far.**" in reports.markdown(summary, ["x"])


def test_a_study_may_be_made_longer_and_shorter(tmp_path: Path) -> None:
    whole = done(Study.of(SMALL), tmp_path / "whole")
    for deals in (130, 290, 300, 170):
        assert done(Study.of(SMALL | {"deals": deals}), tmp_path / "grows") == whole[:deals]


def test_the_deals_that_are_settled_are_counted_as_they_come(tmp_path: Path) -> None:
    study = Study.of(SMALL | {"states": [20, 200]})
    shards = Shards(tmp_path, study)
    shards.open()
    tally, before = Tally(1), 0
    for step in Run(study, shards).work(Here(study)):
        tally.add(step.rows)
        assert tally.share.deals >= before
        before = tally.share.deals
        assert Table(tmp_path, study).settled() == (tally.won, tally.lost, tally.unknown)
    assert tally.share == Table(tmp_path, study).summary().share


def test_the_page_shows_how_it_stands(tmp_path: Path) -> None:
    study = Study.of(SMALL | {"states": [20, 200]})
    page = app(study, tmp_path, ["x"])

    def get(path: str) -> httpx.Response:
        async def ask() -> httpx.Response:
            transport = httpx.ASGITransport(page)
            async with httpx.AsyncClient(transport=transport, base_url="http://x") as client:
                return await client.get(path)

        return asyncio.run(ask())

    assert get("/summary.json").status_code == 404
    assert "run the study first" in get("/").text
    done(study, tmp_path)
    figures = get("/summary.json").json()
    answer = get("/")
    assert figures["deals"] == 300
    assert f"<td>{figures['won']:,}</td>" in answer.text
    assert answer.text.count("<svg") == 2
    assert answer.headers["refresh"] == "5"
