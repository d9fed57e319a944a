"""The score of a reply, with partial credit for wrong answers: the open cells that are right.

Cells that a lazy answer gets right are worth nothing. The lazy answers hold the smallest number
that every cell could hold by what is printed in it alone, or the largest: in a Multi-Balance, where
most cells stay empty, that is most of the board. A right number in place of a wrong one never
lowers the credit.
"""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from functools import lru_cache
from typing import Any, Literal

from quincunx._support.arguments import checked
from quincunx.datasets.scoring.answers import NoAnswer, find_answer
from quincunx.families import AnyPuzzle
from quincunx.families.base.capabilities import own_candidates
from quincunx.families.base.documents import givens_of, numbers_of
from quincunx.families.base.puzzle_input import PuzzleLike, parse
from quincunx.solving import solve

Status = Literal["right", "wrong", "format-error", "no-answer"]

MAX_CREDIT = 0.5
"""No wrong answer is worth more than this; a right one is worth 1."""
MAX_SOLUTIONS = 100
MAX_NODES = 100_000
"""Limits of the search for solutions; where it finds none, wrong answers are worth nothing."""


@dataclass(frozen=True)
class Score:
    """The score of a reply.

    Attributes:
        value: 1.0 if the answer keeps all rules.
        answer: The answer that was read, `None` if there is none.
        violations: Sentences that say what is wrong.
        read_as: How the answer was written, "json" or "text"; empty if there is none.
        status: "right" or "wrong" if an answer was read; "format-error" if there is one in a form
            that is not read; "no-answer" if the reply gives none, or takes it back.
    """

    value: float
    answer: Any
    violations: tuple[str, ...]
    read_as: str
    status: Status

    @property
    def right(self) -> bool:
        """Whether the answer keeps all rules."""
        return self.status == "right"

    def as_dict(self) -> dict[str, Any]:
        """The score as JSON data."""
        data = asdict(self) | {"violations": list(self.violations)}
        return {"score": data.pop("value"), **data}


@checked
def score(puzzle: PuzzleLike, text: str, partial: bool = False) -> Score:
    """Score a reply in free text to a puzzle.

    Args:
        puzzle: A puzzle, its identifier, its document or its name in the gallery.
        text: The reply; docs/scoring.md states where and how it has to give the answer.
        partial: Whether a wrong answer is worth up to 0.5, by the cells that are right beyond
            those of a lazy answer; see docs/scoring.md.

    Raises:
        PuzzleError: The puzzle is invalid.
        OptionError: The reply is not text.

    >>> score("aztec-math:9/5_", "5 + 4 = 9. Answer: [[9], [5, 4]]").value
    1.0
    >>> wrong = score("aztec-math:9/5_", "Answer: [[9], [5, 3]]", partial=True)
    >>> wrong.value, wrong.violations
    (0.0, ('r1c1 is 9, but 5 and 3 below it give only 8 (sum), 2 (difference) or 15 \
(product).',))
    """
    puzzle = parse(puzzle)
    found = find_answer(puzzle, text)
    if isinstance(found, NoAnswer):
        status: Status = "format-error" if found.misread else "no-answer"
        return Score(0.0, None, (found.reason,), "", status)
    broken = puzzle.violations(found.solution)
    if not broken:
        return Score(1.0, found.solution, (), found.read_as, "right")
    value = partial_credit(puzzle, found.solution) if partial else 0.0
    return Score(value, found.solution, tuple(v.sentence for v in broken), found.read_as, "wrong")


def partial_credit(puzzle: AnyPuzzle, answer: Any) -> float:
    """Return the credit for a wrong answer, by the solution that it agrees with most.

    >>> from quincunx.families import parse
    >>> puzzle = parse("aztec-math:8/__/_9_/8__2")
    >>> partial_credit(puzzle, [[8], [5, 3], [4, 9, 3], [8, 4, 9, 2]])
    0.4166666666666667
    """
    numbers = numbers_of(puzzle, answer)
    open_cells = len(puzzle.cells) - len(givens_of(puzzle))
    shares = [
        max(0, _agreeing(puzzle, numbers, one) - floor) / max(1, open_cells - floor)
        for one, floor in _solutions(puzzle)
    ]
    return MAX_CREDIT * max(shares, default=0.0)


@lru_cache(maxsize=256)
def _solutions(puzzle: AnyPuzzle) -> list[tuple[Sequence[int], int]]:
    """The solutions, each with the number of open cells that a lazy answer gets right."""
    found = solve(puzzle, limit=MAX_SOLUTIONS, node_limit=MAX_NODES).solutions
    domains = own_candidates(puzzle)
    lazy = [[pick(domains[cell] or [0]) for cell in puzzle.cells] for pick in (min, max)]
    solutions = [numbers_of(puzzle, one) for one in found]
    return [(one, max(_agreeing(puzzle, each, one) for each in lazy)) for one in solutions]


def _agreeing(puzzle: AnyPuzzle, numbers: Sequence[int], solution: Sequence[int]) -> int:
    """The number of open cells in which an answer agrees with a solution."""
    givens = givens_of(puzzle)
    pairs = zip(puzzle.cells, numbers, solution, strict=True)
    return sum(number == right for cell, number, right in pairs if cell not in givens)
