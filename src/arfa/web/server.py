"""A server of one's own: ``arfa serve``."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import signal
import socket
import threading
import webbrowser
from collections.abc import Callable, Iterator

import click
import uvicorn

from arfa.errors import ArfaError, Message
from arfa.store import default_database
from arfa.texts import say
from arfa.web.app import create_app
from arfa.web.service import Service
from arfa.web.settings import Settings

DEFAULT_PORT = 8288
_TRIED = 20  # ports, when the usual one is taken
_PATIENCE = 5  # seconds that a request has for its end when the server stops


class ServerError(ArfaError):
    """An address that cannot be served on."""


def serve(
    host: str = "127.0.0.1",
    port: int | None = None,
    database: str | None = None,
    *,
    open_browser: bool = False,
    lang: str = "en",
    tell: Callable[[str], object] = click.echo,
) -> None:
    """Serve the table until SIGTERM or SIGINT; requests that are under way are answered first.

    ``port`` None takes the usual one or, when it is taken, the next that is free; 0 any.  ``tell`` is given the address
    when the service is ready.  Raises :class:`ServerError` when the port is taken, and
    :class:`~arfa.store.errors.DatabaseError`.
    """
    settings = Settings(database=database or default_database())
    with contextlib.closing(_listen(host, port)) as listener:
        taken = listener.getsockname()[1]
        address = _address(host, taken)
        if port is None and taken != DEFAULT_PORT:
            tell(say(Message("serve-next-port", taken=DEFAULT_PORT, port=taken), lang) + ".")

        def ready() -> None:
            tell(say(Message("serve-ready", address=address), lang))
            if open_browser:  # some wait until the browser is closed again
                threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()

        asyncio.run(_run(settings, listener, ready))


async def _run(settings: Settings, listener: socket.socket, ready: Callable[[], None]) -> None:
    """Serve on a socket until told to stop."""
    app = create_app(settings)
    service = app.state.service
    assert isinstance(service, Service)
    config = uvicorn.Config(
        app,
        lifespan="off",  # the database is opened here, where its errors can be told
        log_level="warning",
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=_PATIENCE,
    )
    async with service.running():
        copy = asyncio.create_task(service.store.keep_copy())
        await _Server(config, ready).serve(sockets=[listener])
        await asyncio.wait([copy])


class _Server(uvicorn.Server):
    """A server that says when it is ready, and that ends by itself when it is told to stop."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self.ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to answer."""
        await super().startup(sockets)
        if self.started:
            self.ready()

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Stop on SIGINT and SIGTERM.  The signal is not sent on, so that the database is closed in peace."""
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        handled = (signal.SIGINT, signal.SIGTERM)
        before = {number: signal.signal(number, self.handle_exit) for number in handled}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)


def _listen(host: str, port: int | None) -> socket.socket:
    """A socket that listens."""
    if port is not None:
        return _bound(host, port)
    for candidate in range(DEFAULT_PORT, DEFAULT_PORT + _TRIED):
        try:
            return _bound(host, candidate)
        except ServerError as error:
            if error.message.code != "serve-port-taken" or candidate == DEFAULT_PORT + _TRIED - 1:
                raise
    raise AssertionError


def _bound(host: str, port: int) -> socket.socket:
    try:
        family, kind, protocol, _, where = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        listener = socket.socket(family, kind, protocol)
    except (OSError, UnicodeError) as error:
        raise ServerError("serve-no-address", host=host[:80]) from error
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(where)
        listener.listen(2048)
    except OSError as error:
        listener.close()
        taken = error.errno == errno.EADDRINUSE
        code = "serve-port-taken" if taken else "serve-port-refused"
        raise ServerError(code, host=host[:80], port=port) from error
    return listener


def _address(host: str, port: int) -> str:
    """The address to be typed into a browser."""
    name = {"0.0.0.0": "127.0.0.1", "::": "::1", "": "127.0.0.1"}.get(host, host)
    return f"http://[{name}]:{port}/" if ":" in name else f"http://{name}:{port}/"
