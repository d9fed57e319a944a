"""Model → MiniZinc text that people can read and any MiniZinc solver can solve.

Vocabulary:
  identifier  a name MiniZinc accepts, made from a variable's name
  statement   one `constraint ...;` of the text, with our label as a comment above it

The text prints a solution as one line: the values of the model's variables in the model's order.

>>> from quincunx.cp.constraints.linear import Linear
>>> model = Model("two numbers")
>>> x, y = model.variable("x", range(1, 10)), model.variable("largest", [2, 3, 5, 7])
>>> model.add(Linear((x, y), (1, -2), "==", 1, label="one more than twice the largest"))
>>> print(to_text(model, SearchOptions(["ff", "bisect"], "bounds")), end="")
% two numbers
<BLANKLINE>
var 1..9: x;
var {2, 3, 5, 7}: v_largest;
<BLANKLINE>
% one more than twice the largest
constraint (x - 2*v_largest = 1) :: bounds;
<BLANKLINE>
solve :: int_search([x, v_largest], first_fail, indomain_split) satisfy;
<BLANKLINE>
output [join(" ", [show(x), show(v_largest)]), "\\n"];
"""

import re
import textwrap
from collections.abc import Iterable

from quincunx.cp.capability import capability
from quincunx.cp.constraints import Constraint
from quincunx.cp.constraints.table import Rows
from quincunx.cp.engines.machine_words import InMachineWords, as_table, in_machine_words
from quincunx.cp.expressions import written_sum
from quincunx.cp.model import Model, Values, Variable
from quincunx.cp.options import Labeling, SearchOptions
from quincunx.errors import OptionError

BITS = 31
"""Most MiniZinc solvers have integers of 32 bits and need some headroom."""

MINIZINC_ORDERS = {
    "leftmost": "input_order", "min": "smallest", "max": "largest", "ff": "first_fail",
    "anti_first_fail": "anti_first_fail", "occurrence": "occurrence", "ffc": "most_constrained",
    "max_regret": "max_regret", "dom_wdeg": "dom_w_deg",
}  # fmt: skip
"""MiniZinc's names for our variable orders; there is none for `random`."""

MINIZINC_CHOICES = {
    "step up": "indomain_min", "step down": "indomain_max", "enum up": "indomain",
    "bisect up": "indomain_split", "bisect down": "indomain_reverse_split",
    "median up": "indomain_median", "median down": "indomain_median",
    "middle up": "indomain_middle", "middle down": "indomain_middle",
}  # fmt: skip
"""MiniZinc's names for our value choices; there is none for `enum down`."""

NEARLY = {"median down", "middle down"}
"""MiniZinc takes the smaller of two middle values, where `down` asks for the larger."""


def to_text(model: Model, options: SearchOptions) -> str:
    """The model as MiniZinc, with the labeling as a search annotation.

    Labeling options that MiniZinc does not have are an error that lists those it has.
    """
    words = in_machine_words(model, BITS)
    return MiniZincText(words, options.consistency, options.parsed_labeling).text()


def search_choices(labeling: Labeling) -> str:
    """The last arguments of `int_search`: which variable and which value.

    >>> search_choices(Labeling("ffc", "step", "down"))
    'most_constrained, indomain_max'
    """
    variable, value = labeling.variable, f"{labeling.value} {labeling.direction}"
    order, choice = ("variable order", variable), ("value choice", value)
    for (kind, name), known in ((order, MINIZINC_ORDERS), (choice, MINIZINC_CHOICES)):
        if name not in known:
            raise OptionError(f"minizinc: no {kind} {name}, expected one of {', '.join(known)}")
    return f"{MINIZINC_ORDERS[variable]}, {MINIZINC_CHOICES[value]}"


