"""A model of sums as rows over literals, and as a text in OPB form."""

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
class Row:
    """The literals that are true weigh `least` or more; weights are positive."""

    terms: tuple[tuple[int, int], ...]
    least: int

    @classmethod
    def of(cls, terms: Iterable[tuple[int, int]], least: int) -> Row:
        """The row with weights of any sign: what a literal weighs less, its opposite weighs more.

        >>> Row.of([(3, 1), (-2, 2)], 1)
        Row(terms=((3, 1), (2, -2)), least=3)
        """
        turned = []
        for weight, literal in terms:
            turned.append((weight, literal) if weight > 0 else (-weight, -literal))
            least -= min(weight, 0)
        return cls(tuple(turned), least)

    @classmethod
    def clause(cls, literals: Iterable[int]) -> Row:
        """At least one of these is true."""
        return cls(tuple((1, literal) for literal in literals), 1)


@dataclass(frozen=True)
class Sum:
    """Where a sum stands among the rows, and the literals of each of its variables there, each as
    (weight, literal, the ladder to the next), from the least value on."""

    row: int
    steps: tuple[tuple[tuple[int, int, int | None], ...], ...]


class Encoding:
    """A model whose constraints are all sums, and that it has no other solution than `values`,
    one for each decision, or none at all."""

    def __init__(self, model: Model, values: Sequence[int] | None) -> None:
        self.model = model
        self.names: list[str] = []
        self.rows: list[Row] = []
        self.said: dict[int, str] = {}
        """What the rows from a place on say."""
        self.sums: list[Sum] = []
        self._first: dict[Variable, int] = {}
        self._ladders: dict[int, int] = {}
        for variable in model.variables:
            poll()
            self._add_variable(variable)
        for constraint in model.constraints:
            poll()
            if not isinstance(constraint, Linear) or constraint.relation == "!=":
                raise PuzzleError(
                    f"certify: {constraint} is no sum, expected a puzzle whose rules are sums "
                    "for a proof of this format"
                )
            self._add_sum(constraint)
        if values is not None:
            self.said[len(self.rows)] = ANOTHER
            chosen = zip(model.decisions, values, strict=True)
            self.rows.append(Row.clause(lit for pair in chosen for lit in self._other(*pair)))

    def at_least(self, variable: Variable, place: int) -> int:
        """The literal that a variable is at least its value at a place, from 1 on."""
        return self._first[variable] + place

    def _add_variable(self, variable: Variable) -> None:
        values = variable.domain
        self._first[variable] = len(self.names)
        self.names += [
            f"v{variable.index + 1}_ge_{value}".replace("-", "m") for value in values[1:]
        ]
        self.said[len(self.rows)] = f"{variable.name}: v{variable.index + 1}, from {values[0]} on"
        for place in range(1, len(values) - 1):
            literal = self.at_least(variable, place)
            self._ladders[literal] = len(self.rows)
            self.rows.append(Row.clause((literal, -(literal + 1))))

    def _add_sum(self, constraint: Linear) -> None:
        terms = constraint.terms()
        least = constraint.constant - sum(c * v.domain[0] for v, c in terms.items())
        self.said[len(self.rows)] = str(constraint)
        for sign in {"==": (1, -1), ">=": (1,), "<=": (-1,)}[constraint.relation]:
            steps = [list(self._steps(v, sign * c)) for v, c in terms.items()]
            weights = ((weight, literal) for some in steps for weight, literal, _ in some)
            self.sums.append(Sum(len(self.rows), tuple(map(tuple, steps))))
            self.rows.append(Row.of(weights, sign * least))

    def _steps(self, variable: Variable, factor: int) -> Iterator[tuple[int, int, int | None]]:
        if factor:
            for place, (below, value) in enumerate(pairwise(variable.domain), start=1):
                literal = self.at_least(variable, place)
                yield factor * (value - below), literal, self._ladders.get(literal)

    def _other(self, variable: Variable, value: int) -> Iterator[int]:
        """The literals of which one is true where a variable has another value."""
        place = variable.domain.index(value)
        if place > 0:
            yield -self.at_least(variable, place)
        if place < len(variable.domain) - 1:
            yield self.at_least(variable, place + 1)

    def text(self) -> str:
        """The rows in OPB form, with comments that say where they come from."""
        lines = [f"* #variable= {len(self.names)} #constraint= {len(self.rows)}"]
        for place, row in enumerate(self.rows):
            if place in self.said:
                lines.append(f"* {self.said[place]}")
            lines.append(f"{self.written(row)} ;")
        return "\n".join(lines) + "\n"

    def written(self, row: Row) -> str:
        """A row in OPB form.

        >>> model = Model()
        >>> pair = [model.variable(name, [1, 4, 6]) for name in "xy"]
        >>> _ = model.add(Linear(pair, (1, 1), ">=", 7))
        >>> encoding = Encoding(model, None)
        >>> encoding.written(encoding.rows[-1])
        '3 v1_ge_4 2 v1_ge_6 3 v2_ge_4 2 v2_ge_6 >= 5'
        """
        terms = "".join(f"{weight} {self.name(literal)} " for weight, literal in row.terms)
        return f"{terms}>= {row.least}"

    def name(self, literal: int) -> str:
        """A literal by its name."""
        return ("~" if literal < 0 else "") + self.names[abs(literal) - 1]
