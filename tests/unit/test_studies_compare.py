"""Studies held against each other deal by deal: what is counted, what is inferred of it, and what is written."""

from __future__ import annotations

import csv
from dataclasses import replace
from itertools import product
from math import comb, isclose, log
from pathlib import Path
from typing import Any

import pytest
from scipy.optimize import minimize_scalar

from arfa.intervals import SIGMAS, tango
from arfa.studies import Study, StudyError
from arfa.studies import compare as comparing
from arfa.studies.compare import Comparison
from arfa.studies.pair import Pair, mcnemar
from arfa.studies.row import Row
from arfa.studies.shard import Shards
from arfa.studies.summary import Table
from arfa.studies.unit import roots
from tests.command_line import run
from tests.unit.test_studies import SMALL, done

WON, LOST, OPEN = "winnable", "unwinnable", "unknown"


def made(folder: Path, verdicts: str, game: str = "small-harp", **more: Any) -> Table:
    """A study of one tier whose verdicts are given as letters."""
    study = Study.of({"game": game, "deals": len(verdicts), "states": [100], **more})
    shards = Shards(folder, study)
    shards.open()
    words = {"w": WON, "l": LOST, "u": OPEN}
    for unit in roots(study):
        rows = []
        for deal in unit.deals:
            verdict = words[verdicts[deal - study.first]]
            limit = "states" if verdict == OPEN else ""
            line = (9, 0, 0) if verdict == WON else (None, None, None)
            rows.append(Row._make((deal, verdict, "", limit, 0, 1, 1, 1, 0.0, *line, "0")))
        shards.write(unit, rows)
    return Table(folder, study)


# ---------------------------------------------------------------------------------------------- what is inferred
def test_the_interval_is_the_published_one() -> None:
    """Airway hyper-responsiveness before and after a transplantation: 1 and 7 of 21 children (Fagerland and others)."""
    low, high = tango(1, 7, 21)
    assert (round(low, 3), round(high, 3)) == (-0.517, -0.026)


@pytest.mark.parametrize(
    ("second", "first", "n"), [(1, 7, 21), (0, 0, 50), (40, 20, 160), (3, 0, 9)]
)
def test_the_interval_mirrors_itself_and_ends_where_the_score_test_refuses(
    second: int, first: int, n: int
) -> None:
    low, high = tango(second, first, n)
    assert tango(first, second, n) == pytest.approx((-high, -low))
    assert low <= (second - first) / n <= high
    if first == second == 0:  # there it has a plain form
        assert high == pytest.approx(SIGMAS**2 / (n + SIGMAS**2))
    for end in (low, high):
        # The likeliest share of what only the first has, by search instead of by the formula.
        def unlikely(q: float, end: float = end) -> float:
            cells = ((second, q + end), (first, q), (n - second - first, 1 - 2 * q - end))
            return -sum(count * log(share) for count, share in cells if count)

        bounds = (max(0.0, -end) + 1e-9, (1 - end) / 2 - 1e-9)
        at = minimize_scalar(unlikely, bounds=bounds, method="bounded", options={"xatol": 1e-10}).x
        score = (second - first - n * end) / (n * (2 * at + end * (1 - end))) ** 0.5
        assert abs(score) == pytest.approx(SIGMAS, rel=1e-4)


def test_the_ends_of_the_interval() -> None:
    assert tango(0, 0, 0) == (-1, 1)
    assert tango(5, 0, 5)[1] == 1
    assert tango(0, 5, 5)[0] == -1
    assert tango(0, 5, 5)[1] < 0


@pytest.mark.parametrize(("only_first", "only_second"), [(0.05, 0.02), (0.2, 0.2), (0.02, 0.4)])
def test_the_interval_holds_the_truth_as_often_as_it_says(
    only_first: float, only_second: float
) -> None:
    """Of all that 60 deals may show, weighed by how likely it is."""
    n, held = 60, 0.0
    same = 1 - only_first - only_second
    for a, b in product(range(n + 1), repeat=2):
        if a + b <= n:
            weight = comb(n, a) * comb(n - a, b) * only_first**a * only_second**b
            weight *= same ** (n - a - b)
            if weight > 1e-9:
                low, high = tango(b, a, n)
                held += weight * (low <= only_second - only_first <= high)
    assert 0.935 < held < 0.985


