"""x · y = z.

Bounds consistency: each range is cut to what the ranges of the other two leave, to a fixpoint.
Domain consistency: all pairs of values of the two variables with the fewest pairs are tried, up to
MAX_PAIRS; beyond that, only bounds are cut until domains have shrunk.
"""

from bisect import bisect_left, bisect_right
from math import isqrt
from typing import Final

from quincunx.cp.kernel.domain import positions, size
from quincunx.cp.kernel.engine import (
    ENTAILED,
    FAILED,
    ON_BOUNDS,
    ON_CHANGE,
    RAN,
    Engine,
    Propagator,
    Variable,
)

MAX_PAIRS: Final = 1 << 16
"""More pairs of values than this are not tried."""


def product_range(low: int, high: int, other_low: int, other_high: int) -> tuple[int, int]:
    """The range of the products of two ranges.

    >>> product_range(-2, 3, 4, 5)
    (-10, 15)
    """
    corners = [low * other_low, low * other_high, high * other_low, high * other_high]
    return min(corners), max(corners)


def factor_range(
    low: int, high: int, product_low: int, product_high: int, other_low: int, other_high: int
) -> tuple[int, int]:
    """The range low..high of a factor, cut for the ranges of the product and the other factor;
    empty (the least is larger) if there is no such factor.

    >>> factor_range(-9, 9, 10, 12, -4, 5)
    (-9, 9)
    >>> factor_range(-9, 9, 10, 12, 0, 5)
    (2, 9)
    >>> factor_range(-9, 9, 10, 11, 3, 3)
    (1, 0)
    """
    if product_low <= 0 <= product_high and other_low <= 0 <= other_high:
        return low, high
    found_low, found_high = 1, 0
    if other_high > 0:
        found_low, found_high = _over_positive(
            low, high, product_low, product_high, max(other_low, 1), other_high
        )
    if other_low < 0:
        # x·y = z is equivalent to x·(-y) = -z.
        least, most = _over_positive(
            low, high, -product_high, -product_low, max(-other_high, 1), -other_low
        )
        if found_low > found_high:
            return least, most
        if least <= most:
            return min(found_low, least), max(found_high, most)
    return found_low, found_high


