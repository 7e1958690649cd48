"""Would the soundness matrix see a broken search?  Break it in known ways and look.

``python tools/mutants.py [NAME ...]`` or ``make mutants``

Each mutant is a change of the native sources that makes a proof wrong: a rule that is a little too bold.  It is applied
to a copy, built, and a slice of the matrix is run against it, which must find a fault.  A mutant that lives on means
that the matrix is blind there; one that no longer fits the sources wants to be written anew.
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
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
HOME = ROOT / "build" / "mutants"
SECONDS = 120
"""CPU time that the matrix has for a mutant."""


@dataclass(frozen=True)
class Mutant:
    """A change that must be seen."""

    name: str
    model: str
    file: str
    """Below native/src."""
    old: str
    new: str


MUTANTS = (
    Mutant(
        "safe-too-loose",
        "counts",
        "counts/safe.h",
        "return other >= rank - 1 && same >= rank - 2;",
        "return other >= rank - 2 && same >= rank - 2;",
    ),
    Mutant(
        "safe-one-colour",
        "counts",
        "counts/safe.h",
        "return other >= rank - 1 && same >= rank - 2;",
        "return other >= rank - 1;",
    ),
    Mutant(
        "safe-any-copy",
        "counts",
        "counts/safe.h",
        "if (!alike) ready &= s.free;",
        "",
    ),
    Mutant(
        "no-uncovering",
        "counts",
        "counts/free_search.h",
        "if (takes(t, first(cards))) raise_bared(t, cards, length, n);",
        "if (n < 0) raise_bared(t, cards, length, n);",
    ),
    Mutant(
        "filter-without-uncovering",
        "counts",
        "counts/filter.h",
        "if (could_go_up(s, first(x))) return true;",
        "if (could_go_up(s, first(x)) && p.b.columns == 0) return true;",
    ),
    Mutant(
        "filter-without-kings",
        "counts",
        "counts/filter.h",
        "if (p.anchored(s, c) || p.king(c)) return king_waits(s);",
        "if (p.anchored(s, c) || p.king(c)) return false;",
    ),
    Mutant(
        "relaxation-first-copy",
        "counts",
        "counts/relaxation.h",
        "if (fresh && most > 0) {",
        "if (fresh && most > begin[q][r] + count(S(played & b.of[q][r]))) {",
    ),
    Mutant(
        "relaxation-no-spaces",
        "counts",
        "counts/relaxation.h",
        "if (space) places |= b.kings;",
        "if (p.room(s)) places |= b.kings;",
    ),
    Mutant(
        "no-space-for-kings-by-emptying",
        "counts",
        "counts/hosts.h",
        "if (!may_empty || !emptying_) return;",
        "if (b >= 0) return;",
    ),
    Mutant(
        "one-space-is-none",
        "counts",
        "counts/play.h",
        "if (b.any_spaces && room(s)) return ~S{0};",
        "if (b.any_spaces && spaces(s) > 1) return ~S{0};",
    ),
    Mutant(
        "turns-the-wrong-way",
        "counts",
        "counts/free_search.h",
        "if (turns_ && s.at == 0)",
        "if (turns_ && s.at != 0)",
    ),
    Mutant(
        "relaxation-turns-too-few",
        "counts",
        "counts/relaxation.h",
        "taken >= static_cast<int>(k + 1) % draw_",
        "taken > static_cast<int>(k + 1) % draw_",
    ),
    Mutant(
        "piles-safe-too-early",
        "piles",
        "piles/safe_foundation.h",
        "if (board.height[static_cast<std::size_t>(f)] <= rules.order[rider]) return false;",
        "if (board.height[static_cast<std::size_t>(f)] + 1 < rules.order[rider]) return false;",
    ),
    Mutant(
        "piles-relaxation-no-groups",
        "piles",
        "piles/relaxation.cpp",
        "if (done < size && plan.groups != Groups::single) {",
        "if (done < size && plan.columns == 0) {",
    ),
    Mutant(
        "spider-safe-too-early",
        "spider",
        "spider/free_phase.cpp",
        "const bool up = board.d(suit) == 0 && exit.rank == board.u(suit) + 1;",
        "const bool up = exit.rank == board.u(suit) + 1;",
    ),
    Mutant(
        "spider-relaxation-no-spaces",
        "spider",
        "spider/relaxation.cpp",
        "(space && rules.begins_column(c));",
        "(space && left < 0);",
    ),
    Mutant(
        "grid-stubborn-too-small",
        "grid",
        "grid/stubborn.cpp",
        "if (c % 13 != rules_.last && !lies_behind(c + 1, c)) add_behind(c + 1);",
        "",
    ),
    Mutant(
        "grid-persistent-no-upper",
        "grid",
        "grid/persistent.cpp",
        "return (behind >> place & 1) != 0 && (come & upper_[static_cast<std::size_t>(place)]) != 0;",
        "return behind == 0 && place < 0;",
    ),
    Mutant(
        "grid-fronts-one-arrangement",
        "grid",
        "grid/fronts.h",
        "} while (std::next_permutation(suits.begin(), suits.begin() + n + 1));",
        "} while (false);",
    ),
    Mutant(
        "grid-reach-stays-too-soon",
        "grid",
        "grid/reach.h",
        "if (phase.settled)",
        "",
    ),
)


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
        (site / "others.pth").write_text(sysconfig.get_path("purelib") + "\n", "utf-8")
        self.package = site / "arfa"
        shutil.copytree(ROOT / "src" / "arfa", self.package, dirs_exist_ok=True)
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
        for path in [ROOT / "CMakeLists.txt", *(ROOT / "native").rglob("*")]:
            if path.is_file():
                self.write(self.source / path.relative_to(ROOT), path.read_text("utf-8"))

    @staticmethod
    def write(path: Path, text: str) -> None:
        """Write a file if it is not the same already."""
        if not path.exists() or path.read_text("utf-8") != text:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, "utf-8")

    def make(self, mutant: Mutant) -> None:
        """Build a mutant."""
        self.restore()
        path = self.source / "native" / "src" / mutant.file
        text = path.read_text("utf-8")
        if text.count(mutant.old) != 1:
            raise SystemExit(f"{mutant.name} does not fit {mutant.file} any more")
        self.write(path, text.replace(mutant.old, mutant.new))
        self.run("cmake", "--build", self.build)
        for module in self.build.glob("_core*.so"):
            shutil.copy(module, self.package / module.name)

    def caught(self, mutant: Mutant, seconds: float) -> str:
        """The first fault that the matrix sees; empty when it sees none."""
        done = subprocess.run(
            [
                str(self.python), "-m", "tests.differential.matrix", "--stop", "--seconds", str(seconds),
                "--models", mutant.model, "--seed", "7",
            ],
            check=False, capture_output=True, text=True, cwd=ROOT,
        )  # fmt: skip
        if done.returncode not in (0, 1) or not done.stdout:
            raise SystemExit(done.stderr)
        return done.stdout.splitlines()[0] if done.returncode else ""


def main(arguments: list[str] | None = None) -> int:
    """The command."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument(
        "names", nargs="*", metavar="NAME", choices=[[], *(m.name for m in MUTANTS)]
    )
    parser.add_argument("--seconds", type=float, default=SECONDS)
    chosen = parser.parse_args(arguments)
    laboratory = Laboratory()
    alive = []
    for mutant in MUTANTS:
        if chosen.names and mutant.name not in chosen.names:
            continue
        laboratory.make(mutant)
        began = time.monotonic()
        fault = laboratory.caught(mutant, chosen.seconds)
        said = f"caught in {time.monotonic() - began:.0f} s: {fault}" if fault else "LIVES"
        print(f"{mutant.name:<32} {said}", flush=True)
        if not fault:
            alive.append(mutant.name)
    print(f"{len(alive)} mutants live: {', '.join(alive)}" if alive else "no mutant lives")
    return 1 if alive else 0


if __name__ == "__main__":
    sys.exit(main())
