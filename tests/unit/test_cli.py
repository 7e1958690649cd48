"""The command line as a whole: help, languages, complaints, exit codes, completion, what is loaded."""

from __future__ import annotations

import ast
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import click
import pytest

import arfa
from arfa.cli import app
from arfa.cli.app import COMMANDS
from arfa.cli.base import Argument, Option
from arfa.cli.language import set_language, tr
from arfa.texts import LANGUAGES, catalogue
from arfa.web import Settings
from arfa.web.settings import Rate
from tests.command_line import run

CODE = Path(arfa.__file__).parent / "cli"


def commands() -> Iterator[tuple[str, click.Command]]:
    """Every command, the root included."""
    context = click.Context(app.arfa)
    yield "arfa", app.arfa
    for name in COMMANDS:
        found = app.arfa.get_command(context, name)
        assert found is not None
        yield name, found


# ---------------------------------------------------------------------------------------------- texts
def test_every_command_and_parameter_has_its_texts():
    for name, command in commands():
        keys = [command.help or ""]
        for parameter in command.params:
            if isinstance(parameter, Option):
                keys.append(parameter.help or "")
            if isinstance(parameter, Option | Argument) and str(parameter.metavar).startswith(
                "cli-"
            ):
                keys.append(str(parameter.metavar))
        for lang in LANGUAGES:
            assert [key for key in keys if key not in catalogue(lang)] == [], (name, lang)
            assert f"cli-{name}-help" in catalogue(lang)


def test_every_text_that_the_code_names_exists():
    """What is given to ``tr`` or ``Usage``, and everything that looks like a key of the command line."""
    for path in sorted(CODE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                key = node.value
                if re.fullmatch(r"cli-[a-z]+(-[a-z]+)*", key):
                    for lang in LANGUAGES:
                        assert key in catalogue(lang), f"{path.name}: {key}"


def test_no_text_of_the_command_line_is_left_over():
    source = "".join(path.read_text("utf-8") for path in CODE.rglob("*.py"))
    made_up = [f"cli-{name}{tail}" for name in ("arfa", *COMMANDS) for tail in ("", "-help")]
    left = [
        key
        for key in catalogue("en")
        if key.startswith("cli-")
        and key not in made_up
        and not key.startswith("cli-play-words-")
        and not re.search(f"[\"']{key}[\"']", source)
    ]
    assert left == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_help_is_in_the_language_of_the_call(lang):
    for words in ([], *([name] for name in COMMANDS)):
        result = run(*words, "--help", lang=lang)
        assert result.exit_code == 0
        assert "cli-" not in result.output
        assert all(len(line) <= 100 for line in result.output.splitlines())
        letters = re.sub(r"[A-Za-z0-9_.,:|+=/\"$()\[\]~#@<>%-]+", "", result.output)
        assert bool(re.search("[а-яё]", letters)) == (lang == "ru")
        assert ("Usage:" in result.output) == (lang == "en")


def test_the_language_may_stand_anywhere():
    assert "Вызов:" in run("--lang", "ru", "deal", "--help").output
    assert "Вызов:" in run("deal", "--help", "--lang=ru").output
    assert "Usage:" in run("deal", "--help", "--lang", "en", lang="ru").output


@pytest.mark.parametrize(
    ("environment", "lang"),
    [
        ({}, "en"),
        ({"LANG": "ru_RU.UTF-8"}, "ru"),
        ({"LANG": "ru_RU.UTF-8", "LC_ALL": "C.UTF-8"}, "en"),
        ({"LANG": "de_DE.UTF-8", "ARFA_LANG": "ru"}, "ru"),
        ({"LANG": "ru_RU.UTF-8", "ARFA_LANG": "en"}, "en"),
        ({"LC_MESSAGES": "ru_UA.UTF-8", "LANG": "en_US.UTF-8"}, "ru"),
        ({"ARFA_LANG": "", "LANG": "ru"}, "ru"),
    ],
)
def test_the_language_of_the_environment(environment, lang):
    set_language([], environment)
    assert tr("cli-usage") == catalogue(lang)["cli-usage"]
    set_language(
        ["games", "--lang", "fr"], environment
    )  # refused later; complained about in the usual language
    assert tr("cli-usage") == catalogue(lang)["cli-usage"]


# ---------------------------------------------------------------------------------------------- complaints
@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["ruls"], 'There is no command "ruls". Did you mean rules?'),
        (["rules", "smal-harp"], "Did you mean small-harp"),
        (["rules", "чорная арфа"], "Did you mean black-harp?"),
        (["rules", "big-harp+draw3"], "Did you mean draw-3?"),
        (["rules"], "NAME is missing."),
        (["rules", "gaps", "gaps"], "Too many words: gaps."),
        (["games", "--jsn"], "There is no option --jsn. Did you mean --json?"),
        (["deal", "gaps", "--count", "0"], '--count: "0" is not a whole number from 1 to'),
        (["deal", "gaps", "--count"], "The option --count needs a value."),
        (["games", "--lang", "fr"], '--lang: "fr" is not one of: ru, en.'),
        (["games", "--json=yes"], "The option --json takes no value."),
        (["deal", "gaps", "zzz"], "zzz"),
        (["show", "no/such/file.ppn"], "There is no file no/such/file.ppn."),
        (["show", "small-harp / t1: XX"], "XX"),
        (["replay", "nothing.ppn"], "There is no file nothing.ppn."),
        (["rules", "./none.toml"], "none.toml"),
        (["play"], "arfa play --resume"),
        (["show", "big-harp+extra-row+draw-3"], "draw-3"),
        (["--port", "99999"], "from 0 to 65535"),
    ],
)
def test_what_cannot_be_understood_is_explained_and_exits_with_2(words, said):
    result = run(*words)
    assert said in result.stderr
    assert result.exit_code == 2
    assert result.stdout == ""
    assert "Traceback" not in result.output
    russian = run(*words, lang="ru")
    assert russian.exit_code == 2
    assert re.search("[а-яё]{3}", russian.stderr)


