"""Models rewritten for solvers with integers of 32 or 64 bits.

Vocabulary:
  wide    too large for the solver, or part of a sum that may become so
  code    replaces a value of a variable that has wide values: its index in the sorted list of
          all values of such variables, so that equal values have equal codes
  digits  a wide number written in a base small enough that products of two digits are not wide;
          the lower digits are never negative, the highest carries the sign

Tables, counts and differences need no arithmetic, so codes serve them as well as values. A sum
of wide terms is added up digit by digit with carries. Every auxiliary variable is a function of
the others, so the narrow model has exactly the solutions of the wide one.

>>> from quincunx.cp.constraints.all_different import AllDifferent
>>> model = Model("wide")
>>> x, y = model.variable("x", [1, 10**30]), model.variable("y", [1, 10**30, 10**40])
>>> _ = model.add(AllDifferent((x, y)))
>>> narrowed = in_machine_words(model, bits=62)
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

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from quincunx.cp.capability import capability
from quincunx.cp.constraints import Constraint
from quincunx.cp.constraints.linear import Linear
from quincunx.cp.constraints.quotient import Quotient
from quincunx.cp.constraints.table import MAX_TABULATED, Rows, Table
from quincunx.cp.constraints.times import Times
from quincunx.cp.engines.conditional import unconditional
from quincunx.cp.model import Model, Phase, Values, Variable
from quincunx.errors import EngineError, ModelError

T = TypeVar("T")

ARITHMETIC = (Linear, Times, Quotient)
"""Kinds that are written as formulas, in which a variable may occur twice."""


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
        """The values of the wide model's variables for those of the narrow one."""
        if not self.coded:
            return tuple(values[: self.width])
        return tuple(
            self.numbers[value] if place in self.coded else value
            for place, value in enumerate(values[: self.width])
        )


def in_machine_words(model: Model, bits: int) -> InMachineWords:
    """The same problem with all values and all sums well within signed words of `bits` bits."""
    return Rewriter(unconditional(model), bits).narrowed()


