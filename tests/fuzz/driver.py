"""Fuzz for a while, then report: `python -m tests.fuzz --seconds 60 --seed 1`.

The targets take turns. A target that fails is shrunk, reported and not run again. The exit status
is 1 if any failed.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import traceback
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from importlib import import_module
from multiprocessing import get_context
from pathlib import Path
from time import monotonic

from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis.strategies import tuples

from tests.fuzz.target import Target, reproduction

MODULES = ("models", "puzzles", "calls", "commands", "forgeries", "signals")
SLICE_SECONDS = 3.0
"""How long a target runs before the next has its turn, about."""
MAX_LINE = 400
"""Characters of a line in a report."""


@dataclass
class Tally:
    """What came of a target."""

    name: str
    cases: int = 0
    seconds: float = 0.0
    failure: str = ""


def targets() -> dict[str, Target]:
    """All targets, by names such as "models.kernel"."""
    return {
        f"{module}.{name}": target
        for module in MODULES
        for name, target in import_module(f"tests.fuzz.{module}").TARGETS.items()
    }


def run_slice(tally: Tally, target: Target, number: int, seconds: float) -> None:
    """Run a target for some of its time, on cases that the number determines."""
    until = monotonic() + 2 * seconds

    def holds(case: tuple[object, ...]) -> None:
        # After a failure, cases are drawn to shrink it; the last to fail is the smallest.
        if tally.failure or monotonic() < until:
            tally.cases += 1
            reproduction.clear()
            try:
                target.holds(*case)
            except Exception as error:
                trace = traceback.format_exception(error, limit=-3)
                tally.failure = shortened("\n".join([*reproduction, "", *trace]).splitlines())
                raise

    configured = settings(
        max_examples=max(1, int(seconds * tally.cases / tally.seconds)) if tally.cases else 5,
        deadline=None,
        database=None,
        phases=[Phase.generate, Phase.shrink],
        report_multiple_bugs=False,
        suppress_health_check=list(HealthCheck),
    )
    start = monotonic()
    try:
        with contextlib.redirect_stdout(io.StringIO()):
            seed(number)(configured(given(tuples(*target.strategies))(holds)))()
    except Exception as error:
        tally.failure = tally.failure or "".join(traceback.format_exception(error))
    tally.seconds += monotonic() - start


def shortened(lines: Sequence[str]) -> str:
    """The lines without the inner parts of very long ones."""
    return "\n".join(
        line if len(line) <= MAX_LINE else f"{line[: MAX_LINE - 40]} ... {line[-35:]}"
        for line in lines
    )


def run_share(names: Sequence[str], seconds: float, start_seed: int) -> list[Tally]:
    """Let some targets take turns until the time is up."""
    everything = targets()
    tallies = {name: Tally(name) for name in names}
    until, turn = monotonic() + seconds, 0
    while monotonic() < until and not all(tally.failure for tally in tallies.values()):
        for name, tally in tallies.items():
            left = until - monotonic()
            if left > 0 and not tally.failure:
                run_slice(
                    tally, everything[name], start_seed * 10_000 + turn, min(SLICE_SECONDS, left)
                )
        turn += 1
    return list(tallies.values())


def report(tallies: Sequence[Tally], seed_used: int) -> str:
    """A table of the targets, and each failure with its reproduction."""
    lines = [
        f"# Fuzzing with seed {seed_used}",
        "",
        "| target | cases | seconds | |",
        "|---|--:|--:|---|",
    ]
    for tally in tallies:
        verdict = "FAILED" if tally.failure else "passed"
        lines.append(f"| {tally.name} | {tally.cases:,} | {tally.seconds:.0f} | {verdict} |")
    for tally in tallies:
        if tally.failure:
            lines += ["", f"## {tally.name}", "", "```", tally.failure.strip(), "```"]
    return "\n".join(lines) + "\n"


def main(arguments: Sequence[str] | None = None) -> int:
    """Read the options, fuzz, print the report."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("--seconds", type=float, default=60, help="how long to fuzz")
    parser.add_argument("--seed", type=int, default=1, help="which examples to draw")
    parser.add_argument("--jobs", type=int, default=2, help="how many processes")
    parser.add_argument("--only", default="", help="targets whose names contain this")
    parser.add_argument("--report", type=Path, help="a file for the report")
    options = parser.parse_args(arguments)
    names = [name for name in targets() if options.only in name]
    if not names:
        parser.error(f"no target contains {options.only!r}, expected one of {', '.join(targets())}")
    shares = [share for job in range(options.jobs) if (share := names[job :: options.jobs])]
    with ProcessPoolExecutor(len(shares), mp_context=get_context("spawn")) as pool:
        runs = [pool.submit(run_share, share, options.seconds, options.seed) for share in shares]
        tallies = sorted(
            (t for run in runs for t in run.result()), key=lambda t: names.index(t.name)
        )
    text = report(tallies, options.seed)
    print(text, end="")
    if options.report:
        options.report.write_text(text)
    return int(any(tally.failure for tally in tallies))
