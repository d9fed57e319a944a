"""The server as a real process: replies, refusals, limits and shutdown."""

import json
import os
import re
import select
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from itertools import count
from typing import Any

import httpx
import pytest

from quincunx.web import answer_text
from quincunx.web.answers import QUESTIONS
from quincunx.web.security import HEADERS, is_own
from quincunx.web.server.app import MAX_BYTES
from quincunx.web.server.workers import MAX_WAITING, MAX_WORKERS
from tests.families.tables import arrows
from tests.processes import alive, wait_until
from tests.web.server import Served, long_question

pytestmark = pytest.mark.skipif(
    not sys.platform.startswith("linux"), reason="it looks for processes in /proc"
)

TARGETS = count(1_000)
VERDICT = {"ask": "verdict", "puzzle": "c-note:100:878/312/272"}


@pytest.fixture
def client(served: Served, slow: list[socket.socket]) -> Iterator[httpx.Client]:
    """A client of a server that has slow clients as well."""
    with served.client() as client:
        yield client


def ask(client: httpx.Client, question: Any, **headers: str) -> httpx.Response:
    return client.post("answer", json=question, headers=headers)


def is_answered(server: Served) -> None:
    """Require that the server answers a question that it has not in its cache."""
    question = {"ask": "verdict", "puzzle": f"c-note:{next(TARGETS)}:12/34"}
    with server.client() as client:
        assert ask(client, question).json()["ok"]


QUESTIONS_ASKED = [
    {"ask": "families"},
    {"ask": "gallery"},
    *(
        {"ask": name, "puzzle": "c-note/1"}
        for name, question in QUESTIONS.items()
        if question.parts[:1] == ("puzzle",)
    ),
    {"ask": "blank", "family": "power-strike"},
    {"ask": "today", "date": "2026-11-15"},
    {"ask": "dance"},
    [],
    {"ask": "puzzle", "puzzle": {"family": "power-strike", "multiplier": 10, "cells": [10**30]}},
]


@pytest.mark.parametrize("question", QUESTIONS_ASKED, ids=str)
def test_a_reply_is_that_of_the_library(client: httpx.Client, question: Any) -> None:
    response = ask(client, question)
    assert response.status_code == 200
    assert response.text == answer_text(json.dumps(question))


def test_the_same_question_comes_from_the_cache(client: httpx.Client) -> None:
    question = {"ask": "generate", "family": "aztec-math", "seed": 999}
    first = ask(client, question)
    again = ask(client, dict(reversed(question.items())))
    assert first.text == again.text
    assert "x-quincunx-cache" not in first.headers
    assert again.headers["x-quincunx-cache"] == "hit"


def test_an_unchanged_page_is_not_sent_again(client: httpx.Client) -> None:
    assert client.get("").headers["content-type"].startswith("text/html")
    tag = client.get("style.css").headers["etag"]
    assert client.get("style.css", headers={"If-None-Match": tag}).status_code == 304
    assert client.get("carrier.json").json()["carrier"] == "server"
    assert client.get("ask.js").headers["content-type"].startswith("text/javascript")


def test_files_of_the_page_are_compressed_and_kept(client: httpx.Client) -> None:
    page = client.get("/")
    module = re.search(r'src="(\w+/main\.js)"', page.text)
    assert module is not None
    for path, kept in (("/", "no-cache"), (module[1], "immutable")):
        response = client.get(path, headers={"Accept-Encoding": "gzip"})
        assert response.headers["Content-Encoding"] == "gzip"
        assert kept in response.headers["Cache-Control"]


@pytest.mark.parametrize("path", ["", "ask.js", "carrier.json", "nowhere", "../pyproject.toml"])
def test_every_response_has_the_security_headers(client: httpx.Client, path: str) -> None:
    response = client.get(path)
    for name, value in HEADERS.items():
        assert response.headers[name] == value
    assert response.status_code == (404 if path[:1] in ("n", ".") else 200)