class Rewriter:
    """A model in machine words under construction: no value and no sum in it is wide."""

    def __init__(self, wide: Model, bits: int) -> None:
        self.bits = bits
        self.value_limit = 1 << (bits - 3)
        self.sum_limit = 1 << (bits - 1)
        self.base = 1 << ((bits - 8) // 2)
        self.wide = wide
        self.model = Model(wide.name)
        self._wide_ones = [v for v in wide.variables if not self.fits(v.domain)]
        for variable in self._wide_ones:
            self._require_countable(variable)
        self.numbers = sorted({value for v in self._wide_ones for value in v.domain})
        self.codes = {number: code for code, number in enumerate(self.numbers)}
        self._coded = frozenset(v.index for v in self._wide_ones)
        self._digits: dict[Variable, list[Variable]] = {}
        self._code_of: dict[Variable, Variable] = {}
        self._made: dict[Hashable, Any] = {}

    def narrowed(self) -> InMachineWords:
        coded = self._coded
        for variable in self.wide.variables:
            values: Values | list[int] = variable.domain
            if variable.index in coded:
                values = [self.codes[value] for value in values]
                self._code_of[variable] = self.model.variable(variable.name, values)
            else:
                self.model.variable(variable.name, values)
        # Auxiliary variables come after these and are not decisions.
        decisions = [self.narrow(v) for v in self.wide.decisions]
        phases = [Phase(self.narrow_all(p.variables), p.labeling) for p in self.wide.phases]
        for constraint in self.wide.constraints:
            add_in_machine_words(constraint, self)
        self.model.decisions = decisions
        self.model.phases = phases
        self.model.notes = self.wide.notes
        return InMachineWords(self.model, tuple(self.numbers), coded, len(self.wide.variables))

    def add(self, constraint: Constraint) -> None:
        """Add a constraint over variables of the narrow model.

        Solvers may give wrong answers if a global constraint names a variable twice (Gecode 6.2
        does for tables), so a repeated variable is replaced by a copy.
        """
        if isinstance(constraint, Table):
            constraint = constraint.without_repeats()
        scope: list[Variable] = []
        for variable in constraint.variables:
            repeated = variable in scope and not isinstance(constraint, ARITHMETIC)
            scope.append(self._copy(variable) if repeated else variable)
        self.model.add(constraint.over(scope) if scope != [*constraint.variables] else constraint)

    def _copy(self, variable: Variable) -> Variable:
        """A new variable with the same value."""
        copy = self.model.variable(f"{variable.name} again", variable.domain)
        self.model.add(Linear((variable, copy), (1, -1), "==", 0))
        return copy

    def add_unchanged(self, constraint: Constraint) -> bool:
        """Add a constraint of the wide model as it is, if all its numbers fit."""
        fits = self.fits_constraint(constraint)
        if fits:
            self.add(constraint.over(self.narrow_all(constraint.variables)))
        return fits

    def fits_constraint(self, constraint: Constraint) -> bool:
        """Whether a constraint of the wide model can be added as it is."""
        return not any(map(self.is_coded, constraint.variables)) and numbers_fit(constraint, self)

    def variable(self, name: str, values: Iterable[int]) -> Variable:
        """A new auxiliary variable, which must be a function of the others."""
        return self.model.variable(name, values)

    def digits_of(self, variable: Variable) -> list[Variable]:
        """Variables for the digits of a variable of the wide model, lowest first."""
        if variable not in self._digits:
            self._digits[variable] = self._make_digits(variable)
        return self._digits[variable]

    def _make_digits(self, variable: Variable) -> list[Variable]:
        low, high = variable.domain[0], variable.domain[-1]
        same = self.narrow(variable)
        if not self.is_coded(variable) and max(-low, high) < self.base:
            return [same]
        places = 1
        while not -(self.base**places) <= low <= high < self.base**places:
            places += 1
        weights = [self.base**place for place in range(places)]
        if self.is_coded(variable):
            rows = []
            for value in variable.domain:
                below = [value // weight % self.base for weight in weights[:-1]]
                rows.append((self.codes[value], *below, value // weights[-1]))
            digits = [
                self.model.variable(
                    f"{variable.name} digit {place}", {row[place + 1] for row in rows}
                )
                for place in range(places)
            ]
            self.model.add(Table((same, *digits), Rows(tuple(rows))))
        else:
            highest = range(low // weights[-1], high // weights[-1] + 1)
            ranges = [range(self.base)] * (places - 1) + [highest]
            digits = [
                self.model.variable(f"{variable.name} digit {place}", values)
                for place, values in enumerate(ranges)
            ]
            self.model.add(Linear((same, *digits), (1, *(-w for w in weights)), "==", 0))
        return digits

    def digits_of_number(self, number: int) -> list[int]:
        """The digits of a constant, lowest first, all with its sign."""
        sign, rest = (-1, -number) if number < 0 else (1, number)
        digits = []
        while rest:
            rest, digit = divmod(rest, self.base)
            digits.append(sign * digit)
        return digits or [0]

    def narrow(self, variable: Variable) -> Variable:
        """The narrow variable that stands for a wide one: with its values, or with their codes."""
        return self.model.variables[variable.index]

    def narrow_all(self, variables: Sequence[Variable]) -> tuple[Variable, ...]:
        """The narrow variables of several."""
        return tuple(self.narrow(variable) for variable in variables)

    def coded(self, variable: Variable) -> Variable:
        """A variable with the codes of a variable's values."""
        if variable not in self._code_of:
            self._require_countable(variable)
            rows = tuple((value, self.code(value)) for value in variable.domain)
            coded = self.model.variable(f"{variable.name} code", {code for _, code in rows})
            self.model.add(Table((self.narrow(variable), coded), Rows(rows)))
            self._code_of[variable] = coded
        return self._code_of[variable]

    def code(self, value: int) -> int:
        """The code of a value; one that had none gets the next."""
        return self.codes.setdefault(value, len(self.codes))

    def image(
        self,
        variable: Variable,
        what: str,
        function: Callable[[int], int],
        allowed: Sequence[int] | None = None,
    ) -> Variable:
        """An auxiliary variable with the images of the allowed values, if the variable is coded;
        otherwise the narrow variable itself."""
        if not self.is_coded(variable):
            return self.narrow(variable)
        values = [v for v in variable.domain if allowed is None or v in allowed]
        rows = tuple((self.codes[value], function(value)) for value in values)
        image = self.model.variable(f"{variable.name} {what}", {0, *(row[1] for row in rows)})
        self.model.add(Table((self.narrow(variable), image), Rows(rows)))
        return image

    def is_coded(self, variable: Variable) -> bool:
        """Whether a variable of the wide model has wide values, which codes stand for."""
        return variable.index in self._coded

    def fits(self, numbers: Iterable[int]) -> bool:
        """Whether none of these numbers is wide."""
        if isinstance(numbers, range):
            numbers = (numbers[0], numbers[-1])
        return all(abs(number) < self.value_limit for number in numbers)

    def sum_fits(self, sizes: Iterable[int]) -> bool:
        """Whether a sum whose terms are no larger than these sizes is not wide."""
        return sum(sizes) < self.sum_limit

    def once(self, key: Hashable, make: Callable[[], T]) -> T:
        """What `make` returns for a key, called once."""
        if key not in self._made:
            self._made[key] = make()
        made: T = self._made[key]
        return made

    def _require_countable(self, variable: Variable) -> None:
        size = variable.domain[-1] - variable.domain[0] + 1
        if isinstance(variable.domain, range) and size > MAX_TABULATED:
            raise EngineError(
                f"{variable.name}: {size} values up to {variable.domain[-1]}, expected at most "
                f"{MAX_TABULATED} where they do not fit in {self.bits} bits"
            )


@capability("machine_words")
def add_in_machine_words(constraint: Constraint, rewriter: Rewriter) -> None:
    """Add an equivalent of a constraint of the wide model to the narrow one."""
    parts = constraint.parts()
    if parts is None:
        for narrow in without_auxiliaries(constraint, rewriter):
            rewriter.add(narrow)
    else:
        for part in parts:
            add_in_machine_words(part, rewriter)


@capability("machine_words")
def without_auxiliaries(constraint: Constraint, rewriter: Rewriter) -> tuple[Constraint, ...]:
    """An equivalent of a constraint over the narrow model without auxiliary variables, so that
    it can be a part of others."""
    parts = constraint.parts()
    if parts is not None:
        return tuple(narrow for part in parts for narrow in without_auxiliaries(part, rewriter))
    if rewriter.fits_constraint(constraint):
        return (constraint.over(rewriter.narrow_all(constraint.variables)),)
    return without_auxiliaries(as_table(constraint), rewriter)


@capability("machine_words")
def numbers_fit(constraint: Constraint, rewriter: Rewriter) -> bool:
    """Whether no number in a constraint is wide, apart from its variables' values."""
    return True


def as_table(constraint: Constraint) -> Table:
    """The table of a constraint for another solver.

    Raises:
        EngineError: There are too many combinations of values.
    """
    try:
        return constraint.tabulated()
    except ModelError as error:
        raise EngineError(str(error)) from None
