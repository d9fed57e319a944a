"""Conditions → constraints.

A condition that is linear becomes one `Linear`, all-different terms that are a variable plus a
number one `AllDifferent`, a count of one value a `Cardinality`, and a disjunction an `Either`,
without any new variable. What has few combinations of values is one `Formula`, which propagates by
its table; so are inequalities of functions and equations of functions with many values, which
propagate by intervals. Otherwise every function that is no term of a constraint gets a *helper*: a
variable whose value follows from the others, so that the number of solutions stays the same.
Expressions that are written alike share a helper.

>>> from quincunx.cp.model import Model
>>> model = Model()
>>> x, y, z = model.ints("x y z", 0, 50)
>>> model.add(x * y + z == 12, (x == 3) | (y > z + 1))
>>> print(model)
model
variables:
  x in 0..50
  y in 0..50
  z in 0..50
  (x·y) in 0..2500
constraints:
  x·y == (x·y)
  (x·y) + z == 12
  x == 3 or y - z >= 2
"""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from math import prod
from typing import TypeGuard

from quincunx.cp.constraints import Constraint
from quincunx.cp.constraints.all_different import AllDifferent
from quincunx.cp.constraints.cardinality import Cardinality
from quincunx.cp.constraints.either import Either
from quincunx.cp.constraints.element import Element
from quincunx.cp.constraints.formula import Formula
from quincunx.cp.constraints.formula.propagators import bounds
from quincunx.cp.constraints.linear import Linear
from quincunx.cp.constraints.quotient import Quotient
from quincunx.cp.constraints.table import Rows, Table
from quincunx.cp.constraints.times import Times
from quincunx.cp.expressions import (
    RELATIONS,
    Comparison,
    Condition,
    Different,
    Expression,
    Fact,
    Function,
    Junction,
    Relation,
    Sum,
    evaluate,
    key,
    merged,
    negated,
    variables_of,
)
from quincunx.cp.model import Model, Variable, domain
from quincunx.errors import ModelError

PARTIAL = ("//", "%", "element")
"""Functions that may have no value. They get one by a helper, so that a part of a condition which
has none breaks the whole condition."""

VARIABLE = {Variable}

MAX_FORMULA = 1_000
"""A condition becomes a `Formula` up to this many combinations of values."""

MAX_HELPER = 1 << 12
"""An equation with a function of more values becomes a `Formula`, too: without a helper."""

MAX_TABLE = 10_000
"""A function becomes a `Table` up to this many combinations of values."""


