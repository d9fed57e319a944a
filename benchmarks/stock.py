"""Puzzles made beforehand for the page, of grades that take long to find: writes `stock.json`.

`python -m benchmarks.stock` takes minutes, and with a compiled kernel fewer. The puzzles depend on
the seeds alone; a test grades one of them again.
"""

from __future__ import annotations

import json

from quincunx._support.files import write_file
from quincunx.families.base.grades import GradeName
from quincunx.making import generate
from quincunx.web.page_files import PAGE

RARE: dict[str, dict[GradeName, list[int]]] = {
    "c-note": {"expert": [100, 101, *range(103, 117), 119, 121]}
}
"""Families and grades with seeds for which a puzzle is found within a minute."""


def stock() -> dict[str, dict[str, list[str]]]:
    """The identifiers of puzzles by family and grade, each up to once."""
    found: dict[str, dict[str, list[str]]] = {}
    for family, grades in RARE.items():
        for grade, seeds in grades.items():
            made = [one for seed in seeds for one in generate(family, grade=grade, seed=seed)]
            names = dict.fromkeys(one.puzzle.identifier for one in made)
            found.setdefault(family, {})[grade] = list(names)
    return found


if __name__ == "__main__":
    write_file(PAGE / "stock.json", json.dumps(stock(), indent=1) + "\n")
