"""Measuring: every search, making and count that the papers' experiments and claims need.

Everything takes about an hour.
"""

import hashlib
import json
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, replace
from functools import partial
from itertools import islice
from random import Random
from typing import Any

from quincunx._support.journal import Journal
from quincunx._support.version import VERSION
from quincunx.cp.limits import Limits
from quincunx.errors import EngineError
from quincunx.families import family_named
from quincunx.families.base.capabilities import paper_model, paper_proposals
from quincunx.families.base.puzzle_input import find_puzzle
from quincunx.lab.papers.experiments import (
    DEFAULT_NODES,
    REDUCED_NODES,
    Experiment,
    Paper,
    counted_puzzles,
    experiments,
)
from quincunx.lab.papers.results import Count, Making, PaperRow, Results, row_of_runs
from quincunx.lab.runner import Progress, Runner
from quincunx.lab.trials import decode_record, kernel_name, run
from quincunx.solving import tally
from quincunx.solving.models import OURS, PAPER

COUNTING_NODES = 10 * DEFAULT_NODES
"""Node limit of a count of all answers of the paper's program."""
PIN_NODES = 60
"""A search that is cut off here counts the same as long as programs and kernel are the same."""
PINNED = ("outcome", "nodes", "backtracks", "solutions")


def run_papers(*, reduce: bool = False, runner: Runner | None = None) -> Results:
    """Measure everything.

    Args:
        reduce: Run only a few short searches of each experiment, as a trial.
        runner: Where searches run; its folder keeps finished work until everything is finished.
    """
    runner = runner or Runner()
    every = [(p, experiment.reduced() if reduce else experiment) for p, experiment in experiments()]
    total = sum(len(experiment.trials()) for _, experiment in every)
    identity = {"kind": "papers", "kernel": kernel_name(), "version": VERSION, "reduced": reduce}
    identity |= fingerprints()
    rows: list[PaperRow] = []
    counting = REDUCED_NODES if reduce else COUNTING_NODES
    with runner.journal(identity) as journal:
        for _, experiment in every:
            trials = {f"{experiment.key} {at}": t for at, t in enumerate(experiment.trials())}
            here = replace(runner, progress=_offset(runner.progress, len(rows), total))
            found = here.run(trials, Limits(nodes=experiment.nodes), experiment.repeat, journal)
            rows += [row_of_runs(same, experiment.key) for same in found]
        works = {puzzle: partial(_tally, puzzle, counting) for puzzle in counted_puzzles()}
        counts = [_recorded(journal, f"count {p}", work, Count)[0] for p, work in works.items()]
        makings = [made for each in every for made in make(*each, journal)]
    return Results({**identity, "searches": total}, tuple(rows), tuple(makings), tuple(counts))


def _offset(progress: Progress | None, before: int, total: int) -> Progress | None:
    """Return progress that continues after other experiments; repetitions are not counted."""
    if progress is None:
        return None
    return lambda done, _: progress(before + min(done, total - before), total)


# Makings and counts.


def make(paper: Paper, experiment: Experiment, journal: Journal) -> Iterator[Making]:
    """Make the puzzles of a making experiment, each with its own cost."""
    if experiment.kind != "making":
        return
    for case in experiment.cases:
        key = f"making {experiment.key} {case['name']}"
        work = partial(_make_by_us, paper.family, experiment, case)
        yield from _recorded(journal, key, work, Making)
        if "program" in case:
            most = experiment.program_number
            for number in range(min(most, case.get("program_number", most))):
                work = partial(make_by_program, paper.family, experiment, case, number)
                yield from _recorded(journal, f"{key}, program {number}", work, Making)


