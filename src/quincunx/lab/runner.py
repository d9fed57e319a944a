"""The runner of all experiments: repeated trials in workers, with a journal.

Repetitions come in passes: all trials run once, then all again. So a disturbance of the machine
affects one run of many trials, and not all runs of a few.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Generator, Mapping
from dataclasses import asdict, dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, ClassVar, Self, TypeAlias, TypedDict

from quincunx._support.files import make_folder
from quincunx._support.journal import Journal, OtherHeadingError, decode_line
from quincunx._support.pool import Died, Failed, LocalPool
from quincunx._support.processes import physical_cores
from quincunx.cp.limits import Limits
from quincunx.errors import EngineError, OptionError, QuincunxError
from quincunx.lab.trials import (
    Trial,
    TrialRow,
    choose_consistencies,
    decode_row,
    kernel_name,
    require_goal,
    run,
    warm_up,
)
from quincunx.solving.models import OURS, require_model, usual_consistency

Identity: TypeAlias = dict[str, Any]
"""What distinguishes an experiment from others, as JSON data."""
Progress: TypeAlias = Callable[[int, int], None]
"""Called again and again with the number of finished runs and their total."""

QUICK_SECONDS = 0.1
"""A run that takes less is repeated unless the number of repetitions is given."""
TIMES = 5
"""Runs of a quick trial: the least number that has an interval (see `statistics.ENOUGH`)."""

POLL_SECONDS = 0.1
"""Time between two checks for Ctrl-C while workers run."""

JOURNAL = "journal.jsonl"
HEADING = "quincunx lab"
RESUMABLE = ("labeling", "growth")
"""Kinds of experiments whose heading holds everything: `--resume` needs nothing else."""


def no_journal() -> Journal:
    """Return a journal that is kept in memory only."""
    return Journal(None, {})


def require_repeat(repeat: int | None) -> int | None:
    """Return the number of repetitions, if it is one; `None` repeats what is quick."""
    if repeat is not None and (type(repeat) is not int or repeat < 1):
        raise OptionError(f"lab: {repeat} repeats, expected 1 or more")
    return repeat


def describe_repeat(repeat: int | None) -> str:
    """Describe how often trials are run.

    >>> describe_repeat(None), describe_repeat(1), describe_repeat(3)
    ('what takes under 0.1 s 5 times, the rest once', 'once', '3 times')
    """
    if repeat is None:
        return f"what takes under {QUICK_SECONDS:g} s {TIMES} times, the rest once"
    return "once" if repeat == 1 else f"{repeat} times"


def require_jobs(jobs: int) -> int:
    """Return the number of workers, if there are enough cores."""
    most = len(physical_cores())
    if not 1 <= jobs <= most:
        raise OptionError(
            f"lab: {jobs} jobs, expected 1 to {most}: timed runs never share one of the "
            f"{most} cores"
        )
    return jobs


def run_warm(trial: Trial, limits: Limits) -> TrialRow:
    """Run a trial after its caches are filled."""
    warm_up(trial.puzzle, trial.model, limits)
    return run(trial, limits)


def _run_all(
    trials: Mapping[str, Trial], limits: Limits, jobs: int
) -> Generator[tuple[str, TrialRow] | None, None, None]:
    """Yield rows as trials finish, and `None` now and then while workers run.

    Timed trials never share a core: each worker stays on its own, and this process only waits.
    """
    if jobs == 1 or len(trials) <= 1:
        for key, trial in trials.items():
            yield key, run_warm(trial, limits)
        return
    pool: LocalPool[str] = LocalPool(min(jobs, len(trials)), pin=True)
    waiting = list(trials.items())[::-1]
    left = len(trials)
    try:
        while left:
            while waiting and pool.free_slots():
                key, trial = waiting.pop()
                pool.submit(key, run_warm, trial, limits)
            ended = pool.results(POLL_SECONDS)
            for key, outcome in ended:
                if isinstance(outcome, Failed):
                    raise outcome.error or EngineError(f"lab: {outcome.reason}")
                if isinstance(outcome, Died):
                    raise EngineError(f"lab: a worker died while it ran {trials[key]}")
                yield key, outcome.value
            left -= len(ended)
            yield None
    finally:
        pool.close()


@dataclass(frozen=True)
class Runner:
    """How trials are run.

    Trials that the journal holds are not run again. Ctrl-C stops without waiting for trials that
    are running.
    """

    limits: Limits = field(default_factory=Limits)
    """What stops a single run."""
    jobs: int = 1
    journal: Journal = field(default_factory=no_journal)
    progress: Progress | None = None
    on_row: Callable[[str, TrialRow], None] | None = None
    """Called with the key and the row of each finished run, those of the journal included."""
    quick_seconds: float = QUICK_SECONDS

    def run(self, trials: Mapping[str, Trial], repeat: int | None = 1) -> list[list[TrialRow]]:
        """Run all trials and return the rows of each, in their order.

        Args:
            trials: The trials by the keys under which the journal records them.
            repeat: How often to run each; `None` repeats those that are quick.
        """
        require_jobs(self.jobs)
        require_repeat(repeat)
        rows: dict[str, list[TrialRow]] = {key: [] for key in trials}
        keys = list(trials)
        total, done = len(keys) * (repeat or 1), 0
        for number in range(1, (repeat or TIMES) + 1):
            if number == 2 and repeat is None:
                keys = [key for key in keys if self._is_quick(rows[key][0])]
                total += len(keys) * (TIMES - 1)
            once = {key: trials[key].repeated(number) for key in keys}
            for key, row in self._run_once(once, number, done, total).items():
                rows[key].append(row)
            done += len(keys)
        return list(rows.values())

    def _is_quick(self, row: TrialRow) -> bool:
        return row.seconds < self.quick_seconds and not row.limited

    def _run_once(
        self, trials: Mapping[str, Trial], number: int, done: int, total: int
    ) -> dict[str, TrialRow]:
        """Run each trial once, except those in the journal; `done` runs of `total` came before."""
        names = {key: key if number == 1 else f"{key}, run {number}" for key in trials}
        tell = self.progress or (lambda done, total: None)
        keep = self.on_row or (lambda key, row: None)
        rows: dict[str, TrialRow] = {}
        for key, trial in trials.items():
            known = self.journal.recall(names[key], partial(decode_row, trial))
            if known is not None:
                rows[key] = known
                keep(key, known)
        tell(done + len(rows), total)
        missing = {key: trial for key, trial in trials.items() if key not in rows}
        running = _run_all(missing, self.limits, self.jobs)
        try:
            for step in running:
                if step is not None:
                    key, row = step
                    rows[key] = row
                    self.journal.add(names[key], asdict(row))
                    keep(key, row)
                tell(done + len(rows), total)
        finally:
            running.close()
        return rows


class ExperimentKeywords(TypedDict, total=False):
    """The keyword arguments that experiments share."""

    consistency: str | None
    """Strength of propagation: `bounds`, `domain` or `both`."""
    goal: str
    """`first` solution, or `all`."""
    repeat: int | None
    """How often to run each trial; `None` repeats what is quick. Random orders take another seed
    each time."""
    seed: int
    """For random orders, and for puzzles that are made."""
    seconds: float | None
    """Processor time that stops a run."""
    nodes: int | None
    """Search nodes that stop a run."""
    model: str
    """`ours`, or the `paper`'s."""