def test_complaints_about_words_show_the_usage():
    result = run("deal", "gaps", "1", "2")
    assert result.stderr.startswith(
        "Usage: arfa deal [OPTIONS] NAME [DEAL]\nMore: arfa deal --help\n"
    )


def test_version():
    assert run("--version").stdout == f"arfa {arfa.__version__}\n"


# ---------------------------------------------------------------------------------------------- the table
def test_without_a_command_the_table_is_started(monkeypatch):
    calls = []
    monkeypatch.setattr("arfa.web.serve", lambda *a, **k: calls.append((a, k)), raising=False)
    assert run().exit_code == 0
    assert run("--port", "8123", "--no-browser", "--host", "::1", "--lang", "ru").exit_code == 0
    environment = {"ARFA_PORT": "9000", "ARFA_NO_BROWSER": "1", "ARFA_DATABASE": "x.db"}
    assert run("serve", **environment).exit_code == 0
    usual = {"workers": 1, "log_format": "text"}
    assert calls == [
        (("127.0.0.1", None, Settings()), {"open_browser": True, "lang": "en", **usual}),
        (("::1", 8123, Settings()), {"open_browser": False, "lang": "ru", **usual}),
        (
            ("127.0.0.1", 9000, Settings(database="x.db")),
            {"open_browser": False, "lang": "en", **usual},
        ),
    ]


def test_what_a_host_chooses_reaches_the_service(monkeypatch):
    calls = []
    monkeypatch.setattr("arfa.web.serve", lambda *a, **k: calls.append((a, k)), raising=False)
    words = "serve --workers 2 --rate-player 5 --rate-address 0 --log-format json --log-requests"
    secrets = {"ARFA_SECRET": "the-new-secret-123  " + "o" * 16}
    more = {"ARFA_PROXIES": "10.0.0.0/8, ::1", "ARFA_METRICS_TOKEN": "tell", "ARFA_HOST": "::1"}
    assert run(*words.split(), **secrets, **more).exit_code == 0
    [((host, port, settings), how)] = calls
    assert (host, port) == ("::1", None)
    assert how == {"workers": 2, "log_format": "json", "open_browser": False, "lang": "en"}
    assert settings == Settings(
        secrets=("the-new-secret-123", "o" * 16),
        proxies="10.0.0.0/8,::1",
        player_rate=Rate(5, 50),
        address_rate=Rate(0, 0),
        metrics_token="tell",
        log_requests=True,
    )


