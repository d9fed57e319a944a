"""The words of a Kakuro: reasons in explanations, the rule book, and the briefing."""

from __future__ import annotations

from collections.abc import Iterator

from quincunx.cp import Constraint
from quincunx.cp.words.phrases import Deduction, Phrases, capitalised, listed
from quincunx.families import RuleEntry, given_rules
from quincunx_kakuro import Kakuro
from quincunx_kakuro.run import Run, digit_sets

MAX_SETS = 3
"""More sets of digits are not listed."""


class KakuroPhrases(Phrases):
    """The phrases of explanations: which digits a run can have."""

    def __init__(self, puzzle: Kakuro) -> None:
        """They are the same for all puzzles."""

    def subject(self, constraint: Constraint) -> str:
        return f"the run {constraint.label}"

    def reason(self, deduction: Deduction) -> str:
        run = deduction.constraint
        if len(deduction.constraints) > 1 or deduction.contradicts or not isinstance(run, Run):
            return super().reason(deduction)
        known = [set(deduction.known[variable]) for variable in run.variables]
        decided = set().union(*(values for values in known if len(values) == 1))
        sets = [
            digits
            for digits in digit_sets(len(known), run.total)
            if decided <= digits and all(digits & values for values in known)
        ]
        begun = f"{capitalised(self.subject(run))} sums to {run.total}"
        facts = self.facts(deduction)
        beside = f", where {facts}" if facts else ""
        if not 0 < len(sets) <= MAX_SETS:
            return f"{begun}{beside}"
        shown = [listed(map(str, sorted(digits)), "and", 9) for digits in sets]
        return f"{begun} with {', or '.join(shown)}{beside}"


def briefing(puzzle: Kakuro) -> str:
    """What a reader who sees only text must know beside the rules."""
    return (
        "Rows are counted from the top and columns from the left, blocked cells included; r2c3 is "
        "the cell in row 2 and column 3. In the answer a row lists its open cells only, and rows "
        "without one are left out."
    )


def rule_book(puzzle: Kakuro) -> Iterator[RuleEntry]:
    """A rule for each run, and the givens."""
    for run in puzzle.runs:
        sentence = f"The run {run.name} has different digits that sum to {run.total}."
        yield RuleEntry(run.name, sentence, run.cells)
    yield from given_rules(puzzle)
