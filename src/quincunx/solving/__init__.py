"""Solving puzzles: solutions, counts and verdicts, each with how far it was proved.

Every solution that is returned was checked against the rules by code that shares nothing with the
solver. A count checks the first `MAX_CHECKED` solutions if it lists them, and none otherwise; a
`Result` says how many were checked.

It is not known in advance whether listing or counting without listing (`quincunx.cp.counting`) is
faster. So the two alternate with growing budgets (`COUNTING_TURNS`): some nodes of a search, then
some states, and so on; a search without limits comes last. This takes at most about twice the time
of the faster method.
"""

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import asdict, dataclass, replace
from functools import partial
from typing import Any, Generic, TypeAlias, Unpack, overload

from quincunx._support.notebook import Shown
from quincunx.cp.engines import Run, require_engine, start
from quincunx.cp.limits import Stopped, poll, watching
from quincunx.cp.model import Model, Notes
from quincunx.cp.options import DEPTH_FIRST, SearchKeywords
from quincunx.cp.solutions import COUNTING_TURNS, Verdict
from quincunx.cp.statistics import Statistics
from quincunx.errors import OptionError, TooBig, Unfinished, WrongAnswer
from quincunx.families import Puzzle, SolutionT, Violation, read_solution
from quincunx.families.base.capabilities import count_without_listing, paper_numbers
from quincunx.families.base.puzzle_input import PuzzleLike, parse
from quincunx.solving.models import OURS, model_of, prescribes_search, search_options

Show: TypeAlias = Callable[[Any], None]
"""Called with each solution when it is found."""

VERDICT_SOLUTIONS = 2
"""Number of solutions that a verdict needs."""
MAX_CHECKED = 10_000
"""Number of solutions that are checked while counting. Checking one takes up to thirty times as
long as finding it: millions would take minutes instead of seconds."""

KERNEL_ENGINES = ("kernel", "both")
"""Engines that use our kernel, and so a strategy."""


@dataclass(frozen=True)
class Result(Shown, Generic[SolutionT]):
    """The outcome of a search for a puzzle's solutions.

    `count` is the number of solutions found; `solutions` holds them, unless they were only
    counted. `complete` says whether the whole space was searched. `checked` is the number of
    solutions that were checked by the rules. `notes` are those of the paper's model, and `model` is
    its name.
    """

    puzzle: Puzzle[SolutionT]
    count: int
    complete: bool
    solutions: tuple[SolutionT, ...]
    statistics: Statistics
    checked: int = 0
    notes: Notes | None = None
    model: str = OURS

    @property
    def answers(self) -> int:
        """How many answers the model gave. With the paper's model that may exceed the number of
        solutions: some repeat, and some break the rules."""
        return self.statistics.solutions

    @property
    def solution(self) -> SolutionT | None:
        """The first solution; None if there is none, or if solutions were only counted."""
        return self.solutions[0] if self.solutions else None

    @property
    def verdict(self) -> Verdict:
        """Two solutions prove "multiple"; the others take a complete search, and a model that loses
        solutions proves neither "unique" nor "none"."""
        if self.count >= VERDICT_SOLUTIONS:
            return "multiple"
        if not self.complete or (self.notes is not None and self.notes.loses):
            return "unknown"
        return "unique" if self.count == 1 else "none"

    def as_dict(self) -> dict[str, Any]:
        """The result as JSON data, the way every command and page answers."""
        done = self.statistics
        result = {
            "puzzle": self.puzzle.identifier,
            "family": self.puzzle.family,
            "verdict": self.verdict,
            "count": self.count,
            "complete": self.complete,
            "solutions": list(self.solutions),
            "statistics": {**done.as_dict(), "seconds": round(done.seconds, 6)},
            "checked": self.checked,
        }
        if self.notes is not None:
            result |= {"model": self.model, "answers": self.answers, "notes": asdict(self.notes)}
        return result


AnyResult: TypeAlias = Result[Any]


class SolveKeywords(SearchKeywords, total=False):
    """All keyword arguments of `solve` and `solutions`."""

    limit: int | None
    model: str


def count_result(puzzle: Puzzle[Any], began: float, number: int, complete: bool) -> AnyResult:
    """Return the result of a count without listing that began at this time."""
    done = Statistics(seconds=time.perf_counter() - began, solutions=number)
    return Result(puzzle, number, complete, (), done)


