"""The runner of all experiments: repeated trials in workers, with a journal.

Repetitions come in passes: all trials run once, then all again. So a disturbance of the machine
affects one run of many trials, and not all runs of a few.
"""

from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from contextlib import closing
from dataclasses import asdict, dataclass
from functools import partial
from itertools import product
from pathlib import Path
from typing import Any, ClassVar, TypeAlias, TypedDict

from quincunx._support.files import make_folder
from quincunx._support.journal import Journal
from quincunx._support.pool import choose_pool, run_tasks
from quincunx._support.processes import physical_cores
from quincunx._support.version import VERSION
from quincunx.cp.limits import Limits, require_limit
from quincunx.cp.options import CONSISTENCIES
from quincunx.errors import EngineError, OptionError, short_repr
from quincunx.lab.tables import CounterReport
from quincunx.lab.trials import (
    GOALS,
    Trial,
    TrialRow,
    choose,
    decode_row,
    kernel_name,
    run,
    warm_up,
)
from quincunx.solving.models import OURS, model_title, require_model, usual_consistency

Identity: TypeAlias = dict[str, Any]
"""What distinguishes an experiment from others, as JSON data."""
ReportProgress: TypeAlias = Callable[[int, int], None]
"""Called again and again with the number of finished runs and their total."""

QUICK_SECONDS = 0.1
"""A run that takes less time is repeated, unless the number of repetitions is given."""
QUICK_RUNS = 5
"""Runs of a quick trial: as many as an interval needs, see `statistics.MIN_RUNS`."""
MAX_TRIALS = 1_000_000
"""All of them are in memory."""

JOURNAL = "journal.jsonl"


def no_progress(done: int, total: int) -> None:
    """Report nothing."""


def require_repeat(repeat: int | None) -> None:
    """Refuse an invalid number of repetitions; `None` repeats quick searches."""
    require_limit(repeat, "lab: number of repeats", 1)


def describe_repeat(repeat: int | None) -> str:
    """Describe how often trials are run.

    >>> describe_repeat(None), describe_repeat(1), describe_repeat(3)
    ('what takes under 0.1 s 5 times, the rest once', 'once', '3 times')
    """
    if repeat is None:
        return f"what takes under {QUICK_SECONDS:g} s {QUICK_RUNS} times, the rest once"
    return "once" if repeat == 1 else f"{repeat} times"


def run_warm(trial: Trial, limits: Limits, kernel: str) -> TrialRow:
    """Run a trial after its caches are filled; refuse a worker with another kernel."""
    if kernel_name() != kernel:
        raise EngineError(
            f"lab: a worker has the {kernel_name()} kernel, expected the {kernel} one, as here"
        )
    warm_up(trial.puzzle, trial.model, limits)
    return run(trial, limits)


@dataclass(frozen=True)
class Runner:
    """Where trials are run, and where finished runs are kept.

    Timed runs never share a core: each local worker stays on its own, and this process only waits.
    A Dask worker should have one thread. Ctrl-C stops without waiting for runs under way.
    """

    jobs: int | None = None
    """How many runs at a time in processes of their own; by default one, in this process."""
    scheduler: str | None = None
    """The address of a Dask scheduler, whose workers run the trials instead."""
    folder: Path | None = None
    """Where finished runs are kept, and not run again."""
    fresh: bool = False
    """Whether to run again what the folder holds."""
    progress: ReportProgress = no_progress
    making: ReportProgress = no_progress
    """Called with the number of points that have puzzles, and the number of points."""

    def journal(self, identity: Identity) -> Journal:
        """Open the journal of an experiment; without a folder it is kept in memory."""
        if self.folder is None:
            return Journal(None, "", {})
        make_folder(self.folder)
        return Journal(self.folder / JOURNAL, "quincunx lab", identity, fresh=self.fresh)

    def run(
        self,
        trials: Mapping[str, Trial],
        limits: Limits | None = None,
        repeat: int | None = 1,
        journal: Journal | None = None,
    ) -> list[list[TrialRow]]:
        """Run all trials and return the rows of each, in their order.

        Args:
            trials: The trials by the keys under which the journal records them.
            limits: What stops a single run.
            repeat: How often to run each; `None` repeats those that are quick.
            journal: Holds finished runs, which are not run again.
        """
        require_repeat(repeat)
        rows: dict[str, list[TrialRow]] = {key: [] for key in trials}
        keys = list(trials)
        total, done = len(keys) * (repeat or 1), 0
        journal = journal or Journal(None, "", {})
        for number in range(1, (repeat or QUICK_RUNS) + 1):
            if number == 2 and repeat is None:
                firsts = {key: rows[key][0] for key in keys}
                keys = [k for k, r in firsts.items() if r.seconds < QUICK_SECONDS and not r.limited]
                total += len(keys) * (QUICK_RUNS - 1)
            missing: dict[str, Trial] = {}
            ending = "" if number == 1 else f", run {number}"
            for key in keys:
                trial = trials[key].repeated(number)
                known = journal.recall(f"{key}{ending}", partial(decode_row, trial))
                if known is None or known.differs_under(limits):
                    missing[key] = trial
                else:
                    rows[key].append(known)
            done += len(keys) - len(missing)
            self.progress(done, total)
            with closing(self._run_all(missing, limits or Limits())) as running:
                for key, row in running:
                    if row is not None:
                        rows[key].append(row)
                        journal.add(f"{key}{ending}", asdict(row))
                        done += 1
                    self.progress(done, total)
        return list(rows.values())

    def _run_all(
        self, trials: Mapping[str, Trial], limits: Limits
    ) -> Generator[tuple[str, TrialRow | None], None, None]:
        """Yield rows by key as trials finish, and `None` now and then while workers run."""
        most = len(physical_cores())
        start_pool = choose_pool("lab", self.jobs, self.scheduler, usual=1, most=most, pin=True)
        kernel = kernel_name()
        if not trials or (self.scheduler is None and self.jobs in (None, 1)):
            for key, trial in trials.items():
                yield key, run_warm(trial, limits, kernel)
            return
        tasks = ((key, run_warm, trial, limits, kernel) for key, trial in trials.items())
        with closing(start_pool()) as pool:
            for ended in run_tasks(pool, tasks, lambda key: f"lab: {trials[key]}"):
                yield ended or ("", None)