def shared_fields(
    *,
    consistency: str | None = None,
    goal: str = "first",
    repeat: int | None = 1,
    seed: int = 0,
    seconds: float | None = None,
    nodes: int | None = None,
    model: str = OURS,
) -> dict[str, Any]:
    """Return the checked fields of a `TrialGrid`; see `ExperimentKeywords`."""
    limits = Limits(seconds, nodes)
    if type(seed) is not int:
        raise OptionError(f"lab: seed {seed!r}, expected a whole number")
    return {
        "consistencies": choose_consistencies(consistency or usual_consistency(model)),
        "goal": require_goal(goal),
        "repeat": require_repeat(repeat),
        "seed": seed,
        "seconds": limits.seconds,
        "nodes": limits.nodes,
        "model": require_model(model),
    }


@dataclass(frozen=True, kw_only=True)
class TrialGrid:
    """A grid of trials to be run: what all kinds of experiments share."""

    KIND: ClassVar[str]

    consistencies: tuple[str, ...]
    goal: str
    repeat: int | None
    seed: int
    seconds: float | None
    nodes: int | None
    model: str = OURS

    @property
    def limits(self) -> Limits:
        """What stops a single run."""
        return Limits(self.seconds, self.nodes)

    @property
    def most_repeats(self) -> int:
        """How often a trial is run at most."""
        return TIMES if self.repeat is None else self.repeat

    def identity(self) -> Identity:
        """Return what a journal must agree with; figures of different kernels are not mixed."""
        return {"kind": self.KIND, "kernel": kernel_name(), **asdict(self)}

    @classmethod
    def from_identity(cls, identity: Identity) -> Self:
        """Return the experiment with this identity."""
        raise NotImplementedError

    @classmethod
    def resumed(cls, folder: Path) -> Self:
        """Return the experiment whose journal is in a folder."""
        identity = read_identity(folder)
        kind = identity.get("kind")
        if kind != cls.KIND:
            raise OptionError(f"lab: {folder} holds a sweep of {kind!r}, expected {cls.KIND}")
        try:
            built = cls.from_identity(identity)
            # As text, since 0 equals False. Any kernel may continue.
            ours = {**built.identity(), "kernel": identity.get("kernel")}
            if json.dumps(ours, sort_keys=True) != json.dumps(identity, sort_keys=True):
                raise ValueError("an unknown or missing setting")
        except (TypeError, ValueError, LookupError, AttributeError, QuincunxError) as error:
            raise OptionError(
                f"lab: {folder / JOURNAL}, line 1: the heading is damaged or of another version "
                f"({error}), expected another folder"
            ) from None
        return built