def test_a_chunked_body_is_limited_as_well(client: httpx.Client) -> None:
    pieces = (b" " * 100_000 for _ in range(MAX_BYTES // 100_000 + 2))
    response = client.post("answer", content=pieces, headers={"Content-Type": "application/json"})
    assert response.status_code == 413


def test_requests_to_this_machine_are_accepted_from_their_own_origin(
    served: Served, client: httpx.Client
) -> None:
    for host in ("localhost", "LOCALHOST:1", "127.0.0.1", "[::1]:8000"):
        assert client.get("carrier.json", headers={"Host": host}).status_code == 200
    assert ask(client, VERDICT, Origin=served.address.rstrip("/")).json()["ok"]
    tunnel = {"Host": "localhost:9"}
    assert ask(client, VERDICT, **tunnel, Origin="http://localhost:9").json()["ok"]
    assert ask(client, VERDICT, **tunnel, Origin="http://localhost:8").status_code == 403


@pytest.mark.parametrize(
    ("name", "bound", "own"),
    [
        ("my.host", "my.host", True),
        ("192.168.0.7", "0.0.0.0", True),
        ("evil.example", "0.0.0.0", False),
        ("", "127.0.0.1", False),
    ],
)
def test_host_names_of_a_public_server_are_recognised(name: str, bound: str, own: bool) -> None:
    assert is_own(name, bound) is own


@pytest.fixture(scope="module")
def slow(served: Served) -> Iterator[list[socket.socket]]:
    """Clients that never finish their requests."""
    head = b"POST /answer HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    clients = []
    again = b"GET /carrier.json HTTP/1.1\r\nHost: localhost\r\n\r\nGET "
    for sent in (head + b"Content-Length: 50\r\n\r\n{", head, b"", again):
        client = socket.create_connection(("127.0.0.1", served.port))
        client.sendall(sent)
        client.settimeout(60)
        clients.append(client)
    yield clients
    for client in clients:
        client.close()


def test_slow_clients_are_disconnected_and_delay_no_others(
    served: Served, slow: list[socket.socket]
) -> None:
    is_answered(served)
    *first_time, second_time = slow
    for client in first_time:
        assert client.recv(100).startswith(b"HTTP/1.1 408 ")
    while second_time.recv(4096):
        pass


def test_a_long_question_delays_no_others(idle: Served) -> None:
    with ThreadPoolExecutor() as threads, idle.client() as client:
        work = threads.submit(ask, client, long_question(1))
        wait_until(idle.busy)
        for seed in range(5):
            question = {"ask": "generate", "family": "c-note", "seed": seed}
            assert ask(client, question).json()["ok"]
        assert not work.done()
        for worker in idle.busy():
            os.kill(worker, signal.SIGKILL)
        response = work.result()
    error = "the work ended before there was an answer, please try again"
    assert response.status_code == 503
    assert response.json() == {"ok": False, "error": error, "kind": "limit"}
    is_answered(idle)


@pytest.fixture
def own_server() -> Iterator[Served]:
    """A server that a test may end."""
    server = Served()
    yield server
    server.close()


def test_killed_workers_are_replaced_and_their_questions_not_tried_again(
    own_server: Served,
) -> None:
    for _ in range(2):
        for pid in own_server.workers():
            os.kill(pid, signal.SIGKILL)
        is_answered(own_server)
    with ThreadPoolExecutor() as threads, own_server.client() as client:
        wait_until(own_server.is_at_rest)  # all workers have started
        work = threads.submit(ask, client, long_question(6))
        (pid,) = wait_until(own_server.busy)
        os.kill(pid, signal.SIGKILL)
        assert work.result().status_code == 503
        wait_until(lambda: pid not in own_server.workers())
    is_answered(own_server)
    assert own_server.end() == (0, "")


def test_a_closed_connection_cancels_the_work(idle: Served) -> None:
    with idle.client() as client, pytest.raises(httpx.ReadTimeout):
        client.post("answer", json=long_question(2), timeout=1.5)
    wait_until(lambda: not idle.busy())
    is_answered(idle)


@pytest.fixture
def closing() -> Iterator[ExitStack]:
    with ExitStack() as stack:
        yield stack


def begun(server: Served, question: Any) -> socket.socket:
    """A client that has sent a question and not read the reply."""
    client = socket.create_connection(("127.0.0.1", server.port), 60)
    body = json.dumps(question)
    client.sendall(
        b"POST /answer HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
        b"Content-Length: %d\r\n\r\n%s" % (len(body), body.encode())
    )
    return client


def replied(clients: list[socket.socket]) -> list[socket.socket]:
    """The clients that have received something, or whose connection was closed."""
    return select.select(clients, [], [], 0)[0]


def test_too_many_questions_at_once_are_refused_with_429(idle: Served, closing: ExitStack) -> None:
    accepted, more = MAX_WORKERS + MAX_WAITING, 3
    clients = [
        closing.enter_context(begun(idle, long_question(seed))) for seed in range(accepted + more)
    ]
    wait_until(lambda: len(replied(clients)) >= more)
    refused = replied(clients)
    assert len(refused) == more
    for one in refused:
        reply = b""
        while b"}" not in reply:
            reply += one.recv(4096).lower()
        assert reply.startswith(b"http/1.1 429 ")
        assert b"retry-after: 2" in reply
        assert b'"kind":"limit"' in reply
    closing.close()
    is_answered(idle)


def test_a_question_that_needs_too_much_memory_is_answered_with_a_limit() -> None:
    program = """
import quincunx.web.play
from quincunx.web import answer
from quincunx._support.processes import limit_memory
quincunx.web.play.study_of = lambda puzzle: bytearray(1 << 31)
limit_memory(1 << 30)
print(answer({"ask": "solve", "puzzle": "c-note/1"}))
"""
    found = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert "'there is not enough memory for this', 'kind': 'limit'" in found.stdout


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_a_signal_ends_the_server_and_its_work(own_server: Served, number: int) -> None:
    with ThreadPoolExecutor() as threads, own_server.client() as client:
        work = threads.submit(ask, client, long_question(5))
        wait_until(own_server.busy)
        workers = own_server.workers()
        assert own_server.end(number) == (0, "")
        assert isinstance(work.exception(), httpx.HTTPError) or work.result().is_error
    wait_until(lambda: not any(map(alive, workers)))


def test_workers_end_with_a_server_that_is_killed(own_server: Served) -> None:
    workers = own_server.workers()
    assert workers
    own_server.process.kill()
    wait_until(lambda: not any(map(alive, workers)))


def test_a_port_in_use_is_reported(served: Served) -> None:
    command = [sys.executable, "-m", "quincunx", "serve", "--port", str(served.port)]
    found = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert found.returncode == 2
    assert found.stderr.count("\n") == 1
    assert "Address already in use, expected a port that is free" in found.stderr


@pytest.mark.parametrize(("host", "here"), [("0.0.0.0", "127.0.0.1"), ("::", "[::1]")])
def test_a_server_on_all_addresses_prints_a_local_one(host: str, here: str) -> None:
    if ":" in host and not socket.has_dualstack_ipv6():
        pytest.skip("this machine has no IPv6")
    server = Served("--host", host)
    try:
        assert server.address.startswith(f"http://{here}:")
        is_answered(server)
        server.process.terminate()
        assert server.process.stdout is not None
        rest = server.process.stdout.read()
        assert rest == "It listens on every address of this machine: other machines are let in.\n"
    finally:
        server.close()


@pytest.mark.parametrize(
    ("request_line", "content", "headers", "status", "why"), arrows("web/cases/wrong_requests.txt")
)
def test_invalid_requests_are_refused_in_one_line(
    client: httpx.Client, request_line: str, content: str, headers: str, status: str, why: str
) -> None:
    method, path = request_line.split(" /")
    sent = {"Content-Type": "application/json", **json.loads(headers)}
    response = client.request(method, path, content=eval(content), headers=sent)
    assert response.status_code == int(status), why
    assert len(response.text.splitlines()) == 1
