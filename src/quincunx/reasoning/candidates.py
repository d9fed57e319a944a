"""What is known of a puzzle's variables while one reasons about it, rule by rule.

Vocabulary:
  rule       one constraint of the puzzle's reasoning model
  bits       a set of values of a variable, as the kernel writes it
  initial    what a variable can be before anything is known, givens included
  open       of a variable: more than one value is left
  change     a variable with its bits before and after
  plain      of a rule: nobody would say it aloud; what it says is known at once
  echo       a change that plain rules make, given another

The kernel runs one rule at a time here, with all others asleep: that is one deduction, and it
takes microseconds. Everything else in this package is built of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias, TypeVar

from quincunx.constraints import Constraint
from quincunx.families import AnyPuzzle
from quincunx.kernel.domain import positions, single
from quincunx.kernel.engine import Engine, Propagator, Variable
from quincunx.kernel.posting import Posting
from quincunx.kernel.search import Poll
from quincunx.limits import poll
from quincunx.model import Model
from quincunx.model import Variable as Unknown

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
    """A constraint with the propagators that work it out.

    `strong` finds everything the constraint rules out; `squeeze` only looks at the smallest and
    largest values, and is empty where that means nothing.
    """

    index: int
    constraint: Constraint
    scope: tuple[int, ...]
    strong: tuple[Propagator, ...]
    squeeze: tuple[Propagator, ...]


class Candidates:
    """The state of reasoning about one puzzle: what its variables can be, and its rules.

    `known` are values that are known from the beginning, by index of their variable; `plain`
    says which constraints are not worth a word.
    """

    def __init__(
        self,
        model: Model,
        known: Mapping[int, int],
        plain: Callable[[Constraint], bool] = lambda constraint: False,
    ) -> None:
        self.model = model
        self.engine = Engine()
        posting = Posting(self.engine, domain_consistent=True)
        # Rules are posted for what a variable could be if the puzzle did not print it.
        opened = [
            v if v.given is None else Unknown(v.index, v.name, v.open_domain)
            for v in model.variables
        ]
        for variable in opened:
            posting.variable(variable)
        self.variables: list[Variable] = list(self.engine.variables)
        self.rules: list[Rule] = []
        self.rules_of: list[list[int]] = [[] for _ in model.variables]
        self.kin: list[set[int]] = [{variable.index} for variable in model.variables]
        """For each variable those that plain rules tie to it, itself included."""
        self._plain_of: list[list[Propagator]] = [[] for _ in model.variables]
        for constraint in model.constraints:
            poll()
            scope = tuple(variable.index for variable in constraint.variables)
            posted = constraint
            if any(variable.given is not None for variable in constraint.variables):
                posted = constraint.over([opened[variable_index] for variable_index in scope])
            if plain(constraint):
                for propagator in posting.post(posted):
                    for variable_index in scope:
                        self._plain_of[variable_index].append(propagator)
                        self.kin[variable_index].update(scope)
                continue
            index = len(self.rules)
            squeezed = posting.tied(posted.squeezers(posting))
            strong = tuple(posting.post(posted))
            self.rules.append(Rule(index, constraint, scope, strong, tuple(squeezed)))
            for variable_index in scope:
                self.rules_of[variable_index].append(index)
        self.engine.forget_waiting()
        self.initial = [variable.bits for variable in self.variables]
        for variable_index, value in known.items():
            variable_there = self.variables[variable_index]
            bit = variable_there.bit(value) & variable_there.bits
            if bit == 0:
                raise ValueError(f"{model.variables[variable_index].name} cannot be {value}")
            variable_there.bits = bit
        for variable_index in known:
            for echo in self.echoes([variable_index]):
                self.learn(echo)

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

    def decides(self, change: Change) -> bool:
        """Whether a change leaves one value, and that is a number."""
        return single(change.after) and bool(self.numbers(change.variable, change.after))

    @property
    def solved(self) -> bool:
        """Whether every variable has one value."""
        return all(single(variable.bits) for variable in self.variables)

    def scope_bits(self, rules: Iterable[Rule]) -> Bits:
        """What is known of the variables of some rules."""
        return {index: self.variables[index].bits for rule in rules for index in rule.scope}

    def learn(self, change: Change) -> None:
        """Take a change over into what is known."""
        self.variables[change.variable].bits = change.after

    def echoes(self, changed: Iterable[int]) -> tuple[Change, ...]:
        """What plain rules say at once when these variables have changed."""
        if not any(self._plain_of[index] for index in changed):
            return ()
        waiting = [propagator for index in changed for propagator in self._plain_of[index]]
        mark = self.engine.mark()
        for propagator in waiting:
            self.engine.run_alone(propagator)
        echoes = self._changes_since(mark)
        self.engine.undo(*mark)
        return echoes

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
        consistent = self.run(propagators)
        changes = self._changes_since(mark)
        engine.undo(*mark)
        return changes if consistent else None

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


def candidates_of(
    puzzle: AnyPuzzle, written: Mapping[int, int] | None = None, model: Model | None = None
) -> Candidates:
    """What is known of a puzzle at first: its givens and, by place in `cells`, what is written.

    `model` is its reasoning model, where somebody has built it already.
    """
    if model is None:
        model = puzzle.reasoning_model()
    places = {cell: at for at, cell in enumerate(puzzle.cells)}
    known = {places[cell]: value for cell, value in puzzle.givens().items()}
    known.update(written or {})
    decisions = model.decisions
    return Candidates(
        model,
        {decisions[at].index: value for at, value in known.items()},
        puzzle.phrases().plain,
    )
