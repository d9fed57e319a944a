"""What a constraint is given to translate itself for other solvers.

Vocabulary:
  unknown   a variable of CP-SAT, in the place of a variable of the model
  literal   a Boolean of CP-SAT; a truth is a literal that says whether a constraint holds
  wide      too large for a solver's words, or part of a sum that may become so
  code      what stands for a value of a variable that has wide ones: its place in the ascending
            list of all values of such variables, so that the same value has the same code
            everywhere
  digits    a wide number written in a base small enough that products of two digits are not
            wide; the lower digits are never negative, the highest carries the sign

These are the interfaces; `quincunx.cp.engines` fills them in.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from quincunx.cp.model import Variable

if TYPE_CHECKING:
    from quincunx.cp.constraints import Constraint

T = TypeVar("T")


class CpSat(Protocol):
    """A `CpModel` under construction, for a model in machine words."""

    @property
    def model(self) -> Any:
        """OR-Tools' own model, to add to."""

    @property
    def cp(self) -> Any:
        """OR-Tools' module `cp_model`."""

    def unknowns(self, variables: Sequence[Variable]) -> list[Any]:
        """The unknowns of some variables, in their order."""

    def literal(self, variable: Variable, value: int) -> Any:
        """Whether a variable has a value: true and false both ways; always false where it
        cannot."""

    def fresh_literal(self, name: str) -> Any:
        """A new literal. What is said of it must leave it no choice once the variables are
        decided, or solutions would be found several times."""

    def all_of(self, literals: Sequence[Any]) -> Any:
        """Whether all these literals are true."""

    def any_of(self, literals: Sequence[Any]) -> Any:
        """Whether any of these literals is true."""

    def truth_of(self, holds: Any, fails: Any) -> Any:
        """Which of two conditions on sums holds, of which just one does."""

    def product(self, x: Variable, y: Variable) -> Any:
        """A new unknown that is the product of two variables."""

    def require(self, truth: bool) -> None:
        """Nothing if it is true; otherwise the model has no solution."""

    def once(self, key: Hashable, make: Callable[[], T]) -> T:
        """What `make` makes for a key, made once."""


class MiniZinc(Protocol):
    """A MiniZinc text under construction, for a model in machine words."""

    def name(self, variable: Variable) -> str:
        """What a variable is called in the text."""

    def array(self, variables: Iterable[Variable]) -> str:
        """Variables as an array: `[x, y, z]`."""

    def include(self, file: str) -> None:
        """Have a file of MiniZinc's library included: "table_int"."""

    def annotated(self, condition: str) -> str:
        """A condition with the strength of propagation that was asked for."""

    def table(self, rows: Any) -> str:
        """The name of an array that holds the rows of a table, each once."""


class MachineWords(Protocol):
    """A model in machine words under construction: no value and no sum in it is wide.

    Every variable added on the way must follow from the others, so that the new model has
    exactly the solutions of the old one.
    """

    @property
    def base(self) -> int:
        """The base of digits."""

    @property
    def bits(self) -> int:
        """The size of a word."""

    def add(self, constraint: Constraint) -> None:
        """Add a constraint over variables of the new model."""

    def variable(self, name: str, values: Iterable[int]) -> Variable:
        """A new variable."""

    def same(self, variable: Variable) -> Variable:
        """The new variable that stands for an old one: with its values, or with their codes."""

    def all_same(self, variables: Sequence[Variable]) -> tuple[Variable, ...]:
        """The same for several."""

    def is_coded(self, variable: Variable) -> bool:
        """Whether an old variable has wide values, and codes stand for them."""

    def code(self, value: int) -> int:
        """The code of a value."""

    def coded(self, variable: Variable) -> Variable:
        """A new variable with the codes of an old one's values, whether they are wide or not."""

    def follower(
        self,
        variable: Variable,
        what: str,
        image: Callable[[int], int],
        allowed: Sequence[int] | None = None,
    ) -> Variable:
        """In the place of a coded variable one with the images of its allowed values; any other
        stands for itself."""

    def digits_of(self, variable: Variable) -> list[Variable]:
        """New variables for the digits of an old one, lowest first."""

    def digits_of_number(self, number: int) -> list[int]:
        """The digits of a constant, lowest first, all with its sign."""

    def fits(self, numbers: Iterable[int]) -> bool:
        """Whether none of these numbers is wide."""

    def sum_fits(self, sizes: Iterable[int]) -> bool:
        """Whether a sum whose terms are no larger than these sizes is not wide."""

    def once(self, key: Hashable, make: Callable[[], T]) -> T:
        """What `make` makes for a key, made once."""