class Translator:
    """Adds conditions to a model; remembers the helpers of expressions. Large formulas are avoided
    unless `formulas`."""

    def __init__(self, model: Model, formulas: bool = True) -> None:
        self._model = model
        self._formulas = formulas
        self._helpers: dict[object, Variable] = {}

    def required(self, condition: Condition) -> list[Constraint]:
        """The constraints for a condition that must hold."""
        if _is_linear(condition):
            return [Linear.of_terms(*self.linear(condition.total), condition.relation)]
        match condition:
            case Junction(parts, True):
                return [constraint for part in parts for constraint in self.required(part)]
            case Comparison() if (result := _result(condition)) is not None:
                return self._definition(*result)
            case Comparison() if (counted := _counted(condition)) is not None:
                return [counted]
            case Comparison() if _is_small(condition) or self._is_left_to_intervals(condition):
                return [Formula.of(condition)]
            case Junction() if _is_small(condition) and not all(
                map(_is_linear, _alternatives(condition))
            ):
                return [Formula.of(condition)]
        return self._translated(condition)

    def linear(self, expression: Expression) -> tuple[dict[Variable, int], int]:
        """An expression as a sum: the coefficients of variables and helpers, and a constant."""
        terms: dict[Variable, int] = {}
        total = expression if isinstance(expression, Sum) else Sum(((1, expression),))
        constant = total.constant
        for factor, term in total.terms:
            if isinstance(term, Variable):
                variable = term
            elif (literal := _literal(term)) is None:
                variable = self._variable(term)
            else:
                variable = literal[0]
                if not literal[1]:
                    constant, factor = constant + factor, -factor
            terms[variable] = terms.get(variable, 0) + factor
        if 0 in terms.values():
            terms = {variable: factor for variable, factor in terms.items() if factor}
        return terms, constant

    def _is_left_to_intervals(self, condition: Comparison) -> bool:
        """Whether a comparison of functions is an inequality, or one of them has many values."""
        terms = [t for _, t in condition.total.terms if isinstance(t, Function) and not _images(t)]
        sizes = [high - low for low, high in map(self._bounds, terms)]
        return max(sizes, default=0) > (MAX_HELPER if condition.relation in ("==", "!=") else 0)

    def decomposed(self, constraint: Constraint) -> list[Constraint]:
        """A formula with many combinations of values as other constraints."""
        many = prod(variable.size for variable in constraint.variables) > MAX_TABLE
        if isinstance(constraint, Formula) and many:
            try:
                return self._translated(constraint.condition)
            except ModelError:  # a divisor or an index that never fits
                return self._translated(Junction((), False))
        return [constraint]

    def _translated(self, condition: Condition) -> list[Constraint]:
        """Constraints whose conjunction is equivalent to a condition. Helpers are added to the
        model, large formulas are not used."""
        match condition:
            case Comparison():
                return self._compared(condition)
            case Junction(parts, True):
                return [constraint for part in parts for constraint in self._translated(part)]
            case Junction(parts, False):
                return [self._either(parts)]
            case Different(terms):
                return [self._different(terms)]
            case Fact(constraint, True):
                return [constraint]
            case Fact(constraint, False):
                opposite = constraint.opposite()
                if opposite is None:
                    opposite = Either([constraint], self._variable(Sum(())))
                return [opposite]
        raise AssertionError(condition)

    def _either(self, parts: Sequence[Condition]) -> Constraint:
        """At least one of some conditions; a sum if all of them are variables of 0 and 1."""
        parts = [inner for part in parts for inner in _alternatives(part)]
        literals = [literal for part in parts if (literal := _literal(part)) is not None]
        if not parts or len(literals) < len(parts):
            return Either([self._translated(part) for part in parts])
        signs = [1 if positive else -1 for _, positive in literals]
        return Linear([v for v, _ in literals], signs, ">=", 1 - signs.count(-1))

    def _different(self, terms: Sequence[Expression]) -> Constraint:
        scope: list[Variable] = []
        offsets: list[int] = []
        for term in terms:
            match term:
                case Sum(((1, Variable() as inner),), constant):
                    scope.append(inner)
                    offsets.append(constant)
                case _:
                    scope.append(self._variable(term))
                    offsets.append(0)
        return AllDifferent(scope, offsets=offsets if any(offsets) else ())

    def _compared(self, condition: Comparison) -> list[Constraint]:
        relation, constant = condition.relation, condition.total.constant
        terms = merged(condition.total.terms)
        match terms:
            case [(factor, Condition() as only)]:
                holds, fails = (RELATIONS[relation](factor * bit + constant, 0) for bit in (1, 0))
                if (holds and fails) or not (holds or fails):
                    return self._translated(Junction((), bool(holds)))
                return self._translated(only if holds else negated(only))
            case [(1, one), (-1, other)] | [(-1, one), (1, other)] if not constant:
                if relation in ("==", "!=") and isinstance(one, Condition | Variable):
                    found = self._equivalent(one, other, relation)
                    if found is not None:
                        return [found]
        result = _result(condition)
        if result is not None and result[0].name not in PARTIAL:
            return self._definition(*result, within=True)
        return [Linear.of_terms(*self.linear(condition.total), relation)]

    def _equivalent(
        self, one: Expression, other: Expression, relation: Relation
    ) -> Constraint | None:
        """The constraint that two truth values are the same, or different; None if they are not
        truth values."""
        if isinstance(one, Condition) and isinstance(other, Variable):
            one, other = other, one
        if not isinstance(other, Condition):
            return None
        meant = other if relation == "==" else negated(other)
        if isinstance(one, Variable):
            return Either([self._translated(meant)], one) if _is_truth(one) else None
        assert isinstance(one, Condition)
        both = [one, meant], [negated(one), negated(meant)]
        return Either([[c for part in parts for c in self._translated(part)] for parts in both])

    def _variable(self, expression: Expression) -> Variable:
        """The variable, perhaps a helper, that has the value of an expression."""
        match expression:
            case Variable():
                return expression
            case Sum(((1, inner),), 0):
                return self._variable(inner)
        at = key(expression)
        if at not in self._helpers:
            low, high = self._bounds(self._model.own(expression))
            images = _images(expression)
            values = domain(images[1].values()) if images else range(low, high + 1)
            helper = self._model.helper(_name(expression), values)
            self._helpers[at] = helper
            for constraint in self._definition(expression, helper):
                self._model.add(constraint)
        return self._helpers[at]

    def _definition(
        self, expression: Expression, result: Variable, within: bool = False
    ) -> list[Constraint]:
        """Constraints that give a variable the value of an expression; `within` a condition large
        formulas are avoided, because other solvers cannot have them there."""
        match expression:
            case Sum(terms):
                if not terms:
                    return []
                return [Linear.of_terms(*self.linear(expression - result), "==")]
            case Condition():
                equal = Comparison(result - expression, "==")
                return [Formula.of(equal)] if _is_small(equal) else self._compared(equal)
            case Function() if (images := _images(expression)) is not None:
                rows = Rows(tuple(images[1].items()))
                return [Table((images[0], result), rows).without_repeats()]
            case Function("min" | "max" as name, arguments):
                if self._formulas and not within:
                    return [Formula.of(expression == result)]
                parts = [result <= each if name == "min" else result >= each for each in arguments]
                some = Junction(tuple(result == each for each in arguments), False)
                return [one for part in (*parts, some) for one in self._translated(part)]
            case Function("abs", (Variable() as x,)):
                return self._definition(Function("max", (x, -x)), result, within)
            case Function(name, arguments):
                return self._function(name, arguments, result, within)
        raise AssertionError(expression)

    def _function(
        self, name: str, arguments: Sequence[Expression], result: Variable, within: bool
    ) -> list[Constraint]:
        """Constraints that give a variable the value of a function."""
        self._bounds(Function(name, tuple(arguments)))  # refuses a divisor or index that never fits
        x = self._variable(arguments[0])
        if x is not arguments[0]:
            return self._definition(Function(name, (x, *arguments[1:])), result, within)
        if name == "element":
            return [Element([x, result, *map(self._variable, arguments[1:])])]
        y = self._variable(arguments[1])
        if name == "*":
            return [Times((x, y, result))]
        results = (result,) if name == "//" else (self._variable(x // y), result)
        return [Quotient((x, y, *results))]

    def _bounds(self, expression: Expression) -> tuple[int, int]:
        """The least and the largest value that an expression could have."""
        if isinstance(expression, Variable):
            return expression.domain[0], expression.domain[-1]
        return bounds(expression, self._bounds)


def without_formulas(model: Model) -> Model:
    """An equivalent model, perhaps with further helpers, for solvers that know no formulas."""
    if not any(isinstance(constraint, Formula) for constraint in model.constraints):
        return model
    same = model.extensible()
    same.constraints = []
    translator = Translator(same, formulas=False)
    for constraint in model.constraints:
        same.constraints += translator.decomposed(constraint)
    return same


def _result(condition: Comparison) -> tuple[Function, Variable] | None:
    """The function and the variable if a condition says that they are equal."""
    if condition.relation == "==" and condition.total.constant == 0:
        match merged(condition.total.terms):
            case [(1, one), (-1, other)] | [(-1, one), (1, other)]:
                for function, result in ((one, other), (other, one)):
                    if isinstance(function, Function) and isinstance(result, Variable):
                        return function, result
    return None


def _counted(condition: Comparison) -> Cardinality | None:
    """How often one value occurs, if a condition says no more than that: sum(x == 2 ...) <= 3."""
    scope: list[Variable] = []
    alike: set[tuple[int, int]] = set()
    for factor, term in condition.total.terms:
        match term:
            case Comparison(Sum(((1 | -1 as sign, Variable() as x),), constant), "=="):
                scope.append(x)
                alike.add((factor, -sign * constant))
    plain = len(condition.total.terms) == len(set(scope)) and not all(map(_is_truth, scope))
    if not plain or len(alike) > 1:
        return None
    ((factor, value),) = alike
    holds, constant = RELATIONS[condition.relation], condition.total.constant
    counts = [n for n in range(len(scope) + 1) if holds(factor * n + constant, 0)]
    if not counts or len(counts) <= counts[-1] - counts[0]:
        return None
    return Cardinality(scope, {value: (counts[0], counts[-1])})


def _images(expression: Expression) -> tuple[Variable, dict[int, int]] | None:
    """Of a function of one variable that variable, and the function's value for each of its."""
    variables = set(variables_of(expression)) if isinstance(expression, Function) else ()
    if len(variables) != 1:
        return None
    (x,) = variables
    images: dict[int, int] = {}
    for value in x.domain if x.size <= MAX_TABLE else ():
        with suppress(ZeroDivisionError, IndexError):
            images[value] = int(evaluate(expression, {x: value}))
    return (x, images) if images else None


def _name(expression: Expression) -> str:
    """The name of a helper."""
    match expression:
        case Sum(()) | Function("abs" | "min" | "max" | "element"):
            return str(expression)
    return f"({expression})"


def _is_linear(condition: Condition) -> TypeGuard[Comparison]:
    return type(condition) is Comparison and {type(t) for _, t in condition.total.terms} <= VARIABLE


def _is_small(condition: Condition) -> bool:
    """Whether a condition has few combinations of values; functions of functions may have more,
    because they would need several helpers."""
    terms = condition.total.terms if isinstance(condition, Comparison) else ()
    inner = [inner for _, term in terms if isinstance(term, Function) for inner in term.arguments]
    most = MAX_TABLE if any(isinstance(one, Function) for one in inner) else MAX_FORMULA
    return prod(variable.size for variable in set(variables_of(condition))) <= most


def _is_truth(variable: Variable) -> bool:
    return set(variable.domain[:3]) <= {0, 1}


def _alternatives(condition: Condition) -> Iterator[Condition]:
    """The conditions of which one must hold."""
    match condition:
        case Junction(parts, False) if parts:
            for part in parts:
                yield from _alternatives(part)
        case _:
            yield condition


def _literal(expression: Expression) -> tuple[Variable, bool] | None:
    """The variable of 0 and 1 whose value is a condition, and whether 1 makes it true."""
    match expression:
        case Comparison(Sum(((_, Variable() as variable),)) as total, relation):
            if _is_truth(variable):
                factor, constant = total.terms[0][0], total.constant
                true = [t for t in (0, 1) if RELATIONS[relation](factor * t + constant, 0)]
                return (variable, true == [1]) if len(true) == 1 else None
    return None
