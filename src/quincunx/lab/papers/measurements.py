"""Measuring: every search, making and count that the papers' experiments and claims need.

Everything takes half an hour.
"""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, replace
from functools import partial
from itertools import islice
from random import Random
from typing import Any, TypeVar

from quincunx._support.journal import Journal
from quincunx._support.version import VERSION
from quincunx.cp.engines.kernel import start
from quincunx.cp.limits import Limits
from quincunx.cp.model import Model
from quincunx.errors import EngineError
from quincunx.families import family_named
from quincunx.families.base.capabilities import paper_model, paper_proposals
from quincunx.families.base.puzzle_input import find_puzzle
from quincunx.lab.papers.experiments import (
    OWN,
    PROGRAM,
    Experiment,
    Paper,
    counted_puzzles,
    experiments,
    papers,
)
from quincunx.lab.papers.results import Count, Making, PaperRow, Results, row_of_runs
from quincunx.lab.runner import QUICK_SECONDS, Progress, Runner
from quincunx.lab.trials import decode_record, kernel_name, run
from quincunx.solving import tally
from quincunx.solving.models import PAPER, model_of, search_options

T = TypeVar("T")

DEFAULT_NODES = 100_000
"""Node limit of a search unless its experiment has another. Not seconds: so the same searches are
stopped on every machine."""
COUNTING_FACTOR = 10
"""Counting all solutions may take this many times the nodes."""
PIN_NODES = 60
"""A search that is cut off here counts the same as long as programs and kernel are the same."""
PINNED = ("outcome", "nodes", "backtracks", "solutions")


def run_papers(
    *,
    limits: Limits,
    repeat: int | None = None,
    reduce: bool = False,
    runner: Runner | None = None,
) -> Results:
    """Measure everything.

    Args:
        limits: What stops a search; without any, the limits of its experiment.
        repeat: How often to run each search; `None` repeats what is quick.
        reduce: Run only a few searches of each experiment, as a trial.
        runner: Where searches run; its folder keeps finished work until everything is finished.
    """
    runner = runner or Runner()
    asked = papers()
    if reduce:
        asked = tuple(
            replace(paper, experiments=tuple(e.reduced() for e in paper.experiments))
            for paper in asked
        )
    every = [(paper, experiment) for paper in asked for experiment in paper.experiments]
    total = sum(1 for _, experiment in every for _ in experiment.trials())
    limited = {"seconds": limits.seconds, "nodes": limits.nodes}
    identity = {"kind": "papers", "kernel": kernel_name(), "version": VERSION, **limited}
    identity |= {"repeat": repeat, "reduced": reduce, **fingerprints()}
    rows: list[PaperRow] = []
    with runner.journal(identity) as journal:
        for _, experiment in every:
            pairs = list(experiment.trials())
            here = replace(runner, progress=_offset(runner.progress, len(rows), total))
            found = here.run(
                {f"{experiment.key} {at}": trial for at, (trial, _) in enumerate(pairs)},
                _limits(experiment.data, limits),
                repeat,
                journal,
                experiment.data.get("quick", QUICK_SECONDS),
            )
            rows += [row_of_runs(same, tag) for same, (_, tag) in zip(found, pairs, strict=True)]
        makings = [made for each in every for made in make(*each, limits, journal)]
        counts = [count(*wanted, limits, journal) for wanted in counted_puzzles(asked)]
    return Results({**identity, "searches": total}, tuple(rows), tuple(makings), tuple(counts))


def _limits(data: Mapping[str, Any], limits: Limits) -> Limits:
    """Return the limits of an experiment or a case, unless others are given."""
    if limits.nodes is not None or limits.seconds is not None:
        return limits
    if "seconds" in data:
        return replace(limits, seconds=data["seconds"])
    return replace(limits, nodes=data.get("nodes", DEFAULT_NODES))


def _offset(progress: Progress | None, before: int, total: int) -> Progress | None:
    """Return progress that continues after other experiments; repetitions are not counted."""
    if progress is None:
        return None
    return lambda done, _: progress(before + min(done, total - before), total)


# Makings and counts.


def make(
    paper: Paper, experiment: Experiment, limits: Limits, journal: Journal
) -> Iterator[Making]:
    """Make the puzzles of a making experiment, each with its own time."""
    if experiment.kind != "making":
        return
    for case in experiment.cases:
        key = f"making {experiment.key} {case['name']}"
        work = partial(_make_by_us, paper, experiment, case)
        yield from _recorded(journal, key, work, Making)
        if "program" in case:
            within = _limits({**experiment.data, **case}, limits)
            work = partial(make_by_program, paper, experiment, case, within)
            yield from _recorded(journal, f"{key}, program", work, Making)


