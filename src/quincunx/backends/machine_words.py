"""Models in numbers small enough for solvers that count in machine words.

Vocabulary:
  wide    too large for the solver's words, or part of a sum that may become so
  code    what stands for a value of a variable that has wide ones: its place in the ascending
          list of all values of such variables, so that the same value has the same code
          everywhere
  digits  a wide number written in a base small enough that products of two digits are not wide;
          the lower digits are never negative, the highest carries the sign

Tables, counts and differences need no arithmetic, so codes serve them as well as values. A sum
of wide terms is done on paper: digit by digit with carries. Every variable added on the way
follows from the others, so the narrow model has exactly the solutions of the wide one. A
`DistinctSum` comes out as its two parts, so that no solver has to know it.

>>> from quincunx.constraints.linear import Linear
>>> model = Model("wide")
>>> x, y = model.variable("x", [1, 10**30]), model.variable("y", [1, 10**30, 10**40])
>>> _ = model.add(AllDifferent((x, y)))
>>> narrowed = narrow(model, bits=62)
>>> print(narrowed.model)
model: wide
variables:
  x in 0..1
  y in 0..2
constraints:
  all different: x, y
>>> narrowed.widen((1, 2)) == (10**30, 10**40)
True
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from quincunx.constraints import Constraint
from quincunx.constraints.all_different import AllDifferent
from quincunx.constraints.cardinality import Cardinality
from quincunx.constraints.distinct_sum import DistinctSum
from quincunx.constraints.linear import Linear
from quincunx.constraints.non_zero_flag import NonZeroFlag
from quincunx.constraints.table import MAX_TABULATED, Rows, Table
from quincunx.errors import EngineError
from quincunx.model import Model, Values, Variable


@dataclass(frozen=True)
class InMachineWords:
    """A narrow model, whose first variables are those of the wide one in the same order.

    `numbers[code]` is the value a code stands for, and `coded` are the places of the variables
    that take codes.
    """

    model: Model
    numbers: tuple[int, ...]
    coded: frozenset[int]
    width: int

    def widen(self, values: Sequence[int]) -> tuple[int, ...]:
        """The values of the wide model's variables, from those of the narrow one."""
        if not self.coded:
            return tuple(values[: self.width])
        return tuple(
            self.numbers[value] if place in self.coded else value
            for place, value in enumerate(values[: self.width])
        )


def narrow(model: Model, bits: int) -> InMachineWords:
    """The same problem with all values and all sums well within signed words of so many bits."""
    return _Rewriter(model, bits).narrowed()


