"""The house itself: imports run one way, nothing heavy is loaded early, everything public is documented."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import arfa

ROOT = Path(__file__).resolve().parents[2]

# Alembic runs these by itself, with a database at hand; they cannot be imported alone.
NOT_IMPORTED = ("arfa.store.migrations", "arfa.__main__")
# Private, and documented where it is used: it gives numbers alone.
COMPILED = "arfa._core"


def _modules() -> Iterator[str]:
    yield "arfa"
    for found in pkgutil.walk_packages(arfa.__path__, "arfa."):
        if not found.name.startswith(NOT_IMPORTED) and found.name != COMPILED:
            yield found.name


@cache
def _protocols() -> list[type]:
    """The protocols that the package declares."""
    found = (thing for name in _modules() for thing in vars(importlib.import_module(name)).values())
    return [
        t for t in found if getattr(t, "_is_protocol", False) and t.__module__.startswith("arfa")
    ]


def _promised(kind: type, member: str) -> str | None:
    """What a protocol that a class fulfils says of one of its methods."""
    for protocol in _protocols():
        names = {
            n for n, part in vars(protocol).items() if inspect.isfunction(part) and n[0] != "_"
        }
        if member in names and all(hasattr(kind, name) for name in names):
            return inspect.getdoc(getattr(protocol, member))
    return None


def _public(module_name: str) -> Iterator[tuple[str, str | None]]:
    """The public classes, functions and methods that a module defines, with their documentation."""
    module = importlib.import_module(module_name)
    if module.__file__ is None or not Path(module.__file__).read_text(encoding="utf-8"):
        return  # an empty file makes a folder of data a package
    yield module_name, module.__doc__
    for name, thing in vars(module).items():
        if name.startswith("_") or getattr(thing, "__module__", None) != module_name:
            continue
        where = f"{module_name}.{name}"
        if inspect.isclass(thing):
            yield where, thing.__doc__
            for member in vars(thing):
                part = inspect.getattr_static(thing, member)
                if not member.startswith("_") and (
                    inspect.isroutine(part) or isinstance(part, property)
                ):
                    # A method that a base class or a protocol has documented need not say it again.
                    doc = inspect.getdoc(getattr(thing, member)) or _promised(thing, member)
                    yield f"{where}.{member}", doc
        elif inspect.isroutine(thing):
            yield where, inspect.getdoc(thing)


def _loaded_by(statement: str) -> set[str]:
    """The top-level modules in a fresh interpreter after a statement."""
    code = f"{statement}\nimport sys\nprint(*{{name.partition('.')[0] for name in sys.modules}})"
    run = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    return set(run.stdout.split())


def test_imports_run_one_way() -> None:
    program = Path(sys.executable).with_name("lint-imports")
    run = subprocess.run(
        [program, "--no-logo", "--no-cache"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert run.returncode == 0, run.stdout + run.stderr


def test_import_of_the_package_is_light() -> None:
    heavy = {
        "numpy",
        "pydantic",
        "fastapi",
        "starlette",
        "uvicorn",
        "sqlalchemy",
        "alembic",
        "click",
        "rich",
    }
    assert not heavy & _loaded_by("import arfa")


def test_start_of_the_command_is_light() -> None:
    heavy = {"numpy", "fastapi", "starlette", "uvicorn", "sqlalchemy", "alembic", "rich"}
    assert not heavy & _loaded_by("import arfa.cli")


@pytest.mark.parametrize("module", list(_modules()))
def test_everything_public_is_documented(module: str) -> None:
    assert [name for name, doc in _public(module) if not (doc or "").strip()] == []
