"""The server at work: from the first request until somebody ends it."""

from __future__ import annotations

import socket
from collections.abc import Callable

import uvicorn

from quincunx.errors import OptionError
from quincunx.web.serving.app import Desk, make_app
from quincunx.web.serving.pool import Pool
from quincunx.web.serving.remembering import Memory

LAST_SECONDS = 1
"""Seconds that replies under way are given when the server is told to end."""
MOST_CONNECTIONS = 200


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
    """Serve until a signal ends it; `ready` is told the address once it can be reached."""
    listening = _listen(host, port)
    name = f"[{host}]" if ":" in host else host
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
    except OSError as error:
        listening.close()
        reason = error.strerror or str(error)
        raise OptionError(f"serve: {host}:{port}: {reason}, expected one that is free") from None
    return listening