class MiniZincText:
    """A MiniZinc text under construction, for a model in machine words."""

    def __init__(self, narrowed: InMachineWords, consistency: str, labeling: Labeling) -> None:
        self.narrowed = narrowed
        self.model = narrowed.model
        self.consistency = consistency
        self.labeling = labeling
        search_choices(labeling)  # raises an error before any work is done
        self.taken: set[str] = set()
        self.numbers = self._identifier("numbers 1")
        self.names = [self._identifier(variable.name) for variable in self.model.variables]
        self.includes: set[str] = set()
        """Files of MiniZinc's library: "table_int"."""
        self.tables: dict[Rows, str] = {}
        self.table_texts: list[str] = []

    def text(self) -> str:
        notes = self.model.notes
        statements = [
            (f"{_comment(constraint.label)}\n" if constraint.label else "")
            + f"constraint {minizinc_condition(constraint, self)};"
            for constraint in self.model.constraints
        ]
        variables = [f"var {_domain(v.domain)}: {self.name(v)};" for v in self.model.variables]
        includes = [f'include "{name}.mzn";' for name in sorted(self.includes)]
        paragraphs = [
            [_comment(self.model.name)] if self.model.name else [],
            [] if notes is None else [_comment(line) for line in textwrap.wrap(notes.line(), 96)],
            includes,
            self._number_list(),
            variables,
            self.table_texts,
            statements,
            [self._solve()],
            [self._output()],
        ]
        return "\n\n".join("\n".join(lines) for lines in paragraphs if lines) + "\n"

    def _number_list(self) -> list[str]:
        if not self.narrowed.coded:
            return []
        numbers = self.narrowed.numbers
        names = [self.names[place] for place in sorted(self.narrowed.coded)]
        return [
            _comment("Large numbers: these variables hold places in the list below."),
            *(_comment(line) for line in textwrap.wrap(", ".join(names), 96)),
            f"array[0..{len(numbers) - 1}] of string: {self.numbers} = array1d("
            f"0..{len(numbers) - 1},",
            _wrapped("[", (f'"{number}"' for number in numbers), ", ", "]") + ");",
        ]

    def _solve(self) -> str:
        phases = self.model.phases
        decided = {variable for phase in phases for variable in phase.variables}
        others = tuple(v for v in self.model.variables if v not in decided)
        groups = [*((p.variables, p.labeling or self.labeling) for p in phases)]
        groups.append((others, self.labeling))
        searches = [
            _wrapped("int_search([", map(self.name, group), ", ", f"], {search_choices(how)})")
            for group, how in groups
            if group
        ]
        if len(searches) > 1:
            searches = ["seq_search([\n" + ",\n".join(searches) + "\n])"]
        goal = "satisfy"
        if self.model.objective is not None:
            terms = ((factor, self.name(v)) for v, factor in self.model.objective.items())
            goal = f"minimize {written_sum(terms, '*')}"
        solve = " ".join(["solve", *(f":: {search}" for search in searches), f"{goal};"])
        nearly = any(f"{how.value} {how.direction}" in NEARLY for group, how in groups if group)
        note = _comment("of two middle values the smaller, where we take the larger")
        return f"{note}\n{solve}" if nearly else solve

    def _output(self) -> str:
        shown = [
            f"{self.numbers}[fix({name})]" if place in self.narrowed.coded else f"show({name})"
            for place, name in enumerate(self.names[: self.narrowed.width])
        ]
        if not shown:
            return 'output ["\\n"];'
        return _wrapped('output [join(" ", [', shown, ", ", ']), "\\n"];')

    def annotated(self, condition: str) -> str:
        """A condition with the requested consistency."""
        return f"{condition} :: {self.consistency}"

    def table(self, rows: Rows) -> str:
        """The name of an array that holds the rows of a table."""
        if rows not in self.tables:
            self.tables[rows] = self._identifier(f"rows {len(self.tables) + 1}")
            self.table_texts.append(_table_text(self.tables[rows], rows))
        return self.tables[rows]

    def name(self, variable: Variable) -> str:
        """The identifier of a variable."""
        return self.names[variable.index]

    @staticmethod
    def all_of(conditions: Iterable[str]) -> str:
        """The conjunction of conditions."""
        return " /\\ ".join(f"({condition})" for condition in conditions) or "true"

    def array(self, variables: Iterable[Variable]) -> str:
        """Variables as an array: `[x, y, z]`."""
        return f"[{', '.join(map(self.name, variables))}]"

    def _identifier(self, name: str) -> str:
        """A valid MiniZinc identifier that is not taken.

        Names without a digit get a prefix, because they could be keywords of MiniZinc.
        """
        word = re.sub(r"[^A-Za-z0-9]+", "_", name).strip("_")
        if not re.fullmatch(r"[A-Za-z]|[A-Za-z]\w*\d\w*", word):
            word = f"v_{word}"
        unique, number = word, 1
        while unique in self.taken:
            number += 1
            unique = f"{word}_{number}"
        self.taken.add(unique)
        return unique


@capability("solvers")
def minizinc_condition(constraint: Constraint, text: MiniZincText, reified: bool = False) -> str:
    """A constraint as a condition of MiniZinc. By default that of its table.

    A `reified` condition can be a part of other conditions: many of MiniZinc's constraints can
    only be required.
    """
    return minizinc_condition(as_table(constraint), text, reified)


def _comment(text: str) -> str:
    return "% " + " ".join(text.split())


def _domain(values: Values) -> str:
    """The values as a set of MiniZinc.

    >>> _domain(range(1, 10)), _domain((-1, 5))
    ('1..9', '{-1, 5}')
    """
    if isinstance(values, range):
        return f"{values[0]}..{values[-1]}"
    return _wrapped("{", map(str, values), ", ", "}")


def _table_text(name: str, rows: Rows) -> str:
    """The rows as an array, each once: repeated rows would repeat solutions."""
    cells = [",".join(map(str, row)) for row in dict.fromkeys(rows.rows)]
    comment = f"{_comment(rows.description)}\n" if rows.description else ""
    head = f"array[int, 1..{len(rows.rows[0])}] of int: {name} ="
    return f"{comment}{head}\n{_wrapped('[| ', cells, ' | ', ' |]')};"


def _wrapped(before: str, items: Iterable[str], between: str, after: str) -> str:
    """The items in one line, or in several if that would be too long."""
    line = before + between.join(items) + after
    if len(line) <= 100:
        return line
    return textwrap.fill(
        line, 100, subsequent_indent="  ", break_long_words=False, break_on_hyphens=False
    )
