"""``arfa serve``, and ``arfa`` alone: the table in the browser."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from arfa.cli.base import Whole, lang_option, option
from arfa.cli.base import command as make_command
from arfa.cli.language import language


def serve_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """The options of ``arfa serve``, which ``arfa`` alone takes as well."""
    for add in reversed(
        (
            option("--host", help="cli-opt-host", metavar="cli-word-address", default="127.0.0.1"),
            option(
                "--port",
                help="cli-opt-port",
                metavar="cli-word-number",
                envvar="ARFA_PORT",
                type=Whole(0, 65535),
            ),
            option(
                "--no-browser", help="cli-opt-no-browser", is_flag=True, envvar="ARFA_NO_BROWSER"
            ),
            option(
                "--database",
                help="cli-opt-database",
                metavar="cli-word-file",
                envvar="ARFA_DATABASE",
            ),
            lang_option,
        )
    ):
        function = add(function)
    return function


@make_command("serve")
@serve_options
def command(**options: Any) -> None:
    """Serve until Ctrl-C."""
    run(**options)


def run(host: str, port: int | None, no_browser: bool, database: str | None) -> None:
    """Start the table; return when it was stopped.  Raises :class:`~arfa.web.server.ServerError`."""
    from arfa.web import Settings, serve

    settings = Settings(database=database) if database else Settings()
    serve(host, port, settings, open_browser=not no_browser, lang=language())
