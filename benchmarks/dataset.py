"""What sets cost: rows a second, more processes, memory, and the index that leaves out repeats.

    python -m benchmarks.dataset            everything, in about ten minutes; writes docs/scale.md
    python -m benchmarks.dataset --quick    the same, too short to believe; printed
    python -m benchmarks.dataset rates      some parts, printed: rates, lists, gym,
                                            scaling, memory, index

Run it on a machine that does nothing else, with the compiled kernel: `make scale`. Rates are of
processor time, those of whole runs are not.
"""

from __future__ import annotations

import os
import platform
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from benchmarks import progress
from benchmarks.dataset_rates import Rate, endless, lists, measured, strata, table
from benchmarks.dataset_runs import index, memory, scaling
from benchmarks.scale_text import PAGE
from quincunx import __version__
from quincunx._support.files import write_file
from quincunx.cp import kernel

DOCUMENT = Path(__file__).parents[1] / "docs" / "scale.md"
PEERS = ("mini_sudoku", "sudoku", "futoshiki", "kakurasu", "survo", "n_queens")
SLOW = 0.2
"""Families that take more seconds a row have no part in whole runs."""


@dataclass(frozen=True)
class Budget:
    """How long to measure."""

    stratum: float = 5.0
    """Seconds for a stratum,"""
    dataset: float = 2.0
    """and for a dataset of reasoning-gym."""
    scaling: float = 30.0
    """Seconds that one process takes for the rows that two share."""
    memory: int = 10_000
    """Rows over which memory is looked at."""
    index: int = 10_000_000
    """Forms in the index."""


QUICK = Budget(stratum=1.5, dataset=0.5, scaling=5.0, memory=100, index=200_000)


class Measuring:
    """The parts of a measurement, each as lines of a page."""

    def __init__(self, budget: Budget) -> None:
        self.budget = budget
        self._rates: list[Rate] = []
        self.parts: Mapping[str, Callable[[], Iterator[str]]] = {
            "rates": self.rates,
            "lists": lists,
            "gym": self.gym,
            "scaling": self.scaling,
            "memory": self.memory,
            "index": lambda: index(budget.index),
        }

    def rates(self) -> Iterator[str]:
        """Rows of every family and grade."""
        yield from table(self._measured())

    def gym(self) -> Iterator[str]:
        """Items of reasoning-gym: its own beside ours."""
        import reasoning_gym
        from reasoning_gym.factory import DATASETS

        import quincunx.datasets.gym  # noqa: F401

        ours = sorted(name for name in DATASETS if name.startswith("quincunx_"))
        yield "| dataset | items a second |"
        yield "|---|---|"
        for name in progress.shown((*PEERS, *ours), "gym"):
            data = reasoning_gym.create_dataset(name, seed=1, size=10**6)
            items = iter(data)
            next(items)
            began, made = time.process_time(), 0
            while (took := time.process_time() - began) < self.budget.dataset:
                next(items)
                made += 1
            rate = made / took
            yield f"| {name} | {rate:,.0f} |" if rate >= 100 else f"| {name} | {rate:.3g} |"

    def scaling(self) -> Iterator[str]:
        """One process beside two."""
        quick = {rate.family: rate.mean for rate in self._endless()}
        number = len(quick) * self.budget.scaling / sum(quick.values())
        yield from scaling(sorted(quick), max(20, round(number)))

    def memory(self) -> Iterator[str]:
        """Memory of a long run, of the family that is made fastest."""
        yield from memory(self._endless()[0].family, self.budget.memory)

    def _measured(self) -> list[Rate]:
        if not self._rates:
            each = list(strata())
            self._rates = [
                measured(family, grade, self.budget.stratum)
                for family, grade in progress.shown(each, "rates")
            ]
        return self._rates

    def _endless(self) -> list[Rate]:
        """Families as they come, the fastest first; those that end or are slow are left out."""
        found = [rate for rate in self._measured() if rate.grade is None and rate.rows]
        found = sorted((one for one in found if endless(one.family)), key=lambda one: one.mean)
        return [one for one in found if one is found[0] or one.mean <= SLOW]


def machine() -> str:
    """Where this was measured."""
    processor = platform.processor() or platform.machine()
    described = Path("/proc/cpuinfo")
    if described.exists():
        for line in described.read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                processor = line.partition(":")[2].strip()
                break
    compiled = "compiled" if kernel.COMPILED else "plain Python"
    return (
        f"quincunx {__version__} ({compiled} kernel), Python {platform.python_version()}, "
        f"{os.cpu_count()} cores of {processor}"
    )


def main(arguments: list[str]) -> None:
    """Measure, and write or print."""
    quick = "--quick" in arguments
    named = [name for name in arguments if name != "--quick"]
    measuring = Measuring(QUICK if quick else Budget())
    for name in named:
        print("\n".join(measuring.parts[name]()), flush=True)
    if named:
        return
    began = time.perf_counter()
    told = {name: "\n".join(part()) for name, part in measuring.parts.items()}
    minutes = (time.perf_counter() - began) / 60
    page = PAGE.format(machine=machine(), minutes=minutes, **told)
    if quick:
        print(page)
    else:
        write_file(DOCUMENT, page)


if __name__ == "__main__":
    main(sys.argv[1:])
