"""Running the kernel on a model: what is left after propagation, and what a search does."""

from collections.abc import Callable, Sequence
from typing import TypeAlias

from quincunx.cp import Constraint, Limits, Model, Variable
from quincunx.cp.engines.kernel import KernelRun
from quincunx.cp.kernel.domain import positions
from quincunx.cp.kernel.engine import Engine
from quincunx.cp.kernel.search import Search
from quincunx.cp.options import Consistency, SearchOptions

Domains: TypeAlias = Sequence[Sequence[int]]
Make: TypeAlias = Callable[[tuple[Variable, ...]], Constraint]


def model_of(make: Make, before: Domains) -> Model:
    """A constraint over variables with these domains."""
    model = Model()
    scope = tuple(model.variable(f"x{place}", values) for place, values in enumerate(before, 1))
    model.add(make(scope))
    return model


def run(
    model: Model,
    labeling: Sequence[str] = (),
    consistency: Consistency = "domain",
    seed: int = 0,
    limits: Limits | None = None,
) -> KernelRun:
    """A search that has not started yet."""
    return KernelRun(model, SearchOptions(labeling, consistency, seed, limits=limits or Limits()))


def domains(engine: Engine) -> list[list[int]]:
    """The values each variable of an engine can still have."""
    return [[v.value(position) for position in positions(v.bits)] for v in engine.variables]


def propagated(model: Model, consistency: Consistency = "domain") -> list[list[int]] | None:
    """The domains after propagation alone, or `None` on contradiction."""
    engine = run(model, consistency=consistency).engine
    return domains(engine)[: len(model.variables)] if engine.propagate() else None


class Diary:
    """A listener that writes down what it hears; variables are called by letters."""

    def __init__(self, letters: str) -> None:
        self.letters = letters
        self.lines: list[str] = []

    def decided(self, search: Search, depth: int, variable: int, operator: str, value: int) -> None:
        self.lines.append(f"{depth}: {self.letters[variable]} {operator} {value}")

    def failed(self, search: Search, depth: int) -> None:
        self.lines.append(f"{depth}: failed")

    def solved(self, search: Search, depth: int) -> None:
        self.lines.append(f"{depth}: {search.values()}")
