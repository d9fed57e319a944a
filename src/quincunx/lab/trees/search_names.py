"""The names of a search's variables, values and rules.

A rule is the constraint that a propagator was posted for; a decision has none.
"""

from collections import Counter
from collections.abc import Iterable, Mapping

from quincunx.cp.constraints import Constraint
from quincunx.cp.engines.kernel import KernelRun
from quincunx.cp.kernel.builder import SameValue
from quincunx.cp.kernel.domain import positions
from quincunx.cp.kernel.engine import Propagator, Variable
from quincunx.cp.model import Model

MAX_VALUES = 6
"""A larger domain is described by its size and its bounds."""
MAX_NAMES = 3
"""Variables that distinguish rules with the same label, and a fourth if it is the last."""
MAX_FORMULA = 240
"""Maximum length of a rule's formula, in characters."""


class SearchNames:
    """Names the variables of a search in the order of the engine, their values and its rules."""

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
        """Return a decision: the variable, the operator and the value."""
        called = self._called.get(variable, {})
        return f"{self.names[variable]} {operator} {called.get(value, value)}"

    def values(self, variable: Variable, places: Iterable[int]) -> list[int | str]:
        """Return the names of the values at these positions of a variable."""
        values = [variable.value(place) for place in places]
        called = self._called.get(variable.index)
        return list(values) if called is None else [called.get(v, str(v)) for v in values]

    def renames(self, variable: Variable) -> bool:
        """Whether values of a variable have names of their own."""
        return variable.index in self._called

    def domain(self, variable: Variable, bits: int) -> str:
        """Describe a domain: its values, or its size and its bounds."""
        found = positions(bits)
        if len(found) > MAX_VALUES:
            low, high = self.values(variable, (found[0], found[-1]))
            return f"{len(found)} from {low} to {high}"
        return f"{{{', '.join(map(str, self.values(variable, found)))}}}"

    def rule(self, by: Propagator | None) -> int:
        """Return the index of a propagator's rule; -1 for decisions and unknown propagators."""
        return -1 if by is None else self._rule_of.get(id(by), -1)

    def title(self, rule: int) -> str:
        """Return the label of a rule, with variables if others share it, or its formula."""
        if rule < 0:
            return "decision"
        label = self.rules[rule].label
        if not label or self._titled[label] == 1:
            return label or self.formula(rule)
        names = list(dict.fromkeys(variable.name for variable in self.rules[rule].variables))
        more = [f"{len(names) - MAX_NAMES} more"] if len(names) > MAX_NAMES + 1 else []
        return f"{label} ({'; '.join([*names[:MAX_NAMES], *more] if more else names)})"

    def formula(self, rule: int) -> str:
        """Return the formula of a rule, cut off if it is long."""
        text = self.rules[rule].formula()
        return text if len(text) <= MAX_FORMULA else f"{text[: MAX_FORMULA - 1]}…"
