"""Counting the solutions of a model without listing them.

The variables are fixed one after another, in an order that keeps few constraints *open* (partly
fixed). A *state* is the residual states of all open constraints together, see
`quincunx.cp.counting.residual`. Two ways to fix the first variables that lead to the same state can
be completed in exactly the same ways. A *layer* holds the states after a number of variables, each
with the number of ways that lead to it. *Components*, which share no constraint, are counted
separately and their numbers multiplied.

>>> from quincunx.cp.constraints.all_different import AllDifferent
>>> from quincunx.cp.model import Model
>>> square = Model("a Latin square")
>>> cells = [[square.variable(f"{i}{j}", range(5)) for j in range(5)] for i in range(5)]
>>> for line in [*cells, *zip(*cells)]:
...     square.add(AllDifferent(line))
>>> Counting(square).count()
161280

Limits raise `Stopped`, as everywhere; too many states raise `TooManyStates`.
"""

from quincunx.cp.counting.counter import Counting
from quincunx.cp.counting.layers import MAX_STATES, TooManyStates

__all__ = ["MAX_STATES", "Counting", "TooManyStates"]