class PuzzleSearch:
    """A search for the solutions of a puzzle; iterate it for solutions, found on demand.

    The model is built when the first solution is requested. `statistics` are the counters so far,
    model building included, and `complete` says whether everything was searched. The arguments are
    those of `solve`; `build` provides the model, for callers that share it.
    """

    def __init__(
        self,
        puzzle: PuzzleLike,
        *,
        limit: int | None = None,
        model: str = OURS,
        build: Callable[[], Model] | None = None,
        **options: Unpack[SearchKeywords],
    ) -> None:
        self.puzzle = parse(puzzle)
        self._options = search_options(self.puzzle, model, limit=limit, **options)
        strategy, engine = self._options.strategy, self._options.engine
        require_engine(engine)
        self._name = model
        self._build = build or partial(model_of, self.puzzle, model)
        if strategy != DEPTH_FIRST and engine not in KERNEL_ENGINES:
            raise OptionError(f"solve: strategy {strategy} with engine {engine}, expected kernel")
        self._limits = self._options.limits
        self._prescribed = prescribes_search(model, options)
        self._began = False
        self._before = Statistics()
        self._run: Run | None = None
        self._places: list[int] = []
        self._model: Model | None = None
        self._earlier = 0.0
        self.checking = 0.0
        """CPU seconds spent on checking solutions by the rules."""

    @property
    def complete(self) -> bool:
        return self._run is not None and self._run.complete

    @property
    def statistics(self) -> Statistics:
        return self._before if self._run is None else self._before + self._run.statistics

    def __iter__(self) -> Iterator[Any]:
        run = self.begin()
        if run is not None and self.notes is not None:
            yield from self._distinct_solutions(run)
        else:
            yield from map(self._checked, run or ())

    def _distinct_solutions(self, run: Run) -> Iterator[Any]:
        """The solutions among the answers of the paper's model, each once."""
        seen: set[tuple[int, ...]] = set()
        most = self._limits.solutions
        if most == 0:
            return
        for values in run:
            numbers = tuple(self._numbers(values))
            # A wrong answer is skipped only if the model is known to give some.
            errs = self.notes is not None and self.notes.errs
            if numbers not in seen and not (errs and self._judged(numbers)[1]):
                seen.add(numbers)
                yield self._checked(values)
            # A program that is asked for one answer stops there, right or wrong.
            if len(seen) == most or most == 1:
                return

    def _judged(self, numbers: Sequence[int]) -> tuple[Any, list[Violation]]:
        """The solution with these numbers, and the rules that it breaks."""
        began = time.process_time()
        solution = self.puzzle.solution(numbers)
        broken = self.puzzle.violations(solution)
        self.checking += time.process_time() - began
        return solution, broken

    @property
    def notes(self) -> Notes | None:
        """The notes of the paper's model, once it is built."""
        return None if self._model is None else self._model.notes

    def find(self, show: Show | None = None) -> AnyResult:
        """Find the solutions; with `show`, each is passed to it when found, and not kept."""
        found: list[Any] = []
        keep = found.append if show is None else show
        number = 0
        for solution in self:
            number += 1
            keep(solution)
        return self._result(number, tuple(found), checked=number)

    def tally(self, *, listing: bool = False) -> AnyResult:
        """Count the solutions and keep none; see `tally` below."""
        if listing or self._prescribed:
            return self._count()
        by_family = partial(count_without_listing, self.puzzle)
        return self._without_listing(by_family) or self.alternate()

    def alternate(self) -> AnyResult:
        """Count the solutions by alternating search and counting without listing."""
        if self._prescribed:
            return self._count()
        began = time.perf_counter()
        left = self._limits.countdown()
        for nodes, states in COUNTING_TURNS:
            trial = copy(self)
            trial._limits = replace(left(), nodes=nodes)
            result = trial._count()
            self._model = trial._model
            if result.complete or result.statistics.nodes < nodes:
                return result  # all solutions, as many as requested, or no time is left
            self._limits = left()
            counted = self._without_listing(partial(self._counted, states))
            if counted is not None:
                return counted if counted.complete or counted.count else result
        self._earlier = time.perf_counter() - began
        self._limits = left()
        return self._count()

    def _counted(self, states: int) -> int | None:
        """How many solutions the model has; None if that takes more states."""
        # Imported here, because it loads the kernel.
        from quincunx.cp.counting import Counting

        try:
            return Counting(self._built(), states).count()
        except TooBig:
            return None

    def _count(self) -> AnyResult:
        run = self.begin()
        if self.notes is not None:
            found = sum(1 for _ in self)
            return self._result(found, (), found)
        checked = 0

        def check_some(values: Sequence[int]) -> bool:
            nonlocal checked
            self._checked(values)
            checked += 1
            return checked < MAX_CHECKED

        number = 0 if run is None else run.count(check_some)
        return self._result(number, (), checked)

    def _without_listing(self, count: Callable[[], int | None]) -> AnyResult | None:
        """The result of a count without listing; None if `count` returns none."""
        result = partial(count_result, self.puzzle, time.perf_counter())
        try:
            with watching(self._limits):
                poll()
                number = count()
        except Stopped:
            return result(0, False)
        if number is None:
            return None
        most = self._limits.solutions
        if most is not None and number > most:
            return result(most, False)
        return result(number, True)

    def begin(self) -> Run | None:
        """Start the search, once; None if a limit was reached before it started."""
        if self._began:
            return self._run
        self._began = True
        began = time.perf_counter()
        try:
            with watching(self._limits):
                model = self._built()
                took = time.perf_counter() - began
                self._before = Statistics(seconds=self._earlier + took)
                self._places = [variable.index for variable in model.decisions]
                limits = self._limits.after(took)
                if model.notes is not None:
                    limits = replace(limits, solutions=None)  # answers may repeat
                self._run = start(model, self._options.within(limits))
        except Stopped:
            self._before = Statistics(seconds=self._earlier + time.perf_counter() - began)
        return self._run

    def _built(self) -> Model:
        if self._model is None:
            self._model = self._build()
        return self._model

    def _checked(self, values: Sequence[int]) -> Any:
        solution, broken = self._judged(self._numbers(values))
        if broken:
            raise WrongAnswer(f"{self.puzzle}: {solution}: {broken[0].sentence}")
        return solution

    def _numbers(self, values: Sequence[int]) -> Sequence[int]:
        """The numbers in the puzzle's cells."""
        decided = [values[place] for place in self._places]
        return decided if self._name == OURS else paper_numbers(self.puzzle, decided)

    def _result(self, number: int, found: tuple[Any, ...], checked: int) -> AnyResult:
        done = self.statistics
        return Result(
            self.puzzle, number, self.complete, found, done, checked, self.notes, self._name
        )


