"""`quincunx lab labeling`, `growth` and `papers`: experiments that run many trials."""

import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import typer

from quincunx._support.extras import require_package
from quincunx.cli.options import Natural, Positive
from quincunx.cli.output import Response, paint, table, write_error
from quincunx.cli.progress import run_to_end, shows_progress
from quincunx.cli.status import Status
from quincunx.errors import OptionError
from quincunx.lab.growth_experiment import growth as growth_experiment
from quincunx.lab.labeling_sweep import sweep
from quincunx.lab.papers import measurements, report
from quincunx.lab.papers.results import load
from quincunx.lab.runner import JOURNAL, GridKeywords, Runner, TrialGrid
from quincunx.lab.tables import counter_name, write_results
from quincunx.lab.trials import COUNTERS, TrialRow, choose
from quincunx.solving.models import OURS


@dataclass(frozen=True)
class WorkerFlags:
    """Where trials are run.

    Options:
        jobs (N): Number of runs at the same time, each on its own core.
        scheduler (ADDRESS): A Dask scheduler, as in tcp://10.0.0.1:8786: its workers make the runs;
            start them with one thread each.
    """

    jobs: int | None = None
    scheduler: str | None = None


@dataclass(frozen=True)
class ExperimentFlags:
    """What is measured, in labeling sweeps and growth experiments.

    Options:
        consistency (LEVEL): Strength of propagation: bounds, domain or both; by default domain, or
            bounds for programs of papers.
        all_: Search for all solutions, not only the first.
        repeat (N): Run everything N times, random orders with N seeds. By default only quick runs
            are repeated.
        seed (N): Seed of random orders and of generated puzzles.
        time_limit (SECONDS): Stop a run after this time.
        node_limit (N): Stop a run after N nodes.
    """

    consistency: str | None = None
    model: str = OURS
    all_: bool = False
    repeat: Positive | None = None
    seed: int = 0
    time_limit: float | None = 10.0
    node_limit: Natural | None = None

    def keywords(self) -> GridKeywords:
        """Return the options as keywords of experiments."""
        return {
            "consistency": self.consistency,
            "model": self.model,
            "goal": "all" if self.all_ else "first",
            "repeat": self.repeat,
            "seed": self.seed,
            "seconds": self.time_limit,
            "nodes": self.node_limit,
        }


@dataclass(frozen=True)
class FolderFlags:
    """Where results are kept.

    Options:
        output (DIR): Write rows, pictures and a report into this folder; finished runs are kept
            there.
        fresh: Measure again what the folder holds already.
    """

    output: Path | None = None
    fresh: bool = False


def labeling(
    flags: ExperimentFlags,
    kept: FolderFlags,
    workers: WorkerFlags,
    puzzles: list[str] | None = None,
    /,
    variable: list[str] | None = None,
    value: list[str] | None = None,
    direction: list[str] | None = None,
    counter: str = "backtracks",
) -> Response:
    """Compare labelings: variable orders × value choices × directions.

    Limits apply to a single run. A stopped run is shown as such, never as a number. Times are
    processor time; options that lead to the same search share one.

    Options:
        puzzles (PUZZLE...): Identifiers, files, gallery names, or - for standard input.
        variable (ORDERS): Only these variable orders, as in ff,min; an invalid one lists the
            choices.
        value (CHOICES): Only these value choices, as in step,bisect.
        direction (WAYS): Only up, or only down.
        counter (NAME): The counter of the heat map that is printed.
    """
    (shown,) = choose("counter", ["seconds" if counter == "time" else counter], COUNTERS)
    with _running("labeling", workers, kept) as runner:
        asked = sweep(
            puzzles or [],
            variables=_words(variable),
            values=_words(value),
            directions=_words(direction),
            **flags.keywords(),
        )
        rows = asked.run(runner)
    return _response(asked, rows, [shown], kept)


def growth(
    flags: ExperimentFlags,
    kept: FolderFlags,
    workers: WorkerFlags,
    family: str | None = None,
    grows: str | None = None,
    /,
    over: str | None = None,
    with_: list[str] | None = None,
    labeling: list[str] | None = None,
    number: Positive = 5,
    any_: bool = False,
) -> Response:
    """Measure how the cost of a search grows with a parameter.

    Puzzles are made from the seed. Limits apply to a single run. A stopped run is shown as such,
    never as a number, and values with a stopped run are left out when growth is fitted. Times are
    processor time.

    Options:
        family (FAMILY): The family to make puzzles of.
        grows (PARAMETER=VALUES): What grows: size=3..7, or target=60,100; the same as --over.
        over (PARAMETER=VALUES): What grows.
        with_ (PARAMETER=VALUE): Set another parameter of the family.
        labeling (OPTIONS): A line of the chart, as in ff,bisect; give it once for every line.
        number (N): Puzzles for each value.
        any_: Use puzzles with any number of solutions, which are made much faster.
    """
    over = over or grows
    if family is None or over is None:
        raise OptionError("lab: expected a family and --over, as in c-note --over size=3..7")
    with _running("growth", workers, kept) as runner:
        asked = growth_experiment(
            family,
            over,
            fixed=_words(with_) or (),
            labelings=labeling,
            number=number,
            unique=not any_,
            **flags.keywords(),
        )
        rows = asked.run(runner)
    return _response(asked, rows, asked.counters, kept)


