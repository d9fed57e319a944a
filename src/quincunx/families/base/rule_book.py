"""Rule books: the rules of one puzzle, each with its cells, a sentence, and a stable id.

Explanations name rules by their ids: "row 1", "given r1c2".
"""

from collections import Counter
from collections.abc import Iterator

from quincunx.cp.words.phrases import Phrases
from quincunx.families.base.capabilities import reasoning_model, short_name
from quincunx.families.base.documents import givens_of
from quincunx.families.base.puzzle import AnyPuzzle, Cell, RuleEntry


def plain_phrases(puzzle: AnyPuzzle) -> Phrases:
    """Phrases that use the names of variables and the labels of constraints."""
    return Phrases()


def plain_name(cell: Cell) -> str:
    """The short name of a cell of a grid.

    >>> plain_name((1, 2))
    'r1c2'
    """
    return f"r{cell[0]}c{cell[1]}"


def given_rule(cell: Cell, name: str, value: object, where: str = "") -> RuleEntry:
    """The rule that a number is printed in a cell; `where` names the cell in the id.

    >>> given_rule((1, 2), "r1c2", 7).sentence
    'r1c2 is given as 7.'
    """
    return RuleEntry(f"given {where or name}", f"{name} is given as {value}.", (cell,))


def given_rules(puzzle: AnyPuzzle) -> Iterator[RuleEntry]:
    """A rule for each number that the puzzle prints."""
    for cell, number in givens_of(puzzle).items():
        yield given_rule(cell, short_name(puzzle, cell), puzzle.layout.mark.text(number))


def plain_rule_book(puzzle: AnyPuzzle) -> Iterator[RuleEntry]:
    """A rule for each constraint of the reasoning model, with its label as id, and the givens."""
    model = reasoning_model(puzzle)
    cells = dict(zip(model.decisions, puzzle.cells, strict=True))
    used: Counter[str] = Counter()
    for constraint in model.constraints:
        label = constraint.label or constraint.formula()
        used[label] += 1
        number = f" ({used[label]})" if used[label] > 1 else ""
        about = [cells[variable] for variable in constraint.variables if variable in cells]
        yield RuleEntry(label + number, label, tuple(dict.fromkeys(about)))
    yield from given_rules(puzzle)
