"""Counting the solutions of a model without listing them.

Vocabulary:
  order     the order in which the variables are fixed, chosen so that few constraints are open
            at once
  open      of a constraint: some of its variables are fixed, and others are not
  state     what remains of all open constraints together, see `quincunx.cp.counting.residual`
  layer     the states after so many variables, each with the number of ways that lead to it
  part      variables that no constraint ties to the others; the numbers of parts are multiplied

Two ways to fix the first variables that leave the same state can be completed in just the same
ways. So only the states are gone through, each once, however many solutions pass through it.

>>> from quincunx.cp.constraints.all_different import AllDifferent
>>> from quincunx.cp.model import Model
>>> square = Model("a Latin square")
>>> cells = [[square.variable(f"{i}{j}", range(5)) for j in range(5)] for i in range(5)]
>>> for line in [*cells, *zip(*cells)]:
...     _ = square.add(AllDifferent(line))
>>> Counting(square).count()
161280

`Limits.seconds` and `cancel` end it with `Stopped`, as always; where there are too many states to
hold, it ends with `TooManyStates`.
"""

from quincunx.cp.counting.counter import Counting
from quincunx.cp.counting.layers import MOST_STATES, TooManyStates

__all__ = ["MOST_STATES", "Counting", "TooManyStates"]