class _Rewriter:
    def __init__(self, wide: Model, bits: int) -> None:
        self.bits = bits
        self.value_limit = 1 << (bits - 3)
        self.sum_limit = 1 << (bits - 1)
        self.base = 1 << ((bits - 8) // 2)
        self.wide = wide
        self.narrow = Model(wide.name)
        self.coded = [v for v in wide.variables if not self._fits(v.domain)]
        for variable in self.coded:
            self._require_countable(variable)
        self.numbers = sorted({value for v in self.coded for value in v.domain})
        self.codes = {number: code for code, number in enumerate(self.numbers)}
        self._digits: dict[Variable, list[Variable]] = {}
        self._code_of: dict[Variable, Variable] = {}
        self._fitting_rows: dict[Rows, bool] = {}

    def narrowed(self) -> InMachineWords:
        coded = frozenset(v.index for v in self.coded)
        for variable in self.wide.variables:
            values: Values | list[int] = variable.domain
            if variable.index in coded:
                values = [self.codes[value] for value in values]
                self._code_of[variable] = self.narrow.variable(variable.name, values)
            else:
                self.narrow.variable(variable.name, values)
        # Whatever constraints add stands behind these and is no decision.
        decisions = [self._same(v) for v in self.wide.decisions]
        for constraint in self.wide.constraints:
            self._add(constraint)
        self.narrow.decisions = decisions
        return InMachineWords(self.narrow, tuple(self.numbers), coded, len(self.wide.variables))

    # Constraints.

    def _add(self, constraint: Constraint) -> None:
        match constraint:
            case Linear():
                self._add_linear(constraint)
            case AllDifferent():
                self._add_all_different(constraint)
            case Cardinality():
                self._add_cardinality(constraint)
            case Table():
                self._add_table(constraint)
            case NonZeroFlag():
                self._add_flag(constraint)
            case DistinctSum():
                for part in constraint.parts():
                    self._add(part)
            case _:
                raise EngineError(f"{constraint}: {type(constraint).__name__} is not known here")

    def _add_all_different(self, constraint: AllDifferent) -> None:
        scope, code = self._comparable(constraint)
        excepted = frozenset(code(value) for value in constraint.excepted)
        self.narrow.add(AllDifferent(scope, excepted, label=constraint.label))

    def _add_cardinality(self, constraint: Cardinality) -> None:
        scope, code = self._comparable(constraint)
        counts: dict[int, int | tuple[int, int]] = {}
        for value, least, most in constraint.counts:
            if least > len(scope):
                self._add_never(constraint)
                return
            counts[code(value)] = (least, min(most, len(scope)))
        self.narrow.add(Cardinality(scope, counts, label=constraint.label))

    def _add_table(self, constraint: Table) -> None:
        variables = constraint.variables
        rows = constraint.rows
        if any(map(self._is_coded, variables)) or not self._rows_fit(rows):
            # Rows that no variable can take may hold values that have no code.
            columns = [
                {value: self.codes[value] if self._is_coded(v) else value for value in v.domain}
                for v in variables
            ]
            rows = Rows(
                tuple(
                    tuple(column[value] for column, value in zip(columns, row, strict=True))
                    for row in rows.rows
                    if all(value in column for column, value in zip(columns, row, strict=True))
                ),
                rows.description,
            )
        self.narrow.add(Table(self._same_all(variables), rows, label=constraint.label))

    def _add_flag(self, constraint: NonZeroFlag) -> None:
        flag, *others = constraint.variables
        scope = [self._follower(flag, "as a flag", lambda value: value, (0, 1))]
        for other in others:
            scope.append(self._follower(other, "is non-zero", lambda value: int(value != 0)))
        self.narrow.add(NonZeroFlag(tuple(scope), label=constraint.label))

    def _add_never(self, constraint: Constraint) -> None:
        never = Table(self._same_all(constraint.variables), Rows(()), label=constraint.label)
        self.narrow.add(never)

    # Sums.

    def _add_linear(self, linear: Linear) -> None:
        terms = [
            (c, v) for c, v in zip(linear.coefficients, linear.variables, strict=True) if c != 0
        ]
        if not any(self._is_coded(v) for _, v in terms):
            same = replace(linear, variables=self._same_all(linear.variables))
            if self._sum_fits(same):
                self.narrow.add(same)
                return
        sign = -1 if linear.relation == "<=" else 1
        columns: list[list[tuple[int, Variable]]] = []
        for coefficient, variable in terms:
            for i, factor in enumerate(self._digits_of_number(sign * coefficient)):
                for j, digit in enumerate(self._digits_of(variable)):
                    while len(columns) <= i + j:
                        columns.append([])
                    columns[i + j].append((factor, digit))
        constants = self._digits_of_number(sign * linear.constant)
        places = max(len(columns), len(constants))
        columns += [[] for _ in range(places - len(columns))]
        constants += [0] * (places - len(constants))
        self._add_columns(linear, columns, constants)

    def _add_columns(
        self, linear: Linear, columns: list[list[tuple[int, Variable]]], constants: list[int]
    ) -> None:
        """Compare with zero what the columns sum to: column i counts base**i, less its constant.

        The remainders of all columns but the last lie below the base, so the sign of the whole
        is that of the last.
        """
        remainders: list[Variable] = []
        carry: list[tuple[int, Variable]] = []
        for place, (terms, constant) in enumerate(zip(columns[:-1], constants[:-1], strict=True)):
            terms = terms + carry
            low, high = _bounds(terms, -constant)
            name = f"{linear.title} digit {place}"
            carried = range(low // self.base, high // self.base + 1)
            carry_out = self.narrow.variable(f"{name} carry", carried)
            rest = [(-self.base, carry_out)]
            if linear.relation != "==":
                remainders.append(self.narrow.variable(name, range(self.base)))
                rest.append((-1, remainders[-1]))
            self._add_sum(linear, terms + rest, "==", constant)
            carry = [(1, carry_out)]
        terms, constant = columns[-1] + carry, constants[-1]
        if linear.relation == "!=":
            low, high = _bounds(terms, -constant)
            last = self.narrow.variable(f"{linear.title} highest digit", range(low, high + 1))
            self._add_sum(linear, [*terms, (-1, last)], "==", constant)
            one = self.narrow.variable(f"{linear.title} differs", range(1, 2))
            self.narrow.add(NonZeroFlag((one, *remainders, last), label=linear.label))
        else:
            self._add_sum(linear, terms, "==" if linear.relation == "==" else ">=", constant)

    def _add_sum(
        self, origin: Linear, terms: list[tuple[int, Variable]], relation: str, constant: int
    ) -> None:
        coefficients: dict[Variable, int] = {}
        for coefficient, variable in terms:
            coefficients[variable] = coefficients.get(variable, 0) + coefficient
        linear = Linear(
            tuple(coefficients),
            tuple(coefficients.values()),
            "==" if relation == "==" else ">=",
            constant,
            label=origin.label,
        )
        if not self._sum_fits(linear):
            raise EngineError(
                f"{origin}: the sum has too many terms beyond {self.bits} bits for this engine"
            )
        self.narrow.add(linear)

    def _digits_of(self, variable: Variable) -> list[Variable]:
        """Variables for the digits of a variable of the wide model, lowest first."""
        if variable not in self._digits:
            self._digits[variable] = self._make_digits(variable)
        return self._digits[variable]

    def _make_digits(self, variable: Variable) -> list[Variable]:
        low, high = variable.domain[0], variable.domain[-1]
        same = self._same(variable)
        if not self._is_coded(variable) and max(-low, high) < self.base:
            return [same]
        places = 1
        while not -(self.base**places) <= low <= high < self.base**places:
            places += 1
        weights = [self.base**place for place in range(places)]
        if self._is_coded(variable):
            rows = []
            for value in variable.domain:
                below = [value // weight % self.base for weight in weights[:-1]]
                rows.append((self.codes[value], *below, value // weights[-1]))
            digits = [
                self.narrow.variable(
                    f"{variable.name} digit {place}", {row[place + 1] for row in rows}
                )
                for place in range(places)
            ]
            self.narrow.add(Table((same, *digits), Rows(tuple(rows))))
        else:
            highest = range(low // weights[-1], high // weights[-1] + 1)
            ranges = [range(self.base)] * (places - 1) + [highest]
            digits = [
                self.narrow.variable(f"{variable.name} digit {place}", values)
                for place, values in enumerate(ranges)
            ]
            self.narrow.add(Linear((same, *digits), (1, *(-w for w in weights)), "==", 0))
        return digits

    def _digits_of_number(self, number: int) -> list[int]:
        """The digits of a constant, lowest first, all with its sign."""
        sign, rest = (-1, -number) if number < 0 else (1, number)
        digits = []
        while rest:
            rest, digit = divmod(rest, self.base)
            digits.append(sign * digit)
        return digits or [0]

    # Variables.

    def _same(self, variable: Variable) -> Variable:
        """The narrow variable that stands for a wide one: with its values, or with their codes."""
        return self.narrow.variables[variable.index]

    def _same_all(self, variables: Sequence[Variable]) -> tuple[Variable, ...]:
        return tuple(self._same(variable) for variable in variables)

    def _comparable(
        self, constraint: AllDifferent | Cardinality
    ) -> tuple[tuple[Variable, ...], Callable[[int], int]]:
        """The constraint's variables in one notation, and what turns its values into that."""
        variables = constraint.variables
        mentioned = (
            constraint.excepted
            if isinstance(constraint, AllDifferent)
            else [value for value, _, _ in constraint.counts]
        )
        if not any(map(self._is_coded, variables)) and self._fits(sorted(mentioned)):
            return self._same_all(variables), lambda value: value
        return tuple(self._coded(variable) for variable in variables), self._code

    def _coded(self, variable: Variable) -> Variable:
        """A variable with the codes of a variable's values."""
        if variable not in self._code_of:
            self._require_countable(variable)
            rows = tuple((value, self._code(value)) for value in variable.domain)
            coded = self.narrow.variable(f"{variable.name} code", {code for _, code in rows})
            self.narrow.add(Table((self._same(variable), coded), Rows(rows)))
            self._code_of[variable] = coded
        return self._code_of[variable]

    def _code(self, value: int) -> int:
        """The code of a value; one that had none gets the next."""
        return self.codes.setdefault(value, len(self.codes))

    def _follower(
        self,
        variable: Variable,
        what: str,
        image: Callable[[int], int],
        allowed: Sequence[int] | None = None,
    ) -> Variable:
        """In the place of a variable with codes one with the images of its allowed values."""
        if not self._is_coded(variable):
            return self._same(variable)
        values = [v for v in variable.domain if allowed is None or v in allowed]
        rows = tuple((self.codes[value], image(value)) for value in values)
        follower = self.narrow.variable(f"{variable.name} {what}", {0, *(row[1] for row in rows)})
        self.narrow.add(Table((self._same(variable), follower), Rows(rows)))
        return follower

    # Sizes.

    def _is_coded(self, variable: Variable) -> bool:
        return not self._fits(variable.domain)

    def _fits(self, ascending: Sequence[int]) -> bool:
        return not ascending or max(-ascending[0], ascending[-1]) < self.value_limit

    def _sum_fits(self, linear: Linear) -> bool:
        size = abs(linear.constant)
        for coefficient, variable in zip(linear.coefficients, linear.variables, strict=True):
            size += abs(coefficient) * max(1, abs(variable.domain[0]), abs(variable.domain[-1]))
        return size < self.sum_limit

    def _rows_fit(self, rows: Rows) -> bool:
        """Whether all values of a table fit; tables that share rows ask only once."""
        if rows not in self._fitting_rows:
            self._fitting_rows[rows] = all(
                abs(value) < self.value_limit for row in rows.rows for value in row
            )
        return self._fitting_rows[rows]

    def _require_countable(self, variable: Variable) -> None:
        size = variable.domain[-1] - variable.domain[0] + 1
        if isinstance(variable.domain, range) and size > MAX_TABULATED:
            raise EngineError(
                f"{variable.name}: {size} values up to {variable.domain[-1]}, expected at most "
                f"{MAX_TABULATED} where they do not fit in {self.bits} bits"
            )


def _bounds(terms: Iterable[tuple[int, Variable]], constant: int) -> tuple[int, int]:
    """The least and the greatest that terms and a constant can sum to."""
    low = high = constant
    for coefficient, variable in terms:
        ends = coefficient * variable.domain[0], coefficient * variable.domain[-1]
        low, high = low + min(ends), high + max(ends)
    return low, high
