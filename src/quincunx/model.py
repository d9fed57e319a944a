"""The language all puzzles are written in: variables and constraints as plain data.

Vocabulary:
  variable    an unknown integer with a finite set of possible values, its domain
  constraint  a condition on some variables, with a label a person understands
  model       variables and constraints together
  decision    a variable the search decides; the others follow or come last

A model knows nothing of any solver. Every constraint can say of concrete values whether it
holds (`check`), written for clarity: this is the ground truth solvers are tested against.

>>> model = Model("two numbers")
>>> x = model.variable("x", range(1, 10))
>>> y = model.variable("y", [2, 3, 5, 7])
>>> _ = model.add(Linear((x, y), (1, 1), "==", 10, label="they sum to ten"))
>>> _ = model.add(Linear((x, y), (1, -1), ">=", 4, label="x is larger by four or more"))
>>> print(model)
model: two numbers
variables:
  x in 1..9
  y in {2, 3, 5, 7}
constraints:
  they sum to ten: x + y == 10
  x is larger by four or more: x - y >= 4
>>> model.check([7, 3])
True
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from math import prod
from typing import Literal, TypeAlias, TypeVar, get_args

Values: TypeAlias = range | tuple[int, ...]
"""A domain: ascending, without repetition; a `range` where there are no holes."""

Comparison: TypeAlias = Literal["==", "!=", "<=", ">="]

MAX_TABULATED = 1_000_000
"""A predicate over more combinations of values than this is refused rather than tabulated."""


class ModelError(ValueError):
    """A model that means nothing: the message names the place and what was expected."""


def domain(values: Iterable[int], of: str = "variable") -> Values:
    """The values in ascending order, as a `range` when they are consecutive.

    >>> domain([3, 1, 2, 2])
    range(1, 4)
    >>> domain([5, -1])
    (-1, 5)
    """
    if isinstance(values, range) and values.step == 1:
        ordered: Values = values
    else:
        distinct = set(values)
        _require_integers(distinct, of, "a value of the domain")
        ordered = tuple(sorted(distinct))
        if ordered and ordered[-1] - ordered[0] + 1 == len(ordered):
            ordered = range(ordered[0], ordered[-1] + 1)
    if not ordered:
        raise ModelError(f"{of}: the domain is empty, expected at least one value")
    return ordered


@dataclass(frozen=True, eq=False)
class Variable:
    """An unknown of one model; `index` is its place in that model's list of variables."""

    index: int
    name: str
    domain: Values

    def __repr__(self) -> str:
        return f"<{self.name} in {format_values(self.domain)}>"


@dataclass(frozen=True, eq=False, kw_only=True)
class Constraint(ABC):
    """A condition on `variables`. `label` says in a person's words what it is about."""

    variables: tuple[Variable, ...] = field(kw_only=False)
    label: str = ""

    def __post_init__(self) -> None:
        object.__setattr__(self, "variables", tuple(self.variables))
        if not set(map(type, self.variables)) <= {Variable}:
            stranger = next(v for v in self.variables if not isinstance(v, Variable))
            raise ModelError(f"{self}: {stranger!r} is not a variable of a model")
        if len(set(self.variables)) != len(self.variables):
            raise ModelError(f"{self}: a variable is named twice, expected each once")

    @property
    def title(self) -> str:
        """The label, or the kind of constraint where no label was given."""
        return self.label or type(self).__name__

    @abstractmethod
    def check(self, values: Sequence[int]) -> bool:
        """Whether the constraint holds when its variables, in order, have these values."""

    @abstractmethod
    def formula(self) -> str:
        """The condition as a person would write it, with the variables' names."""

    def __str__(self) -> str:
        return self.title


@dataclass(frozen=True, eq=False)
class Linear(Constraint):
    """coefficients · variables, compared with a constant: `2x - 3y <= 7`."""

    coefficients: tuple[int, ...]
    relation: Comparison
    constant: int

    def __post_init__(self) -> None:
        super().__post_init__()
        object.__setattr__(self, "coefficients", tuple(self.coefficients))
        if len(self.coefficients) != len(self.variables):
            raise ModelError(
                f"{self}: {len(self.coefficients)} coefficients for "
                f"{len(self.variables)} variables, expected as many"
            )
        _require_integers(self.coefficients, self, "a coefficient")
        _require_integers((self.constant,), self, "the constant")
        if self.relation not in get_args(Comparison):
            raise ModelError(
                f"{self}: unknown relation {self.relation!r}, expected one of "
                + " ".join(get_args(Comparison))
            )

    def check(self, values: Sequence[int]) -> bool:
        total = sum(c * v for c, v in zip(self.coefficients, values, strict=True))
        match self.relation:
            case "==":
                return total == self.constant
            case "!=":
                return total != self.constant
            case "<=":
                return total <= self.constant
            case ">=":
                return total >= self.constant

    def formula(self) -> str:
        text = ""
        for coefficient, variable in zip(self.coefficients, self.variables, strict=True):
            sign = "-" if coefficient < 0 else "+"
            size = "" if abs(coefficient) == 1 else f"{abs(coefficient)}·"
            text += (
                f" {sign} {size}{variable.name}"
                if text
                else (f"{'-' if coefficient < 0 else ''}{size}{variable.name}")
            )
        return f"{text or '0'} {self.relation} {self.constant}"


