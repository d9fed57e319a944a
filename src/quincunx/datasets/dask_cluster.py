"""Workers on other machines: a Dask cluster.

The scheduler of the cluster deals the blocks out, and once more when a worker is lost; it gives a
block up that has ended several. Answers come here as soon as they are there, and are not kept
elsewhere.
"""

from __future__ import annotations

import asyncio
import logging
import threading
import time
from contextlib import suppress
from itertools import count
from typing import Any

from quincunx._support.durable_files import AGAIN
from quincunx._support.version import VERSION
from quincunx.datasets.dispatch import MOST_DEATHS, Answer, Block, Died, Make
from quincunx.datasets.tasks import made_block
from quincunx.errors import EngineError, QuincunxError, Unfinished
from quincunx.families import shorten

PATIENCE = 10.0
"""Seconds within which a scheduler has to answer, and to have a worker."""
EACH = 2
"""Blocks under way for each worker: the next is there when one is done."""
GLANCE = 0.02
"""Seconds between two looks for answers."""
ABSENCE = 120.0
"""Seconds without any worker after which a run ends."""
RECOUNT = 1.0
"""Seconds between two looks at how many workers there are."""
TALKATIVE = "distributed"
"""Who logs, with all its parts, what is said here in a line of our own."""
INSTALL = "dataset: a cluster needs dask, install it with: pip install 'quincunx[data]'"


def version_here() -> str:
    """Which version of this program a worker has."""
    return VERSION


class Cluster:
    """A pool of the workers that a scheduler has."""

    def __init__(self, address: str, make: Make, plan: Any) -> None:
        try:
            import distributed
        except ImportError:
            raise EngineError(INSTALL) from None
        self._address = address
        self._make = make
        self._plan = plan
        self._tries = count()
        self._blocks: dict[Any, Block] = {}
        self._accompanied: set[Any] = set()
        self._workers = 0
        self._counted = self._seen = 0.0
        self._silenced = _silenced()
        try:
            _require_scheduler(address)
            self._client = _connected(distributed.Client, address)
        except Exception as error:  # who knows what is there, and what it answers
            self._speak()
            raise EngineError(
                f"dataset: no scheduler answers at {shorten(str(address), 100)!r} "
                f"({_told(error)}), expected the address of one, for instance tcp://10.0.0.1:8786"
            ) from None
        except BaseException:
            self._speak()
            raise
        try:
            self._require_workers()
        except BaseException:
            self.close()
            raise

    def room(self) -> int:
        """How many more blocks may be under way, with so many workers as there are now."""
        if time.monotonic() >= self._counted + RECOUNT:
            self._count()
        if time.monotonic() >= self._seen + ABSENCE:
            raise Unfinished(
                f"dataset: the scheduler at {self._address} has had no workers for {ABSENCE:g} s; "
                f"{AGAIN}"
            )
        return max(0, EACH * self._workers - len(self._blocks))

    def give(self, block: Block, /) -> None:
        """Have a block made by the cluster."""
        name = f"quincunx-{self._plan.name}-{block.first}-{block.size}-{next(self._tries)}"
        future = self._client.submit(
            made_block, self._make, self._plan, block, VERSION, key=name, pure=False
        )
        if self._blocks:
            self._accompanied |= {future, *self._blocks}
        self._blocks[future] = block

    def take(self, seconds: float, /) -> list[tuple[Block, Answer]]:
        """The answers that came. With them the cluster is free to forget them."""
        until = time.monotonic() + seconds
        found: list[tuple[Block, Answer]] = []
        while not found:
            for future in [one for one in self._blocks if one.status not in ("pending", "lost")]:
                answer = self._answer(future)
                if answer is not None:
                    found.append((self._blocks.pop(future), answer))
                    self._accompanied.discard(future)
            if time.monotonic() >= until:
                break
            time.sleep(GLANCE)
        return found

    def close(self) -> None:
        """Have nothing more made, and leave the cluster."""
        with suppress(Exception):
            self._client.cancel(list(self._blocks), force=True)
        with suppress(Exception):
            self._client.close(timeout=PATIENCE)
        self._speak()

    def _speak(self) -> None:
        """Let Dask log again."""
        for log in self._silenced:
            log.disabled = False

    def _answer(self, future: Any) -> Answer | None:
        """What came of a block; nothing yet where it was lost with its worker on the way here, for
        then it is made again."""
        try:
            answer: Answer = future.result(timeout=PATIENCE)
            return answer
        except TimeoutError:
            return None
        except QuincunxError as error:
            raise EngineError(f"dataset: a worker of {self._address}: {error}") from None
        except Exception as error:
            if type(error).__name__ == "KilledWorker":
                # All that a worker has at hand when it ends is held to be the cause.
                return Died(MOST_DEATHS, sure=future not in self._accompanied)
            raise self._gone(error) from None

    def _require_workers(self) -> None:
        """Refuse a cluster without workers, and workers that have another version."""
        until = time.monotonic() + PATIENCE
        self._count()
        while not self._workers:
            if time.monotonic() >= until:
                raise EngineError(
                    f"dataset: the scheduler at {self._address} has no workers, expected some"
                )
            time.sleep(GLANCE)
            self._count()
        try:
            versions = set(self._client.run(version_here).values())
        except Exception as error:
            raise EngineError(
                f"dataset: a worker of {self._address} cannot load quincunx ({_told(error)}), "
                f"expected quincunx {VERSION} on all of them"
            ) from None
        if other := sorted(versions - {VERSION}):
            raise EngineError(
                f"dataset: a worker of {self._address} has quincunx {other[0]}, expected "
                f"{VERSION} on all of them"
            )

    def _count(self) -> None:
        try:
            self._workers = len(self._client.nthreads())
        except Exception as error:
            raise self._gone(error) from None
        self._counted = time.monotonic()
        if self._workers:
            self._seen = self._counted

    def _gone(self, error: BaseException) -> Unfinished:
        return Unfinished(
            f"dataset: the scheduler at {self._address} is gone ({_told(error)}); {AGAIN}"
        )


