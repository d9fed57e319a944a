"""Models in constraints that every solver propagates alike: equations by bounds, tables by rows.

Vocabulary:
  plain     of a model: made of linear constraints and tables alone. What a table rules out is the
            same for all solvers, and so is bounds propagation of an equation
  sign      a variable that is 1 where another has some value, tied to it by a table
  choice    a variable that is 1 where the first of two alternatives holds and 0 where the second
            does; tables say with which values of the alternatives' sums that goes
  scaled    of a model: every value times a factor. Times -1 (mirrored) what goes up in one goes
            down in the other, so a solver that has a choice upwards only can be asked for both;
            times 2 the middle between two values is a whole number

Solvers propagate a global constraint, such as how often values occur, more or less strongly,
depending on its cost. Decomposed, it means the same, and all solvers propagate it alike.
Products, quotients and elements of lists become the tables of what they allow.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

from quincunx.cp.constraints import Constraint
from quincunx.cp.constraints.all_different import AllDifferent
from quincunx.cp.constraints.cardinality import Cardinality
from quincunx.cp.constraints.distinct_sum import DistinctSum
from quincunx.cp.constraints.either import Either
from quincunx.cp.constraints.linear import Linear
from quincunx.cp.constraints.non_zero_flag import NonZeroFlag
from quincunx.cp.constraints.quotient import Quotient
from quincunx.cp.constraints.table import Rows, Table
from quincunx.cp.constraints.times import Times
from quincunx.cp.model import Model, Variable

KINDS: tuple[type[Constraint], ...] = (Cardinality, AllDifferent, DistinctSum, NonZeroFlag)
"""The global constraints that can be decomposed."""
ARITHMETIC: tuple[type[Constraint], ...] = (Quotient, Times, Either)
"""What else can: the constraints of a Prolog program's arithmetic."""


