"""What is known of a puzzle's cells while one reasons about it, rule by rule.

Vocabulary:
  rule     one constraint of the puzzle's reasoning model, with the ways to look at it
  bits     a set of values of a variable, as the kernel writes it
  initial  what a variable can be before anything is known, givens included
  open     of a variable: more than one value is left
  change   a variable with its bits before and after

The kernel runs one rule at a time here, with all others asleep: that is one deduction, and it
takes microseconds. Everything else in this package is built of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias, TypeVar

from quincunx.cp.constraints import Constraint
from quincunx.cp.kernel.builder import EngineBuilder
from quincunx.cp.kernel.domain import positions, single
from quincunx.cp.kernel.engine import Engine, Propagator, Variable
from quincunx.cp.kernel.search import Poll
from quincunx.cp.limits import called_off, poll
from quincunx.cp.model import Model
from quincunx.cp.model import Variable as Unknown
from quincunx.cp.words.applied_techniques import AppliedTechnique, techniques_for

Answer = TypeVar("Answer")

Bits: TypeAlias = dict[int, int]
"""The bits of some variables, by the variables' index."""


@dataclass(frozen=True)
class Change:
    """A variable, by its index, with its bits before and after."""

    variable: int
    before: int
    after: int


@dataclass(frozen=True, eq=False)
class Rule:
    """A constraint with the propagators that find everything it rules out, and with the ways to
    look at it, from the easiest."""

    index: int
    constraint: Constraint
    scope: tuple[int, ...]
    strong: tuple[Propagator, ...]
    looks: tuple[AppliedTechnique, ...]

    @property
    def names(self) -> tuple[str, ...]:
        """The rules of the puzzle that it stands for."""
        return self.constraint.rules or (self.constraint.title,)


class Candidates:
    """The state of reasoning about one puzzle: what its variables can be, and its rules.

    `known` are values that are known from the beginning, by index of their variable.
    """

    def __init__(self, model: Model, known: Mapping[int, int]) -> None:
        self.model = model
        self.engine = Engine()
        self.limit(None, called_off)
        builder = EngineBuilder(self.engine, domain_consistent=True)
        # Rules are posted for what a variable could be if the puzzle did not print it.
        opened = [
            v if v.given is None else Unknown(v.index, v.name, v.open_domain)
            for v in model.variables
        ]
        for variable in opened:
            poll()
            builder.variable(variable)
        self.variables: list[Variable] = list(self.engine.variables)
        self.rules: list[Rule] = []
        self.rules_of: list[list[int]] = [[] for _ in model.variables]
        for index, constraint in enumerate(model.constraints):
            poll()
            scope = tuple(dict.fromkeys(variable.index for variable in constraint.variables))
            posted = constraint
            if any(variable.given is not None for variable in constraint.variables):
                posted = constraint.over([opened[v.index] for v in constraint.variables])
            looks = tuple(techniques_for(posted, builder))
            strong = tuple(builder.post(posted))
            self.rules.append(Rule(index, constraint, scope, strong, looks))
            for variable_index in scope:
                self.rules_of[variable_index].append(index)
        self.engine.forget_waiting()
        self.initial = [variable.bits for variable in self.variables]
        for variable_index, value in known.items():
            there = self.variables[variable_index]
            there.bits &= there.bit(value)
            if there.bits == 0:
                raise ValueError(f"{model.variables[variable_index].name} cannot be {value}")

    def limit(self, seconds: float | None, cancel: Callable[[], bool] | None) -> None:
        """Raise the kernel's `Stopped` after so many seconds, or when `cancel` says so."""
        self.engine.poll = Poll(seconds, cancel).poll

    def open(self, variable: int) -> bool:
        """Whether more than one value is left."""
        return not single(self.variables[variable].bits)

    def values(self, variable: int, bits: int) -> tuple[int, ...]:
        """The values that bits of a variable stand for."""
        of = self.variables[variable]
        return tuple(of.value(position) for position in positions(bits))

    def numbers(self, variable: int, bits: int) -> tuple[int, ...]:
        """The same, without the value that stands for every number that is not listed."""
        other = self.model.variables[variable].other
        return tuple(value for value in self.values(variable, bits) if value != other)

    def endless(self, variable: int, bits: int) -> bool:
        """Whether numbers that are not listed are among the values."""
        other = self.model.variables[variable].other
        return other is not None and bool(bits & self.variables[variable].bit(other))

    @property
    def solved(self) -> bool:
        """Whether every variable has one value."""
        return all(single(variable.bits) for variable in self.variables)

    def bits_of(self, scope: Iterable[int]) -> Bits:
        """What is known of some variables."""
        return {index: self.variables[index].bits for index in scope}

    def learn(self, change: Change) -> None:
        """Take a change over into what is known."""
        self.variables[change.variable].bits &= change.after

    def run(self, propagators: Sequence[Propagator]) -> bool:
        """Run the propagators of one rule until nothing changes; false on a contradiction."""
        engine = self.engine
        if len(propagators) == 1:
            return engine.run_alone(propagators[0])
        before = -1
        while before != engine.prunings:
            before = engine.prunings
            for propagator in propagators:
                if not engine.run_alone(propagator):
                    return False
        return True

    def deduce(self, propagators: Sequence[Propagator]) -> tuple[Change, ...] | None:
        """What one rule says about its variables as they are known; None is a contradiction.

        Nothing is learnt by asking.
        """
        engine = self.engine
        mark = engine.mark()
        try:
            consistent = self.run(propagators)
            return self._changes_since(mark) if consistent else None
        finally:
            engine.undo(*mark)

    def _changes_since(self, mark: tuple[int, int]) -> tuple[Change, ...]:
        # Copies, which stand for variables that a rule names again, are nobody's business.
        return tuple(
            Change(variable.index, before, variable.bits)
            for variable, before in self.engine.changes(mark[0])
            if variable.index < len(self.variables)
        )

    def supposing(self, bits: Bits, ask: Callable[[], Answer]) -> Answer:
        """The answer to a question asked as if some variables had other bits."""
        held = [(self.variables[index], self.variables[index].bits) for index in bits]
        for index, supposed in bits.items():
            self.variables[index].bits = supposed
        try:
            return ask()
        finally:
            for variable, old in held:
                variable.bits = old
