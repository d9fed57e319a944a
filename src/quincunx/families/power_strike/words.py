"""The words of a Power Strike: reasons in explanations, the rule book, and the briefing."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from math import inf
from typing import ClassVar

from quincunx.cp.constraints import Constraint
from quincunx.cp.model import Variable
from quincunx.cp.words.phrases import Deduction, Phrases, capitalised, listed
from quincunx.cp.words.techniques import TOGETHER, Technique
from quincunx.families import RuleEntry
from quincunx.families.base.rule_book import given_rule
from quincunx.families.base.validation import shown
from quincunx.families.power_strike import PowerStrike
from quincunx.families.power_strike.reasoning import (
    MAX_LISTED,
    OTHER,
    TECHNIQUES,
    TEST,
    BoundedStep,
    Layers,
    LeadsOn,
    OnPath,
    RingStep,
    Stretch,
    StretchConstraint,
)

MAX_WORDS = 40
"""Maximum number of words in a sentence of several parts."""
MAX_BACKWARDS = 9
"""Maximum number of numbers that are listed backwards from a given."""
MAX_COUNTED = 5_000
"""Larger numbers of numbers are not counted."""
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

    Deductions of one kind are combined into one step: new lists, and removals from lists.
    """

    techniques: ClassVar[tuple[Technique, ...]] = TECHNIQUES

    def __init__(self, puzzle: PowerStrike) -> None:
        self.graph = puzzle.graph

    def value(self, variable: Variable, value: int) -> str:
        text = super().value(variable, value)
        return text if len(text) <= 24 else f"{text[:10]}…{text[-10:]}"

    def predicate(self, variable: Variable, known: Sequence[int], left: Sequence[int]) -> str:
        return self.possible(variable, left)

    def possible(self, variable: Variable, values: Iterable[int], last: str = "or") -> str:
        """Enumerates numbers.

        >>> from quincunx.families import parse
        >>> phrases = StrikePhrases(parse("power-strike:2:6,_,_"))
        >>> phrases.possible(Variable(0, "cell 2", range(9), other=-1), (1, 2, 3, 24))
        '1, 2, 3 or 24'
        """
        return listed([self.value(variable, n) for n in sorted(values)], last, MAX_LISTED)

    def technique(self, technique: Technique, constraint: Constraint) -> Technique:
        # Steps that share cells say no more together than one after the other.
        return replace(technique, effort=inf) if technique is TOGETHER else technique

    def section(self, constraint: Constraint) -> int:
        return constraint.section if isinstance(constraint, StretchConstraint) else 0

    def step_key(self, deduction: Deduction) -> str:
        if isinstance(deduction.constraint, OnPath):
            return "search"
        return "list" if _makes_list(deduction) else "shorten"

    def sentence(self, deduction: Deduction) -> str:
        if deduction.contradicts:
            return f"{self.reason(deduction)}."
        return self.together([deduction])

    def together(self, deductions: Sequence[Deduction]) -> str:
        if _makes_list(deductions[0]):
            return self._lists(deductions)
        alike: dict[Variable, list[Deduction]] = {}
        by_steps: list[Deduction] = []
        for one in deductions:
            if isinstance(one.constraint, RingStep):
                by_steps.append(one)
            else:
                alike.setdefault(one.constraint.variables[0], []).append(one)
        texts = [self._followed(same) for same in alike.values()]
        if by_steps:
            told = {v for same in alike.values() for one in same for v in one.left}
            texts.append(self._back(by_steps, told))
        return " ".join(texts)

    def reason(self, deduction: Deduction) -> str:
        constraint = deduction.constraint
        if not isinstance(constraint, RingStep):
            return ". ".join(self._onwards([deduction]))
        before, after = constraint.variables[:2]
        number = deduction.value(before)
        numbers = f"of {self.place(before)}'s numbers"
        goal = self._goal(deduction, after)
        if deduction.contradicts or after not in deduction.left:
            count = "none" if deduction.contradicts else "not all"
            return capitalised(f"{numbers} {count} lead to {goal}")
        if number is None:
            return capitalised(f"look at what follows {numbers.removeprefix('of ')}")
        if number < 10:
            return f"{self.value(before, number)} {ONLY_DIGIT}"
        times = f"is multiplied by {self.graph.multiplier}"
        return f"{self.value(before, number)} {times}, or loses a digit"

    # Lists that are made forwards.

    def _lists(self, deductions: Sequence[Deduction]) -> str:
        """What each cell can be, from the first on that has a list now."""
        parts: list[str] = []
        made: set[Variable] = set()
        left_out: list[tuple[int, Iterable[int]]] = []
        for one in deductions:
            constraint = one.constraint
            assert isinstance(constraint, RingStep)
            stretch = constraint.stretch
            before, after = constraint.variables[:2]
            is_one_of = f"{self.place(after)} is {self.possible(after, one.left[after])}"
            number = one.value(before)
            if number is not None and number < 10:
                same = bool(parts) and ONLY_DIGIT in parts[-1]
                because = f"{self.value(before, number)} {ONLY_DIGIT}, so "
                is_one_of = ("in the same way " if same else because) + is_one_of
            elif before not in made:
                first = f"{self.place(before)}'s numbers"
                first = first if number is None else self.value(before, number)
                is_one_of = f"after {first}, {is_one_of}"
            made.add(after)
            parts.append(is_one_of)
            if isinstance(constraint, BoundedStep):
                left_out.append((constraint.at, one.known[before]))
        why = listed(self._left_out(stretch, left_out), "or")
        parts[-1] += f", leaving out what is {why}" if why else ""
        return sentences(parts)

    def _left_out(
        self, stretch: Stretch, numbers: Iterable[tuple[int, Iterable[int]]]
    ) -> Iterator[str]:
        """What is wrong with numbers that follow some numbers of a place, but are left out."""
        gone = {
            (at + 1, after)
            for at, layer in numbers
            for number in layer
            for after in stretch.after(number)
            if not stretch.fits(at + 1, after)
        }
        end, before = shown(stretch.end), stretch.least[-2]
        goal = f"reach {shown(before)} in cell {stretch.places[-2] + 1}"
        small = {(at, number) for at, number in gone if number < stretch.least[at]}
        times, last = self.graph.multiplier, stretch.steps - 1
        if any(number * times ** (last - at) >= before for at, number in small):
            yield f"too small to lose a digit and {goal} (only multiplied, it misses {end})"
        elif small:
            yield f"too small to {goal}"
        if gone - small:
            yield f"too long to become {end} in time"

    # Numbers that are followed to the next given.

    def _followed(self, deductions: Sequence[Deduction]) -> str:
        """What is left of one cell's list, and why."""
        texts = self._onwards(deductions)
        last = deductions[-1]
        constraint, cell = last.constraint, last.constraint.variables[0]
        if isinstance(constraint, LeadsOn) and constraint.is_near:
            others = [
                f"{self.claim([v], (), left)}" for v, left in last.left.items() if v is not cell
            ]
            if others and any(len(left) > 1 for left in last.left.values()):
                texts[-1] += f"; {listed(others, 'and')}"
        elif len(texts) > 1:
            texts.append(f"So {self.claims(last)}")
        else:
            texts[0] += f", so {self.claims(last)}"
        return "".join(f"{text}. " for text in texts).rstrip()

    def _onwards(self, deductions: Sequence[Deduction]) -> list[str]:
        """Why numbers of one cell's list do not become the next given, sentence by sentence."""
        constraint = deductions[0].constraint
        assert isinstance(constraint, StretchConstraint)
        if not isinstance(constraint, LeadsOn):
            return [self._tried(constraint, deductions[-1])]
        stretch, cell = constraint.stretch, constraint.variables[0]
        near_from = max(constraint.at, stretch.steps - TEST)
        before, leads = self._before_end(stretch, near_from)
        texts = [capitalised(before)]
        followed: list[tuple[int, Iterable[int]]] = []
        for one in deductions:
            left = one.left.get(cell, ())
            gone = set(one.known[cell]).difference(left)
            if constraint.is_near:
                texts.append(self._near(one, constraint, leads))
                continue
            for layers in constraint.rows(gone):
                numbers = "" if len(texts) > 1 else f"of {self.place(cell)}'s numbers "
                texts += self._row(cell, layers, numbers, leads)
                followed += enumerate(layers[:-1], constraint.at)
        why = listed(self._left_out(stretch, followed), "or")
        return [*texts, f"What is left out is {why}"] if why else texts

    def _row(self, cell: Variable, layers: Layers, numbers: str, leads: str) -> Iterator[str]:
        """What follows some numbers of a cell, in one or several sentences."""
        first, *more = [self.possible(cell, layer, "and") or "nothing" for layer in layers]
        text = f"{numbers}{first} {'go' if len(layers[0]) > 1 else 'goes'} on to {more[0]}"
        for each in more[1:]:
            if len(f"{text} {each}".split()) > MAX_WORDS:
                yield capitalised(text)
                text = f"these go on to {each}"
            else:
                text += f", then to {each}"
        yield capitalised(f"{text}: none of these {leads.format('s')}" if layers[-1] else text)

    def _near(self, deduction: Deduction, constraint: LeadsOn, leads: str) -> str:
        """Which numbers of a list become the next given within a few steps."""
        cell = constraint.variables[0]
        left = deduction.left.get(cell, deduction.known[cell])
        numbers = f"of {self.place(cell)}'s numbers"
        if deduction.contradicts:
            return capitalised(f"{numbers} none {leads.format('s')}")
        only = f"{numbers} only {self.possible(cell, left, 'and')}"
        if len(deduction.known[cell]) == 1:
            only = f"{self.place(cell)}'s {self.value(cell, left[0])}"
        text = f"{only} {leads.format('' if len(left) > 1 else 's')}"
        path = [deduction.left.get(v, deduction.known[v]) for v in constraint.variables]
        if all(len(numbers) == 1 for numbers in path):
            text += f": {' → '.join(self.value(cell, number) for (number,) in path)}"
        return capitalised(text)

    def _before_end(self, stretch: Stretch, at: int) -> tuple[str, str]:
        """What stands before the next given, and what a number at a place does if it becomes it,
        with a gap for the ending of the verb."""
        graph, end = self.graph, stretch.end
        divided, rest = divmod(end, graph.multiplier)
        cell = f"cell {stretch.places[-2] + 1}"
        put_in = f"{shown(end)} with a digit put in"
        if any(len(str(number)) > len(str(end)) + 1 for number in stretch.on_path[-2]):
            put_in += ", or with a digit and zeros in front"
        if rest:
            text = f"{shown(end)} is no multiple of {graph.multiplier}, so {cell} is {put_in}"
        else:
            text = f"{cell} becomes {shown(end)}, so it is {shown(divided)}, or {put_in}"
        if stretch.steps - at < TEST:
            return text, "lead{} there"
        last, times = graph.predecessors(end), graph.multiplier
        numbers = {n // times for n in last if n % times == 0}
        numbers = {n for n in numbers if stretch.fits(stretch.steps - 2, n)}
        is_listed = all(last & stretch.after(n) for n in stretch.on_path[-3])
        if not rest or len(numbers) > MAX_BACKWARDS or not is_listed:
            return text, "get{} there in two steps"
        either = "".join(f"{number}, " for number in sorted(numbers)) + ("or " if numbers else "")
        two = f"cell {stretch.places[-3] + 1} is {either}{shown(end)} with two digits put in"
        return f"{text}, and {two}", "lead{} there"

    def _tried(self, constraint: StretchConstraint, deduction: Deduction) -> str:
        """The result of a search through everything that follows."""
        cell, stretch = constraint.variables[0], constraint.stretch
        end = shown(stretch.end)
        why = "Nothing short of trying helps here: "
        known, left = deduction.known[cell], deduction.left.get(cell, ())
        if OTHER in known:
            first = shown(min(stretch.on_path[0] or stretch.reached[0]))
            few = "few" if left else "none"
            return f"{why}many numbers follow {first}, and {few} of them become {end}"
        layer, count = set(known).difference(left), 0
        for at in range(constraint.at, stretch.steps - 1):
            layer = stretch.following(at, layer)
            count += len(layer)
            if count > MAX_COUNTED:
                break
        many = f"more than {MAX_COUNTED}" if count > MAX_COUNTED else str(count)
        others = "others" if left else "numbers"
        return f"{why}{many} numbers follow {self.place(cell)}'s {others}, and none becomes {end}"

    # Lists that are shortened by one step.

    def _back(self, deductions: Sequence[Deduction], told: Collection[Variable]) -> str:
        """What is left of lists, one after the other; some cells were `told` before."""
        parts: list[str] = []
        last: Variable | None = None
        for one in deductions:
            before, after = one.constraint.variables
            (cell,) = one.left
            left = self.possible(cell, one.left[cell], "or" if cell is after else "and")
            goal = self._goal(one, after)
            is_decided = len(one.left[cell]) == len(one.known[after]) == 1
            if cell is before and is_decided and last is after and " from " in parts[-1]:
                parts[-1] += f", that from {left}"
            elif cell is before and is_decided and (last is after or after in told):
                parts.append(f"{goal} comes from {left}")
            elif cell is after or last is after:
                parts.append(f"{self.place(cell)} then is {left.replace(' and ', ' or ')}")
            else:
                leads = "leads" if len(one.left[cell]) == 1 else "lead"
                parts.append(f"of {self.place(cell)}'s numbers only {left} {leads} to {goal}")
            last = before if cell is before else None
        return sentences(parts)

    def _goal(self, deduction: Deduction, after: Variable) -> str:
        number, *others = deduction.known[after]
        return f"one of {self.place(after)}'s" if others else self.value(after, number)


def _makes_list(deduction: Deduction) -> bool:
    by_step = isinstance(deduction.constraint, RingStep)
    return by_step and any(OTHER in deduction.known[variable] for variable in deduction.left)


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
