"""All layers of a part with the number of ways to complete each state.

They take more memory than counting, which lets go of every layer as soon as it has the next; in
return they tell how often a variable has a value, and solutions can be drawn by chance.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from quincunx.cp.counting.layers import POLLED, Layer, Layers, SlotTooNarrow, Step
from quincunx.cp.limits import poll
from quincunx.cp.model import Variable

if TYPE_CHECKING:
    from random import Random


class Completed:
    """The layers of a part: how many ways lead to each state, and how many lead on from it."""

    def __init__(self, layers: Layers) -> None:
        self._reached = _reached(layers)
        self._steps = layers.steps
        self._left: list[Layer] = [dict.fromkeys(self._reached[-1], 1)]
        for step, layer in zip(reversed(layers.steps), reversed(self._reached[:-1]), strict=True):
            self._left.append(self._backward(step, layer, self._left[-1]))
        self._left.reverse()
        self.total = self._left[0].get(0, 0)

    @staticmethod
    def _backward(step: Step, layer: Layer, after: Layer) -> Layer:
        """How many ways lead on from each state of a layer."""
        left: Layer = {}
        for number, key in enumerate(layer):
            if not number % POLLED:
                poll()
            merged = step.merged(key & step.mask)
            left[key] = sum(times * after[key + added] for added, times in merged)
        return left

    def marginals(self) -> dict[Variable, dict[int, int]]:
        """For each variable how many solutions of the part have each value."""
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
        """A solution of the part, each as likely as any other; there must be one."""
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
    """All layers, with the number of ways that lead to each state."""
    while True:
        try:
            reached = [layers.first()]
            room = layers.most_states
            for step in layers.steps:
                reached.append(layers.forward(step, reached[-1], room))
                room -= len(reached[-1])
            return reached
        except SlotTooNarrow as narrow:
            layers.widen(narrow)
