"""Random constraints of each kind, for tests that compare a kind with brute force.

Each function takes variables, a witness (a value for each variable) and dice, and returns a
constraint over some of the variables, often one that the witness satisfies, or None if the
variables do not suit.
"""

from collections.abc import Callable, Mapping, Sequence
from itertools import permutations
from random import Random
from typing import Any, TypeAlias, get_args

from quincunx.cp import Either, Element, Formula, Linear, Quotient, Times, Variable, functions
from quincunx.cp.constraints import Constraint
from quincunx.cp.constraints.all_different import AllDifferent
from quincunx.cp.constraints.cardinality import Cardinality
from quincunx.cp.constraints.distinct_sum import DistinctSum
from quincunx.cp.constraints.non_zero_flag import NonZeroFlag
from quincunx.cp.constraints.table import Rows, Table
from quincunx.cp.expressions import Condition, Relation, array, condition, evaluate, operand

Witness: TypeAlias = Mapping[Variable, int]
Sample: TypeAlias = Callable[[Sequence[Variable], Witness, Random], Constraint | None]


def sample(
    kind: type[Constraint], variables: Sequence[Variable], witness: Witness, dice: Random
) -> Constraint | None:
    """A random constraint of a kind, see above."""
    return SAMPLES[kind](variables, witness, dice)


def all_different(variables: Sequence[Variable], witness: Witness, dice: Random) -> AllDifferent:
    """Often with excepted values, of which some are in no domain; now and then with offsets."""
    near = [value for variable in variables for value in variable.domain] or [0]
    near.append(max(near) + 1)
    excepted = [dice.choice(near) for _ in range(dice.choice([0, 0, 1, 2, 3]))]
    offsets = [dice.randint(-3, 3) for _ in variables] if dice.random() < 0.4 else []
    return AllDifferent(tuple(variables), frozenset(excepted), offsets=offsets)


def cardinality(variables: Sequence[Variable], witness: Witness, dice: Random) -> Cardinality:
    """Some values about as often as in the witness, or never, or anything."""
    near = [value for variable in variables for value in variable.domain] or [0]
    near.append(max(near) + 1)
    held = [witness[variable] for variable in variables]
    counts: dict[int, int | tuple[int, int]] = {}
    for _ in range(dice.randint(0, 4)):
        value = dice.choice(near)
        least = max(0, held.count(value) - dice.randint(-1, 2))
        most = max(least, held.count(value) + dice.randint(0, 2))
        counts[value] = least if least == most else (least, most)
    return Cardinality(variables, counts, label="how often")


def distinct_sum(variables: Sequence[Variable], witness: Witness, dice: Random) -> DistinctSum:
    """About the sum of the witness."""
    total = sum(witness[variable] for variable in variables)
    return DistinctSum(tuple(variables), total + dice.choice([0, 0, 0, 1, -2]))


def either(variables: Sequence[Variable], witness: Witness, dice: Random) -> Either:
    """A few samples of all kinds; a flag, if there is one, is right in the witness if it can be."""
    choices = list(SAMPLES)
    alternatives = []
    for _ in range(dice.choice([0, *[1, 2, 2, 3] * 3])):
        held = []
        for _ in range(dice.choice([0, *[1, 1, 1, 2] * 3])):
            size = dice.choice([len(variables), dice.randint(0, len(variables))])
            some = dice.sample(list(variables), size)
            constraint = sample(dice.choice(choices), some, witness, dice)
            if constraint is not None:
                held.append(constraint)
        alternatives.append(held)
    flag = None
    if variables and dice.random() < 0.5:
        holds = any(
            all(c.check([witness[v] for v in c.variables]) for c in held) for held in alternatives
        )
        flag = dice.choice([v for v in variables if witness[v] == int(holds)] or list(variables))
    return Either(alternatives, flag, label="one of these")


def element(variables: Sequence[Variable], witness: Witness, dice: Random) -> Element | None:
    """A list of the variables from the third on; true of the witness if the first two allow it."""
    if len(variables) < 3:
        return None
    made = [Element((*choice, *variables[2:])) for choice in permutations(variables, 2)]
    fitting = [one for one in made if one.check([witness[v] for v in one.variables])]
    return dice.choice([*fitting, made[0]])


def formula(variables: Sequence[Variable], witness: Witness, dice: Random) -> Formula | None:
    """Any condition on the variables, or a comparison with its value for the witness."""
    if not variables:
        return None
    scope = tuple(dict.fromkeys(variables))
    left = operand(random_number(scope, dice, 2))
    held = left == random_number(scope, dice, 1)
    if dice.random() < 0.5:
        try:
            held = left <= evaluate(left, witness) + dice.choice([0, 0, -1, 1])
        except (ZeroDivisionError, IndexError):
            return None
    return Formula.of(held if dice.random() < 0.7 else random_condition(scope, dice, 2))


