"""Sums for solvers with integers of 32 or 64 bits.

A sum of wide numbers is added up digit by digit, in a base small enough for the solver. The terms
of one power of the base are a column; each column passes a carry to the next.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import TypeAlias

from quincunx.cp.constraints.linear import Comparison, Linear
from quincunx.cp.constraints.non_zero_flag import NonZeroFlag
from quincunx.cp.engines.machine_words import Rewriter, add_in_machine_words, numbers_fit
from quincunx.cp.model import Variable
from quincunx.errors import EngineError

Terms: TypeAlias = list[tuple[int, Variable]]


@numbers_fit.register(Linear)
def fits(constraint: Linear, rewriter: Rewriter) -> bool:
    """Whether no partial sum can be wide."""
    pairs = zip(constraint.coefficients, constraint.variables, strict=True)
    sizes = (abs(c) * max(1, abs(v.domain[0]), abs(v.domain[-1])) for c, v in pairs)
    return rewriter.sum_fits((abs(constraint.constant), *sizes))


@add_in_machine_words.register(Linear)
def add(constraint: Linear, rewriter: Rewriter) -> None:
    if rewriter.add_unchanged(constraint):
        return
    sign = -1 if constraint.relation == "<=" else 1
    columns: list[Terms] = []
    for variable, coefficient in constraint.terms().items():
        for i, factor in enumerate(rewriter.digits_of_number(sign * coefficient)):
            for j, digit in enumerate(rewriter.digits_of(variable)):
                while len(columns) <= i + j:
                    columns.append([])
                columns[i + j].append((factor, digit))
    constants = rewriter.digits_of_number(sign * constraint.constant)
    places = max(len(columns), len(constants))
    columns += [[] for _ in range(places - len(columns))]
    constants += [0] * (places - len(constants))
    add_columns(constraint, rewriter, columns, constants)


def add_columns(
    linear: Linear, rewriter: Rewriter, columns: list[Terms], constants: list[int]
) -> None:
    """Compare with zero what the columns sum to: column i counts base**i, less its constant.

    The remainders of all columns but the last lie below the base, so the sign of the whole is
    that of the last. Carries and remainders are functions of the digits.
    """
    remainders: list[Variable] = []
    carry: Terms = []
    for place, (terms, constant) in enumerate(zip(columns[:-1], constants[:-1], strict=True)):
        terms = terms + carry
        low, high = _bounds(terms, -constant)
        name = f"{linear.title} digit {place}"
        carried = range(low // rewriter.base, high // rewriter.base + 1)
        carry_out = rewriter.variable(f"{name} carry", carried)
        rest = [(-rewriter.base, carry_out)]
        if linear.relation != "==":
            remainders.append(rewriter.variable(name, range(rewriter.base)))
            rest.append((-1, remainders[-1]))
        _add_sum(linear, rewriter, terms + rest, "==", constant)
        carry = [(1, carry_out)]
    terms, constant = columns[-1] + carry, constants[-1]
    if linear.relation == "!=":
        low, high = _bounds(terms, -constant)
        last = rewriter.variable(f"{linear.title} highest digit", range(low, high + 1))
        _add_sum(linear, rewriter, [*terms, (-1, last)], "==", constant)
        one = rewriter.variable(f"{linear.title} differs", range(1, 2))
        rewriter.add(NonZeroFlag((one, *remainders, last), label=linear.label))
    else:
        _add_sum(linear, rewriter, terms, "==" if linear.relation == "==" else ">=", constant)


def _add_sum(
    origin: Linear, rewriter: Rewriter, terms: Terms, relation: Comparison, constant: int
) -> None:
    coefficient: Counter[Variable] = Counter()
    for factor, variable in terms:
        coefficient[variable] += factor
    linear = Linear([*coefficient], [*coefficient.values()], relation, constant, label=origin.label)
    if not fits(linear, rewriter):
        raise EngineError(
            f"{origin}: the sum has too many terms beyond {rewriter.bits} bits for this engine"
        )
    rewriter.add(linear)


def _bounds(terms: Iterable[tuple[int, Variable]], constant: int) -> tuple[int, int]:
    """The least and the greatest that terms and a constant can sum to."""
    low = high = constant
    for coefficient, variable in terms:
        ends = coefficient * variable.domain[0], coefficient * variable.domain[-1]
        low, high = low + min(ends), high + max(ends)
    return low, high
