"""The cost of datasets: rows per second, several processes, memory, and the index of repeats.

    python -m benchmarks.dataset            everything, in about ten minutes; writes docs/scale.md
    python -m benchmarks.dataset --quick    the same, too short to be reliable; printed
    python -m benchmarks.dataset rates      some parts, printed: rates, lists, gym,
                                            scaling, memory, index

Run it on an idle machine with the compiled kernel: `make scale`. Rates of rows are per second of
processor time, those of whole runs are not. A stratum is a family with a grade, or with none.
"""

from __future__ import annotations

import gc
import json
import os
import platform
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from itertools import count
from math import sqrt
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from random import Random
from statistics import stdev
from tempfile import TemporaryDirectory

from benchmarks import DOCS, page_text, progress
from benchmarks.processes import memory_of, processor_name, seconds_of
from quincunx import __version__
from quincunx._support.files import write_file
from quincunx.cp import kernel
from quincunx.datasets.build import RunOptions, build
from quincunx.datasets.plan import Plan, Setting
from quincunx.datasets.records import WrittenRow
from quincunx.datasets.rows import make_row
from quincunx.datasets.store import Store
from quincunx.errors import OptionError
from quincunx.families import all_families
from quincunx.families.base.grades import GRADES
from quincunx.making.catalogue_sampler import CatalogueSampler, complete_list
from quincunx.making.catalogues import catalogues

DOCUMENT = DOCS / "scale.md"
PEERS = ("mini_sudoku", "sudoku", "futoshiki", "kakurasu", "survo", "n_queens")
MAX_SECONDS_A_ROW = 0.2
"""Slower families have no part in whole runs."""
MIN_ROWS = 5
"""Fewer rows have no standard error."""
EXTENSION = 4
"""A stratum with fewer rows gets up to this many times the time."""
POLL_SECONDS = 0.05
"""Time between two looks at the processor time of a process."""
MAX_ROWS = 5_000
"""Rows of a stratum at most."""
MIN_ROWS_TO_ESTIMATE = 100
"""The number of puzzles is not estimated from fewer rows."""
STUB_DIGESTS = 50
"""Digests of 64 characters in the text of a stub row, which make it as large as others."""
BEFORE: dict[str, dict[str | None, str]] = {
    "aztec-math": {None: "13.9", "easy": "15.3", "medium": "11.9", "hard": "13"},
    "c-note": {None: "19.5", "easy": "6.59", "medium": "15.8", "hard": "7.78"},
    "multi-balance": {
        None: "2.78",
        "easy": "9.84",
        "medium": "7.15",
        "hard": "2.6",
        "expert": "0.96",
    },
    "power-strike": {None: "8", "easy": "5.98", "medium": "6", "hard": "0.424"},
    "sum-star": {
        None: "0.705",
        "easy": "0.996",
        "medium": "0.896",
        "hard": "1.19",
        "expert": "0.704",
    },
}
"""Rows a second with version 0.2.0, whose grades had other bounds, on such a machine."""
COMMIT_FORMS = 100_000
"""The index is committed after this many forms, as a run does after a shard or two."""


@dataclass(frozen=True)
class Budget:
    """How long to measure.

    Attributes:
        stratum: Seconds for a stratum.
        dataset: Seconds for a dataset of reasoning-gym.
        scaling: Seconds that one process takes for the rows that two share.
        memory: Rows over which memory is observed.
        index: Forms in the index.
    """

    stratum: float = 5.0
    dataset: float = 2.0
    scaling: float = 30.0
    memory: int = 40_000
    index: int = 10_000_000


QUICK = Budget(stratum=1.5, dataset=0.5, scaling=5.0, memory=100, index=200_000)

# Rates: how long a row takes on one core, and how accurate that is.


@dataclass
class Rate:
    """The rows of a stratum that were made in some seconds."""

    family: str
    grade: str | None
    seconds: list[float] = field(default_factory=list)
    forms: list[str] = field(default_factory=list)
    size: int = 0
    """Bytes of all rows."""
    cut: float = 0.0
    """Seconds spent on a row that was not finished."""

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
        if self.rows < MIN_ROWS:
            return None
        return 2 * stdev(self.seconds) / sqrt(self.rows) / self.mean

    @property
    def repeats(self) -> int:
        """How many rows are an earlier one again, up to symmetry."""
        return self.rows - len(set(self.forms))


def strata() -> Iterator[tuple[str, str | None]]:
    """Every family as it is by default, first as it comes and then by grade."""
    return ((name, grade) for name in all_families() for grade in (None, *GRADES))


def plan_of(family: str, grade: str | None = None) -> Plan:
    """The plan of a dataset of one stratum."""
    return Plan.of([Setting.of(family, grades={grade: 1} if grade else None)], seed=1)


def is_endless(plan: Plan) -> bool:
    """Whether no complete list ends the rows of a plan."""
    return complete_list(plan.requests(plan.strata[0])[-1]) is None