@overload
def solutions(
    puzzle: Puzzle[SolutionT], **options: Unpack[SolveKeywords]
) -> Iterator[SolutionT]: ...
@overload
def solutions(
    puzzle: str | Mapping[str, Any], **options: Unpack[SolveKeywords]
) -> Iterator[Any]: ...


def solutions(
    puzzle: PuzzleLike,
    *,
    limit: int | None = None,
    model: str = OURS,
    **options: Unpack[SearchKeywords],
) -> Iterator[Any]:
    """Yield the solutions of a puzzle, each found when it is asked for and checked by the rules.

    The arguments are those of `solve`; a limit ends the solutions.

    >>> next(solutions("aztec-math:8/__/_9_/8__2"))
    [[8], [5, 3], [4, 9, 3], [8, 4, 5, 2]]
    """
    return iter(PuzzleSearch(puzzle, limit=limit, model=model, **options))


@overload
def solve(puzzle: Puzzle[SolutionT], **options: Unpack[SolveKeywords]) -> Result[SolutionT]: ...
@overload
def solve(puzzle: str | Mapping[str, Any], **options: Unpack[SolveKeywords]) -> Result[Any]: ...


def solve(
    puzzle: PuzzleLike,
    *,
    limit: int | None = VERDICT_SOLUTIONS,
    model: str = OURS,
    **options: Unpack[SearchKeywords],
) -> AnyResult:
    """Find solutions of a puzzle, each checked by the rules.

    Args:
        puzzle: A puzzle, an identifier, a document or a name of the gallery.
        limit: Maximum number of solutions, or `None` for all; two are enough for a verdict.
        model: "ours", "paper" for the program that the paper about the family prints, with its
            mistakes, or "authors" for the one its authors ran, where that is known and differs.
            The result's `notes` describe them. With `limit=1` such a program stops at its first
            answer, and there is no solution if that answer breaks the rules.
        **options: How to search:

            - labeling: Such as "ff,bisect,down" or ["ff", "bisect"], see `quincunx.cp.options`;
              by default that of the family.
            - consistency: Strength of propagation, "domain" or "bounds"; by default "domain" for
              our model and "bounds" for the paper's.
            - seed: Seed of the labeling "random" and of restarts.
            - strategy: "depth-first", "discrepancy", "restarts" or "restarts:N", see
              `quincunx.cp.options`.
            - engine: The solver, "kernel", "cp-sat", "both", "minizinc" or "minizinc:SOLVER".
            - time_limit: Seconds after which to stop, building the model included.
            - node_limit: Search nodes after which to stop.
            - cancel: Called many times a second; the search stops when it returns true.

    Returns:
        The solutions with a verdict and statistics. It is not `complete` if a limit stopped the
        search.

    Raises:
        OptionError: An option does not exist, or does not fit another.

    >>> result = solve("c-note:100:878/312/272")
    >>> result.verdict, result.solution
    ('unique', [[85, 7, 8], [13, 15, 72], [2, 78, 20]])
    >>> solve("c-note/demo", limit=None, labeling="ff,bisect").count
    31
    """
    return PuzzleSearch(puzzle, limit=limit, model=model, **options).find()


