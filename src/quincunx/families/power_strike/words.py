"""The words of a Power Strike: reasons in explanations, the rule book, and the briefing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import ClassVar

from quincunx.cp.constraints import Constraint
from quincunx.cp.model import Variable
from quincunx.cp.words.phrases import Deduction, Phrases, capitalised, counted, listed
from quincunx.cp.words.techniques import Technique
from quincunx.families import RuleEntry
from quincunx.families.base.rule_book import given_rule
from quincunx.families.base.validation import shown
from quincunx.families.power_strike import PowerStrike
from quincunx.families.power_strike.reasoning import (
    OTHER,
    TECHNIQUES,
    LeadsToGiven,
    LengthLimit,
    RingStep,
    StretchConstraint,
)

MAX_ENUMERATED = 12
"""Longer lists are described by their length and their bounds."""
MAX_LONG_NUMBERS = 2
LONG_NUMBER = 10**12
"""Of numbers as long as this only so few are enumerated."""
MAX_LEADING = 6
"""Longer lists of predecessors of a given are described by how they are made of it."""
MAX_WORDS = 40
"""Maximum number of words in a sentence of several parts."""
ONLY_DIGIT = "cannot lose its only digit"


def briefing(puzzle: PowerStrike) -> str:
    """What a reader who sees only text must know beside the rules."""
    zeros = (
        "This board says so: 2057 must not lose its 2."
        if puzzle.forbids_leading_zeros
        else "This board does not say so: zeros in front vanish, and 2057 may become 57."
    )
    return (
        f"{zeros} What is left of a removal is a positive number: 7 cannot lose its only digit, "
        "and 10 cannot lose its 1. Numbers may be as large as you like, and may repeat. The "
        f"multiplier is {shown(puzzle.multiplier)}. The cells are numbered clockwise, and cell 1 "
        "is the first of the data and stands at the top left of the drawing."
    )


def rule_book(puzzle: PowerStrike) -> Iterator[RuleEntry]:
    """The rules of one puzzle: the steps clockwise from cell 1, and the givens.

    >>> from quincunx.families import parse
    >>> [rule.id for rule in rule_book(parse("power-strike:2:6,_,_"))]
    ['step 1-2', 'step 2-3', 'step 3-1', 'given 1']
    """
    so_that = " that leaves no zero in front" if puzzle.forbids_leading_zeros else ""
    for before in range(1, len(puzzle.ring) + 1):
        after = before % len(puzzle.ring) + 1
        sentence = (
            f"Cell {after} is cell {before} times {shown(puzzle.multiplier)}, "
            f"or cell {before} with one digit removed{so_that}."
        )
        yield RuleEntry(f"step {before}-{after}", sentence, ((before,), (after,)))
    for number, given in enumerate(puzzle.ring, 1):
        if given is not None:
            yield given_rule((number,), f"Cell {number}", shown(given), str(number))


class StrikePhrases(Phrases):
    """The phrases of explanations of one puzzle.

    Deductions of one kind are combined into one step: predecessors of givens, new lists, new
    lists with only numbers that lead on, and removals from lists.
    """

    techniques: ClassVar[tuple[Technique, ...]] = TECHNIQUES

    def __init__(self, puzzle: PowerStrike) -> None:
        self.graph = puzzle.graph

    # Numbers and lists of them.

    def value(self, variable: Variable, value: int) -> str:
        text = super().value(variable, value)
        return text if len(text) <= 24 else f"{text[:10]}…{text[-10:]}"

    def predicate(self, variable: Variable, known: Sequence[int], left: Sequence[int]) -> str:
        return self.possible(variable, left)

    def possible(self, variable: Variable, values: Sequence[int]) -> str:
        """Enumerates numbers, or describes them by their count and bounds.

        >>> from quincunx.families import parse
        >>> phrases = StrikePhrases(parse("power-strike:2:6,_,_"))
        >>> cell = Variable(0, "cell 2", range(9), other=-1)
        >>> phrases.possible(cell, (1, 2, 3, 24))
        '1, 2, 3 or 24'
        >>> phrases.possible(cell, range(2, 30, 2))
        'one of 14 numbers from 2 to 28'
        """
        if _is_long(values):
            return f"one of {len(values)} numbers{self._bounds(variable, values)}"
        return listed([self.value(variable, value) for value in values], "or", MAX_ENUMERATED)

    def _bounds(self, variable: Variable, values: Sequence[int]) -> str:
        if OTHER in values:
            return ""
        ends = (self.value(variable, end) for end in (min(values), max(values)))
        return f" from {' to '.join(ends)}"

    # Several deductions in one breath.

    def section(self, constraint: Constraint) -> int:
        return constraint.stretch if isinstance(constraint, StretchConstraint) else 0

    def step_key(self, deduction: Deduction) -> str | None:
        constraint = deduction.constraint
        if isinstance(constraint, LeadsToGiven):
            return "leads to"
        if _leads_on(constraint) and _makes_list(deduction):
            return "meet"
        makes_list = _makes_list(deduction) or isinstance(constraint, LengthLimit)
        return "list" if makes_list else "back"

    def sentence(self, deduction: Deduction) -> str:
        if len(deduction.constraints) > 1:
            claims = "" if deduction.contradicts else f", so {self.claims(deduction)}"
            return f"{self._there_and_back(deduction)}{claims}."
        if deduction.contradicts:
            return f"{self._contradiction(deduction)}."
        return self.together([deduction])

    def together(self, deductions: Sequence[Deduction]) -> str:
        first = deductions[0].constraint
        if isinstance(first, LeadsToGiven):
            return " ".join(
                f"{capitalised(self._why_leads_to(leads))}, so {self._what_leads_to(leads, one)}."
                for one in deductions
                if isinstance(leads := one.constraint, LeadsToGiven)
            )
        if any(map(_makes_list, deductions)):
            return self._lists(deductions)
        if isinstance(first, LengthLimit):
            return sentences(
                f"{self.claims(one)} (others are {self._too([one])})" for one in deductions
            )
        return self._back(deductions)

    def reason(self, deduction: Deduction) -> str:
        if len(deduction.constraints) > 1:
            return self._there_and_back(deduction)
        if deduction.contradicts:
            return self._contradiction(deduction)
        constraint = deduction.constraint
        if isinstance(constraint, LeadsToGiven):
            (variable,) = constraint.variables
            loses = "loses a digit"
            if constraint.divides:
                loses = f"is multiplied by {self.graph.multiplier}, or {loses}"
                return capitalised(f"{self._why_leads_to(constraint)}: it {loses}")
            return f"{self._why_leads_to(constraint)}, so {self.place(variable)} {loses}"
        if isinstance(constraint, LengthLimit):
            return capitalised(
                f"some of {self.subject(constraint)}'s numbers are {self._too([deduction])}"
            )
        before, after = constraint.variables
        if after not in deduction.left:
            count = len(deduction.known[before])
            goal = self._goal(deduction, after)
            return capitalised(f"not all of {self.place(before)}'s {count} numbers lead to {goal}")
        number = deduction.value(before)
        if number is None:
            return capitalised(
                f"{self.place(after)} follows from the numbers of {self.place(before)}"
            )
        if number < 10:
            return f"{self.value(before, number)} {ONLY_DIGIT}"
        multiplied = f"{self.value(before, number)} is multiplied by {self.graph.multiplier}"
        return f"{multiplied}, or loses a digit"

    def _there_and_back(self, deduction: Deduction) -> str:
        """The reason from both steps of a ring of two."""
        given = next(v for v, known in deduction.known.items() if len(known) == 1)
        number = self.value(given, deduction.known[given][0])
        what = "Nothing" if deduction.contradicts else "Not everything"
        return f"{what} that follows {number} leads back to it"

    def _contradiction(self, deduction: Deduction) -> str:
        constraint = deduction.constraint
        variable, *others = constraint.variables
        place = self.place(variable)
        if isinstance(constraint, LeadsToGiven):
            end, largest = (self.value(variable, n) for n in (constraint.end, constraint.largest))
            at_most = f"{capitalised(place)} is at most {largest}"
            return f"{at_most}, and nothing up to there becomes {end}"
        if isinstance(constraint, LengthLimit):
            end = self.value(variable, constraint.end)
            return f"Nothing that can stand in {place} becomes {end} in time"
        numbers = deduction.known[variable]
        goal = self._goal(deduction, others[0])
        if len(numbers) == 1:
            return f"{self.value(variable, numbers[0])} in {place} does not lead to {goal}"
        return f"None of {place}'s {counted(len(numbers))} numbers leads to {goal}"

    # Lists that are made forwards.

    def _lists(self, deductions: Sequence[Deduction]) -> str:
        """What each cell can be, from the first on that has a list now."""
        made = {v: one for one in deductions for v in one.left if OTHER in one.known[v]}
        lists = {v: left for one in deductions for v, left in one.left.items()}
        lengths = [one for one in deductions if isinstance(one.constraint, LengthLimit)]
        parts: list[str] = []
        chains = chained([(made[v].constraint.variables[0], v) for v in lists if v in made])
        for chain in [*([v] for v in lists if v not in made), *chains]:
            alone = [[v] for v in chain if not _is_long(lists[v])]
            runs = consecutive_runs([v for v in chain if _is_long(lists[v])])
            for variables in sorted([*alone, *runs], key=lambda run: chain.index(run[0])):
                if len(variables) > 1:
                    parts.append(self._counts(variables, lists))
                else:
                    parts.append(self._list(variables[0], lists, made.get(variables[0]), parts))
        if lengths:
            parts[-1] += f", leaving out what is {self._too(lengths)}"
        if _leads_on(deductions[0].constraint):
            before = self.place(deductions[0].constraint.variables[0])
            parts[0] = (
                f"too many numbers follow {before}'s to list them; "
                f"with only those that lead to the next given, {parts[0]}"
            )
        return sentences(parts)

    def _list(
        self,
        variable: Variable,
        lists: Mapping[Variable, Sequence[int]],
        made: Deduction | None,
        parts: Sequence[str],
    ) -> str:
        """What one cell can be; with a reason for the first, and for what follows one digit."""
        is_one_of = f"{self.place(variable)} is {self.possible(variable, lists[variable])}"
        if made is None:
            return is_one_of
        before = made.constraint.variables[0]
        number = made.value(before)
        if number is not None and number < 10:
            if parts and ONLY_DIGIT in parts[-1]:
                return f"in the same way {is_one_of}"
            return f"{self.value(before, number)} {ONLY_DIGIT}, so {is_one_of}"
        if before in lists or _leads_on(made.constraint):
            return is_one_of
        if number is None:
            return f"forwards from {self.place(before)}, {is_one_of}"
        return f"after {self.value(before, number)}, {is_one_of}"

    def _counts(
        self, variables: Sequence[Variable], lists: Mapping[Variable, Sequence[int]]
    ) -> str:
        """The lengths of the lists of consecutive cells, and the bounds of all their numbers."""
        to = "and" if len(variables) == 2 else "to"
        cells = f"cells {variables[0].index + 1} {to} {variables[-1].index + 1}"
        counts = listed([str(len(lists[variable])) for variable in variables], "and", 99)
        all_numbers = [number for variable in variables for number in lists[variable]]
        return f"{cells} have lists of {counts} numbers{self._bounds(variables[0], all_numbers)}"

    def _too(self, lengths: Sequence[Deduction]) -> str:
        """What is wrong with numbers that are left out: "too long to become 46 in time"."""
        wrong: set[str] = set()
        ends: list[str] = []
        for one in lengths:
            constraint = one.constraint
            assert isinstance(constraint, LengthLimit)
            (variable,) = one.left
            least, _ = self.graph.bounds(constraint.end, constraint.steps)
            gone = [n for n in one.refuted(variable) if n != OTHER]
            wrong |= {"too small" if number < least else "too long" for number in gone}
            ends.append(self.value(variable, constraint.end))
        return (
            f"{listed(sorted(wrong), 'or')} to become {listed(dict.fromkeys(ends), 'or')} in time"
        )

    # Lists that are made or shortened backwards.

    def _why_leads_to(self, constraint: LeadsToGiven) -> str:
        (variable,) = constraint.variables
        end = self.value(variable, constraint.end)
        if constraint.divides:
            return f"{self.place(variable)}{self._at_most(constraint)} becomes {end}"
        return f"{end} is no multiple of {self.graph.multiplier}"

    def _what_leads_to(self, constraint: LeadsToGiven, deduction: Deduction) -> str:
        (variable,) = constraint.variables
        numbers = deduction.left.get(variable, ())
        # The cell is named in the reason if the given is a multiple.
        place = self.places(constraint.variables)
        cell = "it" if constraint.divides else f"{place}{self._at_most(constraint)}"
        if not _is_long(numbers, MAX_LEADING):
            return f"{cell} is {self.possible(variable, numbers)}"
        put_in = f"{self.value(variable, constraint.end)} with a digit put in"
        divided = constraint.end // self.graph.multiplier
        if constraint.divides and divided in numbers:
            put_in = f"{self.value(variable, divided)}, or {put_in}"
        if max(numbers) >= 10 ** (len(str(constraint.end)) + 1):
            put_in += ", or with a digit and zeros in front"
        return f"{cell} is {put_in}"

    def _at_most(self, constraint: LeadsToGiven) -> str:
        """The bound of the cell before a given, if it excludes a digit put in front."""
        if constraint.largest >= int(f"9{constraint.end}"):
            return ""
        return f", at most {self.value(constraint.variables[0], constraint.largest)},"

    def _back(self, deductions: Sequence[Deduction]) -> str:
        """What is left of lists: backwards from cell to cell, then what else follows."""
        last = {v: one for one in deductions for v in one.left}
        onwards = {v: one for v, one in last.items() if v is one.constraint.variables[1]}
        back = [(one.constraint.variables[1], v) for v, one in last.items() if v not in onwards]
        parts: list[str] = []
        mentioned: set[Variable] = set()

        def then_is(variable: Variable) -> str:
            left = self.possible(variable, last[variable].left[variable])
            return f"{self.place(variable)} then is {left}"

        for chain in chained(back):
            one, after = last[chain[0]], last[chain[0]].constraint.variables[1]
            following = onwards.get(after, one).result(after)
            if following is not None and one.result(chain[0]) is not None:
                mentioned.add(after)
            parts.append(self._only(one, chain[0], after, following))
            came_from: list[str] = []
            for after, variable in pairwise(chain):
                number = last[variable].result(variable)
                if number is not None and last[after].result(after) is not None:
                    came_from.append(self.value(variable, number))
                else:
                    parts.append(then_is(variable))
            if came_from:
                parts.append(f"it comes from {', that from '.join(came_from)}")
        parts += [then_is(variable) for variable in onwards if variable not in mentioned]
        return sentences(parts)

    def _only(
        self, deduction: Deduction, variable: Variable, after: Variable, following: int | None
    ) -> str:
        """Which numbers of a list lead on; `following` is the value of the next cell, if known."""
        left = deduction.left[variable]
        numbers = f"of {self.place(variable)}'s numbers"
        number = deduction.result(variable)
        if number is not None and following is not None:
            leads = "leads on, to" if deduction.value(after) is None else "leads to"
            one, other = self.value(variable, number), self.value(after, following)
            way = step_phrase(number, following, self.graph.multiplier)
            return f"{numbers} only {one} {leads} {other} ({way})"
        goal = self._goal(deduction, after)
        if not _is_long(left):
            only = listed([self.value(variable, value) for value in left], "and", MAX_ENUMERATED)
            return f"{numbers} only {only} {'leads' if len(left) == 1 else 'lead'} to {goal}"
        count = len(deduction.known[variable])
        return f"of {self.place(variable)}'s {count} numbers {len(left)} lead to {goal}"

    def _goal(self, deduction: Deduction, after: Variable) -> str:
        number = deduction.value(after)
        if number is not None:
            return self.value(after, number)
        if OTHER in deduction.known[after]:
            return "the next given"
        return f"one of {self.place(after)}'s"


def _is_long(values: Sequence[int], most: int = MAX_ENUMERATED) -> bool:
    """Whether numbers are too many to enumerate; of long ones only few are worth reading."""
    return len(values) > (most if max(values, default=0) < LONG_NUMBER else MAX_LONG_NUMBERS)


def _makes_list(deduction: Deduction) -> bool:
    return any(OTHER in deduction.known[variable] for variable in deduction.left)


def _leads_on(constraint: Constraint) -> bool:
    """Whether it lists only what leads to the next given."""
    return isinstance(constraint, RingStep) and constraint.leading_on


def step_phrase(number: int, following: int, multiplier: int) -> str:
    """How a number becomes the one that follows.

    >>> step_phrase(96, 9, 2), step_phrase(18, 36, 2), step_phrase(2057, 57, 7)
    ('without its 6', 'times 2', 'without its 2')
    """
    if number * multiplier == following:
        return f"times {multiplier}"
    digits = str(number)
    removed = next(
        digit
        for at, digit in enumerate(digits)
        if (digits[:at] + digits[at + 1 :]).lstrip("0") == str(following)
    )
    return f"without its {removed}"


def chained(pairs: Iterable[tuple[Variable, Variable]]) -> list[list[Variable]]:
    """Chains of cells, from pairs of a cell and the one to mention after it.

    >>> a, b, c, d = (Variable(i, f"cell {i}", range(9)) for i in range(4))
    >>> chained([(a, b), (c, d), (b, c)])
    [[<cell 1 in 0..8>, <cell 2 in 0..8>, <cell 3 in 0..8>]]
    """
    after = dict(pairs)
    seconds = set(after.values())
    chains: list[list[Variable]] = []
    for first, second in after.items():
        if first not in seconds:
            chains.append([second])
            while chains[-1][-1] in after:
                chains[-1].append(after[chains[-1][-1]])
    return chains


def consecutive_runs(variables: Sequence[Variable]) -> list[list[Variable]]:
    """Cells divided into runs of neighbours."""
    runs: list[list[Variable]] = []
    for variable in variables:
        if runs and runs[-1][-1].index + 1 == variable.index:
            runs[-1].append(variable)
        else:
            runs.append([variable])
    return runs


def sentences(parts: Iterable[str]) -> str:
    """Parts joined to sentences that are not too long.

    >>> sentences(["cell 2 is 12", "cell 3 is 24"])
    'Cell 2 is 12; cell 3 is 24.'
    """
    groups: list[list[str]] = [[]]
    for part in parts:
        words = sum(len(each.split()) for each in groups[-1])
        if groups[-1] and words + len(part.split()) > MAX_WORDS:
            groups.append([])
        groups[-1].append(part)
    return " ".join(f"{capitalised('; '.join(group))}." for group in groups)
