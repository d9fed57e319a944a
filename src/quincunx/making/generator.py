"""The search for one row of a series, from the request, the seed and the row's number alone.

A family's maker proposes puzzles; the first that satisfies the request is the row. A proposal that
is too hard is given more givens, and those it can do without are then removed again.
"""

from bisect import bisect
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import islice
from math import inf
from random import Random
from typing import Any, TypeAlias

from quincunx.cp.limits import Limits, Stopped
from quincunx.cp.model import Model
from quincunx.families import AnyPuzzle
from quincunx.families.base.givens import is_symmetric, without_symmetry
from quincunx.families.base.grades import GradeName
from quincunx.making.prepared_model import KernelModel
from quincunx.making.requests import Request
from quincunx.making.requirements import Graded
from quincunx.solving import solve

PROOF_NODES = 2_000_000
"""Node limit for the proof that a proposal has one solution; proposals beyond it are dropped."""
MAX_EASIER = 100
"""How often more is given away to make a proposal easier."""

Grader: TypeAlias = Callable[[AnyPuzzle], Graded | None]


@dataclass
class RowTools:
    """The tools for one row: implements `quincunx.families.base.maker.MakerTools`.

    It counts attempts and raises `Stopped` when there are too many. `stop_reason` is empty as long
    as the search may continue; `ended` keeps the reason it stopped.
    """

    request: Request
    dice: Random
    patience: int
    stop_reason: Callable[[], str]
    tried: int = 0
    nearness: str = ""
    ended: str = ""
    graded: dict[AnyPuzzle, Graded] = field(default_factory=dict)
    """Grades of this row's proposals, which may repeat."""

    def __post_init__(self) -> None:
        self.unique = self.request.unique
        self.choosy = self.request.requirements.restricts

    def stop(self) -> bool:
        """Return whether to stop now."""
        self.ended = self.ended or self.stop_reason()
        return bool(self.ended)

    def attempt(self) -> None:
        """Count an attempt before it begins."""
        if self.tried == self.patience:
            tries = "1 try" if self.patience == 1 else f"{self.patience:,} tries"
            self.ended = f"no puzzle in {tries}"
        if self.stop():
            raise Stopped
        self.tried += 1
        self.nearness = ""

    def near(self, text: str) -> None:
        """Note how close the current attempt came to a puzzle."""
        self.nearness = text
        if self.stop():
            raise Stopped

    def prepare(self, model: Model, labeling: Sequence[str] = ()) -> KernelModel:
        """Return a model prepared for many searches."""
        return KernelModel(model, labeling, self.stop)


@dataclass(frozen=True)
class AcceptedPuzzle:
    """A puzzle that satisfies a request, and how hard it is if it was graded."""

    puzzle: AnyPuzzle
    solution: Any
    graded: Graded | None = None


def search_row(tools: RowTools) -> AcceptedPuzzle:
    """Return the first satisfying proposal of a row."""
    request, counted = tools.request, tools.tried
    for proposal in request.maker.proposals(without_symmetry(request.parameters), tools):
        if tools.tried == counted:
            tools.attempt()
        counted = tools.tried
        found = _examined(proposal, tools)
        if found is not None and request.maker.canonical(found.puzzle) not in request.unwanted:
            return found
    tools.ended = "the generator has no more proposals"
    raise Stopped


def grade_puzzle(
    puzzle: AnyPuzzle, tools: RowTools, at_most: GradeName | float | None = None
) -> Graded:
    """Grade a puzzle; one harder than `at_most` has no grade."""
    from quincunx.reasoning import grade

    found = grade(puzzle, at_most=at_most, decisive=False, cancel=tools.stop)
    if not found.complete:
        tools.stop()
        raise Stopped
    return found


