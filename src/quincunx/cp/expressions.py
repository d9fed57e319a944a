"""Expressions over variables: arithmetic, comparisons and logic, as small frozen nodes.

Operators build nodes and compute nothing. A *condition* is an expression that is true or false; in
arithmetic it counts as 1 or 0, and a variable with the values 0 and 1 is a condition as well.
`quincunx.cp.translator` turns conditions into constraints.

>>> from quincunx.cp.model import Model
>>> model = Model()
>>> x, y = model.ints("x y", 0, 9)
>>> 2 * (x + y) <= 7 - x, abs(x - y) == 1, (x == 3) | ~(y > 2)
(<3·x + 2·y <= 7>, <|x - y| == 1>, <x == 3 or y <= 2>)
>>> evaluate(x * y % 4, {x: 3, y: 5})
3

Division rounds down and remainders have the sign of the divisor, as in Python. A divisor of 0 and
an index outside its list break the constraint that they occur in, whatever else it says.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import reduce
from itertools import combinations
from operator import eq, floordiv, ge, index, le, mod, mul, ne
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Literal, NoReturn, TypeAlias

from quincunx.errors import ModelError, short_repr

if TYPE_CHECKING:
    from quincunx.cp.constraints import Constraint
    from quincunx.cp.model import Variable

Relation: TypeAlias = Literal["==", "!=", "<=", ">="]

RELATIONS: dict[Relation, Callable[[Any, int], Any]] = {"==": eq, "!=": ne, "<=": le, ">=": ge}

OPPOSITE: dict[Relation, tuple[Relation, int]] = {
    "==": ("!=", 0), "!=": ("==", 0), "<=": (">=", 1), ">=": ("<=", -1),
}  # fmt: skip
"""The negation of each relation with a number, and what it adds to the number."""

FUNCTIONS: dict[str, Callable[..., int]] = {
    "*": mul, "//": floordiv, "%": mod, "abs": abs,
    "min": lambda *numbers: min(numbers),
    "max": lambda *numbers: max(numbers),
    "element": lambda at, *items: items[at] if at >= 0 else items[len(items)],
}  # fmt: skip
"""The functions of expressions, with their meaning."""

MAX_EXPONENT, MAX_PRINTED = 100, 5_000
"""The largest exponent, and the longest number in a text in characters."""

NOT_KNOWN = (
    "is true or false only once the model is solved: write & | ~ instead of `and`, `or`, `not`, "
    "and neither `if` nor chains such as a < b < c"
)


class Logic:
    """The operators of what is true or false: expressions and constraints."""

    __slots__ = ()
    __array_ufunc__ = None  # numpy's integers leave operators to us

    def __and__(self, other: object) -> Condition:
        return Junction((condition(self), condition(other)), True)

    def __or__(self, other: object) -> Condition:
        return Junction((condition(self), condition(other)), False)

    def __invert__(self) -> Condition:
        return negated(condition(self))

    def __xor__(self, other: object) -> Condition:
        return condition(self) != condition(other)

    __rand__, __ror__, __rxor__ = __and__, __or__, __xor__


class Expression(Logic):
    """A number that follows from the values of variables."""

    __slots__ = ()
    __hash__ = object.__hash__

    def __add__(self, other: object) -> Sum:
        return total([(1, self), (1, other)])

    def __radd__(self, other: object) -> Sum:
        return total([(1, other), (1, self)])

    def __sub__(self, other: object) -> Sum:
        return total([(1, self), (-1, other)])

    def __rsub__(self, other: object) -> Sum:
        return total([(1, other), (-1, self)])

    def __neg__(self) -> Sum:
        return total([(-1, self)])

    def __pos__(self) -> Expression:
        return self

    def __mul__(self, other: object) -> Expression:
        factor = operand(other)
        if isinstance(factor, Sum) and not factor.terms:
            return total([(factor.constant, self)])
        if isinstance(self, Sum) and not self.terms:
            return total([(self.constant, factor)])
        return Function("*", (self, factor))

    __rmul__ = __mul__

    def __floordiv__(self, other: object) -> Expression:
        return Function("//", (self, operand(other)))

    def __rfloordiv__(self, other: object) -> Expression:
        return Function("//", (operand(other), self))

    def __mod__(self, other: object) -> Expression:
        return Function("%", (self, operand(other)))

    def __rmod__(self, other: object) -> Expression:
        return Function("%", (operand(other), self))

    def __pow__(self, exponent: object) -> Expression:
        if not isinstance(exponent, int) or not 1 <= exponent <= MAX_EXPONENT:
            shown = short_repr(exponent)
            raise ModelError(f"{self} ** {shown}: expected an exponent of 1 to {MAX_EXPONENT}")
        return reduce(mul, [self] * exponent)

    def __rpow__(self, base: object) -> NoReturn:
        raise ModelError(f"{short_repr(base)} ** {self}: expected a number as the exponent")

    def __truediv__(self, other: object) -> NoReturn:
        shown = f"{self} / {operand(other)}"
        raise ModelError(f"{shown}: no fractions, expected // for division rounded down")

    __rtruediv__ = __truediv__

    def __abs__(self) -> Expression:
        return Function("abs", (self,))

    def __le__(self, other: object) -> Comparison:
        return Comparison(self - other, "<=")

    def __lt__(self, other: object) -> Comparison:
        return Comparison(self - other + 1, "<=")

    def __ge__(self, other: object) -> Comparison:
        return Comparison(self - other, ">=")

    def __gt__(self, other: object) -> Comparison:
        return Comparison(self - other - 1, ">=")

    def __eq__(self, other: object) -> Comparison:  # type: ignore[override]
        return Comparison(self - other, "==") if _comparable(other) else NotImplemented

    def __ne__(self, other: object) -> Comparison:  # type: ignore[override]
        return Comparison(self - other, "!=") if _comparable(other) else NotImplemented

    def implies(self, other: object) -> Condition:
        """The condition that `other` holds if this one does."""
        return Junction((~self, condition(other)), False)

    def __bool__(self) -> bool:
        raise ModelError(f"{self} {NOT_KNOWN}")

    def __index__(self) -> int:
        raise ModelError(
            f"{self} has no value before the model is solved, expected a number; "
            "for an element of a list write cp.array(numbers)[...]"
        )

    def __repr__(self) -> str:
        return f"<{self}>"


@dataclass(frozen=True, eq=False, repr=False)
class Sum(Expression):
    """A sum of multiples of other expressions, and a constant."""

    terms: tuple[tuple[int, Expression], ...]
    constant: int = 0

    def __str__(self) -> str:
        terms = [(factor, _bracketed(term)) for factor, term in merged(self.terms)]
        return written_sum([*terms, *([(self.constant, "")] if self.constant else [])], "·")


@dataclass(frozen=True, eq=False, repr=False)
class Function(Expression):
    """One of the `FUNCTIONS` of some expressions."""

    name: str
    arguments: tuple[Expression, ...]

    def __str__(self) -> str:
        texts = [_bracketed(argument) for argument in self.arguments]
        match self.name:
            case "*":
                return "·".join(texts)
            case "abs":
                return f"|{self.arguments[0]}|"
            case "element":
                return f"({', '.join(texts[1:])})[{self.arguments[0]}]"
            case "min" | "max":
                return f"{self.name}({', '.join(map(str, self.arguments))})"
        return f" {self.name} ".join(texts)


class Condition(Expression):
    """An expression that is true or false; as a number 1 or 0."""


@dataclass(frozen=True, eq=False, repr=False)
class Comparison(Condition):
    """A sum, compared with 0."""

    total: Sum
    relation: Relation

    def __bool__(self) -> bool:
        # Python's lists compare variables in this way when they look for one.
        match self.total:
            case Sum(((1, x), (-1, y)), 0) if _is_variable(x) and _is_variable(y):
                if self.relation in ("==", "!="):
                    return (x is y) is (self.relation == "==")
        return super().__bool__()

    def __str__(self) -> str:
        terms = merged(self.total.terms)
        left = [term for term in terms if term[0] > 0] or terms
        right = [(-factor, term) for factor, term in terms if factor < 0 and left is not terms]
        return f"{Sum(tuple(left))} {self.relation} {Sum(tuple(right), -self.total.constant)}"


@dataclass(frozen=True, eq=False, repr=False)
class Junction(Condition):
    """All of some conditions (`every`), or at least one of them."""

    parts: tuple[Condition, ...]
    every: bool

    def __str__(self) -> str:
        texts = [f"({p})" if isinstance(p, Junction) else str(p) for p in self.parts]
        return (" and " if self.every else " or ").join(texts) or str(self.every).lower()


@dataclass(frozen=True, eq=False, repr=False)
class Different(Condition):
    """The values of some expressions are all different."""

    arguments: tuple[Expression, ...]

    def __str__(self) -> str:
        return f"all different: {', '.join(map(str, self.arguments))}"


@dataclass(frozen=True, eq=False, repr=False)
class Fact(Condition):
    """Whether a constraint holds, or, if not `holds`, whether it does not."""

    constraint: Constraint
    holds: bool = True

    def __str__(self) -> str:
        return f"{'' if self.holds else 'not '}({self.constraint.formula()})"


COMPOSED = (Sum, Function, Condition)
"""The kinds of expressions that are made of others."""

COMPARABLE = (Logic, float, str)
"""What makes a condition or a mistake when it is compared, besides integers."""


class Array(list[Any]):
    """A list that can be indexed by an expression, counted from 0; so can lists of lists.

    >>> from quincunx.cp.model import Model
    >>> i = Model().int("i", 0, 1)
    >>> array([7, 4, 1])[i + 1], array([[1, 2], [3, 4]])[i][1]
    (<(7, 4, 1)[i + 1]>, <(2, 4)[i]>)
    """

    def __getitem__(self, at: Any) -> Any:
        if isinstance(at, slice):
            return Array(super().__getitem__(at))
        if not isinstance(at, Expression):
            return super().__getitem__(at)
        if not self:
            raise ModelError(f"[][{at}]: an empty list, expected at least one element")
        if any(isinstance(item, list | tuple) for item in self):
            if len({len(row) if isinstance(row, list | tuple) else -1 for row in self}) > 1:
                raise ModelError(f"[...][{at}]: lists of several lengths, expected the same")
            return Array(Array(column)[at] for column in zip(*self, strict=True))
        return Function("element", (at, *map(operand, self)))


def array(items: Iterable[Any]) -> Array:
    """A list, or a list of lists, that can be indexed by an expression."""
    return Array(
        array(i) if isinstance(i, list | tuple) else i for i in as_tuple(items, "array", "elements")
    )


def as_tuple(values: object, place: object, what: str) -> tuple[Any, ...]:
    """The items of a list or another iterable.

    Raises:
        ModelError: It is none, or a text.
    """
    if type(values) is tuple:
        return values
    if isinstance(values, str) or not isinstance(values, Iterable):
        raise ModelError(f"{place}: {short_repr(values)} is no list, expected {what}")
    return tuple(values)


def operand(value: object) -> Expression:
    """An integer, a constraint or an expression as an expression."""
    if isinstance(value, Expression):
        return value
    if isinstance(value, Logic):
        return Fact(value)  # type: ignore[arg-type]
    try:
        return Sum((), index(value))  # type: ignore[arg-type]
    except TypeError:
        raise ModelError(f"{short_repr(value)} in an expression, expected an integer") from None


def condition(value: object) -> Condition:
    """A condition, a constraint, a truth value or a variable of 0 and 1 as a condition."""
    if isinstance(value, Condition):
        return value
    if isinstance(value, bool):
        return Junction((), value)
    held = operand(value)
    if isinstance(held, Condition):
        return held
    if not set(getattr(held, "domain", (2,))[:3]) <= {0, 1}:
        raise ModelError(f"{short_repr(value)} is no condition, expected such as x + y == 3")
    return held == 1


def total(pairs: Iterable[tuple[int, object]]) -> Sum:
    """The sum of multiples of expressions and integers; sums in it are merged."""
    terms: list[tuple[int, Expression]] = []
    constant = 0
    for factor, value in pairs:
        part = value if isinstance(value, Expression) else operand(value)
        if type(part) is Sum:
            constant += factor * part.constant
            terms += [(factor * each, term) for each, term in part.terms]
        else:
            terms.append((factor, part))
    return Sum(tuple(terms), constant)


def negated(held: Condition) -> Condition:
    """The negation of a condition."""
    match held:
        case Comparison(sum_, relation):
            opposite, step = OPPOSITE[relation]
            return Comparison(sum_ - step, opposite)
        case Junction(parts, every):
            return Junction(tuple(map(negated, parts)), not every)
        case Different(terms):
            return Junction(tuple(x == y for x, y in combinations(terms, 2)), False)
        case Fact(constraint, holds):
            return Fact(constraint, not holds)
    raise AssertionError(held)


def merged(terms: Iterable[tuple[int, Expression]]) -> list[tuple[int, Expression]]:
    """Terms without repetitions, and without multiples of 0, unless they may have no value, as
    0·(x // y) may."""
    found: dict[object, tuple[int, Expression]] = {}
    for factor, term in terms:
        at = key(term)
        found[at] = (factor + (found[at][0] if at in found else 0), term)
    return [(factor, term) for factor, term in found.values() if factor or not _is_variable(term)]


def key(thing: object, places: Mapping[Any, int] = MappingProxyType({})) -> object:
    """A hashable key that is equal for expressions of the same form, with numbers in place of some
    variables."""
    if isinstance(thing, tuple):
        return tuple([key(part, places) for part in thing])
    if isinstance(thing, COMPOSED):
        return (type(thing), *[key(part, places) for part in vars(thing).values()])
    return places.get(thing, thing)


def variables_of(expression: Expression) -> list[Variable]:
    """The variables of an expression, perhaps repeated."""
    found: list[Any] = []
    waiting: list[Any] = [expression]
    while waiting:
        part = waiting.pop()
        if isinstance(part, Sum):
            waiting += [term for _, term in reversed(part.terms)]
        elif isinstance(part, Comparison):
            waiting.append(part.total)
        elif isinstance(part, Fact):
            found += part.constraint.variables
        elif isinstance(part, Junction):
            waiting += reversed(part.parts)
        elif isinstance(part, Function | Different):
            waiting += reversed(part.arguments)
        else:
            found.append(part)
    return found


def substituted(thing: Any, new: Mapping[Variable, Variable]) -> Any:
    """An expression with other variables."""
    if isinstance(thing, Fact):
        scope = [new[variable] for variable in thing.constraint.variables]
        return Fact(thing.constraint.over(scope), thing.holds)
    if isinstance(thing, tuple):
        return tuple(substituted(part, new) for part in thing)
    if isinstance(thing, COMPOSED):
        return type(thing)(*(substituted(part, new) for part in vars(thing).values()))
    return new[thing] if isinstance(thing, Expression) else thing  # type: ignore[index]


def evaluate(expression: Expression, values: Mapping[Variable, int]) -> int:
    """The value of an expression.

    Raises:
        ZeroDivisionError, IndexError: A divisor is 0, or an index is not in its list.
    """
    found = values.get(expression)  # type: ignore[call-overload]
    if found is not None:
        return int(found)
    if isinstance(expression, Sum):
        total = expression.constant
        for factor, term in expression.terms:
            total += factor * evaluate(term, values)
        return total
    if isinstance(expression, Comparison):
        return bool(RELATIONS[expression.relation](evaluate(expression.total, values), 0))
    # Lists, not iterators: every part is evaluated, so that one without a value is noticed.
    if isinstance(expression, Junction):
        held = [evaluate(part, values) for part in expression.parts]
        return all(held) if expression.every else any(held)
    if isinstance(expression, Fact):
        scope = [values[v] for v in expression.constraint.variables]
        return expression.constraint.check(scope) is expression.holds
    assert isinstance(expression, Function | Different)
    numbers = [evaluate(argument, values) for argument in expression.arguments]
    if isinstance(expression, Different):
        return len(set(numbers)) == len(numbers)
    return FUNCTIONS[expression.name](*numbers)


def written_sum(terms: Iterable[tuple[int, str]], times: str) -> str:
    """Terms, each a coefficient and a name, in a row.

    >>> written_sum([(-1, "x"), (2, "y"), (-3, "z"), (4, "")], "*")
    '-x + 2*y - 3*z + 4'
    """
    text = ""
    for factor, name in terms:
        size = short_repr(abs(factor), MAX_PRINTED)
        term = f"{size}{times}{name}" if name and size != "1" else name or size
        text += f" {'-' if factor < 0 else '+'} {term}"
    return f"-{text[3:]}" if text.startswith(" -") else text[3:] or "0"


def _comparable(other: object) -> bool:
    """Whether comparing with it makes a condition or a mistake; anything else is never equal."""
    return isinstance(other, COMPARABLE) or hasattr(other, "__index__")


def _is_variable(expression: Expression) -> bool:
    return hasattr(expression, "domain")


def _bracketed(expression: Expression) -> str:
    """An expression as a part of a product."""
    match expression:
        case Condition() | Function("//" | "%") | Sum((_, *_)):
            return f"({expression})"
    return str(expression)
