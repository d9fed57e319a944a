"""A host for the site that `quincunx site` makes, or for the page and its answers."""

from __future__ import annotations

import json
import os
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from quincunx.errors import EngineError
from quincunx.web import answer_text
from quincunx.web.site import Site, build_site
from quincunx.web.site.build import CARRIER
from tests.web.browser import missing


class _Handler(SimpleHTTPRequestHandler):
    """Files of a folder, and some headers with each."""

    def __init__(self, *arguments: Any, host: Host, **options: Any) -> None:
        self._host = host
        super().__init__(*arguments, **options)

    def end_headers(self) -> None:
        for name, value in self._host.headers.items():
            self.send_header(name, value)
        super().end_headers()

    def copyfile(self, source: Any, outputfile: Any) -> None:
        self._host.sent += os.fstat(source.fileno()).st_size
        super().copyfile(source, outputfile)

    def do_GET(self) -> None:
        if self._host.answers and self.path == "/carrier.json":
            self._reply('{"carrier": "server"}')
        else:
            super().do_GET()

    def do_POST(self) -> None:
        assert self._host.answers
        self._reply(answer_text(self.rfile.read(int(self.headers["Content-Length"])).decode()))

    def _reply(self, text: str) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "application/json; charset=utf-8")
        self.end_headers()
        self.wfile.write(text.encode())

    def log_message(self, format: str, *arguments: object) -> None:
        pass


class Host:
    """A host at work, which counts the bytes of the files it sends and can be switched off."""

    def __init__(self, folder: Path, headers: Mapping[str, str], answers: bool) -> None:
        self.headers = headers
        self.answers = answers
        self.sent = 0
        handler = partial(_Handler, directory=str(folder), host=self)
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
        self._thread = threading.Thread(target=self._server.serve_forever)
        self._thread.start()
        self.address = f"http://127.0.0.1:{self._server.server_address[1]}/"
        self._on = True

    def switch_off(self) -> None:
        if self._on:
            self._on = False
            self._server.shutdown()
            self._thread.join()
            self._server.server_close()


@contextmanager
def hosted(
    folder: Path, headers: Mapping[str, str] | None = None, *, answers: bool = False
) -> Iterator[Host]:
    """A host for a folder, which sends these headers with every file.

    With `answers` it answers questions in this process: it knows the families that only tests have.
    """
    host = Host(folder, headers or {}, answers)
    try:
        yield host
    finally:
        host.switch_off()


def site_in(folder: Path) -> Site:
    """The site in a folder."""
    version = json.loads((folder / CARRIER).read_bytes())["version"]
    sizes = {
        path.relative_to(folder).as_posix(): path.stat().st_size
        for path in folder.rglob("*")
        if path.is_file()
    }
    return Site(folder, version, sizes)


def made_site(folder: Path) -> Site:
    """A site in a folder; where Pyodide cannot be had, the test is skipped."""
    try:
        return build_site(folder, days=1)
    except EngineError as error:
        missing(str(error))
        raise pytest.fail.Exception from None
