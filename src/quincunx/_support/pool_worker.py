"""The process behind a `Worker`: runs the tasks it reads from standard input, one by one.

Messages are pickled and preceded by their length. The worker receives `sys.path`, its
`WorkerOptions`, and then tasks. To each task it replies twice: `None` when it begins, then the
outcome. It ends when its input does.
"""

import gc
import os
import pickle
import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from itertools import count
from threading import Lock
from typing import IO, Any

from quincunx._support.processes import die_with_parent, limit_memory
from quincunx.errors import EngineError, QuincunxError

LENGTH_BYTES = 8
_ONE_TASK = Lock()
"""One task runs at a time in a process, even where a Dask worker has several threads."""


@dataclass(frozen=True)
class WorkerOptions:
    """How a worker is set up before its first task.

    Attributes:
        core: The processor that the worker is pinned to, if any.
        memory_bytes: The most memory it may use; a task that needs more fails.
        max_tasks: Tasks after which a pool replaces it, in case it has accumulated memory.
    """

    core: int | None = None
    memory_bytes: int | None = None
    max_tasks: int | None = None


@dataclass(frozen=True)
class Done:
    """The task returned a value."""

    value: Any


@dataclass(frozen=True)
class Failed:
    """The task raised an exception.

    `error` is that exception if it is a `QuincunxError`; of any other only the text is kept, for
    exceptions in general cannot be sent between processes.
    """

    reason: str
    error: QuincunxError | None = None


def run_task(function: Callable[..., Any], arguments: tuple[Any, ...]) -> Done | Failed:
    """Run a task in this process."""
    # The same limit in every process, regardless of its environment.
    sys.set_int_max_str_digits(sys.int_info.default_max_str_digits)
    try:
        with _ONE_TASK:
            return Done(function(*arguments))
    except Exception as error:
        return Failed(_described(error), error if isinstance(error, QuincunxError) else None)


def send(stream: IO[bytes], raw: bytes) -> None:
    """Write a pickled message."""
    stream.write(len(raw).to_bytes(LENGTH_BYTES, "big") + raw)
    stream.flush()


def receive(stream: IO[bytes]) -> bytes:
    """Read the next pickled message.

    Raises:
        EOFError: The other side has closed the stream or has died.
    """
    head = stream.read(LENGTH_BYTES)
    size = int.from_bytes(head, "big")
    raw = stream.read(size)
    if len(head) < LENGTH_BYTES or len(raw) < size:
        raise EOFError
    return raw


def main() -> None:
    """Serve tasks until the input ends."""
    die_with_parent()
    # The pipes carry messages only: whatever a task prints goes to standard error.
    tasks, replies = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(2, 1)
    with suppress(EOFError):
        sys.path[:] = pickle.loads(receive(tasks))
        _set_up(pickle.loads(receive(tasks)))
        for number in count():
            # Modules and catalogues, which the first tasks load, live as long as the process:
            # collections need not go through them again. After 1, 2, 4, 8, ... tasks, as what is
            # frozen by mistake, such as cached studies, is never collected.
            if number & (number - 1) == 0:
                gc.collect()
                gc.freeze()
            raw = receive(tasks)
            send(replies, pickle.dumps(None))
            send(replies, _reply(raw))


def _set_up(options: WorkerOptions) -> None:
    if options.core is not None and hasattr(os, "sched_setaffinity"):
        # Where a machine does not allow pinning, its scheduler has to keep workers apart.
        with suppress(OSError):
            os.sched_setaffinity(0, {options.core})
    if options.memory_bytes is not None:
        limit_memory(options.memory_bytes)


def _reply(raw: bytes) -> bytes:
    problem = "a worker cannot read its task"
    try:
        function, arguments = pickle.loads(raw)
        problem = "a task's value cannot be sent back"
        return pickle.dumps(run_task(function, arguments))
    except Exception as error:
        reason = f"{problem}: {_described(error)}"
        return pickle.dumps(Failed(reason, EngineError(reason)))


def _described(error: BaseException) -> str:
    return f"{type(error).__name__}: {error}"


if __name__ == "__main__":
    # Messages name classes by their module, which is not `__main__`.
    from quincunx._support import pool_worker

    pool_worker.main()
