"""The server at work: from the first request until somebody ends it."""

from __future__ import annotations

import asyncio
import errno
import socket
from collections.abc import Callable

import h11
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from quincunx.errors import OptionError
from quincunx.web.server.app import Desk, make_app
from quincunx.web.server.cache import Memory
from quincunx.web.server.pool import Pool

LAST_SECONDS = 1
"""Seconds that replies under way are given when the server is told to end."""
MOST_CONNECTIONS = 200
HEADER_SECONDS = 10.0
"""Seconds in which the head of a request has to arrive."""
EVERYWHERE = {"0.0.0.0": "127.0.0.1", "::": "::1"}
"""Addresses that stand for all of this machine's, and how it reaches itself then."""
LATE = b"HTTP/1.1 408 Request Timeout\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"


class _Connection(H11Protocol):
    """A connection that is closed when a request takes too long to begin."""

    _waiting: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Wait for a request."""
        super().connection_made(transport)
        self._watch()

    def _unsupported_upgrade_warning(self) -> None:
        """Say nothing of websockets, of which the page has none: whoever asks for one gets the
        answer to a plain request."""

    def data_received(self, data: bytes) -> None:
        """Take in more of a request."""
        super().data_received(data)
        self._watch()

    def connection_lost(self, exc: Exception | None) -> None:
        """Wait no more."""
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
        self.transport.write(LATE)
        self.transport.close()


class _Server(uvicorn.Server):
    """Says when it is ready, and calls all work off when it ends."""

    def __init__(
        self, config: uvicorn.Config, ready: Callable[[], None], end: Callable[[], None]
    ) -> None:
        super().__init__(config)
        self._ready = ready
        self._end = end

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to listen."""
        await super().startup(sockets)
        if self.started:
            self._ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Listen no more."""
        self._end()
        await super().shutdown(sockets)


def serve_page(host: str, port: int, ready: Callable[[str], None]) -> None:
    """Serve until a signal ends it; `ready` is told the address for this machine once it can be
    reached."""
    listening = _listen(host, port)
    name = EVERYWHERE.get(host, host)
    name = f"[{name}]" if ":" in name else name
    address = f"http://{name}:{listening.getsockname()[1]}/"
    desk = Desk(Pool(), Memory())
    config = uvicorn.Config(
        make_app(host, desk),
        log_level="warning",
        access_log=False,
        server_header=False,
        proxy_headers=False,
        timeout_graceful_shutdown=LAST_SECONDS,
        limit_concurrency=MOST_CONNECTIONS,
        http=_Connection,
        ws="none",
    )
    with listening:
        _Server(config, lambda: ready(address), desk.end).run([listening])


def _listen(host: str, port: int) -> socket.socket:
    """A socket that listens, or the line that says why there is none."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # Named as what it is: only then nothing waits for more to be sent with it.
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
