"""The table of rulebook numbers and the tests that check them.

``python tools/conformance.py`` writes docs/conformance.md from docs/rulebook-numbers.toml and from the marks
``@pytest.mark.rule("1.a.4", "T1.1")`` in the tests.  With ``--check`` it writes nothing, and fails when a number has no
test, when a test names a number that the rulebook does not have, or when the table is not what it would write.
"""

from __future__ import annotations

import argparse
import ast
import sys
import tomllib
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
NUMBERS = Path("docs/rulebook-numbers.toml")
TABLE = Path("docs/conformance.md")

HEAD = """\
# Conformance

Which test checks which number of the rulebook. This file is made by `python tools/conformance.py` from
`docs/rulebook-numbers.toml` and from the marks `@pytest.mark.rule(...)` in the tests; do not edit it by hand.
"""


@dataclass(frozen=True)
class Section:
    """A patience of the rulebook: its numbered rules, and what it says that no test can decide."""

    title: str
    rules: Mapping[str, str] = field(default_factory=dict)
    facts: Mapping[str, Mapping[str, str]] = field(default_factory=dict)


@dataclass
class Marks:
    """What the tests say: the tests of each number, and the marks that cannot be read."""

    tests: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    faults: list[str] = field(default_factory=list)

    def add(self, numbers: Iterable[str], test: str) -> None:
        """Note that a test checks these numbers."""
        for number in numbers:
            if test not in self.tests[number]:
                self.tests[number].append(test)


def load_sections(path: Path) -> list[Section]:
    """The sections of the rulebook in their order; a number that stands twice is an error."""
    with path.open("rb") as file:
        entries = tomllib.load(file)["sections"]
    sections = [Section(e["title"], e.get("rules", {}), e.get("facts", {})) for e in entries]
    seen: set[str] = set()
    for number in (n for s in sections for n in (*s.rules, *s.facts)):
        if number in seen:
            raise ValueError(f"{path}: number {number} stands twice")
        seen.add(number)
    return sections


def _is_mark(node: ast.AST, name: str) -> bool:
    """Whether a node is ``pytest.mark.NAME``."""
    return (
        isinstance(node, ast.Attribute)
        and node.attr == name
        and isinstance(node.value, ast.Attribute)
        and node.value.attr == "mark"
    )


def _never_runs(node: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) -> bool:
    """Whether pytest does not collect it, skips it, or expects it to fail: it checks nothing."""
    if not node.name.startswith(("test", "Test")):
        return True
    marks = [d.func if isinstance(d, ast.Call) else d for d in node.decorator_list]
    return any(_is_mark(mark, name) for mark in marks for name in ("skip", "xfail"))


@dataclass(frozen=True)
class _File:
    """A test file that is being read."""

    name: str
    aliases: frozenset[str]
    """Names that stand for ``pytest.mark.rule`` in it."""
    marks: Marks

    def calls(self, node: ast.AST) -> Iterator[ast.Call]:
        for inner in ast.walk(node):
            if isinstance(inner, ast.Call):
                called = inner.func
                if _is_mark(called, "rule") or (
                    isinstance(called, ast.Name) and called.id in self.aliases
                ):
                    yield inner

    def note(self, node: ast.AST, test: str) -> None:
        """Note the marks in a piece of code as marks of a test."""
        for call in self.calls(node):
            found = [
                a.value
                for a in call.args
                if isinstance(a, ast.Constant) and isinstance(a.value, str)
            ]
            if call.keywords or len(found) != len(call.args) or not found:
                where = f"{self.name}:{call.lineno}"
                self.marks.faults.append(
                    f"{where}: rule(...) takes numbers written as plain strings"
                )
            self.marks.add(found, test)

    def read(self, body: Iterable[ast.stmt], owner: str) -> None:
        """Read a module's or a class's statements; ``owner`` is its name as pytest writes it."""
        for node in body:
            if isinstance(node, ast.ClassDef):
                if not _never_runs(node):
                    for decorator in node.decorator_list:
                        self.note(decorator, f"{owner}::{node.name}")
                    self.read(node.body, f"{owner}::{node.name}")
            elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                # Marks stand on the test itself or, in a parametrised one, on a row of its table.
                if not _never_runs(node):
                    self.note(node, f"{owner}::{node.name}")
            else:
                # A pytestmark, or a table of rows that tests are parametrised with.
                self.note(node, owner)


def _aliases(module: ast.Module) -> frozenset[str]:
    """The names of ``rule = pytest.mark.rule``."""
    return frozenset(
        target.id
        for node in module.body
        if isinstance(node, ast.Assign) and _is_mark(node.value, "rule")
        for target in node.targets
        if isinstance(target, ast.Name)
    )


def read_marks(tests: Path, root: Path) -> Marks:
    """All marks in the test files below a folder, in the order of files and lines."""
    marks = Marks()
    for path in sorted(tests.rglob("test_*.py")):
        name = path.relative_to(root).as_posix()
        module = ast.parse(path.read_text(encoding="utf-8"), filename=name)
        _File(name, _aliases(module), marks).read(module.body, name)
    return marks


def faults(sections: Iterable[Section], marks: Marks) -> list[str]:
    """What is wrong: numbers without a test, tests of facts or of unknown numbers, marks that cannot be read."""
    found = list(marks.faults)
    rules = {n for s in sections for n in s.rules}
    facts = {n for s in sections for n in s.facts}
    for number, tests in marks.tests.items():
        if number in facts:
            found.append(
                f"{tests[0]} names {number}, which {NUMBERS} calls a fact that no test decides"
            )
        elif number not in rules:
            found.append(f"{tests[0]} names {number}, which is not in {NUMBERS}")
    found += [
        f"{n} has no test: {s.rules[n]}" for s in sections for n in s.rules if n not in marks.tests
    ]
    return found


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


def table(sections: Iterable[Section], marks: Marks) -> str:
    """The whole of docs/conformance.md."""
    lines = [HEAD]
    for section in sections:
        lines += [f"## {section.title}", "", "| number | what it says | tests |", "|---|---|---|"]
        for number, says in section.rules.items():
            tests = "<br>".join(f"`{test}`" for test in marks.tests.get(number, [])) or "**none**"
            lines.append(f"| {number} | {_cell(says)} | {_cell(tests)} |")
        for number, fact in section.facts.items():
            lines.append(f"| {number} | {_cell(fact['says'])} | *no test: {_cell(fact['why'])}* |")
        lines.append("")
    return "\n".join(lines)


def main() -> int:
    """Write the table, or check it; the exit code is 1 when something is wrong."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument(
        "--check", action="store_true", help="write nothing, fail when something is wrong"
    )
    check = parser.parse_args().check

    sections = load_sections(ROOT / NUMBERS)
    marks = read_marks(ROOT / "tests", ROOT)
    found = faults(sections, marks)
    wanted = table(sections, marks)
    path = ROOT / TABLE
    if not check:
        path.write_text(wanted, encoding="utf-8")
    elif not path.exists() or path.read_text(encoding="utf-8") != wanted:
        found.append(f"{TABLE} is stale: run python tools/conformance.py")
    if not check:
        print(f"{TABLE} written; wrong: {len(found)} (--check says what)")
        return 0
    for fault in found:
        print(fault, file=sys.stderr)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
