"""What every rule book is made of, and the book of a family that writes none of its own.

Vocabulary:
  rule book  the rules of one puzzle, each with an id that stays the same, its cells and a sentence
  id         how explanations name a rule: "row 1", "given r1c2"
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from quincunx.families.base.capabilities import reasoning_model, short_name
from quincunx.families.base.documents import givens_of
from quincunx.families.base.puzzle import AnyPuzzle, Cell, RuleEntry
from quincunx.families.base.validation import shown


def plain_name(cell: Cell) -> str:
    """The name of a cell in ids and tables, if the family has none of its own.

    >>> plain_name((1, 2)), plain_name((3,))
    ('r1c2', 'cell 3')
    """
    if len(cell) == 2:
        return f"r{cell[0]}c{cell[1]}"
    return f"cell {','.join(map(str, cell))}"


def given_rule(cell: Cell, name: str, value: object, where: str = "") -> RuleEntry:
    """That a number is printed in a cell; `where` is the cell in the id, if not its name.

    >>> given_rule((1, 2), "r1c2", 7).sentence
    'r1c2 is given as 7.'
    """
    return RuleEntry(f"given {where or name}", f"{name} is given as {value}.", (cell,))


def given_rules(puzzle: AnyPuzzle) -> Iterator[RuleEntry]:
    """A rule for each number that the puzzle prints."""
    for cell, number in givens_of(puzzle).items():
        yield given_rule(cell, short_name(puzzle, cell), shown(number))


def plain_rule_book(puzzle: AnyPuzzle) -> tuple[RuleEntry, ...]:
    """A rule for each constraint that a person reasons with, called by its label."""
    model = reasoning_model(puzzle)
    cells = dict(zip(model.decisions, puzzle.cells, strict=True))
    used: Counter[str] = Counter()
    book: list[RuleEntry] = []
    for constraint in model.constraints:
        label = constraint.label or constraint.formula()
        used[label] += 1
        number = f" ({used[label]})" if used[label] > 1 else ""
        about = [cells[variable] for variable in constraint.variables if variable in cells]
        book.append(RuleEntry(label + number, label, tuple(dict.fromkeys(about))))
    return (*book, *given_rules(puzzle))
