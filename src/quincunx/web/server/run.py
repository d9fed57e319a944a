"""Running the server: sockets, time limits of connections, start and end."""

import asyncio
import errno
import signal
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import h11
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from quincunx.errors import OptionError
from quincunx.web.server.app import Questions, make_app

SHUTDOWN_SECONDS = 1
"""Seconds for responses that are being sent when the server ends."""
MAX_CONNECTIONS = 200
HEADER_SECONDS = 10.0
"""Seconds in which the head of a request has to arrive."""
EVERYWHERE = {"0.0.0.0": "127.0.0.1", "::": "::1"}
"""Addresses that mean every address of this machine, and the one to show for each."""
TIMEOUT_RESPONSE = b"HTTP/1.1 408 Request Timeout\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"


class _Connection(H11Protocol):
    """A connection that is closed when the head of a request takes too long to arrive."""

    _waiting: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Start the timer for the first request."""
        super().connection_made(transport)
        self._watch()

    def _unsupported_upgrade_warning(self) -> None:
        """Log nothing about websockets: such requests are answered as plain ones."""

    def data_received(self, data: bytes) -> None:
        """Receive more of a request."""
        super().data_received(data)
        self._watch()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop the timer."""
        super().connection_lost(exc)
        self._stop()

    def _watch(self) -> None:
        if self.conn.their_state is not h11.IDLE:
            self._stop()
        elif self._waiting is None:
            self._waiting = self.loop.call_later(HEADER_SECONDS, self._late)

    def _stop(self) -> None:
        if self._waiting is not None:
            self._waiting.cancel()
            self._waiting = None

    def _late(self) -> None:
        self.transport.write(TIMEOUT_RESPONSE)
        self.transport.close()


class _Server(uvicorn.Server):
    """Calls `ready` when it listens and `end` before it stops."""

    def __init__(
        self, config: uvicorn.Config, ready: Callable[[], None], end: Callable[[], None]
    ) -> None:
        super().__init__(config)
        self._ready = ready
        self._end = end

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Listen, and report it."""
        await super().startup(sockets)
        if self.started:
            self._ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End all work and stop."""
        self._end()
        await super().shutdown(sockets)

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Stop on SIGHUP as on the signals that uvicorn handles, unless it is ignored (nohup)."""
        hang_up = getattr(signal, "SIGHUP", None)
        with super().capture_signals():
            if hang_up is None or signal.getsignal(hang_up) == signal.SIG_IGN:
                yield
                return
            before = signal.signal(hang_up, self.handle_exit)
            try:
                yield
            finally:
                signal.signal(hang_up, before)


def serve_page(host: str, port: int, ready: Callable[[str], None]) -> None:
    """Serve until a signal ends it.

    Args:
        host: The address to listen on.
        port: The port; 0 for any that is free.
        ready: Called with the server's URL when it listens.

    Raises:
        OptionError: The address or the port cannot be used.
    """
    listening = _listen(host, port)
    name = EVERYWHERE.get(host, host)
    name = f"[{name}]" if ":" in name else name
    address = f"http://{name}:{listening.getsockname()[1]}/"
    questions = Questions()
    config = uvicorn.Config(
        make_app(host, questions),
        log_level="warning",
        access_log=False,
        server_header=False,
        proxy_headers=False,
        timeout_graceful_shutdown=SHUTDOWN_SECONDS,
        limit_concurrency=MAX_CONNECTIONS,
        http=_Connection,
        ws="none",
    )
    with listening:
        _Server(config, lambda: ready(address), questions.workers.close).run([listening])


def _listen(host: str, port: int) -> socket.socket:
    """A socket bound to an address, or an `OptionError`."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # asyncio sets TCP_NODELAY only on sockets whose protocol is given.
    listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((host, port))
    except (OSError, UnicodeError) as error:
        listening.close()
        reason = getattr(error, "strerror", None) or "no address"
        if isinstance(error, OSError) and error.errno in (errno.EADDRINUSE, errno.EACCES):
            wrong = f"{host}:{port}: {reason}, expected a port that is free"
        else:
            wrong = f"--host {host}: {reason}, expected an address of this machine"
        raise OptionError(f"serve: {wrong}") from None
    return listening
