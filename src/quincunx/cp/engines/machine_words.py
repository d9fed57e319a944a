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
follows from the others, so the narrow model has exactly the solutions of the wide one. Each kind
of constraint says itself how it is rewritten.

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

from quincunx.cp.constraints import Constraint
from quincunx.cp.constraints.linear import Linear
from quincunx.cp.constraints.table import MAX_TABULATED, Rows, Table
from quincunx.cp.engines.conditional import awake
from quincunx.cp.model import Model, Phase, Values, Variable
from quincunx.errors import EngineError

T = TypeVar("T")


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


def in_machine_words(model: Model, bits: int) -> InMachineWords:
    """The same problem with all values and all sums well within signed words of so many bits."""
    return _Rewriter(awake(model), bits).narrowed()


class _Rewriter:
    """A model in machine words under construction."""

    def __init__(self, wide: Model, bits: int) -> None:
        self.bits = bits
        self.value_limit = 1 << (bits - 3)
        self.sum_limit = 1 << (bits - 1)
        self.base = 1 << ((bits - 8) // 2)
        self.wide = wide
        self.narrow = Model(wide.name)
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
                self._code_of[variable] = self.narrow.variable(variable.name, values)
            else:
                self.narrow.variable(variable.name, values)
        # Whatever constraints add stands behind these and is no decision.
        decisions = [self.same(v) for v in self.wide.decisions]
        phases = [Phase(self.all_same(p.variables), p.labeling) for p in self.wide.phases]
        for constraint in self.wide.constraints:
            constraint.in_machine_words(self)
        self.narrow.decisions = decisions
        self.narrow.phases = phases
        self.narrow.notes = self.wide.notes
        return InMachineWords(self.narrow, tuple(self.numbers), coded, len(self.wide.variables))

    # What constraints ask for; see `quincunx.cp.engines.translation.MachineWords`.

    def add(self, constraint: Constraint) -> None:
        self.narrow.add(constraint)

    def variable(self, name: str, values: Iterable[int]) -> Variable:
        return self.narrow.variable(name, values)

    def digits_of(self, variable: Variable) -> list[Variable]:
        """Variables for the digits of a variable of the wide model, lowest first."""
        if variable not in self._digits:
            self._digits[variable] = self._make_digits(variable)
        return self._digits[variable]

    def _make_digits(self, variable: Variable) -> list[Variable]:
        low, high = variable.domain[0], variable.domain[-1]
        same = self.same(variable)
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

    def digits_of_number(self, number: int) -> list[int]:
        """The digits of a constant, lowest first, all with its sign."""
        sign, rest = (-1, -number) if number < 0 else (1, number)
        digits = []
        while rest:
            rest, digit = divmod(rest, self.base)
            digits.append(sign * digit)
        return digits or [0]

    # Variables.

    def same(self, variable: Variable) -> Variable:
        """The narrow variable that stands for a wide one: with its values, or with their codes."""
        return self.narrow.variables[variable.index]

    def all_same(self, variables: Sequence[Variable]) -> tuple[Variable, ...]:
        return tuple(self.same(variable) for variable in variables)

    def coded(self, variable: Variable) -> Variable:
        """A variable with the codes of a variable's values."""
        if variable not in self._code_of:
            self._require_countable(variable)
            rows = tuple((value, self.code(value)) for value in variable.domain)
            coded = self.narrow.variable(f"{variable.name} code", {code for _, code in rows})
            self.narrow.add(Table((self.same(variable), coded), Rows(rows)))
            self._code_of[variable] = coded
        return self._code_of[variable]

    def code(self, value: int) -> int:
        """The code of a value; one that had none gets the next."""
        return self.codes.setdefault(value, len(self.codes))

    def follower(
        self,
        variable: Variable,
        what: str,
        image: Callable[[int], int],
        allowed: Sequence[int] | None = None,
    ) -> Variable:
        """In the place of a variable with codes one with the images of its allowed values."""
        if not self.is_coded(variable):
            return self.same(variable)
        values = [v for v in variable.domain if allowed is None or v in allowed]
        rows = tuple((self.codes[value], image(value)) for value in values)
        follower = self.narrow.variable(f"{variable.name} {what}", {0, *(row[1] for row in rows)})
        self.narrow.add(Table((self.same(variable), follower), Rows(rows)))
        return follower

    # Sizes.

    def is_coded(self, variable: Variable) -> bool:
        return variable.index in self._coded

    def fits(self, numbers: Iterable[int]) -> bool:
        if isinstance(numbers, range):
            numbers = (numbers[0], numbers[-1])
        return all(abs(number) < self.value_limit for number in numbers)

    def sum_fits(self, sizes: Iterable[int]) -> bool:
        return sum(sizes) < self.sum_limit

    def once(self, key: Hashable, make: Callable[[], T]) -> T:
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
