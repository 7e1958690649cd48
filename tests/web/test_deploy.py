"""The files of ``deploy/``: what they set exists, and systemd understands its unit."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from arfa.cli import app
from arfa.cli.base import Option

ROOT = Path(__file__).parents[2]
ELSEWHERE = {"ARFA_LANG", "ARFA_SECRET", "ARFA_METRICS_TOKEN"}
"""Variables that are no options."""


def known() -> set[str]:
    """The variables that ``arfa serve`` reads."""
    command = app.arfa.get_command(None, "serve")  # type: ignore[arg-type]
    assert command is not None
    named = {p.envvar for p in command.params if isinstance(p, Option)}
    return {name for name in named if isinstance(name, str)} | ELSEWHERE


@pytest.mark.parametrize("name", ["deploy/arfa.service", "deploy/Containerfile", "docs/hosting.md"])
def test_every_variable_that_is_set_is_read(name: str) -> None:
    found = set(re.findall(r"\bARFA_[A-Z_]+", (ROOT / name).read_text("utf-8")))
    assert len(found) > 4
    assert found <= known()


def test_systemd_understands_the_unit(tmp_path: Path) -> None:
    if shutil.which("systemd-analyze") is None:
        pytest.skip("systemd-analyze is not installed")
    text = (ROOT / "deploy/arfa.service").read_text("utf-8")
    program = "/opt/arfa/.venv/bin/arfa"
    assert f"ExecStart={program} serve\n" in text
    text = text.replace(program, sys.executable).replace("/opt/arfa/docs", str(ROOT / "docs"))

    def verified(unit: str) -> str:
        file = tmp_path / "arfa.service"
        file.write_text(unit, "utf-8")
        command = ["systemd-analyze", "verify", "--man=no", str(file)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        # Of other units of this machine something may be said too.
        return "\n".join(line for line in done.stderr.splitlines() if "arfa.service" in line)

    assert verified(text) == ""
    assert "NoNewPriviledges" in verified(text.replace("NoNewPrivileges", "NoNewPriviledges"))
