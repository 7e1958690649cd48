"""The program ``arfa`` called by a test as from a shell."""

from __future__ import annotations

from click.testing import CliRunner, Result

from arfa.cli.app import arfa


def run(*words: str, lang: str = "en", stdin: str | None = None, **environment: str) -> Result:
    """What the program does with these words; its streams are pipes."""
    runner = CliRunner(env={"ARFA_LANG": lang, **environment})
    return runner.invoke(arfa, list(words), input=stdin, prog_name="arfa")
