"""Sums of numbers that no machine word holds, done as on paper: digit by digit with carries.

Vocabulary:
  place   the digits that count the same power of the base
  column  the terms of one place, with the constant's digit there
  carry   what a column hands on to the next
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, TypeAlias

from quincunx.cp.constraints.non_zero_flag import NonZeroFlag
from quincunx.cp.model import Variable
from quincunx.errors import EngineError

if TYPE_CHECKING:
    from quincunx.cp.constraints.linear import Comparison, Linear
    from quincunx.cp.engines.translation import MachineWords

Terms: TypeAlias = list[tuple[int, Variable]]


def add_on_paper(linear: Linear, words: MachineWords) -> None:
    """Say a sum of wide numbers with narrow ones. Every carry follows from the digits."""
    sign = -1 if linear.relation == "<=" else 1
    columns: list[Terms] = []
    for variable, coefficient in linear.terms().items():
        for i, factor in enumerate(words.digits_of_number(sign * coefficient)):
            for j, digit in enumerate(words.digits_of(variable)):
                while len(columns) <= i + j:
                    columns.append([])
                columns[i + j].append((factor, digit))
    constants = words.digits_of_number(sign * linear.constant)
    places = max(len(columns), len(constants))
    columns += [[] for _ in range(places - len(columns))]
    constants += [0] * (places - len(constants))
    add_columns(linear, words, columns, constants)


def add_columns(
    linear: Linear, words: MachineWords, columns: list[Terms], constants: list[int]
) -> None:
    """Compare with zero what the columns sum to: column i counts base**i, less its constant.

    The remainders of all columns but the last lie below the base, so the sign of the whole is
    that of the last.
    """
    remainders: list[Variable] = []
    carry: Terms = []
    for place, (terms, constant) in enumerate(zip(columns[:-1], constants[:-1], strict=True)):
        terms = terms + carry
        low, high = _ends(terms, -constant)
        name = f"{linear.title} digit {place}"
        carried = range(low // words.base, high // words.base + 1)
        carry_out = words.variable(f"{name} carry", carried)
        rest = [(-words.base, carry_out)]
        if linear.relation != "==":
            remainders.append(words.variable(name, range(words.base)))
            rest.append((-1, remainders[-1]))
        _add_sum(linear, words, terms + rest, "==", constant)
        carry = [(1, carry_out)]
    terms, constant = columns[-1] + carry, constants[-1]
    if linear.relation == "!=":
        low, high = _ends(terms, -constant)
        last = words.variable(f"{linear.title} highest digit", range(low, high + 1))
        _add_sum(linear, words, [*terms, (-1, last)], "==", constant)
        one = words.variable(f"{linear.title} differs", range(1, 2))
        words.add(NonZeroFlag((one, *remainders, last), label=linear.label))
    else:
        _add_sum(linear, words, terms, "==" if linear.relation == "==" else ">=", constant)


def _add_sum(
    origin: Linear, words: MachineWords, terms: Terms, relation: Comparison, constant: int
) -> None:
    coefficients: dict[Variable, int] = {}
    for coefficient, variable in terms:
        coefficients[variable] = coefficients.get(variable, 0) + coefficient
    linear = type(origin)(
        tuple(coefficients),
        tuple(coefficients.values()),
        relation,
        constant,
        label=origin.label,
    )
    if not words.sum_fits(linear.sizes()):
        raise EngineError(
            f"{origin}: the sum has too many terms beyond {words.bits} bits for this engine"
        )
    words.add(linear)


def _ends(terms: Iterable[tuple[int, Variable]], constant: int) -> tuple[int, int]:
    """The least and the greatest that terms and a constant can sum to."""
    low = high = constant
    for coefficient, variable in terms:
        ends = coefficient * variable.domain[0], coefficient * variable.domain[-1]
        low, high = low + min(ends), high + max(ends)
    return low, high
