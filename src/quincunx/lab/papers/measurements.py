"""Measuring: every search, making and count that the papers ask for."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, replace
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

from quincunx._support.version import VERSION
from quincunx.cp.engines.kernel import start
from quincunx.cp.limits import Limits
from quincunx.errors import EngineError
from quincunx.families import family_named
from quincunx.families.base.capabilities import paper_model, paper_proposals
from quincunx.families.base.reading import find_puzzle
from quincunx.lab.labeling.sweep import kernel_name
from quincunx.lab.papers.experiments import (
    OWN,
    PROGRAM,
    Experiment,
    Paper,
    counted,
    papers,
    reduced,
)
from quincunx.lab.papers.fingerprints import made_from
from quincunx.lab.papers.results import Count, Making, PaperRow, Results, row_of_runs
from quincunx.lab.runs.journal import Identity, Journal, record
from quincunx.lab.runs.pool import Progress, require_jobs
from quincunx.lab.runs.repetitions import QUICK, run_repeated
from quincunx.solving import tally
from quincunx.solving.models import PAPER, model_of, search_options

USUAL_NODES = 100_000
"""What stops a search unless somebody says otherwise, or its experiment. Nodes, and not seconds: so
the same searches are stopped on every machine, however busy it is."""
COUNTED = 10
"""To find all solutions takes longer than to find one: so many times the nodes are allowed."""


def run_papers(
    *,
    limits: Limits,
    repeat: int | None = None,
    jobs: int = 1,
    folder: Path | None = None,
    reduce: bool = False,
    progress: Progress | None = None,
) -> Results:
    """Measure everything. With a folder, what is finished is kept there until all is."""
    require_jobs(jobs)
    asked = tuple(map(_reduced, papers())) if reduce else papers()
    total = sum(1 for p in asked for e in p.experiments for _ in e.trials())
    made = made_from()
    identity = identity_of(limits, repeat, reduce) | made
    journal = None if folder is None else Journal(folder, identity)
    try:
        rows: list[PaperRow] = []
        for paper in asked:
            for experiment in paper.experiments:
                done = _counted_on(progress, len(rows), total)
                rows += measure(experiment, limits, repeat, jobs, journal, done)
        makings = [m for p in asked for e in p.experiments for m in make(p, e, limits, journal)]
        counts = [count(puzzle, limits, journal) for puzzle in counted(asked)]
    finally:
        if journal is not None:
            journal.close()
    return Results(
        made={**identity, "searches": total},
        rows=tuple(rows),
        makings=tuple(makings),
        counts=tuple(counts),
    )


def measure(
    experiment: Experiment,
    limits: Limits,
    repeat: int | None = None,
    jobs: int = 1,
    journal: Journal | None = None,
    progress: Progress | None = None,
) -> list[PaperRow]:
    """The rows of an experiment."""
    pairs = list(experiment.trials())
    runs = run_repeated(
        [trial for trial, _ in pairs],
        repeat,
        limits=_limits(experiment.data, limits),
        jobs=jobs,
        journal=journal,
        progress=progress,
        name=experiment.key,
        quick=experiment.data.get("quick", QUICK),
    )
    return [row_of_runs(same, tag) for same, (_, tag) in zip(runs, pairs, strict=True)]


def _limits(data: Mapping[str, Any], limits: Limits) -> Limits:
    """The limits of an experiment or a case: unless somebody says otherwise, what it says itself.
    Where nodes of different labelings are worth differently much, that is seconds."""
    if limits.nodes is not None or limits.seconds is not None:
        return limits
    if "seconds" in data:
        return replace(limits, seconds=data["seconds"])
    return replace(limits, nodes=data.get("nodes", USUAL_NODES))


def _counted_on(progress: Progress | None, before: int, total: int) -> Progress | None:
    """Progress that goes on where the experiment before ended; repeats are not counted."""
    if progress is None:
        return None
    return lambda done, trials: progress(before + min(done, total - before), total)


def _reduced(paper: Paper) -> Paper:
    return replace(paper, experiments=tuple(map(reduced, paper.experiments)))


def identity_of(limits: Limits, repeat: int | None, reduce: bool) -> Identity:
    """How everything is measured."""
    kind = {"kind": "papers", "kernel": kernel_name(), "version": VERSION}
    return {**kind, "seconds": limits.seconds, "nodes": limits.nodes, "repeat": repeat,
            "reduced": reduce}  # fmt: skip


# Makings and counts.


def make(
    paper: Paper, experiment: Experiment, limits: Limits, journal: Journal | None
) -> Iterator[Making]:
    """Make the puzzles of a making experiment, one clock a puzzle."""
    if experiment.kind != "making":
        return
    for case in experiment.cases:
        key = f"making {experiment.key} {case['name']}"
        yield from _kept(journal, key, partial(_make, paper, experiment, case), Making)
        if "program" in case:
            within = _limits({**experiment.data, **case}, limits)
            work = partial(make_by_program, paper, experiment, case, within)
            yield from _kept(journal, f"{key}, program", work, Making)


def _make(paper: Paper, experiment: Experiment, case: dict[str, Any]) -> list[Making]:
    """By our own maker."""
    from quincunx.making import generate

    number = experiment.data["number"]
    parameters = case["parameters"]
    series = generate(paper.family, seed=experiment.data["seed"], number=number, **parameters)
    made = []
    began = time.process_time()
    for item in series:
        took = round(time.process_time() - began, 6)
        name = item.puzzle.identifier
        made.append(Making(experiment.key, case["name"], OWN.name, name, took, item.attempts))
        began = time.process_time()
    if not series.complete:
        raise EngineError(f"lab: {case['name']}: {series.ended} after {series.kept} puzzles")
    return made


def make_by_program(
    paper: Paper, experiment: Experiment, case: dict[str, Any], limits: Limits
) -> list[Making]:
    """As the paper makes them: it proposes puzzles until its own program answers one just once.
    `answers` of a case says after how many answers it stops asking: never (None), or it does not
    ask at all (0). The limits are for a puzzle with all that was proposed before it."""
    made = []
    for number in range(min(experiment.data["program number"], experiment.data["number"])):
        dice = Random(f"{experiment.key} {case['name']} {number}")
        proposals = paper_proposals(family_named(paper.family), dice, **case["program"])
        assert proposals is not None
        began, clock = time.process_time(), time.perf_counter()
        attempts = nodes = 0
        finished = False
        identifier = ""
        for puzzle in proposals:
            attempts += 1
            if puzzle is None:
                continue
            identifier = puzzle.identifier
            if case["answers"] == 0:
                finished = True
                break
            left = None if limits.nodes is None else max(0, limits.nodes - nodes)
            within = limits.after(time.perf_counter() - clock)
            asked = replace(within, nodes=left, solutions=case["answers"])
            options = search_options(puzzle, PAPER).within(asked)
            search = start(model_of(puzzle, PAPER), options)
            answers = search.count()
            nodes += search.statistics.nodes
            finished = search.complete and answers == 1
            stopped = not search.complete and answers != case["answers"]
            if finished or stopped:
                break
        took = round(time.process_time() - began, 6)
        key = (experiment.key, case["name"], PROGRAM.name, identifier)
        made.append(Making(*key, took, attempts, finished))
    return made


def _kept(
    journal: Journal | None, key: str, work: Callable[[], list[Any]], kind: type
) -> list[Any]:
    """What came of a piece of work: from the journal, or done and written there."""
    known = None if journal is None else journal.recall(key, partial(_records, kind))
    if known is not None:
        return known
    done = work()
    if journal is not None:
        journal.add(key, [asdict(one) for one in done])
    return done


def _records(kind: type, data: Any) -> list[Any]:
    if not isinstance(data, list):
        raise ValueError("no list")
    return [record(kind, one) for one in data]


def count(wanted: tuple[str, bool], limits: Limits, journal: Journal | None = None) -> Count:
    """How many solutions a puzzle has, and answers where the paper's program is asked too."""
    more = replace(limits, nodes=COUNTED * (limits.nodes or USUAL_NODES))
    key = f"count {wanted[0]}"
    (found,) = _kept(journal, key, partial(_tally, *wanted, more), Count)
    assert isinstance(found, Count)
    return found


def _tally(puzzle: str, program: bool, limits: Limits) -> list[Count]:
    posed = find_puzzle(puzzle)
    solutions = tally(posed).count
    if not program or paper_model(posed) is None:
        return [Count(puzzle, solutions)]
    done = tally(posed, model=PAPER, time_limit=limits.seconds, node_limit=limits.nodes)
    if not done.complete:
        return [Count(puzzle, solutions)]
    return [Count(puzzle, solutions, done.answers, done.count)]
