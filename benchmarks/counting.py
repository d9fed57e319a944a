"""Counting without listing, beside listing by our kernel and by Gecode.

Run it with `python -m benchmarks.counting [SECONDS]`; listing gets this time per model, and
counting ten times as much. It prints the table of `docs/counting.md`. Listing keeps and checks
nothing: it is only counted how many solutions there are. Gecode gets our export by way of
MiniZinc, and its time is that of the whole command.
"""

from __future__ import annotations

import re
import sys
import time
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks import processes
from benchmarks.instances import latin_square, magic_square, pyramid
from quincunx import parse
from quincunx.cp.counting import Counting, TooManyStates
from quincunx.cp.engines.kernel import start
from quincunx.cp.engines.minizinc_text import to_text
from quincunx.cp.limits import Limits, Stopped, watching
from quincunx.cp.model import Model
from quincunx.cp.options import SearchOptions

SECONDS = 60.0


CASES: dict[str, Callable[[], Model]] = {
    "C-Note 811/181/118 at 100": lambda: parse("c-note:100:811/181/118").model(),
    "C-Note 635/681/421 at 1500": lambda: parse("c-note:1500:635/681/421").model(),
    "C-Note 5×5 at 100, mixed": lambda: parse("c-note:100:21342/40201/00402/41041/21103").model(),
    "C-Note 5×5 at 100, all 4": lambda: parse("c-note:100:" + "/".join(["4" * 5] * 5)).model(),
    "C-Note 6×6 at 100, all 5": lambda: parse("c-note:100:" + "/".join(["5" * 6] * 6)).model(),
    "Power Strike 41 × 7, 14 cells": lambda: parse("power-strike:7:41" + ",_" * 13).model(),
    "Aztec Math, empty, 5 levels": lambda: pyramid(5),
    "Aztec Math, empty, 6 levels": lambda: pyramid(6),
    "Sum Star, one, no numbers": lambda: parse("sum-star:0.0=_,_,_,_,_,_").model(),
    "Latin square 5": lambda: latin_square(5),
    "Latin square 6": lambda: latin_square(6),
    "magic square 3": lambda: magic_square(3),
    "magic square 4": lambda: magic_square(4),
}


def counted(model: Model, seconds: float) -> tuple[int | None, str]:
    """The number, and how long it took to count it."""
    began = time.perf_counter()
    try:
        with watching(Limits(seconds=seconds)):
            number = Counting(model).count()
    except Stopped:
        return None, f"> {seconds:g} s"
    except TooManyStates:
        return None, f"too many states after {time.perf_counter() - began:.1f} s"
    return number, in_seconds(time.perf_counter() - began)


def listed(model: Model, seconds: float) -> tuple[int | None, str]:
    """The number, and how long our kernel took to list them."""
    began = time.perf_counter()
    run = start(model, SearchOptions(limits=Limits(seconds=seconds)))
    number = run.count()
    took = time.perf_counter() - began
    return (number, in_seconds(took)) if run.complete else (None, f"> {seconds:g} s: {number:,}")


def gecode(model: Model, seconds: float) -> tuple[int | None, str]:
    """The number, and how long Gecode took to list them."""
    with TemporaryDirectory() as folder:
        text = Path(folder) / "model.mzn"
        text.write_text(to_text(model, SearchOptions()), encoding="utf-8")
        command = ["minizinc", "--solver", "gecode", "-a", "-s", str(text)]
        done = processes.run(command, seconds)
    found = re.findall(r"%%%mzn-stat: (?:nSolutions|solutions)=(\d+)", done.output)
    if done.late:
        return None, f"> {seconds:g} s: {done.output.count('-' * 10):,}"
    if done.status or not found:
        return None, "failed"
    return int(found[-1]), in_seconds(done.seconds)


def in_seconds(seconds: float) -> str:
    """A time with two digits that mean something."""
    return f"{seconds:.2g} s" if seconds < 10 else f"{seconds:.0f} s"


def main() -> None:
    """Print the table."""
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else SECONDS
    print("| | solutions | counted | listed by our kernel | listed by Gecode |")
    print("|---|---:|---:|---:|---:|")
    for name, build in CASES.items():
        found = [counted(build(), 10 * seconds)]
        found += [way(build(), seconds) for way in (listed, gecode)]
        numbers = {number for number, _ in found if number is not None}
        if len(numbers) > 1:
            raise SystemExit(f"{name}: the numbers differ: {sorted(numbers)}")
        number = f"{numbers.pop():,}" if numbers else "?"
        print(f"| {name} | {number} | {' | '.join(took for _, took in found)} |", flush=True)


if __name__ == "__main__":
    main()
