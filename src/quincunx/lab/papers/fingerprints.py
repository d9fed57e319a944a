"""What a page was made from, so that nobody reads one that is out of date.

Vocabulary:
  pin          a search stopped after `PIN_NODES` nodes: the kernel counts the same in it as long
               as the programs and the kernel's search are the same
  fingerprint  a hash of what is measured, of the papers' programs and of the pins: where it
               differs from that of a page, the page is out of date. What is printed in a paper and
               how a claim is told or judged is no part of it: that takes no new measurement
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Any

from quincunx.cp.limits import Limits
from quincunx.cp.model import Model
from quincunx.families import family_named
from quincunx.families.base.capabilities import paper_model, paper_proposals
from quincunx.families.base.reading import find_puzzle
from quincunx.lab.papers.experiments import Experiment, counted, papers, reduced
from quincunx.lab.runs.trials import run

PIN_NODES = 60
PINNED = ("outcome", "nodes", "backtracks", "solutions")


def made_from() -> dict[str, Any]:
    """The fingerprints of what a page depends on, by what they are of; those of the data experiment
    by experiment too, so that one of them can be measured again alone."""
    parts = {e.key: _hash(_measured(e)) for p in papers() for e in p.experiments}
    return {
        "data": _hash([parts, counted(papers())]),
        "parts": parts,
        "programs": _hash(list(_programs())),
        "pins": _hash(list(_pins())),
    }


def _measured(experiment: Experiment) -> dict[str, Any]:
    """What is measured for an experiment; how that is printed or judged is another matter."""
    data = experiment.data
    names = ("key", "goal", "cases", "labelings", "nodes", "seconds", "number", "program number")
    return {name: data.get(name) for name in (*names, "seed", "quick")}


def _hash(data: Any) -> str:
    text = json.dumps(data, sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def _programs() -> Iterator[list[Any]]:
    """The papers' programs as they are searched, for every puzzle that is measured; and what their
    generators begin with."""
    for paper in papers():
        for experiment in paper.experiments:
            for case in experiment.cases:
                for text in case.get("puzzles", []):
                    yield [text, *_told(paper_model(find_puzzle(text)))]
                if "program" in case:
                    dice = Random(experiment.key)
                    proposals = paper_proposals(family_named(paper.family), dice, **case["program"])
                    assert proposals is not None
                    yield [str(puzzle) for puzzle in islice(proposals, 5)]


def _told(model: Model | None) -> list[Any]:
    """A model in words, and in which order its variables are decided."""
    if model is None:
        return []
    phases = [[*(v.name for v in phase.variables), str(phase.labeling)] for phase in model.phases]
    return [str(model), phases]


def _pins() -> Iterator[list[Any]]:
    """The first search of every experiment in each setting, cut short."""
    for paper in papers():
        for experiment in paper.experiments:
            seen: set[str] = set()
            for trial, tag in reduced(experiment).trials():
                if tag.setting not in seen:
                    seen.add(tag.setting)
                    row = run(trial, Limits(nodes=PIN_NODES))
                    yield [experiment.key, tag.setting, *(getattr(row, n) for n in PINNED)]