def _make_by_us(paper: Paper, experiment: Experiment, case: dict[str, Any]) -> list[Making]:
    from quincunx.making import generate

    data = experiment.data
    series = generate(paper.family, seed=data["seed"], number=data["number"], **case["parameters"])
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
    """Make puzzles like the paper: propose some until its program has exactly one answer.

    `answers` of a case is the number of answers after which the program stops: never (`None`), or
    it is not asked at all (0). The limits apply to a puzzle with all proposals before it.
    """
    made = []
    for number in range(min(experiment.data["program number"], experiment.data["number"])):
        dice = Random(f"{experiment.key} {case['name']} {number}")
        proposals = paper_proposals(family_named(paper.family), dice, **case["program"])
        assert proposals is not None
        began, clock = time.process_time(), time.perf_counter()
        attempts = nodes = 0
        finished = stopped = False
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
            search = start(model_of(puzzle, PAPER), search_options(puzzle, PAPER).within(asked))
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


def count(puzzle: str, by_program: bool, limits: Limits, journal: Journal) -> Count:
    """Count the solutions of a puzzle, and the answers of the paper's program if it is wanted."""
    more = replace(limits, nodes=COUNTING_FACTOR * (limits.nodes or DEFAULT_NODES))
    work = partial(_tally, puzzle, by_program, more)
    (found,) = _recorded(journal, f"count {puzzle}", work, Count)
    return found


def _tally(puzzle: str, by_program: bool, limits: Limits) -> list[Count]:
    posed = find_puzzle(puzzle)
    solutions = tally(posed).count
    if by_program and paper_model(posed) is not None:
        done = tally(posed, model=PAPER, time_limit=limits.seconds, node_limit=limits.nodes)
        if done.complete:
            return [Count(puzzle, solutions, done.answers, done.count)]
    return [Count(puzzle, solutions)]


def _recorded(journal: Journal, key: str, work: Callable[[], list[T]], kind: type[T]) -> list[T]:
    """Return the records of a piece of work, from the journal if it holds them."""

    def decode(data: Any) -> list[T]:
        if not isinstance(data, list):
            raise ValueError("not a list")
        return [decode_record(kind, one) for one in data]

    def encode(records: list[T]) -> list[Any]:
        return [asdict(one) for one in records]  # type: ignore[call-overload]

    return journal.recall_or_do(key, work, decode=decode, encode=encode)


# Fingerprints of what was measured.


def fingerprints() -> dict[str, Any]:
    """Return hashes of what is measured, of the papers' programs and of pinned searches.

    A page with other hashes is out of date. What is printed in a paper and how claims are judged
    is not part of them, since that needs no new measurement.
    """
    parts = {experiment.key: _hash(_measured(experiment)) for _, experiment in experiments()}
    return {
        "data": _hash([parts, counted_puzzles(papers())]),
        "parts": parts,
        "programs": _hash(list(_programs())),
        "pins": _hash(list(_pins())),
    }


def _hash(data: Any) -> str:
    return hashlib.sha256(json.dumps(data, sort_keys=True).encode()).hexdigest()[:16]


def _measured(experiment: Experiment) -> dict[str, Any]:
    names = ("key", "goal", "cases", "labelings", "nodes", "seconds", "number", "program number")
    return {name: experiment.data.get(name) for name in (*names, "seed", "quick")}


def _programs() -> Iterator[list[Any]]:
    """Yield the papers' programs for every measured puzzle, and their generators' proposals."""
    for paper, experiment in experiments():
        for case in experiment.cases:
            for text in case.get("puzzles", []):
                yield [text, *_describe_model(paper_model(find_puzzle(text)))]
            if "program" in case:
                dice = Random(experiment.key)
                proposals = paper_proposals(family_named(paper.family), dice, **case["program"])
                assert proposals is not None
                yield [str(puzzle) for puzzle in islice(proposals, 5)]


def _describe_model(model: Model | None) -> list[Any]:
    """Return the text of a model, and the order in which its variables are decided."""
    if model is None:
        return []
    phases = [[*(v.name for v in phase.variables), str(phase.labeling)] for phase in model.phases]
    return [str(model), phases]


def _pins() -> Iterator[list[Any]]:
    """Yield the first search of every experiment in each setting, cut off."""
    for _, experiment in experiments():
        seen: set[str] = set()
        for trial, tag in experiment.reduced().trials():
            if tag.setting not in seen:
                seen.add(tag.setting)
                row = run(trial, Limits(nodes=PIN_NODES))
                yield [experiment.key, tag.setting, *(getattr(row, name) for name in PINNED)]
