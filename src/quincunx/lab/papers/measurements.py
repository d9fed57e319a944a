"""Measuring: every search, making and count that the papers' experiments and claims need.

Everything takes about half an hour of processor time.
"""

import hashlib
import json
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, replace
from functools import partial
from itertools import islice, product
from random import Random
from typing import Any

from quincunx._support.journal import Journal
from quincunx._support.version import VERSION
from quincunx.cp.limits import Limits
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
from quincunx.lab.papers.results import MakingRow, PaperCount, PaperResults, PaperRow, row_of_runs
from quincunx.lab.runner import ReportProgress, Runner
from quincunx.lab.trials import decode_record, kernel_name, run
from quincunx.solving import tally
from quincunx.solving.models import OURS, PAPER

COUNTING_NODES = 10 * DEFAULT_NODES
"""Node limit of a count of all answers of the paper's program."""
PIN_NODES = 60
"""A search that is cut off here counts the same as long as programs and kernel are the same."""
COUNTS = "counts"
"""The name of the counted puzzles among the fingerprints."""
PINNED = ("outcome", "nodes", "backtracks", "solutions")


def run_papers(*, reduce: bool = False, runner: Runner | None = None) -> PaperResults:
    """Measure everything.

    Args:
        reduce: Run only a few short searches of each experiment, as a trial.
        runner: Where searches run; its folder keeps finished work until everything is finished.
    """
    runner = runner or Runner()
    every = [(p, experiment.reduced() if reduce else experiment) for p, experiment in experiments()]
    total = sum(len(experiment.trials()) for _, experiment in every)
    identity = {"kind": "papers", "kernel": kernel_name(), "version": VERSION, "reduced": reduce}
    parts = fingerprints()
    rows: list[PaperRow] = []
    makings: list[MakingRow] = []
    counting = REDUCED_NODES if reduce else COUNTING_NODES
    with runner.journal(identity) as journal:
        for paper, experiment in every:
            # What has changed since the journal was written has another key. Finished searches
            # are the same with a larger limit.
            key = f"{experiment.key} {parts[experiment.key].split()[0]}"
            trials = {f"{key} {at}": trial for at, trial in enumerate(experiment.trials())}
            here = replace(runner, progress=_offset(runner.progress, len(rows), total))
            found = here.run(trials, Limits(nodes=experiment.nodes), experiment.repeat, journal)
            rows += [row_of_runs(same, experiment.key) for same in found]
            makings += make(paper, experiment, key, journal)
        works = {puzzle: partial(_tally, puzzle, counting) for puzzle in counted_puzzles()}
        before = f"count {parts[COUNTS]}"
        counts = [_recorded(journal, f"{before} {p}", w, PaperCount)[0] for p, w in works.items()]
    made = {**identity, "parts": parts, "searches": total}
    return PaperResults(made, tuple(rows), tuple(makings), tuple(counts))


def _offset(progress: ReportProgress, before: int, total: int) -> ReportProgress:
    """Return progress that continues after other experiments; repetitions are not counted."""
    return lambda done, _: progress(before + min(done, total - before), total)


# Makings and counts.


def make(paper: Paper, experiment: Experiment, key: str, journal: Journal) -> Iterator[MakingRow]:
    """Make the puzzles of a making experiment, each with its own cost."""
    makers = {"parameters": (make_by_us, experiment.number)}
    makers["program"] = (make_by_program, experiment.program_number)
    for case, (given, (maker, most)) in product(experiment.cases, makers.items()):
        for number in range(most if given in case else 0):
            name = f"{key} making {case['name']}, {given} {number}"
            work = partial(maker, paper.family, experiment, case, number)
            yield from _recorded(journal, name, work, MakingRow)


def make_by_us(
    family: str, experiment: Experiment, case: Mapping[str, Any], number: int
) -> list[MakingRow]:
    """Make a puzzle with our generator."""
    from quincunx.making import generate

    began = time.process_time()
    (item,) = generate(family, seed=experiment.seed + number, **case["parameters"])
    took = round(time.process_time() - began, 6)
    key = (experiment.key, case["name"], OURS, item.puzzle.identifier)
    return [MakingRow(*key, took, 0, item.attempts)]


