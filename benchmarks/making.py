"""How fast puzzles are made, how many tries that takes, and which grades come up.

`make bench` prints the first of two tables; name the other to print it:
  - rates: family by family, puzzles with one solution and no grade asked for, beside the time a
    person should have to wait at most (the aim is for the median);
  - an overlap: how many of the first puzzles of seeds 1 and 2 are the same up to symmetry.
"""

from __future__ import annotations

import sys
import time
from dataclasses import dataclass, field
from statistics import median
from typing import Any

from benchmarks import progress
from quincunx.cp import kernel
from quincunx.making import generate

MOST = 50
"""Puzzles of each setting at most."""
SECONDS = 4.0
"""Time limit of a setting."""


@dataclass(frozen=True)
class Setting:
    """Puzzles to make, and how many seconds one may take, in the median."""

    family: str
    parameters: dict[str, Any] = field(default_factory=dict)
    aim: float | None = None

    def __str__(self) -> str:
        chosen = " ".join(f"{name}={value}" for name, value in self.parameters.items())
        return f"{self.family} {chosen}"


SETTINGS = (
    Setting("power-strike", {"cells": 5}, 0.05),
    Setting("power-strike", {"cells": 8}, 0.05),
    Setting("power-strike", {"cells": 10}, 0.05),
    Setting("power-strike", {"cells": 24}),
    Setting("c-note", {"size": 2}),
    Setting("c-note", {"size": 3}, 0.05),
    Setting("c-note", {"size": 4}, 1),
    Setting("c-note", {"size": 5}, 10),
    Setting("c-note", {"size": 6}),
    Setting("multi-balance", {"digits": 6, "rows": 15, "columns": 15}, 0.5),
    Setting("multi-balance", {"digits": 8}),
    Setting("multi-balance", {"digits": 9}, 5),
    Setting("sum-star", {"arrangement": "one"}, 0.2),
    Setting("sum-star", {"arrangement": "pair"}, 2),
    Setting("sum-star", {"arrangement": "triangle"}, 5),
    Setting("sum-star", {"arrangement": "one", "givens": 0}),
    Setting("sum-star", {"arrangement": "triangle", "givens": 0}, 60),
    Setting("sum-star", {"arrangement": "rhombus"}),
    Setting("sum-star", {"arrangement": "flower"}, 60),
    Setting("aztec-math", {"levels": 4}, 0.05),
    Setting("aztec-math", {"levels": 6}, 0.5),
    Setting("aztec-math", {"levels": 9}, 20),
    Setting("aztec-math", {"levels": 5, "pattern": "classic"}),
)


def rates() -> None:
    """Print the first table."""
    print(f"{'puzzles':52}{'made':>5}{'per s':>9}{'tries':>9}{'median':>9}{'slowest':>9}{'aim':>7}")
    for setting in progress.shown(SETTINGS, "rates"):
        making = generate(
            setting.family, seed=1, number=MOST, time_limit=SECONDS, **setting.parameters
        )
        times: list[float] = []
        last = time.perf_counter()
        for _ in making:
            now = time.perf_counter()
            times.append(now - last)
            last = now
        if not times:
            print(f"{setting!s:52}{0:5}  none in {SECONDS:g} seconds", flush=True)
            continue
        middle = median(times)
        aim = "" if setting.aim is None else f"{setting.aim:g}"
        verdict = "" if setting.aim is None else "  met" if middle <= setting.aim else "  MISSED"
        print(
            f"{setting!s:52}{len(times):5}{len(times) / sum(times):9.1f}"
            f"{making.tried / making.kept:9.1f}{middle:9.4f}{max(times):9.3f}{aim:>7}{verdict}",
            flush=True,
        )


def overlap() -> None:
    """Print the second table."""
    print(f"\n{'the first puzzles of seeds 1 and 2':52}{'made':>11}{'shared':>9}")
    for setting in progress.shown(SETTINGS, "overlap"):
        forms: list[set[str]] = []
        for seed in (1, 2):
            making = generate(
                setting.family, seed=seed, number=MOST, time_limit=SECONDS, **setting.parameters
            )
            canonical = making.request.maker.canonical
            forms.append({canonical(made.puzzle) for made in making})
        one, other = forms
        print(f"{setting!s:52}{len(one):5},{len(other):5}{len(one & other):9}", flush=True)


def main() -> None:
    """Print the tables, or those that are named."""
    if not kernel.COMPILED:
        raise SystemExit("benchmark: the compiled kernel is not here, run `make bench`")
    tables = {"rates": rates, "overlap": overlap}
    for name in sys.argv[1:] or tables:
        tables[name]()


if __name__ == "__main__":
    main()
