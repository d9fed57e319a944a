"""The requests of the server: the page's files, and questions."""

import asyncio
import json
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from starlette.applications import Starlette
from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import HTMLResponse, JSONResponse, PlainTextResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send

import quincunx
from quincunx._support.json_text import decode_json
from quincunx.errors import PuzzleError
from quincunx.web.answers import MAX_CHARACTERS, QUESTIONS, failure
from quincunx.web.page_files import PAGE, index_page, page_version
from quincunx.web.security import HEADERS, is_own, name_of
from quincunx.web.server.workers import Busy, WorkerDied, Workers

MAX_BYTES = 4 * MAX_CHARACTERS
"""Larger bodies are refused before they are read."""
MAX_CACHED = 256
"""Replies that are kept, the newest."""
INVALID_SECONDS = 1.0
"""Time limit for a question of unknown kind."""
BODY_SECONDS = 10.0
"""Seconds in which the body of a request has to arrive."""
FOR_EVER = "public, max-age=31536000, immutable"
"""Caching of files whose address changes with their content; nothing else is cached."""
JSON = "application/json"
METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]


class Questions:
    """Answers questions over HTTP; the work is cancelled when the client has gone."""

    def __init__(self) -> None:
        self.workers = Workers()
        self._cache: dict[str, bytes] = {}

    async def answer(self, request: Request) -> Response:
        """The response to a request."""
        if request.method != "POST":
            return _failure(405, "expected a POST", "wrong input", {"Allow": "POST"})
        try:
            question = await _question(request)
        except HTTPException as refused:
            return _failure(refused.status_code, refused.detail, "wrong input")
        except ClientDisconnect:
            return Response(status_code=400)
        key = json.dumps(question, sort_keys=True)
        known = self._cache.get(key)
        if known is not None:
            return Response(known, media_type=JSON, headers={"X-Quincunx-Cache": "hit"})
        work = asyncio.create_task(self._answered(key, question))
        gone = asyncio.create_task(_disconnected(request))
        try:
            await asyncio.wait({work, gone}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            gone.cancel()
            work.cancel()
        if work.done() and not work.cancelled():
            return work.result()
        return _failure(503, "the work was cancelled", "limit")

    async def _answered(self, key: str, question: Any) -> Response:
        began = time.perf_counter()
        kind = question.get("ask") if isinstance(question, dict) else None
        known = isinstance(kind, str) and kind in QUESTIONS
        seconds = QUESTIONS[str(kind)].seconds if known else INVALID_SECONDS
        try:
            reply = (await self.workers.ask(question, seconds)).encode()
        except Busy:
            reason = "too many questions at once, please try again in a moment"
            return _failure(429, reason, "limit", {"Retry-After": "2"})
        except WorkerDied:
            reason = "the work ended before there was an answer, please try again"
            return _failure(503, reason, "limit")
        # A reply that a time limit may have influenced could be different next time.
        if time.perf_counter() - began < seconds / 2:
            self._cache[key] = reply
            if len(self._cache) > MAX_CACHED:
                del self._cache[next(iter(self._cache))]
        return Response(reply, media_type=JSON)


async def _question(request: Request) -> Any:
    """The question in the body of a request."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != JSON:
        raise HTTPException(415, f"content type is {kind or 'missing'}, expected {JSON}")
    length = request.headers.get("content-length", "")
    if length.isdecimal() and int(length) > MAX_BYTES:
        raise _too_long()
    try:
        text = (await asyncio.wait_for(_body(request), BODY_SECONDS)).decode()
        if len(text) > MAX_CHARACTERS:
            raise _too_long()
        return decode_json(text)
    except TimeoutError:
        raise HTTPException(408, f"the question did not arrive within {BODY_SECONDS:g} s") from None
    except UnicodeDecodeError:
        raise HTTPException(400, "not UTF-8") from None
    except PuzzleError as error:
        raise HTTPException(400, str(error)) from None


async def _body(request: Request) -> bytes:
    body = bytearray()
    async for chunk in request.stream():
        body += chunk
        if len(body) > MAX_BYTES:
            raise _too_long()
    return bytes(body)


def _too_long() -> HTTPException:
    return HTTPException(413, f"question too long, expected at most {MAX_CHARACTERS} characters")


async def _disconnected(request: Request) -> None:
    """Return when the client closes the connection."""
    while (await request.receive())["type"] != "http.disconnect":
        pass


def _failure(
    status: int, reason: str, kind: str, headers: dict[str, str] | None = None
) -> Response:
    return JSONResponse(failure(reason, kind), status, headers)


class Guard:
    """ASGI middleware that refuses foreign requests and adds headers: for security, and to keep
    the files in a folder."""

    def __init__(self, app: ASGIApp, bound: str, folder: str) -> None:
        self._app = app
        self._bound = bound
        self._folder = folder

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or refuse it."""

        async def sending(message: Message) -> None:
            if message["type"] == "http.response.start":
                kept = message["status"] < 400 and scope["path"].startswith(self._folder)
                caching = {"Cache-Control": FOR_EVER if kept else "no-cache"}
                MutableHeaders(scope=message).update({**HEADERS, **caching})
            await send(message)

        wrong = self._wrong(scope) if scope["type"] == "http" else None
        app = self._app if wrong is None else PlainTextResponse(f"{wrong}\n", 403)
        await app(scope, receive, sending)

    def _wrong(self, scope: Scope) -> str | None:
        """Why a request is refused, if it is."""
        headers = Headers(scope=scope)
        for name in ("host", "origin"):
            if len(headers.getlist(name)) > 1:
                return f"several headers {name}, expected one"
        host = headers.get("host", "")
        if not is_own(name_of(host), self._bound):
            return "host is not a name of this server"
        origin = headers.get("origin")
        foreign = origin is not None and origin.partition("://")[2].lower() != host.lower()
        cross_site = headers.get("sec-fetch-site") == "cross-site" and scope["method"] != "GET"
        return "only the page of this server may ask" if foreign or cross_site else None


def make_app(host: str, questions: Questions) -> ASGIApp:
    """The application for a server that listens on `host`."""

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        await questions.workers.start()
        yield

    version = page_version()
    page = index_page(f"{version}/", ("carrier.json",))
    # The page's configuration: a server answers its questions.
    carrier = {"carrier": "server", "version": quincunx.__version__}
    # Each request gets a response of its own, because compression changes the headers.
    routes = [
        Route("/", lambda request: HTMLResponse(page), methods=["GET"]),
        Route("/answer", questions.answer, methods=METHODS),
        Route("/carrier.json", lambda request: JSONResponse(carrier), methods=["GET"]),
        Mount(f"/{version}", StaticFiles(directory=PAGE)),
        Mount("/", StaticFiles(directory=PAGE)),
    ]
    app = Starlette(routes=routes, lifespan=lifespan)
    return Guard(GZipMiddleware(app), host, f"/{version}/")