def keywords_of(identity: Identity) -> ExperimentKeywords:
    """Return the shared keyword arguments that an identity holds."""
    (*_, last) = both = identity["consistencies"]
    return {
        "consistency": "both" if len(both) > 1 else last,
        "goal": identity["goal"],
        "repeat": identity["repeat"],
        "seed": identity["seed"],
        "seconds": identity["seconds"],
        "nodes": identity["nodes"],
        "model": identity["model"],
    }


def open_journal(folder: Path | None, identity: Identity, fresh: bool = False) -> Journal:
    """Open the journal of an experiment in a folder; without one it is kept in memory."""
    if folder is None:
        return no_journal()
    make_folder(folder)
    try:
        return Journal(folder / JOURNAL, {HEADING: identity}, fresh=fresh)
    except OtherHeadingError as error:
        found = error.heading.get(HEADING) if isinstance(error.heading, dict) else None
        if not isinstance(found, dict):
            raise OptionError(
                f"lab: {folder / JOURNAL}, line 1: not the heading of a sweep, expected another "
                "folder"
            ) from None
        ours = json.loads(json.dumps(identity))
        differing = [key for key in {**ours, **found} if ours.get(key) != found.get(key)]
        resume = "--resume" if found.get("kind") in RESUMABLE else "the command that began it"
        raise OptionError(
            f"lab: {folder} holds another sweep ({error.entries} entries, differs in "
            f"{', '.join(differing)}), expected {resume} to continue that one, or another folder"
        ) from None


def read_identity(folder: Path) -> Identity:
    """Return the identity of the experiment whose journal is in a folder."""
    path = folder / JOURNAL
    first = b""
    try:
        if path.is_file():
            with open(path, "rb") as file:
                first = file.readline()
    except OSError as error:
        raise OptionError(f"lab: {path}: {error.strerror}, expected a sweep to resume") from None
    if not first:
        raise OptionError(f"lab: {folder} holds no sweep, expected one to resume")
    found = decode_line(first)
    if not isinstance(found, dict) or not isinstance(found.get(HEADING), dict):
        raise OptionError(
            f"lab: {path}, line 1: not the heading of a sweep, expected one to resume"
        )
    identity: Identity = found[HEADING]
    return identity
