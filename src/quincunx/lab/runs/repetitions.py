"""Trials run several times: one measurement of a short time says little.

Vocabulary:
  pass   all trials run once, one after another; so what disturbs the machine for a while disturbs
         one run of many trials, and not all runs of a few
  quick  what took less than `QUICK` seconds, or as many as somebody says, the first time, and was
         not stopped
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from quincunx.cp.limits import Limits
from quincunx.errors import OptionError
from quincunx.lab.runs.journal import Journal
from quincunx.lab.runs.pool import Progress, run_all
from quincunx.lab.runs.trials import Row, Trial, again

QUICK = 0.1
"""Seconds below which a run is repeated unless somebody says how often."""
TIMES = 5
"""So often is run what is quick: the least number of runs whose least and most times hold the
median between them in more than nine of ten cases (see `figures.intervals`)."""


def require_repeat(repeat: int | None) -> int | None:
    """How often to run everything, if that makes sense; `None` repeats what is quick."""
    if repeat is not None and (type(repeat) is not int or repeat < 1):
        raise OptionError(f"lab: {repeat} repeats, expected 1 or more")
    return repeat


def in_words(repeat: int | None) -> str:
    """How often trials are run.

    >>> in_words(None), in_words(1), in_words(3)
    ('what takes under 0.1 s 5 times, the rest once', 'once', '3 times')
    """
    if repeat is None:
        return f"what takes under {QUICK:g} s {TIMES} times, the rest once"
    return "once" if repeat == 1 else f"{repeat} times"


def run_repeated(
    trials: Sequence[Trial],
    repeat: int | None,
    *,
    limits: Limits | None = None,
    jobs: int = 1,
    journal: Journal | None = None,
    progress: Progress | None = None,
    finished: Callable[[int, Row], None] | None = None,
    name: str = "run",
    quick: float = QUICK,
) -> list[list[Row]]:
    """For every trial its rows: as many as there are repeats, or more than one where it is quick.

    Random orders take another seed each time. The rest is as `run_all` has it; `finished` is told
    the number of the trial.
    """
    require_repeat(repeat)
    places = list(range(len(trials)))
    found: list[list[Row]] = [[] for _ in trials]
    expected = len(trials) * (1 if repeat is None else repeat)
    before = 0
    for number in range(1, (TIMES if repeat is None else repeat) + 1):
        if number == 2 and repeat is None:
            places = [
                at for at in places if found[at][0].seconds < quick and not found[at][0].limited
            ]
            expected += len(places) * (TIMES - 1)
        rows = run_all(
            [again(trials[at], number) for at in places],
            limits=limits,
            jobs=jobs,
            journal=journal,
            progress=_counted_on(progress, before, expected),
            finished=_of_trials(finished, places),
            name=name if number == 1 else f"{name} {number}",
        )
        before += len(rows)
        for at, row in zip(places, rows, strict=True):
            found[at].append(row)
    return found


def _counted_on(progress: Progress | None, before: int, expected: int) -> Progress | None:
    """Progress that goes on where the pass before ended."""
    return None if progress is None else lambda done, _: progress(before + done, expected)


def _of_trials(
    finished: Callable[[int, Row], None] | None, places: Sequence[int]
) -> Callable[[int, Row], None] | None:
    """Told by the number of the trial rather than by its number within the pass."""
    return None if finished is None else lambda at, row: finished(places[at], row)
