"""Running the kernel on a model: what is left after propagation, and what a search does."""

from collections.abc import Sequence

from quincunx.cp.engines.kernel import KernelRun
from quincunx.cp.kernel.domain import positions
from quincunx.cp.kernel.engine import Engine
from quincunx.cp.limits import Limits
from quincunx.cp.model import Model
from quincunx.cp.options import Consistency, SearchOptions


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