def _examined(proposal: AnyPuzzle, tools: RowTools) -> AcceptedPuzzle | None:
    """The puzzle that a proposal leads to; `None` if it cannot satisfy the request."""
    solution = _solution(proposal, tools)
    if solution is not None and is_symmetric(tools.request.parameters):
        proposal = _symmetric(proposal, solution, tools)
    if solution is None or proposal is None:
        return None
    if tools.request.requirements.restricts:
        return _adjusted(proposal, solution, tools)
    if not tools.unique or (highest := tools.request.highest_score) == inf:
        return AcceptedPuzzle(proposal, solution)
    graded = grade_puzzle(proposal, tools, highest)
    tools.near(f"one was {graded.grade or f'harder than {highest:g}'}")
    return AcceptedPuzzle(proposal, solution, graded) if graded.grade else None


def _symmetric(proposal: AnyPuzzle, solution: Any, tools: RowTools) -> Any:
    """The proposal with symmetric givens; `None` if there cannot be the requested number."""
    asked: Any = tools.request
    plain = replace(asked.parameters, givens=None)
    found = asked.maker.symmetric(plain, proposal, solution, tools.dice)
    if found is not None and tools.unique:
        found = _trimmed(AcceptedPuzzle(found, solution), tools).puzzle
    return found and asked.maker.symmetric(asked.parameters, found, solution, tools.dice)


def _solution(puzzle: AnyPuzzle, tools: RowTools) -> Any:
    """The solution of a proposal, if it has one, and only one where that is required."""
    from quincunx.reasoning.study import study_of

    if tools.unique:
        # Grading and explaining the puzzle need the same proof.
        found = study_of(puzzle).result(Limits(nodes=PROOF_NODES, cancel=tools.stop))
    else:
        found = solve(puzzle, limit=1, node_limit=PROOF_NODES, cancel=tools.stop)
    if not found.complete and tools.stop():
        raise Stopped
    wanted = found.verdict == "unique" if tools.unique else found.count == 1
    return found.solutions[0] if wanted else None


def _adjusted(proposal: AnyPuzzle, solution: Any, tools: RowTools) -> AcceptedPuzzle | None:
    """The puzzle with just enough additional givens to satisfy the requirements."""
    requirements = tools.request.requirements

    @cache
    def grade(puzzle: AnyPuzzle) -> Graded:
        at_most = requirements.highest_grade
        found = tools.graded.get(puzzle) or grade_puzzle(puzzle, tools, at_most)
        tools.graded[puzzle] = found
        tools.near(f"one was {found.grade or f'harder than {at_most}'}")
        return found

    found = grade(proposal)
    if not requirements.too_hard(found):
        too_easy = requirements.too_easy(found)
        return None if too_easy else AcceptedPuzzle(proposal, solution, found)
    # Each puzzle has more givens than the one before: bisect for the first that is easy enough.
    easier = list(islice(_easier(proposal, solution, tools), MAX_EASIER))
    at = bisect(easier, False, key=lambda puzzle: not requirements.too_hard(grade(puzzle)))
    if at == len(easier) or requirements.too_easy(grade(easier[at])):
        return None
    return _trimmed(AcceptedPuzzle(easier[at], solution, grade(easier[at])), tools, grade)


def _easier(puzzle: AnyPuzzle, solution: Any, tools: RowTools) -> Iterator[AnyPuzzle]:
    """The puzzle with more and more givens."""
    maker, parameters = tools.request.maker, tools.request.parameters
    easier: AnyPuzzle | None = puzzle
    while (easier := maker.easier(parameters, easier, solution, tools.dice)) is not None:
        yield easier


def _trimmed(
    found: AcceptedPuzzle, tools: RowTools, grade: Grader = lambda puzzle: None
) -> AcceptedPuzzle:
    """The puzzle without the givens that it does not need to satisfy the request; without `grade`,
    to have one solution."""
    parameters, maker = tools.request.parameters, tools.request.maker
    needed: set[object] = set()
    while True:
        fewer = maker.thinner(parameters, found.puzzle)
        untested = sorted(places for places in fewer if places not in needed)
        if not untested:
            return found
        places = tools.dice.choice(untested)
        needed.add(places)
        puzzle = fewer[places]()
        if _solution(puzzle, tools) is not None:
            difficulty = grade(puzzle)
            if difficulty is None or tools.request.requirements.satisfied_by(difficulty):
                found = AcceptedPuzzle(puzzle, found.solution, difficulty)