def space(family: str, grade: str | None) -> str:
    """How many puzzles of a stratum are in complete lists, if there are any."""
    plan = plan_of(family, grade)
    samplers = [CatalogueSampler.of(asked, 1) for asked in plan.requests(plan.strata[0])]
    listed = sum(len(sampler) for sampler in samplers if sampler is not None)
    return f"{listed:,} listed{', then searched' if is_endless(plan) else ''}" if listed else ""


def measured(family: str, grade: str | None, seconds: float, most: int = MAX_ROWS) -> Rate:
    """Return the rows of a stratum that a separate process makes in this much processor time, or
    in `EXTENSION` times as much if rows are slow. The first row fills caches and is not counted."""
    here, there = get_context("spawn").Pipe()
    worker = get_context("spawn").Process(target=_make, args=(there, family, grade), daemon=True)
    worker.start()
    there.close()
    rate = Rate(family, grade)
    try:
        if not _answers(here, worker.pid, EXTENSION * seconds):
            return rate
        here.recv()
        began = last = seconds_of(worker.pid)
        while rate.rows < most:
            until = began + (seconds if rate.rows >= MIN_ROWS else EXTENSION * seconds)
            if not _answers(here, worker.pid, until):
                rate.cut = seconds_of(worker.pid) - last
                break
            took, form, size = here.recv()
            last = seconds_of(worker.pid)
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
    """Whether a process reports a row before it has used this much processor time."""
    while not here.poll(POLL_SECONDS):
        if seconds_of(process) >= until:
            return False
    return True


def _make(there: Connection, family: str, grade: str | None) -> None:
    """Make row after row, and report each."""
    plan = plan_of(family, grade)
    for k in count():
        began = time.process_time()
        row = make_row(plan, k)
        took = time.process_time() - began
        if isinstance(row, WrittenRow):
            there.send((took, row.solution_class, len(row.text)))
        elif is_endless(plan):
            there.send((took, str(k), 0))
        else:
            return
        if k == 0:
            gc.freeze()  # as the workers of the command do


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
    """The table of all rates."""
    yield (
        "| family | grade | rows a second | noise | with 0.2.0 | core hours for a million "
        "| kB a row | how many there are |"
    )
    yield "|---|---|---|---|---|---|---|---|"
    for rate in rates:
        known = space(rate.family, rate.grade)
        cells = [rate.family, rate.grade or "as they come"]
        before = BEFORE[rate.family].get(rate.grade, "")
        if not rate.rows:
            cells += ["too few rows", "", before, "", "", known]
        else:
            noise = "" if rate.noise is None else f"± {100 * rate.noise:.0f} %"
            hours = f"{1_000_000 * rate.mean / 3600:,.0f}"
            ended = known.endswith("listed")
            cells += [
                f"{1 / rate.mean:.3g}",
                noise,
                before,
                "there are fewer" if ended else hours,
                f"{rate.size / rate.rows / 1000:.1f}",
                known or estimate(rate.rows, rate.repeats),
            ]
        yield f"| {' | '.join(cells)} |"


def estimate(rows: int, repeats: int) -> str:
    """Estimate the number of solutions from the repeats among rows, as in the birthday problem.

    Empty if there are too few rows.

    >>> estimate(1000, 0), estimate(1000, 5)
    ('more than 170,000 (1,000 rows, no repeat)', 'about 100,000 (5 of 1,000 rows repeat)')
    """
    pairs = rows * (rows - 1) / 2
    if rows < MIN_ROWS_TO_ESTIMATE:
        return ""
    if not repeats:
        # If three were expected, none would be seen with a probability of one in twenty.
        return f"more than {_two_digits(pairs / 3)} ({rows:,} rows, no repeat)"
    repeat = "repeats" if repeats == 1 else "repeat"
    return f"about {_two_digits(pairs / repeats)} ({repeats:,} of {rows:,} rows {repeat})"


def _two_digits(number: float) -> str:
    return f"{int(float(f'{number:.2g}')):,}"


# Whole runs of the command.


@dataclass
class Run:
    """A finished run of the command."""

    seconds: float
    digest: list[str]


def run(families: Sequence[str], number: int, jobs: int) -> Run:
    """Make a set of some families without grades."""
    with TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "quincunx", "dataset", "-o", folder]
        for family in families:
            command += ["--family", family]
        command += ["--number", str(number), "--jobs", str(jobs), "--seed", "1"]
        began = time.perf_counter()
        subprocess.run(command, check=True, capture_output=True)
        took = time.perf_counter() - began
        manifest = json.loads((Path(folder) / "manifest.json").read_bytes())
        return Run(took, [shard["sha256"] for shard in manifest["shards"]])


def scaling(families: Sequence[str], number: int) -> Iterator[str]:
    """One process beside two, and whether they write the same."""
    one, two = run(families, number, 1), run(families, number, 2)
    same = "the same files" if one.digest == two.digest else "DIFFERENT FILES"
    yield f"{number:,} rows of {', '.join(families)}, start and end of the command included:"
    yield ""
    yield "| processes | seconds | rows a second | times one process |"
    yield "|---|---|---|---|"
    for jobs, done in ((1, one), (2, two)):
        faster = f"{one.seconds / done.seconds:.2f}"
        rate = f"{number / done.seconds:.1f}"
        yield f"| {jobs} | {done.seconds:.1f} | {rate} | {faster} |"
    yield ""
    yield f"Both wrote {same}."


