"""What the kernel counts on the whole gallery, so that two kernels can be compared.

The tests run once with the compiled kernel and once without; both have to count what
`counted.json` says. After a change of a model, a propagator or the search that is meant to change
counters, write the file anew and look at the difference:

    python -m tests.cp.kernel.counted
"""

import json
from pathlib import Path

from quincunx.cp.engines.kernel import start
from quincunx.cp.limits import Limits
from quincunx.cp.options import CONSISTENCIES, SearchOptions
from quincunx.cp.statistics import Statistics
from quincunx.families import gallery as gallery

FILE = Path(__file__).with_name("counted.json")

LABELINGS = (
    "leftmost step up",
    "ff bisect down",
    "occurrence enum up",
    "max_regret middle down",
    "dom_wdeg median up",
    "random step up",
)
"""Every value choice, and the variable orders that depend on most of what there is."""

MAX_NODES = 1000
"""Enough to finish nearly all of them; counting must agree where a limit stops it as well."""

COUNTERS = tuple(name for name in Statistics().as_dict() if name != "seconds")


def counted(name: str) -> dict[str, list[int]]:
    """The counters, in the order of `COUNTERS`, for each consistency and labeling."""
    model = gallery.entry_named(name).puzzle.model()
    rows = {}
    for consistency in CONSISTENCIES:
        for labeling in LABELINGS:
            limits = Limits(nodes=MAX_NODES)
            options = SearchOptions(labeling.split(), consistency, seed=1, limits=limits)
            run = start(model, options)
            run.count()
            counters = run.statistics.as_dict()
            rows[f"{consistency} {labeling}"] = [int(counters[key]) for key in COUNTERS]
    return rows


def remembered() -> dict[str, dict[str, list[int]]]:
    """What the file says of each puzzle."""
    data: dict[str, dict[str, list[int]]] = json.loads(FILE.read_text(encoding="utf-8"))
    return data


def main() -> None:
    """Write the file, a search a line, so that differences can be read."""
    puzzles = []
    for name in gallery.names():
        lines = [f'  "{search}": {json.dumps(row)}' for search, row in counted(name).items()]
        puzzles.append(f' "{name}": {{\n' + ",\n".join(lines) + "\n }")
    FILE.write_text("{\n" + ",\n".join(puzzles) + "\n}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
