"""Solutions of a model, one by one or the best, with what the search did."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from quincunx.cp.expressions import Expression, evaluate, operand
from quincunx.cp.limits import Limits, Stopped, require_function, watching
from quincunx.cp.options import DEFAULTS, SearchOptions
from quincunx.cp.statistics import Statistics
from quincunx.errors import ModelError, TooBig, Unfinished, WrongAnswer, short_repr

if TYPE_CHECKING:
    from quincunx.cp.engines import Run
    from quincunx.cp.model import Model

Verdict: TypeAlias = Literal["unique", "multiple", "none", "unknown"]
"""How many solutions exist; "unknown" if a limit stopped the search before it was proved."""

COUNTING_TURNS = ((10_000, 30_000), (100_000, 2_000_000))
"""Node limit of a search and then state limit of counting without listing, for each turn; a search
without limits follows."""


class UnknownName(ModelError, KeyError):
    """No variable has this name."""

    __str__ = Exception.__str__


@dataclass(frozen=True, eq=False, repr=False)
class Solution(Mapping[str, int]):
    """The values of a model's variables; false if the model has no solution.

    `solution[x]` is the value of a variable, an expression or a name, and for lists of these a
    list of values. As a mapping it holds the values by name.
    """

    model: Model
    assignment: tuple[int, ...] | None
    """A value for each variable of the model, helpers included."""
    search: Solutions
    """The search that found it."""
    objective: int | None = None
    """The value of what was minimized or maximized."""
    optimal: bool = False
    """Whether it was proved that no solution has a better objective."""

    @property
    def statistics(self) -> Statistics:
        """The counters of the search so far."""
        return self.search.statistics

    def __getitem__(self, what: Any) -> Any:
        if isinstance(what, list | tuple):
            return [self[each] for each in what]
        if self.assignment is None:
            raise ModelError(f"{what}: no value, because the model has no solution")
        if isinstance(what, str):
            named = [v for v in self.model.variables if v.name == what]
            if not named:
                names = ", ".join(v.name for v in self.model.unknowns[:20])
                raise UnknownName(f"no variable {short_repr(what)}, expected one of {names}")
            return self.assignment[named[0].index]
        wanted = self.model.own(operand(what))
        return evaluate(wanted, dict(zip(self.model.variables, self.assignment, strict=False)))

    def __iter__(self) -> Iterator[str]:
        return (v.name for v in self.model.unknowns if self.assignment is not None)

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def __bool__(self) -> bool:
        return self.assignment is not None

    def __repr__(self) -> str:
        return f"<{self}>"

    def __str__(self) -> str:
        empty = "nothing to decide" if self else "no solution"
        shown = ", ".join(f"{name} = {value}" for name, value in self.items()) or empty
        if self.objective is None:
            return shown
        return f"{self.objective} ({'optimal' if self.optimal else 'best so far'}): {shown}"


class Solutions(Iterator[Solution]):
    """The solutions of a model, each found when it is asked for.

    `complete` says whether these were all: it is false while the search runs, and after a limit
    stopped it. `statistics` are the counters so far.
    """

    def __init__(self, model: Model, options: SearchOptions) -> None:
        from quincunx.cp.engines import start

        self._model = model
        self._run: Run | None = None
        with suppress(Stopped), watching(options.limits):
            self._run = start(model, options)
        self._found = iter(self._run or ())

    @property
    def complete(self) -> bool:
        return self._run is not None and self._run.complete

    @property
    def statistics(self) -> Statistics:
        return Statistics() if self._run is None else self._run.statistics

    def __next__(self) -> Solution:
        return Solution(self._model, next(self._found), self)

    def count(self) -> int:
        """The number of solutions that are left, without listing them."""
        return 0 if self._run is None else self._run.count()


def first(model: Model, options: SearchOptions) -> Solution:
    """The first solution; see `Model.solve`."""
    found = Solutions(model, options)
    for solution in found:
        return _checked(solution)
    if not found.complete:
        raise Unfinished("solve: stopped before a solution was found")
    return Solution(model, None, found)


def best(
    model: Model,
    objective: Expression,
    sign: int,
    options: SearchOptions,
    show: Callable[[Solution], object] | None,
) -> Solution:
    """The solution with the least value of sign · objective; see `Model.minimize`."""
    require_function(show, "show")
    bounded = model.extensible()
    terms, _ = bounded.translator.linear(model.own(objective))
    bounded.objective = {variable: sign * factor for variable, factor in terms.items()}
    found = Solutions(bounded, options)
    solution = Solution(model, None, found)
    for better in found:
        values = (better.assignment or ())[: len(model.variables)]
        solution = Solution(model, values, found, int(better[objective]))
        _checked(solution)
        if show is not None:
            show(solution)
    if not (solution or found.complete):
        raise Unfinished("optimum: stopped before a solution was found")
    return replace(solution, optimal=bool(solution) and found.complete)


def count(model: Model, options: SearchOptions) -> int:
    """The number of solutions; see `Model.count`."""
    limits = options.limits
    known = 0
    unbounded = limits.nodes is None and limits.solutions is None
    if unbounded and options.within(DEFAULTS.limits) == DEFAULTS:
        # The options leave the choice of a method to us.
        left = limits.countdown()
        for nodes, states in COUNTING_TURNS:
            few = Solutions(model, options.within(replace(left(), nodes=nodes)))
            known = few.count()
            number = known if few.complete else _count_without_listing(model, left(), states)
            if number is not None:
                return number
        options = options.within(left())
    found = Solutions(model, options)
    number = found.count()
    if not found.complete and number != limits.solutions:
        at_least = max(number, known)
        raise Unfinished(f"count: stopped, at least {at_least} exist", at_least=at_least)
    return number


def _count_without_listing(model: Model, limits: Limits, states: int) -> int | None:
    """The number of solutions by residual states; None if that takes too much."""
    from quincunx.cp.counting import Counting

    with suppress(Stopped, TooBig), watching(limits):
        return Counting(model, states).count()
    return None


def _checked(solution: Solution) -> Solution:
    if solution.assignment is None or not solution.model.check(solution.assignment):
        raise WrongAnswer(f"{solution}: an engine found this, but it breaks a constraint")
    return solution