def stub_row(plan: Plan, k: int) -> WrittenRow:
    """Return a row that is as large as others and takes no time to make."""
    digest = sha256(str(k).encode()).hexdigest()
    form, solution_class = digest[:32], digest[32:]
    split = plan.split(solution_class)
    fields = {"split": split, "family": "none", "grade": "none", "text": digest * STUB_DIGESTS}
    return WrittenRow(k, form, solution_class, split, f"{json.dumps(fields)}\n")


def make_stubs(number: int) -> None:
    """Make a dataset of such rows, and print a table of this process's memory."""
    marks = [number // 16, *(number * quarter // 4 for quarter in (1, 2, 3, 4))]

    def report(rows: int) -> None:
        while marks and rows >= marks[0]:
            print(f"| {marks.pop(0):,} | {memory_of(os.getpid()) / 1e6:.0f} |")

    with TemporaryDirectory() as folder:
        options = RunOptions(jobs=1, progress=lambda progress: report(progress.rows))
        build(plan_of("c-note"), Path(folder), number, options, make=stub_row)
    report(number)


def memory(number: int) -> Iterator[str]:
    """Memory of the command's own process over a long run."""
    yield "| rows | MB |"
    yield "|---|---|"
    code = f"from benchmarks.dataset import make_stubs; make_stubs({number})"
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    yield from done.stdout.splitlines()


def index(number: int) -> Iterator[str]:
    """The cost of finding repeats among this many digests."""
    dice = Random(1)
    times: list[float] = []
    with TemporaryDirectory() as folder:
        path = Path(folder) / "store.sqlite"
        before = memory_of(os.getpid())
        store = Store(path)
        step = max(1, number // 10)
        for first in range(0, number, step):
            began = time.perf_counter()
            for row in range(first, first + step):
                store.add(row, dice.randbytes(16).hex())
                if row % COMMIT_FORMS == COMMIT_FORMS - 1:
                    store.commit(row + 1)
            store.commit(first + step)
            times.append(time.perf_counter() - began)
        grown = memory_of(os.getpid()) - before
        disk = sum(file.stat().st_size for file in Path(folder).iterdir())
        store.close()
    yield "| digests | seconds | µs a digest at first | µs a digest at last | disk | memory |"
    yield "|---|---|---|---|---|---|"
    yield (
        f"| {number:,} | {sum(times):.0f} | {1e6 * times[0] / step:.1f} "
        f"| {1e6 * times[-1] / step:.1f} | {disk / 1e6:,.0f} MB | {grown / 1e6:,.0f} MB |"
    )


class Measurement:
    """The parts of a measurement, each as lines of a page."""

    def __init__(self, budget: Budget) -> None:
        self.budget = budget
        self._rates: list[Rate] = []
        self.parts: Mapping[str, Callable[[], Iterator[str]]] = {
            "rates": self.rates,
            "lists": lists,
            "gym": self.gym,
            "scaling": self.scaling,
            "memory": lambda: memory(budget.memory),
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

    def _measured(self) -> list[Rate]:
        if not self._rates:
            each = list(strata())
            self._rates = [
                measured(family, grade, self.budget.stratum)
                for family, grade in progress.shown(each, "rates")
            ]
        return self._rates

    def _endless(self) -> list[Rate]:
        """Families without a grade, the fastest first, except those that end or are slow."""
        found = [rate for rate in self._measured() if rate.grade is None and rate.rows]
        found = [rate for rate in found if is_endless(plan_of(rate.family))]
        found.sort(key=lambda rate: rate.mean)
        return [one for one in found if one is found[0] or one.mean <= MAX_SECONDS_A_ROW]


def machine() -> str:
    """Describe the program and the machine."""
    compiled = "compiled" if kernel.COMPILED else "plain Python"
    return (
        f"quincunx {__version__} ({compiled} kernel), Python {platform.python_version()}, "
        f"{os.cpu_count()} cores of {processor_name()}"
    )


def main(arguments: list[str]) -> None:
    """Measure, and write or print."""
    quick = "--quick" in arguments
    named = [name for name in arguments if name != "--quick"]
    measurement = Measurement(QUICK if quick else Budget())
    for name in named:
        print("\n".join(measurement.parts[name]()), flush=True)
    if named:
        return
    began = time.perf_counter()
    parts = {name: "\n".join(part()) for name, part in measurement.parts.items()}
    minutes = (time.perf_counter() - began) / 60
    page = page_text("scale").format(machine=machine(), minutes=minutes, **parts)
    if quick:
        print(page)
    else:
        write_file(DOCUMENT, page)


if __name__ == "__main__":
    main(sys.argv[1:])
