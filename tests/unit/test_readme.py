"""README.md: its two commands can be found, and what it refers to is there."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest

from tools import check_readme

ROOT = Path(__file__).resolve().parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_the_two_commands_are_marked() -> None:
    assert check_readme.commands(README) == {"play": "make play", "test": "make test"}


@pytest.mark.parametrize(
    "readme", ["", "```sh\nmake play\n```", README.replace("make test", "make test\nmake it")]
)
def test_other_readmes_are_refused(readme: str) -> None:
    with pytest.raises(check_readme.CheckError, match="two one-line commands"):
        check_readme.commands(readme)


def test_a_command_that_ends_before_the_table_stands_is_an_error(tmp_path: Path) -> None:
    play = check_readme.Play("echo no table; exit 3", tmp_path, {})
    with pytest.raises(check_readme.CheckError, match="ended with 3"):
        play.address()
    play.kill()


def test_a_table_that_outlives_ctrl_c_is_an_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(check_readme, "END_SECONDS", 0.2)
    play = check_readme.Play(
        "trap '' INT; echo http://127.0.0.1:$ARFA_PORT/; while :; do sleep 0.1; done", tmp_path, {}
    )
    try:
        assert play.address() == "http://127.0.0.1:0/"
        with pytest.raises(check_readme.CheckError, match="still runs"):
            play.stop()
    finally:
        play.kill()


@pytest.mark.parametrize("link", re.findall(r"\]\(([^)#:]+)\)", README))
def test_what_it_links_to_is_there(link: str) -> None:
    assert (ROOT / link).exists()


def test_every_target_that_it_names_can_be_made() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    named = set(re.findall(r"`make ([a-z]+)`", README.replace("\n", " ")))
    assert named
    assert named <= set(re.findall(r"^([a-z]+):", makefile, re.MULTILINE))


def test_what_it_says_about_programs_is_true() -> None:
    result = doctest.testfile(str(ROOT / "README.md"), module_relative=False)
    assert result.attempted >= 5
    assert result.failed == 0
