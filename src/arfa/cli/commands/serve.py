"""``arfa serve``, and ``arfa`` alone: the table in the browser."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any

from arfa.cli.base import Decorator, OneOf, Whole, lang_option, option
from arfa.cli.base import command as make_command
from arfa.cli.language import language
from arfa.errors import ArfaError

if TYPE_CHECKING:
    from arfa.web.settings import Settings

_LEAST_SECRET = 16
_BURST = 10
"""So many seconds' worth may come at once."""


class HostingError(ArfaError):
    """Something that a service cannot be set up with."""


_OPTIONS: tuple[Decorator, ...] = (
    option(
        "--host",
        help="cli-opt-host",
        metavar="cli-word-address",
        default="127.0.0.1",
        envvar="ARFA_HOST",
    ),
    option(
        "--port",
        help="cli-opt-port",
        metavar="cli-word-number",
        envvar="ARFA_PORT",
        type=Whole(0, 65535),
    ),
    option("--no-browser", help="cli-opt-no-browser", is_flag=True, envvar="ARFA_NO_BROWSER"),
    option("--database", help="cli-opt-database", metavar="cli-word-file", envvar="ARFA_DATABASE"),
)

_HOSTING: tuple[Decorator, ...] = (
    option(
        "--workers",
        help="cli-opt-workers",
        metavar="cli-word-number",
        default=1,
        envvar="ARFA_WORKERS",
        type=Whole(1, 64),
    ),
    option(
        "--proxies",
        help="cli-opt-proxies",
        metavar="cli-word-addresses",
        envvar="ARFA_PROXIES",
    ),
    option(
        "--rate-player",
        help="cli-opt-rate-player",
        metavar="cli-word-number",
        envvar="ARFA_RATE_PLAYER",
        type=Whole(0, 100_000),
    ),
    option(
        "--rate-address",
        help="cli-opt-rate-address",
        metavar="cli-word-number",
        envvar="ARFA_RATE_ADDRESS",
        type=Whole(0, 100_000),
    ),
    option(
        "--thinkers",
        help="cli-opt-thinkers",
        metavar="cli-word-number",
        envvar="ARFA_THINKERS",
        type=Whole(1, 64),
    ),
    option(
        "--log-format",
        help="cli-opt-log-format",
        metavar="text|json",
        default="text",
        envvar="ARFA_LOG_FORMAT",
        type=OneOf(("text", "json")),
    ),
    option("--log-requests", help="cli-opt-log-requests", is_flag=True, envvar="ARFA_LOG_REQUESTS"),
)


def serve_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """The options of ``arfa serve`` that ``arfa`` alone takes as well."""
    return _add(_OPTIONS, function)


def _all_options(function: Callable[..., Any]) -> Callable[..., Any]:
    return _add(_OPTIONS + _HOSTING, function)


def _add(options: Iterable[Decorator], function: Callable[..., Any]) -> Callable[..., Any]:
    for add in reversed((*options, lang_option)):
        function = add(function)
    return function


@make_command("serve")
@_all_options
def command(**options: Any) -> None:
    """Serve until Ctrl-C."""
    run(**options)


def run(
    *,
    host: str,
    port: int | None,
    no_browser: bool,
    database: str | None,
    workers: int = 1,
    log_format: str = "text",
    **hosting: Any,
) -> None:
    """Start the table; return when it was stopped.  Raises :class:`~arfa.web.server.ServerError`."""
    from arfa.web import serve

    serve(
        host,
        port,
        settings_of(database, **hosting),
        workers=workers,
        log_format="json" if log_format == "json" else "text",
        open_browser=not no_browser and workers == 1,
        lang=language(),
    )


def settings_of(
    database: str | None,
    *,
    proxies: str | None = None,
    rate_player: int | None = None,
    rate_address: int | None = None,
    thinkers: int | None = None,
    log_requests: bool = False,
    environment: Mapping[str, str] = os.environ,
) -> Settings:
    """The settings that options and environment ask for.  Raises :class:`HostingError`."""
    from arfa.web.settings import Rate, Settings

    # Secrets come by the environment alone: the command line of a process can be read by everyone on the machine.
    chosen: dict[str, Any] = {
        "thinkers": thinkers or 0,
        "log_requests": log_requests,
        "secrets": _secrets(environment.get("ARFA_SECRET", "")),
        "metrics_token": environment.get("ARFA_METRICS_TOKEN", "").strip(),
    }
    if database:
        chosen["database"] = database
    if proxies is not None:
        chosen["proxies"] = _proxies(proxies)
    for name, a_second in (("player_rate", rate_player), ("address_rate", rate_address)):
        if a_second is not None:
            chosen[name] = Rate(a_second, a_second * _BURST)
    return Settings(**chosen)


def _secrets(text: str) -> tuple[str, ...]:
    secrets = tuple(text.split())
    if any(len(secret) < _LEAST_SECRET for secret in secrets):
        raise HostingError("serve-secret-short", least=_LEAST_SECRET)
    return secrets


def _proxies(text: str) -> str:
    import ipaddress

    if text.strip() == "*":
        return "*"
    names = [name.strip() for name in text.split(",") if name.strip()]
    for name in names:
        try:
            ipaddress.ip_network(name, strict=False)
        except ValueError as error:
            raise HostingError("serve-proxies", found=name[:40]) from error
    return ",".join(names)
