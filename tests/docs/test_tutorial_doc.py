"""docs/tutorial.md: its files are saved and all its commands run, in order."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from tests.command_line import run

DOC = (Path(__file__).parents[2] / "docs" / "tutorial.md").read_text("utf-8")
NAMES = ("steep.toml", "study.toml", "mercy.toml")
FILES = dict(zip(NAMES, re.findall(r"```toml\n(.*?)```", DOC, re.DOTALL), strict=True))
COMMANDS = [
    line for block in re.findall(r"```sh\n(.*?)```", DOC, re.DOTALL) for line in block.splitlines()
]


def test_everything_that_it_says_can_be_done(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for name, text in FILES.items():
        assert f"`{name}`" in DOC
        (tmp_path / name).write_text(text, "utf-8")
    said = {}
    for command in COMMANDS:
        program, *words = shlex.split(command)
        assert program == "arfa"
        done = run(*words)
        said[command] = done.output
        assert done.exit_code in ((0, 1) if words[0] == "solve" else (0,)), done.output
    assert "Steep Harp" in said["arfa games ./steep.toml"]
    assert len(COMMANDS) == 8
    assert "| can be won |" in said["arfa study report study.toml"]
    assert (tmp_path / "study" / "report" / "report.html").exists()
    assert "Only `steep.toml+mercy` can win" in said["arfa study compare study.toml mercy.toml"]
    played = run("play", "./steep.toml", "--deal", "1", stdin="?\nquit\n")
    assert played.exit_code == 0, played.output
