"""A worker: a process that reads blocks from its standard input and answers them, one by one.

Messages are pickled data behind their length. The first to come are the paths of modules, and how
and for which plan rows are made; the first to go says that it is ready, or why it cannot be. It
ends when its input does, or when whoever started it is no more.
"""

from __future__ import annotations

import os
import pickle
import sys
from typing import IO, Any

from quincunx._support.processes import die_with_parent

LENGTH = 8
"""Bytes of a message's length."""


def send(stream: IO[bytes], message: Any) -> None:
    """Write a message."""
    raw = pickle.dumps(message)
    stream.write(len(raw).to_bytes(LENGTH, "big") + raw)
    stream.flush()


def received(stream: IO[bytes]) -> Any:
    """The next message; an `EOFError` where there is none."""
    head = stream.read(LENGTH)
    raw = stream.read(int.from_bytes(head, "big"))
    if len(head) < LENGTH or len(raw) < int.from_bytes(head, "big"):
        raise EOFError
    return pickle.loads(raw)


def main() -> None:
    """Answer until there is no more to answer."""
    die_with_parent()
    # Answers have the standard output for themselves: what else is printed goes elsewhere.
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    questions = sys.stdin.buffer
    try:
        sys.path[:] = received(questions)
        from quincunx.datasets.tasks import made_block
        from quincunx.errors import QuincunxError

        make, plan = received(questions)
    except Exception as error:
        send(answers, f"{type(error).__name__}: {error}")
        return
    send(answers, None)
    while True:
        try:
            block = received(questions)
        except EOFError:
            return
        try:
            send(answers, made_block(make, plan, block))
        except QuincunxError as error:
            send(answers, error)


if __name__ == "__main__":
    main()
