"""A linear model as pseudo-Boolean constraints, and as text in OPB format."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from quincunx.cp.constraints.linear import Linear
from quincunx.cp.limits import poll
from quincunx.cp.model import Model, Variable
from quincunx.errors import PuzzleError

FORMULA: Final = "formula.opb"
ANOTHER: Final = "another solution"


@dataclass(frozen=True)
class PseudoBoolean:
    """A constraint: the true literals weigh at least `least`. Weights are positive."""

    terms: tuple[tuple[int, int], ...]
    least: int

    @classmethod
    def of(cls, terms: Iterable[tuple[int, int]], least: int) -> PseudoBoolean:
        """Return the constraint for weights of any sign, by negating literals.

        >>> PseudoBoolean.of([(3, 1), (-2, 2)], 1)
        PseudoBoolean(terms=((3, 1), (2, -2)), least=3)
        """
        terms = list(terms)
        positive = tuple((abs(w), literal if w > 0 else -literal) for w, literal in terms)
        return cls(positive, least - sum(min(w, 0) for w, _ in terms))

    @classmethod
    def clause(cls, literals: Iterable[int]) -> PseudoBoolean:
        """Return the constraint that at least one of the literals is true."""
        return cls(tuple((1, literal) for literal in literals), 1)


@dataclass(frozen=True)
class EncodedSum:
    """The index of a linear constraint, and for each of its variables, from the least value on,
    the literals as (weight, literal, index of the order clause to the next)."""

    index: int
    steps: tuple[tuple[tuple[int, int, int | None], ...], ...]


def require_linear(model: Model) -> list[Linear]:
    """Return the constraints of a model; raise `PuzzleError` if one is not linear."""
    linear: list[Linear] = []
    for constraint in model.constraints:
        if not isinstance(constraint, Linear) or constraint.relation == "!=":
            raise PuzzleError(
                f"certify: {constraint} is no sum, expected a puzzle whose rules are sums "
                "for a proof of this format"
            )
        linear.append(constraint)
    return linear


class Encoding:
    """A linear model, and that it has no solution but these, one value for each decision.

    Raises:
        PuzzleError: A constraint is not linear.
    """

    def __init__(self, model: Model, solutions: Sequence[Sequence[int]]) -> None:
        self.model = model
        self.names: list[str] = []
        self.constraints: list[PseudoBoolean] = []
        self.comments: dict[int, str] = {}
        """What the constraints from an index on mean."""
        self.sums: list[EncodedSum] = []
        self._first: dict[Variable, int] = {}
        self._order_clauses: dict[int, int] = {}
        for variable in model.variables:
            poll()
            self._add_variable(variable)
        for constraint in require_linear(model):
            poll()
            self._add_sum(constraint)
        for values in solutions:
            self.comments.setdefault(len(self.constraints), ANOTHER)
            chosen = zip(model.decisions, values, strict=True)
            literals = [literal for pair in chosen for literal in self._differs(*pair)]
            self.constraints.append(PseudoBoolean.clause(literals))

    def at_least(self, variable: Variable, place: int) -> int:
        """Return the literal that a variable is at least its value at a place, from 1 on."""
        return self._first[variable] + place

    def _add_variable(self, variable: Variable) -> None:
        values, name = variable.domain, f"v{variable.index + 1}"
        self._first[variable] = len(self.names)
        self.names += [f"{name}_ge_{value}".replace("-", "m") for value in values[1:]]
        self.comments[len(self.constraints)] = f"{variable.name}: {name}, from {values[0]} on"
        for place in range(1, len(values) - 1):
            literal = self.at_least(variable, place)
            self._order_clauses[literal] = len(self.constraints)
            self.constraints.append(PseudoBoolean.clause((literal, -(literal + 1))))

    def _add_sum(self, constraint: Linear) -> None:
        terms = constraint.terms()
        least = constraint.constant - sum(c * v.domain[0] for v, c in terms.items())
        self.comments[len(self.constraints)] = str(constraint)
        for sign in {"==": (1, -1), ">=": (1,), "<=": (-1,)}[constraint.relation]:
            steps = tuple(tuple(self._steps(v, sign * c)) for v, c in terms.items())
            weights = ((weight, literal) for some in steps for weight, literal, _ in some)
            self.sums.append(EncodedSum(len(self.constraints), steps))
            self.constraints.append(PseudoBoolean.of(weights, sign * least))

    def _steps(self, variable: Variable, factor: int) -> Iterator[tuple[int, int, int | None]]:
        if factor:
            for place, (below, value) in enumerate(pairwise(variable.domain), start=1):
                literal = self.at_least(variable, place)
                yield factor * (value - below), literal, self._order_clauses.get(literal)

    def _differs(self, variable: Variable, value: int) -> Iterator[int]:
        """The literals of which one is true if a variable does not have this value."""
        place = variable.domain.index(value)
        if place > 0:
            yield -self.at_least(variable, place)
        if place < len(variable.domain) - 1:
            yield self.at_least(variable, place + 1)

    def text(self) -> str:
        """Return the constraints in OPB format, with comments that name their origin."""
        lines = [f"* #variable= {len(self.names)} #constraint= {len(self.constraints)}"]
        for index, constraint in enumerate(self.constraints):
            if index in self.comments:
                lines.append(f"* {self.comments[index]}")
            lines.append(f"{self.written(constraint)} ;")
        return "\n".join(lines) + "\n"

    def written(self, constraint: PseudoBoolean) -> str:
        """Return a constraint in OPB format.

        >>> model = Model()
        >>> pair = [model.variable(name, [1, 4, 6]) for name in "xy"]
        >>> model.add(Linear(pair, (1, 1), ">=", 7))
        >>> encoding = Encoding(model, [])
        >>> encoding.written(encoding.constraints[-1])
        '3 v1_ge_4 2 v1_ge_6 3 v2_ge_4 2 v2_ge_6 >= 5'
        """
        terms = "".join(f"{weight} {self.name(literal)} " for weight, literal in constraint.terms)
        return f"{terms}>= {constraint.least}"

    def name(self, literal: int) -> str:
        """Return the name of a literal."""
        return ("~" if literal < 0 else "") + self.names[abs(literal) - 1]
