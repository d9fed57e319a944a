"""How fast puzzles are made, how many tries that takes, and which grades come up.

`make bench` prints the first of three tables; name others to print those:
  - rates: family by family, puzzles with one solution and no grade asked for, beside the time a
    person should have to wait at most (the aim is for the median);
  - a sweep: one puzzle of every grade that a setting allows, each confirmed by CP-SAT and by a
    fresh run of the grader;
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
from quincunx.making import generate, request
from quincunx.reasoning import grade
from quincunx.solving import solve

MOST = 50
"""So many puzzles of each setting are made,"""
SECONDS = 4.0
"""or as many as there is time for in so many seconds."""
PATIENCE = 20.0
"""Seconds to wait for a puzzle of the sweep."""


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
    Setting("aztec-math", {"levels": 6, "pattern": "symmetric"}),
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


def sweep() -> None:
    """Print the second table."""
    print(f"\n{'one of each grade, confirmed by CP-SAT and the grader':52}seconds")
    for setting in progress.shown(SETTINGS, "sweep"):
        asked = request(setting.family, **setting.parameters)
        told = []
        for wanted in asked.maker.grades(asked.parameters):
            began = time.perf_counter()
            making = generate(
                setting.family, grade=wanted, seed=1, time_limit=PATIENCE, **setting.parameters
            )
            made = next(making, None)
            took = time.perf_counter() - began
            if made is None:
                told.append(f"{wanted} none in {took:.0f}")
                continue
            second = solve(made.puzzle, engine="cp-sat", time_limit=PATIENCE)
            agreed = second.verdict == "unique" and second.solutions == (made.solution,)
            if second.verdict == "unknown":
                told.append(f"{wanted} {took:.2f} (unconfirmed)")
            elif agreed and grade(made.puzzle).grade == wanted:
                told.append(f"{wanted} {took:.2f}")
            else:
                told.append(f"{wanted} WRONG: {made.puzzle}")
        print(f"{setting!s:52}{'  '.join(told)}", flush=True)


def overlap() -> None:
    """Print the third table."""
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
    tables = {"rates": rates, "sweep": sweep, "overlap": overlap}
    for name in sys.argv[1:] or tables:
        tables[name]()


if __name__ == "__main__":
    main()
