"""All layers of a component with the number of completions of each state.

They take more memory than counting, which keeps one layer at a time; in return they give marginals
and random solutions.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from quincunx.cp.counting.layers import POLLED, Layer, Layers, VariableStep
from quincunx.cp.limits import poll
from quincunx.cp.model import Variable

if TYPE_CHECKING:
    from random import Random


class Completed:
    """The layers of a component, with the ways to reach and to complete each state."""

    def __init__(self, layers: Layers) -> None:
        self._reached = _reached(layers)
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


def _reached(layers: Layers) -> list[Layer]:
    """All layers, with the number of ways to reach each state."""
    reached = [layers.first()]
    room = layers.max_states
    for step in layers.steps:
        reached.append(layers.forward(step, reached[-1], room))
        room -= len(reached[-1])
    return reached
