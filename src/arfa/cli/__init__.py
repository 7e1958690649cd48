"""The command line: a thin layer that reads words, calls the library, and prints.

Every command is a module of its own in :mod:`arfa.cli.commands`, imported when it is called: ``arfa --help`` costs
little more than starting Python.
"""

from __future__ import annotations


def main() -> None:
    """The program ``arfa``."""
    from arfa.cli.app import arfa

    arfa(prog_name="arfa")