def test_the_test_of_mcnemar() -> None:
    assert mcnemar(1, 7) == pytest.approx(18 / 256)  # both tails of 8 throws: 2 (1 + 8) / 2 ** 8
    assert mcnemar(7, 1) == mcnemar(1, 7)
    assert mcnemar(0, 0) == mcnemar(4, 4) == 1
    assert mcnemar(0, 5) == pytest.approx(1 / 16)


def test_what_is_decided_in_both() -> None:
    pair = Pair("a", "b", {(WON, WON): 12, (LOST, LOST): 1, (WON, LOST): 7, (LOST, WON): 1})
    assert (pair.deals, pair.decided, pair.alone) == (21, 21, (7, 1))
    assert pair.difference == pytest.approx((-6 / 21, -6 / 21))
    assert pair.interval == pytest.approx(tango(1, 7, 21))
    assert pair.p == pytest.approx(18 / 256)
    assert pair.share(0) == pytest.approx((19 / 21, 19 / 21))
    assert pair.share(1) == pytest.approx((13 / 21, 13 / 21))


def test_what_is_not_decided_is_a_band_with_both_extremes_within() -> None:
    pair = Pair(
        "a",
        "b",
        {
            (WON, WON): 50,
            (LOST, LOST): 20,
            (LOST, WON): 20,
            (WON, LOST): 2,
            (OPEN, WON): 1,  # for the base: both; against it: only the other
            (OPEN, LOST): 2,  # only the base; neither
            (WON, OPEN): 1,  # only the base; both
            (LOST, OPEN): 3,  # neither; only the other
            (OPEN, OPEN): 1,  # only the base; only the other
        },
    )
    assert (pair.deals, pair.decided) == (100, 92)
    assert pair.assigned(WON, LOST) == (2 + 2 + 1 + 1, 20)
    assert pair.assigned(LOST, WON) == (2, 20 + 1 + 3 + 1)
    assert pair.difference == pytest.approx((0.14, 0.23))
    assert pair.interval == pytest.approx((tango(20, 6, 100)[0], tango(25, 2, 100)[1]))
    assert pair.p == mcnemar(6, 20)
    assert pair.share(0) == pytest.approx((0.53, 0.57))
    assert pair.share(1) == pytest.approx((0.71, 0.76))


def test_where_the_open_deals_may_turn_it_round_nothing_is_shown() -> None:
    pair = Pair("a", "b", {(WON, WON): 80, (LOST, WON): 3, (WON, OPEN): 17})
    assert pair.difference == pytest.approx((-0.14, 0.03))
    assert pair.p == 1


# ---------------------------------------------------------------------------------------------- what is counted
def test_deals_are_joined_by_their_numbers(tmp_path: Path) -> None:
    first = made(tmp_path / "a", "wwwllluuuw" + "w" * 40)
    second = made(tmp_path / "b", "wluwluwlu" + "l" * 40, "small-harp+mercy", first=0)
    third = made(tmp_path / "c", "l" * 30, "small-harp+worry-back", first=35)
    comparison = Comparison([first, second, third])
    one, two = comparison.pairs
    assert {
        verdicts: one.count(*verdicts) for verdicts in product((WON, LOST, OPEN), repeat=2)
    } == {
        (WON, WON): 1,
        (WON, LOST): 1 + 40,
        (WON, OPEN): 1,
        (LOST, WON): 1,
        (LOST, LOST): 1,
        (LOST, OPEN): 1,
        (OPEN, WON): 1,
        (OPEN, LOST): 1,
        (OPEN, OPEN): 1,
    }
    assert one.deals == 49
    assert one.only_base == (1, *range(9, 28))
    assert one.only_other == (3,)
    assert two.counts == {(WON, LOST): 15}
    text = comparing.write(comparison, tmp_path / "out", ["x", "y", "z"])
    assert "| can be won | 1 | 41 | 1 |" in text
    assert "Decided in both: 44 of 49 deals." in text
    assert "Only `small-harp` can win (41): 1, 9, 10," in text
    assert "27 and 21 more in `deals.csv`." in text
    assert "Only `small-harp+mercy` can win (1): 3." in text
    assert "| `small-harp+worry-back` | 15 | 100.000 % | 0.000 % | -100.000 |" in text
    assert "`arfa study compare x y z`" in text
    with (tmp_path / "out" / "pairs.csv").open() as file:
        row = next(csv.DictReader(file))
    assert (row["both"], row["only_base"], row["only_other"], row["neither"]) == (
        "1",
        "41",
        "1",
        "1",
    )
    assert isclose(float(row["interval_low"]), one.interval[0])
    with (tmp_path / "out" / "deals.csv").open() as file:
        deals = list(csv.DictReader(file))
    assert deals[0] == {
        "deal": "35",
        "small-harp": WON,
        "small-harp+mercy": LOST,
        "small-harp+worry-back": LOST,
    }
    assert len(deals) == 14  # those that all three have
    page = (tmp_path / "out" / "compare.html").read_text("utf-8")
    assert page.count("<svg") == 1
    assert "http://" not in page.replace("http://www.w3.org/", "")
    assert (tmp_path / "out" / "compare.svg").read_text("utf-8").startswith("<svg")


