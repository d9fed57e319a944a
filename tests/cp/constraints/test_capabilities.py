"""Capabilities: functions on constraints with implementations beside the kinds."""

import subprocess
import sys
from collections.abc import Sequence
from pkgutil import iter_modules

from quincunx.cp import Constraint, Linear, Model, SearchOptions, constraints, start
from quincunx.cp.capability import capability
from quincunx.cp.engines.minizinc_text import MiniZincText, minizinc_condition, to_text
from tests.cp.constraints.samples import KINDS


class Odd(Constraint):
    def check(self, values: Sequence[int]) -> bool:
        return sum(values) % 2 == 1


class OddAgain(Odd):
    pass


@capability("never_there")
def size_of(constraint: Constraint, more: int = 0) -> int:
    return len(constraint.variables) + more


def test_constraint_has_at_most_twelve_public_members() -> None:
    members = {name for name in {*dir(Constraint), *Constraint.__annotations__} if name[0] != "_"}
    assert len(members) <= 12


def test_default_applies_until_an_implementation_is_registered() -> None:
    model = Model()
    x = model.variable("x", range(4))
    assert size_of(OddAgain([x]), more=1) == 2

    @size_of.register(Odd)
    def size_of_odd(constraint: Odd, more: int = 0) -> int:
        return 10 * size_of.default(constraint, more)

    assert size_of(OddAgain([x]), more=1) == size_of_odd(OddAgain([x]), more=1) == 20
    assert size_of(Linear([x], [1], "==", 1), more=1) == 2


def test_constraints_of_any_module_can_register() -> None:
    @minizinc_condition.register(Odd)
    def odd(constraint: Odd, text: MiniZincText, reified: bool = False) -> str:
        return f"sum({text.array(constraint.variables)}) mod 2 = 1"

    model = Model()
    model.add(Odd([model.variable("x", range(4))]))
    assert "constraint sum([x]) mod 2 = 1;" in to_text(model, SearchOptions())


def test_implementations_are_loaded_on_first_use() -> None:
    code = """
import sys
from quincunx.cp import Linear, Model, SearchOptions
model = Model()
model.add(Linear([model.variable("x", range(4))], [1], "==", 1))
files = [f"quincunx.cp.constraints.linear.{name}" for name in ("solvers", "words")]
assert not set(files) & set(sys.modules)
from quincunx.cp.engines import start
from quincunx.cp.engines.minizinc_text import to_text
to_text(model, SearchOptions())
assert set(files) & set(sys.modules) == {files[0]}
"""
    subprocess.run([sys.executable, "-c", code], check=True)


def test_every_kind_has_samples() -> None:
    packages = {module.name for module in iter_modules(constraints.__path__) if module.ispkg}
    assert packages == set(KINDS)


def test_constraint_with_too_many_combinations_for_a_table_is_checked() -> None:
    class Halves(Constraint):
        def check(self, values: Sequence[int]) -> bool:
            return 2 * values[0] == values[1]

    model = Model()
    x, y = model.variable("x", range(1000)), model.variable("y", range(1990, 2000))
    model.add(Halves((x, y)))
    found = start(model, SearchOptions(["ff"]))
    assert sorted(found) == [(half, 2 * half) for half in range(995, 1000)]
