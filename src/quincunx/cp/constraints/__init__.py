"""Constraints: one package a kind, each with all that anybody has to know of it.

Vocabulary:
  kind        a class of constraints: `Linear`, `Table`, ...; whatever packages this folder holds
  meaning     `check`, the ground truth against which everything else is tested
  propagator  what rules values out in our own kernel, see `quincunx.cp.kernel`
  parts       other constraints that together mean the same
  truth       whether a constraint holds, as something that other constraints can speak of

A kind must say what it means; the rest follows from that, though slowly: a constraint that is
only checked rules out little, and other solvers are given a table of what it allows. So each kind
says more: its propagators by strength, its forms for CP-SAT and MiniZinc, how it is told to
solvers that count in machine words, what it says about smallest and largest values alone, and
in plain words why something follows from it.

A new kind is one more package here with one subclass of `Constraint`; nothing else has to be
told about it. A constraint that only one program needs does not even have to be here:

>>> from quincunx.cp.engines import start
>>> from quincunx.cp.options import SearchOptions
>>> from quincunx.cp.limits import Limits
>>> from quincunx.cp.model import Model
>>> class Divides(Constraint):
...     def check(self, values):
...         return values[1] % values[0] == 0
>>> model = Model()
>>> x, y = model.variable("x", range(2, 7)), model.variable("y", range(7, 11))
>>> _ = model.add(Divides((x, y)))
>>> list(start(model, SearchOptions()))
[(2, 8), (2, 10), (3, 9), (4, 8), (5, 10)]
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field
from functools import cache
from math import prod
from typing import TYPE_CHECKING, Any, ClassVar, TypeAlias

# The kernel comes first: where it is to run uncompiled, it sees to that for propagators too.
from quincunx.cp.kernel.engine import Propagator
from quincunx.cp.kernel.posting import Posting
from quincunx.cp.model import Variable, names_of
from quincunx.cp.words.phrases import capitalised
from quincunx.cp.words.techniques import FEW_WAYS, TOO_MUCH
from quincunx.errors import EngineError, ModelError

if TYPE_CHECKING:
    from random import Random

    from quincunx.cp.constraints.residual import Remains, Scope
    from quincunx.cp.constraints.table import Table
    from quincunx.cp.engines.translation import CpSat, MachineWords, MiniZinc
    from quincunx.cp.words.looks import Look
    from quincunx.cp.words.phrases import Deduction, Phrases

MAX_FILTERED = 10_000
"""A constraint that is only checked is tabulated where there are no more combinations of values."""

Witness: TypeAlias = Mapping[Variable, int]
"""A value for each variable."""


@dataclass(frozen=True, eq=False, kw_only=True)
class Constraint(ABC):
    """A condition on `variables`, which may name one more than once. `label` says in a person's
    words what it is about, so that one can say "Look at row 1" and "Row 1 has 4 already"."""

    variables: tuple[Variable, ...] = field(kw_only=False)
    label: str = ""
    rules: tuple[str, ...] = ()
    """The rules of a puzzle that it stands for, by their names in the puzzle's rule book; where
    there are none, its label."""

    read_whole: ClassVar[bool] = False
    """Whether a person reads it as a whole, like an equation, and wants all its numbers told."""

    def __post_init__(self) -> None:
        # Nearly all are given as a tuple, and then there is nothing to ask.
        if type(self.variables) is not tuple:
            if isinstance(self.variables, Variable) or not isinstance(self.variables, Iterable):
                raise ModelError(f"{self}: {self.variables!r} is no list, expected variables")
            object.__setattr__(self, "variables", tuple(self.variables))
        for variable in self.variables:
            if not isinstance(variable, Variable):
                raise ModelError(f"{self}: {variable!r} is not a variable of a model")

    @property
    def title(self) -> str:
        """The label, or the kind of constraint where no label was given."""
        return self.label or type(self).__name__

    def __str__(self) -> str:
        return self.title

    # What it means.

    @abstractmethod
    def check(self, values: Sequence[int]) -> bool:
        """Whether the constraint holds when its variables, in order, have these values."""

    def formula(self) -> str:
        """The condition as a person would write it, with the variables' names."""
        return f"{type(self).__name__}: {names_of(self.variables)}"

    def parts(self) -> tuple[Constraint, ...] | None:
        """Other constraints over the same variables that together mean the same, if there are."""
        return None

    def tabulated(self) -> Table:
        """The same as a table over its variables, each once, of all that it allows.

        Raises `ModelError` where there are too many combinations of values to try.
        """
        from quincunx.cp.constraints.table import Rows, Table

        scope = tuple(dict.fromkeys(self.variables))
        places = [scope.index(variable) for variable in self.variables]
        domains = [variable.domain for variable in scope]
        allowed = Rows.where(
            lambda *row: self.check([row[place] for place in places]), domains, self.label
        )
        return Table(scope, allowed, label=self.label)

    def opposite(self) -> Constraint | None:
        """A constraint over the same variables that holds just when this one does not, if there
        is one."""
        return None

    def over(self, variables: Sequence[Variable]) -> Constraint:
        """The same said of other variables."""
        same = copy(self)
        object.__setattr__(same, "variables", tuple(variables))
        return same

    # In plain words.

    def subject(self, phrases: Phrases) -> str:
        """What to call it: the label, or the places it is about."""
        return self.label or phrases.places(tuple(dict.fromkeys(self.variables)))

    def reason(self, deduction: Deduction, phrases: Phrases) -> str:
        """Why a deduction follows from it: the rule, and the facts, but not what follows.

        Places and values have the names that the phrases give them.
        """
        facts = phrases.facts(deduction)
        if self.label:
            return capitalised(phrases.subject(self)) + (f": {facts}" if facts else "")
        return capitalised(self.formula()) + (f", where {facts}" if facts else "")

    def sentence(self, deduction: Deduction, phrases: Phrases) -> str:
        """The reason and what follows in one, where that takes fewer words; nothing otherwise."""
        return ""

    def brief(self, deduction: Deduction, phrases: Phrases) -> str:
        """What follows, as one of several things in a row, where there are better words for it
        than the cells and their values; nothing otherwise."""
        return ""

    def all_ways(self, deduction: Deduction, phrases: Phrases) -> str:
        """All that it still allows, in a sentence, where that is little; nothing otherwise. What
        is left by the deduction is everything it leaves."""
        return ""

    def told(self, rule: str, deduction: Deduction, phrases: Phrases) -> str:
        """A rule in words, under its label if it has one, with the facts that matter."""
        facts = phrases.facts(deduction)
        words = f"{capitalised(self.label)}: {rule}" if self.label else capitalised(rule)
        return f"{words}, and {facts}" if facts else words

    # In our own kernel.

    def propagators(self, posting: Posting) -> list[Propagator]:
        """What rules out values, as strong as is asked for."""
        from quincunx.cp.constraints.check_propagator import Checking

        parts = self.parts()
        if parts is not None:
            return [made for part in parts for made in part.propagators(posting)]
        size = prod(variable.size for variable in set(self.variables))
        if posting.domain_consistent and size <= MAX_FILTERED:
            return self.tabulated().propagators(posting)
        return [Checking(posting.scope(self.variables), self.check)]

    def squeezers(self, posting: Posting) -> list[Propagator]:
        """What looks only at the smallest and largest values, as a person does first; nothing
        where that means nothing."""
        return []

    def looks(self, posting: Posting) -> list[Look]:
        """The ways in which a person looks at it, from the easiest to that which finds all."""
        from quincunx.cp.words.looks import Look, glances

        squeezers = posting.tied(self.squeezers(posting))
        squeezes = [Look(TOO_MUCH, squeezers, glances)] if squeezers else []
        return [*squeezes, Look(FEW_WAYS, posting.propagators(self))]

    # For counting without listing.

    def remains(self, scope: Scope) -> Remains:
        """What remains of it while the variables of the scope are fixed one after another; see
        `quincunx.cp.constraints.residual`."""
        from quincunx.cp.constraints.residual import plain_remains

        return plain_remains(self, scope)

    def spread(self, fixed: Scope, left: Scope) -> float:
        """A guess, as a logarithm, how many states there are when some of its variables are fixed
        and others are left: what a good order of the variables keeps small."""
        from quincunx.cp.constraints.residual import plain_spread

        return plain_spread(self, fixed, left)

    # For other solvers.

    def in_machine_words(self, words: MachineWords) -> None:
        """Say the same of a model in which no number is too large."""
        parts = self.parts()
        if parts is None:
            for constraint in self.without_helpers(words):
                words.add(constraint)
        else:
            for part in parts:
                part.in_machine_words(words)

    def without_helpers(self, words: MachineWords) -> tuple[Constraint, ...]:
        """What says the same of the new model's variables that stand for the old ones, and of no
        others: whatever it becomes a part of need not require all of it."""
        parts = self.parts()
        if parts is not None:
            return tuple(said for part in parts for said in part.without_helpers(words))
        if self.fits(words):
            return (self.over(words.all_same(self.variables)),)
        return self.as_table().without_helpers(words)

    def fits(self, words: MachineWords) -> bool:
        """Whether it can be said in machine words as it is."""
        return not any(map(words.is_coded, self.variables))

    def as_table(self) -> Table:
        """See `tabulated`; what is too large to be tabulated is too large for another solver."""
        try:
            return self.tabulated()
        except ModelError as error:
            raise EngineError(str(error)) from None

    def to_cp_sat(self, target: CpSat) -> None:
        """Add it to a model of CP-SAT."""
        parts = self.parts()
        if parts is None:
            self.as_table().to_cp_sat(target)
        else:
            for part in parts:
                part.to_cp_sat(target)

    def truth_in_cp_sat(self, target: CpSat) -> Any:
        """A literal of CP-SAT that is true when the constraint holds, and false when not."""
        parts = self.parts()
        if parts is not None:
            return target.all_of([part.truth_in_cp_sat(target) for part in parts])
        return self.as_table().truth_in_cp_sat(target)

    def to_minizinc(self, text: MiniZinc) -> str:
        """It as a condition of MiniZinc."""
        parts = self.parts()
        if parts is None:
            return self.as_table().to_minizinc(text)
        return " /\\ ".join(f"({part.to_minizinc(text)})" for part in parts) or "true"

    def truth_in_minizinc(self, text: MiniZinc) -> str:
        """It as an expression of MiniZinc that is true or false, to be a part of others: many of
        MiniZinc's constraints can only be required."""
        parts = self.parts()
        if parts is None:
            return self.as_table().truth_in_minizinc(text)
        return " /\\ ".join(f"({part.truth_in_minizinc(text)})" for part in parts) or "true"

    # For tests.

    @classmethod
    def sample(
        cls, variables: Sequence[Variable], witness: Witness, dice: Random
    ) -> Constraint | None:
        """A constraint of this kind, by the dice, over some of these variables, which may repeat;
        now and then one that the witness satisfies. None where the variables do not suit. Every
        kind is tested with what it answers here."""
        return None


@cache
def kinds() -> Mapping[str, type[Constraint]]:
    """All kinds by the name of their package: whatever packages this folder holds.

    >>> kinds()["linear"].__name__
    'Linear'
    """
    import importlib
    import pkgutil

    found: dict[str, type[Constraint]] = {}
    for module in pkgutil.iter_modules(__path__):
        if module.ispkg:
            package = importlib.import_module(f"{__name__}.{module.name}")
            for thing in vars(package).values():
                if (
                    isinstance(thing, type)
                    and issubclass(thing, Constraint)
                    and thing.__module__ == package.__name__
                ):
                    found[module.name] = thing
    return dict(sorted(found.items()))
