"""Which requests are accepted, and the security headers of responses.

Other web sites must not use this server through the browser of its user. So requests are refused
whose Host is not a name of this machine (DNS rebinding), and questions whose Origin is not this
server. The port of Host may differ from the server's, as it does behind a tunnel; the port of
Origin has to be that of Host.
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
"""The page may load what comes from this server, and nothing else."""

HEADERS = {
    "Content-Security-Policy": POLICY,
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Embedder-Policy": "require-corp",
    "Cross-Origin-Resource-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}
"""Headers of every response."""


def name_of(host: str) -> str:
    """The name in a Host header without the port; empty if the header is invalid.

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
    # Addresses are safe: DNS rebinding needs a name.
    return _is_address(name) or name in (socket.gethostname().lower(), socket.getfqdn().lower())


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


class Guard:
    """ASGI middleware that refuses foreign requests and adds the security headers."""

    def __init__(self, app: App, bound: str) -> None:
        self._app = app
        self._bound = bound

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        """Pass a request on, or refuse it."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def sending(message: Message) -> None:
            if message["type"] == "http.response.start":
                more = [(k.lower().encode(), v.encode()) for k, v in HEADERS.items()]
                message["headers"] = [*message.get("headers", ()), *more]
            await send(message)

        wrong = self._wrong(scope)
        if wrong is None:
            await self._app(scope, receive, sending)
            return
        body = f"{wrong}\n".encode()
        length = str(len(body)).encode()
        headers = [(b"content-type", b"text/plain; charset=utf-8"), (b"content-length", length)]
        await sending({"type": "http.response.start", "status": 403, "headers": headers})
        await sending({"type": "http.response.body", "body": body})

    def _wrong(self, scope: Message) -> str | None:
        """Why a request is refused, if it is."""
        found: dict[str, str] = {}
        for key, value in scope["headers"]:
            name = key.decode("latin-1").lower()
            if name in found and name in ("host", "origin"):
                return f"several headers {name}, expected one"
            found[name] = value.decode("latin-1")
        host = found.get("host", "")
        if not is_own(name_of(host), self._bound):
            return "host is not a name of this server"
        origin = found.get("origin")
        if origin is not None and origin.partition("://")[2].lower() != host.lower():
            return "only the page of this server may ask"
        if found.get("sec-fetch-site") == "cross-site" and scope["method"] != "GET":
            return "only the page of this server may ask"
        return None
