"""The state of reasoning about a puzzle: candidates of its variables, and moves, which are
deductions by some rules.

The kernel runs the propagators of one rule at a time, which takes microseconds. The rest of this
package is built on such deductions. Sets of values are the kernel's bitsets, called bits.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import TypeAlias, TypeVar, final

from quincunx.cp.constraints import Constraint
from quincunx.cp.kernel.builder import EngineBuilder
from quincunx.cp.kernel.deduction import Change, Inference
from quincunx.cp.kernel.domain import positions, single
from quincunx.cp.kernel.engine import Engine, Propagator, Variable, mypyc_attr
from quincunx.cp.kernel.search import Poll
from quincunx.cp.limits import limit_reached, poll
from quincunx.cp.model import Model
from quincunx.cp.model import Variable as ModelVariable
from quincunx.cp.words.applied_techniques import AppliedTechnique, techniques_for
from quincunx.cp.words.techniques import Technique

Answer = TypeVar("Answer")

Bits: TypeAlias = dict[int, int]
"""Sets of values, by the index of their variable."""


@dataclass(frozen=True, eq=False)
class Rule:
    """A constraint with the propagators that find everything it rules out, and with the weaker
    looks at it that a person takes, easiest first.

    `deduce` finds everything that the rule rules out in the current state.
    """

    index: int
    constraint: Constraint
    scope: tuple[int, ...]
    looks: tuple[AppliedTechnique, ...]
    deduce: Inference

    @property
    def names(self) -> tuple[str, ...]:
        """The names of this rule in the puzzle's rule book."""
        return self.constraint.rules or (self.constraint.title,)


class Candidates:
    """The values left for the variables of a puzzle, and its rules.

    `known` maps the index of a variable to a value known from the start; `initial` holds the bits
    of all variables before those are known.
    """

    def __init__(self, model: Model, known: Mapping[int, int]) -> None:
        self.model = model
        self.engine = Engine()
        self.limit(None, limit_reached)
        builder = EngineBuilder(self.engine, domain_consistent=True)
        # Propagators are posted over the domains that the variables have without their givens.
        opened = [
            v if v.given is None else ModelVariable(v.index, v.name, v.open_domain)
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
            deduce = self.inference([self.variables[at] for at in scope], builder.post(posted))
            self.rules.append(Rule(index, constraint, scope, looks, deduce))
            for variable_index in scope:
                self.rules_of[variable_index].append(index)
        self.engine.forget_waiting()
        self.initial = [variable.bits for variable in self.variables]
        self._values: list[dict[int, tuple[int, ...]]] = [{} for _ in self.variables]
        self.solution: Bits = {}
        """The only solution, where searches need not prove that it is."""
        for variable_index, value in known.items():
            there = self.variables[variable_index]
            there.bits &= there.bit(value)
            if there.bits == 0:
                raise ValueError(f"{model.variables[variable_index].name} cannot be {value}")

    def limit(self, seconds: float | None, cancel: Callable[[], bool] | None) -> None:
        """Make the kernel raise `Stopped` after this time, or when `cancel` returns true."""
        self.engine.poll = Poll(seconds, cancel).poll

    def values(self, variable: int, bits: int) -> tuple[int, ...]:
        """The values in a bitset of a variable."""
        known = self._values[variable]
        if bits not in known:
            of = self.variables[variable]
            known[bits] = tuple(of.value(position) for position in positions(bits))
        return known[bits]

    def endless(self, variable: int, bits: int) -> bool:
        """Whether the values include the one that stands for all numbers that are not listed."""
        other = self.model.variables[variable].other
        return other is not None and bool(bits & self.variables[variable].bit(other))

    @property
    def solved(self) -> bool:
        """Whether every variable has one value."""
        return all(single(variable.bits) for variable in self.variables)

    @contextmanager
    def tentatively(self) -> Iterator[Engine]:
        """Provide the engine, and undo all that it does."""
        mark = self.engine.mark()
        try:
            yield self.engine
        finally:
            self.engine.undo(*mark)

    def inference(self, variables: list[Variable], propagators: Sequence[Propagator]) -> Inference:
        """What some propagators alone find, computed once for each state of these variables."""
        return Inference(self.engine, variables, list(propagators), len(self.variables))

    def assuming(self, bits: Bits, ask: Callable[[], Answer]) -> Answer:
        """The result of a function called while some variables have other bits."""
        held = [(self.variables[index], self.variables[index].bits) for index in bits]
        for index, supposed in bits.items():
            self.variables[index].bits = supposed
        try:
            return ask()
        finally:
            for variable, old in held:
                variable.bits = old

    def wave(self, waiting: Iterable[int]) -> tuple[list[Rule], Bits | None, set[int]]:
        """Make one deduction by each rule that is `waiting`, until one is a contradiction.

        This is the inner loop of all cases, written for the compiler.

        Returns:
            The rules that deduced something, the new bits of the changed variables, or None if
            there is a contradiction, and the numbers of the rules to look at next.
        """
        found: list[Rule] = []
        news: Bits = {}
        concerned = set[int]()
        for number in sorted(waiting):
            rule = self.rules[number]
            changes = rule.deduce()
            if changes is None or changes:
                found.append(rule)
            if changes is None:
                return found, None, concerned
            for change in changes:
                index = change.variable
                news[index] = news.get(index, change.before) & change.after
                concerned.update(self.rules_of[index])
        return found, news, concerned


# Thousands of these two are made, so they are no dataclasses: the compiler speeds them up.


@final
@mypyc_attr(acyclic=True)
class Link:
    """A deduction by one rule within a case: the bits of its variables before, and the changes,
    which are empty if the rule is contradicted."""

    def __init__(self, rule: Rule, known: Bits, changes: tuple[Change, ...]) -> None:
        self.rule = rule
        self.known = known
        self.changes = changes


@final
@mypyc_attr(acyclic=True)
class Case:
    """An assumed value of a variable, and the deductions from there to a contradiction, if they
    are known."""

    def __init__(self, variable: int, bit: int, links: tuple[Link, ...]) -> None:
        self.variable = variable
        self.bit = bit
        self.links = links


@final
@dataclass(eq=False)
class Move:
    """Changes that follow from some rules; a move without changes is a contradiction.

    `deduce` finds the changes in the state at that time; a move by cases or by search has none.
    `again` finds the whole move; a move by search has none, but the number of positions it `tried`.
    """

    technique: Technique
    effort: float
    rules: tuple[Rule, ...]
    changes: tuple[Change, ...]
    deduce: Inference | None = None
    again: Callable[[], Move | None] | None = None
    case: Case | None = None
    tried: int = 0

    @property
    def contradicts(self) -> bool:
        return not self.changes

    def as_contradiction(self) -> Move:
        """The same without changes."""
        return replace(self, changes=())
