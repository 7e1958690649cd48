"""A server of one's own: ``arfa serve``."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import gc
import signal
import socket
import threading
import webbrowser
from collections.abc import Callable, Iterator
from types import FrameType

import click
import uvicorn

from arfa.errors import ArfaError, Message
from arfa.store.database import database_url
from arfa.texts import say
from arfa.web.app import create_app
from arfa.web.connections import allow_many_connections, in_time
from arfa.web.logs import Format
from arfa.web.logs import set_up as set_up_logs
from arfa.web.metrics import Metrics
from arfa.web.service import Service
from arfa.web.settings import Settings

DEFAULT_PORT = 8288
_TRIED = 20  # ports, when the usual one is taken
_PATIENCE = 5  # seconds that a request has for its end when the server stops
_IDLE = 75  # seconds that a connection may be silent: longer than proxies keep theirs, so that they end it and not we
_BACKLOG = 2048  # connections that may wait to be accepted


class ServerError(ArfaError):
    """An address that cannot be served on, or workers that cannot work."""


def serve(
    host: str = "127.0.0.1",
    port: int | None = None,
    settings: Settings | None = None,
    *,
    workers: int = 1,
    log_format: Format = "text",
    open_browser: bool = False,
    lang: str = "en",
    tell: Callable[[str], object] = click.echo,
) -> None:
    """Serve the table until SIGTERM or SIGINT; requests that are under way are answered first.

    ``port`` None takes the usual one or, when it is taken, the next that is free; 0 any.  ``workers`` is how many
    processes answer, which takes a PostgreSQL if it is more than one.  ``tell`` is given the address when the service
    is ready.  Raises :class:`ServerError` when the port is taken, and :class:`~arfa.store.errors.DatabaseError`.
    """
    settings = settings or Settings()
    if workers > 1 and database_url(settings.database).get_backend_name() == "sqlite":
        raise ServerError("serve-workers-sqlite", n=workers)
    set_up_logs(log_format)
    allow_many_connections()
    with contextlib.closing(_listen(host, port)) as listener:
        taken = listener.getsockname()[1]
        address = _address(host, taken)
        if port is None and taken != DEFAULT_PORT:
            tell(say(Message("serve-next-port", taken=DEFAULT_PORT, port=taken), lang) + ".")

        def ready() -> None:
            tell(say(Message("serve-ready", address=address), lang))
            if open_browser:  # some wait until the browser is closed again
                threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()

        if workers == 1:
            asyncio.run(run_worker(settings, listener, ready))
        else:
            from arfa.web.workers import Workers

            Workers(settings, listener, workers, ready).run()


async def run_worker(
    settings: Settings,
    listener: socket.socket,
    ready: Callable[[], None],
    metrics: Metrics | None = None,
    orphaned: int | None = None,
) -> None:
    """Serve on a socket until told to stop.

    One of several workers has its ``metrics``, and ``orphaned``: a pipe that ends when there is nobody any more to tell
    it to stop.
    """
    app = create_app(settings, metrics)
    service = app.state.service
    assert isinstance(service, Service)
    alone = orphaned is None
    config = uvicorn.Config(
        app,
        lifespan="off",  # the database is opened here, where its errors can be told
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,  # the application does it, by its settings
        timeout_keep_alive=_IDLE,
        timeout_graceful_shutdown=_PATIENCE,
        # asyncio accepts so many connections before it looks at anything else.  Of several workers each shall take one
        # and let the others have a turn.
        backlog=_BACKLOG if alone else 1,
    )
    config.load()
    config.http_protocol_class = in_time(config.http_protocol_class, settings.body_seconds)
    server = _Server(config, service, listener, ready)
    if orphaned is not None:
        asyncio.get_running_loop().add_reader(orphaned, server.stop)
    _look_for_garbage_seldom()
    async with service.running():
        copy = asyncio.create_task(service.store.keep_copy())
        await server.serve(sockets=[listener])
        await asyncio.wait([copy])


def _look_for_garbage_seldom() -> None:
    """Let Python look through all objects seldom: with hundreds of plays in memory that takes a tenth of a second, in
    which nobody is answered, and hardly any garbage here needs to be looked for.  New ones it looks through in small
    portions: fifty thousand at once took 50 ms.
    """
    gc.collect()
    gc.freeze()  # what is there now stays
    gc.set_threshold(5_000, 20, 100)


class _Server(uvicorn.Server):
    """A server that says when it is ready, and that ends by itself when it is told to stop."""

    def __init__(
        self,
        config: uvicorn.Config,
        service: Service,
        listener: socket.socket,
        ready: Callable[[], None],
    ) -> None:
        super().__init__(config)
        self.service = service
        self.listener = listener
        self.ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to answer."""
        await super().startup(sockets)
        if self.started:
            self.listener.listen(_BACKLOG)  # however many are accepted at a time, so many may wait
            self.ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Let those go who wait for the analyst, and answer the others."""
        self.service.analyst.pool.close()
        await super().shutdown(sockets)

    def stop(self) -> None:
        """Answer what is under way, and end."""
        self.service.stopping = True
        self.should_exit = True

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Stop; and at the second Ctrl-C, at once."""
        self.service.stopping = True
        super().handle_exit(sig, frame)

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Stop on SIGINT and SIGTERM.  The signal is not sent on, so that the database is closed in peace."""
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        handled = [signal.SIGTERM]
        if (
            signal.getsignal(signal.SIGINT) is not signal.SIG_IGN
        ):  # one of several workers ignores it
            handled.append(signal.SIGINT)
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
        listener.listen(_BACKLOG)
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