def _over_positive(
    low: int, high: int, product_low: int, product_high: int, least: int, most: int
) -> tuple[int, int]:
    """`factor_range` for a positive other factor."""
    found_low = max(low, min(-(-product_low // least), -(-product_low // most)))
    found_high = min(high, max(product_high // least, product_high // most))
    return (found_low, found_high) if found_low <= found_high else (1, 0)


def keep_range(engine: Engine, variable: Variable, low: int, high: int) -> bool:
    """Reduce a variable to a range; false if that leaves nothing."""
    if low > variable.least() and not engine.narrow(variable, variable.at_least(low)):
        return False
    return high >= variable.most() or engine.narrow(variable, variable.at_most(high))


class Members:
    """The values of a variable, for fast membership tests, and those found to be supported."""

    def __init__(self, variable: Variable) -> None:
        self.offset = variable.offset
        self.values = variable.values
        self.width = variable.width
        self._image = variable.bits.to_bytes(self.width // 8 + 1, "little")
        self._kept = bytearray(len(self._image))

    def place(self, value: int) -> int:
        """The position of a value in the domain, or -1."""
        if self.values:
            position = bisect_left(self.values, value)
            if position >= self.width or self.values[position] != value:
                return -1
        else:
            position = value - self.offset
            if not 0 <= position < self.width:
                return -1
        return position if (self._image[position >> 3] >> (position & 7)) & 1 else -1

    def keep(self, position: int) -> None:
        self._kept[position >> 3] |= 1 << (position & 7)

    def kept(self) -> int:
        """The supported values, as bits."""
        return int.from_bytes(self._kept, "little")


class ByRanges(Propagator):
    """Cuts ranges to a fixpoint and then, with `by_values`, tries values if they are few enough."""

    def __init__(self, variables: list[Variable], by_values: bool) -> None:
        super().__init__(variables, ON_CHANGE if by_values else ON_BOUNDS, by_values)
        self.by_values = by_values

    def propagate(self, engine: Engine) -> int:
        before = -1
        while engine.prunings != before:
            before = engine.prunings
            engine.tick()
            if not self.cut_ranges(engine):
                return FAILED
        if self.by_values and not self.decided() and not self.keep_values(engine):
            return FAILED
        return ENTAILED if self.decided() else RAN

    def cut_ranges(self, engine: Engine) -> bool:
        """Cut every range to what the others leave, once; false if that fails."""
        raise NotImplementedError

    def keep_values(self, engine: Engine) -> bool:
        """Keep only supported values, if they are few enough; false if that fails."""
        raise NotImplementedError

    def decided(self) -> bool:
        """Whether the constraint is entailed."""
        raise NotImplementedError


class TimesPropagator(ByRanges):
    """x · y = z."""

    def cut_ranges(self, engine: Engine) -> bool:
        x, y, z = self.variables
        low, high = product_range(x.least(), x.most(), y.least(), y.most())
        if not keep_range(engine, z, low, high):
            return False
        low, high = factor_range(x.least(), x.most(), z.least(), z.most(), y.least(), y.most())
        if not keep_range(engine, x, low, high):
            return False
        low, high = factor_range(y.least(), y.most(), z.least(), z.most(), x.least(), x.most())
        return keep_range(engine, y, low, high)

    def keep_values(self, engine: Engine) -> bool:
        x, y, z = self.variables
        if size(x.bits) > size(y.bits):
            x, y = y, x
        by_factors = size(x.bits) * size(y.bits)
        by_product = size(x.bits) * size(z.bits)
        if min(by_factors, by_product) > MAX_PAIRS:
            return True
        if by_factors <= by_product:
            kept = _keep_factors(engine, x, y, z)
        else:
            kept = _keep_quotients(engine, x, y, z)
        return engine.narrow(x, kept[0]) and engine.narrow(y, kept[1]) and engine.narrow(z, kept[2])

    def decided(self) -> bool:
        """Whether everything is fixed, or a factor and the product are zero."""
        x, y, z = self.variables
        if not z.fixed():
            return False
        if x.fixed() and (y.fixed() or x.least() == 0):
            return True
        return y.fixed() and y.least() == 0


def _keep_factors(engine: Engine, x: Variable, y: Variable, z: Variable) -> list[int]:
    """The supported values of all three, by trying all pairs of factors."""
    products = Members(z)
    kept_x = 0
    kept_y = Members(y)
    places = positions(y.bits)
    values = [y.value(place) for place in places]
    least, most = z.least(), z.most()
    for x_place in positions(x.bits):
        engine.tick(len(places))
        factor = x.value(x_place)
        found = False
        low, high = factor_range(values[0], values[-1], least, most, factor, factor)
        for index in range(bisect_left(values, low), bisect_right(values, high)):
            z_place = products.place(factor * values[index])
            if z_place >= 0:
                products.keep(z_place)
                kept_y.keep(places[index])
                found = True
        if found:
            kept_x |= 1 << x_place
    return [kept_x, kept_y.kept(), products.kept()]


def _keep_quotients(engine: Engine, x: Variable, y: Variable, z: Variable) -> list[int]:
    """The supported values, by trying all pairs of a factor and a product."""
    others = Members(y)
    kept_x = 0
    kept_z = Members(z)
    places = positions(z.bits)
    values = [z.value(place) for place in places]
    any_other = False
    for x_place in positions(x.bits):
        engine.tick(len(places))
        factor = x.value(x_place)
        found = False
        for z_place, value in zip(places, values):
            if factor == 0:
                if value == 0:
                    any_other = True
                    found = True
                    kept_z.keep(z_place)
            elif value % factor == 0:
                y_place = others.place(value // factor)
                if y_place >= 0:
                    others.keep(y_place)
                    kept_z.keep(z_place)
                    found = True
        if found:
            kept_x |= 1 << x_place
    return [kept_x, y.bits if any_other else others.kept(), kept_z.kept()]


class SquarePropagator(ByRanges):
    """x · x = z."""

    def cut_ranges(self, engine: Engine) -> bool:
        x, z = self.variables
        low, high = x.least(), x.most()
        squares = low * low, high * high
        if not keep_range(engine, z, 0 if low < 0 < high else min(squares), max(squares)):
            return False
        root = isqrt(z.most())
        if not keep_range(engine, x, -root, root):
            return False
        if z.least() == 0:
            return True
        # |x| is at least the root of the least z; a range with both signs cannot be cut.
        root = isqrt(z.least() - 1) + 1
        low, high = x.least(), x.most()
        return keep_range(engine, x, root if low > -root else low, -root if high < root else high)

    def keep_values(self, engine: Engine) -> bool:
        x, z = self.variables
        count = min(size(x.bits), size(z.bits))
        if count > MAX_PAIRS:
            return True
        engine.tick(count)
        roots, squares = Members(x), Members(z)
        if count == size(x.bits):
            candidates = [x.value(place) for place in positions(x.bits)]
        else:
            positive = [isqrt(z.value(place)) for place in positions(z.bits)]
            candidates = positive + [-root for root in positive]
        for root in candidates:
            place, square = roots.place(root), squares.place(root * root)
            if place >= 0 and square >= 0:
                roots.keep(place)
                squares.keep(square)
        return engine.narrow(x, roots.kept()) and engine.narrow(z, squares.kept())

    def decided(self) -> bool:
        return self.variables[0].fixed() and self.variables[1].fixed()
