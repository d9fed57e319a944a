"""How fast the kernel is: each instance at both strengths, compiled and uncompiled side by side.

Run it with `make bench`. The compiled and the uncompiled kernel run in processes of their own,
one after the other, so a ratio compares like with like on the same machine in the same minute.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import Any

from benchmarks.instances import INSTANCES, Instance
from quincunx import kernel
from quincunx.backends.to_kernel import start
from quincunx.labeling import Order
from quincunx.limits import Limits

LABELINGS = [["leftmost"], ["ff"]]
REPETITIONS = 3
"""The fastest of so many runs counts: whatever disturbs a run makes it slower."""
TIME_LIMIT = 120.0


def measure(instance: Instance, consistency: str, labeling: list[str]) -> dict[str, Any]:
    """The counters of the fastest run of one instance; a run over a second is not repeated."""
    best: dict[str, Any] = {}
    for _ in range(REPETITIONS):
        limits = Limits(seconds=TIME_LIMIT, solutions=instance.solutions)
        run = start(instance.model(), Order(labeling, consistency), limits)
        found = run.count()
        counters: dict[str, Any] = {**run.statistics.as_dict()}
        if not best or counters["seconds"] < best["seconds"]:
            best = counters
        if found != instance.expected:
            best["note"] = f"stopped after {found} solutions"
            break
        if counters["seconds"] > 1:
            break
    return best


def work() -> None:
    """Measure everything with whatever kernel is running, and print one JSON object a line."""
    for instance in INSTANCES:
        for consistency in ("domain", "bounds"):
            for labeling in LABELINGS:
                print(json.dumps(measure(instance, consistency, labeling)), flush=True)


def rows_of(pure: bool) -> list[dict[str, Any]]:
    """What a process of its own measures, compiled or not."""
    environment = {**os.environ, "QUINCUNX_PURE": "1" if pure else "0"}
    command = [sys.executable, "-m", "benchmarks.kernel", "work"]
    process = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    total = len(INSTANCES) * 2 * len(LABELINGS)
    rows = []
    for line in process.stdout:
        rows.append(json.loads(line))
        name = "uncompiled" if pure else "compiled"
        print(f"\r{name}: {len(rows)} of {total} ", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    if process.wait():
        raise SystemExit("benchmark: a measuring process failed")
    return rows


def main() -> None:
    """Print the table."""
    if not kernel.COMPILED:
        raise SystemExit("benchmark: the compiled kernel is not here, run `make bench`")
    compiled, pure = rows_of(pure=False), rows_of(pure=True)
    print(
        f"{'instance':36}{'consistency':12}{'labeling':10}{'seconds':>10}{'uncompiled':>12}"
        f"{'ratio':>7}{'nodes':>10}{'backtracks':>11}{'resumptions/s':>15}{'solutions/s':>13}"
    )
    settings = [
        (instance, consistency, labeling)
        for instance in INSTANCES
        for consistency in ("domain", "bounds")
        for labeling in LABELINGS
    ]
    for (instance, consistency, labeling), fast, slow in zip(settings, compiled, pure, strict=True):
        ratio = f"{slow['seconds'] / fast['seconds']:7.1f}"
        note = "  " + "; ".join(
            f"{kind} {row['note']}"
            for kind, row in (("compiled", fast), ("uncompiled", slow))
            if "note" in row
        )
        print(
            f"{instance.name:36}{consistency:12}{labeling[0]:10}{fast['seconds']:10.5f}"
            f"{slow['seconds']:12.5f}{ratio if not note.strip() else '      -'}"
            f"{fast['nodes']:10}{fast['backtracks']:11}"
            f"{fast['resumptions'] / fast['seconds']:15,.0f}"
            f"{fast['solutions'] / fast['seconds']:13,.0f}{note.rstrip()}"
        )


if __name__ == "__main__":
    work() if sys.argv[1:] == ["work"] else main()
