"""A model prepared in the kernel, so that many restrictions of it can be searched quickly.

Building a model takes longer than most searches that generating a puzzle needs. So the model is
built and propagated once; each search narrows some cells and is undone afterwards.
"""

from collections.abc import Callable, Collection, Sequence
from functools import reduce
from operator import or_
from random import Random

from quincunx.cp.engines.kernel import KernelRun
from quincunx.cp.kernel.domain import positions
from quincunx.cp.kernel.engine import Variable
from quincunx.cp.kernel.search import Search
from quincunx.cp.limits import Limits, Stopped
from quincunx.cp.model import Model
from quincunx.cp.options import SearchOptions
from quincunx.families.base.maker import Allowed, SearchOutcome

FILL_FAILURES = 200
"""Failures after which a random filling starts again."""
FILL_RESTARTS = 50


class KernelModel:
    """Implements `quincunx.families.base.maker.Prepared`; `cancel` is polled."""

    def __init__(self, model: Model, labeling: Sequence[str], cancel: Callable[[], bool]) -> None:
        run = KernelRun(model, SearchOptions(labeling, limits=Limits(cancel=cancel)))
        self._cancel = cancel
        self._engine = run.engine
        self._variables = run.search.variables
        self._cells = run.search.decisions
        self._labeling = run.search.labeling
        self._bits: dict[tuple[int, tuple[int, ...]], int] = {}
        self._possible = self._engine.propagate()

    def search(self, allowed: Allowed, limit: int, nodes: int | None = None) -> SearchOutcome:
        engine = self._engine
        mark = engine.mark()
        if not self._restrict(allowed):
            return SearchOutcome([], True)
        search = Search(engine, self._variables, self._cells, self._labeling, None, None)
        search.limit(None, nodes, self._cancel)
        found: list[tuple[int, ...]] = []
        while len(found) < limit and search.advance():
            found.append(self._numbers())
        if search.stopped and self._cancel():
            raise Stopped
        engine.undo(*mark)
        return SearchOutcome(found, search.complete)

    def fill(self, dice: Random, allowed: Allowed | None = None) -> tuple[int, ...] | None:
        engine = self._engine
        mark = engine.mark()
        if not self._restrict(allowed or {}):
            return None
        filled = None
        restarts = FILL_RESTARTS if engine.propagate() else 0
        for _ in range(restarts):
            start = engine.mark()
            if self._filled(dice):
                filled = self._numbers()
                break
            engine.undo(*start)
        engine.undo(*mark)
        return filled

    def _filled(self, dice: Random) -> bool:
        """Fill cells in random order; after a failure remove the last value and go on."""
        engine = self._engine
        decided: list[tuple[Variable, int, tuple[int, int]]] = []
        failures = 0
        while True:
            open_cells = [cell for cell in self._variables if not cell.fixed()]
            if not open_cells:
                return True
            fewest = min(cell.bits.bit_count() for cell in open_cells)
            cell = dice.choice([c for c in open_cells if c.bits.bit_count() <= fewest + 1])
            bit = 1 << dice.choice(positions(cell.bits))
            decided.append((cell, cell.bits & ~bit, engine.mark()))
            engine.narrow(cell, bit)
            while not engine.propagate():
                failures += 1
                others = 0
                while not others:
                    if failures > FILL_FAILURES or not decided:
                        return False
                    cell, others, mark = decided.pop()
                    engine.undo(*mark)
                engine.narrow(cell, others)

    def _restrict(self, allowed: Allowed) -> bool:
        """Narrow cells to allowed numbers; return false, and narrow none, if one has none left."""
        if not self._possible:
            return False
        cells = [self._variables[place] for place in allowed]
        sets = [self._set_of(place, numbers) for place, numbers in allowed.items()]
        left = [cell.bits & bits for cell, bits in zip(cells, sets, strict=True)]
        if all(left):
            self._engine.narrow_all(cells, left)
        return all(left)

    def _set_of(self, place: int, numbers: Collection[int]) -> int:
        key = (place, tuple(numbers))
        if key not in self._bits:
            bit = self._variables[place].bit
            self._bits[key] = reduce(or_, map(bit, key[1]), 0)
        return self._bits[key]

    def _numbers(self) -> tuple[int, ...]:
        return tuple([cell.least() for cell in self._variables[: self._cells]])
