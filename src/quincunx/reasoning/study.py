"""What is computed once about a puzzle and shared by hints, explanations, grades and the page."""

from collections.abc import Mapping
from functools import cached_property, lru_cache

from quincunx.cp.limits import Limits, Stopped, poll, watching
from quincunx.cp.model import Model, Values
from quincunx.cp.statistics import Statistics
from quincunx.families import AnyPuzzle, Cell
from quincunx.families.base.capabilities import (
    own_candidates,
    plain_rules,
    reasoning_model,
    resolve,
)
from quincunx.families.base.documents import domains_by_cell, givens_of
from quincunx.families.base.puzzle import declared_givens, model_givens
from quincunx.reasoning.candidates import Candidates
from quincunx.solving import VERDICT_SOLUTIONS, AnyResult, PuzzleSearch, Result

CACHED_STUDIES = 8
"""A player works on one puzzle at a time, and a server on a few."""


class Study:
    """The models, givens and solutions of one puzzle, each computed when it is first needed."""

    def __init__(self, puzzle: AnyPuzzle) -> None:
        self.puzzle = puzzle
        self._result: AnyResult | None = None

    @cached_property
    def model(self) -> Model:
        """The model that a search for solutions uses."""
        return self.puzzle.model()

    @cached_property
    def reasoning_model(self) -> Model:
        """The rules as a person sees them."""
        shared = self.puzzle.capabilities.reasoning_model is None
        return self.model if shared else reasoning_model(self.puzzle)

    @cached_property
    def plain_rules(self) -> Model:
        """The rules one by one."""
        shared = self.puzzle.capabilities.plain_rules is None
        return self.reasoning_model if shared else plain_rules(self.puzzle)

    @cached_property
    def own_candidates(self) -> Mapping[Cell, Values | None]:
        """The numbers that each cell could hold, from what is printed in it alone."""
        if resolve(self.puzzle.capabilities.own_candidates) is domains_by_cell:
            return domains_by_cell(self.puzzle, self.reasoning_model)
        return own_candidates(self.puzzle)

    @cached_property
    def givens(self) -> Mapping[Cell, int]:
        """The numbers that the puzzle prints in cells."""
        if resolve(self.puzzle.capabilities.givens) is model_givens:
            return declared_givens(self.puzzle.cells, self.model)
        return givens_of(self.puzzle)

    def result(self, limits: Limits) -> AnyResult:
        """Up to two solutions with the verdict; "unknown" if a limit is reached first."""
        if self._result is not None:
            try:
                with watching(limits):
                    poll()
            except Stopped:
                return Result(self.puzzle, 0, False, (), Statistics())
            return self._result
        search = PuzzleSearch(
            self.puzzle,
            limit=VERDICT_SOLUTIONS,
            build=lambda: self.model,
            time_limit=limits.seconds,
            node_limit=limits.nodes,
            cancel=limits.cancel,
        )
        found = search.find()
        if found.verdict != "unknown":
            self._result = found
        return found

    def candidates(self) -> Candidates:
        """A new state of reasoning, in which the givens are known."""
        model = self.reasoning_model
        index_of = {c: v.index for c, v in zip(self.puzzle.cells, model.decisions, strict=True)}
        made = Candidates(model, {index_of[cell]: value for cell, value in self.givens.items()})
        for rule, known in zip(made.rules, _deduced(self), strict=True):
            rule.deduce.known = known
        return made


@lru_cache(maxsize=1)
def _deduced(study: Study) -> list[dict[tuple[int, ...], object]]:
    """For each rule what it implies for the domains that were met so far. A grade, an explanation
    and the hints of one puzzle meet many of the same; other puzzles' are dropped, to save memory.
    """
    return [{} for _ in study.reasoning_model.constraints]


@lru_cache(maxsize=CACHED_STUDIES)
def study_of(puzzle: AnyPuzzle) -> Study:
    """The study of a puzzle, shared by all callers in this process."""
    return Study(puzzle)
