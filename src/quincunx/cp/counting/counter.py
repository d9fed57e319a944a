"""The number of solutions of a model, marginals, and random solutions.

Marginals and random solutions need all layers of a component with the number of completions of each
state, which takes more memory than counting: that keeps one layer at a time.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import chain
from math import prod
from typing import TYPE_CHECKING, Final, TypeAlias

from quincunx._support.arguments import checked
from quincunx.cp.constraints import Constraint, engine_of
from quincunx.cp.counting.grids import SumGrid
from quincunx.cp.counting.layers import MAX_STATES, POLLED, Layer, Layers, VariableStep
from quincunx.cp.counting.residual import Domains, symmetric_values
from quincunx.cp.counting.variable_order import Ordering
from quincunx.cp.engines.conditional import unconditional
from quincunx.cp.kernel.domain import positions
from quincunx.cp.kernel.search import Poll
from quincunx.cp.limits import limit_reached, poll, require_number
from quincunx.cp.model import Model, Variable
from quincunx.errors import OptionError, TooBig, short_repr

if TYPE_CHECKING:
    from random import Random

Component: TypeAlias = tuple[list[Variable], list[Constraint]]
"""The variables of a component with its constraints."""
MAX_VALUES: Final = 1 << 17
"""Counting refuses variables with more values."""


@checked
class Counting:
    """Counts the solutions of a model.

    Args:
        model: The model.
        states: Maximum number of states held at once.

    Raises:
        TooBig: A variable has too many values; later, there are more states.

    >>> from quincunx.cp.constraints.linear import Linear
    >>> model = Model()
    >>> dice = [model.variable(f"die {i}", range(1, 7)) for i in range(1, 4)]
    >>> model.add(Linear(dice, (1, 1, 1), "==", 5))
    >>> counting = Counting(model)
    >>> counting.count()
    6
    >>> counting.marginals()[dice[0]]
    {1: 3, 2: 2, 3: 1}
    >>> from random import Random
    >>> counting.draw(Random(1))
    (1, 3, 1)
    """

    def __init__(self, model: Model, states: int = MAX_STATES) -> None:
        require_number(states, "number of states", 1, 10**9)
        model = unconditional(model)
        self.model = model
        self._states = states
        self._domains: Domains = propagated_domains(model) or {}
        # Constraints whose variables are all fixed are in no component.
        self.possible = (bool(self._domains) or not model.variables) and all(
            constraint.check([self._domains[v][0] for v in constraint.variables])
            for constraint in model.constraints
            if all(len(self._domains.get(v, ())) == 1 for v in constraint.variables)
        )

    @cached_property
    def _components(self) -> list[Component]:
        return components(list(_parts(self.model.constraints)), self._domains)

    def order(self) -> list[Variable]:
        """The variables in the order in which they are fixed, those with one value first."""
        fixed = [v for v, values in self._domains.items() if len(values) == 1]
        return [*fixed, *chain.from_iterable(map(self._order, self._components))]

    def _order(self, component: Component) -> list[Variable]:
        return Ordering(*component, self._domains).best()

    def _merged_layers(self, component: Component) -> Layers:
        """The layers in which values that are symmetric are merged, in the better direction."""
        order, (_, constraints) = self._order(component), component
        symmetric = symmetric_values(constraints, self._domains)
        both = (
            Layers(one, constraints, self._domains, self._states, symmetric)
            for one in (order, order[::-1])
        )
        return max(both, key=lambda layers: sum(len(step.symmetric) for step in layers.steps))

    def count(self) -> int:
        """The number of solutions."""
        if not self.possible:
            return 0
        if "_completed" in vars(self):
            return prod(part.total for part in self._completed)
        number = 1
        for component in self._components:
            counted = SumGrid.of(component[1], self._domains) or self._merged_layers(component)
            number *= counted.count(self._states)
            if not number:
                break
        return number

    @cached_property
    def _completed(self) -> list[Completed]:
        return [
            Completed(Layers(self._order(one), one[1], self._domains, self._states))
            for one in self._components
        ]

    def marginals(self) -> dict[Variable, dict[int, int]]:
        """For each variable how many solutions have each value; values without any are left out."""
        total = prod(part.total for part in self._completed) if self.possible else 0
        if not total:
            return {variable: {} for variable in self.model.variables}
        found = {v: {values[0]: total} for v, values in self._domains.items() if len(values) == 1}
        for part in self._completed:
            for variable, times in part.marginals().items():
                found[variable] = {v: n * (total // part.total) for v, n in sorted(times.items())}
        return {variable: found[variable] for variable in self.model.variables}

    def draw(self, dice: Random) -> tuple[int, ...] | None:
        """A uniformly random solution, a value for each variable; None if there is none."""
        if not hasattr(dice, "randrange"):
            raise OptionError(f"draw: {short_repr(dice)}, expected a random.Random")
        if not self.possible or not all(part.total for part in self._completed):
            return None
        values = {v: domain[0] for v, domain in self._domains.items()}
        for part in self._completed:
            values.update(part.draw(dice))
        return tuple(values[variable] for variable in self.model.variables)


def propagated_domains(model: Model) -> dict[Variable, Sequence[int]] | None:
    """The domains after propagation by our kernel; None on a contradiction."""
    engine = engine_of(model.constraints, model.variables)
    engine.poll = Poll(None, limit_reached).poll
    if not engine.propagate():
        return None
    left: dict[Variable, Sequence[int]] = {}
    for variable in model.variables:
        cell = engine.variables[variable.index]
        if cell.bits.bit_count() > MAX_VALUES:
            raise TooBig(f"counting: {variable.name} has more than {MAX_VALUES} values")
        left[variable] = [cell.value(position) for position in positions(cell.bits)]
    return left


def _parts(constraints: Iterable[Constraint]) -> Iterator[Constraint]:
    """The constraints; those that have parts are replaced by their parts."""
    for constraint in constraints:
        parts = constraint.parts()
        if parts is None:
            yield constraint
        else:
            yield from _parts(parts)


def components(constraints: Sequence[Constraint], domains: Domains) -> list[Component]:
    """The components: the variables that are not fixed in groups that share no constraint, each
    with its constraints."""
    groups: list[Component] = [([v], []) for v, values in domains.items() if len(values) > 1]
    for constraint in constraints:
        poll()
        scope = {v for v in constraint.variables if len(domains[v]) > 1}
        met = [group for group in groups if not scope.isdisjoint(group[0])]
        if met:
            variables = sorted(chain(*(group[0] for group in met)), key=lambda v: v.index)
            groups = [group for group in groups if scope.isdisjoint(group[0])]
            groups.append((variables, [*chain(*(group[1] for group in met)), constraint]))
    return groups


class Completed:
    """The layers of a component, with the ways to reach and to complete each state."""

    def __init__(self, layers: Layers) -> None:
        self._reached = [layers.first()]
        room = layers.max_states
        for step in layers.steps:
            self._reached.append(layers.forward(step, self._reached[-1], room))
            room -= len(self._reached[-1])
        self._steps = layers.steps
        self._left: list[Layer] = [dict.fromkeys(self._reached[-1], 1)]
        for step, layer in zip(reversed(layers.steps), reversed(self._reached[:-1]), strict=True):
            self._left.append(self._backward(step, layer, self._left[-1]))
        self._left.reverse()
        self.total = self._left[0].get(0, 0)

    @staticmethod
    def _backward(step: VariableStep, layer: Layer, after: Layer) -> Layer:
        """The number of completions of each state of a layer."""
        left: Layer = {}
        for number, key in enumerate(layer):
            if not number % POLLED:
                poll()
            merged = step.merged(key & step.mask)
            left[key] = sum(times * after[key + added] for added, times in merged)
        return left

    def marginals(self) -> dict[Variable, dict[int, int]]:
        """For each variable how many solutions of the component have each value."""
        found: dict[Variable, dict[int, int]] = {}
        for depth, step in enumerate(self._steps):
            times: dict[int, int] = {}
            left = self._left[depth + 1]
            for number, (key, ways) in enumerate(self._reached[depth].items()):
                if not number % POLLED:
                    poll()
                for value, added in step.moves(key & step.mask):
                    completions = left[key + added]
                    if completions:
                        times[value] = times.get(value, 0) + ways * completions
            found[step.variable] = times
        return found

    def draw(self, dice: Random) -> dict[Variable, int]:
        """A uniformly random solution of the component, which must have one."""
        drawn: dict[Variable, int] = {}
        key = 0
        for step, left in zip(self._steps, self._left[1:], strict=True):
            moves = [(value, key + added) for value, added in step.moves(key & step.mask)]
            ticket = dice.randrange(sum(left[new] for _, new in moves))
            for value, new in moves:
                ticket -= left[new]
                if ticket < 0:
                    drawn[step.variable] = value
                    key = new
                    break
        return drawn