@pytest.mark.parametrize(
    ("words", "environment", "said"),
    [
        ("--workers 0", {}, "from 1 to 64"),
        ("--workers x", {}, "from 1 to 64"),
        ("--log-format xml", {}, "text, json"),
        ("--proxies example.org", {}, '"example.org" is no address'),
        ("--rate-player -1", {}, "from 0 to"),
        ("", {"ARFA_SECRET": "short"}, "at least 16 letters"),
        ("--workers 2 --database x.db", {}, "2 workers need a PostgreSQL"),
    ],
)
def test_what_cannot_be_hosted_is_explained(words, environment, said):
    result = run("serve", *words.split(), **environment)
    assert said in result.stderr
    assert result.exit_code == 2
    russian = run("serve", *words.split(), lang="ru", **environment)
    assert re.search("[а-яё]{3}", russian.stderr)


# ---------------------------------------------------------------------------------------------- completion
@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_script_for_a_shell(shell):
    result = run("completion", shell)
    assert result.exit_code == 0
    assert "_ARFA_COMPLETE" in result.stdout
    assert run("completion", "tcsh").exit_code == 2


def completed(line: str) -> list[str]:
    words = line.split(" ")
    environment = {
        "_ARFA_COMPLETE": "bash_complete",
        "COMP_WORDS": line,
        "COMP_CWORD": str(len(words) - 1),
    }
    return [entry.partition(",")[2] for entry in run(**environment).stdout.splitlines()]


def test_words_are_completed():
    assert completed("arfa ") == list(COMMANDS)
    assert completed("arfa ga") == ["games"]
    assert completed("arfa rules bl") == ["black-harp"]
    assert completed("arfa play harp") == ["harp-9", "harp-slope"]
    assert completed("arfa show harp-9+") == [
        "harp-9+redeals=",
        "harp-9+unlimited",
        "harp-9+worry-back",
    ]
    assert completed("arfa deal big-harp+extra-row+row-") == [
        "big-harp+extra-row+row-size=",
        "big-harp+extra-row+row-cover",
    ]
    assert "big-harp+draw-3+extra-row" not in completed("arfa deal big-harp+draw-3+")
    assert completed("arfa deal gaps --js") == ["--json"]


# ---------------------------------------------------------------------------------------------- real processes
def test_help_loads_nothing_heavy():
    code = (
        "import sys\n"
        "sys.argv = ['arfa', '--help']\n"
        "from arfa.cli import main\n"
        "try:\n    main()\n"
        "except SystemExit as end:\n    assert not end.code\n"
        "heavy = {'rich', 'pydantic', 'sqlalchemy', 'fastapi', 'numpy', 'uvicorn', 'asyncio'} & set(sys.modules)\n"
        "assert not heavy, heavy\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_python_m_arfa():
    done = subprocess.run(
        [sys.executable, "-m", "arfa", "deal", "gaps", "5", "--code"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.strip()
    assert done.stderr == ""


def test_a_reader_that_has_seen_enough_is_no_error():
    call = f"{sys.executable} -m arfa deal small-harp 1 --count 5000 --text | head -n 1"
    done = subprocess.run(["bash", "-c", call], capture_output=True, text=True, check=True)
    assert len(done.stdout.split()) == 52
    assert done.stderr == ""


def test_every_command_is_a_module_of_its_own():
    for name in COMMANDS:
        module = import_module(f"arfa.cli.commands.{name.replace('import', 'importing')}")
        assert isinstance(module.command, click.Command)
        assert module.command.name == name


def test_the_table_of_a_real_process_ends_in_peace(tmp_path):
    """Its address is printed; Ctrl-C ends it with code 0 and without a word."""
    process = subprocess.Popen(
        [
            sys.executable,
            "-m",
            "arfa",
            "--no-browser",
            "--port",
            "0",
            "--database",
            str(tmp_path / "games"),
        ],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "ARFA_LANG": "en"},
    )
    assert process.stdout is not None
    line = process.stdout.readline()
    assert re.search(r"http://127\.0\.0\.1:\d+/", line)
    process.send_signal(signal.SIGINT)
    _, complaints = process.communicate(timeout=60)
    assert process.returncode == 0
    assert complaints == ""
