"""Would the tests see a search that is broken, or an analyst who peeks?  Break them in known ways and look.

``python -m tools.mutants [NAME ...]`` or ``make mutants``

Each mutant is a change of the sources: a rule of a search that is a little too bold (``mutants_of_searches``), a card
that the player who cannot see gets to know, or a review that adds up to something else (``mutants_of_analyst``).  It is
applied to a copy and built.  A slice of the soundness matrix must find a fault of a search, and of the others a test
that is named with them must fail.  A mutant that lives on means that nobody looks there; one that no longer fits the
sources wants to be written anew.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import sysconfig
import time
import venv
from collections.abc import Iterable, Iterator
from pathlib import Path

from tools.mutant import Mutant
from tools.mutants_of_analyst import ANALYST
from tools.mutants_of_searches import SEARCHES

ROOT = Path(__file__).resolve().parent.parent
HOME = ROOT / "build" / "mutants"
SECONDS = 120
"""CPU time that the matrix has for a mutant."""
SOURCES = ("CMakeLists.txt", "pyproject.toml", "native", "src", "tests", "tools")
"""What is copied."""
MUTANTS = (*SEARCHES, *ANALYST)


class Laboratory:
    """A copy of the sources with a build of its own, apart from what is installed."""

    def __init__(self) -> None:
        self.source = HOME / "source"
        self.build = HOME / "cmake"
        HOME.mkdir(parents=True, exist_ok=True)
        venv.create(HOME / "venv", with_pip=False)
        self.python = HOME / "venv" / "bin" / "python"
        site = next((HOME / "venv" / "lib").glob("python*/site-packages"))
        # The other packages are those of this Python, by their path alone: an editable arfa there is not seen.
        paths = [str(self.source / "src"), sysconfig.get_path("purelib")]
        (site / "others.pth").write_text("\n".join([*paths, ""]), "utf-8")
        for name in ("cmake", "ninja", "nanobind"):
            if shutil.which(name, path=self.path) is None:
                self.run(
                    sys.executable, "-m", "pip", "install", "--quiet", "cmake", "ninja", "nanobind"
                )
                break
        self.restore()
        nanobind = subprocess.run(
            [sys.executable, "-m", "nanobind", "--cmake_dir"],
            check=True,
            capture_output=True,
            text=True,
        ).stdout.strip()
        self.run(
            "cmake", "-G", "Ninja", "-S", self.source, "-B", self.build, "-DCMAKE_BUILD_TYPE=Release",
            "-DCMAKE_CXX_FLAGS_RELEASE=-O1", f"-DPython_EXECUTABLE={self.python}", f"-Dnanobind_DIR={nanobind}",
        )  # fmt: skip

    @property
    def path(self) -> str:
        """Where programs are looked for."""
        return f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"

    def run(self, *command: object) -> None:
        """A command that must succeed."""
        done = subprocess.run(
            [str(word) for word in command],
            check=False,
            capture_output=True,
            text=True,
            env=os.environ | {"PATH": self.path},
        )
        if done.returncode:
            raise SystemExit(f"{command[0]}: {done.stdout}{done.stderr}")

    def restore(self) -> None:
        """Bring the copy up to date; files that are the same keep their time, so that they are not built again."""
        wanted = {path.relative_to(ROOT) for path in self._sources()}
        for path in wanted:
            self.write(self.source / path, (ROOT / path).read_bytes())
        for path in self.source.rglob("*"):
            if _is_source(path) and path.relative_to(self.source) not in wanted:
                path.unlink()

    @staticmethod
    def _sources() -> Iterator[Path]:
        for name in SOURCES:
            top = ROOT / name
            yield from filter(_is_source, [top] if top.is_file() else top.rglob("*"))

    @staticmethod
    def write(path: Path, content: bytes) -> None:
        """Write a file if it is not the same already."""
        if not path.exists() or path.read_bytes() != content:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)

    def make(self, mutant: Mutant | None) -> None:
        """Build a mutant; without one, what there is."""
        self.restore()
        for file, old, new in mutant.changes if mutant is not None else ():
            path = self.source / file
            text = path.read_text("utf-8")
            if text.count(old) != 1:
                raise SystemExit(f"{mutant and mutant.name} does not fit {file} any more")
            self.write(path, text.replace(old, new).encode())
        self.run("cmake", "--build", self.build)
        for module in self.build.glob("_core*.so"):
            self.write(self.source / "src" / "arfa" / module.name, module.read_bytes())

    def caught(self, mutant: Mutant, seconds: float) -> str:
        """The first fault that is seen of a mutant; empty when there is none."""
        if mutant.test:
            return self.failed([mutant.test])
        done = self._python(
            "-m", "tests.differential.matrix", "--stop", "--seconds", str(seconds),
            "--models", mutant.model, "--seed", "7",
        )  # fmt: skip
        if done.returncode not in (0, 1) or not done.stdout:
            raise SystemExit(done.stderr)
        return done.stdout.splitlines()[0] if done.returncode else ""

    def failed(self, tests: Iterable[str]) -> str:
        """The first of some tests that fails; empty when none does."""
        done = self._python("-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", "--tb=no", *tests)
        if done.returncode not in (0, 1):
            raise SystemExit(done.stdout + done.stderr)
        lines = (line for line in done.stdout.splitlines() if line.startswith(("FAILED", "ERROR")))
        return next(lines) if done.returncode else ""

    def _python(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        # Neither another arfa nor the size of the long tests comes in from outside.
        outside = ("PYTHONPATH", "ARFA_SOAK")
        return subprocess.run(
            [str(self.python), *arguments],
            check=False,
            capture_output=True,
            text=True,
            cwd=self.source,
            env={name: value for name, value in os.environ.items() if name not in outside},
        )


def _is_source(path: Path) -> bool:
    return path.is_file() and "__pycache__" not in path.parts and path.suffix != ".so"


def main(arguments: list[str] | None = None) -> int:
    """The command."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument(
        "names", nargs="*", metavar="NAME", choices=[[], *(m.name for m in MUTANTS)]
    )
    parser.add_argument("--seconds", type=float, default=SECONDS)
    asked = parser.parse_args(arguments)
    chosen = [mutant for mutant in MUTANTS if not asked.names or mutant.name in asked.names]
    laboratory = Laboratory()
    laboratory.make(None)
    tests = sorted({mutant.test for mutant in chosen if mutant.test})
    fault = laboratory.failed(tests) if tests else ""
    if fault:
        raise SystemExit(f"without any mutant: {fault}")
    alive = []
    for mutant in chosen:
        laboratory.make(mutant)
        began = time.monotonic()
        fault = laboratory.caught(mutant, asked.seconds)
        said = f"caught in {time.monotonic() - began:.0f} s: {fault}" if fault else "LIVES"
        print(f"{mutant.name:<32} {said}", flush=True)
        if not fault:
            alive.append(mutant.name)
    print(f"{len(alive)} mutants live: {', '.join(alive)}" if alive else "no mutant lives")
    return 1 if alive else 0


if __name__ == "__main__":
    sys.exit(main())
