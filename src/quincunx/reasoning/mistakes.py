"""What is wrong with the numbers that a player has written.

A rule is broken if it cannot hold any more, whatever the open cells will hold and whatever the
other rules say. A number can also be wrong though no rule is broken yet.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TypeVar

from quincunx.cp.constraints import Constraint
from quincunx.cp.engines.kernel import KernelRun
from quincunx.cp.limits import Limits, poll
from quincunx.cp.model import Model, Variable
from quincunx.cp.options import SearchOptions
from quincunx.cp.words.phrases import capitalised, lowered
from quincunx.families import AnyPuzzle, Cell, Violation
from quincunx.families.base.capabilities import build_scene, phrases_of, rule_book_of, short_name
from quincunx.families.base.documents import read_solution
from quincunx.reasoning.study import Study, study_of

T = TypeVar("T")

NO_WAY_LEFT = "no way left"
"""The `rule` of violations of rules whose cells are not all written."""
MAX_NODES = 1_000
"""Search nodes in which a rule on its own has to be refuted."""


def broken_rules(puzzle: AnyPuzzle, numbers: Mapping[Cell, int]) -> list[Violation]:
    """The rules that the numbers break, each with the cells that break it.

    Args:
        puzzle: The puzzle; its givens need not be among the numbers.
        numbers: What is written in some of the cells.

    >>> from quincunx.families import parse
    >>> pyramid = parse("aztec-math:9/__/6_7/____/3_9_6")
    >>> [broken.sentence for broken in broken_rules(pyramid, {(2, 1): 4, (3, 2): 1})]
    ['r2c1 is 4, but 6 and 1 below it give only 7 (sum), 5 (difference) or 6 (product).']
    """
    study = study_of(puzzle)
    return list(dict.fromkeys(_Check(study, {**study.givens, **numbers}).broken()))


class _Check:
    """The numbers on a board, the givens among them."""

    def __init__(self, study: Study, numbers: Mapping[Cell, int]) -> None:
        self.study = study
        self.puzzle = study.puzzle
        self.numbers = numbers
        model = study.plain_rules
        self.cell_of = dict(zip(model.decisions, self.puzzle.cells, strict=True))
        # What the checker says of the written numbers alone it says with any others around them.
        self.found, again = (self._violations(model, place) for place in (0, -1))
        self.certain = [violation for violation in self.found if violation in again]
        self.parts: dict[str, list[Constraint]] = {}
        for constraint in model.constraints:
            # A list of numbers says nothing about a cell that could hold any: the checker does.
            if all(variable.other is None for variable in constraint.variables):
                rule = (constraint.rules or (constraint.title,))[0]
                self.parts.setdefault(rule, []).append(constraint)

    def _violations(self, model: Model, place: int) -> list[Violation]:
        """What the checker finds with the value at a place of its domain in each open cell."""
        filled, written = [], set(self.numbers.values())
        for cell, variable in zip(self.puzzle.cells, model.decisions, strict=True):
            unused = [n for n in variable.domain if n not in written]
            anything = [1] if variable.other is not None else unused or variable.domain
            filled.append(self.numbers.get(cell, anything[place]))
        return self.puzzle.violations(self.puzzle.solution(filled))

    def broken(self) -> Iterator[Violation]:
        yield from self._impossible_numbers()
        for entry in rule_book_of(self.puzzle):
            poll()
            written = [cell for cell in entry.cells if cell in self.numbers]
            full = len(written) == len(entry.cells)
            said = [v for v in (self.found if full else self.certain) if v.entry == entry.id]
            if full and said:
                yield from said
                continue
            for constraint in self.parts.get(entry.id, ()) if written else ():
                cells = self._culprits(constraint)
                if cells:
                    exact = [violation for violation in said if set(violation.cells) == set(cells)]
                    sentence = f"This rule cannot hold any more: {lowered(entry.sentence)}"
                    yield exact[0] if exact else Violation(NO_WAY_LEFT, sentence, cells, entry.id)

    def _impossible_numbers(self) -> Iterator[Violation]:
        """Numbers that their cell cannot hold, whatever stands elsewhere."""
        for cell, values in self.study.own_candidates.items():
            number = self.numbers.get(cell)
            if number is not None and values is not None and number not in values:
                name = capitalised(short_name(self.puzzle, cell))
                said = [violation for violation in self.found if violation.cells == (cell,)]
                yield said[0] if said else Violation("cell", f"{name} cannot be {number}.", (cell,))

    def _culprits(self, constraint: Constraint) -> tuple[Cell, ...]:
        """The fewest written cells, by removing one after the other, with which a part of a rule
        cannot hold; none if it can."""
        scope = dict.fromkeys(constraint.variables)
        cells = {v: self.cell_of[v] for v in scope if self.cell_of.get(v) in self.numbers}

        def fails(fixed: Sequence[Variable]) -> bool:
            domains = {v: (self.numbers[cells[v]],) if v in fixed else v.open_domain for v in scope}
            return not may_hold([constraint], domains, Limits(nodes=MAX_NODES))

        if not cells or not fails(list(cells)):
            return ()
        return tuple(cells[variable] for variable in minimal(cells, fails))


def minimal(parts: Iterable[T], fails: Callable[[Sequence[T]], bool]) -> list[T]:
    """The parts that are left when one after the other is dropped without which the rest still
    fails."""
    kept = list(parts)
    for part in list(kept):
        without = [other for other in kept if other is not part]
        if fails(without):
            kept = without
    return kept


def may_hold(
    constraints: Iterable[Constraint],
    domains: Mapping[Variable, Sequence[int]],
    limits: Limits,
    decisions: Iterable[Variable] | None = None,
) -> bool:
    """Whether a search finds values in these domains that satisfy the constraints, or a limit
    stops it."""
    part = Model()
    of = {variable: part.variable(variable.name, values) for variable, values in domains.items()}
    if decisions is not None:
        part.decisions = tuple(of[variable] for variable in decisions)
    for constraint in constraints:
        part.add(constraint.over([of[variable] for variable in constraint.variables]))
    run = KernelRun(part, SearchOptions(["ff"], limits=replace(limits, solutions=1)))
    return run.count() > 0 or not run.complete


def is_solved(puzzle: AnyPuzzle, numbers: Mapping[Cell, int]) -> bool:
    """Whether the written numbers are a solution. Cells that players leave empty may be empty, and
    where nothing is written beside a printed number, that number stands.

    Raises:
        PuzzleError: A number could not be typed as part of an answer.
    """
    written = {**study_of(puzzle).givens, **numbers}
    scene = build_scene(puzzle)
    silent = [n for n in scene.words if not phrases_of(puzzle).writes(n)]
    for cell in [cell for cell in puzzle.cells if cell not in written]:
        printed = scene.by_cell[cell].given if cell in scene.by_cell else ""
        if not silent and not printed.isdecimal():
            return False
        written[cell] = int(printed) if printed.isdecimal() else silent[0]
    completed = [written[cell] for cell in puzzle.cells]
    return not puzzle.violations(read_solution(puzzle, puzzle.solution(completed)))