@dataclass(frozen=True, eq=False)
class AllDifferent(Constraint):
    """No two variables have the same value, the values in `excepted` aside."""

    excepted: frozenset[int] = frozenset()

    def __post_init__(self) -> None:
        super().__post_init__()
        object.__setattr__(self, "excepted", frozenset(self.excepted))
        _require_integers(self.excepted, self, "an excepted value")

    def check(self, values: Sequence[int]) -> bool:
        counted = [value for value in values if value not in self.excepted]
        return len(set(counted)) == len(counted)

    def formula(self) -> str:
        but = f" except {format_values(sorted(self.excepted))}" if self.excepted else ""
        return f"all different{but}: {_names(self.variables)}"


@dataclass(frozen=True, eq=False)
class Cardinality(Constraint):
    """How often values occur among the variables: at least and at most so many times.

    `counts` maps a value to `(least, most)`, or to one number where both are the same. A
    value that is not named may occur any number of times.
    """

    counts: tuple[tuple[int, int, int], ...]

    def __init__(
        self,
        variables: Iterable[Variable],
        counts: Mapping[int, int | tuple[int, int]],
        *,
        label: str = "",
    ) -> None:
        rows = []
        for value in sorted(counts):
            given = counts[value]
            least, most = given if isinstance(given, tuple) else (given, given)
            rows.append((value, least, most))
        object.__setattr__(self, "variables", tuple(variables))
        object.__setattr__(self, "counts", tuple(rows))
        object.__setattr__(self, "label", label)
        self.__post_init__()
        for row in rows:
            _require_integers(row, self, "a value or a count")
            if not 0 <= row[1] <= row[2]:
                raise ModelError(
                    f"{self}: value {row[0]} occurs {row[1]} to {row[2]} times, "
                    "expected 0 <= least <= most"
                )

    def check(self, values: Sequence[int]) -> bool:
        occurrences = list(values)
        return all(least <= occurrences.count(value) <= most for value, least, most in self.counts)

    def formula(self) -> str:
        parts = [
            f"{value} × {least}" if least == most else f"{value} × {least}..{most}"
            for value, least, most in self.counts
        ]
        return f"occurrences {', '.join(parts)}: {_names(self.variables)}"


Row: TypeAlias = tuple[int, ...]


@dataclass(frozen=True, eq=False)
class Rows:
    """The rows of a table, checked once. Constraints that allow the same combinations share
    one `Rows`, and a solver prepares it once for all of them."""

    rows: tuple[Row, ...]
    description: str = ""

    def __post_init__(self) -> None:
        object.__setattr__(self, "rows", tuple(tuple(row) for row in self.rows))
        place = self.description or "table"
        for row in self.rows:
            if len(row) != len(self.rows[0]):
                raise ModelError(
                    f"{place}: row {row!r} has {len(row)} values, expected {len(self.rows[0])}"
                )
            _require_integers(row, place, "a value of a row")

    @classmethod
    def where(
        cls,
        predicate: Callable[..., bool],
        domains: Sequence[Iterable[int]],
        description: str = "",
    ) -> Rows:
        """All combinations of the domains' values of which `predicate` is true.

        >>> Rows.where(lambda a, b: a * b == 12, [range(1, 7), range(1, 7)]).rows
        ((2, 6), (3, 4), (4, 3), (6, 2))
        """
        choices = [tuple(values) for values in domains]
        size = prod(len(values) for values in choices)
        if size > MAX_TABULATED:
            raise ModelError(
                f"{description or 'table'}: {size} combinations to try, "
                f"expected at most {MAX_TABULATED}"
            )
        return cls(tuple(row for row in product(*choices) if predicate(*row)), description)


@dataclass(frozen=True, eq=False)
class Table(Constraint):
    """The variables take, together, the values of one of the rows.

    The rows are given as tuples, as a shared `Rows`, or by a predicate with `Table.where`.
    """

    rows: Rows

    def __post_init__(self) -> None:
        super().__post_init__()
        if not isinstance(self.rows, Rows):
            object.__setattr__(self, "rows", Rows(self.rows, self.label))
        if self.rows.rows and len(self.rows.rows[0]) != len(self.variables):
            raise ModelError(
                f"{self}: rows have {len(self.rows.rows[0])} values, expected {len(self.variables)}"
            )

    @classmethod
    def where(
        cls, variables: Iterable[Variable], predicate: Callable[..., bool], *, label: str = ""
    ) -> Table:
        """Those combinations of the variables' values of which `predicate` is true."""
        scope = tuple(variables)
        return cls(scope, Rows.where(predicate, [v.domain for v in scope], label), label=label)

    def check(self, values: Sequence[int]) -> bool:
        return tuple(values) in self.rows.rows

    def formula(self) -> str:
        rows = self.rows.description or f"one of {len(self.rows.rows)} rows"
        return f"{rows}: {_names(self.variables)}"


