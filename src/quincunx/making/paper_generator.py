"""The generators that papers print: proposals until the paper's program has exactly one answer.

What such a generator calls unique is what its own program answers once.
"""

import time
from contextlib import suppress
from dataclasses import dataclass, replace
from inspect import signature
from random import Random

from quincunx.cp.engines.kernel import start
from quincunx.cp.limits import Limits, Stopped, poll, watching
from quincunx.errors import OptionError
from quincunx.families import AnyPuzzle
from quincunx.families.base.capabilities import paper_proposals, resolve
from quincunx.solving.models import PAPER, model_of, search_options


@dataclass(frozen=True)
class PaperMade:
    """The last proposal of a paper's generator, and what it took until then.

    A limit stopped it if it is not `finished`. A proposal that comes again is not searched again,
    but its nodes and its CPU seconds count again.
    """

    puzzle: AnyPuzzle | None
    attempts: int
    nodes: int
    finished: bool
    seconds: float


def make_by_paper(
    family: type[AnyPuzzle],
    dice: Random,
    limits: Limits,
    *,
    unique: bool = True,
    **parameters: object,
) -> PaperMade:
    """Make a puzzle like the paper of its family.

    Args:
        family: The family.
        dice: Where the generator takes its random numbers from.
        limits: What stops it; nodes are those of all proposals.
        unique: Whether proposals are made until the program answers exactly once.
        **parameters: Parameters of the generator; others must have no value.

    Raises:
        OptionError: The family's paper prints no generator, or has no such parameter.
    """
    paper = family.capabilities.paper
    if paper is None or paper.proposals is None:
        raise OptionError(f"{family.family}: its paper prints no generator, expected model ours")
    known = [name for name in signature(resolve(paper.proposals)).parameters if name != "dice"]
    given = {name: int(str(parameters[name])) for name in known if parameters.get(name) is not None}
    proposals = paper_proposals(family, dice, **given)
    assert proposals is not None
    left = limits.countdown()
    attempts = nodes = 0
    puzzle = None
    finished = False
    refused: dict[AnyPuzzle, tuple[int, float]] = {}
    repeated = 0.0
    began = time.process_time()
    with suppress(Stopped), watching(limits):
        for puzzle in proposals:
            attempts += 1
            poll()
            if puzzle is None:
                continue
            if not unique:
                finished = True
                break
            if puzzle in refused:
                nodes += refused[puzzle][0]
                repeated += refused[puzzle][1]
                if limits.nodes is None or nodes < limits.nodes:
                    continue
                nodes = limits.nodes
                break
            most = None if limits.nodes is None else limits.nodes - nodes
            asked = replace(left(), nodes=most, solutions=paper.max_answers)
            from_here = time.process_time()
            search = start(model_of(puzzle, PAPER), search_options(puzzle, PAPER).within(asked))
            answers = search.count()
            nodes += search.statistics.nodes
            finished = search.complete and answers == 1
            if finished or (not search.complete and answers != paper.max_answers):
                break
            refused[puzzle] = search.statistics.nodes, time.process_time() - from_here
    took = time.process_time() - began + repeated
    return PaperMade(puzzle, attempts, nodes, finished, took)
