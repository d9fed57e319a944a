"""A value of a list, by its index."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from quincunx.cp.constraints import Constraint, Witness
from quincunx.cp.constraints.element.counting import ElementRemains
from quincunx.cp.constraints.element.propagators import ElementPropagator
from quincunx.cp.constraints.linear import Linear
from quincunx.cp.constraints.residual import Remains, Scope
from quincunx.cp.constraints.table import Rows, Table
from quincunx.cp.kernel.engine import Propagator
from quincunx.cp.kernel.posting import Posting
from quincunx.cp.model import Variable, names_of, require_integers
from quincunx.cp.words.phrases import Deduction, Phrases, listed, number
from quincunx.errors import ModelError

if TYPE_CHECKING:
    from random import Random

    from quincunx.cp.engines.translation import CpSat, MachineWords, MiniZinc


@dataclass(frozen=True, eq=False)
class Element(Constraint):
    """value = list[index], for variables (index, value, *list); or, for variables (index, value),
    a list of `numbers`.

    Counting starts at `first`: at 1 as in SICStus's `element/3`, where nothing else is said. An
    index beyond the list is not allowed. Domain consistent; by bounds, domains other than the
    index's are looked at as if they had no holes.
    """

    numbers: tuple[int, ...] | None = None
    first: int = 1

    def __post_init__(self) -> None:
        super().__post_init__()
        if len(self.variables) < 2:
            raise ModelError(
                f"{self}: {len(self.variables)} variables, expected an index, a value and a list"
            )
        require_integers((self.first,), self, "the first index")
        if self.numbers is not None:
            # A list of no numbers beside one of variables is no list.
            object.__setattr__(self, "numbers", tuple(self.numbers) or None)
        if self.numbers is not None:
            require_integers(self.numbers, self, "a number of the list")
        if bool(self.numbers) == bool(self.items):
            found = "variables and numbers" if self.items else "no list"
            raise ModelError(
                f"{self}: {found}, expected variables after the index and the value, "
                "or a list of numbers"
            )

    @property
    def items(self) -> tuple[Variable, ...]:
        """The variables of the list."""
        return self.variables[2:]

    @property
    def indices(self) -> range:
        """The indices that the list has."""
        return range(self.first, self.first + len(self.numbers or self.items))

    def check(self, values: Sequence[int]) -> bool:
        index, value, *items = values
        return index in self.indices and value == (self.numbers or items)[index - self.first]

    def formula(self) -> str:
        index, value = self.variables[:2]
        items = ", ".join(map(str, self.numbers)) if self.numbers else names_of(self.items)
        start = "" if self.first == 1 else f", counted from {self.first}"
        return f"{value.name} == ({items})[{index.name}]{start}"

    def reason(self, deduction: Deduction, phrases: Phrases) -> str:
        """Which number of the list is meant, as far as that is known."""
        index, value = self.variables[:2]
        numbers = listed(map(number, self.numbers), "and") if self.numbers else ""
        items = numbers or phrases.places(tuple(dict.fromkeys(self.items)))
        start = "" if self.first == 1 else f", counted from {number(self.first)}"
        rule = f"{phrases.place(index)} says which of {items}{start} is {phrases.place(value)}"
        return self.told(rule, deduction, phrases)

    def parts(self) -> tuple[Table] | None:
        """A list of numbers is a table."""
        if self.numbers is None:
            return None
        rows = Rows(tuple(zip(self.indices, self.numbers, strict=True)), self.label)
        return (Table(self.variables, rows, label=self.label),)

    def propagators(self, posting: Posting) -> list[Propagator]:
        if self.numbers is not None:
            return super().propagators(posting)
        scope = posting.scope(self.variables)
        return [ElementPropagator(scope, self.first, not posting.domain_consistent)]

    def in_machine_words(self, words: MachineWords) -> None:
        if self.numbers is not None:
            super().in_machine_words(words)
            return
        index = self.variables[0]
        reached = [i for i in self.indices if index.domain[0] <= i <= index.domain[-1]]
        if not reached:
            words.add(Table(words.all_same((index,)), Rows(()), label=self.label))
            return
        # What the index cannot reach may be where no machine word reaches.
        items = [self.items[i - self.first] for i in reached]
        first = 1 if words.is_coded(index) else reached[0]
        counted = words.follower(index, "as an index", lambda i: i - reached[0] + 1, reached)
        compared = (self.variables[1], *items)
        same = words.coded if any(map(words.is_coded, compared)) else words.same
        words.add(Element((counted, *map(same, compared)), first=first, label=self.label))

    def fits(self, words: MachineWords) -> bool:
        return super().fits(words) and words.fits((self.first, self.indices[-1]))

    def to_cp_sat(self, target: CpSat) -> None:
        if self.numbers is not None:
            super().to_cp_sat(target)
            return
        index, value, *items = target.unknowns(self.variables)
        target.model.add_linear_constraint(index, self.first, self.indices[-1])
        target.model.add_element(index - self.first, items, value)

    def truth_in_cp_sat(self, target: CpSat) -> Any:
        if self.numbers is not None:
            return super().truth_in_cp_sat(target)
        index, value = self.variables[:2]
        there = [
            (target.literal(index, i), Linear((value, item), (1, -1), "==", 0))
            for i, item in zip(self.indices, self.items, strict=True)
        ]
        return target.any_of(
            [target.all_of([chosen, same.truth_in_cp_sat(target)]) for chosen, same in there]
        )

    def to_minizinc(self, text: MiniZinc) -> str:
        if self.numbers is not None:
            return super().to_minizinc(text)
        index, value = map(text.name, self.variables[:2])
        indices = f"{self.first}..{self.indices[-1]}"
        items = f"array1d({indices}, {text.array(self.items)})"
        return f"{index} in {indices} /\\ {text.annotated(f'({items}[{index}] = {value})')}"

    def truth_in_minizinc(self, text: MiniZinc) -> str:
        return super().truth_in_minizinc(text) if self.numbers else self.to_minizinc(text)

    def remains(self, scope: Scope) -> Remains:
        """The places that the index may still mean, and what is known of them."""
        if self.numbers is not None:
            return super().remains(scope)
        return ElementRemains(self.variables, self.first, scope)

    def spread(self, fixed: Scope, left: Scope) -> float:
        """Where the index is known, only the value and one item matter."""
        index, value = self.variables[:2]
        if index not in fixed.variables:
            return fixed.ways
        return min(fixed.ways, fixed.part((index, value)).ways)

    @classmethod
    def sample(
        cls, variables: Sequence[Variable], witness: Witness, dice: Random
    ) -> Element | None:
        """A list of the variables from the third on, or of numbers; counted so that the witness's
        index is in it, and often where its value is."""
        if len(variables) < 2:
            return None
        index, value, *items = variables
        numbers = None
        if not items or dice.random() < 0.3:
            held = [witness[value]] * 2 + [witness[variable] for variable in variables]
            numbers = tuple(dice.choice([*held, 0, 1]) for _ in range(dice.randint(1, 5)))
        values = numbers or tuple(witness[item] for item in items)
        there = [place for place, held in enumerate(values) if held == witness[value]]
        place = dice.choice(there or [dice.randrange(len(values))])
        return cls(
            (index, value) if numbers else tuple(variables),
            numbers,
            dice.choice([*[witness[index] - place] * 4, 0, 1]),
            label="one of a list",
        )