@dataclass(frozen=True, eq=False)
class DistinctSum(Constraint):
    """The values, zeros aside, are all different and add up to `total`.

    It says what an `AllDifferent` except 0 and a `Linear` say, in one: a solver that looks at
    both together can rule out far more.
    """

    total: int

    def __post_init__(self) -> None:
        super().__post_init__()
        _require_integers((self.total,), self, "the total")

    def parts(self) -> tuple[AllDifferent, Linear]:
        """The same as two constraints."""
        ones = (1,) * len(self.variables)
        return (
            AllDifferent(self.variables, frozenset({0}), label=self.label),
            Linear(self.variables, ones, "==", self.total, label=self.label),
        )

    def check(self, values: Sequence[int]) -> bool:
        return all(part.check(values) for part in self.parts())

    def formula(self) -> str:
        return f"different but for 0, sum {self.total}: {_names(self.variables)}"


@dataclass(frozen=True, eq=False)
class NonZeroFlag(Constraint):
    """The first variable is 1 when any of the others is non-zero, and 0 when all are zero."""

    def __post_init__(self) -> None:
        super().__post_init__()
        if not self.variables:
            raise ModelError(f"{self}: no variables, expected a flag and what it speaks of")

    @property
    def flag(self) -> Variable:
        return self.variables[0]

    def check(self, values: Sequence[int]) -> bool:
        flag, *others = values
        return flag == (1 if any(others) else 0)

    def formula(self) -> str:
        return f"{self.flag.name} says whether any is non-zero: {_names(self.variables[1:])}"


AnyConstraint = TypeVar("AnyConstraint", bound=Constraint)


class Model:
    """Variables and constraints, in the order in which they were added.

    `decisions` are the variables a search decides, in the order of its labeling; variables
    that are not among them are decided last. It starts as all variables.
    """

    def __init__(self, name: str = "") -> None:
        self.name = name
        self.variables: list[Variable] = []
        self.constraints: list[Constraint] = []
        self._decisions: tuple[Variable, ...] | None = None

    @property
    def decisions(self) -> tuple[Variable, ...]:
        return tuple(self.variables) if self._decisions is None else self._decisions

    @decisions.setter
    def decisions(self, variables: Iterable[Variable]) -> None:
        chosen = tuple(variables)
        for variable in chosen:
            self._require_own(variable, "decisions")
        self._decisions = chosen

    def variable(self, name: str, values: Iterable[int]) -> Variable:
        """A new variable that takes one of these values."""
        variable = Variable(len(self.variables), name, domain(values, of=name))
        self.variables.append(variable)
        return variable

    def add(self, constraint: AnyConstraint) -> AnyConstraint:
        """Require the constraint; returns it."""
        for variable in constraint.variables:
            self._require_own(variable, constraint)
        self.constraints.append(constraint)
        return constraint

    def check(self, values: Sequence[int]) -> bool:
        """Whether these values, one for each variable in order, satisfy everything."""
        return (
            len(values) == len(self.variables)
            and all(values[v.index] in v.domain for v in self.variables)
            and all(
                c.check([values[variable.index] for variable in c.variables])
                for c in self.constraints
            )
        )

    def __str__(self) -> str:
        lines = [f"model: {self.name}" if self.name else "model"]
        lines.append("variables:")
        lines += [f"  {v.name} in {format_values(v.domain)}" for v in self.variables]
        lines.append("constraints:")
        for constraint in self.constraints:
            label = f"{constraint.label}: " if constraint.label else ""
            lines.append(f"  {label}{constraint.formula()}")
        return "\n".join(lines)

    def _require_own(self, variable: Variable, place: object) -> None:
        index = variable.index
        if index >= len(self.variables) or self.variables[index] is not variable:
            raise ModelError(
                f"{place}: variable {variable.name!r} belongs to another model, "
                "expected one of this model"
            )


def format_values(values: Sequence[int], most: int = 12) -> str:
    """A set of values in short: `1..9`, `{2, 3, 5}`, or the first and last of a long list.

    >>> format_values((1, 2, 3, 7))
    '{1, 2, 3, 7}'
    >>> format_values(tuple(range(0, 100, 7)))
    '{0, 7, 14, 21, 28, ..., 91, 98: 15 values}'
    """
    if isinstance(values, range) and len(values) > 1:
        return f"{values[0]}..{values[-1]}"
    shown = [str(value) for value in values]
    if len(shown) > most:
        shown = [*shown[:5], "...", *shown[-2:]]
        return f"{{{', '.join(shown)}: {len(values)} values}}"
    return f"{{{', '.join(shown)}}}"


def _names(variables: Iterable[Variable]) -> str:
    return ", ".join(variable.name for variable in variables)


def _require_integers(values: Collection[object], place: object, what: str) -> None:
    # Types first, all at once: this is asked of every value of every domain.
    if not set(map(type, values)) <= {int}:
        for value in values:
            if not isinstance(value, int) or isinstance(value, bool):
                raise ModelError(f"{place}: {what} is {value!r}, expected an integer")
