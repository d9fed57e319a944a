"""Models rewritten for solvers with integers of 32 or 64 bits.

Vocabulary:
  wide    too large for the solver, or part of a sum that may become so
  code    replaces a value of a variable that has wide values: its index in the sorted list of
          all values of such variables, so that equal values have equal codes

Tables need no arithmetic, so codes serve them as well as values. Other constraints on wide numbers
become tables. Every auxiliary variable is a function of the others, so
the narrow model has exactly the solutions of the wide one.

>>> from quincunx.cp.constraints.all_different import AllDifferent
>>> model = Model("wide")
>>> x, y = model.variable("x", [1, 10**30]), model.variable("y", [1, 10**30, 10**40])
>>> model.add(AllDifferent((x, y)))
>>> narrowed = in_machine_words(model, bits=62)
>>> print(narrowed.model)
model: wide
variables:
  x in 0..1
  y in 0..2
constraints:
  AllDifferent: x, y
>>> narrowed.widen((1, 2)) == (10**30, 10**40)
True
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from quincunx.cp.capability import capability
from quincunx.cp.constraints import Constraint
from quincunx.cp.constraints.linear import Linear
from quincunx.cp.constraints.quotient import Quotient
from quincunx.cp.constraints.table import MAX_TABULATED, Table
from quincunx.cp.constraints.times import Times
from quincunx.cp.engines.conditional import unconditional
from quincunx.cp.model import Model, Phase, Variable
from quincunx.cp.translator import without_formulas
from quincunx.errors import EngineError, ModelError

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
        return tuple(
            self.numbers[value] if place in self.coded else value
            for place, value in enumerate(values[: self.width])
        )


def in_machine_words(model: Model, bits: int) -> InMachineWords:
    """The same problem with all values and all sums well within signed words of `bits` bits."""
    return Rewriter(without_formulas(unconditional(model)), bits).rewritten(len(model.variables))


class Rewriter:
    """A model in machine words under construction: no value and no sum in it is wide."""

    def __init__(self, wide: Model, bits: int) -> None:
        self.bits = bits
        self.value_limit = 1 << (bits - 3)
        self.sum_limit = 1 << (bits - 1)
        self.wide = wide
        self.model = Model(wide.name)
        coded = [v for v in wide.variables if not self.fits(v.domain)]
        for variable in coded:
            if isinstance(variable.domain, range) and variable.size > MAX_TABULATED:
                raise EngineError(
                    f"{variable.name}: {variable.size} values up to {variable.domain[-1]}, "
                    f"expected at most {MAX_TABULATED} where they do not fit in {bits} bits"
                )
        self.numbers = sorted({value for v in coded for value in v.domain})
        self.codes = {number: code for code, number in enumerate(self.numbers)}
        self._coded = frozenset(v.index for v in coded)

    def rewritten(self, width: int) -> InMachineWords:
        """The narrow model; the first `width` variables of the wide one are of interest."""
        for variable in self.wide.variables:
            wide = self.is_coded(variable)
            values = [self.codes[v] for v in variable.domain] if wide else variable.domain
            self.model.variable(variable.name, values)
        # Auxiliary variables come after these and are not decisions.
        decisions = [self.narrow(v) for v in self.wide.decisions]
        phases = [Phase(self.narrow_all(p.variables), p.labeling) for p in self.wide.phases]
        for constraint in self.wide.constraints:
            for narrow in narrowed(constraint, self):
                self.add(narrow)
        self.model.decisions = decisions
        self.model.phases = phases
        self.model.notes = self.wide.notes
        if self.wide.objective is not None:
            total = Linear(tuple(self.wide.objective), tuple(self.wide.objective.values()), "==", 0)
            if not self.fits_constraint(total):
                raise EngineError(f"the objective does not fit in {self.bits} bits")
            self.model.objective = {self.narrow(v): c for v, c in self.wide.objective.items()}
        return InMachineWords(self.model, tuple(self.numbers), self._coded, width)

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

    def fits_constraint(self, constraint: Constraint) -> bool:
        """Whether a constraint of the wide model can be added as it is."""
        return not any(map(self.is_coded, constraint.variables)) and numbers_fit(constraint, self)

    def narrow(self, variable: Variable) -> Variable:
        """The narrow variable that stands for a wide one: with its values, or with their codes."""
        return self.model.variables[variable.index]

    def narrow_all(self, variables: Sequence[Variable]) -> tuple[Variable, ...]:
        """The narrow variables of several."""
        return tuple(self.narrow(variable) for variable in variables)

    def is_coded(self, variable: Variable) -> bool:
        """Whether a variable of the wide model has wide values, which codes stand for."""
        return variable.index in self._coded

    def fits(self, numbers: Iterable[int]) -> bool:
        """Whether none of these numbers is wide."""
        if isinstance(numbers, range):
            numbers = (numbers[0], numbers[-1])
        return all(abs(number) < self.value_limit for number in numbers)


@capability("solvers")
def narrowed(constraint: Constraint, rewriter: Rewriter) -> tuple[Constraint, ...]:
    """An equivalent of a constraint of the wide model over the narrow one. By default that of its
    parts, the constraint itself if its numbers fit, or its table."""
    parts = constraint.parts()
    if parts is not None:
        return tuple(narrow for part in parts for narrow in narrowed(part, rewriter))
    if rewriter.fits_constraint(constraint):
        return (constraint.over(rewriter.narrow_all(constraint.variables)),)
    return narrowed(as_table(constraint), rewriter)


@capability("solvers")
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
