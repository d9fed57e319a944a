"""Who may ask, and what browsers are told to refuse.

Vocabulary:
  host    how a browser calls this server; a foreign name is one that somebody else made point here
  origin  the page that asks, as its browser says

A page of somebody else's must not use this server through the browser of whoever runs it. So names
are refused that are not this machine's, and questions from pages that do not come from here. Any
port will do: a browser says the one it called, and where that is another than this server's
somebody leads it here on purpose, through a tunnel for instance. A page of another port is still
another page.
"""

from __future__ import annotations

import ipaddress
import re
import socket
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any, TypeAlias

Message: TypeAlias = MutableMapping[str, Any]
Receive: TypeAlias = Callable[[], Awaitable[Message]]
Send: TypeAlias = Callable[[Message], Awaitable[None]]
App: TypeAlias = Callable[[Message, Receive, Send], Awaitable[None]]

HERE = ("localhost", "127.0.0.1", "::1")

POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self' 'wasm-unsafe-eval'",
        "style-src 'self'",
        "img-src 'self' data: blob:",
        "connect-src 'self'",
        "worker-src 'self'",
        "manifest-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    )
)
"""What the page may load: what comes from here, and nothing else."""

HEADERS = {
    "Content-Security-Policy": POLICY,
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Embedder-Policy": "require-corp",
    "Cross-Origin-Resource-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}
"""What every reply says to browsers."""


def name_of(host: str) -> str:
    """The name in a Host header, without the port; nothing where it is no such header.

    >>> name_of("LocalHost:8000"), name_of("[::1]:8000"), name_of("127.0.0.1"), name_of("a:b")
    ('localhost', '::1', '127.0.0.1', '')
    """
    found = re.fullmatch(r"(?:\[([0-9a-f:.]+)\]|([^:\[\]]*?)\.?)(?::[0-9]{1,5})?", host.lower())
    return "" if found is None else found[1] or found[2]


def is_own(name: str, bound: str) -> bool:
    """Whether a name is one of this machine's, for a server bound to an address.

    >>> is_own("localhost", "127.0.0.1"), is_own("evil.example", "127.0.0.1")
    (True, False)
    >>> is_own("192.168.1.7", "0.0.0.0"), is_own("192.168.1.7", "127.0.0.1")
    (True, False)
    """
    if name in HERE or name == bound.lower():
        return True
    if bound in HERE:
        return False
    # No name server stands between a browser and an address.
    return _is_address(name) or name in (socket.gethostname().lower(), socket.getfqdn().lower())


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


class Guard:
    """Refuses what is foreign, and adds what browsers are told."""

    def __init__(self, app: App, bound: str) -> None:
        self._app = app
        self._bound = bound

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        """Carry a request on, or refuse it."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def sending(message: Message) -> None:
            if message["type"] == "http.response.start":
                said = [(k.lower().encode(), v.encode()) for k, v in HEADERS.items()]
                message["headers"] = [*message.get("headers", ()), *said]
            await send(message)

        wrong = self._wrong(scope)
        if wrong is None:
            await self._app(scope, receive, sending)
            return
        body = f"{wrong}\n".encode()
        headers = [(b"content-type", b"text/plain; charset=utf-8"), _length(body)]
        await sending({"type": "http.response.start", "status": 403, "headers": headers})
        await sending({"type": "http.response.body", "body": body})

    def _wrong(self, scope: Message) -> str | None:
        """Why a request is refused, if it is."""
        found: dict[str, str] = {}
        for key, value in scope["headers"]:
            name = key.decode("latin-1").lower()
            if name in found and name in ("host", "origin"):
                return f"{name} stands there twice"
            found[name] = value.decode("latin-1")
        host = found.get("host", "")
        if not is_own(name_of(host), self._bound):
            return "this server goes by another name"
        origin = found.get("origin")
        if origin is not None and origin.partition("://")[2].lower() != host.lower():
            return "questions are answered to the page of this server alone"
        if found.get("sec-fetch-site") == "cross-site" and scope["method"] != "GET":
            return "questions are answered to the page of this server alone"
        return None


def _length(body: bytes) -> tuple[bytes, bytes]:
    return (b"content-length", str(len(body)).encode())
