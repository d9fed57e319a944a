"""What to call the variables, values and rules of a search, for whoever watches one.

Vocabulary:
  rule  the constraint that a propagator was posted for; a decision has none
  copy  a variable of the engine alone, which stands for one that a constraint names again
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from quincunx.cp.constraints import Constraint
from quincunx.cp.engines.kernel import KernelRun
from quincunx.cp.kernel.builder import SameValue
from quincunx.cp.kernel.domain import positions
from quincunx.cp.kernel.engine import Propagator, Variable
from quincunx.cp.model import Model

FEW = 6
"""A domain of more values is told by how many there are and between which bounds."""
NAMED = 3
"""So many variables tell rules of one label apart, and a fourth where it is the last."""
LONGEST = 240
"""Most characters of a rule's formula."""


class Naming:
    """The names of a search's variables, in the order of the engine, of their values, and of its
    rules."""

    def __init__(self, model: Model, run: KernelRun) -> None:
        self._titled = Counter(constraint.label for constraint, _ in run.posted)
        self.names = [variable.name for variable in model.variables]
        self._called: dict[int, Mapping[int, str]] = {
            variable.index: variable.called for variable in model.variables if variable.called
        }
        self.rules: list[Constraint] = []
        self._rule_of: dict[int, int] = {}
        copied: dict[int, str] = {}
        for rule, (constraint, propagators) in enumerate(run.posted):
            self.rules.append(constraint)
            for propagator in propagators:
                self._rule_of[id(propagator)] = rule
                if isinstance(propagator, SameValue):
                    first, copy = propagator.variables
                    copied[copy.index] = f"{self.names[first.index]} (named again)"
                    if first.index in self._called:
                        self._called[copy.index] = self._called[first.index]
        for index in range(len(self.names), len(run.engine.variables)):
            self.names.append(copied.get(index, f"helper {index}"))

    def decision(self, variable: int, operator: str, value: int) -> str:
        """What is tried of a variable: its name, how, and the value."""
        called = self._called.get(variable, {})
        return f"{self.names[variable]} {operator} {called.get(value, value)}"

    def values(self, variable: Variable, places: Iterable[int]) -> list[int | str]:
        """The values at some positions of a variable, as they are called."""
        values = [variable.value(place) for place in places]
        called = self._called.get(variable.index)
        return list(values) if called is None else [called.get(v, str(v)) for v in values]

    def renames(self, variable: Variable) -> bool:
        """Whether values of a variable are called otherwise than they are."""
        return variable.index in self._called

    def domain(self, variable: Variable, bits: int) -> str:
        """A domain in few words: its values, or how many there are and between which bounds."""
        found = positions(bits)
        if len(found) > FEW:
            low, high = self.values(variable, (found[0], found[-1]))
            return f"{len(found)} from {low} to {high}"
        return f"{{{', '.join(map(str, self.values(variable, found)))}}}"

    def rule(self, by: Propagator | None) -> int:
        """The place of a propagator's rule; -1 for a decision, and for what nobody posted."""
        return -1 if by is None else self._rule_of.get(id(by), -1)

    def title(self, rule: int) -> str:
        """What to call a rule: its label, with its variables where others share it, or what it
        says where it has none."""
        if rule < 0:
            return "decision"
        label = self.rules[rule].label
        if not label or self._titled[label] == 1:
            return label or self.formula(rule)
        names = list(dict.fromkeys(variable.name for variable in self.rules[rule].variables))
        more = [f"{len(names) - NAMED} more"] if len(names) > NAMED + 1 else []
        return f"{label} ({'; '.join([*names[:NAMED], *more] if more else names)})"

    def formula(self, rule: int) -> str:
        """What a rule says, as far as it is short."""
        text = self.rules[rule].formula()
        return text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"