def make_by_program(
    family: str, experiment: Experiment, case: Mapping[str, Any], number: int
) -> list[MakingRow]:
    """Make a puzzle like the paper; the node limit applies to it with all proposals before it.

    The answers to the proposals of a case that is `counted` are counted by our model and not
    searched. Every answer is a node, so their number is the least number of nodes.
    """
    from quincunx.making.paper_generator import make_by_paper

    dice = Random(f"{experiment.key} {case['name']} {number}")
    key = (experiment.key, case["name"], PAPER)
    if case.get("counted"):
        proposed = paper_proposals(family_named(family), dice, **case["program"])
        assert proposed is not None
        answers = attempts = 0
        for attempts, puzzle in enumerate(proposed, start=1):
            found = 0 if puzzle is None else tally(puzzle).count
            answers += found
            if puzzle is not None and found == 1:
                return [MakingRow(*key, puzzle.identifier, 0.0, answers, attempts)]
    limits = Limits(nodes=case.get("nodes", experiment.nodes))
    unique = case["answers"] != 0
    made = make_by_paper(family_named(family), dice, limits, unique=unique, **case["program"])
    name = "" if made.puzzle is None else made.puzzle.identifier
    return [MakingRow(*key, name, round(made.seconds, 6), made.nodes, made.attempts, made.finished)]


def _tally(puzzle: str, nodes: int) -> list[PaperCount]:
    """Count the solutions of a puzzle, and the answers of the paper's program."""
    solutions = tally(puzzle).count
    done = tally(puzzle, model=PAPER, node_limit=nodes)
    if not done.complete:
        return [PaperCount(puzzle, solutions)]
    return [PaperCount(puzzle, solutions, done.answers, done.count)]


def _recorded(
    journal: Journal, key: str, work: Callable[[], list[Any]], kind: type[Any]
) -> list[Any]:
    """Return the records of a piece of work, from the journal if it holds them."""

    def decode(data: Any) -> list[Any]:
        return [decode_record(kind, one) for one in (data if isinstance(data, list) else [data])]

    return journal.recall_or_do(key, lambda: list(map(asdict, work())), decode)


# Fingerprints of what was measured.


def fingerprints() -> dict[str, str]:
    """Return a hash of each experiment, of its programs and pinned searches, with its node limit.

    Results with another hash are out of date. What is printed in a paper and how claims are judged
    is not part of it, since that needs no new measurement. The puzzles whose answers are counted
    have a hash of their own, under `COUNTS`.
    """
    not_measured = ("title", "about", "printed", "parameter", "nodes")
    parts = {}
    for paper, experiment in experiments():
        asked = {name: x for name, x in asdict(experiment).items() if name not in not_measured}
        measured = _hash([asked, *_programs(paper, experiment), *_pins(experiment)])
        parts[experiment.key] = f"{measured} {experiment.nodes}"
    return {**parts, COUNTS: _hash([_program(puzzle, False) for puzzle in counted_puzzles()])}


def _hash(data: Any) -> str:
    return hashlib.sha256(json.dumps(data, sort_keys=True).encode()).hexdigest()[:16]


def _program(text: str, authors: bool) -> list[Any]:
    """Return the program for a puzzle with the order of its variables."""
    model = paper_model(find_puzzle(text), authors)
    phases = model.phases if model is not None else ()
    order = [[*(v.name for v in phase.variables), str(phase.labeling)] for phase in phases]
    return [text, str(model), order]


def _programs(paper: Paper, experiment: Experiment) -> Iterator[list[Any]]:
    """Yield the programs for every measured puzzle, and the proposals of their generator."""
    for case in experiment.cases:
        for text in case.get("puzzles", []):
            yield from (_program(text, authors) for authors in (False, True))
        if "program" in case:
            dice = Random(experiment.key)
            proposals = paper_proposals(family_named(paper.family), dice, **case["program"])
            assert proposals is not None
            yield [str(puzzle) for puzzle in islice(proposals, 5)]


def _pins(experiment: Experiment) -> Iterator[list[Any]]:
    """Yield the first search of an experiment with each program, cut off."""
    firsts = {trial.model: trial for trial in reversed(experiment.reduced().trials())}
    for trial in firsts.values():
        row = run(trial, Limits(nodes=PIN_NODES))
        yield [trial.model, *(getattr(row, name) for name in PINNED)]
