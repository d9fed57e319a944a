"""x = q · y + r, where r lies between zero and y: 0 <= r < y, or y < r <= 0.

A *box* is eight numbers: least and greatest x, y, q and r; empty if there are no such numbers.

Bounds consistency: the boxes of positive and of negative y are cut separately and united. Domain
consistency: all pairs of x and y are tried, up to MAX_PAIRS; beyond that, only bounds are cut until
domains have shrunk.
"""

from quincunx.cp.constraints.times.propagators import (
    MAX_PAIRS,
    ByRanges,
    Members,
    factor_range,
    keep_range,
    product_range,
)
from quincunx.cp.kernel.domain import positions, size
from quincunx.cp.kernel.engine import Engine


class QuotientPropagator(ByRanges):
    """The variables are x, y, q and optionally r."""

    def cut_ranges(self, engine: Engine) -> bool:
        box: list[int] = []
        for variable in self.variables:
            box.append(variable.least())
            box.append(variable.most())
        if len(box) == 6:
            largest = max(-box[2], box[3])
            box += [-largest, largest]
        box = either_box(over_positive(box), mirrored_box(over_positive(mirrored_box(box))))
        if not box:
            return False
        for index, variable in enumerate(self.variables):
            if not keep_range(engine, variable, box[2 * index], box[2 * index + 1]):
                return False
        return True

    def keep_values(self, engine: Engine) -> bool:
        x, y = self.variables[0], self.variables[1]
        if size(x.bits) * size(y.bits) > MAX_PAIRS:
            return True
        members = [Members(variable) for variable in self.variables]
        quotients = members[2]
        y_places = positions(y.bits)
        divisors = [y.value(place) for place in y_places]
        for x_place in positions(x.bits):
            engine.tick(len(y_places))
            value = x.value(x_place)
            for y_place, divisor in zip(y_places, divisors):
                if divisor == 0:
                    continue
                q_place = quotients.place(value // divisor)
                if q_place < 0:
                    continue
                if len(members) == 4:
                    r_place = members[3].place(value % divisor)
                    if r_place < 0:
                        continue
                    members[3].keep(r_place)
                quotients.keep(q_place)
                members[0].keep(x_place)
                members[1].keep(y_place)
        for index, variable in enumerate(self.variables):
            if not engine.narrow(variable, members[index].kept()):
                return False
        return True

    def decided(self) -> bool:
        return all(variable.fixed() for variable in self.variables)


def over_positive(box: list[int]) -> list[int]:
    """A box cut for positive y.

    >>> over_positive([20, 29, -3, 7, 3, 9, 0, 9])
    [20, 29, 2, 7, 3, 9, 0, 6]
    """
    x_low, x_high, y_low, y_high, q_low, q_high, r_low, r_high = box
    r_low = max(r_low, 0)
    r_high = min(r_high, y_high - 1)
    y_low = max(y_low, r_low + 1)
    if r_low > r_high or y_low > y_high:
        return []
    q_low = max(q_low, min(x_low // y_low, x_low // y_high))
    q_high = min(q_high, max(x_high // y_low, x_high // y_high))
    # The product of q and y, which is x less r.
    low, high = product_range(q_low, q_high, y_low, y_high)
    low, high = max(low, x_low - r_high), min(high, x_high - r_low)
    if q_low > q_high or low > high:
        return []
    x_low, x_high = max(x_low, low + r_low), min(x_high, high + r_high)
    r_low, r_high = max(r_low, x_low - high), min(r_high, x_high - low)
    y_low, y_high = factor_range(y_low, y_high, low, high, q_low, q_high)
    if x_low > x_high or r_low > r_high or y_low > y_high:
        return []
    q_low, q_high = factor_range(q_low, q_high, low, high, y_low, y_high)
    if q_low > q_high:
        return []
    return [x_low, x_high, y_low, y_high, q_low, q_high, r_low, r_high]


def mirrored_box(box: list[int]) -> list[int]:
    """A box with the signs of x, y and r changed, which leaves q as it is."""
    if not box:
        return []
    x_low, x_high, y_low, y_high, q_low, q_high, r_low, r_high = box
    return [-x_high, -x_low, -y_high, -y_low, q_low, q_high, -r_high, -r_low]


def either_box(one: list[int], other: list[int]) -> list[int]:
    """The smallest box around two."""
    if not one or not other:
        return one or other
    around: list[int] = []
    for index in range(0, len(one), 2):
        around.append(min(one[index], other[index]))
        around.append(max(one[index + 1], other[index + 1]))
    return around
