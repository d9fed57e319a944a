"""One number times another is a third."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import permutations
from typing import TYPE_CHECKING, Any, ClassVar

from quincunx.cp.constraints import Constraint, Witness
from quincunx.cp.constraints.table import Table
from quincunx.cp.constraints.times.propagators import (
    SquarePropagator,
    TimesPropagator,
    product_range,
)
from quincunx.cp.kernel.engine import Propagator
from quincunx.cp.kernel.posting import Posting
from quincunx.cp.model import Variable
from quincunx.cp.words.phrases import Deduction, Phrases, capitalised
from quincunx.errors import ModelError

if TYPE_CHECKING:
    from random import Random

    from quincunx.cp.engines.translation import CpSat, MachineWords, MiniZinc


@dataclass(frozen=True, eq=False)
class Times(Constraint):
    """x · y = z, for variables (x, y, z) and integers of any sign and size.

    Domain consistent where two of the three have no more than 2^16 pairs of values together, and
    a square (x is y) where one of the two has no more than 2^16 values.
    """

    read_whole: ClassVar[bool] = True

    def __post_init__(self) -> None:
        super().__post_init__()
        if len(self.variables) != 3:
            raise ModelError(
                f"{self}: {len(self.variables)} variables, expected x, y and z of x·y = z"
            )

    def check(self, values: Sequence[int]) -> bool:
        x, y, z = values
        return x * y == z

    def formula(self) -> str:
        x, y, z = self.variables
        return f"{x.name}·{y.name} == {z.name}"

    def reason(self, deduction: Deduction, phrases: Phrases) -> str:
        """With what is known of each number: "The area: 3 × ? = 12"."""
        x, y, z = (phrases.term(deduction, variable) for variable in self.variables)
        return f"{capitalised(phrases.subject(self))}: {x} × {y} = {z}"

    def products(self) -> tuple[int, int]:
        """The least and the largest that x·y can be."""
        x, y, _ = self.variables
        return product_range(x.domain[0], x.domain[-1], y.domain[0], y.domain[-1])

    def tabulated(self) -> Table:
        return Table.following(self.variables, 2, lambda x, y: (x * y,), label=self.label)

    def propagators(self, posting: Posting) -> list[Propagator]:
        x, y, z = self.variables
        if x is y:
            return [SquarePropagator(posting.scope((x, z)), posting.domain_consistent)]
        return [TimesPropagator(posting.scope(self.variables), posting.domain_consistent)]

    def squeezers(self, posting: Posting) -> list[Propagator]:
        return self.propagators(Posting(posting.engine, domain_consistent=False))

    def in_machine_words(self, words: MachineWords) -> None:
        if self.fits(words):
            words.add(self.over(words.all_same(self.variables)))
        else:
            self._multiply_on_paper(words)

    def fits(self, words: MachineWords) -> bool:
        return super().fits(words) and words.fits(self.products())

    def _multiply_on_paper(self, words: MachineWords) -> None:
        """Each digit of x times each of y; what comes to stand in one place adds up to z's digit
        there, with carries."""
        from quincunx.cp.constraints.linear import Linear
        from quincunx.cp.constraints.linear.digitwise import Terms, add_columns

        x, y, z = map(words.digits_of, self.variables)
        columns: list[Terms] = [[] for _ in range(max(len(x) + len(y) - 1, len(z)))]
        for i, one in enumerate(x):
            for j, other in enumerate(y):
                low, high = product_range(
                    one.domain[0], one.domain[-1], other.domain[0], other.domain[-1]
                )
                name = f"{self.title} digit {i} times digit {j}"
                product = words.variable(name, range(low, high + 1))
                words.add(Times((one, other, product), label=self.label))
                columns[i + j].append((1, product))
        for place, digit in enumerate(z):
            columns[place].append((-1, digit))
        equation = Linear((), (), "==", 0, label=self.label)
        add_columns(equation, words, columns, [0] * len(columns))

    def to_cp_sat(self, target: CpSat) -> None:
        *factors, product = target.unknowns(self.variables)
        target.model.add_multiplication_equality(product, factors)

    def truth_in_cp_sat(self, target: CpSat) -> Any:
        x, y, z = self.variables
        product, (unknown,) = target.product(x, y), target.unknowns((z,))
        return target.truth_of(product == unknown, product != unknown)

    def to_minizinc(self, text: MiniZinc) -> str:
        x, y, z = map(text.name, self.variables)
        return text.annotated(f"({x}*{y} = {z})")

    def truth_in_minizinc(self, text: MiniZinc) -> str:
        return self.to_minizinc(text)

    @classmethod
    def sample(cls, variables: Sequence[Variable], witness: Witness, dice: Random) -> Times | None:
        """Three of the variables, whose values in the witness are such a product if there are
        any such."""
        if len(variables) < 3:
            return None
        made = [cls(choice, label="a product") for choice in permutations(variables, 3)]
        fitting = [one for one in made if one.check([witness[v] for v in one.variables])]
        return dice.choice([*fitting, made[0]])
