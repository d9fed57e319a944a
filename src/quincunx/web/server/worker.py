"""A worker: reads questions from its standard input, a line each, and writes two lines for each:
that it has begun, and the reply. So who loses it knows whether the question may be to blame.

It ends when its input does, or when whoever started it is no more.
"""

from __future__ import annotations

import os
import sys
from contextlib import suppress

from quincunx._support.processes import die_with_parent

MEMORY = 1 << 30
"""Bytes that a worker may use; a question that takes more is answered with a limit."""
READY = "ready"
BEGUN = "begun"


def limit_memory(most: int = MEMORY) -> None:
    """Let the system refuse more memory than this, where it can."""
    with suppress(ImportError, ValueError, OSError):
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (most, most))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def main() -> None:
    """Answer until there is no more to answer."""
    die_with_parent()
    # Replies have the standard output for themselves: what else is printed goes elsewhere.
    replies = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    limit_memory()
    from quincunx.web import answer, answer_text

    # What is loaded when it is first needed is loaded before anybody waits for it.
    answer({"ask": "families"})
    print(READY, file=replies, flush=True)
    for line in sys.stdin.buffer:
        print(BEGUN, file=replies, flush=True)
        print(answer_text(line.decode()), file=replies, flush=True)


if __name__ == "__main__":
    main()