def tally(
    puzzle: PuzzleLike,
    *,
    listing: bool = False,
    limit: int | None = None,
    model: str = OURS,
    **options: Unpack[SearchKeywords],
) -> AnyResult:
    """Count the solutions of a puzzle and keep none.

    Args:
        puzzle: As for `solve`.
        listing: Find the solutions one by one even where counting without listing is faster.
            Options that prescribe a search have the same effect.
        limit: Maximum number of solutions to count, or `None` for all.
        model: As for `solve`.
        **options: As for `solve`.

    Returns:
        The count. `complete` says whether it includes all solutions, and `checked` how many were
        checked by the rules: the first 10,000, and none that were not listed.

    >>> result = tally("c-note/demo")
    >>> result.count, result.complete, result.checked
    (31, True, 31)
    """
    return PuzzleSearch(puzzle, limit=limit, model=model, **options).tally(listing=listing)


def count(
    puzzle: PuzzleLike,
    *,
    limit: int | None = None,
    time_limit: float | None = None,
    cancel: Callable[[], bool] | None = None,
) -> int:
    """Return how many solutions a puzzle has, or `limit` if it has more.

    `tally` returns the count together with how it was obtained, also if it was stopped.

    Args:
        puzzle: As for `solve`.
        limit: Stop counting at this number of solutions.
        time_limit: Seconds after which to stop.
        cancel: Called many times a second; the work stops when it returns true.

    Raises:
        Unfinished: The time limit or `cancel` stopped the count; `at_least` is the number of
            solutions found before.

    >>> count("power-strike:7:41,_,_,_,_,_,_,_")
    58
    >>> count("power-strike/16", limit=10)
    10
    >>> count("c-note/demo", time_limit=0)
    Traceback (most recent call last):
    quincunx.errors.Unfinished: count: stopped, at least 0 exist
    """
    result = tally(puzzle, limit=limit, time_limit=time_limit, cancel=cancel)
    if not result.complete and result.count != limit:
        raise Unfinished(f"count: stopped, at least {result.count} exist", at_least=result.count)
    return result.count


def verdict(puzzle: PuzzleLike, *, model: str = OURS, **options: Unpack[SearchKeywords]) -> Verdict:
    """Whether a puzzle has one solution, several or none; the arguments are those of `solve`.

    Where a search takes long, solutions are also counted without listing them, unless options
    prescribe a search.

    >>> verdict("power-strike:2:9,_,_,_,_,_,_,_")
    'unique'
    """
    return PuzzleSearch(puzzle, limit=VERDICT_SOLUTIONS, model=model, **options).alternate().verdict


def check(puzzle: PuzzleLike, solution: object) -> list[Violation]:
    """Return the rules that a solution breaks; none if it is right.

    Args:
        puzzle: As for `solve`.
        solution: The solution as data or as text.

    Raises:
        PuzzleError: The solution has the wrong form.

    >>> [v.sentence for v in check("c-note:100:84/61", [[18, 84], [86, 16]])]
    ['Row 1 sums to 102, expected 100.', 'Row 2 sums to 102, expected 100.', \
'Column 1 sums to 104, expected 100.']
    """
    meant = parse(puzzle)
    return meant.violations(read_solution(meant, solution))