def papers(
    workers: WorkerFlags, output: Path | None = None, reduced: bool = False, redraw: bool = False
) -> Response:
    """Judge the claims of the five papers by experiments.

    Without -o the numbers of verdicts are printed, and nothing is kept. With -o an interrupted
    command continues where it stopped. Everything takes about three quarters of an hour,
    --reduced less than a minute.

    Options:
        output (DIR): Write papers.md, a page for each paper and their pictures into this folder.
        reduced: Make only a few short runs of every experiment, as a trial.
        redraw: Write the pages again from what the folder holds.
    """
    require_package("scipy")
    folder = None if output is None else output / "papers"
    if redraw and reduced:
        raise OptionError("lab: --redraw and --reduced, expected one of them")
    if not redraw:
        with _running("papers", workers, FolderFlags(folder)) as runner:
            results = measurements.run_papers(reduce=reduced, runner=runner)
    elif folder is None:
        raise OptionError("lab: --redraw without -o, expected the folder of the page")
    else:
        results = load(folder / report.RESULTS_FILE)
    found = run_to_end(lambda cancel: report.findings(results))
    written: list[Path] = []
    if output is not None:
        written = run_to_end(lambda cancel: report.write_papers(results, output, found))
    if folder is not None and not redraw:
        # The results are complete; the next command measures everything again.
        (folder / JOURNAL).unlink(missing_ok=True)
    words = [report.summary(found)]
    if results.made["reduced"]:
        words.append("This is a trial run of a few searches only: its verdicts mean nothing.")
    if written:
        words.append(f"{len(written)} files, the page in {written[0]}")
    data = {
        "made": dict(results.made),
        "claims": [finding.as_dict() for finding in found],
        "files": [str(path) for path in written],
    }
    return Response(data, "\n".join(words))


def _words(texts: Sequence[str] | None) -> list[str] | None:
    """Return the words of options that may be repeated or contain commas; `None` if not given.

    >>> _words(["ff,min", " max"])
    ['ff', 'min', 'max']
    """
    if not texts:
        return None
    return [word for text in texts for part in text.split(",") if (word := part.strip())]


@contextmanager
def _running(label: str, workers: WorkerFlags, kept: FolderFlags) -> Iterator[Runner]:
    """Return what runs trials; refuse to begin without the packages that draw their results.

    Shows progress, and after Ctrl-C reports what is kept.
    """
    for name in ("matplotlib", "scipy") if kept.output is not None else ():
        require_package(name)
    done, total, began = 0, 0, time.monotonic()

    def show(text: str = "") -> None:
        if shows_progress():
            print(f"\r{text}\x1b[K", end="", file=sys.stderr, flush=True)

    def progress(*now: int) -> None:
        nonlocal done, total
        done, total = now
        show(f"{label}: {done} of {total} runs, {time.monotonic() - began:.0f} s")

    def making(done: int, total: int) -> None:
        show(f"making puzzles: {done} of {total}")

    try:
        where = (workers.jobs, workers.scheduler, kept.output, kept.fresh)
        yield Runner(*where, progress, making)
    except KeyboardInterrupt:
        runs = f"{done} of {total} runs"
        if not total:
            write_error("stopped before the first run")
        elif kept.output is None:
            write_error(f"stopped after {runs} (-o DIR would keep them)")
        else:
            write_error(f"stopped: {runs} are kept in {kept.output}; the same command continues")
        raise typer.Exit(Status.INTERRUPTED) from None
    finally:
        show()


def _response(
    asked: TrialGrid, rows: Sequence[TrialRow], counters: Sequence[str], kept: FolderFlags
) -> Response:
    """Write the files of an experiment, if it has a folder, and return its rows and words."""
    words = []
    for counter in counters:
        found = asked.report(rows, counter)
        for heading, headers, lines in found.tables:
            name = f"{heading}: {counter_name(counter)}".removeprefix(": ")
            words += [paint([[(name, "title")]]), table(lines, headers), ""]
        words += [*found.sentences, ""]
    words += asked.remarks(rows)
    if (folder := kept.output) is not None:
        files = run_to_end(lambda cancel: write_results(folder, asked, rows))
        words.append(f"{len(files)} files in {folder}, the report in {files[-1]}")
    data = {"sweep": asked.identity(), "rows": [row.as_dict() for row in rows]}
    return Response(data, "\n".join(words).rstrip("\n"))
