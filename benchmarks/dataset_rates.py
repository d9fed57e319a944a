"""Rates of making rows: how long a row takes on one core, and how sure that is.

Vocabulary:
  stratum  a family with a grade, or with none
  cut      of a row: under way when the time was up; the time spent on it counts
"""

from __future__ import annotations

import os
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from math import sqrt
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from statistics import stdev

from quincunx.datasets.plan import Plan, Setting, Stratum
from quincunx.datasets.records import Line
from quincunx.datasets.rows import make_row
from quincunx.errors import OptionError
from quincunx.families import all_families
from quincunx.families.base.grades import GRADES
from quincunx.making import maker_of, request
from quincunx.making.catalogue_sampler import CatalogueSampler
from quincunx.making.catalogues import catalogues

FEWEST = 5
"""Of fewer rows nobody can say how much they differ."""
LONGER = 4
"""So many times as long at most a stratum gets that has fewer rows."""
GLANCE = 0.05
"""Seconds between two looks at how long a process has worked."""
MOST = 5_000
"""More rows tell nothing new."""
ENOUGH = 100
"""From so few rows nobody estimates how many puzzles there are."""


@dataclass
class Rate:
    """The rows of a stratum that were made in some seconds."""

    family: str
    grade: str | None
    seconds: list[float] = field(default_factory=list)
    forms: list[bytes] = field(default_factory=list)
    size: int = 0
    """Bytes of all rows."""
    cut: float = 0.0

    @property
    def rows(self) -> int:
        return len(self.seconds)

    @property
    def mean(self) -> float:
        """Seconds a row."""
        return (sum(self.seconds) + self.cut) / self.rows

    @property
    def noise(self) -> float | None:
        """Two standard errors of the mean, as a part of it."""
        if self.rows < FEWEST:
            return None
        return 2 * stdev(self.seconds) / sqrt(self.rows) / self.mean

    @property
    def repeats(self) -> int:
        """How many rows are an earlier one again, up to symmetry."""
        return self.rows - len(set(self.forms))


def strata() -> Iterator[tuple[str, str | None]]:
    """Every family as it is by default, first as it comes and then by grade."""
    for name, family in all_families().items():
        maker = maker_of(family)
        yield name, None
        yield from ((name, grade) for grade in maker.grades(maker.parameters()))


def endless(family: str) -> bool:
    """Whether no complete list ends the rows of a family."""
    lots = CatalogueSampler.of(request(family), 1)
    return lots is None or not lots.is_exhaustive


def space(family: str, grade: str | None) -> str:
    """How many puzzles of a stratum there are, where a complete list says so."""
    lots = CatalogueSampler.of(request(family, grade=grade), 1)
    if lots is None:
        return ""
    return f"{len(lots):,}" if lots.is_exhaustive else f"{len(lots):,} listed, then searched"


def measured(family: str, grade: str | None, seconds: float, most: int = MOST) -> Rate:
    """The rows of a stratum that a process of its own makes in so many seconds of work, or in
    `LONGER` where rows are slow. Its first row does not count: it loads what the others find."""
    here, there = get_context("spawn").Pipe()
    worker = get_context("spawn").Process(target=_make, args=(there, family, grade), daemon=True)
    worker.start()
    there.close()
    rate = Rate(family, grade)
    try:
        if not _answers(here, worker.pid, LONGER * seconds):
            return rate
        here.recv()
        began = last = _worked(worker.pid)
        while rate.rows < most:
            until = began + (seconds if rate.rows >= FEWEST else LONGER * seconds)
            if not _answers(here, worker.pid, until):
                rate.cut = _worked(worker.pid) - last
                break
            took, form, size = here.recv()
            last = _worked(worker.pid)
            rate.seconds.append(took)
            rate.forms.append(form)
            rate.size += size
    except EOFError:
        pass  # a complete list has come to its end
    finally:
        worker.kill()
        worker.join()
    return rate


def _answers(here: Connection, process: int | None, until: float) -> bool:
    """Whether a process tells of a row before it has worked so long."""
    while not here.poll(GLANCE):
        if _worked(process) >= until:
            return False
    return True


def _worked(process: int | None) -> float:
    """Seconds that a process has worked."""
    numbers = Path(f"/proc/{process}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    return (int(numbers[11]) + int(numbers[12])) / os.sysconf("SC_CLK_TCK")


def _make(there: Connection, family: str, grade: str | None) -> None:
    """Make row after row, and tell of each."""
    plan = Plan.of([Setting.of(family, grades={grade: 1} if grade else None)], seed=1)
    lots = CatalogueSampler.of(plan.request(Stratum(0, grade)), plan.seed)
    last = len(lots) if lots is not None and lots.is_exhaustive else 10**9
    for k in range(last):
        began = time.process_time()
        row = make_row(plan, k)
        took = time.process_time() - began
        form, size = (row.form, len(row.text)) if isinstance(row, Line) else (b"%d" % k, 0)
        there.send((took, form, size))


def lists() -> Iterator[str]:
    """The complete lists that come with the program."""
    yield f"| family | list | puzzles | {' | '.join(GRADES)} |"
    yield "|---" * (3 + len(GRADES)) + "|"
    for family in all_families():
        try:
            found = catalogues(family)
        except OptionError:
            continue
        for catalogue in found:
            grades = Counter(entry.grade for entry in catalogue)
            counts = " | ".join(f"{grades[grade]:,}" for grade in GRADES)
            bounds = f"every {catalogue.enumeration.bounds}"
            yield f"| {family} | {bounds} | {len(catalogue):,} | {counts} |"


def table(rates: list[Rate]) -> Iterator[str]:
    """All rates, and what follows from them."""
    yield (
        "| family | grade | rows a second | noise | core hours for a million | kB a row "
        "| how many there are |"
    )
    yield "|---|---|---|---|---|---|---|"
    for rate in rates:
        known = space(rate.family, rate.grade)
        told = [rate.family, rate.grade or "as they come"]
        if not rate.rows:
            told += ["too few to say", "", "", "", known]
        else:
            noise = "" if rate.noise is None else f"± {100 * rate.noise:.0f} %"
            hours = f"{1_000_000 * rate.mean / 3600:,.0f}"
            ended = known.replace(",", "").isdigit()
            told += [
                f"{1 / rate.mean:.3g}",
                noise,
                "there are fewer" if ended else hours,
                f"{rate.size / rate.rows / 1000:.1f}",
                known or estimate(rate.rows, rate.repeats),
            ]
        yield f"| {' | '.join(told)} |"


def estimate(rows: int, repeats: int) -> str:
    """How many puzzles there are, from how many of some rows were repeats, as with birthdays;
    nothing where that would be a guess.

    >>> estimate(1000, 0), estimate(1000, 5)
    ('more than 170,000 (1,000 rows, no repeat)', 'about 100,000 (5 of 1,000 rows repeat)')
    """
    pairs = rows * (rows - 1) / 2
    if rows < ENOUGH:
        return ""
    if not repeats:
        # With three expected, none would be seen in one case of twenty.
        return f"more than {_two_digits(pairs / 3)} ({rows:,} rows, no repeat)"
    repeat = "repeats" if repeats == 1 else "repeat"
    return f"about {_two_digits(pairs / repeats)} ({repeats:,} of {rows:,} rows {repeat})"


def _two_digits(number: float) -> str:
    return f"{int(float(f'{number:.2g}')):,}"
