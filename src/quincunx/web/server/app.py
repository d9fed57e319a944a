"""The requests of the server: the page's files, and questions."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from starlette.applications import Starlette
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

import quincunx
from quincunx._support.json_text import decode_json
from quincunx.errors import PuzzleError
from quincunx.web.answers import LONGEST_TEXT, QUESTIONS, failure
from quincunx.web.security import App, Guard
from quincunx.web.server.cache import Memory
from quincunx.web.server.pool import Lost, Pool
from quincunx.web.server.queue import Busy

PAGE = Path(__file__).parents[1] / "page"
MOST_BYTES = 4 * LONGEST_TEXT
"""A larger question is refused before it is read."""
LEAST_WORK = 1.0
"""Seconds for what is no question, to be told so."""
BODY_SECONDS = 10.0
"""Seconds in which a question has to arrive."""

JSON = "application/json"
METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]


class Refused(Exception):
    """A request that is no question: the status, and why."""

    def __init__(self, status: int, reason: str) -> None:
        super().__init__(reason)
        self.status = status


class Work:
    """A question that is being answered, and how many want to know."""

    def __init__(self, task: asyncio.Task[Response]) -> None:
        self.task = task
        self.wanted = 0


class Desk:
    """Takes questions, finds somebody to answer, and calls the work off that nobody wants now.

    What several ask at the same time is answered once.
    """

    def __init__(self, pool: Pool, memory: Memory) -> None:
        self.pool = pool
        self._memory = memory
        self._works: dict[str, Work] = {}

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
        work = self._works.get(question)
        if work is None:
            visitor = request.client.host if request.client else ""
            answered = self._answered(question, name, visitor)
            self._works[question] = work = Work(asyncio.create_task(answered))
        work.wanted += 1
        gone = asyncio.create_task(_gone(request))
        try:
            await asyncio.wait({work.task, gone}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            gone.cancel()
            work.wanted -= 1
            if not work.wanted:
                work.task.cancel()
                if self._works.get(question) is work:
                    del self._works[question]
        if work.task.done() and not work.task.cancelled():
            return work.task.result()
        return _failure(503, "the work was called off", "limit")

    def end(self) -> None:
        """Call all work off."""
        for work in self._works.values():
            work.task.cancel()

    async def _answered(self, question: str, name: str, visitor: str) -> Response:
        began = time.perf_counter()
        seconds = QUESTIONS[name].seconds if name in QUESTIONS else LEAST_WORK
        try:
            reply = (await self.pool.ask(question, seconds, visitor)).encode()
        except Busy:
            reason = "too many questions at once, please try again in a moment"
            return _failure(429, reason, "limit", {"Retry-After": "2"})
        except Lost:
            reason = "the work ended before there was an answer, please try again"
            return _failure(503, reason, "limit")
        # What a limit of time may have had a part in is another time perhaps another answer.
        if time.perf_counter() - began < seconds / 2:
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
