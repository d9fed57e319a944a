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
    from quincunx.cp.constraints import Constraint
    from quincunx.cp.constraints.all_different import AllDifferent
    from quincunx.cp.constraints.cardinality import Cardinality
    from quincunx.cp.constraints.distinct_sum import DistinctSum
    from quincunx.cp.constraints.either import Either
    from quincunx.cp.constraints.element import Element
    from quincunx.cp.constraints.formula import Formula
    from quincunx.cp.constraints.linear import Linear
    from quincunx.cp.constraints.non_zero_flag import NonZeroFlag
    from quincunx.cp.constraints.quotient import Quotient
    from quincunx.cp.constraints.table import Rows, Table
    from quincunx.cp.constraints.times import Times
    from quincunx.cp.counting import Counting
    from quincunx.cp.engines import ENGINES, Run, start
    from quincunx.cp.explanation import ModelExplanation
    from quincunx.cp.expressions import Array, Expression, array
    from quincunx.cp.functions import all, all_different, any, max, min, sum
    from quincunx.cp.limits import Limits
    from quincunx.cp.model import Model, Variable
    from quincunx.cp.options import SearchOptions
    from quincunx.cp.solutions import Solution, Solutions
    from quincunx.cp.statistics import Statistics

# Before any module that may be compiled is imported.
prefer_source()

__all__ = [
    "ENGINES", "AllDifferent", "Array", "Cardinality", "Constraint", "Counting", "DistinctSum",
    "Either", "Element", "Expression", "Formula", "Limits", "Linear", "Model",
    "ModelExplanation", "NonZeroFlag", "Quotient", "Rows", "Run", "SearchOptions", "Solution",
    "Solutions", "Statistics", "Table", "Times", "Variable", "all", "all_different", "any",
    "array", "max", "min", "start", "sum",
]  # fmt: skip

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
    __getattr__, __dir__ = lazy_names(__name__, _NAMES)