def test_studies_of_one_patience_are_told_by_their_folders(tmp_path: Path) -> None:
    tables = [made(tmp_path / name, "wl") for name in "ab"]
    assert Comparison(tables).names == ["small-harp (a)", "small-harp (b)"]


def test_what_cannot_be_compared_is_said(tmp_path: Path) -> None:
    base = made(tmp_path / "a", "wl")
    with pytest.raises(StudyError, match="no deal in common"):
        Comparison([base, made(tmp_path / "b", "wl", "small-harp+mercy", first=2)])
    with pytest.raises(StudyError, match="not the same cards"):
        Comparison([base, made(tmp_path / "c", "wl", "big-harp")])


def test_who_looks_before_the_end_is_told_so(tmp_path: Path) -> None:
    base = made(tmp_path / "a", "wl")
    other = made(tmp_path / "b", "wl", "small-harp+mercy")
    longer = Table(other.folder, replace(other.study, deals=10))
    text = comparing.markdown(Comparison([base, longer]), ["x", "y"])
    assert "`small-harp+mercy`: **2 of 10 deals so far.**" in text
    assert "`small-harp`: **" not in text


def test_mercy_takes_no_win_away(tmp_path: Path) -> None:
    for name in ("small-harp", "small-harp+mercy-max=1", "small-harp+mercy"):
        fields = "\n".join(f"{key} = {value!r}" for key, value in SMALL.items() if key != "game")
        (tmp_path / f"{name}.toml").write_text(f'game = "{name}"\n{fields}\n')
        done(Study.read(tmp_path / f"{name}.toml"), tmp_path / name)
    files = [
        str(tmp_path / f"{n}.toml")
        for n in ("small-harp", "small-harp+mercy-max=1", "small-harp+mercy")
    ]
    said = run("study", "compare", *files)
    assert said.exit_code == 0, said.output
    assert "Only `small-harp` can win" not in said.output
    with (tmp_path / "small-harp" / "compare" / "pairs.csv").open() as file:
        once, always = list(csv.DictReader(file))
    assert 0 < int(once["only_other"]) <= int(always["only_other"])
    assert float(always["p"]) == pytest.approx(2 * 0.5 ** int(always["only_other"]))
    # A table of the same numbers, counted the slow way.
    tables = [
        Table(tmp_path / n, Study.read(tmp_path / f"{n}.toml"))
        for n in ("small-harp", "small-harp+mercy")
    ]
    verdicts = [dict(table.ask("select deal, verdict from final")) for table in tables]
    assert int(always["both"]) == sum(
        verdicts[0][deal] == verdicts[1][deal] == WON for deal in verdicts[0]
    )
    assert run("study", "compare", files[0]).exit_code == 2
    assert run("study", "report", *files).exit_code == 2
    assert run("study", "compare", *files, "--out", str(tmp_path / "o")).exit_code == 0
    assert (tmp_path / "o" / "compare.md").exists()


def test_the_shards_may_lie_elsewhere(tmp_path: Path) -> None:
    files = []
    for name in ("small-harp", "small-harp+mercy"):
        fields = "\n".join(f"{key} = {value!r}" for key, value in SMALL.items() if key != "game")
        files.append(tmp_path / f"{name}.toml")
        files[-1].write_text(f'game = "{name}"\n{fields}\n')
        done(Study.read(files[-1]), tmp_path / "elsewhere" / name)
    words = ["study", "compare", *map(str, files)]
    said = run(*words, "--shards", str(tmp_path / "elsewhere"))
    assert said.exit_code == 0, said.output
    assert (tmp_path / "elsewhere" / "small-harp" / "compare" / "compare.md").exists()
    again = [line for line in said.output.splitlines() if "arfa study run" in line]
    assert str(tmp_path / "elsewhere" / "small-harp+mercy") in again[1]
