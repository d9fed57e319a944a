"""Solvers behind one interface: a model goes in, solutions come out one by one.

Vocabulary:
  engine  the name of a solver: "kernel" is our own; some take more after a colon
  run     one search under way; iterating it gives solutions, and it knows how far it came

A new backend is one module in this folder with a function `start` (see `Start`), and one line
in `ENGINES`.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterator
from typing import Protocol, TypeAlias, cast

from quincunx.cp.model import Model
from quincunx.cp.options import SearchOptions
from quincunx.cp.statistics import Statistics
from quincunx.errors import OptionError

Look: TypeAlias = Callable[[tuple[int, ...]], bool]
"""Is shown solutions while they are counted, until it says that it has seen enough (False)."""


class Run(Protocol):
    """A search under way. Iterate it for solutions: a value for each variable of the model.

    Stopping to iterate stops the search. At any moment `statistics` says what was done, and
    `complete` whether everything was searched.
    """

    def __iter__(self) -> Iterator[tuple[int, ...]]: ...

    def count(self, look: Look | None = None) -> int:
        """Search on without listing; how many further solutions there were."""

    @property
    def complete(self) -> bool: ...

    @property
    def statistics(self) -> Statistics: ...


class Start(Protocol):
    """Begin a search for the solutions of a model."""

    def __call__(self, model: Model, options: SearchOptions) -> Run: ...


ENGINES: dict[str, str] = {
    "kernel": "quincunx.cp.engines.kernel",
    "cp-sat": "quincunx.cp.engines.cp_sat",
    "both": "quincunx.cp.engines.both",
    "minizinc": "quincunx.cp.engines.minizinc",
}
"""The module of each engine, imported when it is asked for."""

WITH_SOLVER = ("minizinc",)
"""Engines that take the name of a solver after a colon."""


def start(model: Model, options: SearchOptions) -> Run:
    """Begin a search for the solutions of a model by the engine that the options name."""
    return require_engine(options.engine)(model, options)


def require_engine(name: str) -> Start:
    """The start function of an engine; an unknown one is an error that lists those there are.

    The engine reads what follows a colon, as in "minizinc:gecode", from `SearchOptions.engine`.
    """
    engine, colon, solver = name.partition(":") if isinstance(name, str) else ("", "", "")
    if engine not in ENGINES:
        raise OptionError(f"unknown engine {name!r}, expected one of {', '.join(ENGINES)}")
    if colon and engine not in WITH_SOLVER:
        raise OptionError(f"unknown engine {name!r}, expected {engine} without a colon")
    if colon and not solver:
        raise OptionError(f"{engine}: no solver after the colon, expected one as {engine}:gecode")
    return cast(Start, importlib.import_module(ENGINES[engine]).start)