def _make_by_us(family: str, experiment: Experiment, case: Mapping[str, Any]) -> list[Making]:
    from quincunx.making import generate

    series = generate(family, seed=experiment.seed, number=experiment.number, **case["parameters"])
    made = []
    began = time.process_time()
    for item in series:
        took = round(time.process_time() - began, 6)
        key = (experiment.key, case["name"], OURS, item.puzzle.identifier)
        made.append(Making(*key, took, 0, item.attempts))
        began = time.process_time()
    if not series.complete:
        raise EngineError(f"lab: {case['name']}: {series.ended} after {series.kept} puzzles")
    return made


def make_by_program(
    family: str, experiment: Experiment, case: Mapping[str, Any], number: int
) -> list[Making]:
    """Make a puzzle like the paper; the node limit applies to it with all proposals before it."""
    from quincunx.making.paper_generator import make_by_paper

    dice = Random(f"{experiment.key} {case['name']} {number}")
    limits = Limits(nodes=case.get("nodes", experiment.nodes))
    began = time.process_time()
    unique = case["answers"] != 0
    made = make_by_paper(family_named(family), dice, limits, unique=unique, **case["program"])
    took = round(time.process_time() - began, 6)
    name = "" if made.puzzle is None else made.puzzle.identifier
    key = (experiment.key, case["name"], PAPER, name)
    return [Making(*key, took, made.nodes, made.attempts, made.finished)]


def _tally(puzzle: str, nodes: int) -> list[Count]:
    """Count the solutions of a puzzle, and the answers of the paper's program."""
    solutions = tally(puzzle).count
    done = tally(puzzle, model=PAPER, node_limit=nodes)
    if not done.complete:
        return [Count(puzzle, solutions)]
    return [Count(puzzle, solutions, done.answers, done.count)]


def _recorded(
    journal: Journal, key: str, work: Callable[[], list[Any]], kind: type[Any]
) -> list[Any]:
    """Return the records of a piece of work, from the journal if it holds them."""

    def decode(data: Any) -> list[Any]:
        return [decode_record(kind, one) for one in (data if isinstance(data, list) else [data])]

    return journal.recall_or_do(key, lambda: list(map(asdict, work())), decode)


# Fingerprints of what was measured.


def fingerprints() -> dict[str, Any]:
    """Return hashes of what is measured, of the papers' programs and of pinned searches.

    Results with other hashes are out of date. What is printed in a paper and how claims are judged
    is not part of them, since that needs no new measurement.
    """
    not_measured = ("title", "about", "printed", "parameter")
    parts = {
        experiment.key: _hash(
            {name: x for name, x in asdict(experiment).items() if name not in not_measured}
        )
        for _, experiment in experiments()
    }
    return {
        "data": _hash([parts, counted_puzzles()]),
        "programs": _hash(list(_programs())),
        "pins": _hash(list(_pins())),
    }


def _hash(data: Any) -> str:
    return hashlib.sha256(json.dumps(data, sort_keys=True).encode()).hexdigest()[:16]


def _programs() -> Iterator[list[Any]]:
    """Yield the papers' programs for every measured puzzle, and their generators' proposals."""
    for paper, experiment in experiments():
        for case in experiment.cases:
            for text in case.get("puzzles", []):
                for authors in (False, True):
                    if (model := paper_model(find_puzzle(text), authors)) is not None:
                        order = [
                            [*(v.name for v in phase.variables), str(phase.labeling)]
                            for phase in model.phases
                        ]
                        yield [text, str(model), order]
            if "program" in case:
                dice = Random(experiment.key)
                proposals = paper_proposals(family_named(paper.family), dice, **case["program"])
                assert proposals is not None
                yield [str(puzzle) for puzzle in islice(proposals, 5)]


def _pins() -> Iterator[list[Any]]:
    """Yield the first search of every experiment with each program, cut off."""
    for _, experiment in experiments():
        firsts = {trial.model: trial for trial in reversed(experiment.reduced().trials())}
        for trial in firsts.values():
            row = run(trial, Limits(nodes=PIN_NODES))
            yield [experiment.key, trial.model, *(getattr(row, name) for name in PINNED)]
