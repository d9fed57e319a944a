"""The requests of the server: the page's files, and questions."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

from starlette.applications import Starlette
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

import quincunx
from quincunx.decoding import decode_json
from quincunx.errors import PuzzleError
from quincunx.web.answering import LONGEST_TEXT, QUESTIONS, failure
from quincunx.web.guarding import App, Guard
from quincunx.web.serving.pool import Busy, Lost, Pool
from quincunx.web.serving.remembering import Memory

PAGE = Path(__file__).parents[1] / "page"
TAB = "x-quincunx-tab"
"""The header in which a visitor says who it is."""
LONGEST_NAME = 64
MOST_BYTES = 4 * LONGEST_TEXT
"""A larger question is refused before it is read."""
BODY_SECONDS = 10.0
"""Seconds in which a question has to arrive."""

JSON = "application/json"
METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]


class Refused(Exception):
    """A request that is no question: the status, and why."""

    def __init__(self, status: int, reason: str) -> None:
        super().__init__(reason)
        self.status = status


class Desk:
    """Takes questions, finds somebody to answer, and calls the work off that nobody wants now."""

    def __init__(self, pool: Pool, memory: Memory) -> None:
        self.pool = pool
        self._memory = memory
        self._at_work: dict[tuple[str, str], asyncio.Task[Response]] = {}
        self._works: set[asyncio.Task[Response]] = set()

    async def answer(self, request: Request) -> Response:
        """The reply to a request."""
        if request.method != "POST":
            return _failure(405, "expected a POST", "wrong input", {"Allow": "POST"})
        try:
            question, name = await _question(request)
        except Refused as refused:
            return _failure(refused.status, str(refused), "wrong input")
        except ClientDisconnect:
            return Response(status_code=400)
        known = self._memory.get(question)
        if known is not None:
            return Response(known, media_type=JSON, headers={"X-Quincunx-Cache": "hit"})
        work = asyncio.create_task(self._answered(question, name))
        self._works.add(work)
        work.add_done_callback(self._works.discard)
        tab = request.headers.get(TAB, "")[:LONGEST_NAME]
        self._replace(tab, name, work)
        gone = asyncio.create_task(_gone(request))
        try:
            await asyncio.wait({work, gone}, return_when=asyncio.FIRST_COMPLETED)
            if not work.done():
                work.cancel()
            with suppress(asyncio.CancelledError):
                return await work
            return _failure(409, "the question is no longer wanted", "limit")
        finally:
            work.cancel()
            gone.cancel()
            if self._at_work.get((tab, name)) is work:
                del self._at_work[tab, name]

    def end(self) -> None:
        """Call all work off."""
        for work in self._works:
            work.cancel()

    def _replace(self, tab: str, name: str, work: asyncio.Task[Response]) -> None:
        """Call the work off that the same visitor asked for before, with the same kind of
        question."""
        if tab:
            before = self._at_work.get((tab, name))
            if before is not None:
                before.cancel()
            self._at_work[tab, name] = work

    async def _answered(self, question: str, name: str) -> Response:
        began = time.perf_counter()
        try:
            reply = (await self.pool.ask(question)).encode()
        except Busy:
            reason = "too many questions at once, please try again in a moment"
            return _failure(429, reason, "limit", {"Retry-After": "2"})
        except Lost:
            reason = "the work ended before there was an answer, please try again"
            return _failure(503, reason, "limit")
        # What a limit of time may have had a part in is another time perhaps another answer.
        asked = QUESTIONS.get(name)
        if asked is None or time.perf_counter() - began < asked.seconds / 2:
            self._memory.put(question, reply)
        return Response(reply, media_type=JSON)


async def _question(request: Request) -> tuple[str, str]:
    """The question of a request as one line, the same for the same question, and its kind."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != JSON:
        raise Refused(415, f"content type is {kind or 'missing'}, expected {JSON}")
    length = request.headers.get("content-length", "")
    if length.isdecimal() and int(length) > MOST_BYTES:
        raise Refused(413, f"the question is too long, expected at most {MOST_BYTES} bytes")
    try:
        body = await asyncio.wait_for(_body(request), BODY_SECONDS)
    except TimeoutError:
        raise Refused(408, f"the question did not arrive within {BODY_SECONDS:g} s") from None
    try:
        question = decode_json(body.decode())
    except (UnicodeDecodeError, PuzzleError) as error:
        reason = str(error) if isinstance(error, PuzzleError) else "not UTF-8"
        raise Refused(400, reason) from None
    name = question.get("ask") if isinstance(question, dict) else None
    return json.dumps(question, sort_keys=True), name if isinstance(name, str) else ""


async def _body(request: Request) -> bytes:
    body = bytearray()
    async for chunk in request.stream():
        body += chunk
        if len(body) > MOST_BYTES:
            raise Refused(413, f"the question is too long, expected at most {MOST_BYTES} bytes")
    return bytes(body)


async def _gone(request: Request) -> None:
    """Returns when the visitor closes the connection."""
    while (await request.receive())["type"] != "http.disconnect":
        pass


def _failure(
    status: int, reason: str, kind: str, headers: dict[str, str] | None = None
) -> Response:
    return JSONResponse(failure(reason, kind), status, headers)


class Files(StaticFiles):
    """The page's files. Browsers ask each time whether one has changed."""

    def file_response(self, *arguments: object, **options: object) -> Response:
        """A file, or the word that the browser has it already."""
        response = super().file_response(*arguments, **options)  # type: ignore[arg-type]
        response.headers["Cache-Control"] = "no-cache"
        return response


async def _carrier(request: Request) -> Response:
    """What tells the page who answers."""
    headers = {"Cache-Control": "no-cache"}
    data = {"carrier": "server", "version": quincunx.__version__}
    return JSONResponse(data, headers=headers)


def make_app(bound: str, desk: Desk) -> App:
    """The server for an address."""

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        await desk.pool.open()
        try:
            yield
        finally:
            await desk.pool.close()

    routes = [
        Route("/answer", desk.answer, methods=METHODS),
        Route("/carrier.json", _carrier, methods=["GET"]),
        Mount("/", Files(directory=PAGE, html=True)),
    ]
    return Guard(Starlette(routes=routes, lifespan=lifespan), bound)
