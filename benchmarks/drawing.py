"""How fast puzzles are drawn: published ones as SVG, PNG and PDF.

Run it with `make bench`. A picture should take milliseconds: a page that shows one waits for it,
and a booklet holds hundreds. Beside the times stands how long the same puzzle takes to be solved,
in the same process, one after the other: a ratio says more than a time, for machines differ.
The scene is made anew each time. Each time is the fastest of a few.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from functools import partial
from statistics import median

from benchmarks import progress
from benchmarks.families import fastest
from quincunx.drawing import Picture
from quincunx.drawing.picture import scene_of
from quincunx.families import AnyPuzzle
from quincunx.published import gallery
from quincunx.solving import solve

ENOUGH = 6
"""So many puzzles of a family are drawn."""


def anew(make: Callable[[Picture], object], puzzle: AnyPuzzle) -> object:
    """A picture of a puzzle whose scene nobody has asked for yet."""
    scene_of.cache_clear()
    return make(Picture(puzzle))


FORMS: dict[str, Callable[[Picture], object]] = {
    "SVG": Picture.svg,
    "PNG": Picture.png,
    "PDF": Picture.pdf,
}


def main() -> None:
    """Print a line for each family: the middle of its times in milliseconds, and the largest."""
    times: dict[str, dict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
    for _, entry in progress.shown(gallery().items(), "drawing"):
        of_family = times[entry.puzzle.family]
        if len(of_family["solving"]) == ENOUGH:
            continue
        of_family["solving"].append(fastest(partial(solve, entry.puzzle))[0])
        for form, make in FORMS.items():
            of_family[form].append(fastest(partial(anew, make, entry.puzzle))[0])
    columns = "".join(f"{f'{form} ms':>10}{'largest':>10}" for form in FORMS)
    print(f"{'family':16}{'puzzles':>8}{columns}{'SVG : solving':>16}")
    for family, of_family in times.items():
        count = len(of_family["solving"])
        cells = "".join(
            f"{median(of_family[form]) * 1e3:10.2f}{max(of_family[form]) * 1e3:10.2f}"
            for form in FORMS
        )
        ratio = median(
            drawn / solved
            for drawn, solved in zip(of_family["SVG"], of_family["solving"], strict=True)
        )
        print(f"{family:16}{count:8}{cells}{ratio:16.2f}")


if __name__ == "__main__":
    main()
