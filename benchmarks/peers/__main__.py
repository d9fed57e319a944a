"""Measures all peers and writes the document, its data and its chart; see the package."""

from __future__ import annotations

import argparse
import json
import os
import platform
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from benchmarks import DOCS
from benchmarks.peers import QUICK_SECONDS, Peer, PeerResult, Task, gecode, swi_prolog, worker
from benchmarks.peers.chart import draw
from benchmarks.peers.instances import PeerInstance, instances
from benchmarks.peers.report import REFERENCE, report
from benchmarks.processes import processor_name
from quincunx._support.files import write_file

LIMIT = 60.0

PEERS: tuple[Peer, ...] = (
    worker.InProcess(REFERENCE, "ours"),
    worker.InProcess("ours, uncompiled", "ours", {"QUINCUNX_PURE": "1"}),
    worker.InProcess("CP-SAT", "cp_sat"),
    worker.InProcess("OR-Tools CP", "old_cp"),
    worker.InProcess("python-constraint2", "python_constraint"),
    gecode.Natural(),
    gecode.Exported(),
    swi_prolog.SwiProlog(),
)


def measure(
    instance: PeerInstance,
    task: Task,
    limit: float,
    versions: dict[str, str | None],
    late: set[str],
) -> dict[str, PeerResult]:
    """Return the cells of a task. A peer that was late for one solution is late for all."""
    row: dict[str, PeerResult] = {}
    for peer in PEERS:
        if versions[peer.columns[0]] is None:
            row |= dict.fromkeys(peer.columns, PeerResult("missing"))
        elif late.intersection(peer.columns):
            row |= dict.fromkeys(peer.columns, PeerResult("late"))
        else:
            row |= peer.measure(instance.puzzle, task, limit)
    counts = {cell.count for cell in row.values() if cell.count is not None}
    if len(counts) > 1:
        counted = ", ".join(f"{name} {cell.count}" for name, cell in row.items() if cell.count)
        raise SystemExit(f"peers: {instance.name}, {task}: not the same count: {counted}")
    return row


def measure_all(chosen: list[PeerInstance], limit: float) -> Iterator[dict[str, Any]]:
    """Everything that is written down, so far, after every instance."""
    versions = {column: peer.version() for peer in PEERS for column in peer.columns}
    if not (versions[REFERENCE] or "").endswith(" compiled"):
        raise SystemExit("peers: the compiled kernel is not here, run `make peers`")
    load = os.getloadavg()
    rows = []
    for instance in chosen:
        late: set[str] = set()
        for task in instance.tasks:
            print(f"{instance.name}, {task}", file=sys.stderr, flush=True)
            row = measure(instance, task, limit, versions, late)
            late = {column for column, cell in row.items() if cell.status == "late"}
            cells = {column: cell.as_dict() for column, cell in row.items()}
            rows.append(
                {
                    "instance": instance.name,
                    "puzzle": instance.puzzle.identifier,
                    "task": task,
                    "count": row[REFERENCE].count,
                    "cells": cells,
                }
            )
        yield {
            "date": datetime.now(UTC).date().isoformat(),
            "machine": machine(),
            "load": [round(value, 1) for value in (load[0], os.getloadavg()[0])],
            "limit": limit,
            "short": QUICK_SECONDS,
            "versions": versions,
            "rows": rows,
        }


def machine() -> dict[str, str]:
    """Describe the machine."""
    return {
        "processor": processor_name(),
        "cores": str(os.cpu_count()),
        "system": f"{platform.system()} {platform.machine()}",
        "python": platform.python_version(),
    }


def main() -> None:
    """Measure, on one core, and write."""
    options = argparse.ArgumentParser(prog="benchmarks.peers", description=__doc__)
    options.add_argument("--limit", type=float, default=LIMIT, help="seconds a cell")
    options.add_argument("--only", nargs="+", help="these instances, in this order")
    options.add_argument("--into", type=Path, default=DOCS, help="folder to write to")
    options.add_argument("--again", action="store_true", help="write again from the data there")
    chosen = options.parse_args()
    data_file = chosen.into / "peers.json"
    if not chosen.again:
        if hasattr(os, "sched_setaffinity"):
            os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
        by_name = {instance.name: instance for instance in instances()}
        wanted = [by_name[name] for name in chosen.only or by_name]
        for data in measure_all(wanted, chosen.limit):
            write_file(data_file, json.dumps(data, indent=1, ensure_ascii=False) + "\n")
    data = json.loads(data_file.read_text(encoding="utf-8"))
    write_file(chosen.into / "peers.md", report(data))
    draw(data, chosen.into / "peers")


if __name__ == "__main__":
    main()
