"""Constraint programming over finite domains: models, constraints, solvers, counting.

>>> from quincunx import cp
>>> model = cp.Model()
>>> s, e, n, d, m, o, r, y = model.ints("s e n d m o r y", 0, 9)
>>> model.add(cp.all_different(s, e, n, d, m, o, r, y), s >= 1, m >= 1)
>>> model.add(1000*s + 100*e + 10*n + d + 1000*m + 100*o + 10*r + e
...           == 10000*m + 1000*o + 100*n + 10*e + y)
>>> answer = model.solve()
>>> answer[s], answer["e"], answer[[n, d]], answer[10*m + o]
(9, 5, [6, 7], 10)

`docs/cp.md` is a tutorial. Below the expressions lie constraints (`cp.Linear`, `cp.Table`), engines
(`cp.start`) and counting (`cp.Counting`). Names are imported when they are first used.
"""

from typing import TYPE_CHECKING

from quincunx._support.lazy_names import lazy_names
from quincunx._support.plain_python import prefer_source

if TYPE_CHECKING:
    from quincunx.cp.constraints import Constraint as Constraint
    from quincunx.cp.constraints.all_different import AllDifferent as AllDifferent
    from quincunx.cp.constraints.cardinality import Cardinality as Cardinality
    from quincunx.cp.constraints.distinct_sum import DistinctSum as DistinctSum
    from quincunx.cp.constraints.either import Either as Either
    from quincunx.cp.constraints.element import Element as Element
    from quincunx.cp.constraints.formula import Formula as Formula
    from quincunx.cp.constraints.linear import Linear as Linear
    from quincunx.cp.constraints.non_zero_flag import NonZeroFlag as NonZeroFlag
    from quincunx.cp.constraints.quotient import Quotient as Quotient
    from quincunx.cp.constraints.table import Rows as Rows
    from quincunx.cp.constraints.table import Table as Table
    from quincunx.cp.constraints.times import Times as Times
    from quincunx.cp.counting import Counting as Counting
    from quincunx.cp.engines import ENGINES as ENGINES
    from quincunx.cp.engines import Run as Run
    from quincunx.cp.engines import start as start
    from quincunx.cp.explanation import ModelExplanation as ModelExplanation
    from quincunx.cp.expressions import Array as Array
    from quincunx.cp.expressions import Expression as Expression
    from quincunx.cp.expressions import array as array
    from quincunx.cp.functions import all as all
    from quincunx.cp.functions import all_different as all_different
    from quincunx.cp.functions import any as any
    from quincunx.cp.functions import max as max
    from quincunx.cp.functions import min as min
    from quincunx.cp.functions import sum as sum
    from quincunx.cp.limits import Limits as Limits
    from quincunx.cp.model import Model as Model
    from quincunx.cp.model import Variable as Variable
    from quincunx.cp.options import SearchOptions as SearchOptions
    from quincunx.cp.solutions import Solution as Solution
    from quincunx.cp.solutions import Solutions as Solutions
    from quincunx.cp.statistics import Statistics as Statistics

# Before any module that may be compiled is imported.
prefer_source()

_NAMES = {
    "constraints": "Constraint", "constraints.all_different": "AllDifferent",
    "constraints.cardinality": "Cardinality", "constraints.distinct_sum": "DistinctSum",
    "constraints.either": "Either", "constraints.element": "Element",
    "constraints.formula": "Formula", "constraints.linear": "Linear",
    "constraints.non_zero_flag": "NonZeroFlag", "constraints.quotient": "Quotient",
    "constraints.table": "Rows Table", "constraints.times": "Times", "counting": "Counting",
    "engines": "ENGINES Run start", "explanation": "ModelExplanation",
    "expressions": "Array Expression array", "functions": "all all_different any max min sum",
    "limits": "Limits", "model": "Model Variable", "options": "SearchOptions",
    "solutions": "Solution Solutions", "statistics": "Statistics",
}  # fmt: skip

if not TYPE_CHECKING:
    __all__ = sorted(" ".join(_NAMES.values()).split())
    __getattr__, __dir__ = lazy_names(__name__, _NAMES)
