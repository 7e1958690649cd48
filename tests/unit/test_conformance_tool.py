"""tools/conformance.py: a mark is found wherever pytest would see it, and nothing else counts as one."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools import conformance
from tools.conformance import Marks, Section

SECTIONS = [
    Section(
        "1. A patience",
        rules={"1.a.1": "One deck | or two.", "T1.1": "An example."},
        facts={"1.c": {"says": "Equivalents.", "why": "about other programs"}},
    )
]


def read(folder: Path, text: str) -> Marks:
    (folder / "tests").mkdir()
    (folder / "tests" / "test_a.py").write_text("import pytest\n" + text, encoding="utf-8")
    return conformance.read_marks(folder / "tests", folder)


@pytest.mark.parametrize(
    ("text", "test"),
    [
        ("@pytest.mark.rule('1.a.1', 'T1.1')\ndef test_b(): ...", "tests/test_a.py::test_b"),
        ("@pytest.mark.rule('1.a.1', 'T1.1')\nasync def test_b(): ...", "tests/test_a.py::test_b"),
        (
            "@pytest.mark.rule('1.a.1', 'T1.1')\nclass TestB:\n  def test_c(self): ...",
            "tests/test_a.py::TestB",
        ),
        (
            "class TestB:\n  @pytest.mark.rule('1.a.1', 'T1.1')\n  def test_c(self): ...",
            "tests/test_a.py::TestB::test_c",
        ),
        (
            "@pytest.mark.parametrize('x', [pytest.param(1, marks=pytest.mark.rule('1.a.1', 'T1.1'))])\n"
            "def test_b(x): ...",
            "tests/test_a.py::test_b",
        ),
        ("ROWS = [pytest.param(1, marks=[pytest.mark.rule('1.a.1', 'T1.1')])]", "tests/test_a.py"),
        (
            "rule = pytest.mark.rule\n@rule('1.a.1', 'T1.1')\ndef test_b(): ...",
            "tests/test_a.py::test_b",
        ),
        ("pytestmark = pytest.mark.rule('1.a.1', 'T1.1')", "tests/test_a.py"),
    ],
)
def test_marks_are_found(tmp_path: Path, text: str, test: str) -> None:
    marks = read(tmp_path, text)
    assert marks.tests == {"1.a.1": [test], "T1.1": [test]}
    assert conformance.faults(SECTIONS, marks) == []


@pytest.mark.parametrize(
    "text",
    [
        "# pytest.mark.rule('1.a.1')",
        "def test_b(): ...",
        "@pytest.mark.rule('1.a.1')\ndef helper(): ...",
        "rule = str\n@rule('1.a.1')\ndef test_b(): ...",
        "@pytest.mark.skip\n@pytest.mark.rule('1.a.1')\ndef test_b(): ...",
        "@pytest.mark.xfail(reason='')\n@pytest.mark.rule('1.a.1')\ndef test_b(): ...",
    ],
)
def test_a_number_without_a_test_that_runs_is_a_fault(tmp_path: Path, text: str) -> None:
    found = conformance.faults(SECTIONS, read(tmp_path, text))
    assert found == ["1.a.1 has no test: One deck | or two.", "T1.1 has no test: An example."]


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("9.z", "which is not in docs/rulebook-numbers.toml"),
        ("1.c", "a fact that no test decides"),
    ],
)
def test_a_number_that_needs_no_test_is_a_fault(tmp_path: Path, text: str, fault: str) -> None:
    marks = read(tmp_path, f"@pytest.mark.rule('1.a.1', 'T1.1', {text!r})\ndef test_b(): ...")
    (found,) = conformance.faults(SECTIONS, marks)
    assert fault in found


def test_a_mark_that_cannot_be_read_is_a_fault(tmp_path: Path) -> None:
    marks = read(tmp_path, "@pytest.mark.rule(*NUMBERS)\ndef test_b(): ...")
    assert "tests/test_a.py:2: rule(...) takes numbers" in conformance.faults(SECTIONS, marks)[0]


def test_the_table_names_tests_and_reasons(tmp_path: Path) -> None:
    marks = read(tmp_path, "@pytest.mark.rule('1.a.1')\ndef test_b(): ...")
    lines = conformance.table(SECTIONS, marks).splitlines()
    assert "| 1.a.1 | One deck \\| or two. | `tests/test_a.py::test_b` |" in lines
    assert "| T1.1 | An example. | **none** |" in lines
    assert "| 1.c | Equivalents. | *no test: about other programs* |" in lines


def test_a_number_that_stands_twice_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "numbers.toml"
    path.write_text(
        '[[sections]]\ntitle = "1"\nrules = { "1" = "a" }\nfacts = { "1" = {} }\n', encoding="utf-8"
    )
    with pytest.raises(ValueError, match="number 1 stands twice"):
        conformance.load_sections(path)


def test_the_rulebook_has_its_numbers() -> None:
    sections = conformance.load_sections(conformance.ROOT / conformance.NUMBERS)
    numbers = {n for s in sections for n in (*s.rules, *s.facts)}
    assert {"1.a.1", "A1", "V1", "B3", "3.1", "C9", "D1", "5.2.6", "E9", "T1.1", "T6.4"} <= numbers
