"""How much a search may use, as options of a call."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import click

from arfa.cli.base import Function, Whole, option
from arfa.cli.language import tr

if TYPE_CHECKING:
    _Seconds = click.ParamType[float]
    _Bytes = click.ParamType[int]
else:  # generic since Click 8.4
    _Seconds = _Bytes = click.ParamType

_UNITS = {"": 1, "K": 1 << 10, "M": 1 << 20, "G": 1 << 30, "T": 1 << 40}
_LEAST, _MOST = 1 << 20, 1 << 45


class Seconds(_Seconds):
    """A time in seconds, with or without decimals."""

    name = "seconds"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        """The seconds."""
        text = str(value).replace(",", ".")
        if re.fullmatch(r"[0-9]{1,9}(\.[0-9]{1,9})?", text) and float(text) > 0:
            return float(text)
        return self.fail(tr("cli-solve-seconds-what", found=text[:20]), param, ctx)


class Bytes(_Bytes):
    """An amount of memory: ``500M``, ``2G``, or bytes."""

    name = "bytes"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """The bytes."""
        if isinstance(value, int):
            return value
        text = str(value).upper()
        found = re.fullmatch(r"([0-9]{1,15})([KMGT]?)(?:I?B)?", text)
        n = int(found[1]) * _UNITS[found[2]] if found else 0
        if _LEAST <= n <= _MOST:
            return n
        return self.fail(tr("cli-solve-memory-what", found=text[:20]), param, ctx)


def limit_options(function: Function) -> Function:
    """The options ``--states``, ``--seconds``, ``--memory``, ``--seed``."""
    number = "cli-word-number"
    for add in reversed(
        (
            option("--states", help="cli-solve-states", metavar=number, type=Whole(1, 10**15)),
            option("--seconds", help="cli-solve-seconds", metavar=number, type=Seconds()),
            option("--memory", help="cli-solve-memory", metavar=number, type=Bytes()),
            option("--seed", help="cli-solve-seed", metavar=number, type=Whole(0, 10**15)),
        )
    ):
        function = add(function)
    return function
