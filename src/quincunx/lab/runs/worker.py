"""A worker process: reads trials from standard input, a JSON object a line, and answers rows.

Run as `python -m quincunx.lab.runs.worker CORE`; it stays on that core, and ends when its input
does or when the process that started it has gone.
"""

from __future__ import annotations

import json
import os
import sys
from contextlib import suppress
from dataclasses import asdict

from quincunx.cp.limits import Limits
from quincunx.errors import QuincunxError
from quincunx.lab.runs.trials import Trial, run, warm_up


def main(core: int) -> None:
    """Serve until there is nothing more to do."""
    if hasattr(os, "sched_setaffinity"):
        # Where a machine does not allow it, its scheduler has to keep workers apart.
        with suppress(OSError):
            os.sched_setaffinity(0, {core})
    # As in the program that sent the trials, whatever the environment says.
    sys.set_int_max_str_digits(sys.int_info.default_max_str_digits)
    parent = os.getppid()
    for line in sys.stdin.buffer:
        request = json.loads(line)
        answer: dict[str, object]
        try:
            trial = Trial(**request["trial"])
            limits = Limits(**request["limits"])
            warm_up(trial.puzzle, trial.model, limits)
            row = run(trial, limits, cancel=lambda: os.getppid() != parent)
            answer = {"row": asdict(row)}
        except QuincunxError as error:
            answer = {"error": str(error), "kind": type(error).__name__}
        sys.stdout.buffer.write(json.dumps(answer).encode() + b"\n")
        sys.stdout.buffer.flush()


if __name__ == "__main__":
    main(int(sys.argv[1]))
