"""Constraint programming over finite domains: models, constraints, solvers, counting.

>>> from quincunx import cp
>>> model = cp.Model("three digits")
>>> digits = [model.variable(name, range(1, 10)) for name in "abc"]
>>> _ = model.add(cp.AllDifferent(digits))
>>> _ = model.add(cp.Linear(digits, [1, 1, 1], "==", 24))
>>> list(cp.start(model, cp.SearchOptions("ff")))
[(7, 8, 9), (7, 9, 8), (8, 7, 9), (8, 9, 7), (9, 7, 8), (9, 8, 7)]
>>> cp.Counting(model).count()
6

`start` begins a search by the engine that the options name: our own kernel, CP-SAT or MiniZinc.
Names are imported when they are first used.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from quincunx._support.plain_python import prefer_source

if TYPE_CHECKING:
    from quincunx.cp.constraints import Constraint as Constraint
    from quincunx.cp.constraints.all_different import AllDifferent as AllDifferent
    from quincunx.cp.constraints.cardinality import Cardinality as Cardinality
    from quincunx.cp.constraints.distinct_sum import DistinctSum as DistinctSum
    from quincunx.cp.constraints.either import Either as Either
    from quincunx.cp.constraints.element import Element as Element
    from quincunx.cp.constraints.linear import Linear as Linear
    from quincunx.cp.constraints.maximum import Maximum as Maximum
    from quincunx.cp.constraints.non_zero_flag import NonZeroFlag as NonZeroFlag
    from quincunx.cp.constraints.quotient import Quotient as Quotient
    from quincunx.cp.constraints.table import Rows as Rows
    from quincunx.cp.constraints.table import Table as Table
    from quincunx.cp.constraints.times import Times as Times
    from quincunx.cp.counting import Counting as Counting
    from quincunx.cp.engines import ENGINES as ENGINES
    from quincunx.cp.engines import Run as Run
    from quincunx.cp.engines import start as start
    from quincunx.cp.limits import Limits as Limits
    from quincunx.cp.model import Model as Model
    from quincunx.cp.model import Variable as Variable
    from quincunx.cp.options import SearchOptions as SearchOptions
    from quincunx.cp.statistics import Statistics as Statistics

# Before any module that may be compiled is imported.
prefer_source()

_NAMES = {
    "constraints": "Constraint",
    "constraints.all_different": "AllDifferent",
    "constraints.cardinality": "Cardinality",
    "constraints.distinct_sum": "DistinctSum",
    "constraints.either": "Either",
    "constraints.element": "Element",
    "constraints.linear": "Linear",
    "constraints.maximum": "Maximum",
    "constraints.non_zero_flag": "NonZeroFlag",
    "constraints.quotient": "Quotient",
    "constraints.table": "Rows Table",
    "constraints.times": "Times",
    "counting": "Counting",
    "engines": "ENGINES Run start",
    "limits": "Limits",
    "model": "Model Variable",
    "options": "SearchOptions",
    "statistics": "Statistics",
}
_HOMES = {name: home for home, names in _NAMES.items() for name in names.split()}

if not TYPE_CHECKING:
    __all__ = sorted(_HOMES)

    def __getattr__(name):
        """Import a public name when it is first used."""
        if name not in _HOMES:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)

    def __dir__():
        return sorted({*globals(), *_HOMES})
