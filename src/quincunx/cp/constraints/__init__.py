"""Constraints: one package for each kind.

A kind must define `check`, its meaning; everything else has a default. A constraint that defines
nothing more propagates by its table or only checks itself, and other solvers get the table. A kind
therefore also defines its propagators, and implements capabilities (see
`quincunx.cp.capability`) in these files of its package, loaded when they are first needed:

  solvers.py   its forms in CP-SAT and MiniZinc, whose integers have 64 or 32 bits
  counting.py  its residual states, for counting solutions without listing them
  words.py     why something follows from it, in words, and how a person would find it

A new kind needs no registration. A constraint can also be defined in any other module:

>>> from quincunx.cp.engines import start
>>> from quincunx.cp.options import SearchOptions
>>> from quincunx.cp.model import Model
>>> class Divides(Constraint):
...     def check(self, values):
...         return values[1] % values[0] == 0
>>> model = Model()
>>> x, y = model.variable("x", range(2, 7)), model.variable("y", range(7, 11))
>>> model.add(Divides((x, y)))
>>> list(start(model, SearchOptions()))
[(2, 8), (2, 10), (3, 9), (4, 8), (5, 10)]
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Sequence
from copy import copy
from dataclasses import dataclass, field
from math import prod
from typing import TYPE_CHECKING, ClassVar

from quincunx.cp.expressions import Logic, as_tuple
from quincunx.cp.kernel.builder import EngineBuilder
from quincunx.cp.kernel.engine import Engine, Propagator
from quincunx.cp.limits import poll
from quincunx.cp.model import Variable, names_of, require_label
from quincunx.errors import ModelError, short_repr

if TYPE_CHECKING:
    from quincunx.cp.constraints.table import Table

MAX_FILTERED = 10_000
"""A constraint without propagators of its own is tabulated up to this many combinations."""


@dataclass(frozen=True, eq=False, kw_only=True)
class Constraint(Logic, ABC):
    """A condition on `variables`, held as a tuple that may name a variable more than once.

    `label` names the constraint in a person's words, as in "Look at row 1". `rules` are the rules
    of a puzzle that it stands for, by their names in the rule book; empty means its label.
    """

    variables: Sequence[Variable] = field(kw_only=False)
    label: str = ""
    rules: tuple[str, ...] = ()
    _scope: ClassVar[tuple[Collection[int], str]] = (range(1 << 60), "")
    """How many variables there may be, and in words which."""

    def __post_init__(self) -> None:
        require_label(self.label, type(self).__name__)
        # Models have many constraints, nearly all given as a tuple.
        if type(self.variables) is not tuple:
            object.__setattr__(self, "variables", as_tuple(self.variables, self, "variables"))
        for variable in self.variables:
            if not isinstance(variable, Variable):
                raise ModelError(f"{self}: {short_repr(variable)} is not a variable of a model")
        counts, expected = self._scope
        if (number := len(self.variables)) not in counts:
            raise ModelError(f"{self}: {number or 'no'} variables, expected {expected}")

    @property
    def title(self) -> str:
        """The label, or the name of the class if it has none."""
        return self.label or type(self).__name__

    def __str__(self) -> str:
        return self.title

    @abstractmethod
    def check(self, values: Sequence[int]) -> bool:
        """Whether the constraint holds when its variables, in order, have these values."""

    def formula(self) -> str:
        """The condition in mathematical notation, with the variables' names."""
        return f"{type(self).__name__}: {names_of(self.variables)}"

    def parts(self) -> tuple[Constraint, ...] | None:
        """Constraints over the same variables whose conjunction is equivalent, if there are."""
        return None

    def tabulated(self) -> Table:
        """The equivalent table, over each variable once.

        Raises:
            ModelError: There are too many combinations of values to try.
        """
        scope = tuple(dict.fromkeys(self.variables))
        return self.tabulated_over(scope, [variable.domain for variable in scope])

    def tabulated_over(self, scope: Sequence[Variable], domains: Sequence[Sequence[int]]) -> Table:
        """The equivalent table over `scope`, its variables without repetition, which have these
        domains."""
        from quincunx.cp.constraints.table import Rows, Table

        places = [scope.index(variable) for variable in self.variables]
        allowed = Rows.where(
            lambda *row: self.check([row[place] for place in places]), domains, self.title
        )
        return Table(tuple(scope), allowed, label=self.label)

    def opposite(self) -> Constraint | None:
        """The negation, as a constraint over the same variables, if there is one."""
        return None

    def over(self, variables: Sequence[Variable]) -> Constraint:
        """The same constraint on other variables."""
        same = copy(self)
        object.__setattr__(same, "variables", tuple(variables))
        return same

    def propagators(self, builder: EngineBuilder) -> list[Propagator]:
        """Propagators for our own kernel, with the consistency that the builder asks for."""
        from quincunx.cp.constraints.check_propagator import CheckPropagator

        parts = self.parts()
        if parts is not None:
            return [propagator for part in parts for propagator in part.propagators(builder)]
        size = prod(variable.size for variable in set(self.variables))
        if builder.domain_consistent and size <= MAX_FILTERED:
            return self.tabulated().propagators(builder)
        return [CheckPropagator(builder.scope(self.variables), self.check)]


def engine_of(
    constraints: Iterable[Constraint], variables: Sequence[Variable], domain_consistent: bool = True
) -> Engine:
    """An engine for some constraints, whose first variables stand for these."""
    engine = Engine()
    builder = EngineBuilder(engine, domain_consistent)
    own = {v: Variable(place, v.name, v.domain) for place, v in enumerate(variables)}
    for variable in own.values():
        builder.variable(variable)
    for constraint in constraints:
        poll()
        builder.post(constraint.over([own[v] for v in constraint.variables]))
    return engine
