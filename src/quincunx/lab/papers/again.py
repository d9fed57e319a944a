"""One experiment measured again, and the rest of the results kept.

All of it takes half an hour; where only one experiment has changed, its limits say, that one is
enough. What is kept has to be as it would be measured now: the same programs, the same searches,
the same kernel, and no other experiment that has changed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from quincunx.cp.limits import Limits
from quincunx.errors import OptionError
from quincunx.lab.papers.experiments import counted, papers
from quincunx.lab.papers.fingerprints import made_from
from quincunx.lab.papers.measurements import count, identity_of, make, measure
from quincunx.lab.papers.results import Making, PaperRow, Results

SAME = ("kernel", "seconds", "nodes", "repeat", "reduced", "programs", "pins")
"""What has to be the same for results to be kept."""


def measure_again(kept: Results, keys: Sequence[str], jobs: int = 1) -> Results:
    """The results with these experiments measured anew, as the others were; puzzles that no claim
    asked for before are counted as well."""
    limits = Limits(kept.made["seconds"], kept.made["nodes"])
    repeat = kept.made["repeat"]
    made = {**kept.made, **identity_of(limits, repeat, reduce=False), **made_from()}
    _require_kept(kept, keys, made)
    rows: list[PaperRow] = []
    makings: list[Making] = []
    for paper in papers():
        for experiment in paper.experiments:
            if experiment.key in keys:
                rows += measure(experiment, limits, repeat, jobs)
                makings += make(paper, experiment, limits, None)
            else:
                rows += [row for row in kept.rows if row.experiment == experiment.key]
                makings += [one for one in kept.makings if one.experiment == experiment.key]
    known = {one.puzzle: one for one in kept.counts}
    counts = []
    for wanted in counted(papers()):
        old = known.get(wanted[0])
        if old is None or (wanted[1] and old.answers < 0):
            old = count(wanted, limits)
        counts.append(old)
    made["searches"] = len(rows)
    return Results(made, tuple(rows), tuple(makings), tuple(counts))


def _require_kept(kept: Results, keys: Sequence[str], made: Mapping[str, Any]) -> None:
    """That the rest of the results may be kept."""
    known = [experiment.key for paper in papers() for experiment in paper.experiments]
    for key in keys:
        if key not in known:
            raise OptionError(f"lab: no experiment {key}, expected one of {', '.join(known)}")
    for name in SAME:
        if kept.made[name] != made[name]:
            raise OptionError(
                f"lab: {name} is {made[name]}, and was {kept.made[name]}, expected the same to "
                "keep the other experiments"
            )
    parts, now = kept.made["parts"], made["parts"]
    for key in known:
        if key not in keys and parts.get(key) != now[key]:
            raise OptionError(f"lab: {key} has changed, expected it to be measured again too")