class Plain:
    """Decomposes constraints of some kinds, in place."""

    def __init__(self, model: Model, kinds: tuple[type[Constraint], ...]) -> None:
        self.model = model
        self.kinds = kinds
        self._signs: dict[tuple[int, int], Variable] = {}

    def rewrite(self) -> Model:
        """The model with those constraints decomposed, in their order."""
        before = list(self.model.constraints)
        self.model.constraints.clear()
        for constraint in before:
            for part in self._parts(constraint):
                self.model.add(part)
        return self.model

    def _parts(self, constraint: Constraint) -> Iterator[Constraint]:
        if not isinstance(constraint, self.kinds):
            yield constraint
        elif isinstance(constraint, DistinctSum):
            for part in constraint.parts():
                yield from self._different(part) if isinstance(part, AllDifferent) else [part]
        elif isinstance(constraint, AllDifferent):
            yield from self._different(constraint)
        elif isinstance(constraint, Cardinality):
            for value, (least, most) in constraint.bounds.items():
                yield from self._occurs(constraint.variables, value, least, most)
        elif isinstance(constraint, NonZeroFlag):
            yield from self._flag(constraint)
        elif isinstance(constraint, Either):
            yield from self._choice(constraint)
        else:
            yield Table(constraint.variables, Rows(tuple(_allowed(constraint))))

    def _different(self, constraint: AllDifferent) -> Iterator[Constraint]:
        """No value occurs twice."""
        values = {value for variable in constraint.variables for value in variable.domain}
        for value in sorted(values - constraint.excepted):
            yield from self._occurs(constraint.variables, value, 0, 1)

    def _occurs(
        self, variables: Sequence[Variable], value: int, least: int, most: int
    ) -> Iterator[Constraint]:
        """A value occurs between `least` and `most` times among some variables."""
        holders = [variable for variable in variables if value in variable.domain]
        for variable in holders:
            yield from self._sign(variable, value)
        signs = tuple(self._signs[variable.index, value] for variable in holders)
        ones = (1,) * len(signs)
        if least == most:
            yield Linear(signs, ones, "==", least)
        else:
            if least > 0:
                yield Linear(signs, ones, ">=", least)
            if most < len(signs):
                yield Linear(signs, ones, "<=", most)

    def _sign(self, variable: Variable, value: int) -> Iterator[Constraint]:
        """Make the sign of a value, unless there is one."""
        if (variable.index, value) not in self._signs:
            sign = self.model.variable(f"{variable.name} is {value}", (0, 1))
            self._signs[variable.index, value] = sign
            rows = tuple((v, int(v == value)) for v in variable.domain)
            yield Table((variable, sign), Rows(rows))

    def _flag(self, constraint: NonZeroFlag) -> Iterator[Constraint]:
        """The flag is 0 if all others are: so is the number of those that are not."""
        flag, *others = constraint.variables
        signs = []
        for other in others:
            if 0 not in other.domain:
                yield Linear((flag,), (1,), "==", 1)
                return
            yield from self._sign(other, 0)
            signs.append(self._signs[other.index, 0])
        # Not all are zero if the flag is 1, and if one is not then it is.
        yield Linear((*signs, flag), (*(1 for _ in signs), 1), "<=", len(signs))
        for sign in signs:
            yield Linear((sign, flag), (1, 1), ">=", 1)

    def _choice(self, constraint: Either) -> Iterator[Constraint]:
        """One of two alternatives that cannot both hold, each of linear constraints alone."""
        first, second = constraint.alternatives
        choice = self.model.variable(f"{constraint.label}: the first", (0, 1))
        for held, chosen in ((first, 1), (second, 0)):
            for part in held:
                assert isinstance(part, Linear), "other alternatives are not asked for"
                yield from self._where(part, choice, chosen)

    def _where(self, part: Linear, choice: Variable, chosen: int) -> Iterator[Constraint]:
        """A linear constraint that holds where a choice is `chosen`. No inequality is made of it:
        some solvers let one sleep when it is always true, others when nothing is open. Nor is a
        variable made to equal another: MiniZinc makes one of the two."""
        value, held = part.variables[0], part
        if len(part.variables) > 1 or part.coefficients != (1,):
            terms = list(zip(part.coefficients, part.variables, strict=True))
            least, most = (
                sum(edge(c * v.domain[0], c * v.domain[-1]) for c, v in terms)
                for edge in (min, max)
            )
            value = self.model.variable(part.formula(), range(least, most + 1))
            held = Linear((value,), (1,), part.relation, part.constant)
            yield Linear((*part.variables, value), (*part.coefficients, -1), "==", 0)
        rows = ((c, v) for c in (0, 1) for v in value.domain if c != chosen or held.check((v,)))
        yield Table((choice, value), Rows(tuple(rows)))


def _allowed(constraint: Constraint) -> Iterator[tuple[int, ...]]:
    """What a constraint allows whose first two variables determine the others."""
    scope = [variable.domain for variable in constraint.variables]
    for row in product(*scope[:2]):
        found: tuple[int, ...] = (row[0] * row[1],)
        if isinstance(constraint, Quotient):
            found = divmod(row[0], row[1])[: len(scope) - 2]
        if all(value in domain for value, domain in zip(found, scope[2:], strict=True)):
            yield *row, *found


def plain(model: Model, kinds: tuple[type[Constraint], ...] = KINDS + ARITHMETIC) -> Model:
    """The model with constraints of these kinds decomposed; it is rewritten."""
    return Plain(model, kinds).rewrite()


def scaled(model: Model, factor: int) -> Model:
    """A plain model with all values multiplied by a factor."""
    image = Model(model.name)
    to = [
        image.variable(variable.name, sorted(factor * value for value in variable.domain))
        for variable in model.variables
    ]
    image.decisions = tuple(to[variable.index] for variable in model.decisions)
    for constraint in model.constraints:
        scope = tuple(to[variable.index] for variable in constraint.variables)
        if isinstance(constraint, Linear):
            sign = 1 if factor > 0 else -1
            coefficients = tuple(sign * coefficient for coefficient in constraint.coefficients)
            constant = abs(factor) * constraint.constant
            image.add(Linear(scope, coefficients, constraint.relation, constant))
        elif isinstance(constraint, Table):
            rows = (tuple(factor * value for value in row) for row in constraint.rows.rows)
            image.add(Table(scope, Rows(tuple(rows))))
        else:
            raise SystemExit(f"counters: {constraint} is not plain")
    return image
