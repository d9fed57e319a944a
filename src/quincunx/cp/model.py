"""Models: variables with finite domains, and constraints on them, independent of any solver.

A model of a Prolog program can have *choices*: variables that stand for the clauses the program
tries. Constraints and variables can be *conditional* on choices (`when`); until these are made, the
constraint propagates nothing.

`Constraint.check` and `Model.check` define which values are a solution; solvers are tested against
them.

>>> from quincunx.cp.constraints.linear import Linear
>>> model = Model("two numbers")
>>> x = model.variable("x", range(1, 10))
>>> y = model.variable("y", [2, 3, 5, 7])
>>> model.add(Linear((x, y), (1, 1), "==", 10, label="they sum to ten"))
>>> model.add(Linear((x, y), (1, -1), ">=", 4, label="x is larger by four or more"))
>>> print(model)
model: two numbers
variables:
  x in 1..9
  y in {2, 3, 5, 7}
constraints:
  they sum to ten: x + y == 10
  x is larger by four or more: x - y >= 4
>>> model.check([7, 3])
True
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field
from operator import lt
from typing import TYPE_CHECKING, Any, TypeAlias, Unpack

from quincunx.cp.declarations import Declarations
from quincunx.cp.expressions import Expression, as_tuple, condition, operand, variables_of
from quincunx.cp.limits import poll
from quincunx.cp.options import SearchKeywords, SearchOptions
from quincunx.cp.solutions import Solution, Solutions, Verdict, best, count, first
from quincunx.errors import ModelError, short_repr

if TYPE_CHECKING:
    from quincunx.cp.constraints import Constraint
    from quincunx.cp.explanation import ModelExplanation
    from quincunx.cp.options import Labeling
    from quincunx.cp.translator import Translator

POLLED = 16
"""Limits are polled once for this many new variables or constraints."""

Values: TypeAlias = range | tuple[int, ...]
"""A domain: ascending, without repetition; a `range` if it has no holes."""


def domain(values: Iterable[int], of: str = "variable") -> Values:
    """The values in ascending order, as a `range` when they are consecutive.

    >>> domain([3, 1, 2, 2])
    range(1, 4)
    >>> domain([5, -1])
    (-1, 5)
    """
    if isinstance(values, range) and values.step == 1:
        ordered: Values = values
    else:
        try:
            given = tuple(values)
        except TypeError:
            raise ModelError(f"{of}: domain is {short_repr(values)}, expected values") from None
        require_integers(given, of, "a value of the domain")
        # A long list of values is shared by all variables that get it.
        if isinstance(values, set):
            ordered = tuple(sorted(given))
        else:
            ordered = given if all(map(lt, given, given[1:])) else tuple(sorted(set(given)))
        if ordered and ordered[-1] - ordered[0] + 1 == len(ordered):
            ordered = range(ordered[0], ordered[-1] + 1)
    if not ordered:
        raise ModelError(f"{of}: the domain is empty, expected at least one value")
    return ordered


@dataclass(frozen=True, eq=False)
class Variable(Expression):
    """A variable of one model; `index` is its place in that model's list of variables.

    Operators build expressions, `==` too; variables are hashed and compared by identity.

    `other` is the value, if any, that stands for every number that is not in the domain, for
    reasoning only.
    """

    index: int
    name: str
    domain: Values
    other: int | None = None
    ungiven: Values | None = None
    """The domain that a given variable would have without the given."""
    when: When = field(default=(), repr=False)
    """The choices under which the variable exists; otherwise it has its smallest value."""
    called: Mapping[int, str] = field(default_factory=dict, repr=False)
    """Names of values for output to people; other values are printed as numbers."""

    @property
    def given(self) -> int | None:
        """The value that the puzzle prints for the variable, if any."""
        return None if self.ungiven is None else self.domain[0]

    @property
    def open_domain(self) -> Values:
        """The domain without the given."""
        return self.domain if self.ungiven is None else self.ungiven

    @property
    def size(self) -> int:
        """The number of values; `len` does not work for every range."""
        values = self.domain
        return values[-1] - values[0] + 1 if isinstance(values, range) else len(values)

    def __str__(self) -> str:
        return self.name

    def __repr__(self) -> str:
        return f"<{self.name} in {format_values(self.domain)}>"


When: TypeAlias = tuple[tuple[Variable, int | None], ...]
"""Choices with the values they must have, or None for any value."""


@dataclass(frozen=True)
class Phase:
    """Variables that are decided before those of the next phase, by a labeling of their own or by
    that of the search."""

    variables: tuple[Variable, ...]
    labeling: Labeling | None = None


@dataclass(frozen=True)
class Notes:
    """Remarks on a published model: what it follows, what had to be guessed, and its errors.

    A model that `loses` solutions proves nothing by finding no more; one that `repeats` finds some
    solutions more than once; one that `errs` also finds answers that break the rules.
    """

    follows: str
    guessed: str = ""
    wrong: str = ""
    loses: bool = False
    repeats: bool = False
    errs: bool = False

    def briefly(self) -> str:
        """The errors of the model in a few words.

        >>> Notes("the printed bound", loses=True, errs=True).briefly()
        'it loses solutions and finds wrong ones'
        """
        flags = {
            "loses solutions": self.loses,
            "finds some more than once": self.repeats,
            "finds wrong ones": self.errs,
        }
        *before, last = [what for what, so in flags.items() if so] or ["makes no mistake we know"]
        return f"it {', '.join(before)} and {last}" if before else f"it {last}"

    def line(self) -> str:
        """All remarks in one line.

        >>> Notes("the printed bound", wrong="it is too small").line()
        'It follows the printed bound. Wrong: it is too small.'
        """
        guessed = f" Guessed: {self.guessed}." if self.guessed else ""
        wrong = f" Wrong: {self.wrong}." if self.wrong else ""
        return f"It follows {self.follows}.{guessed}{wrong}"


class Model(Declarations):
    """Variables and constraints, in the order in which they were added.

    `decisions` are the variables that a search decides first, in the order of its labeling; by
    default all but the helpers of expressions. If `phases` are set, a search decides these first,
    in their order.
    """

    def __init__(self, name: str = "") -> None:
        require_label(name, "model")
        self.name = name
        self.variables: list[Variable] = []
        self.constraints: list[Constraint] = []
        self.sleeping: dict[Constraint, When] = {}
        """The choices under which conditional constraints must hold."""
        self.notes: Notes | None = None
        self.objective: Mapping[Variable, int] | None = None
        """The sum that a search minimizes: coefficients of variables."""
        self._decisions: tuple[Variable, ...] | None = None
        self._phases: tuple[Phase, ...] | None = None
        self._domains: dict[int, Values] = {}
        self._helpers: set[Variable] = set()
        self._translator: Translator | None = None

    @property
    def decisions(self) -> tuple[Variable, ...]:
        return self.unknowns if self._decisions is None else self._decisions

    @decisions.setter
    def decisions(self, variables: Iterable[Variable]) -> None:
        chosen = as_tuple(variables, "decisions", "variables")
        for variable in chosen:
            self._require_own(variable, "decisions")
        self._decisions = chosen

    @property
    def unknowns(self) -> tuple[Variable, ...]:
        """The variables without the helpers of expressions."""
        helpers = self._helpers
        return tuple([v for v in self.variables if v not in helpers] if helpers else self.variables)

    @property
    def phases(self) -> tuple[Phase, ...]:
        return (Phase(self.decisions),) if self._phases is None else self._phases

    @phases.setter
    def phases(self, phases: Iterable[Phase]) -> None:
        chosen = as_tuple(phases, "phases", "phases")
        seen: set[Variable] = set()
        for phase in chosen:
            if not isinstance(phase, Phase):
                raise ModelError(f"phases: {short_repr(phase)}, expected a phase")
            for variable in phase.variables:
                self._require_own(variable, "phases")
                if variable in seen:
                    raise ModelError(f"phases: {variable.name!r} twice, expected it in one phase")
                seen.add(variable)
        self._phases = chosen

    def variable(
        self,
        name: str,
        values: Iterable[int],
        *,
        given: int | None = None,
        other: int | None = None,
        when: Iterable[tuple[Variable, int | None]] = (),
        called: Mapping[int, str] | None = None,
    ) -> Variable:
        """Add a variable that takes one of these values.

        Args:
            name: The name in output and error messages.
            values: The domain.
            given: The value that the puzzle prints. Solvers see only this value; explanations
                also know the other values of the domain.
            other: One more value, which stands for every number that is not listed.
            when: The choices under which the variable exists.
            called: Names of values for output to people.

        >>> model = Model()
        >>> model.variable("x", range(1, 10), given=4)
        <x in {4}>
        >>> model.variable("y", [5, 10], other=0).domain
        (0, 5, 10)
        """
        if not len(self.variables) % POLLED:
            poll()
        if not isinstance(name, str):
            raise ModelError(f"the name of a variable is {short_repr(name)}, expected a text")
        possible = self._domain(values, name)
        if other is not None:
            if other in possible:
                raise ModelError(f"{name}: other is {other}, expected a value that is not listed")
            possible = domain((*possible, other), of=name)
        ungiven = None
        if given is not None:
            if given not in possible or given == other:
                known = format_values(possible)
                raise ModelError(f"{name}: {short_repr(given)} is given, expected one of {known}")
            ungiven, possible = possible, domain((given,), of=name)
        choices = self._choices(when, name)
        variable = Variable(
            len(self.variables), name, possible, other, ungiven, choices, called or {}
        )
        self.variables.append(variable)
        return variable

    def _domain(self, values: Iterable[int], name: str) -> Values:
        """The values as a domain; a long list that many variables share is checked once."""
        known = self._domains.get(id(values))
        if known is None:
            known = domain(values, of=name)
            if known is values:
                self._domains[id(values)] = known
        return known

    def helper(self, name: str, values: Values) -> Variable:
        """Add a variable whose value follows from the others by a constraint."""
        helper = self.variable(name, values)
        self._helpers.add(helper)
        return helper

    def add(
        self,
        *constraints: object,
        when: Iterable[tuple[Variable, int | None]] = (),
        label: str = "",
    ) -> None:
        """Add constraints.

        Args:
            *constraints: Constraints, conditions such as `x + y == 3`, or iterables of these, on
                variables of this model.
            when: The choices under which they must hold; by default always.
            label: A name for them in output and explanations.

        Raises:
            ModelError: A variable belongs to another model, or exists only under other choices.
        """
        for constraint in constraints:
            if isinstance(constraint, Expression) or constraint is True:
                for each in self.translator.required(condition(constraint)):
                    self._add(each, when, label)
            elif hasattr(constraint, "variables"):
                self._add(constraint, when, label)
            elif constraint is False:
                raise ModelError(
                    f"{self.name or 'model'}: a condition that Python decided, such as x == None "
                    "or 0 == 1, is false; expected one on variables"
                )
            elif isinstance(constraint, Iterable) and not isinstance(constraint, str):
                self.add(*constraint, when=when, label=label)
            else:
                raise ModelError(f"model: {short_repr(constraint)} is not a constraint")

    @property
    def translator(self) -> Translator:
        """Turns the expressions of this model into constraints."""
        if self._translator is None:
            from quincunx.cp.translator import Translator

            self._translator = Translator(self)
        return self._translator

    def extensible(self) -> Model:
        """A copy to which variables and constraints can be added."""
        same = copy(self)
        same.variables, same.constraints = [*self.variables], [*self.constraints]
        same._helpers, same._translator = {*self._helpers}, None
        return same

    def own(self, expression: Expression) -> Expression:
        """The expression, if all of its variables belong to this model."""
        for variable in variables_of(operand(expression)):
            self._require_own(variable, expression)
        return expression

    def solve(self, **options: Unpack[SearchKeywords]) -> Solution:
        """Return the first solution that a search finds; it is false if there is none.

        Args:
            **options: How to search: labeling, consistency, seed, strategy, engine, time_limit,
                node_limit and cancel, see `quincunx.cp.options.SearchKeywords`.

        Raises:
            Unfinished: A limit stopped the search before it found a solution.

        >>> model = Model()
        >>> x, y = model.ints("x y", 0, 9)
        >>> model.add(x * y == 24, x - y == 5)
        >>> print(model.solve())
        x = 8, y = 3
        """
        return first(self, SearchOptions.from_keywords(1, **options))

    def solutions(
        self, *, limit: int | None = None, **options: Unpack[SearchKeywords]
    ) -> Solutions:
        """Return an iterator over the solutions, each found when it is asked for.

        Args:
            limit: Maximum number of solutions, or `None` for all.
            **options: As for `solve`.

        >>> model = Model()
        >>> x, y = model.ints("x y", 0, 5)
        >>> model.add(x * x + y * y == 25)
        >>> found = model.solutions()
        >>> [solution[x, y] for solution in found], found.complete
        ([[0, 5], [3, 4], [4, 3], [5, 0]], True)
        """
        return Solutions(self, SearchOptions.from_keywords(limit, **options))

    def count(self, *, limit: int | None = None, **options: Unpack[SearchKeywords]) -> int:
        """Return the number of solutions, or `limit` if there are more.

        Without other options, solutions are counted without listing them where that is faster.

        Args:
            limit: Stop counting at this number.
            **options: As for `solve`.

        Raises:
            Unfinished: A limit stopped the count; `at_least` is the number found before.
        """
        return count(self, SearchOptions.from_keywords(limit, **options))

    def verdict(self, **options: Unpack[SearchKeywords]) -> Verdict:
        """Return whether there is one solution, several or none; "unknown" if a limit stopped the
        search first. The options are those of `solve`."""
        found = self.solutions(limit=2, **options)
        number = found.count()
        if number > 1:
            return "multiple"
        return "unknown" if not found.complete else "unique" if number else "none"

    def minimize(
        self,
        objective: Expression | int,
        *,
        show: Callable[[Solution], object] | None = None,
        **options: Unpack[SearchKeywords],
    ) -> Solution:
        """Return the solution with the least value of an expression, by branch and bound.

        Args:
            objective: The expression.
            show: Called with each solution that is better than all before.
            **options: As for `solve`.

        Returns:
            The best solution found. It is `optimal` unless a limit stopped the search before that
            was proved; it is false if there is no solution.

        Raises:
            Unfinished: A limit stopped the search before it found a solution.

        >>> model = Model()
        >>> x, y = model.ints("x y", 0, 9)
        >>> model.add(x + 2 * y >= 12)
        >>> print(model.minimize(3 * x + 2 * y))
        12 (optimal): x = 0, y = 6
        """
        return best(self, operand(objective), 1, SearchOptions.from_keywords(**options), show)

    def maximize(
        self,
        objective: Expression | int,
        *,
        show: Callable[[Solution], object] | None = None,
        **options: Unpack[SearchKeywords],
    ) -> Solution:
        """The solution with the largest value of an expression; see `minimize`."""
        return best(self, operand(objective), -1, SearchOptions.from_keywords(**options), show)

    def explain(self) -> ModelExplanation:
        """What follows from one constraint after another, in words; see
        `quincunx.cp.explanation`."""
        from quincunx.cp.explanation import ModelExplanation

        return ModelExplanation.of(self)

    def _add(
        self, constraint: Any, when: Iterable[tuple[Variable, int | None]], label: str
    ) -> None:
        if label:
            require_label(label, constraint)
            constraint = copy(constraint)
            object.__setattr__(constraint, "label", label)
        if not len(self.constraints) % POLLED:
            poll()
        choices = self._choices(when, constraint) if when else ()
        for variable in constraint.variables:
            self._require_own(variable, constraint)
            if variable.when and not set(variable.when) <= set(choices):
                raise ModelError(
                    f"{constraint}: {variable.name!r} is not always there, expected the same "
                    "choices for the constraint"
                )
        self.constraints.append(constraint)
        if choices:
            self.sleeping[constraint] = choices

    def check(self, values: Sequence[int] | Solution) -> bool:
        """Whether these values, one for each variable in order, or an answer, are a solution."""
        if isinstance(values, Solution):
            values = values.assignment or ()
        values = as_tuple(values, "check", "a value for each variable")
        require_integers(values, "check", "a value")
        allowed = (v.domain if _made(v.when, values) else v.domain[:1] for v in self.variables)
        due = (c for c in self.constraints if _made(self.sleeping.get(c, ()), values))
        return (
            len(values) == len(self.variables)
            and all(value in known for value, known in zip(values, allowed, strict=True))
            and all(c.check([values[v.index] for v in c.variables]) for c in due)
        )

    def __str__(self) -> str:
        lines = [f"model: {self.name}" if self.name else "model"]
        lines.append("variables:")
        lines += [
            f"  {v.name} in {format_values(v.domain)}{format_when(v.when)}" for v in self.variables
        ]
        lines.append("constraints:")
        for constraint in self.constraints:
            label = f"{constraint.label}: " if constraint.label else ""
            when = format_when(self.sleeping.get(constraint, ()))
            lines.append(f"  {label}{constraint.formula()}{when}")
        return "\n".join(lines)

    def _choices(self, when: Iterable[tuple[Variable, int | None]], place: object) -> When:
        """The choices, checked."""
        choices = as_tuple(when, place, "choices")
        for choice in choices:
            pair = as_tuple(choice, place, "a choice and its value")
            if len(pair) != 2:
                raise ModelError(f"{place}: {short_repr(pair)}, expected a choice and its value")
            variable, value = pair
            self._require_own(variable, place)
            if value is not None and value not in variable.domain:
                raise ModelError(
                    f"{place}: when {variable.name} is {short_repr(value)}, expected one of "
                    + format_values(variable.domain)
                )
        return choices

    def _require_own(self, variable: object, place: object) -> None:
        if not isinstance(variable, Variable):
            raise ModelError(f"{place}: {short_repr(variable)} is not a variable of a model")
        index = variable.index
        if index >= len(self.variables) or self.variables[index] is not variable:
            raise ModelError(f"{place}: variable {variable.name!r} belongs to another model")


def _made(when: When, values: Sequence[int]) -> bool:
    """Whether all choices have their values."""
    return all(value is None or values[choice.index] == value for choice, value in when)


def format_when(when: When) -> str:
    """The choices as a phrase that ends a line; empty if there are none.

    >>> x = Model().variable("x", range(2))
    >>> format_when(((x, 1),))
    ', when x is 1'
    """
    choices = [f"{choice.name} is {'known' if value is None else value}" for choice, value in when]
    return f", when {' and '.join(choices)}" if choices else ""


def format_values(values: Sequence[int], most: int = 12) -> str:
    """A set of values: `1..9`, `{2, 3, 5}`, or the first and last of a long list.

    >>> format_values((1, 2, 3, 7))
    '{1, 2, 3, 7}'
    >>> format_values(tuple(range(0, 100, 7)))
    '{0, 7, 14, 21, 28, ..., 91, 98: 15 values}'
    """
    if isinstance(values, range) and values[1:]:
        return f"{values[0]}..{values[-1]}"
    shown = [str(value) for value in values]
    if len(shown) > most:
        shown = [*shown[:5], "...", *shown[-2:]]
        return f"{{{', '.join(shown)}: {len(values)} values}}"
    return f"{{{', '.join(shown)}}}"


def runs(values: Sequence[int], apart: int | None = None) -> list[tuple[int, int]]:
    """Ascending numbers as runs (first, last); the number `apart` is a run of its own.

    >>> runs([1, 2, 3, 7]), runs([0, 1, 2], apart=0)
    ([(1, 3), (7, 7)], [(0, 0), (1, 2)])
    """
    found: list[tuple[int, int]] = []
    for value in values:
        if found and found[-1][1] == value - 1 and apart not in (value, value - 1):
            found[-1] = (found[-1][0], value)
        else:
            found.append((value, value))
    return found


def require_label(label: object, place: object) -> None:
    if not isinstance(label, str):
        raise ModelError(f"{place}: the label is {short_repr(label)}, expected a text")


def names_of(variables: Iterable[Variable]) -> str:
    return ", ".join(variable.name for variable in variables)


def require_integers(values: Collection[object], place: object, what: str) -> None:
    # Types first, all at once: this is called for every domain.
    if not set(map(type, values)) <= {int}:
        for value in values:
            if not isinstance(value, int) or isinstance(value, bool):
                raise ModelError(f"{place}: {what} is {short_repr(value)}, expected an integer")
