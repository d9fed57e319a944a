"""How fast the page is answered: by `quincunx serve` on loopback, and in the browser on the site.

Run it with `make bench`, or alone with `python -m benchmarks.web`:

  verdicts  questions a second, each another one, so that none comes from the server's memory, and
            then the same again, so that all do
  crowd     how long eight visitors wait for verdicts, and for boards, while another runs an
            expensive search
  memory    what the server and its workers hold after a while of such questions; `--minutes 10`
            looks longer
  site      the first verdict in the browser and the bytes that it took, with nothing kept from an
            earlier visit (cold) and with everything (warm); then, with the network limited, the
            first boards, the first hint and a second one

The visitors run on the same machine and share its processors with the server.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import signal
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPConnection
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Event
from typing import TYPE_CHECKING, Any

from benchmarks.processes import memory_of
from quincunx.cp.kernel import COMPILED
from quincunx.making import generate
from quincunx.web.security import HEADERS
from tests.processes import wait_until
from tests.web.server import Served, long_question

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext

VISITORS = 8
PUZZLES = 400
"""Number of different puzzles in the questions."""
CROWD_SECONDS = 10
CROWDS = {"alone": 0, "while one searches": 1}
TOO_MANY = 429
RETRY_SECONDS = 2.0
ASK = """
async () => {
  const began = performance.timeOrigin;
  const { ask } = await import("./ask.js");
  await ask({ ask: "verdict", puzzle: "c-note/1" });
  return performance.timeOrigin + performance.now() - began;
}
"""


def ask(connection: HTTPConnection, question: Any) -> float:
    """How long a question takes, in seconds."""
    began = time.perf_counter()
    headers = {"Content-Type": "application/json"}
    connection.request("POST", "/answer", json.dumps(question), headers)
    reply = json.loads(connection.getresponse().read())
    assert reply["ok"], reply
    return time.perf_counter() - began


def verdicts_of(puzzles: Sequence[str], at: int, step: int) -> list[Any]:
    """Every `step`-th puzzle from a place on, as questions."""
    return [{"ask": "verdict", "puzzle": puzzle} for puzzle in puzzles[at::step]]


def asked_by(port: int, questions: Sequence[Any]) -> list[float]:
    """How long a visitor waits for each of these."""
    connection = HTTPConnection("127.0.0.1", port)
    times = [ask(connection, question) for question in questions]
    connection.close()
    return times


def rate(port: int, puzzles: Sequence[str], visitors: int) -> float:
    """Verdicts a second for a number of visitors."""
    began = time.perf_counter()
    with ThreadPoolExecutor(visitors) as threads:
        work = [
            threads.submit(asked_by, port, verdicts_of(puzzles, at, visitors))
            for at in range(visitors)
        ]
        asked = sum(len(one.result()) for one in work)
    return asked / (time.perf_counter() - began)


def crowd(server: Served, seconds: float, searches: int, question: str) -> list[float]:
    """Seconds that visitors wait for answers about new puzzles, while others search. Visitors that
    are refused try again later."""
    ended = Event()
    times: list[float] = []
    started = int(time.time() * 1000) % 900_000_000

    def visit(number: int) -> None:
        connection = HTTPConnection("127.0.0.1", server.port)
        for turn in count():
            if ended.is_set():
                break
            # A new puzzle each time: repeated questions are answered from the cache.
            digits = f"{started + number + VISITORS * turn:09}"
            puzzle = f"c-note:100:{digits[:3]}/{digits[3:6]}/{digits[6:]}"
            times.append(ask(connection, {"ask": question, "puzzle": puzzle}))
        connection.close()

    def search(number: int) -> None:
        headers = {"Content-Type": "application/json"}
        for turn in count():
            if ended.is_set():
                break
            body = json.dumps(long_question(started + 1000 * number + turn))
            connection = HTTPConnection("127.0.0.1", server.port)
            connection.request("POST", "/answer", body, headers)
            refused = connection.getresponse().status == TOO_MANY
            connection.close()
            if refused:
                ended.wait(RETRY_SECONDS)

    with ThreadPoolExecutor(VISITORS + searches) as threads:
        work = [threads.submit(search, number) for number in range(searches)]
        wait_until(lambda: not searches or server.busy())
        for number in range(VISITORS):
            threads.submit(visit, number)
        time.sleep(seconds)
        ended.set()
        while not all(one.done() for one in work):
            # Each that ends makes room for one that waited.
            for worker in server.busy():
                os.kill(worker, signal.SIGKILL)
            time.sleep(0.1)
    return sorted(times)


def memory_in_mb(server: Served) -> tuple[float, float]:
    """The memory of the server and of all its workers, in megabytes."""
    main, *others = map(memory_of, (server.process.pid, *server.workers()))
    return main / 2**20, sum(others) / 2**20


def measure_server(minutes: float) -> None:
    """Print what the server does."""
    puzzles = [
        made.puzzle.identifier for made in generate("aztec-math", seed=1, number=PUZZLES, levels=4)
    ]
    server = Served()
    try:
        print(f"{'verdicts a second':40}{'new':>10}{'known':>10}")
        for visitors in (1, VISITORS):
            mine = puzzles[: PUZZLES // 2] if visitors == 1 else puzzles[PUZZLES // 2 :]
            new, known = rate(server.port, mine, visitors), rate(server.port, mine, visitors)
            name = "one visitor" if visitors == 1 else f"{visitors} visitors"
            print(f"  {name:38}{new:10.0f}{known:10.0f}")
        print(f"{f'{VISITORS} visitors wait, ms':40}{'median':>10}{'99 %':>10}{'longest':>10}")
        for question in ("verdict", "puzzle"):
            for name, searches in CROWDS.items():
                times = crowd(server, CROWD_SECONDS, searches, question)
                cells = (times[len(times) // 2], times[len(times) * 99 // 100], times[-1])
                shown = "".join(f"{one * 1e3:10.1f}" for one in cells)
                print(f"  {f'{question}, {name}':38}{shown}")
        before = memory_in_mb(server)
        crowd(server, minutes * 60, 1, "verdict")
        after = memory_in_mb(server)
        print(f"{f'memory, MB, over {minutes:g} minutes':40}{'before':>10}{'after':>10}")
        for at, name in enumerate(("server", "workers")):
            print(f"  {name:38}{before[at]:10.0f}{after[at]:10.0f}")
    finally:
        server.end()


def measure_site() -> None:
    """Print what the site does."""
    from quincunx.web.site import build_site
    from tests.web.browser import chromium
    from tests.web.static_host import hosted

    with TemporaryDirectory() as folder, chromium() as browser:
        site = build_site(Path(folder) / "site")
        with hosted(site.folder, HEADERS) as host, browser.new_context() as context:
            print(f"{'site':40}{'seconds':>10}{'MB':>10}")
            for name in ("cold", "warm"):
                page = context.new_page()
                before = host.sent
                began = time.perf_counter()
                page.goto(host.address)
                page.wait_for_selector(".card svg")
                board, taken = time.perf_counter() - began, host.sent - before
                print(f"  {f'first boards, {name}':38}{board:10.1f}{taken / 1e6:10.2f}")
                seconds = page.evaluate(ASK) / 1e3
                taken = host.sent - before
                page.evaluate("navigator.serviceWorker.ready.then(() => true)")
                page.wait_for_timeout(1000)
                print(f"  {f'first verdict, {name}':38}{seconds:10.1f}{taken / 1e6:10.2f}")
                page.close()
            print(f"  {'all files':38}{'':10}{site.size / 1e6:10.2f}")
        with hosted(site.folder, HEADERS) as host, browser.new_context() as context:
            print(f"{'site at 10 Mbit/s, seconds':40}{'board':>10}{'hint':>10}{'second':>10}")
            for name, title in (("cold", "Aztec Math"), ("warm", "C-Note")):
                times = slow_visit(context, host.address, title)
                print(f"  {name:38}{''.join(f'{seconds:10.1f}' for seconds in times)}")


def slow_visit(context: BrowserContext, address: str, family: str) -> list[float]:
    """Seconds to the first boards of a visit over a slow network; then to the first hint of
    the day's puzzle of a family, and to a hint after its step was done."""
    page = context.new_page()
    page.set_default_timeout(120_000)
    network: dict[str, float] = {"offline": False, "latency": 20}
    network |= {f"{way}Throughput": 10e6 / 8 for way in ("download", "upload")}
    context.new_cdp_session(page).send("Network.emulateNetworkConditions", network)
    times: list[float] = []
    began = time.perf_counter()

    def lap(selector: str) -> None:
        nonlocal began
        page.wait_for_selector(selector)
        times.append(time.perf_counter() - began)
        began = time.perf_counter()

    page.goto(address)
    lap(".card svg")
    page.locator(".daily", has_text=family).click()
    page.wait_for_selector("[role=gridcell]")
    began = time.perf_counter()
    page.get_by_role("button", name="Next step").click()
    lap("text=Do it")
    page.get_by_text("Do it").click()
    page.get_by_role("button", name="Next step").click()
    page.wait_for_selector("text=Do it", state="detached")
    lap("text=Do it")
    page.wait_for_timeout(3000)
    page.close()
    return times


def main() -> None:
    """Print all measurements."""
    parser = argparse.ArgumentParser(description="How fast the page is answered.")
    parser.add_argument("--minutes", type=float, default=0.25, help="how long memory is watched")
    options = parser.parse_args()
    print(f"kernel: {'compiled' if COMPILED else 'pure Python'}")
    measure_server(options.minutes)
    if shutil.which("chromium") and shutil.which("npm"):
        measure_site()
    else:
        print("site: not measured, for want of chromium or npm", file=sys.stderr)


if __name__ == "__main__":
    main()