def random_number(variables: Sequence[Variable], dice: Random, depth: int) -> Any:
    """A random expression that is a number, or an integer."""
    if depth == 0:
        return dice.choice([*variables, *variables, dice.randint(-3, 4)])
    x, y, z = (operand(random_number(variables, dice, depth - 1)) for _ in range(3))
    choices: list[Callable[[], Any]] = [
        lambda: dice.randint(-2, 3) * x + y,
        lambda: x * y - z,
        lambda: x * y,
        lambda: x // y,
        lambda: x % y,
        lambda: abs(x - y),
        lambda: functions.min(x, y),
        lambda: functions.max(x, y, z),
        lambda: array([x, y, z])[operand(random_number(variables, dice, 0))],
        lambda: random_condition(variables, dice, depth - 1),
        lambda: random_number(variables, dice, 0),
    ]
    return dice.choice(choices)()


def random_condition(variables: Sequence[Variable], dice: Random, depth: int) -> Condition:
    """A random condition."""
    x, y, z = (operand(random_number(variables, dice, max(0, depth - 1))) for _ in range(3))
    comparisons = [x == y, x != y, x <= y, x < y, x >= y, x > y]
    truths = [condition(v) for v in variables if set(v.domain) <= {0, 1}]
    if depth == 0:
        return dice.choice([*comparisons, *truths])
    p, q = (random_condition(variables, dice, depth - 1) for _ in range(2))
    different = functions.all_different(x, y, z)
    constraint = AllDifferent(tuple(variables)) & p
    return dice.choice(
        [*comparisons, p & q, p | q, p ^ q, ~p, p.implies(q), p == q, p != q, different, constraint]
    )


def linear(variables: Sequence[Variable], witness: Witness, dice: Random) -> Linear:
    """Coefficients of both signs and zero; the constant is close to what the witness gives."""
    coefficients = tuple(dice.randint(-3, 3) for _ in variables)
    total = sum(c * witness[v] for c, v in zip(coefficients, variables, strict=True))
    constant = total + dice.choice([0, 0, 0, 1, -1, 4, -4])
    relation = dice.choice(get_args(Relation))
    return Linear(tuple(variables), coefficients, relation, constant, label="some sum")


def non_zero_flag(
    variables: Sequence[Variable], witness: Witness, dice: Random
) -> NonZeroFlag | None:
    """The first of the variables says whether any other is non-zero."""
    return NonZeroFlag(tuple(variables), label="any of these") if variables else None


def quotient(variables: Sequence[Variable], witness: Witness, dice: Random) -> Quotient | None:
    """Three or four of the variables; where possible, a quotient that the witness satisfies."""
    size = dice.choice([3, 4])
    if len(variables) < size:
        return None
    made = [Quotient(choice, label="a quotient") for choice in permutations(variables, size)]
    fitting = [one for one in made if one.check([witness[v] for v in one.variables])]
    return dice.choice([*fitting, made[0]])


def table(variables: Sequence[Variable], witness: Witness, dice: Random) -> Table:
    """A few rows of the domains' values and of others; the witness is often one of them."""
    rows = [
        tuple(dice.choice([*v.domain, v.domain[-1] + 1]) for v in variables)
        for _ in range(dice.randint(0, 8))
    ]
    if dice.choice([True, True, False]):
        rows.append(tuple(witness[variable] for variable in variables))
    return Table(tuple(variables), Rows(tuple(rows)))


def times(variables: Sequence[Variable], witness: Witness, dice: Random) -> Times | None:
    """Three of the variables, whose values in the witness are such a product if there are
    any such."""
    if len(variables) < 3:
        return None
    made = [Times(choice, label="a product") for choice in permutations(variables, 3)]
    fitting = [one for one in made if one.check([witness[v] for v in one.variables])]
    return dice.choice([*fitting, made[0]])


SAMPLES: dict[type[Constraint], Sample] = {
    AllDifferent: all_different,
    Cardinality: cardinality,
    DistinctSum: distinct_sum,
    Either: either,
    Element: element,
    Formula: formula,
    Linear: linear,
    NonZeroFlag: non_zero_flag,
    Quotient: quotient,
    Table: table,
    Times: times,
}
"""One function for each kind."""

KINDS = {kind.__module__.rpartition(".")[2]: kind for kind in SAMPLES}
"""The kinds by the names of their packages."""
