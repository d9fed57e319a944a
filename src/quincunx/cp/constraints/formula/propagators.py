"""Comparisons of arithmetic expressions with 0, by intervals.

Upwards, each part of an expression gets the interval of its possible values; downwards, an interval
that a part must lie in narrows its own parts, through sums, products, minima and maxima.
"""

from collections.abc import Callable, Sequence
from typing import Any, Final, TypeAlias

from quincunx.cp.constraints.times.propagators import product_range
from quincunx.cp.expressions import COMPOSED, Condition, Function, Sum
from quincunx.cp.kernel.engine import ENTAILED, FAILED, ON_BOUNDS, RAN, Engine, Propagator, Variable
from quincunx.errors import ModelError

Interval: TypeAlias = tuple[int, int]

FAR: Final = 1 << 200
"""Further than any value; `inf` would turn integers into floats."""


class FormulaPropagator(Propagator):
    """A sum of expressions compared with 0; `places` are those of its variables by their index."""

    def __init__(
        self,
        variables: list[Variable],
        places: dict[int, int],
        total: Any,
        relation: str,
        check: Callable[[Sequence[int]], bool],
    ) -> None:
        super().__init__(variables, ON_BOUNDS, True)
        self.places = places
        self.total = total
        self.relation = relation
        self.check = check
        self.known: dict[int, Interval] = {}
        """The intervals of parts, computed once for each way down."""

    def propagate(self, engine: Engine) -> int:
        before = -1
        while before != engine.prunings:
            before = engine.prunings
            if all(variable.fixed() for variable in self.variables):
                values = [variable.least() for variable in self.variables]
                return ENTAILED if self.check(values) else FAILED
            if self.relation == "!=":
                return RAN
            low = 0 if self.relation != "<=" else -FAR
            high = 0 if self.relation != ">=" else FAR
            self.known.clear()
            try:
                if not self._narrow(engine, self.total, low, high):
                    return FAILED
            except ModelError:
                return FAILED  # a divisor is 0, or an index is outside its list
            engine.tick()
        return RAN

    def _interval(self, part: Any) -> Interval:
        """The least and the largest value of a part, before this way down narrowed it."""
        found = self.known.get(id(part))
        if found is None:
            if isinstance(part, COMPOSED):
                found = bounds(part, self._interval)
            else:
                variable = self.variables[self.places[part.index]]
                found = variable.least(), variable.most()
            self.known[id(part)] = found
        return found

    def _narrow(self, engine: Engine, part: Any, low: int, high: int) -> bool:
        """Require that a part lies in an interval; false if that fails."""
        first, last = self._interval(part)
        if first > high or last < low:
            return False
        if low <= first and last <= high:
            return True
        if isinstance(part, Sum):
            for factor, term in part.terms:
                least, most = self._interval(term)
                if factor < 0:
                    least, most = most, least
                # What the others leave for this term, and then for its multiple.
                ends = (low - last + factor * most, high - first + factor * least)
                down, up = ends if factor > 0 else (-ends[1], -ends[0])
                size = abs(factor)
                if size and not self._narrow(engine, term, -(-down // size), up // size):
                    return False
            return True
        if not isinstance(part, Function):
            if isinstance(part, Condition):
                return True
            variable = self.variables[self.places[part.index]]
            return engine.narrow(variable, variable.at_least(low) & variable.at_most(high))
        if part.name == "abs":
            return self._narrow(engine, part.arguments[0], -high, high)
        if part.name in ("min", "max"):
            return self._narrow_best(engine, part, low, high)
        if part.name == "*":
            for at in (0, 1):
                one, other = self._interval(part.arguments[1 - at])
                if one > 0 and first >= 0:
                    least = -(-low // other) if low > 0 else 0
                    if not self._narrow(engine, part.arguments[at], least, high // one):
                        return False
        return True

    def _narrow_best(self, engine: Engine, part: Function, low: int, high: int) -> bool:
        """Require that the least or the largest of some expressions lies in an interval."""
        able: list[Any] = []
        for each in part.arguments:
            first, last = self._interval(each)
            if (part.name == "max" and last >= low) or (part.name == "min" and first <= high):
                able.append(each)
            least, most = (-FAR, high) if part.name == "max" else (low, FAR)
            if not self._narrow(engine, each, least, most):
                return False
        return len(able) > 1 or self._narrow(engine, able[0], low, high)


def bounds(part: Any, of: Callable[[Any], Interval]) -> Interval:
    """The least and the largest value of an expression, from those of its parts, by `of`.

    Raises:
        ModelError: No divisor is left, or no index is in the list.
    """
    if isinstance(part, Sum):
        low = high = part.constant
        for factor, term in part.terms:
            first, last = of(term)
            low += factor * (first if factor > 0 else last)
            high += factor * (last if factor > 0 else first)
        return low, high
    if isinstance(part, Function):
        return _function_bounds(part.name, [of(each) for each in part.arguments])
    return 0, 1


def _function_bounds(name: str, bounds: list[Interval]) -> Interval:
    low, high = bounds[0]
    if name == "abs":
        least = 0 if low <= 0 <= high else min(abs(low), abs(high))
        return least, max(abs(low), abs(high))
    if name == "min":
        return min([one[0] for one in bounds]), min([one[1] for one in bounds])
    if name == "max":
        return max([one[0] for one in bounds]), max([one[1] for one in bounds])
    if name == "element":
        items = bounds[max(low, 0) + 1 : max(high, -1) + 2]
        if not items:
            last = len(bounds) - 2
            raise ModelError(f"an index from {low} to {high}, expected 0 to {last}")
        return min([one[0] for one in items]), max([one[1] for one in items])
    first, last = bounds[1]
    if name == "*":
        return product_range(low, high, first, last)
    divisors = [d for d in (first, -1, 1, last) if d != 0 and first <= d <= last]
    if not divisors:
        raise ModelError(f"a division by 0 ({name}), expected another divisor")
    if name == "%":
        return min(0, first + 1), max(0, last - 1)
    quotients = [end // d for end in (low, high) for d in divisors]
    return min(quotients), max(quotients)
