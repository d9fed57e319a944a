"""Solvers behind one interface: `start` begins a search of a model, a `Run` yields solutions.

A new engine is one module in this package with a function `start` (see `Start`), and one line in
`ENGINES`.
"""

from collections.abc import Callable, Iterator
from importlib import import_module
from typing import Protocol, TypeAlias, cast

from quincunx._support.arguments import require_choice
from quincunx.cp.model import Model
from quincunx.cp.options import DEFAULTS, SearchOptions
from quincunx.cp.statistics import Statistics
from quincunx.errors import ModelError, OptionError, short_repr

SolutionCallback: TypeAlias = Callable[[tuple[int, ...]], bool]
"""Called with the first solutions while they are counted, until it returns false."""


class Run(Protocol):
    """A search in progress. Iterating yields solutions: a value for each variable of the model.

    The search runs only while it is iterated. `statistics` are the counters so far; `complete`
    says whether the whole tree was searched.
    """

    def __iter__(self) -> Iterator[tuple[int, ...]]: ...

    def count(self, on_solution: SolutionCallback | None = None) -> int:
        """Count the remaining solutions without keeping them.

        Args:
            on_solution: Called with each solution until it returns false.
        """
        found = 0
        for solution in self:
            found += 1
            if on_solution is not None and not on_solution(solution):
                on_solution = None
        return found

    @property
    def complete(self) -> bool: ...

    @property
    def statistics(self) -> Statistics: ...


Start: TypeAlias = Callable[[Model, SearchOptions], Run]
"""Begins a search for the solutions of a model."""


ENGINES = ("kernel", "cp-sat", "both", "minizinc")
"""Each has a module of its name, imported on first use."""


def start(model: Model, options: SearchOptions = DEFAULTS) -> Run:
    """Begin a search for the solutions of a model.

    Args:
        model: The model.
        options: How to search, and by which engine.

    Returns:
        A run, which searches while it is iterated.

    Raises:
        OptionError: The engine is unknown, or does not have an option.
        EngineError: The engine is not installed or cannot solve the model.
    """
    if not isinstance(model, Model):
        raise ModelError(f"start: model is {short_repr(model)}, expected a Model")
    if not isinstance(options, SearchOptions):
        raise OptionError(f"start: options is {short_repr(options)}, expected a SearchOptions")
    return require_engine(options.engine)(model, options)


def require_engine(name: str) -> Start:
    """The start function of an engine; `OptionError` lists the engines if the name is unknown.

    The engine reads what follows a colon, as in "minizinc:gecode", from `SearchOptions.engine`.
    """
    engine, colon, solver = name.partition(":") if isinstance(name, str) else (name, "", "")
    require_choice(engine, ENGINES, "unknown engine")
    if colon and engine != "minizinc":
        raise OptionError(f"unknown engine {name!r}, expected {engine} without a colon")
    if colon and not solver:
        raise OptionError(f"{engine}: no solver after the colon, expected one as {engine}:gecode")
    return cast(Start, import_module(f"{__name__}.{engine.replace('-', '_')}").start)