def _silenced() -> list[logging.Logger]:
    """Those of Dask's logs that were not silent, now silenced. Each part has one of its own, and
    tells by itself, with a traceback, that a connection was lost."""
    names = [name for name in logging.root.manager.loggerDict if name.split(".")[0] == TALKATIVE]
    found = [log for log in map(logging.getLogger, names) if not log.disabled]
    for log in found:
        log.disabled = True
    return found


def _require_scheduler(address: str) -> None:
    """Refuse an address at which nobody greets as Dask does. Dask itself waits without end for the
    greeting of somebody who is silent, so that is done here first, with a deadline."""
    from distributed.comm import connect, get_address_host_port

    get_address_host_port(address)  # what is no address is refused

    async def greet() -> None:
        comm = await asyncio.wait_for(connect(address, timeout=PATIENCE), PATIENCE)
        comm.abort()

    failed: list[BaseException] = [TimeoutError("no answer in time")]

    def meet() -> None:
        try:
            asyncio.run(greet())
            failed.clear()
        except BaseException as error:
            failed.append(error)

    # A loop may run in this thread already; and whatever waits in that one keeps nobody here.
    meeting = threading.Thread(target=meet, daemon=True)
    meeting.start()
    meeting.join(PATIENCE + GLANCE)
    if failed:
        raise failed[-1] if str(failed[-1]) else failed[0]


def _connected(kind: type[Any], address: str) -> Any:
    """A client of a scheduler. One that meets no scheduler is closed here and now: it would else be
    when it is collected, and wait for a thread that may be just the one that collects it."""

    class Client(kind):  # type: ignore[misc]  # known when it is there
        def __init__(self) -> None:
            try:
                super().__init__(address, timeout=PATIENCE, set_as_default=False)
            except BaseException:
                with suppress(Exception):
                    self.close(timeout=PATIENCE)
                with suppress(Exception):
                    self._loop_runner.stop()
                raise

    return Client()


def _told(error: BaseException) -> str:
    return (str(error) or type(error).__name__).splitlines()[0][:200]
