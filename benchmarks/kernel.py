"""How fast the kernel is, and how its time grows; compiled and uncompiled side by side.

Run it with `make bench`. Two tables:
  - searches: each instance at both strengths and with two labelings;
  - growth: one constraint over more and more variables, terms or rows, propagated without a
    search. *Growth* is the exponent that the times of the smallest and the largest size suggest: 1
    where twice as much takes twice as long, 2 where it takes four times as long. *Again* is the
    time of a run after one value was removed, beside that of the first run: small where a
    propagator goes on from what it knows. *Domain : bounds* compares the two strengths.
The compiled and the uncompiled kernel run in processes of their own, one after the other, so a
ratio compares like with like on the same machine in the same minute.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from math import log
from typing import Any

from benchmarks import progress
from benchmarks.instances import GROWING, INSTANCES, Growing, Instance
from quincunx.cp import kernel
from quincunx.cp.engines.kernel import KernelRun, start
from quincunx.cp.kernel.domain import single
from quincunx.cp.limits import Limits
from quincunx.cp.options import Consistency, SearchOptions

LABELINGS = [["leftmost"], ["ff"]]
REPETITIONS = 3
"""Runs of which the fastest counts: a disturbance only makes a run slower."""
SLOW = 0.5
"""A run that takes longer, in seconds, is not repeated."""
TIME_LIMIT = 30.0

Row = dict[str, Any]


def searches() -> Iterator[tuple[Instance, Consistency, list[str]]]:
    """What is searched: an instance, a consistency and a labeling."""
    for instance in INSTANCES:
        for consistency in ("domain", "bounds"):
            for labeling in LABELINGS:
                yield instance, consistency, labeling


def growths() -> Iterator[tuple[Growing, Consistency]]:
    """What is only propagated: a growing model and a consistency."""
    for growing in GROWING:
        for consistency in growing.consistencies:
            yield growing, consistency


TOTAL = sum(1 for _ in searches()) + sum(1 for _ in growths())


def search(instance: Instance, consistency: Consistency, labeling: list[str]) -> Row:
    """The counters of the fastest run of one instance."""
    best: Row = {}
    for _ in range(REPETITIONS):
        limits = Limits(seconds=TIME_LIMIT, solutions=instance.solutions)
        run = start(instance.model(), SearchOptions(labeling, consistency, limits=limits))
        found = run.count()
        counters: Row = {**run.statistics.as_dict()}
        if not best or counters["seconds"] < best["seconds"]:
            best = counters
        if found != instance.expected:
            best["note"] = f"stopped after {found} solutions"
            break
        if counters["seconds"] > SLOW:
            break
    return best


def grow(growing: Growing, consistency: Consistency) -> Row:
    """Seconds of the first run for each size, and of a second one for the largest."""
    row: Row = {"first": [], "again": 0.0}
    for size in growing.sizes:
        model = growing.model(size)
        best = again = float("inf")
        for _ in range(REPETITIONS):
            run = KernelRun(model, SearchOptions([], consistency))
            took = propagation(run)
            best = min(best, took)
            again = min(again, second_propagation(run))
            if took > SLOW:
                break
        row["first"].append(best)
        row["again"] = again
    return row


def propagation(run: KernelRun) -> float:
    """How long it takes until nothing changes."""
    began = time.perf_counter()
    if not run.engine.propagate():
        raise SystemExit("benchmark: a model that grows has no solution")
    return time.perf_counter() - began


def second_propagation(run: KernelRun) -> float:
    """How long it takes when an open variable has lost its largest value; 0 if none is open."""
    for variable in run.engine.variables:
        if not single(variable.bits):
            run.engine.narrow(variable, variable.at_most(variable.most() - 1))
            return propagation(run)
    return 0.0


def work() -> None:
    """Measure everything with whatever kernel is running, and print one JSON object a line."""
    for searched in searches():
        print(json.dumps(search(*searched)), flush=True)
    for grown in growths():
        print(json.dumps(grow(*grown)), flush=True)


def rows_of(pure: bool) -> Iterator[Row]:
    """What a process of its own measures, compiled or not."""
    environment = {**os.environ, "QUINCUNX_PURE": "1" if pure else "0"}
    command = [sys.executable, "-m", "benchmarks.kernel", "work"]
    process = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    for number in range(TOTAL):
        progress.tell("uncompiled" if pure else "compiled", number + 1, TOTAL)
        line = process.stdout.readline()
        if line:
            yield json.loads(line)
    progress.tell("", 0, 0)
    if process.wait():
        raise SystemExit("benchmark: a measuring process failed")


def main() -> None:
    """Print the tables."""
    if not kernel.COMPILED:
        raise SystemExit("benchmark: the compiled kernel is not here, run `make bench`")
    compiled, pure = list(rows_of(pure=False)), list(rows_of(pure=True))
    count = TOTAL - sum(1 for _ in growths())
    show_searches(compiled[:count], pure[:count])
    show_growth(compiled[count:], pure[count:])


def show_searches(compiled: list[Row], pure: list[Row]) -> None:
    """Print the first table."""
    print(
        f"{'instance':38}{'consistency':12}{'labeling':10}{'seconds':>10}{'uncompiled':>12}"
        f"{'ratio':>7}{'nodes':>10}{'backtracks':>11}{'resumptions/s':>15}{'solutions/s':>13}"
    )
    for searched, fast, slow in zip(searches(), compiled, pure, strict=True):
        instance, consistency, labeling = searched
        ratio = f"{slow['seconds'] / fast['seconds']:7.1f}"
        note = "  " + "; ".join(
            f"{kind} {row['note']}"
            for kind, row in (("compiled", fast), ("uncompiled", slow))
            if "note" in row
        )
        print(
            f"{instance.name:38}{consistency:12}{labeling[0]:10}{fast['seconds']:10.5f}"
            f"{slow['seconds']:12.5f}{ratio if not note.strip() else '      -'}"
            f"{fast['nodes']:10}{fast['backtracks']:11}"
            f"{fast['resumptions'] / fast['seconds']:15,.0f}"
            f"{fast['solutions'] / fast['seconds']:13,.0f}{note.rstrip()}"
        )


def show_growth(compiled: list[Row], pure: list[Row]) -> None:
    """Print the second table."""
    print(
        f"\n{'milliseconds to propagate':36}{'sizes':>24}{'consistency':>13}"
        f"{'smallest':>10}{'':>20}{'largest':>10}{'growth':>8}{'again':>7}"
        f"{'domain : bounds':>17}{'uncompiled':>12}"
    )
    largest = {
        (growing.name, consistency): row["first"][-1]
        for (growing, consistency), row in zip(growths(), compiled, strict=True)
    }
    for grown, fast, slow in zip(growths(), compiled, pure, strict=True):
        growing, consistency = grown
        first = fast["first"]
        exponent = log(first[-1] / first[0]) / log(growing.sizes[-1] / growing.sizes[0])
        other = largest.get((growing.name, "bounds"))
        beside = f"{first[-1] / other:.1f}" if other and consistency == "domain" else ""
        print(
            f"{growing.name:36}{', '.join(map(str, growing.sizes)):>24}{consistency:>13}"
            + "".join(f"{seconds * 1e3:10.3f}" for seconds in first)
            + f"{exponent:8.1f}{fast['again'] / first[-1]:7.2f}{beside:>17}"
            f"{slow['first'][-1] / first[-1]:12.1f}"
        )


if __name__ == "__main__":
    work() if sys.argv[1:] == ["work"] else main()