class GridKeywords(TypedDict, total=False):
    """The keyword arguments that experiments share: fields of `TrialGrid`."""

    consistency: str | None
    goal: str
    repeat: int | None
    seed: int
    seconds: float | None
    nodes: int | None
    model: str


@dataclass(frozen=True, kw_only=True)
class TrialGrid:
    """An experiment: puzzles × labelings × strengths of propagation, repeated."""

    kind: str
    labelings: tuple[tuple[str, str, str], ...]
    """Variable order, value choice and direction of each."""
    consistency: str | None = None
    """Strength of propagation: `bounds`, `domain` or `both`; by default that of the model."""
    goal: str = "first"
    """`first` answer, or `all`."""
    repeat: int | None = 1
    """How often to run each trial; `None` repeats quick ones. Random trials take another seed each
    time."""
    seed: int = 0
    """For random orders and puzzles that are made."""
    seconds: float | None = None
    """Processor time that stops a run."""
    nodes: int | None = None
    """Search nodes that stop a run."""
    model: str = OURS
    """`ours`, the `paper`'s or the `authors`'."""

    counters: ClassVar[tuple[str, ...]]
    """The counters that have a place in the report."""

    def __post_init__(self) -> None:
        require_model(self.model)
        Limits(self.seconds, self.nodes)  # Raises if one of them is not valid.
        if self.consistency is not None:
            choose("consistency", [self.consistency], (*CONSISTENCIES, "both"))
        choose("goal", [self.goal], GOALS)
        require_repeat(self.repeat)
        if type(self.seed) is not int:
            raise OptionError(f"lab: seed {short_repr(self.seed)}, expected a whole number")
        if self.runs > MAX_TRIALS:
            raise OptionError(f"lab: {short_repr(self.runs)} runs, expected at most {MAX_TRIALS}")

    @property
    def size(self) -> int:
        """The number of puzzles."""
        raise NotImplementedError

    def instances(self, runner: Runner, journal: Journal) -> Iterable[tuple[str, str]]:
        """Yield the puzzles, each after the point of the experiment that it belongs to."""
        raise NotImplementedError

    def report(self, rows: Sequence[TrialRow], counter: str) -> CounterReport:
        """Return what rows show of one counter."""
        raise NotImplementedError

    def report_facts(self) -> dict[str, Any]:
        """Return what the head of the report, `reports/KIND.md`, names beside the conditions."""
        raise NotImplementedError

    def remarks(self, rows: Sequence[TrialRow]) -> list[str]:
        """Return sentences for the end of the report."""
        return []

    def draw(self, rows: Sequence[TrialRow], folder: Path) -> list[Path]:
        """Draw the pictures of the report."""
        raise NotImplementedError

    @property
    def runs(self) -> int:
        """The number of runs at most."""
        settings = len(self.labelings) * len(self.consistencies)
        return self.size * settings * (self.repeat or QUICK_RUNS)

    def run(self, runner: Runner | None = None) -> list[TrialRow]:
        """Run all trials and return their rows; the runs of a trial come together."""
        runner = runner or Runner()
        named: dict[str, Any] = {"seed": self.seed, "goal": self.goal, "model": self.model}
        with runner.journal(self.identity()) as journal:
            puzzles = list(self.instances(runner, journal))
            settings = product(puzzles, self.consistencies, self.labelings)
            trials = {
                f"run {at}": Trial(p, *order, strength, point=point, **named)
                for at, ((point, p), strength, order) in enumerate(settings)
            }
            found = runner.run(trials, self.limits, self.repeat, journal)
        return [row for rows in found for row in rows]

    @property
    def consistencies(self) -> tuple[str, ...]:
        """The strengths of propagation."""
        asked = self.consistency or usual_consistency(self.model)
        return CONSISTENCIES if asked == "both" else (asked,)

    @property
    def limits(self) -> Limits:
        """What stops a single run."""
        return Limits(self.seconds, self.nodes)

    def identity(self) -> Identity:
        """Return what a journal must agree with; figures of different kernels are not mixed.

        Without the number of repetitions, so that another call makes only runs that are missing.
        """
        left_out = ("consistency", "repeat")
        asked = {name: value for name, value in asdict(self).items() if name not in left_out}
        asked |= {"seconds": self.limits.seconds, "kernel": kernel_name(), "version": VERSION}
        return {**asked, "consistencies": self.consistencies}

    def conditions(self) -> str:
        """Return the list of conditions in a report."""
        lines = {
            "goal": "the first solution" if self.goal == "first" else "all solutions",
            "model": model_title(self.model),
            "propagation": " and ".join(self.consistencies),
            "run": f"{describe_repeat(self.repeat)}; what depends on chance with another seed",
            "limit of a run": str(self.limits),
            "seed": str(self.seed),
            "kernel": kernel_name(),
        }
        return "\n".join(f"- {name}: {text}" for name, text in lines.items())
