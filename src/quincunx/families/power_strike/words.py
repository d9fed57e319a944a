"""The words of a Power Strike: reasons in explanations, the rule book, and the briefing."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby, pairwise
from math import inf
from typing import ClassVar

from quincunx.cp.constraints import Constraint
from quincunx.cp.model import Variable
from quincunx.cp.words.phrases import (
    Deduction,
    Phrases,
    capitalised,
    counted,
    listed,
    run_texts,
    sentences_of,
)
from quincunx.cp.words.techniques import TOGETHER, Technique
from quincunx.families import RuleEntry
from quincunx.families.base.rule_book import given_rule
from quincunx.families.base.validation import shown
from quincunx.families.power_strike import PowerStrike
from quincunx.families.power_strike.reasoning import (
    MAX_LISTED,
    NEAR,
    OTHER,
    TECHNIQUES,
    BoundedStep,
    LeadsOn,
    OnPath,
    RingStep,
    Row,
    Stretch,
    StretchConstraint,
    stretches_with_lists,
)

MAX_WORDS = 30
"""Number of words after which a list continues in another sentence."""
LONG_TABLE = 32
"""Number of numbers after which a table leaves out the last cell of its rows."""


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
        self.puzzle, self.graph = puzzle, puzzle.graph

    def opening(self) -> str:
        """What can come before the givens."""
        texts: list[str] = []
        for one in stretches_with_lists(self.puzzle):
            if one.steps > 1:
                texts += [f"{self._backwards(one)}.", *self._sizes(one)]
        return " ".join(texts)

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

    def technique(self, technique: Technique, constraint: Constraint) -> Technique | None:
        # Steps that share cells say no more together than one after the other.
        return None if technique is TOGETHER else technique

    def section(self, constraint: Constraint) -> int:
        return constraint.stretch.places[0] if isinstance(constraint, StretchConstraint) else 0

    def step_key(self, deduction: Deduction) -> str:
        if isinstance(deduction.constraint, OnPath):
            return "search"
        return "list" if _makes_list(deduction) else "shorten"

    def sentence(self, deduction: Deduction) -> str:
        if deduction.contradicts:
            return ". ".join([*self._onwards([deduction]), ""]).rstrip()
        return self.together([deduction])

    def together(self, deductions: Sequence[Deduction]) -> str:
        if _makes_list(deductions[0]):
            alike = groupby(deductions, lambda one: self.section(one.constraint))
            return " ".join(self._lists([*some]) for _, some in alike)
        return " ".join(
            self._back([*alike]) if rank == inf else self._followed([*alike])
            for rank, alike in groupby(deductions, lambda one: self.rank(one.constraint))
        )

    def rank(self, constraint: Constraint) -> float:
        # What leads to a list depends on what is left of it, so lists are shortened before.
        return inf if isinstance(constraint, RingStep) else constraint.variables[0].index

    def reason(self, deduction: Deduction) -> str:
        constraint = deduction.constraint
        if not isinstance(constraint, RingStep):
            return self._onwards([deduction])[0]
        before, after = constraint.variables[:2]
        if deduction.contradicts and isinstance(constraint, BoundedStep):
            row = constraint.at, [set(deduction.known[before]), set[int]()]
            why = self._left_out(constraint.stretch, [row], "is outside the notes")
            where = f"that follows in {self.place(after)}"
            text = why[0].replace("All else does not become", f"Nothing {where} becomes")
            return text.replace("All else", f"All {where}")
        number = deduction.value(before)
        first = f"of {self.place(before)}'s numbers"
        if deduction.contradicts or after not in deduction.left:
            some = f"{first} {'none leads' if deduction.contradicts else 'not all lead'}"
            some = some if number is None else f"{self.value(before, number)} does not lead"
            is_noted = OTHER in deduction.known[after]
            goal = f"what {self.place(after)} can be" * is_noted or self._goal(deduction, after)
            return capitalised(f"{some} to {goal}")
        first = f"each {first}" if number is None else self.value(before, number)
        if number is not None and number < 10:
            return f"{first} cannot lose its only digit"
        text = f"{capitalised(first)} is multiplied by {self.graph.multiplier}, or loses a digit"
        following = () if number is None else constraint.stretch.after(number)
        if not {*following} <= {*deduction.left[after]}:
            text += f", but not all of that leads on to {shown(constraint.stretch.end)}"
        return text

    # Lists that are made forwards.

    def _lists(self, deductions: Sequence[Deduction]) -> str:
        """What each cell of a stretch can be, from the first on that has a list now."""
        parts: list[str] = []
        made = {cell for one in deductions for cell in one.left}
        rows: list[Row] = []
        for one in deductions:
            constraint = one.constraint
            assert isinstance(constraint, RingStep)
            stretch = constraint.stretch
            before, after = constraint.variables[:2]
            is_one_of = f"{self.place(after)} is {self.possible(after, one.left[after])}"
            number = one.value(before)
            if number is not None and number < 10:
                is_one_of = f"{self.reason(one)}, so {is_one_of}"
            elif before not in made:
                is_one_of = self._after(one)
            parts.append(is_one_of)
            rows.append((constraint.at, [set(one.known[before]), set(one.left[after])]))
        # No list leaves out what fits unless a player's notes do.
        why = [f"{text}." for text in self._left_out(stretch, rows, "is outside the notes")]
        return " ".join([*sentences_of(parts, MAX_WORDS), *why])

    def _left_out(self, stretch: Stretch, rows: Sequence[Row], fitting: str) -> list[str]:
        """Why numbers are left out that follow numbers of a row; `fitting` is the reason for those
        that fit."""
        seen = small = large = misses = False
        for first, layers in rows:
            for at, (before, after) in enumerate(pairwise(layers), first + 1):
                least, most = stretch.ranges[at][0][0], stretch.ranges[at][-1][1]
                for number in {n for one in before for n in stretch.after(one)} - after:
                    if stretch.fits(at, number):
                        seen = True
                    elif at < stretch.steps - 1 and number < least:
                        small = True
                    elif at < stretch.steps - 1 and number > most:
                        large = True
                    else:
                        misses = True
        end = shown(stretch.end)
        why = [fitting] * seen + [f"is too small for {end}"] * small
        why += ["could only lose digits"] * large
        why += [f"does not become {'it' if small else end}"] * misses
        return [f"All else {listed(why, 'or')}"] if why else []

    # Numbers that are followed to the next given.

    def _followed(self, deductions: Sequence[Deduction]) -> str:
        """What is left of one cell's list, and why."""
        last = deductions[-1]
        if isinstance(last.constraint, LeadsOn) and last.constraint.is_near:
            return f"{self._near(last)}."
        so = [self.claim([v], deductions[0].known[v], left) for v, left in last.left.items()]
        return ". ".join([*self._onwards(deductions), f"So {listed(so, 'and')}."])

    def _onwards(self, deductions: Sequence[Deduction]) -> list[str]:
        """Why numbers of one cell's list do not become the next given, sentence by sentence."""
        last = deductions[-1]
        constraint = last.constraint
        if isinstance(constraint, RingStep):
            return [self.reason(last)]
        assert isinstance(constraint, StretchConstraint)
        stretch, cell = constraint.stretch, constraint.variables[0]
        if not isinstance(constraint, LeadsOn):
            others = "no other" if cell in last.left else "no"
            why = f"{others} number of {self.place(cell)} becomes {shown(stretch.end)}"
            return [f"Nothing short of trying helps here: {why}"]
        if constraint.is_near:
            return [self._near(last) if last.contradicts else self._backwards(stretch)]
        kept = set(last.left.get(cell, ()))
        gone = {number for one in deductions for number in one.known[cell]} - kept
        table = list(stretch.table(constraint.at, gone, {}))
        some = f"{self.place(cell)}'s {self.possible(cell, gone, 'and')}"
        if 0 < len(kept) < min(len(gone), 4):
            some = f"all of {self.place(cell)}'s numbers but {self.possible(cell, kept, 'and')}"
        misses = f"{some} {'miss' if len(gone) > 1 else 'misses'} {shown(stretch.end)}"
        end = stretch.steps - NEAR
        listed_numbers = sum(len(layer) for _, layers in table for layer in layers[1:])
        if listed_numbers > LONG_TABLE and constraint.at < end - 1:
            # In a long table the reader looks one cell further ahead.
            end -= 1
            table = [(at, layers[: end + 1 - at]) for at, layers in table if at < end]
        where = f"in cell {stretch.places[end + 1] + 1}"
        is_open = any(at + len(layers) > end and layers[-1] for at, layers in table)
        rest = [f"nothing that follows {where} becomes {shown(stretch.end)}"] * is_open
        rows: list[str] = []
        for at, layers in table:
            first, *more = [self.possible(cell, layer, "and") for layer in filter(None, layers)]
            if layers[0] == gone:
                first = "it becomes" if len(gone) == 1 else "they become"
                rows += [f"{first} {' → '.join(more)}"] * bool(more)
            elif more:
                rows.append(" → ".join([f"cell {stretch.places[at] + 1}'s {first}", *more]))
        texts = (misses, *rows, *self._left_out(stretch, table, "came up before"), *rest)
        return [capitalised(text) for text in texts]

    def _near(self, deduction: Deduction) -> str:
        """Which numbers of a list become the next given within a few steps."""
        constraint = deduction.constraint
        assert isinstance(constraint, LeadsOn)
        end = constraint.stretch.end
        known = [deduction.known[v] for v in constraint.variables]
        kept = constraint.near([None if OTHER in numbers else set(numbers) for numbers in known])
        cell, *between, _ = constraint.variables
        times, becomes = self.graph.multiplier, "become" if len(kept[0]) > 1 else "becomes"
        only = f"only {self.possible(cell, kept[0], 'and')}" if kept[0] else "none"
        first = f"of {self.place(cell)}'s numbers {only}"
        if kept[0] and len(known[0]) == 1:
            first = self.value(cell, *kept[0])
        goal = f"{shown(end)} (no multiple of {times})" if end % times else shown(end)
        text = f"{first} {becomes} {goal}"
        if all(len(numbers) == 1 for numbers in kept.values()):
            path = [self.value(cell, number) for numbers in kept.values() for number in numbers]
            text = f"{text}: {' → '.join([*path, shown(end)])}"
            others = []
        else:
            text = f"{text} in {counted(len(known) - 1)} steps"
            others = [
                self.claim([v], (), deduction.left[v]) for v in between if v in deduction.left
            ]
        for at, v in enumerate(between, 1):
            if deduction.contradicts and kept[at] and kept[at].isdisjoint(known[at]):
                others.append(f"but {self.place(v)} is not {self.possible(v, kept[at])}")
                break
        return capitalised("; ".join([text, *others]))

    def _backwards(self, stretch: Stretch) -> str:
        """What stands directly before a given."""
        times, end = self.graph.multiplier, shown(stretch.end)
        divided, rest = divmod(stretch.end, times)
        cell = f"cell {stretch.places[-2] + 1}"
        longer = f"{end} with one more digit"
        if not self.graph.forbid_leading_zeros:
            longer += f" (or zeros that vanish, like 10{end})"
        if rest:
            return f"{end} is no multiple of {times}, so {cell} is {longer}"
        return f"{capitalised(cell)} becomes {end}, so it is {shown(divided)}, or {longer}"

    def _sizes(self, stretch: Stretch) -> Iterator[str]:
        """How large numbers before those can be, where it matters."""
        last = stretch.steps - 2
        parts: list[str] = []
        for at in range(last, max(last - MAX_LISTED, 0), -1):
            *few, (least, _) = stretch.ranges[at]
            if few or least > 1:
                size = [*run_texts(few, shown), f"at least {shown(least)}"]
                parts.append(
                    f"cell {stretch.places[at] + 1} is {listed(size, 'or', 2 * MAX_LISTED)}"
                )
        if parts:
            yield from sentences_of([f"before it, {parts[0]}", *parts[1:]], MAX_WORDS)

    # Lists that are shortened by one step.

    def _back(self, deductions: Sequence[Deduction]) -> str:
        """What is left of lists, one after the other."""
        parts: list[str] = []
        path: list[str] = []
        for one in deductions:
            before, after = one.constraint.variables
            (cell,) = one.left
            goal, numbers = self._goal(one, after), one.left[cell]
            left = self.possible(cell, numbers, "and")
            if cell is before and path and path[0] == goal and len(numbers) == 1:
                path.insert(0, left)
                parts[-1] = f"in the lists before, only {' → '.join(path[:-1])} leads to {path[-1]}"
                continue
            if cell is after:
                parts.append(self._after(one))
            else:
                leads = "leads" if len(numbers) == 1 else "lead"
                parts.append(f"of {self.place(cell)}'s numbers only {left} {leads} to {goal}")
            is_decided = cell is before and len(numbers) == len(one.known[after]) == 1
            path = [left, goal] if is_decided else []
        return " ".join(sentences_of(parts, MAX_WORDS))

    def _after(self, deduction: Deduction) -> str:
        """What is left of a step's second cell."""
        before, after = deduction.constraint.variables[:2]
        left, number = self.possible(after, deduction.left[after]), deduction.value(before)
        if number is None:
            return f"{self.place(after)} then is {left}"
        return f"after {self.value(before, number)}, {self.place(after)} is {left}"

    def _goal(self, deduction: Deduction, after: Variable) -> str:
        number, *others = deduction.known[after]
        return f"one of {self.place(after)}'s" if others else self.value(after, number)


def _makes_list(deduction: Deduction) -> bool:
    by_step = isinstance(deduction.constraint, RingStep)
    return by_step and any(OTHER in deduction.known[variable] for variable in deduction.left)
